"""The rules of melding a second time, slowly and in another way: the judge of the meld solver.

Nothing here knows tables, bits or suits apart. Every set of cards is tried as a meld, with jokers in place of any of
them; every way to divide a hand is walked through; and sequences are merged by counting, as the rulebook says.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from engine.games.khanhoo.melds.tables import MeldBook

RANKS = "A23456789"

Run = tuple[str, int, int]
"""Suit, rank of the first card and of the last (1..9)."""

Reading = tuple[int, Run | None]
"""What a set of cards is worth as one meld, and the sequence that it then is, if it is one."""

Outcome = tuple[int, tuple[Run, ...], int]
"""One division of a hand: points but for sequences, the sequences, the number of cards left over."""


class Judge:
    """Values of hands under one book."""

    def __init__(self, book: MeldBook) -> None:
        self.book = book
        self._melds = self._all_melds()
        self.outcomes = lru_cache(maxsize=20000)(self._outcomes)

    def best(self, hand: Sequence[str]) -> int:
        """Most points of any division."""
        return max(self._score(outcome) for outcome in self.outcomes(tuple(sorted(hand))))

    def cover(self, hand: Sequence[str]) -> int | None:
        """Most points of a division that leaves nothing over."""
        whole = [self._score(found) for found in self.outcomes(tuple(sorted(hand))) if not found[2]]
        return max(whole, default=None)

    def _score(self, outcome: Outcome) -> int:
        points, runs, _ = outcome
        merges = 0
        if not self.book.split_runs:
            ends = Counter((suit, last) for suit, _, last in runs)
            starts = Counter((suit, first) for suit, first, _ in runs)
            merges = sum(min(count, starts[suit, rank + 1]) for (suit, rank), count in ends.items())
        return points + len(runs) - merges

    def _outcomes(self, hand: tuple[str, ...]) -> frozenset[Outcome]:
        if not hand:
            return frozenset({(0, (), 0)})
        first, rest = hand[0], hand[1:]
        found = {(points, runs, left + 1) for points, runs, left in self.outcomes(rest)}
        for size in range(2, min(len(rest), 8) + 1):
            for others in set(combinations(rest, size)):
                for value, run in self.readings((first, *others)):
                    for points, runs, left in self.outcomes(_without(rest, others)):
                        if run:
                            found.add((points, tuple(sorted((*runs, run))), left))
                        else:
                            found.add((points + value, runs, left))
        return frozenset(found)

    def readings(self, cards: tuple[str, ...]) -> frozenset[Reading]:
        """All that a sorted set of cards, jokers and all, may be as one meld."""
        return self._melds.get(cards, frozenset())

    def _all_melds(self) -> dict[tuple[str, ...], frozenset[Reading]]:
        """Every set of cards that is a meld: whole ones by trial, then with jokers in place of any cards but all."""
        found: dict[tuple[str, ...], set[Reading]] = {}
        for whole in self._trials():
            for reading in self._worth(list(whole)):
                for jokers in range(min(self.book.jokers, len(whole) - 1) + 1):
                    for naturals in combinations(whole, len(whole) - jokers):
                        found.setdefault(tuple(sorted((*naturals, *"*" * jokers))), set()).add(reading)
        return {cards: frozenset(readings) for cards, readings in found.items()}

    def _trials(self) -> Iterator[tuple[str, ...]]:
        """Sets of three to nine cards among which every meld is: of one suit, of one rank, of the named cards."""
        book = self.book
        named = sorted({*book.courts, *book.khanhoo, *(card for _, card in book.court_groups)})
        tried = set()
        for suit in book.suits:
            for size in range(3, 10):
                tried |= set(combinations(sorted(rank + suit for rank in RANKS), size))
        for size in range(3, 7):
            for rank in RANKS:
                tried |= set(combinations_with_replacement(sorted(rank + suit for suit in book.suits), size))
            tried |= set(combinations_with_replacement(named, size))
            tried |= {(face,) * size for face in book.faces}
        yield from sorted(tried)

    def _worth(self, cards: list[str]) -> Iterator[Reading]:
        book, size = self.book, len(cards)
        ranks, suits = [card[0] for card in cards], [card[1] for card in cards]
        numeral = all(suit in book.suits for suit in suits)
        if numeral and len(set(suits)) == 1 and 3 <= size <= 9:
            places = sorted(RANKS.index(rank) + 1 for rank in ranks)
            if places == list(range(places[0], places[0] + size)):
                yield 1, (suits[0], places[0], places[-1])
        if set(ranks) == {"A"}:
            if 3 <= size <= book.aces_max:
                yield 1, None
            if size == 6:
                yield 10, None
        if numeral and len(set(ranks)) == 1 and (ranks[0] != "A" or book.ace_triplets):
            each = [suits.count(suit) for suit in book.suits]
            if each in ([1, 1, 1], [2, 2, 2]):
                yield (2 if size == 3 else 10), None
        for named, single, double in ((book.courts, 3, 10), (book.khanhoo, 5, 15)):
            if cards == sorted(named):
                yield single, None
            if cards == sorted(named * 2):
                yield double, None
        if any(cards == sorted((court, card, card)) for court, card in book.court_groups):
            yield 4, None
        if len(set(cards)) == 1 and size == 3 and book.trio:
            yield 6, None
        if len(set(cards)) == 1 and size == 4 and book.quartette:
            yield 12, None


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
