"""Sample possible deals of the cards that a seat does not see, all with equal chance.

Cards are grouped by who may hold them. A table counts the ways to deal the rest after so many places are filled.
Drawing group by group in these proportions gives exactly equal chances, and no draw is rejected.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from operator import sub
from random import Random

from ..kit.card_sets import places_of
from ..model.cards import Seat

_Split = tuple[int, ...]
"""How many cards each seat gets."""


class ConstrainedDeals:
    """Deals of the cards that a seat does not see to the other seats. Sets of cards are sets of bits."""

    def __init__(
        self,
        me: Seat,
        hand: int,
        unseen: int,
        sizes: Sequence[int],
        cannot: Sequence[int],
        certain: Sequence[int],
        *,
        draws_for_one: bool = False,
    ) -> None:
        """Group the cards.

        me, hand: the seat and its own cards. sizes: cards in each hand. cannot: what each seat does not hold. certain:
        what it does hold. draws_for_one: use a random number even if a group can be split in only one way.
        """
        self._certain = [hand if seat == me else cards for seat, cards in enumerate(certain)]
        room = [size - cards.bit_count() for size, cards in zip(sizes, certain, strict=True)]
        room[me] = 0
        self._room = tuple(room)
        self._draws_for_one = draws_for_one
        barred = [unseen if seat == me else cards for seat, cards in enumerate(cannot)]
        for cards in self._certain:
            unseen &= ~cards
        groups: dict[tuple[bool, ...], list[int]] = {}
        while unseen:
            card = unseen & -unseen
            unseen ^= card
            groups.setdefault(tuple([not card & cards for cards in barred]), []).append(card)
        # The cards with the fewest possible holders come first, which keeps the table of counts small.
        self._groups = sorted(groups.items(), key=lambda group: sum(group[0]))
        self._splits: dict[tuple[int, _Split], tuple[list[_Split], list[int]]] = {}

    @property
    def count(self) -> int:
        """How many deals fit."""
        return self._ways(0, self._room)

    def draw(self, chance: Random) -> list[int]:
        """One deal that fits: the cards of each seat. At least one must exist."""
        hands, room = self._certain[:], self._room
        for number, (_, cards) in enumerate(self._groups):
            split = self._draw_split(number, room, chance)
            order = cards[:]
            chance.shuffle(order)
            start = 0
            for seat, share in enumerate(split):
                if share:
                    hands[seat] |= sum(order[start : start + share])
                    start += share
            room = tuple(map(sub, room, split))
        return hands

    def _draw_split(self, number: int, room: _Split, chance: Random) -> _Split:
        splits, sums = self._splits_of(number, room)
        if len(splits) == 1 and not self._draws_for_one:
            return splits[0]
        return splits[bisect(sums, chance.randrange(sums[-1]))]

    def _ways(self, number: int, room: _Split) -> int:
        """The number of ways in which the groups from this one on can fill the places."""
        if number == len(self._groups):
            return 0 if any(room) else 1
        sums = self._splits_of(number, room)[1]
        return sums[-1] if sums else 0

    def _splits_of(self, number: int, room: _Split) -> tuple[list[_Split], list[int]]:
        """The ways to split a group, and the cumulative number of deals for each."""
        found = self._splits.get((number, room))
        if found is None:
            may, cards = self._groups[number]
            most = tuple([places if allowed else 0 for places, allowed in zip(room, may, strict=True)])
            splits, ways = [], []
            for split, orders in _shares(len(cards), most):
                rest = self._ways(number + 1, tuple(map(sub, room, split)))
                if rest:
                    splits.append(split)
                    ways.append(rest * orders)
            found = self._splits[number, room] = splits, list(accumulate(ways))
        return found


def dealt_in_order(me: Seat, hand: int, unseen: int, sizes: Sequence[int]) -> list[int]:
    """One deal of the unseen cards in pack order. It serves if only all other hands together count."""
    hands, loose = [], [1 << place for place in places_of(unseen)]
    for seat, size in enumerate(sizes):
        hands.append(hand if seat == me else sum(loose[:size]))
        if seat != me:
            del loose[:size]
    return hands


@lru_cache(maxsize=1 << 12)
def _shares(count: int, most: _Split) -> tuple[tuple[_Split, int], ...]:
    """Each way to split so many cards, fewest to the first seat first, with the number of choices."""
    return tuple(_shared(count, most))


def _shared(count: int, most: _Split) -> Iterator[tuple[_Split, int]]:
    first, *others = most
    if not others:
        if count <= first:
            yield (count,), 1
        return
    rest = tuple(others)
    for share in range(max(0, count - sum(rest)), min(count, first) + 1):
        for split, orders in _shares(count - share, rest):
            yield (share, *split), comb(count, share) * orders
