"""The melds of a Khanhoo pack, and the lookup tables for the solver (`engine.games.khanhoo.melds.solver`).

A `MeldBook` has the cards and the melds of a table. Its `tables` are made once per book:

* A hand is one integer, the sum of a code per card: two bits count each face (three bits where there are four
  copies), nine faces make a suit, the courts and the jokers follow. With two bits it fits a machine word, which makes
  sums fast.
* A `Holding` is one way to hold a meld other than a sequence: natural cards and a number of jokers. Each holding has
one bit. A table for each suit says which holdings its cards allow; AND over the suits gives those that the hand allows.
* `Runs` says, for each suit and number of jokers, how many sequences its cards can make: the most, and the most as an
exact cover.

The tables fill on demand (a few microseconds for each new state of a suit).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from ....model.cards import JOKER, Card

NUMERALS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9")

UNCOVERED: Final = 1 << 24
"""Added to a cover that does not exist; larger than any sum of points."""

SEQUENCE: Final = "sequence"


@dataclass(frozen=True)
class MeldBook:
    """The cards and the melds of one table.

    suits: letters of the three numeral suits. courts: the three court cards of a royal assembly.
    khanhoo: the three named cards. court_groups: (court card, numeral card), the numeral card being wanted twice.
    copies: of each face; jokers: in the pack. split_runs: the parts of a cut sequence count separately; else neighbours
    merge.
    aces_max: most cards of an aces meld. ace_triplets: three different aces are a triplet.
    trio, quartette: three or four cards of one face are a meld.
    """

    suits: tuple[str, str, str]
    courts: tuple[Card, Card, Card]
    khanhoo: tuple[Card, Card, Card]
    court_groups: tuple[tuple[Card, Card], ...]
    copies: int = 2
    jokers: int = 1
    split_runs: bool = True
    aces_max: int = 3
    ace_triplets: bool = False
    trio: bool = False
    quartette: bool = False

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """Every face but the joker: the numeral suits from ace to nine, then the courts."""
        return (*(Card(rank + suit) for suit in self.suits for rank in NUMERALS), *self.courts)

    @cached_property
    def tables(self) -> Tables:
        """The solver's tables; equal books share them."""
        return _tables(self)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A meld other than a sequence, as the faces that it needs."""

    kind: str
    points: int
    faces: tuple[Card, ...]


def patterns(book: MeldBook) -> Iterator[Pattern]:
    """Every meld of the book except sequences. Points by khanhoo §6."""
    aces = tuple(Card("A" + suit) for suit in book.suits)
    for size in range(3, book.aces_max + 1):
        for faces in combinations_with_replacement(aces, size):
            yield Pattern("aces", 1, faces)
    for faces in combinations_with_replacement(aces, 6):
        yield Pattern("double aces", 10, faces)
    for rank in NUMERALS if book.ace_triplets else NUMERALS[1:]:
        triplet = tuple(Card(rank + suit) for suit in book.suits)
        yield Pattern("triplet", 2, triplet)
        yield Pattern("double triplet", 10, triplet * 2)
    yield Pattern("royal assembly", 3, book.courts)
    yield Pattern("double royal", 10, book.courts * 2)
    for court, numeral in book.court_groups:
        yield Pattern("court meld", 4, (court, numeral, numeral))
    yield Pattern("khanhoo", 5, book.khanhoo)
    yield Pattern("double khanhoo", 15, book.khanhoo * 2)
    for face in book.faces:
        if book.trio:
            yield Pattern("trio", 6, (face,) * 3)
        if book.quartette:
            yield Pattern("quartette", 12, (face,) * 4)


@dataclass(frozen=True, slots=True)
class Holding:
    """One way to hold a pattern: natural cards, and jokers in these roles."""

    kind: str
    points: int
    naturals: tuple[Card, ...]
    roles: tuple[Card, ...]

    @property
    def jokers(self) -> int:
        return len(self.roles)


def _holdings(book: MeldBook, codes: Mapping[Card, int]) -> list[Holding]:
    """Every way to hold a pattern with at least one natural card: only the best reading, fewest jokers first."""
    best: dict[tuple[int, int], Holding] = {}
    for pattern in patterns(book):
        wanted = Counter(pattern.faces)
        for counts in product(*(range(min(n, book.copies) + 1) for n in wanted.values())):
            held = Counter(dict(zip(wanted, counts, strict=True)))
            roles = tuple((wanted - held).elements())
            if not any(counts) or len(roles) > book.jokers:
                continue
            naturals = tuple(held.elements())
            place = (sum(codes[card] for card in naturals), len(roles))
            if place not in best or best[place].points < pattern.points:
                best[place] = Holding(pattern.kind, pattern.points, naturals, roles)
    return sorted(best.values(), key=lambda holding: (holding.jokers, -holding.points))


class Runs(dict[int, int]):
    """Sequences of one suit: cards of the suit -> most sequences | most sequences of an exact cover << 12.

    Every sequence has a natural card, so the search finds it at its lowest one. If neighbouring sequences merge, the
    key also has the ranks at which sequences ended and began so far, and pairs that would merge are skipped: they are
    tried as one longer sequence anyway.
    """

    def __init__(self, jokers: int, fewer: list[Runs], *, width: int, longest: int, merge: bool) -> None:
        """fewer: the tables for fewer jokers; this one is appended to them."""
        super().__init__()
        self.width = width
        self.merge = merge
        self.by_jokers = [*fewer, self]
        self.shapes = [_shapes(rank, jokers, width, longest) for rank in range(9)]
        self.suit_bits = 9 * width
        self.suit_mask = (1 << self.suit_bits) - 1
        self.ones = sum(1 << width * rank for rank in range(9))
        self[0] = UNCOVERED if jokers else 0
        fewer.append(self)

    def __missing__(self, key: int) -> int:
        most, cover = 0, -1
        for shape, rest in self.ways(key):
            if shape is None:
                most = self[rest] & 4095
                continue
            found = self.by_jokers[-1 - shape.jokers][rest]
            most = max(most, 1 + (found & 4095))
            if found < UNCOVERED:
                cover = max(cover, 1 + (found >> 12))
        self[key] = answer = most | (cover << 12 if cover >= 0 else UNCOVERED)
        return answer

    def ways(self, key: int) -> Iterator[tuple[Shape | None, int]]:
        """The possible uses of the lowest card: left over (None), or the lowest natural card of a sequence; each with
        the rest.
        """
        cards = key & self.suit_mask
        if not cards:
            return
        rank = ((cards & -cards).bit_length() - 1) // self.width
        marks = key >> self.suit_bits
        absent = self.ones & ~(cards | cards >> 1 | (cards >> 2 if self.width == 3 else 0))
        yield None, self._key(cards - (1 << self.width * rank), marks)
        for shape in self.shapes[rank]:
            if shape.cards & absent:
                continue
            if not self.merge:
                yield shape, cards - shape.cards
            elif not _merges(marks | shape.marks):
                yield shape, self._key(cards - shape.cards, marks | shape.marks)

    def _key(self, cards: int, marks: int) -> int:
        """The key of the remaining cards, without marks that no later sequence can touch, so that equal states share a
        key.
        """
        if not cards or not marks:
            return cards
        jokers = len(self.by_jokers) - 1
        lowest = max(((cards & -cards).bit_length() - 1) // self.width - jokers - 1, 0)
        alive = 511 >> lowest << lowest
        return cards | (marks & (alive | alive << 9)) << self.suit_bits


@dataclass(frozen=True, slots=True)
class Shape:
    """A sequence relative to its lowest natural card: ranks first..last (0 = ace), with jokers at some of them."""

    first: int
    last: int
    wild: frozenset[int]
    jokers: int
    cards: int
    marks: int


def _shapes(lowest: int, jokers: int, width: int, longest: int) -> list[Shape]:
    """Sequences of 3..longest cards whose lowest natural card has this rank, with at most so many jokers."""
    found = []
    for first in range(max(0, lowest - jokers), lowest + 1):
        below = frozenset(range(first, lowest))
        for last in range(max(first + 2, lowest), min(first + longest, 9)):
            above = range(lowest + 1, last + 1)
            for bits in product((False, True), repeat=len(above)):
                wild = below | {rank for rank, is_wild in zip(above, bits, strict=True) if is_wild}
                if len(wild) <= jokers:
                    cards = sum(1 << width * rank for rank in range(first, last + 1) if rank not in wild)
                    found.append(Shape(first, last, wild, len(wild), cards, 1 << last | 1 << first + 9))
    return found


def _merges(marks: int) -> bool:
    """Whether a sequence that ended (low nine bits) touches one that began at the next rank (next nine bits)."""
    return bool((marks & 511) << 1 & marks >> 9)


class Allows(dict[int, int]):
    """Cards of one suit -> bits of the holdings whose part in this suit they have."""

    def __init__(self, parts: Iterable[int], width: int) -> None:
        """parts: what each holding needs of this suit."""
        super().__init__()
        self.width, self.most = width, (1 << width) - 1
        self.bits: list[list[int]] = [[0] * (self.most + 1) for _ in range(9)]
        for place, wanted in enumerate(parts):
            for rank in range(9):
                for count in range(wanted >> width * rank & self.most, self.most + 1):
                    self.bits[rank][count] |= 1 << place

    def __missing__(self, key: int) -> int:
        allowed = -1
        for rank, bits in enumerate(self.bits):
            allowed &= bits[key >> self.width * rank & self.most]
        self[key] = allowed
        return allowed


class Lone(dict[int, int]):
    """Cards of one suit -> bits of the ranks that are in no sequence without a joker."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width, self.most = width, (1 << width) - 1

    def __missing__(self, key: int) -> int:
        there = sum(1 << rank for rank in range(9) if key >> self.width * rank & self.most)
        middle = there & there << 1 & there >> 1
        self[key] = lone = there & ~(middle | middle << 1 | middle >> 1)
        return lone


