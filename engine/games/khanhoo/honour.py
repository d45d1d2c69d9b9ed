"""Bumps that name only a kind: the challenges, and the meld laid down after them. Rule: khanhoo §15."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...model.board import Board
from ...model.cards import Card, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.zones import zone_id
from ...play.phases import Phase
from .hand_rules import NO_MELD, bumps_open_to, makes, points_of, weigh
from .state import CALLED, FINED, IN_TURN, LAYING, house_of, top_discard
from .steps import begin_turn, defence_of, give_in_turn, lay, sets_of, take_up

if TYPE_CHECKING:
    from ...play.table import Table
    from .melds.solver import Meld


class Challenges(Phase):
    """Players may challenge the bumps of others; all answer at once. Rule: khanhoo §15.2, §15.3."""

    name = "challenges"
    clock = "claim"
    sealed = True
    window = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        called = {seat for seat, _ in CALLED.of(board)}
        return tuple([seat for seat in board.playing if called - {seat}])

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        others = [(caller, kind) for caller, kind in CALLED.of(table) if caller != seat]
        seats = tuple(f"seat:{caller}" for caller, _ in others)
        places: list[tuple[str, ...]] = [(place,) for place in seats]
        places += [seats] if len(seats) > 1 else []
        names = [kind for _, kind in others] + (["all of them"] if len(seats) > 1 else [])
        challenge = Choice("challenge", places=tuple(places), names=tuple(names), paragraph="15.2")
        return challenge, Choice("accept", paragraph="15.2")

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("accept")

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        called = list(CALLED.of(table))
        for caller, kind in called[:]:
            doubters = [seat for seat, move in answers.items() if f"seat:{caller}" in move.places]
            for seat in doubters:
                table.declare("challenge", kind, seat)
            if doubters and not _ways_to_lay(table, caller, kind):
                _fine(table, caller, kind)
                called.remove((caller, kind))
            elif doubters:
                table.declare("upheld", kind, caller)
        _award(table, called)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if move.verb != "challenge":
            return IllegalMove("To accept all bumps, select nothing." if move.verb == "accept" else "", "15.2")
        return IllegalMove("Challenge one of the other players who called a bump, or all of them.", "15.2")


class Laying(Phase):
    """The winner of a bump lays down the meld. Rule: khanhoo §15.4."""

    name = "laying"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (LAYING.of(board)[0],)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        ways = _ways_to_lay(table, seat, LAYING.of(table)[1])
        return sets_of("lay", ways, top_discard(table), table, "15.4")

    def default(self, table: Table, seat: Seat) -> Move:
        return next(self.choices(table, seat)[0].moves(table.deck))

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        lay(table, seat, move, top_discard(table))
        begin_turn(table, seat, taken=None, drew=False)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        says = "These cards make no meld of the kind that you called." if move.verb == "lay" else "You won the bump."
        return IllegalMove(says, "15.4")


def call_bumps(table: Table, calls: Sequence[tuple[Seat, str]], answer: Move) -> None:
    """Open the window for challenges. answer: the next player's answer, sealed until the window closes.

    Rule: khanhoo §15.1, §15.2.
    """
    table.hidden_notes["answer"] = (answer.verb, *answer.cards)
    CALLED.declare(table, tuple(calls))
    for seat, kind in calls:
        table.declare("call", kind, seat)
    table.enter(Challenges.name)


def _award(table: Table, called: list[tuple[Seat, str]]) -> None:
    """Give the card to the best remaining bump, or to the next player. Rule: khanhoo §15.4, §15.5."""
    in_turn, book = table.left_of(IN_TURN.of(table)), house_of(table).book
    take = _noted_take(table)
    points = None
    if take is not None and called:
        defence = defence_of(table, in_turn, take)
        points = defence.points if defence else 0
        table.declare("defence", defence.kind if defence else NO_MELD, in_turn)
    while called:
        best = weigh([(seat, points_of(kind, book)) for seat, kind in called], points).bumper
        if best is None:
            break
        kind = dict(called)[best]
        if _ways_to_lay(table, best, kind):
            table.declare("bumped", best, best)
            # The seat is asked even if it has only one choice, so that nobody learns how many it has.
            LAYING.declare(table, (best, kind))
            table.enter(Laying.name)
            return
        _fine(table, best, kind)
        called.remove((best, kind))
    if called and take is not None:
        take_up(table, in_turn, take, defended=True)
    else:
        give_in_turn(table, in_turn, take)


def _noted_take(table: Table) -> Move | None:
    """The answer of the next player, if it was to take the card."""
    noted = table.hidden_notes["answer"]
    assert isinstance(noted, tuple)
    verb, *cards = map(str, noted)
    return Move(verb, tuple(map(Card, cards))) if verb == "take" else None


def _ways_to_lay(table: Table, seat: Seat, kind: str) -> tuple[Meld, ...]:
    """Melds of a kind that a seat can lay with the newest discard. Rule: khanhoo §15.3."""
    hand, book = table.zones[zone_id("hand", seat)], house_of(table).book
    return tuple(meld for meld in bumps_open_to(top_discard(table), hand, book) if makes(meld, kind, book))


def _fine(table: Table, seat: Seat, kind: str) -> None:
    """Note a false bump. The penalty follows when the deal is scored. Rule: khanhoo §15.6."""
    table.declare("false_bump", kind, seat)
    FINED.declare(table, (*FINED.of(table), seat))
