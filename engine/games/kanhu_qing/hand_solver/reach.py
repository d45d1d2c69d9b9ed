"""Runs and sets that may lack cards, which wild honours or future cards fill. It is enough to look at runs with at
least two held cards that use every held card they can: any other run is never better than a set, or than the run that
uses the card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ....model.cards import Card
from ..pack import COUNT_BITS, EACH_RANK, NUMERALS, SUITS, suits_of
from .runs import HALF_BITS, HALF_MASK, TALLY, WANTED

_MOST_KNOWN: Final = 100_000  # as for pools
_BUDGET_BITS: Final = 5

Reach = tuple[int, int]
"""A pool that the cards of a suit can leave, and the cards that its runs lack."""


RUN: Final = "run"
SET: Final = "set"


@dataclass(frozen=True, slots=True)
class Part:
    """A complete or incomplete run or set. kind: RUN or SET. held: its cards in hand. lacking: the missing cards; for a
    set any suit will do in place of the named one.
    """

    kind: str
    held: tuple[Card, ...]
    lacking: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The division of a hand's numerals. thrown: those in no group."""

    parts: tuple[Part, ...]
    thrown: tuple[Card, ...]

    @property
    def lacking(self) -> tuple[Card, ...]:
        """The cards that its groups lack."""
        return tuple(card for part in self.parts for card in part.lacking)


_known: dict[int, tuple[Reach, ...]] = {}


def reaches_of(suit: int, budget: int) -> tuple[Reach, ...]:
    """Every pool that a suit can leave if runs may lack so many cards, with the fewest lacking."""
    key = suit << _BUDGET_BITS | budget
    found = _known.get(key)
    if found is None:
        if len(_known) > _MOST_KNOWN:
            _known.clear()
        best: dict[int, int] = {}
        for pool, lacked in _find(suit, budget):
            if lacked < best.get(pool, 99):
                best[pool] = lacked
        found = _known[key] = tuple(sorted(best.items(), key=lambda reach: reach[1]))
    return found


def _find(suit: int, budget: int) -> Iterator[Reach]:
    if not suit:
        yield 0, 0
        return
    for _, rest, lacks, adds in _steps(suit, budget):
        for pool, lacked in reaches_of(rest, budget - lacks):
            yield _with_one(pool, adds) if adds >= 0 else pool, lacked + lacks


_Step = tuple[int, int, int, int]
"""The ranks of a run, one card each, as a number (0: none), the cards that are left, how many the run lacks, and the
bit of the rank of the card that goes to the pool (-1: none)."""

_RUNS: Final = (0o111, 0o1111, 0o11111)


def _steps(suit: int, budget: int) -> Iterator[_Step]:
    """The possible uses of the lowest card of a suit."""
    place = ((suit & -suit).bit_length() - 1) // COUNT_BITS
    lowest = 1 << COUNT_BITS * place
    yield 0, suit - lowest, 0, COUNT_BITS * (place - 1) if place else -1
    present = (suit | suit >> 1 | suit >> 2) & EACH_RANK
    first = min(place, 6)
    if not present >> COUNT_BITS * (place + 1):
        return  # a single card is never better in a run than in a set
    for run in _RUNS:
        ranks = run << COUNT_BITS * first
        held = present & ranks
        lacks = (ranks ^ held).bit_count()
        is_idle = ranks.bit_count() - lacks < 2 or (run > 0o111 and held.bit_length() < ranks.bit_length())
        if ranks > EACH_RANK:
            break
        if lacks <= budget and not is_idle and held & lowest:
            yield ranks, suit - held, lacks, -1


def _with_one(pool: int, digit: int) -> int:
    return pool - (2 << digit) if pool >> digit & 2 else pool + (1 << digit)


class _Thrown(dict[int, tuple[int, ...]]):
    """A table of the fewest cards that must be discarded, by how many cards sets may lack, and by the sum of pools."""

    def __missing__(self, budget: int) -> tuple[int, ...]:
        found = self[budget] = tuple(_fewest(tally & 15, tally >> 4, budget) for tally in range(8 * 16 + 1))
        return found


