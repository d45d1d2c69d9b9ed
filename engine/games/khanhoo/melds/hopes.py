"""Pairs of cards in a hand that one more card makes a meld. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from ....model.cards import JOKER, UNKNOWN, Card
from .tables import NUMERALS, SEQUENCE, MeldBook, patterns

_Ways = Mapping[tuple[Card, ...], Sequence[tuple[str, int, Card]]]


@dataclass(frozen=True, slots=True)
class Hope:
    """Two cards that lack one card for a meld. cards: the two. wanted: the faces that would each do. unseen: how many
    of these may still come.
    """

    cards: tuple[Card, ...]
    kind: str
    points: int
    wanted: tuple[Card, ...]
    unseen: int


def hopes(cards: Iterable[Card], live: Mapping[Card, int], book: MeldBook, of: Card = UNKNOWN) -> tuple[Hope, ...]:
    """The hopes of some cards, the best first. live: how many of each face may still come. of: a card that every pair
    must have, UNKNOWN for any. Jokers do not count, in the hand or among cards to come.
    """
    ways, found = _ways(book), []
    held = sorted((card for card in cards if card != JOKER), key=book.tables.order.__getitem__)
    for pair in dict.fromkeys(combinations(held, 2)):
        if of not in (UNKNOWN, *pair):
            continue
        wanted: dict[tuple[str, int], list[Card]] = {}
        for kind, points, card in ways.get(pair, ()):
            wanted.setdefault((kind, points), []).append(card)
        for (kind, points), faces in wanted.items():
            left = tuple(face for face in faces if live.get(face, 0))
            found.append(Hope(pair, kind, points, left or tuple(faces), sum(live.get(face, 0) for face in left)))
    return tuple(sorted(found, key=lambda hope: (-(hope.points + 1) * hope.unseen, -hope.points)))


@cache
def _ways(book: MeldBook) -> _Ways:
    """Melds of three by two of their cards, in the pack's order: kind, points, and the third card."""
    shapes: list[tuple[str, int, tuple[Card, ...]]] = []
    shapes += [(pattern.kind, pattern.points, pattern.faces) for pattern in patterns(book) if len(pattern.faces) == 3]
    for suit in book.suits:
        for first in range(len(NUMERALS) - 2):
            faces = tuple(Card(rank + suit) for rank in NUMERALS[first : first + 3])
            shapes.append((SEQUENCE, 1, faces))
    order = book.tables.order
    ways: dict[tuple[Card, ...], list[tuple[str, int, Card]]] = {}
    for kind, points, faces in shapes:
        for place, card in enumerate(faces):
            pair = tuple(sorted((*faces[:place], *faces[place + 1 :]), key=order.__getitem__))
            if (kind, points, card) not in ways.setdefault(pair, []):
                ways[pair].append((kind, points, card))
    return ways
