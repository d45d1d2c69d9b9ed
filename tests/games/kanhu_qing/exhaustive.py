"""A slow judge of winning hands, who tries every way to lay the cards out, group by group, and knows no shortcut.

It takes the first numeral of the hand and puts it, in turn, into every group in which it can be, or attaches it if it
is an ace; then the next. What is written here is the rulebook's §5 alone: nothing is shared with the solver.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

Cards = tuple[str, ...]

HONOURS = ("RF", "WF", "OT")
EYES = {
    "wealth": ("C1 C2 C3", "RF S9 OT", "WF S8 M9", "C9 S1 M1", "C8 S2 M2", "C7 S3 M3", "RF S9 M9"),
    "culin": ("C1 C2 C3", "RF S9 OT", "WF S8 M9", "C9 S1 M1", "C8 S2 M2", "C7 S3 M3", "C8 S3 M2"),
    "both": ("C1 C2 C3", "RF S9 OT", "WF S8 M9", "C9 S1 M1", "C8 S2 M2", "C7 S3 M3", "RF S9 M9", "C8 S3 M2"),
}


class Judge:
    """Judge of one table's hands. sixth: the option eye6. wild: whether honours are wild."""

    def __init__(self, sixth: str, *, wild: bool) -> None:
        self.eyes = [tuple(sorted(cards.split())) for cards in EYES[sixth]]
        self.wild = wild
        self.fits = cache(self._fits)

    def wins(self, hand: Cards) -> bool:
        """Whether the cards are a winning hand, whatever their number."""
        return self.fits(_in_order(hand), False)

    def _fits(self, hand: Cards, has_eyes: bool) -> bool:
        """hand: numerals first."""
        if not hand or hand[0] in HONOURS:
            return has_eyes  # honours attach, all of them
        if hand[0][1] == "1" and self.fits(hand[1:], has_eyes):
            return True
        for eyes in self.eyes:
            if hand[0] in eyes and not Counter(eyes) - Counter(hand) and self.fits(_less(hand, eyes), True):
                return True
        return any(self.fits(_less(hand, boy), has_eyes) for boy in self._boys(hand))

    def _boys(self, hand: Cards) -> Iterator[Cards]:
        first, rest = hand[0], hand[1:]
        honours = [card for card in rest if card in HONOURS] if self.wild else []
        alike = [card for card in rest if card[1:] == first[1:] and card not in HONOURS]
        for two in set(combinations(alike + honours, 2)):
            yield (first, *two)
        place = int(first[1])
        for low in range(1, place + 1):
            for high in range(max(place, low + 2), 10):
                others = [f"{first[0]}{rank}" for rank in range(low, high + 1) if rank != place]
                yield from ((first, *cards) for cards in self._filled(others, rest, honours))

    def _filled(self, wanted: list[str], rest: Cards, honours: list[str]) -> Iterator[Cards]:
        """Cards that stand for the wanted ones: themselves, or wild honours in their place."""
        for wilds in range(len(honours) + 1 if len(honours) < len(wanted) else len(wanted) + 1):
            for natural in combinations(wanted, len(wanted) - wilds):
                if not Counter(natural) - Counter(rest):
                    yield from ((*natural, *chosen) for chosen in set(combinations(honours, wilds)))


def _in_order(hand: Cards) -> Cards:
    return tuple(sorted(hand, key=lambda card: (card in HONOURS, card)))


def _less(hand: Cards, gone: Cards) -> Cards:
    left = list(hand)
    for card in gone:
        left.remove(card)
    return tuple(left)