def _fewest(ones: int, twos: int, budget: int) -> int:
    """The fewest cards that must be discarded. ones, twos: ranks with one or two cards left over."""
    excess = max(0, 2 * ones + twos - budget)
    given = min(ones, (excess + 1) // 2)  # discarding one card of such a rank saves two missing cards
    return given + 2 * max(0, excess - 2 * given)


_THROWN: Final = _Thrown()


def thrown_of(pools: int, budget: int) -> int:
    """The fewest cards of a sum of pools that must be discarded if sets may lack so many cards."""
    return _THROWN[budget][TALLY[pools & HALF_MASK] + TALLY[pools >> HALF_BITS]]


def covers_with(code: int, budget: int) -> bool:
    """Whether runs and sets that lack at most so many cards can use every numeral from two to nine."""
    cash, strings, myriads = suits_of(code)
    for first, lacks in reaches_of(cash, budget):
        for second, lacks_too in reaches_of(strings, budget - lacks):
            both, left = first + second, budget - lacks - lacks_too
            for third, lacks_also in reaches_of(myriads, left):
                pools = both + third
                if WANTED[pools & HALF_MASK] + WANTED[pools >> HALF_BITS] <= left - lacks_also:
                    return True
    return False


def fewest_thrown(code: int, budget: int, most: int, enough: int = 0) -> int:
    """The fewest numerals in no group if groups may lack so many cards; `most` + 1 if there are more. enough: stop
    searching at this number.
    """
    cash, strings, myriads = suits_of(code)
    fewest = most + 1
    for first, lacks in reaches_of(cash, budget):
        for second, lacks_too in reaches_of(strings, budget - lacks):
            both, left = first + second, budget - lacks - lacks_too
            for third, lacks_also in reaches_of(myriads, left):
                pools = both + third
                thrown = _THROWN[left - lacks_also][TALLY[pools & HALF_MASK] + TALLY[pools >> HALF_BITS]]
                if thrown < fewest:
                    if thrown <= enough:
                        return thrown
                    fewest = thrown
    return fewest


def plan_with(code: int, budget: int, most: int = 0) -> Plan | None:
    """Groups that lack at most so many cards and leave out at most so many numerals; None if there are none."""
    suits = suits_of(code)
    for first, lacks in reaches_of(suits[0], budget):
        for second, lacks_too in reaches_of(suits[1], budget - lacks):
            for third, lacks_also in reaches_of(suits[2], budget - lacks - lacks_too):
                left = budget - lacks - lacks_too - lacks_also
                if thrown_of(first + second + third, left) <= most:
                    chosen = ((first, lacks), (second, lacks_too), (third, lacks_also))
                    return _plan(suits, chosen, left)
    return None


def _plan(suits: tuple[int, int, int], chosen: tuple[Reach, ...], budget: int) -> Plan:
    parts: list[Part] = []
    over: list[list[Card]] = [[] for _ in range(9)]
    for suit, (cards, (pool, lacks)) in enumerate(zip(suits, chosen, strict=True)):
        left = cards
        for ranks, gone in _trace(cards, pool, lacks):
            held = tuple(_card(suit, rank) for rank in range(9) if gone >> COUNT_BITS * rank & 7)
            run = [_card(suit, rank) for rank in range(9) if ranks >> COUNT_BITS * rank & 7]
            parts.append(Part(RUN, held, tuple(card for card in run if card not in held)))
            left -= gone
        for rank in range(1, 9):
            over[rank] += [_card(suit, rank)] * (left >> COUNT_BITS * rank & 7)
    sets, thrown = _sets(over, budget)
    return Plan((*parts, *sets), thrown)


def _sets(over: list[list[Card]], budget: int) -> tuple[list[Part], tuple[Card, ...]]:
    """Sets of the cards that runs leave, by rank, and the cards to discard. Single cards go first, because that saves
    most.
    """
    sets: list[Part] = []
    begun: list[list[Card]] = []
    for cards in over:
        whole = len(cards) - len(cards) % 3
        sets += [Part(SET, tuple(cards[place : place + 3])) for place in range(0, whole, 3)]
        if cards[whole:]:
            begun.append(cards[whole:])
    begun.sort(key=len)
    excess = sum(3 - len(cards) for cards in begun) - budget
    thrown: list[Card] = []
    for cards in begun:
        if excess > 0:
            excess -= 3 - len(cards)
            thrown += cards
        else:
            others = [Card(suit + cards[0][1:]) for suit in SUITS if suit + cards[0][1:] not in cards]
            sets.append(Part(SET, tuple(cards), tuple(others[: 3 - len(cards)])))
    return sets, tuple(thrown)


def _card(suit: int, rank: int) -> Card:
    return NUMERALS[9 * suit + rank]


def _trace(suit: int, pool: int, lacks: int) -> Iterator[tuple[int, int]]:
    """The runs by which a suit leaves a pool and lacks so many cards: as numbers of all their cards and of those
    held.
    """
    while suit:
        for ranks, rest, lack, adds in sorted(_steps(suit, lacks), key=lambda step: -step[0].bit_count()):
            before = _with_one(_with_one(pool, adds), adds) if adds >= 0 else pool
            if (before, lacks - lack) in reaches_of(rest, lacks - lack):
                if ranks:
                    yield ranks, suit - rest
                suit, pool, lacks = rest, before, lacks - lack
                break
        else:
            raise ValueError("`pool` and `lacks` must be one of the pairs that reaches_of(suit, budget) returns.")
