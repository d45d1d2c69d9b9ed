"""The distance of a hand from going out, and the cards that it needs. Each new card replaces one of the hand. Every
card that the hand does not hold counts as available, unless it is gone for good.
Method: the lowest card of the hand is either given up, or in a meld with cards that may be missing. A limit on both
rises by one until a way is found.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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


@dataclass(frozen=True, slots=True)
class _Meld:
    """A meld that a search may use. mask: its cards. shares: by the number of cards that a hand has of it, the cards
    that it lacks for each card that it has. fields: for each number of cards that it wants of a face, the bits of these
    faces, that number, and those of the bits that can still be set when the meld has taken its cards.
    """

    mask: int
    shares: tuple[float, ...]
    fields: tuple[tuple[int, int, int], ...]

    def taken_from(self, left: int) -> int:
        """The cards that remain when the meld takes all that it can use."""
        for field, count, kept in self.fields:
            left = left & ~field | left >> count & kept
        return left


class _Melds:
    """The melds of a book. Cards are one number: each face has `width` bits, and the lowest ones of them are set, as
    many as there are cards of it. So one AND gives the cards that a meld has.
    """

    def __init__(self, book: MeldBook) -> None:
        self.order = {face: place for place, face in enumerate(book.faces)}
        found = {tuple(sorted(self.order[face] for face in pattern.faces)) for pattern in patterns(book)}
        for suit in range(3):
            for first in range(9):
                for size in range(3, min(_LONGEST, 9 - first) + 1):
                    found.add(tuple(range(9 * suit + first, 9 * suit + first + size)))
        counted = [Counter(meld) for meld in sorted(found)]
        self.width = max(book.copies, *(count for meld in counted for count in meld.values()))
        self.singles = [self._meld(Counter((place,))) for place in range(len(self.order))]
        """For each face, one card of it."""
        melds = [(counts, self._meld(counts)) for counts in counted]
        self.of = [[meld for counts, meld in melds if place in counts] for place in range(len(self.order))]
        """For each face, the melds with it."""

    def mask(self, counts: Mapping[int, int]) -> int:
        """Cards as one number. counts: by the place of their face."""
        return sum(((1 << count) - 1) << self.width * place for place, count in counts.items())

    def _meld(self, counts: Counter[int]) -> _Meld:
        size, fields = counts.total(), []
        for number in sorted(set(counts.values())):
            faces = [place for place, count in counts.items() if count == number]
            whole = self.mask(dict.fromkeys(faces, self.width))
            fields.append((whole, number, self.mask(dict.fromkeys(faces, self.width - number))))
        shares = (float("inf"), *((size - held) / held for held in range(1, size + 1)))
        return _Meld(self.mask(counts), shares, tuple(fields))


@lru_cache(maxsize=16)
def _melds(book: MeldBook) -> _Melds:
    return _Melds(book)


class _Search:
    def __init__(self, hand: tuple[Card, ...], size: int, book: MeldBook, gone: Iterable[Card]) -> None:
        self._melds = _melds(book)
        order = self._melds.order
        self._held = Counter(order[card] for card in hand if card != JOKER)
        self._gone = Counter(order[card] for card in gone if card != JOKER)
        self._jokers = hand.count(JOKER)
        self._spare = len(hand) - size
        self._copies = book.copies
        self._bounds: dict[int, float] = {}

    def _bound(self, left: int) -> float:
        """A lower bound of the cost of these cards: each is given up, or bears its share of the cards that its cheapest
        meld lacks.
        """
        width, melds, bound, rest = self._melds.width, self._melds.of, 0.0, left
        while rest:
            place = ((rest & -rest).bit_length() - 1) // width
            count = (rest >> width * place & (1 << width) - 1).bit_count()
            rest = rest >> width * (place + 1) << width * (place + 1)
            least = 1.0
            for meld in melds[place]:
                share = meld.shares[(left & meld.mask).bit_count()]
                if share < least:
                    least = share
            bound += count * least
        self._bounds[left] = bound
        return bound

    def ways(self, distance: int) -> set[tuple[int, ...]]:
        """Every set of so many faces with which all cards but the same number fit into melds."""
        self._seen: set[tuple[int, tuple[int, ...], int]] = set()
        self._found: set[tuple[int, ...]] = set()
        self._limit = distance
        self._go_on(self._melds.mask(self._held), (), distance + self._spare)
        return self._found

    def _go_on(self, left: int, missing: tuple[int, ...], spare: int) -> None:
        """left: cards in no meld yet. missing: faces that melds still lack. spare: cards that may be given up."""
        if self._found and self._limit > FEW:
            return
        if not left:
            if not spare:
                self._end(missing)
            return
        may_lack = self._limit + self._jokers - len(missing)
        bound = self._bounds.get(left)
        if (self._bound(left) if bound is None else bound) > may_lack + spare + _ROUNDING:
            return
        at = (left, missing, spare)
        if at in self._seen:
            return
        self._seen.add(at)
        width = self._melds.width
        place = ((left & -left).bit_length() - 1) // width
        for meld in self._melds.of[place]:
            lacking = meld.mask & ~left
            if lacking.bit_count() <= may_lack:
                more = missing
                if lacking:
                    more = tuple(sorted((*missing, *_places(lacking, width))))
                self._go_on(meld.taken_from(left), more, spare)
        if spare:
            self._go_on(self._melds.singles[place].taken_from(left), missing, spare - 1)

    def _end(self, missing: tuple[int, ...]) -> None:
        """Jokers of the hand stand for some missing faces; the rest must come, so the pack must have them."""
        if len(missing) != self._limit + self._jokers:
            return
        for way in set(combinations(missing, self._limit)):
            if all(way.count(face) <= self._copies - self._held[face] - self._gone[face] for face in way):
                self._found.add(way)


def _places(cards: int, width: int) -> Iterator[int]:
    """The place of the face of each card."""
    while cards:
        yield ((cards & -cards).bit_length() - 1) // width
        cards &= cards - 1
