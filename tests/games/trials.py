"""What the tests of the games' bots share: one seat's view at any point of a match, and a match with other cards."""

from collections.abc import Iterator, Mapping
from random import Random

from engine.api import (
    Card,
    Deal,
    Decision,
    Game,
    Move,
    OptionValue,
    Refusal,
    Seat,
    Table,
    View,
    find_game,
    never,
    redact,
    zone_id,
)
from engine.bots.random import random_move

Script = list[tuple[Seat | None, Move | None]]
"""What was done at a table: a seat's move, or (None, None) for the host's closing of a window."""


class Trial:
    """A table, and what one seat is told of it."""

    def __init__(
        self, game_id: str, seats: int, viewer: Seat, given: Mapping[str, OptionValue], deal: Deal, seed: str
    ) -> None:
        self.game: Game = find_game(game_id)
        options = self.game.meta.resolve(given)
        self.table = Table(self.game, seats, options, seed=seed, deal=deal)
        self.view = View(self.game, seats, options, viewer)
        self.script: Script = []
        self._told = 0
        self._tell(self.table.start())

    def do(self, seat: Seat | None, move: Move | None) -> None:
        """One act. Raises Refusal if it is not allowed."""
        if seat is None or move is None:
            events = self.table.close()
        else:
            events = self.table.play(seat, self.table.step, move)
        self.script.append((seat, move))
        self._tell(events)

    def repeat(self, script: Script) -> bool:
        """Do what was done elsewhere; gives whether the rules allow it here."""
        try:
            for seat, move in script:
                self.do(seat, move)
        except Refusal:
            return False
        return True

    def advice(self, level: str, chance: str = "same") -> Move:
        """What a bot of a level does now in the viewer's seat."""
        return self.game.bot(level).choose(self.view, self.asked(), Random(chance), never).move

    def reason(self, level: str, chance: str = "same") -> str:
        """The reason that it gives."""
        return self.game.bot(level).choose(self.view, self.asked(), Random(chance), never).reason

    def asked(self) -> Decision:
        """The viewer's open decision."""
        assert self.view.viewer is not None
        decision = self.table.decision(self.view.viewer)
        assert decision is not None, "the seat is not asked"
        return decision

    def _tell(self, events: tuple[object, ...]) -> None:
        for event in events:
            self.view.absorb(self._told, redact(event, self.view.viewer, self.game.plan))  # type: ignore[arg-type]
            self._told += 1


def walk(trial: Trial, chance: Random, *, most_acts: int) -> Iterator[None]:
    """Play a trial on by random moves within its first deal; yields whenever its viewer is asked and has not
    answered."""
    table = trial.table
    for _ in range(most_acts):
        if table.over or table.scores:
            return
        if table.awaits_close:
            trial.do(None, None)
            continue
        decision = next(iter(sorted(table.decisions(), key=lambda d: d.seat != trial.view.viewer)))
        if decision.seat == trial.view.viewer:
            yield
        trial.do(decision.seat, random_move(decision, table.deck, chance))


def swapped(deal: Deal, hidden: list[tuple[Seat, Card]], chance: Random) -> Deal:
    """The deal with two unseen cards changed over between their holders (-1 for the stock)."""
    one, first = chance.choice(hidden)
    other, second = chance.choice([(seat, card) for seat, card in hidden if seat != one and card != first])
    places = {seat: list(cards) for seat, cards in deal.hands.items()}
    places[-1] = list(deal.stock)
    at, there = places[one].index(first), places[other].index(second)
    places[one][at], places[other][there] = second, first
    stock = tuple(places.pop(-1))
    return Deal({seat: tuple(cards) for seat, cards in places.items()}, stock, deal.dealer)


def full_deal(game_id: str, seats: int, given: Mapping[str, OptionValue], seed: str) -> Deal:
    """Every card of the deal that a seed gives, written out."""
    game = find_game(game_id)
    table = Table(game, seats, game.meta.resolve(given), seed=seed)
    table.start()
    while not any(table.zones.values()):  # a game may ask somebody something before it deals
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)
    hands = {seat: tuple(table.zones[zone_id("hand", seat)]) for seat in range(seats)}
    return Deal(hands, tuple(reversed(table.zones.get("stock", []))), table.dealer)
