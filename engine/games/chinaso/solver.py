"""The best way to lay a contract down: exactly its sets and straights, and the fewest points left after the discard.

`can_lay` is a quick check with a few table lookups, for every turn. It is exact for contracts with only sets or only
straights. For mixed contracts "no" is certain, and "yes" means that a search is worthwhile. `best_division` is the
search. It never pays to keep a joker back, so only the natural cards matter: straights are chosen from the longest
down, with a bound on what the rest can add; then each rank that makes a set takes all its cards. To keep back one
expensive card for the discard can be better than two cheap cards that stay in hand: such cards are tried last, one by
one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ...model.cards import JOKER, RANKS, SUITS, Card
from .cards import (
    FACES,
    HIGH_ACE,
    LEAST_CARDS,
    LEAST_NATURALS,
    LONGEST_STRAIGHT,
    LOW_ACE,
    PLACE,
    Contract,
    face_at,
    points_in,
    points_of,
)

# A hand is one number: three bits for each face, two to count it and a free one for comparisons; above them four bits
# for each rank. Jokers are counted separately.
_FACE_BITS: Final = 3
SUIT_BITS: Final = _FACE_BITS * len(RANKS)
RANK_SHIFT: Final = SUIT_BITS * len(SUITS)
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
FACES_MASK: Final = (1 << RANK_SHIFT) - 1
GUARDS: Final = sum(4 << _FACE_BITS * place for place in range(len(FACES)))
_JOKER_CODE: Final = 1 << RANK_SHIFT + 4 * len(RANKS)
_RANKS_MASK: Final = (1 << 4 * len(RANKS)) - 1
JOKERS_SHIFT: Final = RANK_SHIFT + 4 * len(RANKS)

CODE: Final[dict[Card, int]] = {
    JOKER: _JOKER_CODE,
    **{card: 1 << _FACE_BITS * place | 1 << RANK_SHIFT + 4 * (place % len(RANKS)) for place, card in enumerate(FACES)},
}
"""What each card adds to the number of a hand."""

_POINTS_OF_RANK: Final = tuple(points_of(card) for card in FACES[: len(RANKS)])
_ONES: Final = sum(1 << 4 * rank for rank in range(len(RANKS)))
_AT_LEAST: Final = {count: (8 - count) * _ONES for count in range(1, 9)}
"""Added to the counts of the ranks, sets the top bit of those that have so many cards. No rank has nine."""
_TOPS: Final = 8 * _ONES

_WAYS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    count: tuple(
        (sets, max(0, LEAST_CARDS * sets - count))
        for sets in range(1, 1 + count // LEAST_NATURALS)
        if LEAST_CARDS * sets - count <= sets
    )
    for count in range(9)
}
"""Cards of one rank -> (sets, jokers that they cannot do without)."""


class Span(NamedTuple):
    """A straight in a hand, without the jokers that could be in any meld.

    value: points of its natural cards. code: of those. fills: jokers that it needs, 0 or 1. is_full: no joker can be
    added. low, high: its places, including the joker's.
    """

    value: int
    code: int
    fills: int
    is_full: bool
    low: int
    high: int
    suit: int


@dataclass(frozen=True, slots=True)
class Division:
    """A contract laid down. groups: in the order of the contract's shape, each in its order on the table. left: the
    cards that stay in hand. points: what they cost.
    """

    groups: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]
    points: int


def code_of(hand: Iterable[Card]) -> int:
    """A hand as a number."""
    return sum([CODE[card] for card in hand])


def can_lay(code: int, contract: Contract) -> bool:
    """Whether a hand may hold a contract. "No" is certain; "yes" is certain if the contract does not mix sets and
    straights.

    code: of the hand.
    """
    jokers = code >> JOKERS_SHIFT
    if contract.sets and not _has_sets(code >> RANK_SHIFT & _RANKS_MASK, contract.sets, jokers):
        return False
    return not contract.straights or _has_straights(code, contract.straights, jokers)


def _has_sets(ranks: int, wanted: int, jokers: int) -> bool:
    """Whether the ranks make so many sets: first those that need no joker, then those that need one, and so on."""
    threes = (ranks + _AT_LEAST[3] & _TOPS).bit_count()
    sixes = (ranks + _AT_LEAST[6] & _TOPS).bit_count()
    wanted -= threes + sixes
    if wanted <= 0:
        return True
    if wanted > jokers:
        return False
    return _fewest_fills(ranks, wanted + threes + sixes) <= jokers


def _fewest_fills(ranks: int, wanted: int) -> int:
    """The fewest jokers needed for so many sets; more than exist if that is impossible."""
    costs: list[int] = []
    for _ in range(len(RANKS)):
        before = 0
        for _, fills in _WAYS[ranks & 15]:
            costs.append(fills - before)  # each next set of a rank costs more, so the cheapest sets come first
            before = fills
        ranks >>= 4
    return sum(sorted(costs)[:wanted]) if len(costs) >= wanted else wanted + 99


def _has_straights(code: int, wanted: int, jokers: int) -> bool:
    most = [0] * (jokers + 1)
    for suit in range(len(SUITS)):
        held = code >> SUIT_BITS * suit & SUIT_MASK
        if not held:
            continue
        here = _straights_in(held)
        if jokers:
            most = [
                max(most[used - fills] + here[min(fills, JOKERS_AT_MOST)] for fills in range(used + 1))
                for used in range(jokers + 1)
            ]
        else:
            most[0] += here[0]
    return most[-1] >= wanted


JOKERS_AT_MOST: Final = 3
"""No contract has more straights, so no more jokers can be in straights."""


@lru_cache(maxsize=1 << 16)
def _straights_in(held: int) -> tuple[int, ...]:
    """The most straights of one suit with 0, 1, 2 or 3 jokers."""
    spans = [
        span for span in _spans(places_held(held), 0, has_jokers=True) if span.high - span.low < 2 * LEAST_CARDS - 1
    ]
    best = [0] * (JOKERS_AT_MOST + 1)
    _count_straights((held | GUARDS) & (1 << RANK_SHIFT) - 1, spans, 0, 0, best, 0)
    for fills in range(1, len(best)):
        best[fills] = max(best[fills], best[fills - 1])
    return tuple(best)


def _count_straights(free: int, spans: Sequence[Span], count: int, fills: int, best: list[int], start: int) -> None:
    best[fills] = max(best[fills], count)
    if count == JOKERS_AT_MOST:
        return
    for place in range(start, len(spans)):
        span = spans[place]
        rest = free - (span.code & FACES_MASK)
        if fills + span.fills <= JOKERS_AT_MOST and rest & GUARDS == GUARDS:
            _count_straights(rest, spans, count + 1, fills + span.fills, best, place)


def places_held(held: int) -> int:
    """The places of a suit that are held, bit 0 for the low ace and bit 13 for the high one. held: code of the suit."""
    mask = 0
    for place in range(len(RANKS)):
        if held >> _FACE_BITS * place & 3:
            mask |= 1 << place
    return mask | (mask & 1) << HIGH_ACE - LOW_ACE


@lru_cache(maxsize=1 << 14)
def _spans(mask: int, suit: int, *, has_jokers: bool) -> tuple[Span, ...]:
    """Every straight of a suit with natural cards at its ends, and pairs that a joker completes. mask: places held. A
    joker may fill the place of a card that the hand holds, since that card may be needed elsewhere.
    """
    found: list[Span] = []
    for low in range(LOW_ACE, HIGH_ACE):
        if mask >> low - 1 & 1:
            found += _spans_from(mask, suit, low, 0)
            gaps = range(low + 1, HIGH_ACE) if has_jokers else ()
            found += [span for gap in gaps for span in _spans_from(mask, suit, low, gap)]
    return tuple([span for span in found if has_jokers or not span.fills])


def _spans_from(mask: int, suit: int, low: int, gap: int) -> Iterator[Span]:
    """The straights that begin at a place, for each possible last place. gap: the place that a joker fills, or 0."""
    value, code, held = 0, 0, 0
    for high in range(low, min(HIGH_ACE, low + LONGEST_STRAIGHT - 1) + 1):
        if high == gap:
            continue
        if not mask >> high - 1 & 1:
            return
        card = face_at(high, SUITS[suit])
        value, code, held = value + points_of(card), code + CODE[card], held + 1
        if held < LEAST_NATURALS or high < gap:
            continue
        if high > low + 1:
            yield Span(value, code, int(gap > 0), high - low + 1 == LONGEST_STRAIGHT, low, high, suit)
        elif not gap:
            ends = (low, high + 1) if high < HIGH_ACE else (low - 1, high)
            yield Span(value, code, 1, False, *ends, suit)


_Sets = tuple[int, tuple[tuple[int, int], ...]]
"""Sets chosen: points of their natural cards, and (rank, number of sets) for each rank that makes some."""


def _best_sets(ranks: int, wanted: int, jokers: int) -> _Sets | None:
    """The sets with the most points. ranks: counts of the cards that are free for sets. None if there are too few."""
    if not wanted:
        return 0, ()
    best: dict[tuple[int, int], _Sets] = {(0, 0): (0, ())}
    for rank in range(len(RANKS)):
        count = ranks >> 4 * rank & 15
        if count < LEAST_NATURALS:
            continue
        value = count * _POINTS_OF_RANK[rank]
        for (sets, fills), (points, chosen) in list(best.items()):
            for more, cost in _WAYS[count]:
                key = (sets + more, fills + cost)
                if key[0] <= wanted and key[1] <= jokers and (key not in best or best[key][0] < points + value):
                    best[key] = (points + value, (*chosen, (rank, more)))
    found = [made for (sets, _), made in best.items() if sets == wanted]
    return max(found, key=lambda made: made[0], default=None)


class _Search:
    """The best choice of straights and sets for one hand and contract, if it lays more than `above` points."""

    def __init__(self, code: int, contract: Contract, above: int = -1) -> None:
        self.contract = contract
        self.jokers = code >> JOKERS_SHIFT
        self.code = code & (1 << JOKERS_SHIFT) - 1
        self.best = above
        self.found: tuple[tuple[Span, ...], _Sets] | None = None
        self._spans: list[Span] = []
        self._sets_at_best = 0

    def run(self) -> None:
        """Search everything that could be better than the best one found."""
        sets = _best_sets(self.code >> RANK_SHIFT, self.contract.sets, self.jokers)
        if sets is None:
            return
        self._sets_at_best = sets[0]
        for suit in range(len(SUITS) if self.contract.straights else 0):
            mask = places_held(self.code >> SUIT_BITS * suit & SUIT_MASK)
            self._spans += _spans(mask, suit, has_jokers=self.jokers > 0)
        self._spans.sort(key=lambda span: (-span.value, span.fills))
        self._choose(self.code | GUARDS, 0, 0, (), 0)

    def _choose(self, free: int, value: int, fills: int, chosen: tuple[Span, ...], start: int) -> None:
        """Choose the remaining straights. free: the cards left, with the free bit of each face set."""
        wanted = self.contract.straights - len(chosen)
        if not wanted:
            self._finish(free, value, fills, chosen)
            return
        at_best = value + self._sets_at_best + self._worth_of_jokers(())
        for place in range(start, len(self._spans)):
            span = self._spans[place]
            if at_best + wanted * span.value <= self.best:
                return
            rest = free - span.code
            if fills + span.fills <= self.jokers and rest & GUARDS == GUARDS:
                self._choose(rest, value + span.value, fills + span.fills, (*chosen, span), place)

    def _finish(self, free: int, value: int, fills: int, chosen: tuple[Span, ...]) -> None:
        sets = _best_sets(free >> RANK_SHIFT, self.contract.sets, self.jokers - fills)
        if sets is not None:
            value += sets[0] + self._worth_of_jokers(chosen)
            if value > self.best:
                self.best, self.found = value, (chosen, sets)

    def _worth_of_jokers(self, chosen: Sequence[Span]) -> int:
        """Points of the jokers that can be added: one for each meld with room."""
        return points_of(JOKER) * min(self.jokers, self.contract.melds - sum([span.is_full for span in chosen]))


def best_division(hand: Sequence[Card], contract: Contract) -> Division | None:
    """The division of a hand that lays the contract and leaves the fewest points after the discard; None if there is
    none.

    The most expensive card left is discarded. Among equals, the one that leaves the fewest points before that.
    Rule: chinaso §4, §5.11, §6.1.
    """
    code = code_of(hand)
    if not can_lay(code, contract):
        return None
    search = _Search(code, contract)
    search.run()
    if search.found is None:
        return None
    division = _laid_out(hand, search)
    return _with_throw(hand, code, contract, division) if len(division.left) > 1 else division


def _with_throw(hand: Sequence[Card], code: int, contract: Contract, laying_most: Division) -> Division:
    """The same division, or one that lays less and discards more.

    No division lays more. So only a card more expensive than everything left can make up for what is not laid.
    """
    best, dearest = laying_most, max(points_of(card) for card in laying_most.left)
    gone = points_in(hand) - laying_most.points + dearest
    for card in dict.fromkeys(hand):
        if card == JOKER or points_of(card) <= dearest or not can_lay(code - CODE[card], contract):
            continue
        search = _Search(code - CODE[card], contract, gone - points_of(card))
        search.run()
        if search.found is not None:
            gone = search.best + points_of(card)
            others = list(hand)
            others.remove(card)
            found = _laid_out(others, search)
            best = Division(found.groups, (*found.left, card), found.points + points_of(card))
    return best


def _laid_out(hand: Sequence[Card], search: _Search) -> Division:
    """The cards of the division; spare jokers go into melds with room."""
    assert search.found is not None, "asked for only when there is a division"
    spans, (_, sets) = search.found
    left = list(hand)
    straights = [_take_straight(left, span) for span in spans]
    groups = [group for rank, count in sets for group in _take_sets(left, rank, count)]
    for place, group in enumerate(groups):
        if JOKER in left and JOKER not in group:
            left.remove(JOKER)
            groups[place] = (*group, JOKER)
    for place, straight in enumerate(straights):
        if JOKER in left and JOKER not in straight and not spans[place].is_full:
            left.remove(JOKER)
            at_top = spans[place].high < HIGH_ACE
            straights[place] = (*straight, JOKER) if at_top else (JOKER, *straight)
    straights.sort(key=lambda straight: -len(straight))
    return Division((*groups, *straights), tuple(left), points_in(left))


def _take_straight(left: list[Card], span: Span) -> tuple[Card, ...]:
    cards = []
    for place in range(span.low, span.high + 1):
        card = face_at(place, SUITS[span.suit])
        held = span.code & FACES_MASK & 3 * (CODE[card] & FACES_MASK)
        cards.append(card if held else JOKER)
        left.remove(cards[-1])
    return tuple(cards)


def _take_sets(left: list[Card], rank: int, count: int) -> list[tuple[Card, ...]]:
    """All cards of a rank, split into so many sets; short sets get a joker."""
    cards = sorted((card for card in left if card != JOKER and PLACE[card] == rank + 1), key=CODE.__getitem__)
    fills = max(0, LEAST_CARDS * count - len(cards))
    groups = []
    for place in range(count):
        last = place == count - 1
        size = LEAST_NATURALS if place < fills else LEAST_CARDS
        group = tuple(cards) if last else tuple(cards[:size])
        cards = cards[len(group) :]
        groups.append((*group, JOKER) if place < fills else group)
    for group in groups:
        for card in group:
            left.remove(card)
    return groups
