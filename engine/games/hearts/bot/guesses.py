"""Possible tables: the unseen cards dealt out again, each way that fits what a seat knows as likely as any other.

Cards are grouped by who may hold them. A table of counts says in how many ways the rest can be dealt once so many
places are filled; drawing group by group in those proportions gives exactly even chances, with no rejected draws.
"""

from bisect import bisect
from collections import defaultdict
from itertools import accumulate
from math import comb
from random import Random

from ..cards import SEATS
from .beliefs import Knowledge

_Split = tuple[int, int, int]


class Worlds:
    """Deals of the unseen cards that agree with what a seat knows.

    Voids shown and cards passed are certain. What a seat would have played before now is taken for certain too, as
    long as some deal agrees with it.
    """

    def __init__(self, known: Knowledge) -> None:
        self._hand = known.hand
        self._me = known.me
        self._others = [seat for seat in range(SEATS) if seat != known.me]
        self._sure = [known.sure[seat] for seat in self._others]
        unlikely = known.unlikely
        if not self._lay_out(known, unlikely):
            self._lay_out(known, (0,) * SEATS)

    def draw(self, chance: Random) -> list[int]:
        """One such deal: the cards of each seat as a set, mine included."""
        hands = [0] * SEATS
        hands[self._me] = self._hand
        places = self._places
        filled = list(self._sure)
        for number, cards in enumerate(self._groups):
            split = self._draw_split(number, places, chance)
            order = cards[:]
            chance.shuffle(order)
            start = 0
            for other, share in enumerate(split):
                for card in order[start : start + share]:
                    filled[other] |= 1 << card
                start += share
            places = (places[0] - split[0], places[1] - split[1], places[2] - split[2])
        for other, seat in enumerate(self._others):
            hands[seat] = filled[other]
        return hands

    @property
    def count(self) -> int:
        """How many such deals there are."""
        return self._ways(0, self._places)

    def _lay_out(self, known: Knowledge, unlikely: tuple[int, ...]) -> bool:
        """Group the loose cards; gives whether any deal fits."""
        loose = known.unseen
        for cards in self._sure:
            loose &= ~cards
        barred = [known.cannot[seat] | unlikely[seat] for seat in self._others]
        groups: dict[tuple[bool, ...], list[int]] = defaultdict(list)
        for card in _places_of(loose):
            groups[tuple(not cards >> card & 1 for cards in barred)].append(card)
        # The most confined cards first: the fewer ways remain open, the smaller the table of counts.
        ordered = sorted(groups.items(), key=lambda item: sum(item[0]))
        self._fits = [who for who, _ in ordered]
        self._groups = [cards for _, cards in ordered]
        sizes = [known.sizes[seat] - cards.bit_count() for seat, cards in zip(self._others, self._sure, strict=True)]
        self._places: _Split = (sizes[0], sizes[1], sizes[2])
        self._known_ways: dict[tuple[int, _Split], int] = {}
        self._known_splits: dict[tuple[int, _Split], tuple[list[_Split], list[int]]] = {}
        return self._ways(0, self._places) > 0

    def _ways(self, number: int, places: _Split) -> int:
        """In how many ways the groups from `number` on can fill the places."""
        if number == len(self._groups):
            return int(places == (0, 0, 0))
        key = (number, places)
        ways = self._known_ways.get(key)
        if ways is None:
            ways = sum(weight for _, weight in self._splits(number, places))
            self._known_ways[key] = ways
        return ways

    def _splits(self, number: int, places: _Split) -> list[tuple[_Split, int]]:
        """How a group may be shared out, with the number of deals for each way."""
        count = len(self._groups[number])
        most = [room if may else 0 for room, may in zip(places, self._fits[number], strict=True)]
        found = []
        for first in range(min(count, most[0]) + 1):
            for second in range(max(0, count - first - most[2]), min(count - first, most[1]) + 1):
                third = count - first - second
                rest = self._ways(number + 1, (places[0] - first, places[1] - second, places[2] - third))
                if rest:
                    found.append(((first, second, third), rest * comb(count, first) * comb(count - first, second)))
        return found

    def _draw_split(self, number: int, places: _Split, chance: Random) -> _Split:
        key = (number, places)
        known = self._known_splits.get(key)
        if known is None:
            splits = self._splits(number, places)
            known = [split for split, _ in splits], list(accumulate(weight for _, weight in splits))
            self._known_splits[key] = known
        found, weights = known
        return found[bisect(weights, chance.randrange(weights[-1]))]


def _places_of(cards: int) -> list[int]:
    return [place for place in range(52) if cards >> place & 1]
