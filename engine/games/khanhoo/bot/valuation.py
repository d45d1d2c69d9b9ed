"""The value of a hand: its melds, and those that one or two more cards would make. The cards are divided into groups,
complete melds or parts of melds, with the highest total value. A meld is worth its points, plus its step towards going
out; a part is worth the same, times the chance to get the missing cards in the turns left. Each card counts in only one
group, so a card that looks useful twice does not count twice.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple

from ....model.cards import JOKER, Card
from ..melds.tables import NUMERALS, MeldBook, patterns

_LONGEST_RUN: Final = 5  # a longer sequence is two sequences
_FAR: Final = 0.6
"""The share of a part's worth that remains when it lacks two cards: the plan may change before both have come."""

_Shape = tuple[int, tuple[Card, ...], bool]
"""A possible meld: points, the faces of it, whether it is a sequence."""

Chance = Callable[[Card, bool], float]
"""How likely a face comes in time, for a sequence (True) or for a meld that may also be bumped."""


class _Part(NamedTuple):
    """A complete or begun meld. code: the cards, as a number. points, size: of the complete meld. lacking: missing
    faces.
    base, base_size: of the smaller meld that the cards make already. is_run: a sequence.
    """

    code: int
    points: int
    size: int
    lacking: tuple[Card, ...] = ()
    base: int = 0
    base_size: int = 0
    is_run: bool = False


class Outline:
    """All groups of a book's cards, computed once. A collection of cards is one number: the bits that count each face,
    and a free bit for comparisons.
    """

    def __init__(self, book: MeldBook) -> None:
        self.width = 3 if book.copies < 4 and book.jokers < 4 else 4
        self.code: dict[Card, int] = {card: 1 << self.width * place for place, card in enumerate((*book.faces, JOKER))}
        self.guard = sum(1 << self.width * place + self.width - 1 for place in range(len(self.code)))
        self._copies, self._jokers = book.copies, book.jokers
        singles: dict[tuple[Card, ...], int] = {}
        parts: dict[tuple[int, tuple[Card, ...]], _Part] = {}
        for points, faces, is_run in sorted(_shapes(book), key=lambda shape: (len(shape[1]), shape)):
            if len(faces) == 3:
                singles[faces] = points
            for part in self._parts(points, faces, singles, is_run=is_run):
                known = parts.get((part.code, part.lacking))
                if known is None or known.points < part.points:
                    parts[part.code, part.lacking] = part
        self.parts = tuple(parts.values())

    def of(self, cards: Iterable[Card]) -> int:
        """The number of a collection of cards."""
        code = self.code
        return sum([code[card] for card in cards])

    def _parts(
        self, points: int, faces: tuple[Card, ...], singles: dict[tuple[Card, ...], int], *, is_run: bool
    ) -> Iterable[_Part]:
        size = len(faces)
        wanted = Counter(faces)
        if max(wanted.values()) <= self._copies:
            yield _Part(self.of(faces), points, size)
        for face in wanted:
            rest = wanted - Counter((face,))
            if max(rest.values()) > self._copies:
                continue
            yield _Part(self.of(rest.elements()) + self.code[JOKER], points, size)
            yield from self._unfinished(points, size, rest, (face,), singles, is_run=is_run)
            for other in rest:
                lacking = (face, other)
                if self._jokers > 1 and size == 3:
                    yield _Part(self.of((wanted - Counter(lacking)).elements()) + 2 * self.code[JOKER], points, size)
                yield from self._unfinished(points, size, wanted - Counter(lacking), lacking, singles, is_run=is_run)

    def _unfinished(
        self,
        points: int,
        size: int,
        held: Counter[Card],
        lacking: tuple[Card, ...],
        singles: dict[tuple[Card, ...], int],
        *,
        is_run: bool,
    ) -> Iterable[_Part]:
        if size == 3:
            yield _Part(self.of(held.elements()), points, size, lacking, is_run=is_run)
        elif not is_run:
            base = max((worth for faces, worth in singles.items() if Counter(faces) <= held), default=0)
            if base and points > base:
                yield _Part(self.of(held.elements()), points, size, lacking, base, 3)


class Prospects:
    """The value of hands for one seat at one moment. chance: that a face comes in time. step: the value of a melded
    card in addition to the points. unfinished: weight of incomplete groups, 0 to 1.
    """

    def __init__(self, book: MeldBook, chance: Chance, *, step: float, unfinished: float = 1.0) -> None:
        self._outline = outline = outline_of(book)
        chances = [{card: chance(card, is_run) for card in outline.code} for is_run in (False, True)]
        groups: dict[int, float] = {}
        for code, points, size, lacking, base, base_size, is_run in outline.parts:
            worth = points + step * size
            if lacking:
                sure = base + step * base_size
                hope = unfinished * (worth - sure)
                for face in lacking:
                    hope *= chances[is_run][face]
                if len(lacking) > 1:
                    hope *= _FAR
                if hope <= 0:
                    continue
                worth = sure + hope
            if worth > groups.get(code, 0.0):
                groups[code] = worth
        width = outline.width
        alone = [groups.pop(1 << width * place, 0.0) for place in range(len(outline.code))]
        by_place: list[list[tuple[int, float]]] = [[] for _ in outline.code]
        for code, worth in groups.items():
            by_place[((code & -code).bit_length() - 1) // width].append((code, worth))
        self._best = _evaluator(by_place, alone, outline.guard, width)

    def worth(self, cards: Iterable[Card]) -> float:
        return self._best(self._outline.of(cards))

    def worth_without(self, cards: Iterable[Card]) -> dict[Card, float]:
        """The value of the rest after a discard, by the discarded card."""
        held = list(cards)
        code, whole = self._outline.code, self._outline.of(held)
        return {card: self._best(whole - code[card]) for card in dict.fromkeys(held)}


def _evaluator(
    groups: list[list[tuple[int, float]]], alone: list[float], guard: int, width: int
) -> Callable[[int], float]:
    """The function from a collection's number to its value; it caches results.

    groups: by the place of their lowest face, number and worth. alone: worth of a card in no group, by place.
    width: bits a face.
    """
    known: dict[int, float] = {0: 0.0}
    remembered = known.get

    def worth_of(collection: int) -> float:
        found = remembered(collection)
        if found is not None:
            return found
        # Only groups of these cards can be in any part of them.
        whole = collection | guard
        fitting = [[group for group in there if (whole - group[0]) & guard == guard] for there in groups]

        def best(state: int) -> float:
            # The place of a face, from any bit of its count.
            place = ((state & -state).bit_length() - 1) // width
            rest = state - (1 << width * place)
            found = remembered(rest)
            most = (best(rest) if found is None else found) + alone[place]
            guarded = state | guard
            for code, worth in fitting[place]:
                if (guarded - code) & guard == guard:
                    rest = state - code
                    found = remembered(rest)
                    if found is None:
                        found = best(rest)
                    if found + worth > most:
                        most = found + worth
            known[state] = most
            return most

        return best(collection)

    return worth_of


@cache
def outline_of(book: MeldBook) -> Outline:
    """The outline of a book; equal books share it."""
    return Outline(book)


def _shapes(book: MeldBook) -> set[_Shape]:
    """Every meld that is worth aiming at."""
    found: set[_Shape] = {(pattern.points, pattern.faces, False) for pattern in patterns(book)}
    for suit in book.suits:
        for size in range(3, _LONGEST_RUN + 1):
            for first in range(len(NUMERALS) - size + 1):
                found.add((1, tuple(Card(rank + suit) for rank in NUMERALS[first : first + size]), True))
    return found
