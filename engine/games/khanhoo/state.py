"""What the rules read from a board: whose turn it is, the barred card, and who could go out."""

from collections.abc import Callable
from operator import attrgetter
from typing import Final

from ...kit.facts import Fact, fact_of_pairs
from ...kit.first_dealer import draw_for_place
from ...kit.stock import Restock
from ...model.board import Board
from ...model.cards import JOKER, Card, Seat
from ...model.chance import Chance
from ...model.zones import zone_id
from .melds.solver import best_packing, last_throws
from .pack import HAND_SIZE, ORPHAN_SIZE, HouseRules, stock_size
from .scoring import Holding

house_of: Final[Callable[[Board], HouseRules]] = attrgetter("rules_in_force")
"""The house rules of a table."""

TAKES_A_SEAT: Final = 4
"""After so many discards taken in turn for each seat, the next seat must draw."""

IN_TURN: Final = Fact("turn", int)
"""The seat in turn; while claims are made, the one that has just discarded."""
TAKES: Final = Fact("takes", int, 0)
"""How often in a row a discard was taken in turn."""
TAKEN: Final = Fact("taken", Card, None)
"""The discard that the seat in turn has taken into its hand."""
DREW: Final = Fact("drew", bool, None)
"""Whether it has drawn instead."""
CUT: Final[Fact[tuple[Card, ...]]] = Fact("cut", tuple)
"""The cards cut for the orphan, one for each seat that plays."""
ORPHAN: Final = Fact("orphan", int, None)
"""The seat that plays this deal with six cards, if one does."""
DECLINED: Final = Fact("declined", int, None)
"""The seat that declined to be the orphan."""
OUT: Final = Fact("out", int, None)
QUARTETTE: Final = Fact("quartette", int, None)
PASSED_ON: Final = Fact("passed_on", int, 0)
"""How often in a row the same card was taken and discarded, at a table without a stock."""
DISCARDS: Final = Fact("discards", int, 0)
"""How many discards there were, at a table without a stock."""
CALLED: Final = fact_of_pairs("called", int, str)
"""Bumps that were called by their kind: seat and kind, in turn order. Rule: khanhoo §15.1."""
LAYING: Final[Fact[tuple[Seat, str]]] = Fact("laying", tuple)
"""The seat that must lay down a meld, and the kind of meld."""
FINED: Final[Fact[tuple[Seat, ...]]] = Fact("fined", tuple, ())
"""The seats of false bumps in this deal, once for each false bump."""

RESTOCK: Final = Restock(Fact("reforms", int, 0), "reform", most=3)
"""Rule: khanhoo §5.1, §5.2."""


def draw_for_deal(board: Board, seed: str) -> tuple[tuple[Card, ...], Seat]:
    """One card for each seat, and the seat with the lowest. Rule: khanhoo §2.3."""
    return draw_for_place(Chance(seed, "0 dealer"), board, board.seats, lambda card: -height(card))


def cut_for_orphan(board: Board, chance: Chance) -> tuple[tuple[Card, ...], Seat]:
    """One card for each seat that plays, and the seat with the highest. Rule: khanhoo §13.2."""
    cut, place = draw_for_place(chance, board, len(board.playing), height)
    return cut, board.playing[place]


def highest_cut(board: Board) -> Seat:
    """The seat that cut the highest card for this deal."""
    heights = [height(card) for card in CUT.of(board)]
    return board.playing[heights.index(max(heights))]


def height(card: Card) -> int:
    """The height of a card that is drawn or cut: aces low, court cards above the nine, all suits equal, a joker above
    all.
    """
    return "A23456789JQK*".index(card[0])


def hand_sizes(board: Board, orphan: Seat | None) -> list[tuple[Seat, int]]:
    """The number of cards for each seat, in the order of dealing. Rule: khanhoo §2.4, §13.3."""
    eldest = board.left_of(board.dealer)
    return [
        (seat, (ORPHAN_SIZE if seat == orphan else HAND_SIZE) + (seat == eldest))
        for seat in board.clockwise_from(eldest)
    ]


def has_stock(board: Board) -> bool:
    """Whether the deal leaves a stock. Rule: khanhoo §2.5."""
    return stock_size(len(board.deck.cards), len(board.playing), ORPHAN.of(board) is not None) > 0


def full_hand(board: Board, seat: Seat) -> int:
    """Cards that a seat holds between its turns, with those laid down."""
    return ORPHAN_SIZE if seat == ORPHAN.of(board) else HAND_SIZE


def laid_by(board: Board, seat: Seat) -> int:
    """Cards that a seat has laid down, in melds and caches."""
    return sum(map(len, board.groups("meld", seat))) + sum(map(len, board.groups("cache", seat)))


def cached_faces(board: Board, seat: Seat) -> tuple[Card, ...]:
    """Faces of a seat's caches, as far as the board knows them."""
    return tuple(group[0] for group in board.groups("cache", seat))


def cards_to_go_out(hand: list[Card], board: Board) -> tuple[Card, ...]:
    """Cards of a hand that may be the last discard, because all others are in melds. Rule: khanhoo §7.1."""
    return last_throws(hand, house_of(board).book)


def top_discard(board: Board) -> Card:
    """The latest discard."""
    return board.zones["discard"][-1]


def must_draw(board: Board) -> bool:
    """Whether so many discards were taken in a row that the next seat must draw. Rule: khanhoo §3.5."""
    return TAKES.of(board) >= TAKES_A_SEAT * len(board.playing)


def must_meld(board: Board) -> bool:
    """Whether the next player must meld a discard at once when taking it. Rule: khanhoo §10.5."""
    return house_of(board).expose_taken_discard and has_stock(board)


def barred_card(board: Board) -> Card | None:
    """The face that may not be discarded now. Rule: khanhoo §3.4."""
    return TAKEN.of(board) if has_stock(board) else None


def holdings(board: Board) -> dict[Seat, Holding]:
    """The cards of every seat that plays; the board must know all hands."""
    return {
        seat: Holding(
            tuple(board.zones[zone_id("hand", seat)]),
            tuple(tuple(cards) for cards in board.groups("meld", seat)),
            tuple(tuple(cards) for cards in board.groups("cache", seat)),
        )
        for seat in board.playing
    }


def idle_card(hand: list[Card], board: Board) -> Card:
    """The discard of a seat whose time ran out: in no meld if there is such a card, never the joker."""
    packing = best_packing(hand, house_of(board).book)
    barred = barred_card(board)
    order = [*packing.left, *(card for meld in packing.melds for card in meld.cards)]
    idle = [card for card in order if card not in (barred, JOKER)]
    return idle[0] if idle else next(card for card in order if card != barred)
