"""The distance of a hand from going out, and the cards that it needs. Each new card replaces one of the hand. Every
card that the hand does not hold counts as available, unless it is gone for good.
Method: the lowest card of the hand is either given up, or in a meld with cards that may be missing. A limit on both
rises by one until a way is found.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ....model.cards import JOKER, Card
from .tables import MeldBook, patterns

_LONGEST = 5
"""A longer sequence is two sequences."""
_ROUNDING = 0.001
FEW = 3
"""Up to this distance all ways are searched. Beyond it, one way is enough."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The shortest ways to go out. distance: cards that must come. ways: each set of cards that would do, in pack
    order; only one for a hand that is far away.
    """

    distance: int
    ways: tuple[tuple[Card, ...], ...]


def nearest(hand: Iterable[Card], size: int, book: MeldBook, gone: Iterable[Card] = ()) -> Nearest:
    """The shortest ways to a hand of so many cards, all in melds. size: cards of the hand between two turns; the hand
    may hold one more. It must not be complete already. gone: cards that cannot come any more.
    """
    search = _Search(tuple(hand), size, book, gone)
    for distance in range(1, size + 1):
        ways = search.ways(distance)
        if ways:
            return Nearest(distance, tuple(sorted(tuple(_faces(way, book)) for way in ways)))
    return Nearest(size, ())


def _faces(way: tuple[int, ...], book: MeldBook) -> list[Card]:
    return [book.faces[place] for place in way]


@lru_cache(maxsize=16)
def _melds(book: MeldBook) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """For each face, the melds with it: each as its faces with counts."""
    order = {face: place for place, face in enumerate(book.faces)}
    found = {tuple(sorted(order[face] for face in pattern.faces)) for pattern in patterns(book)}
    for suit in range(3):
        for first in range(9):
            for size in range(3, min(_LONGEST, 9 - first) + 1):
                found.add(tuple(range(9 * suit + first, 9 * suit + first + size)))
    melds = [tuple(Counter(meld).items()) for meld in sorted(found)]
    return tuple(tuple(meld for meld in melds if any(place == face for face, _ in meld)) for place in range(len(order)))


class _Search:
    def __init__(self, hand: tuple[Card, ...], size: int, book: MeldBook, gone: Iterable[Card]) -> None:
        order = {face: place for place, face in enumerate(book.faces)}
        self._held = [0] * len(order)
        self._gone = Counter(order[card] for card in gone if card != JOKER)
        for card in hand:
            if card != JOKER:
                self._held[order[card]] += 1
        self._jokers = hand.count(JOKER)
        self._spare = len(hand) - size
        self._copies, self._melds = book.copies, _melds(book)
        self._bounds: dict[tuple[int, ...], float] = {}

    def _bound(self, left: tuple[int, ...]) -> float:
        """A lower bound of the cost of these cards: each is given up, or bears its share of the cards that its cheapest
        meld lacks.
        """
        if left not in self._bounds:
            self._bounds[left] = sum(
                count * min(1.0, *(_share(meld, left) for meld in melds))
                for count, melds in zip(left, self._melds, strict=True)
                if count
            )
        return self._bounds[left]

    def ways(self, distance: int) -> set[tuple[int, ...]]:
        """Every set of so many faces with which all cards but the same number fit into melds."""
        self._seen: set[tuple[tuple[int, ...], tuple[int, ...], int]] = set()
        self._found: set[tuple[int, ...]] = set()
        self._limit = distance
        self._go_on(self._held, 0, (), distance + self._spare)
        return self._found

    def _go_on(self, left: list[int], place: int, missing: tuple[int, ...], spare: int) -> None:
        """left: cards in no meld yet. missing: faces that melds still lack. spare: cards that may be given up."""
        if self._found and self._limit > FEW:
            return
        while place < len(left) and not left[place]:
            place += 1
        if place == len(left):
            if not spare:
                self._end(missing)
            return
        at = (tuple(left), missing, spare)
        if self._bound(at[0]) > self._limit + self._jokers - len(missing) + spare + _ROUNDING:
            return
        if at in self._seen:
            return
        self._seen.add(at)
        for meld in self._melds[place]:
            lacking = [face for face, count in meld for _ in range(count - left[face])]
            if len(missing) + len(lacking) <= self._limit + self._jokers:
                rest = left.copy()
                for face, count in meld:
                    rest[face] = max(0, rest[face] - count)
                self._go_on(rest, place, tuple(sorted((*missing, *lacking))), spare)
        if spare:
            rest = left.copy()
            rest[place] -= 1
            self._go_on(rest, place, missing, spare - 1)

    def _end(self, missing: tuple[int, ...]) -> None:
        """Jokers of the hand stand for some missing faces; the rest must come, so the pack must have them."""
        if len(missing) != self._limit + self._jokers:
            return
        for way in set(combinations(missing, self._limit)):
            if all(way.count(face) <= self._copies - self._held[face] - self._gone[face] for face in way):
                self._found.add(way)


def _share(meld: tuple[tuple[int, int], ...], left: tuple[int, ...]) -> float:
    """Cards that a meld lacks, for each card that it has."""
    lacking = held = 0
    for face, count in meld:
        there = min(count, left[face])
        held += there
        lacking += count - there
    return lacking / held
