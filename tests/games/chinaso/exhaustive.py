"""The best division of a hand found the slow way, by trying every set of cards: what the solver is held against.

It shares nothing with the solver but the cards' points: groups are subsets that are tested one by one, and every choice
of disjoint groups is tried.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from engine.games.chinaso.cards import Contract, points_in
from engine.model.cards import JOKER, RANKS, Card

Group = tuple[Card, ...]


def least_left(hand: tuple[Card, ...], contract: Contract) -> tuple[int, int] | None:
    """Points left by the best division once its dearest card is thrown, and before that; None if there is none."""
    sets = sorted({group for group in _subsets(hand) if _is_set(group)})
    straights = sorted({group for group in _subsets(hand) if _is_straight(group)})
    return _least(Counter(hand), [sets] * contract.sets + [straights] * contract.straights, 0)


def _subsets(hand: tuple[Card, ...]) -> Iterator[Group]:
    """Three cards or more of one rank or of one suit, with jokers."""
    for trait in {card[:-1] for card in hand} | {card[-1] for card in hand} - {JOKER, ""}:
        alike = sorted(card for card in hand if card == JOKER or trait in (card[:-1], card[-1]))
        for size in range(3, len(alike) + 1):
            yield from combinations(alike, size)


def _is_set(group: Group) -> bool:
    naturals = [card for card in group if card != JOKER]
    return len(group) - len(naturals) <= 1 and len({card[:-1] for card in naturals}) == 1


def _is_straight(group: Group) -> bool:
    naturals = [card for card in group if card != JOKER]
    if len(group) - len(naturals) > 1 or len({card[-1] for card in naturals}) != 1:
        return False
    ranks = [card[:-1] for card in naturals]
    if len(set(ranks)) < len(ranks) or len(group) > 13:
        return False
    ladder = [*RANKS, "A"]
    rows = (ladder[low : low + len(group)] for low in range(15 - len(group)))
    return any(set(ranks) <= set(row) for row in rows)


def _least(free: Counter[Card], wanted: list[list[Group]], start: int) -> tuple[int, int] | None:
    """The least that is left of cards that are free. start: groups of the same kind are tried in order."""
    if not wanted:
        left = [points_in((card,)) for card in free.elements()]
        return sum(left) - max(left, default=0), sum(left)
    groups, rest = wanted[0], wanted[1:]
    same = bool(rest) and rest[0] is groups
    best: tuple[int, int] | None = None
    for place in range(start, len(groups)):
        needed = Counter(groups[place])
        if not needed <= free:
            continue
        found = _least(free - needed, rest, place if same else 0)
        if found is not None and (best is None or found < best):
            best = found
    return best
