"""What the rules read from a board: whose turn it is, who is down, the melds, and what could still be drawn."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final

from ...kit.facts import Fact
from ...kit.stock import Restock
from ...model.board import Board
from ...model.cards import JOKER, Card, Seat, rank_of, suit_of
from ...model.zones import zone_id
from .cards import CONTRACTS, FACES, HIGH_ACE, LOW_ACE, PLACE, Contract, HouseRules
from .melds import Meld, lying
from .meta import META

house_of: Final[Callable[[Board], HouseRules]] = attrgetter("rules_in_force")
"""The house rules of a table."""

IN_TURN: Final = Fact("turn", int, 0)
"""The seat in turn."""
TURNS: Final = Fact("turns", int, 0)
"""How many turns have begun."""
LAID_DOWN: Final = Fact("laid_down", int, None)
"""The number of the turn in which a contract was last laid down."""
WENT_OUT: Final = Fact("out", int, None)
ENDED: Final = Fact("ended", str)
"""How the deal ended."""

RESTOCK: Final = Restock(Fact("reshuffles", int, 0), "reshuffle", most=3)
"""Rule: chinaso §5.12."""

MELD_ZONES: Final = tuple(
    tuple(zone_id("meld", seat, group) for group in range(max(contract.melds for contract in CONTRACTS)))
    for seat in range(META.most_seats)
)
"""The zones of each seat's melds, made once because they are needed often."""


def contract_of(board: Board) -> Contract:
    """The contract of this deal."""
    return house_of(board).contract_of(board.deal)


def discarder(board: Board) -> Seat | None:
    """The player of the latest discard; None for the card that was turned up. Rule: chinaso §5.3."""
    return None if TURNS.of(board) == 1 else board.right_of(IN_TURN.of(board))


def is_down(board: Board, seat: Seat) -> bool:
    """Whether a seat has laid the contract down."""
    return MELD_ZONES[seat][0] in board.zones


def seats_asked(board: Board) -> tuple[Seat, ...]:
    """The seat in turn, and all seats that may buy, whatever their cards. Rule: chinaso §5.4, §5.8."""
    zones, turn = board.zones, IN_TURN.of(board)
    thrower = discarder(board)
    return tuple(
        [seat for seat in board.playing if seat == turn or (seat != thrower and MELD_ZONES[seat][0] not in zones)]
    )


def top_discard(board: Board) -> Card:
    """The latest discard."""
    return board.zones["discard"][-1]


def melds_on(board: Board) -> Iterator[tuple[str, Meld]]:
    """Every meld on the table with its zone."""
    zones = board.zones
    for seat in board.playing:
        for zone in MELD_ZONES[seat]:
            cards = zones.get(zone)
            if cards is None:
                break
            yield zone, _lying(tuple(cards))


@lru_cache(maxsize=4096)
def _lying(cards: tuple[Card, ...]) -> Meld:
    return lying(cards)


def could_draw(board: Board) -> int:
    """How many cards could still be drawn, including discards that would be reshuffled. Rule: chinaso §5.12."""
    return len(board.zones["stock"]) + RESTOCK.cards_left(board)


def is_chinaso(board: Board, seat: Seat) -> bool:
    """Whether a seat without cards laid down in this same turn, and nobody else is down. Rule: chinaso §7.3."""
    return LAID_DOWN.of(board) == TURNS.of(board) and not any(
        is_down(board, other) for other in board.playing if other != seat
    )


_THROWN_FIRST: Final = {
    card: place
    for place, card in enumerate(
        [*sorted(FACES, key=lambda card: (-PLACE[card] if PLACE[card] > LOW_ACE else -HIGH_ACE, suit_of(card))), JOKER]
    )
}
"""The order of discards for a player who does not choose: the highest card first, jokers last. Among equals: clubs,
diamonds, hearts, spades.
"""


def _places(card: Card) -> tuple[int, ...]:
    """The possible places of a card in a straight."""
    return (LOW_ACE, HIGH_ACE) if PLACE[card] == LOW_ACE else (PLACE[card],)


def goes_with(card: Card, other: Card) -> bool:
    """Whether two cards have the same rank, or the same suit at most two places apart."""
    if rank_of(card) == rank_of(other):
        return True
    return suit_of(card) == suit_of(other) and any(
        abs(one - another) <= 2 for one in _places(card) for another in _places(other)
    )


_NEAR: Final = {card: frozenset(other for other in FACES if other != card and goes_with(card, other)) for card in FACES}


def dull_discard(hand: Sequence[Card]) -> Card:
    """The default discard: the highest card that goes with no other; else the highest.

    Rule: chinaso §11.1.
    """
    order = sorted(hand, key=_THROWN_FIRST.__getitem__)
    for card in order:
        if card != JOKER and _NEAR[card].isdisjoint(order) and order.count(card) == 1:
            return card
    return order[0]
