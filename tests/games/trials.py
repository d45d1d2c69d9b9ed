"""What the tests of the games' bots share: one seat's view at any point of a match, and a match with other cards."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.api import (
    Advice,
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

    def advised(self, level: str, chance: str = "same") -> Advice:
        """What a bot of a level does now in the viewer's seat, and why."""
        return self.game.bot(level).choose(self.view, self.asked(), Random(chance), never)

    def advice(self, level: str, chance: str = "same") -> Move:
        """What it does."""
        return self.advised(level, chance).move

    def reason(self, level: str, chance: str = "same") -> str:
        """The reason that it gives."""
        return self.advised(level, chance).reason

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
    hands = {
        seat: tuple(table.zone("hand", seat) or [card for slot in table.groups("slot", seat) for card in slot])
        for seat in range(seats)
    }
    return Deal(hands, tuple(reversed(table.zones.get("stock", []))), table.dealer)


Change = Callable[[Trial, Deal, Random], Deal]
"""Gives the deal with something in it changed that a trial's viewer has not been shown."""


def with_unseen_swapped(trial: Trial, deal: Deal, chance: Random) -> Deal:
    """The deal with two cards changed over that lie still in the other hands, or in the stock, they were dealt to."""
    others = [seat for seat in range(trial.table.seats) if seat != trial.view.viewer]
    hidden = [(seat, card) for seat in others for card in trial.table.zone("hand", seat) if card in deal.hands[seat]]
    hidden += [(-1, card) for card in trial.table.zone("stock") if card in deal.stock]
    return swapped(deal, hidden, chance)


def repeated(one: Trial, other: Trial) -> bool:
    """Do at another table what was done at the first; gives whether the rules allow it there."""
    return other.repeat(one.script)


def look_alikes(
    game_id: str,
    seats: int,
    tag: str,
    given: Mapping[str, OptionValue] | None = None,
    *,
    deals: int = 4,
    most_asked: int = 7,
    tries: int = 8,
    enough: int = 8,
    change: Change = with_unseen_swapped,
    repeat: Callable[[Trial, Trial], bool] = repeated,
) -> Iterator[tuple[Trial, Trial]]:
    """Pairs of tables that differ, and that one seat cannot tell apart; in both it is asked the same.

    tag: of the chance by which each deal is played on. most_asked: questions that the viewer answers before. tries:
    changes made in each deal; pairs beyond `enough` are left out. repeat: does at the other table what was done at the
    one, and says whether the rules allow it.
    """
    for number in range(deals):
        chance = Random(f"{tag} {number}")
        deal = full_deal(game_id, seats, given or {}, f"fair {number}")
        one = Trial(game_id, seats, 0, given or {}, deal, "fair")
        asked = walk(one, chance, most_acts=80)
        if any(next(asked, "over") == "over" for _ in range(chance.randint(1, most_asked))):
            continue
        found = 0
        for _ in range(tries):
            if found == enough:
                break
            other = Trial(game_id, seats, 0, given or {}, change(one, deal, chance), "fair")
            if not repeat(one, other) or other.table.decision(0) is None:
                continue
            if other.view.events != one.view.events or other.table.zones == one.table.zones:
                continue  # what was changed is something that the seat could see
            found += 1
            yield one, other


def verify_blind(level: str, pairs: Iterable[tuple[Trial, Trial]], *, least: int) -> None:
    """A bot does the same, for the same reason, at tables that its seat cannot tell apart. least: pairs there must be.

    Raises AssertionError.
    """
    compared = 0
    known: tuple[Trial, Advice] | None = None
    for one, other in pairs:
        if known is None or known[0] is not one:
            known = one, one.advised(level)
        assert other.advised(level) == known[1]
        compared += 1
    assert compared >= least


def play_out(sim: Any, choose: Callable[[tuple[int, ...]], int]) -> None:
    """Play a game's simulation on to its end."""
    while moves := sim.legal():
        sim.play(choose(moves))


def verify_clone(sim: Any, fields: Sequence[str]) -> None:
    """See that the clone of a game's simulation plays on as its original does, and leaves it alone."""
    before = [getattr(sim.clone(), name) for name in fields]
    twin = sim.clone()
    play_out(twin, Random("one").choice)
    assert [getattr(sim, name) for name in fields] == before
    play_out(sim, Random("one").choice)
    assert sim.points() == twin.points()
