"""Caches and the quartettes that end a deal, as they are done at the table. Rule: khanhoo §14."""

from typing import TYPE_CHECKING

from ...model.cards import Card, Seat
from ...model.moves import Choice, Move
from ...model.zones import zone_id
from .caches import CACHE_SIZE, cards_to_cache, quartettes
from .melds.solver import read_meld
from .state import barred_card, cached_faces, cards_to_go_out, house_of
from .steps import COUNTING, declare_roles, next_meld

if TYPE_CHECKING:
    from ...play.table import Table


def choices_aside(table: "Table", seat: Seat, hand: list[Card]) -> list[Choice]:
    """What three or four equal cards allow the seat in turn. Rule: khanhoo §14.3, §14.4, §14.6."""
    three = [face for face in cards_to_cache(hand) if _can_throw(table, hand, face)]
    four = quartettes(hand, cached_faces(table, seat))
    return [
        Choice("cache", sets=tuple((face,) * 3 for face in three), names=("cache, 6",) * len(three), paragraph="14.3"),
        Choice("quartette", sets=four, names=("quartette, 12",) * len(four), paragraph="14.6"),
    ]


def _can_throw(table: "Table", hand: list[Card], face: Card) -> bool:
    """Whether three cards of a face may be laid aside, so that one of the others can be thrown. Rule: khanhoo §14.4."""
    rest = hand.copy()
    for _ in range(CACHE_SIZE):
        rest.remove(face)
    barred = barred_card(table)
    return any(card != barred for card in rest) or bool(cards_to_go_out(rest, table))


def lay_cache(table: "Table", seat: Seat, move: Move) -> None:
    """Three equal cards are laid aside, face down; the turn goes on. Rule: khanhoo §14.3."""
    table.move(move.cards, zone_id("hand", seat), zone_id("cache", seat, len(table.groups("cache", seat))))


def show_quartette(table: "Table", seat: Seat, move: Move) -> None:
    """Four natural cards in hand, or a cache and its fourth, end the deal. Rule: khanhoo §14.6, §14.7."""
    table.declare("quartette", seat, seat)
    if len(move.cards) == 1:
        table.move(move.cards, zone_id("hand", seat), _cache_of(table, seat, move.cards[0]))
    else:
        zone = next_meld(table, seat)
        meld = read_meld(move.cards, house_of(table).book)
        assert meld is not None, "four equal cards are a quartette"
        table.move(move.cards, zone_id("hand", seat), zone)
        declare_roles(table, seat, zone, meld)
    table.enter(COUNTING)


def claim_fourth(table: "Table", seat: Seat, card: Card) -> None:
    """The fourth card has come to three laid aside, and the deal is over. Rule: khanhoo §14.5."""
    table.declare("quartette", seat, seat)
    table.move((card,), "discard", _cache_of(table, seat, card))
    table.enter(COUNTING)


def _cache_of(table: "Table", seat: Seat, card: Card) -> str:
    return zone_id("cache", seat, cached_faces(table, seat).index(card))
