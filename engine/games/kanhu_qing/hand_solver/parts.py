"""The part of each suit in the eyes: which parts it holds, and what it can leave for sets without them. Eyes are bits,
by their place in ALL_EYES; eyes held twice have a second, higher bit. A hand holds the eyes whose bit is set for all
three suits and the honours.
"""

from typing import Final

from ..pack import ALL_EYES, COUNT_BITS, HONOUR_SHIFT, MYRIADS_SHIFT, ONES, SUIT_BITS, SUIT_MASK, TWICE
from .runs import POOLS

_MOST_KNOWN: Final = 50_000  # for each suit; then the cache is cleared to limit memory

Side = tuple[int, list[tuple[int, ...]]]
"""Of the cards of a suit: bits of the eyes whose part they hold; and by such eyes the pools that the rest can leave, or
nothing as long as `pools_after` was not asked."""


class _Parts:
    """The cards of each eyes in one suit, or in the honours. shift: their place in a code."""

    def __init__(self, shift: int) -> None:
        self.shift = shift
        self.wanted = tuple(eyes.code >> shift & SUIT_MASK for eyes in ALL_EYES)
        self._alike = [
            (part, sum(1 << place for place, other in enumerate(self.wanted) if other == part))
            for part in dict.fromkeys(self.wanted)
        ]

    def held_in(self, cards: int) -> int:
        """Bits of the eyes whose part is among these cards. No part has two equal cards."""
        twice = (cards >> 1 | cards >> 2) & ONES
        once = twice | cards & ONES
        bits = 0
        for part, eyes in self._alike:
            if once & part == part:
                bits |= eyes
                if twice & part == part:
                    bits |= eyes << TWICE
        return bits


CASH: Final[dict[int, Side]] = {}
STRINGS: Final[dict[int, Side]] = {}
MYRIADS: Final[dict[int, Side]] = {}
"""By the cards of a suit: what is known of them. Plain dictionaries, the fastest there are; `learn` fills them."""

_SIDES: Final = tuple(zip((CASH, STRINGS, MYRIADS), map(_Parts, (0, SUIT_BITS, MYRIADS_SHIFT)), strict=True))

EYES_OF_HONOURS: Final = tuple(map(_Parts(HONOUR_SHIFT).held_in, range(1 << 3 * COUNT_BITS)))
"""By the honours of a hand: bits of the eyes whose honours are among them."""


def learn(code: int) -> None:
    """Add the three suits of a hand to the cache."""
    for known, parts in _SIDES:
        cards = code >> parts.shift & SUIT_MASK
        if cards not in known:
            if len(known) > _MOST_KNOWN:
                known.clear()
            known[cards] = parts.held_in(cards), [()] * len(ALL_EYES)


def pools_after(suit: int, side: list[tuple[int, ...]], code: int, place: int) -> tuple[int, ...]:
    """Compute what a suit of a hand can leave without its part of the eyes, and store it in its list.

    suit: 0 for cash, 1 for strings, 2 for myriads. place: of the eyes, which the hand holds, in ALL_EYES.
    """
    parts = _SIDES[suit][1]
    found = side[place] = POOLS[(code >> parts.shift & SUIT_MASK) - parts.wanted[place]]
    return found
