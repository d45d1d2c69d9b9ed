"""What the public facts of a deal say, and what only the table knows besides: who holds the called card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ...model.board import Board, number_of
from ...model.cards import Card, Seat
from ...model.zones import zone_id
from .auction import Auction
from .cards import SEATS, HouseRules
from .contracts import rung
from .scoring import Contract

if TYPE_CHECKING:
    from ...play.table import Table

HANDS: Final = tuple(zone_id("hand", seat) for seat in range(SEATS))
TAKEN: Final = tuple(zone_id("taken", seat) for seat in range(SEATS))

ALONE: Final = tuple((seat,) for seat in range(SEATS))
"""For each seat, those asked when it alone is."""


def house_of(board: Board) -> HouseRules:
    """What the table has agreed on."""
    house: HouseRules = board.terms
    return house


def auction_of(board: Board) -> Auction:
    """The bidding as it stands."""
    return Auction.of_fact(board.facts["auction"])


def seat_at(board: Board, place: int) -> Seat:
    """Seat that bids in a place: 0 is the dealer's left."""
    return board.left_of(board.dealer, 1 + place)


def leader_of(board: Board) -> Seat:
    """Who led, or is to lead, the present trick."""
    return number_of(board, "leader")


def trump_of(board: Board) -> str:
    """Letter of the trump suit; "" before it is named."""
    return str(board.facts.get("trump", ""))


def called_card(board: Board) -> Card | None:
    """The card that was called, if one was."""
    called = board.facts.get("called")
    return None if called is None else Card(str(called))


def is_forced(board: Board) -> bool:
    """Whether all four have passed. Rule: solo §5.1."""
    return "all_pass" in board.facts


def tricks_of(board: Board) -> tuple[int, ...]:
    """Full tricks taken, by seat."""
    return tuple([len(board.zones[zone]) // SEATS for zone in TAKEN])


def public_contract(board: Board) -> Contract:
    """The game as everybody knows it: with the partner only once the called card has been seen."""
    partner = board.facts.get("partner")
    return Contract(
        rung(int(board.facts["rung"])),  # type: ignore[arg-type]
        number_of(board, "declarer"),
        partner if isinstance(partner, int) else None,
        called_card(board),
        is_forced(board),
    )


def true_contract(table: Table) -> Contract:
    """The game as it is: with the partner, though nobody else knows. For the host's counting alone."""
    known = public_contract(table)
    if known.called is None or known.partner is not None:
        return known
    holder = holder_of(table, known.called)
    if holder is None or holder == known.declarer:
        return known
    return Contract(known.rung, known.declarer, holder, known.called, known.forced)


def holder_of(table: Table, card: Card) -> Seat | None:
    """Seat that has a card in hand, if one has."""
    return next((seat for seat, zone in enumerate(HANDS) if card in table.zones[zone]), None)


def missing_from(hand: Iterable[Card], cards: Iterable[Card]) -> Card | None:
    """The first of some cards that is not in a hand."""
    held = set(hand)
    return next((card for card in cards if card not in held), None)
