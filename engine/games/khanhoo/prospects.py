"""What a hand is worth to its holder: the melds that it has, and those that a card more would make.

The cards are divided into groups, whole melds or melds that lack one card, so that the groups' worths add up to the
most. A meld is worth its points and the step that it is towards going out; a meld that lacks a card is worth the
same times the chance to get that card in the turns that are left. Each card counts in one group only: that is what
tells two useful pairs from one card that looks useful twice.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from ...cards import JOKER, Card
from ...meldbook import NUMERALS, MeldBook, patterns

STEP: Final = 1.0
"""What a melded card is worth beside the points, as a step towards going out: points a card."""

_LONGEST_RUN: Final = 5  # a longer one is two
_DOUBLE: Final = 6


@dataclass(frozen=True, slots=True)
class Shape:
    """The faces of one possible meld."""

    points: int
    faces: tuple[Card, ...]


@cache
def shapes(book: MeldBook) -> tuple[Shape, ...]:
    """Every meld that is worth aiming at."""
    found: dict[tuple[Card, ...], int] = {}
    for pattern in patterns(book):
        needed = Counter(pattern.faces)
        if max((needed - Counter(dict.fromkeys(needed, book.copies))).total(), 0) <= book.jokers:
            found[pattern.faces] = max(pattern.points, found.get(pattern.faces, 0))
    for suit in book.suits:
        for size in range(3, _LONGEST_RUN + 1):
            for first in range(len(NUMERALS) - size + 1):
                faces = tuple(Card(rank + suit) for rank in NUMERALS[first : first + size])
                found.setdefault(faces, 1)
    return tuple(Shape(points, faces) for faces, points in found.items())


class Prospects:
    """Worth of any part of a pool of cards.

    pool: cards that may be in the hand at once. live: how many of each face may still come. outs_seen: how many cards
    those come from. turns: draws still expected; the more there are, the more an unfinished meld is worth.
    """

    def __init__(
        self,
        pool: Iterable[Card],
        book: MeldBook,
        live: Mapping[Card, int],
        *,
        turns: float,
        step: float = STEP,
        unfinished: float = 1.0,
    ) -> None:
        self.pool = Counter(pool)
        self._step = step
        self._turns = turns
        self._unfinished = unfinished
        self._live = live
        self._size = max(1, sum(live.values()))
        self._place = {face: place for place, face in enumerate((*book.faces, JOKER))}
        self._guard = sum(4 << 3 * place for place in range(len(self._place)))
        groups: dict[int, float] = {}
        self._shapes = shapes(book)
        for shape in self._shapes:
            self._add_shape(shape, groups)
        self._groups: list[list[tuple[int, float]]] = [[] for _ in self._place]
        for delta, worth in groups.items():
            self._groups[((delta & -delta).bit_length() - 1) // 3].append((delta, worth))
        self._known: dict[int, float] = {0: 0.0}

    def worth(self, cards: Iterable[Card]) -> float:
        """Worth of cards out of the pool."""
        place = self._place
        return self._best(sum(1 << 3 * place[card] for card in cards))

    def worth_without(self, cards: Iterable[Card]) -> dict[Card, float]:
        """Worth of what is left when a card is thrown, by that card."""
        place = self._place
        held = list(cards)
        state = sum(1 << 3 * place[card] for card in held)
        return {card: self._best(state - (1 << 3 * place[card])) for card in dict.fromkeys(held)}

    def chance(self, face: Card) -> float:
        """Chance that a face comes in the turns that are left."""
        outs = self._live.get(face, 0) + self._live.get(JOKER, 0)
        if not outs:
            return 0.0
        return float(1 - (1 - min(1.0, outs / self._size)) ** self._turns)

    def _best(self, state: int) -> float:
        found = self._known.get(state)
        if found is not None:
            return found
        place = ((state & -state).bit_length() - 1) // 3
        best = self._best(state - (1 << 3 * place))
        guard = self._guard
        guarded = state | guard
        for delta, worth in self._groups[place]:
            if (guarded - delta) & guard == guard:
                total = worth + self._best(state - delta)
                if total > best:
                    best = total
        self._known[state] = best
        return best

    def _add_shape(self, shape: Shape, groups: dict[int, float]) -> None:
        wanted = Counter(shape.faces)
        missing = wanted - self.pool
        lacking = missing.total()
        size = len(shape.faces)
        whole = shape.points + self._step * size
        if lacking == 0:
            self._note(groups, shape.faces, whole)
        held = tuple((wanted - missing).elements())
        if lacking == 1 and self.pool[JOKER]:
            self._note(groups, (*held, JOKER), whole)
        if lacking == 0 and self.pool[JOKER]:
            for face in wanted:
                self._note(groups, (*_less(shape.faces, face), JOKER), whole)
        if size == 3 and lacking <= 1:
            for face in wanted if lacking == 0 else missing:
                hope = self._unfinished * whole * self.chance(face)
                if hope > 0:
                    self._note(groups, _less(shape.faces, face), hope)
        elif size == _DOUBLE and lacking in (1, 2):
            self._add_double(shape, held, missing, groups)

    def _add_double(
        self, shape: Shape, held: tuple[Card, ...], missing: Counter[Card], groups: dict[int, float]
    ) -> None:
        """A double that lacks a card or two: its single, which is whole, and the hope of the rest."""
        have = Counter(held)
        singles = [single.points for single in self._shapes if len(single.faces) == 3 and Counter(single.faces) <= have]
        if not singles:
            return
        base = max(singles) + 3 * self._step
        hope = 1.0
        for face in missing.elements():
            hope *= self.chance(face)
        gain = shape.points + self._step * _DOUBLE - base
        self._note(groups, held, base + self._unfinished * gain * hope)

    def _note(self, groups: dict[int, float], cards: tuple[Card, ...], worth: float) -> None:
        delta = sum(1 << 3 * self._place[card] for card in cards)
        if worth > groups.get(delta, 0.0):
            groups[delta] = worth


def _less(faces: tuple[Card, ...], face: Card) -> tuple[Card, ...]:
    """The faces without one of a kind."""
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]
