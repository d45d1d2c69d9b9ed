"""Before a deal: the draw for the first deal, the cut, and the order of the pack after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...kit.first_dealer import draw_for_place
from ...model.board import Board
from ...model.cards import JOKER, Card, Seat
from ...model.chance import Chance
from ...model.deal import Deal, pack_for
from ...model.zones import BOX, zone_id
from .cards import HIGH_ACE, LOW_ACE, PLACE

if TYPE_CHECKING:
    from ...play.table import Table

LEAST_CUT: Final = 5
"""The fewest cards of each part of the cut pack. Rule: chinaso §2.5."""


def draw_for_deal(board: Board, seed: str) -> tuple[tuple[Card, ...], Seat]:
    """One card for each seat, and the seat with the highest. Rule: chinaso §2.3."""
    return draw_for_place(Chance(seed, "0 dealer"), board, board.seats, _height)


def _height(card: Card) -> int:
    place = PLACE.get(card, 0)
    return HIGH_ACE if place == LOW_ACE else place


def lay_stock(table: Table, sizes: Sequence[tuple[Seat, int]], *, for_cutter: bool) -> dict[Seat, int]:
    """Shuffle, cut, and make the pack the stock; return how many cards each seat must still be dealt.

    sizes: (seat, cards), in the order of dealing, the dealer last. for_cutter: whether a joker at the bottom of the cut
    goes to the cutter, who is then dealt a card less. A given deal says what is dealt after the cut; a hand that it
    names in full gets nothing else. Rule: chinaso §2.5, §2.6.
    """
    cutter = table.right_of(table.dealer)
    given = table.given_deal
    pack = pack_for(table.deck, sizes, table.chance("deal"), given)
    lifted = LEAST_CUT + table.chance("cut").below(len(pack) - 2 * LEAST_CUT + 1)
    table.declare("cut", lifted, cutter)
    if given is None:
        pack = pack[-lifted:] + pack[:-lifted]
    wanted = dict(sizes)
    place = next((place for place in (0, 1) if pack[place] == JOKER), None)
    if for_cutter and place is not None and _has_room(given, cutter, wanted[cutter]):
        if given is not None:
            place = _changed_over(pack, place, sizes, cutter)
        pack.pop(place)
        wanted[cutter] -= 1
        table.move((JOKER,), BOX, "cut")
        table.move((JOKER,), "cut", zone_id("hand", cutter))
    table.move(tuple(pack), BOX, "stock")
    return wanted


def _has_room(given: Deal | None, cutter: Seat, size: int) -> bool:
    return given is None or len(given.hands.get(cutter, ())) < size


def _changed_over(pack: list[Card], place: int, sizes: Sequence[tuple[Seat, int]], cutter: Seat) -> int:
    """Put the joker in place of the last random card of the cutter, so that a given deal stays unchanged; return the
    joker's place.
    """
    dealt = 0
    for seat, size in sizes:
        dealt += size
        if seat == cutter:
            break
    last = len(pack) - dealt
    pack[place], pack[last] = pack[last], pack[place]
    return last
