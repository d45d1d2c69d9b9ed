"""What each suit has to do with the eyes: of which it holds its part, and what it can leave for sets without that part.

Eyes are told as bits, by their place in ALL_EYES, and those that are held twice as bits so many higher. A hand holds
the eyes of which the three suits and the honours all hold their parts: a bit that is set in all four.
"""

from typing import Final

from ..pack import ALL_EYES, COUNT_BITS, HONOUR_SHIFT, MYRIADS_SHIFT, ONES, SUIT_BITS, SUIT_MASK, TWICE
from .runs import POOLS

_MOST_KNOWN: Final = 50_000  # of each suit; then all are forgotten, for memory's sake

Side = tuple[int, list[tuple[int, ...]]]
"""Of the cards of a suit: bits of the eyes whose part they hold; and by such eyes the pools that the rest can leave, or
nothing as long as `pools_after` was not asked."""


class _Parts:
    """What each eyes want of one suit, or of the honours. shift: where these lie in a code."""

    def __init__(self, shift: int) -> None:
        self.shift = shift
        self.wanted = tuple(eyes.code >> shift & SUIT_MASK for eyes in ALL_EYES)
        self._alike = [
            (part, sum(1 << place for place, other in enumerate(self.wanted) if other == part))
            for part in dict.fromkeys(self.wanted)
        ]

    def held_in(self, cards: int) -> int:
        """Bits of the eyes whose part is among these cards. No part has two cards of a face."""
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
    """Make the three suits of a hand known."""
    for known, parts in _SIDES:
        cards = code >> parts.shift & SUIT_MASK
        if cards not in known:
            if len(known) > _MOST_KNOWN:
                known.clear()
            known[cards] = parts.held_in(cards), [()] * len(ALL_EYES)


def pools_after(suit: int, side: list[tuple[int, ...]], code: int, place: int) -> tuple[int, ...]:
    """Work out what a suit of a hand can leave without its part of the eyes, and keep it in the list of its side.

    suit: 0 for cash, 1 for strings, 2 for myriads. place: of the eyes, which the hand holds, in ALL_EYES.
    """
    parts = _SIDES[suit][1]
    found = side[place] = POOLS[(code >> parts.shift & SUIT_MASK) - parts.wanted[place]]
    return found
