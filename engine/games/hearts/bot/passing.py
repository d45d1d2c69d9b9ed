"""Which three cards to pass: the three without which the hand is least dangerous.

The weights are judgement. Played against variants of themselves over thousands of deals, none did clearly better.
"""

from functools import cache
from itertools import combinations
from typing import Final

from ..cards import BIT, HEARTS, JACK, PASSED, QUEEN, House, cards_of

_SPADES, _HEART_SUIT, _DIAMONDS = 2, 3, 1
_QUEEN_RANK: Final = 10
_JACK_RANK: Final = 9

_QUEEN_ALONE: Final = 14.0
_QUEEN_GUARDED: Final = 6.0  # less for each low spade beside her
_KING_ALONE: Final = 8.0
_ACE_MORE: Final = 1.6
_HIGH_GUARDED: Final = 2.0
_LOW_SPADE: Final = 0.3
_HARMLESS_RANK: Final = 1.2
_SHELTER: Final = 2.5  # ranks by which each lower card of the suit shelters the next
_HEART_MORE: Final = 1.5
_SHORT: Final = (4.0, 2.5, 1.0)  # what it is worth to hold none, one or two of a suit
_JACK_HELD: Final = -2.0  # Omnibus: kept, she may be brought home
_CATCHER: Final = 1.5  # Omnibus: less danger in a diamond that catches the jack


def least_dangerous_pass(hand: int, house: House) -> int:
    """The three cards to give away, as a set. hand: thirteen cards."""
    cards = [1 << place for place in range(52) if hand >> place & 1]
    return min(
        (first | second | third for first, second, third in combinations(cards, PASSED)),
        key=lambda given: danger(hand & ~given, house),
    )


def danger(hand: int, house: House) -> float:
    """How much harm a hand is likely to bring, on no scale but its own."""
    return sum(_suit_danger(suit, hand >> 13 * suit & 0x1FFF, omnibus=house.omnibus) for suit in range(4))


def moon_pass(hand: int) -> int:
    """What to give away when all points are wanted: the three lowest cards that could never win a trick."""

    def use(place: int) -> float:
        suit, rank = divmod(place, 13)
        length = (hand >> 13 * suit & 0x1FFF).bit_count()
        return rank + length + (3 if suit == _HEART_SUIT and rank > 8 else 0)

    places = sorted((place for place in range(52) if hand >> place & 1), key=use)
    return sum(1 << place for place in places[:PASSED])


@cache
def _suit_danger(suit: int, held: int, *, omnibus: bool) -> float:
    ranks = [rank for rank in range(13) if held >> rank & 1]
    if suit == _SPADES:
        return _spade_danger(ranks)
    harm = 0.0
    for place, rank in enumerate(ranks):
        above = max(0.0, rank - _HARMLESS_RANK - _SHELTER * place)
        harm += above * (_HEART_MORE if suit == _HEART_SUIT else 1.0)
        if omnibus and suit == _DIAMONDS:
            harm += _JACK_HELD if rank == _JACK_RANK else -_CATCHER if rank > _JACK_RANK else 0.0
    if suit != _HEART_SUIT and len(ranks) < len(_SHORT):
        harm -= _SHORT[len(ranks)]
    return harm


def _spade_danger(ranks: list[int]) -> float:
    low = sum(rank < _QUEEN_RANK for rank in ranks)
    harm = -_LOW_SPADE * min(low, 4)
    for rank in ranks:
        if rank == _QUEEN_RANK:
            harm += _QUEEN_ALONE - _QUEEN_GUARDED * min(low, 5)
        elif rank > _QUEEN_RANK:
            harm += max(0.0, _KING_ALONE + _ACE_MORE * (rank - 11) - _HIGH_GUARDED * low)
    return harm


def why_pass(hand: int, given: int, house: House) -> str:
    """The reason for a pass, in a sentence."""
    if given & BIT[QUEEN]:
        return "You hold too few low spades to guard the queen, so she goes, with what else is dangerous."
    high_spades = [card for card in cards_of(given) if card in ("KS", "AS")]
    if high_spades:
        return "Your high spades could catch the queen, so they go first."
    emptied = [name for suit, name in ((0, "clubs"), (1, "diamonds")) if _is_emptied(hand, given, suit)]
    if emptied:
        return f"This leaves you without {emptied[0]}, so that you can throw dangerous cards away when they are led."
    if house.omnibus and hand & ~given & BIT[JACK]:
        return "You keep the jack of diamonds, and pass the cards that are likeliest to take points."
    if (given & HEARTS).bit_count() > 1:
        return "These high hearts would win tricks full of points."
    return "These cards are likeliest to win tricks that you do not want."


def _is_emptied(hand: int, given: int, suit: int) -> bool:
    held = hand >> 13 * suit & 0x1FFF
    return bool(held) and held == given >> 13 * suit & 0x1FFF