class Tables:
    """All lookup tables of a book."""

    def __init__(self, book: MeldBook) -> None:
        self.book = book
        self.width = 2 if book.copies < 4 else 3
        self.most = (1 << self.width) - 1
        self.suit_bits = 9 * self.width
        self.joker_shift = 30 * self.width
        self.codes: dict[Card, int] = {face: 1 << self.width * place for place, face in enumerate(book.faces)}
        self.codes[JOKER] = 1 << self.joker_shift
        self.order: dict[Card, int] = {card: place for place, card in enumerate(self.codes)}
        self.holdings = _holdings(book, self.codes)
        self.deltas = [sum(self.codes[card] for card in holding.naturals) for holding in self.holdings]
        self.points = [holding.points for holding in self.holdings]
        self.jokers = [holding.jokers for holding in self.holdings]
        self.readings = {
            (delta, holding.jokers): holding for delta, holding in zip(self.deltas, self.holdings, strict=True)
        }
        self.spread = [sum(1 << self.order[card] for card in {*holding.naturals}) for holding in self.holdings]
        """Per holding, a bit for each face of which it wants a natural card."""
        self.lone = Lone(self.width)
        self.courts_there = [
            sum(1 << place for place in range(3) if courts >> self.width * place & (1 << self.width) - 1)
            for courts in range(1 << 3 * self.width)
        ]
        self.within = [
            sum(1 << place for place, needed in enumerate(self.jokers) if needed <= held)
            for held in range(book.jokers + 1)
        ]
        self.after = self._after()
        self.with_card = {
            card: sum(
                1 << place
                for place, holding in enumerate(self.holdings)
                if card in holding.naturals or (card == JOKER and holding.roles)
            )
            for card in self.codes
        }
        self.with_face = [self.with_card[face] for face in book.faces]
        suit_mask = (1 << self.suit_bits) - 1
        self.allows = tuple(
            Allows((delta >> self.suit_bits * suit & suit_mask for delta in self.deltas), self.width)
            for suit in range(4)
        )
        self.runs: list[Runs] = []
        # Without merging, six cards in a row are two sequences of three, unless one of them would have only jokers.
        longest = 5 if book.split_runs and book.jokers < 3 else 9
        for jokers in range(book.jokers + 1):
            Runs(jokers, self.runs, width=self.width, longest=longest, merge=not book.split_runs)
        self.shares = [
            [
                (self.runs[split[0]], self.runs[split[1]], self.runs[split[2]])
                for split in product(range(held + 1), repeat=3)
                if sum(split) == held
            ]
            for held in range(book.jokers + 1)
        ]

    @cached_property
    def sequences(self) -> list[Shape]:
        """Every sequence, whole, of three to nine cards."""
        return [shape for rank in range(9) for shape in _shapes(rank, self.book.jokers, self.width, 9)]

    def _after(self) -> list[int]:
        """For each holding, the holdings that may follow it, so that each set of melds is tried in only one order. Two
        single melds of a kind with a double are skipped, because the double scores more.
        """
        groups = [self._doubles_with(holding) for holding in self.holdings]
        masks = []
        for place, group in enumerate(groups):
            later = sum(1 << other for other in range(place, len(groups)) if group is None or groups[other] != group)
            masks.append(later)
        return masks

    def _doubles_with(self, holding: Holding) -> tuple[str, str] | None:
        cards = holding.naturals + holding.roles
        if holding.kind == "triplet":
            return holding.kind, cards[0][:-1]
        if holding.kind in ("royal assembly", "khanhoo") or (holding.kind == "aces" and len(cards) == 3):
            return holding.kind, ""
        return None

    def key(self, hand: Iterable[Card]) -> int:
        """A hand as one integer. Raises ValueError for a face that is not in the book."""
        try:
            key = sum(map(self.codes.__getitem__, hand))
        except KeyError as error:
            raise ValueError(f"{error.args[0]!r} is not in this pack.") from None
        if key >> self.joker_shift > self.book.jokers:
            raise ValueError("The hand holds more jokers than the pack.")
        return key


@lru_cache(maxsize=64)
def _tables(book: MeldBook) -> Tables:
    return Tables(book)
