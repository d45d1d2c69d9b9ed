"""What the rules read off a board: whose turn it is, which card is barred, who could go out."""

from collections.abc import Sequence
from typing import Final

from ...model.board import Board, count_of, number_of
from ...model.cards import JOKER, Card, Seat
from ...model.chance import Chance
from ...model.zones import zone_id
from .melds.solver import best_packing, last_throws
from .pack import HAND_SIZE, ORPHAN_SIZE, HouseRules, stock_size
from .scoring import Holding

TAKES_A_SEAT: Final = 4
"""So many discards for each seat may be taken in turn before somebody must draw."""


def draw_for_deal(board: Board, seed: str) -> tuple[tuple[Card, ...], Seat]:
    """One card for each seat, drawn again until one is lowest alone; and that seat. Rule: khanhoo §2.3."""
    chance = Chance(seed, "0 dealer")
    while True:
        drawn = tuple(chance.shuffled(board.deck.cards)[: board.seats])
        places = heights(drawn)
        if JOKER not in drawn and places.count(min(places)) == 1:
            return drawn, places.index(min(places))


def cut_for_orphan(board: Board, chance: Chance) -> tuple[Card, ...]:
    """One card for each seat that plays, cut again until one is highest alone. Rule: khanhoo §13.2."""
    while True:
        cut = tuple(chance.shuffled(board.deck.cards)[: len(board.playing)])
        places = heights(cut)
        if JOKER not in cut and places.count(max(places)) == 1:
            return cut


def seat_of_highest(board: Board, cut: Sequence[Card]) -> Seat:
    """The seat whose card is the highest of those cut, one for each seat that plays."""
    places = heights(cut)
    return board.playing[places.index(max(places))]


def highest_cut(board: Board) -> Seat:
    """The seat that has cut the highest card for this deal."""
    cut = board.facts["cut"]
    assert isinstance(cut, tuple)
    return seat_of_highest(board, [Card(str(card)) for card in cut])


def heights(cards: Sequence[Card]) -> list[int]:
    """Places of cards that are drawn or cut: aces low, courts above the nine, suits alike, a joker above all."""
    return ["A23456789JQK*".index(card[0]) for card in cards]


def hand_sizes(board: Board, orphan: Seat | None) -> list[tuple[Seat, int]]:
    """Cards that everybody is dealt, in the order of dealing. Rule: khanhoo §2.4, §13.3."""
    eldest = board.left_of(board.dealer)
    return [
        (seat, (ORPHAN_SIZE if seat == orphan else HAND_SIZE) + (seat == eldest))
        for seat in board.clockwise_from(eldest)
    ]


def orphan_of(board: Board) -> Seat | None:
    """The seat that plays this deal with six cards, if one does."""
    orphan = board.facts.get("orphan")
    return orphan if isinstance(orphan, int) else None


def has_stock(board: Board) -> bool:
    """Whether cards were left when everybody had been dealt a hand. Rule: khanhoo §2.5."""
    return stock_size(len(board.deck.cards), len(board.playing), orphan_of(board) is not None) > 0


def full_hand(board: Board, seat: Seat) -> int:
    """Cards that a seat holds between its turns, with those laid down."""
    return ORPHAN_SIZE if seat == orphan_of(board) else HAND_SIZE


def laid_by(board: Board, seat: Seat) -> int:
    """Cards that a seat has laid down, in melds and caches."""
    return sum(map(len, board.groups("meld", seat))) + sum(map(len, board.groups("cache", seat)))


def cached_faces(board: Board, seat: Seat) -> tuple[Card, ...]:
    """Faces of a seat's caches, as far as the board knows them."""
    return tuple(group[0] for group in board.groups("cache", seat))


def cards_to_go_out(hand: list[Card], board: Board) -> tuple[Card, ...]:
    """Cards of a hand that may be thrown last, because all others are in melds. Rule: khanhoo §7.1."""
    return last_throws(hand, house_of(board).book)


def house_of(board: Board) -> HouseRules:
    """The house rules of a table."""
    house: HouseRules = board.terms
    return house


def turn_of(board: Board) -> Seat:
    """The seat in turn; while claims are made, the one that has just thrown."""
    return number_of(board, "turn")


def top_discard(board: Board) -> Card:
    """The newest discard."""
    return board.zones["discard"][-1]


def must_draw(board: Board) -> bool:
    """Whether discards were taken so often in a row that the next seat must draw. Rule: khanhoo §3.5."""
    return count_of(board, "takes") >= TAKES_A_SEAT * len(board.playing)


def barred_card(board: Board) -> Card | None:
    """The face that may not be thrown back now. Rule: khanhoo §3.4."""
    taken = board.facts.get("taken")
    if isinstance(taken, str) and has_stock(board):
        return Card(taken)
    return None


def holdings(board: Board) -> dict[Seat, Holding]:
    """What every seat that plays has; the board must know all hands."""
    return {
        seat: Holding(
            tuple(board.zones[zone_id("hand", seat)]),
            tuple(tuple(cards) for cards in board.groups("meld", seat)),
            tuple(tuple(cards) for cards in board.groups("cache", seat)),
        )
        for seat in board.playing
    }


def false_bumps(board: Board) -> tuple[Seat, ...]:
    """Seats whose bumps were false in this deal, as often as they were."""
    found = board.facts.get("fined", ())
    assert isinstance(found, tuple)
    return tuple(seat for seat in found if isinstance(seat, int))


def bumps_called(board: Board) -> tuple[tuple[Seat, str], ...]:
    """Bumps that were called by their kind and still stand: seat and kind, in turn order. Rule: khanhoo §15.1."""
    called = board.facts.get("called", ())
    assert isinstance(called, tuple)
    return tuple((int(seat), str(kind)) for seat, kind in zip(called[::2], called[1::2], strict=True))


def idle_card(hand: list[Card], board: Board) -> Card:
    """A card to throw for who does not choose: of no use in the best division if there is one, never the joker."""
    packing = best_packing(hand, house_of(board).book)
    barred = barred_card(board)
    order = [*packing.left, *(card for meld in packing.melds for card in meld.cards)]
    idle = [card for card in order if card not in (barred, JOKER)]
    return idle[0] if idle else next(card for card in order if card != barred)


def spoken(card: Card) -> str:
    """A card in a sentence."""
    return "the joker" if card == JOKER else card


def begin(words: str) -> str:
    """Words at the beginning of a sentence. ("7D" stays as it is, which str.capitalize would not let it.)"""
    return words[:1].upper() + words[1:]
