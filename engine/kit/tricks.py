"""Tricks: each seat plays a card, and the best of them takes all.

The zones are "hand", "trick" and "taken", the verb is "play", and a fact names the leader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..model.board import Board
from ..model.cards import Card, Seat
from ..model.moves import Choice, IllegalMove, Move
from ..model.zones import zone_id
from ..play.phases import Phase
from .facts import Fact

if TYPE_CHECKING:
    from ..model.view import View
    from ..play.table import Table

LEADER: Final = Fact("leader", int)
"""The seat that led, or must lead, the present trick."""

_SEATS: Final = range(8)  # the most seats of any game

HANDS: Final = tuple(zone_id("hand", seat) for seat in _SEATS)
TAKEN_ZONES: Final = tuple(zone_id("taken", seat) for seat in _SEATS)

ASKED_ALONE: Final = tuple((seat,) for seat in _SEATS)
"""For each seat, the asked seats if only that seat is asked."""


class TrickPhase(Phase):
    """Tricks until no card is left: one card from each seat, clockwise from the leader."""

    name = "tricks"

    def first_leader(self, table: Table) -> Seat:
        return table.left_of(table.dealer)

    def legal(self, table: Table, seat: Seat) -> tuple[tuple[Card, ...], str, Card]:
        """The cards that a seat may play, the paragraph that says so, and the default card."""
        raise NotImplementedError

    def winner(self, board: Board, trick: Sequence[Card], leader: Seat) -> Seat:
        """The seat that takes a full trick."""
        raise NotImplementedError

    def after_card(self, table: Table, seat: Seat, card: Card) -> None:
        """Carry out the effects of a card that was just played."""

    def stop_early(self, table: Table) -> bool:
        """End the deal before all cards are played, if the rules say so; return whether they do."""
        return False

    def is_settled(self, view: View) -> bool:
        """Whether the viewer leads, and none of the cards still out beats any of theirs: they take every trick."""
        me, hand = view.viewer, view.hand
        if me is None or self.acting(view) != (me,) or view.zones["trick"]:
            return False
        others = {HANDS[seat] for seat in range(view.seats) if seat != me}  # some of their cards may be known
        seen = (cards for zone, cards in view.zones.items() if zone not in others)
        out = Counter(view.deck.cards) - Counter(card for cards in seen for card in cards)
        return all(self.winner(view, (card, other), me) == me for card in hand for other in out)

    def finish(self, table: Table) -> None:
        """Enter the phase after the last trick."""
        raise NotImplementedError

    def enter(self, table: Table) -> None:
        leader = self.first_leader(table)
        LEADER.declare(table, leader, leader)

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return ASKED_ALONE[(LEADER.of(board) + len(board.zones["trick"])) % board.seats]

    def ask(self, table: Table, seat: Seat) -> tuple[tuple[Choice, ...], Move]:
        cards, paragraph, lowest = self.legal(table, seat)
        return (Choice("play", cards, 1, 1, paragraph=paragraph),), Move("play", (lowest,))

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return self.ask(table, seat)[0]

    def default(self, table: Table, seat: Seat) -> Move:
        return self.ask(table, seat)[1]

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        table.move(move.cards, HANDS[seat], "trick")
        self.after_card(table, seat, move.cards[0])
        trick = table.zones["trick"]
        if len(trick) < table.seats:
            return
        winner = self.winner(table, trick, LEADER.of(table))
        table.move(tuple(trick), "trick", TAKEN_ZONES[winner])
        if table.zones[HANDS[winner]] and not self.stop_early(table):
            LEADER.declare(table, winner, winner)
        else:
            self.finish(table)


def not_held(hand: Sequence[Card], move: Move, paragraph: str) -> IllegalMove | None:
    """The refusal of cards that are not in a hand or are named twice; None if the hand has them."""
    missing = next((card for card in move.cards if card not in hand), None)
    if missing is not None:
        return IllegalMove(f"You do not hold {missing}.", paragraph)
    if len(set(move.cards)) < len(move.cards):
        return IllegalMove("You chose a card twice.", paragraph)
    return None
