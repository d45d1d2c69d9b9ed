"""The deal, and the orphan's choice before it. Rule: khanhoo §2, §13."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kit.first_dealer import tell_draw
from ...model.board import Board
from ...model.cards import Seat
from ...model.moves import Choice, IllegalMove, Move
from ...play.phases import Phase
from .state import CUT, DECLINED, IN_TURN, ORPHAN, cut_for_orphan, draw_for_deal, hand_sizes, highest_cut, house_of

if TYPE_CHECKING:
    from ...play.table import Table

OPENING = "opening"


class Dealing(Phase):
    """A hand for each player, and one more card for the first player. Rule: khanhoo §2."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        is_settled = ORPHAN.is_declared(table) or DECLINED.is_declared(table)
        if not is_settled:
            tell_draw(table, draw_for_deal)
        if not is_settled and house_of(table).cuts_for_orphan(len(table.playing)):
            cut, highest = cut_for_orphan(table, table.chance("cut"))
            if _fits(table, highest):
                CUT.declare(table, cut, highest)
                table.enter(Orphan.name)
                return
        eldest = table.left_of(table.dealer)
        table.deal_hands(hand_sizes(table, ORPHAN.of(table)))
        IN_TURN.declare(table, eldest, eldest)
        table.enter(OPENING)


class Orphan(Phase):
    """The player who cut the highest card may play this deal with six cards. Rule: khanhoo §13."""

    name = "orphan"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (highest_cut(board),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        found = [Choice("orphan", paragraph="13.2")]
        if _fits(table, None):
            found.append(Choice("decline", paragraph="13.2"))
        return tuple(found)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move(self.choices(table, seat)[-1].verb)

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        (ORPHAN if move.verb == "orphan" else DECLINED).declare(table, seat, seat)
        table.enter(Dealing.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return IllegalMove("First decide whether you play this deal as the orphan.", "13.2")


def _fits(table: Table, orphan: Seat | None) -> bool:
    """Whether the hands of a given deal fit the orphan's choice. Random hands always do."""
    given = table.given_deal
    if given is None:
        return True
    sizes = dict(hand_sizes(table, orphan))
    left = len(table.deck.cards) - sum(sizes.values())
    hands = given.hands
    return len(given.stock) <= left and all(len(hands[seat]) <= sizes.get(seat, 0) for seat in hands)
