"""Every game, preset and number of seats there is, and how the conformance tests play them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random

from engine.api import (
    Card,
    Deal,
    Decision,
    Event,
    Game,
    GameInfo,
    Move,
    OptionError,
    OptionValue,
    Refusal,
    Seat,
    Table,
    View,
    Viewer,
    find_game,
    games,
    redact,
)
from engine.bots.random import random_move

MOST_ACTS_A_DEAL = 4000
"""More acts than any deal of any game may need, however badly it is played."""


FREE = 0.2
"""How often somebody does what nobody waits for, where it can be done."""


@dataclass(frozen=True)
class Case:
    """A game at a table. options: those that differ from the defaults."""

    game_id: str
    seats: int
    options: dict[str, OptionValue] = field(default_factory=dict)

    def __str__(self) -> str:
        given = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game_id}-{self.seats}{given}"

    @property
    def game(self) -> Game:
        """The rules."""
        return find_game(self.game_id)

    def table(self, seed: str, deal: Deal | None = None) -> Table:
        """A table before its first act."""
        return Table(self.game, self.seats, self.game.meta.resolve(self.options), seed=seed, deal=deal)


@cache
def presets() -> tuple[Case, ...]:
    """Every preset of every game with every number of seats."""
    return tuple(
        Case(meta.id, seats, dict(preset.options))
        for meta in games()
        for preset in meta.presets
        for seats in seats_for(meta, preset.options, preset.seats)
    )


def seats_for(meta: GameInfo, options: dict[str, OptionValue], fixed: int = 0) -> list[int]:
    """Numbers of seats that a game can be played with under these options. fixed: the only one, if there is one."""
    counts = [fixed] if fixed else range(meta.least_seats, meta.most_seats + 1)
    return [seats for seats in counts if _goes_with(meta, options, seats)]


def _goes_with(meta: GameInfo, options: dict[str, OptionValue], seats: int) -> bool:
    try:
        find_game(meta.id).complete_options(meta.resolve(options), seats)
    except OptionError:
        return False
    return True


@cache
def every_option() -> tuple[Case, ...]:
    """Every value of every option that has few, and the bounds of those that are numbers; each at a number of seats
    that goes with it."""
    return tuple(
        _playable(meta, {option.name: value}, place)
        for meta in games()
        for place, option in enumerate(meta.options)
        for value in _values(option.default, option.choices, option.least, option.most)
    )


def _playable(meta: GameInfo, options: dict[str, OptionValue], place: int) -> Case:
    counts = seats_for(meta, options)
    assert counts, f"{meta.id} can be played with {options} by no number of seats"
    return Case(meta.id, counts[place % len(counts)], options)


def _values(default: OptionValue, choices: tuple[str, ...], least: int, most: int) -> list[OptionValue]:
    values: list[OptionValue] = [True, False] if isinstance(default, bool) else list(choices or (least, most))
    return [value for value in values if value != default]


@dataclass
class Playing:
    """A table that is played by lot, and what every viewer is told of it."""

    table: Table
    chance: Random
    views: dict[Viewer, View]
    told: int = 0

    @classmethod
    def begin(cls, case: Case, seed: str) -> Playing:
        """A table of the case after its start."""
        table = case.table(seed)
        viewers: list[Viewer] = [*range(case.seats), None]
        playing = cls(
            table,
            Random(seed),
            {viewer: View(case.game, case.seats, table.options, viewer) for viewer in viewers},
        )
        playing.tell(table.start())
        return playing

    def acts(self, most: int) -> Iterator[tuple[Event, ...]]:
        """Act until the match is over; gives the events of each act."""
        for _ in range(most):
            if self.table.over is not None:
                return
            events = act(self.table, self.chance)
            self.tell(events)
            yield events

    def tell(self, events: tuple[Event, ...]) -> None:
        """Tell every viewer what it may know of some events."""
        for event in events:
            for viewer, view in self.views.items():
                view.absorb(self.told, redact(event, viewer, self.table.game.plan))
            self.told += 1


def act(table: Table, chance: Random) -> tuple[Event, ...]:
    """One act: the host's close where it is due, else a random move of a random seat that is asked, or that may act
    though nobody waits for it."""
    if table.awaits_close:
        return table.close()
    free = table.free_decisions() if chance.random() < FREE else ()
    decision = chance.choice(free or table.decisions())
    return table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))


def state(table: Table) -> tuple[object, ...]:
    """All that a table is, for comparing two."""
    return (
        table.zones,
        table.facts,
        table.phase,
        table.deal,
        table.dealer,
        table.totals,
        table.scores,
        table.over,
        table.step,
        table.sealed,
        table.hidden_notes,
    )


def written_deal(case: Case, seed: str) -> Deal:
    """Every card of the first deal that a seed gives, written out."""
    table = case.table(seed)
    table.start()
    while not any(table.zones.values()):  # a game may ask somebody something before it deals
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)
    hands = {seat: tuple(_dealt_to(table, seat)) for seat in range(case.seats)}
    turned_up = table.zones.get("discard", [])
    return Deal(hands, (*turned_up, *reversed(table.zones.get("stock", []))), table.dealer)


def _dealt_to(table: Table, seat: Seat) -> Iterator[Card]:
    for zone, cards in table.zones.items():
        if table.game.plan.owner(zone) == seat:
            yield from cards


def is_legal(table: Table, decision: Decision, move: Move) -> bool:
    """Whether a decision takes a move, groups and all."""
    return any(
        choice.admits(move)
        and not any(
            table.game.group_fault(word, group, table) for word, group in zip(choice.shape, move.groups, strict=False)
        )
        for choice in decision.choices
    )


Answer = tuple[Seat | None, Move | None]
"""What was done at a table: a seat's move, or (None, None) for the host's close."""


# The most delaying legal player.

TRIED = 5


def delaying_move(table: Table, decision: Decision, chance: Random) -> Move:
    """A move that is not free and after which the deal still goes on, if one is found."""
    moves = [move for move in islice(decision.moves(table.deck), 200) if not table.is_free(decision, move)]
    tried = [decision.default, *(chance.choice(moves or [decision.default]) for _ in range(TRIED))]
    return next((move for move in tried if not _ends_deal(table, decision, move)), decision.default)


def _ends_deal(table: Table, decision: Decision, move: Move) -> bool:
    twin = table.clone()
    try:
        twin.play(decision.seat, decision.id, move)
    except Refusal:
        return True
    return len(twin.scores) > len(table.scores)


def free_move(table: Table, chance: Random) -> tuple[Decision, Move] | None:
    """A free move that somebody can make now."""
    for decision in (*table.free_decisions(), *table.decisions()):
        if any(table.is_free(decision, Move(choice.verb)) for choice in decision.choices):
            free = [move for move in decision.moves(table.deck) if table.is_free(decision, move)]
            return decision, chance.choice(free)
    return None
