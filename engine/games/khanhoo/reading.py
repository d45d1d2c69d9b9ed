"""What the rules read off a board: whose turn it is, which card is barred, who could go out."""

from typing import Final

from ...board import Board
from ...cards import JOKER, Card, Seat
from ...melds import best_packing, cover_value
from ...shuffle import Chance
from ...zones import zone_id
from .house import House
from .scoring import Holding

TAKES_A_SEAT: Final = 4
"""So many discards for each seat may be taken in turn before somebody must draw."""


def draw_for_deal(board: Board, seed: str) -> tuple[tuple[Card, ...], Seat]:
    """One card for each seat, drawn again until one is lowest alone; and that seat. Rule: khanhoo §2.3."""
    chance = Chance(seed, "0 dealer")
    ranks = "A23456789JQK"
    while True:
        drawn = tuple(chance.shuffled(board.deck.cards)[: board.seats])
        places = [ranks.index(card[0]) if card != JOKER else len(ranks) for card in drawn]
        if JOKER not in drawn and places.count(min(places)) == 1:
            return drawn, places.index(min(places))


def cards_to_go_out(hand: list[Card], board: Board) -> tuple[Card, ...]:
    """Cards of a hand that may be thrown last, because all others are in melds. Rule: khanhoo §7.1."""
    book, found = house_of(board).book, []
    for card in board.deck.sort(set(hand)):
        rest = hand.copy()
        rest.remove(card)
        if cover_value(rest, book) is not None:
            found.append(card)
    return tuple(found)


def house_of(board: Board) -> House:
    """The house rules of a table."""
    house: House = board.terms
    return house


def turn_of(board: Board) -> Seat:
    """The seat in turn; while claims are made, the one that has just thrown."""
    turn = board.facts["turn"]
    assert isinstance(turn, int)
    return turn


def top_discard(board: Board) -> Card:
    """The newest discard."""
    return board.zones["discard"][-1]


def count_of(board: Board, fact: str) -> int:
    """A public fact that is a number, 0 before it is declared."""
    number = board.facts.get(fact, 0)
    assert isinstance(number, int)
    return number


def must_draw(board: Board) -> bool:
    """Whether discards were taken so often in a row that the next seat must draw. Rule: khanhoo §3.5."""
    return count_of(board, "takes") >= TAKES_A_SEAT * board.seats


def barred_card(board: Board) -> Card | None:
    """The face that may not be thrown back now. Rule: khanhoo §3.4."""
    taken = board.facts.get("taken")
    if isinstance(taken, str) and house_of(board).has_stock(board.seats):
        return Card(taken)
    return None


def holdings(board: Board) -> list[Holding]:
    """What every seat has; the board must know all hands."""
    return [
        Holding(
            tuple(board.zones[zone_id("hand", seat)]),
            tuple(tuple(cards) for cards in board.groups("meld", seat)),
        )
        for seat in range(board.seats)
    ]


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
