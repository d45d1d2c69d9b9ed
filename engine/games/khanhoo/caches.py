"""Three equal cards laid aside, and the fourth that ends the deal. Pure. Rule: khanhoo §14."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ...model.cards import JOKER, Card

CACHE_SIZE: Final = 3


def cards_to_cache(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Faces of which a hand holds three natural cards, so that one is left to throw. Rule: khanhoo §14.3, §14.4."""
    if len(hand) <= CACHE_SIZE:
        return ()
    return tuple(sorted(card for card, count in Counter(hand).items() if count >= CACHE_SIZE and card != JOKER))


def quartettes(hand: Sequence[Card], cached: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """What a hand holds of natural quartettes: four cards, or the fourth of a cache. Rule: khanhoo §14.6.

    cached: the faces of the seat's caches.
    """
    held = Counter(hand)
    whole = [(card,) * 4 for card, count in held.items() if count == 4 and card != JOKER]
    return tuple(sorted([*whole, *((card,) for card in cached if held[card])]))
