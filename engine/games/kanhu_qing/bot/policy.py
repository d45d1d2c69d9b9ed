"""How the medium bot judges a hand: by the cards that it needs to win."""

from collections.abc import Iterable, Sequence

from ....model.cards import Card
from ..hand_solver.nearest import distance
from ..pack import FREE, HONOURS, EyesBook


def less(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Cards without some of them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def nearest_throws(hand: Sequence[Card], throwable: Iterable[Card], book: EyesBook) -> tuple[Card, ...]:
    """The possible discards that leave the hand nearest to winning."""
    far = {card: distance(less(hand, (card,)), book) for card in dict.fromkeys(throwable)}
    return tuple(card for card in far if far[card] == min(far.values()))


def loneliest(cards: Sequence[Card], hand: Sequence[Card]) -> Card:
    """Of some cards of a hand, the one with the fewest possible partners for a group."""
    return min(cards, key=lambda card: _neighbours(card, hand))


def _neighbours(card: Card, hand: Sequence[Card]) -> int:
    """The number of cards in the hand that might share a run or a set with a card; more than any for cards that
    attach.
    """
    if card in FREE:
        return len(hand)
    count = -1
    for other in hand:
        if other not in HONOURS:
            near = other[0] == card[0] and abs(int(other[1:]) - int(card[1:])) < 3
            count += near or other[1:] == card[1:]
    return count
