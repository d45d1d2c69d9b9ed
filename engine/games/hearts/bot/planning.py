"""How the hard bot passes: the few sensible ways, each tried on many deals of the cards that it does not see."""

from collections.abc import Sequence
from heapq import nsmallest
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Final

from ....model.cards import Seat
from ....play.bot import OutOfTime
from ..cards import ALL, PASSED, SEATS, House, passes_in, receiver, set_of
from .passing import danger, least_dangerous_pass, moon_pass, why_pass
from .rollout import play_out
from .search import cost_of
from .state import Sim

if TYPE_CHECKING:
    from ....model.view import View

DEALS: Final = 24
"""Deals that each way of passing is tried on, when no clock says stop."""

WAYS: Final = 6
"""Ways of passing that are tried beside the one for the moon."""

_MOON_MARGIN: Final = 4.0
"""By how much trying for the moon has to look better before the hand is thrown open for it."""


def plan_pass(view: "View", chance: Random, out_of_time: OutOfTime) -> tuple[int, str]:
    """The cards to pass, as a set, and why."""
    me = view.viewer
    assert me is not None, "a spectator has nothing to pass"
    hand, house = set_of(view.hand), House.of(view.options)
    way = passes_in(view.deal)
    ways = _sensible(hand, house)
    moon = moon_pass(hand) if _is_strong(hand) else 0
    costs = [0.0] * len(ways)
    moon_cost = 0.0
    tried = 0
    while tried < DEALS and not (tried and out_of_time()):
        others = _others(hand, me, chance)
        given = [least_dangerous_pass(cards, house) if seat != me else 0 for seat, cards in enumerate(others)]
        for number, mine in enumerate(ways):
            costs[number] += _cost(others, given, mine, me, way, house)
        if moon:
            moon_cost += _cost(others, given, moon, me, way, house, shooter=me)
        tried += 1
    best = min(range(len(ways)), key=costs.__getitem__)
    if moon and moon_cost + _MOON_MARGIN * tried < costs[best]:
        return moon, "With so many high cards you keep them all and try to shoot the moon."
    return ways[best], why_pass(hand, ways[best], house)


def _sensible(hand: int, house: House) -> list[int]:
    places = [1 << place for place in range(52) if hand >> place & 1]
    every = (first | second | third for first, second, third in combinations(places, PASSED))
    return nsmallest(WAYS, every, key=lambda given: danger(hand & ~given, house))


def _is_strong(hand: int) -> bool:
    """Whether a hand might win most tricks."""
    aces_to_queens = sum((hand >> 13 * suit & 0x1C00).bit_count() for suit in range(4))
    longest = max((hand >> 13 * suit & 0x1FFF).bit_count() for suit in range(4))
    return aces_to_queens + longest >= 10


def _others(hand: int, me: Seat, chance: Random) -> list[int]:
    loose = [1 << place for place in range(52) if (ALL & ~hand) >> place & 1]
    chance.shuffle(loose)
    hands = [sum(loose[start : start + 13]) for start in (0, 13, 26)]
    hands.insert(me, hand)
    return hands


def _cost(
    hands: Sequence[int], given: Sequence[int], mine: int, me: Seat, way: str, house: House, *, shooter: Seat = -1
) -> float:
    after = list(hands)
    for giver in range(SEATS):
        cards = mine if giver == me else given[giver]
        after[giver] &= ~cards
    for giver in range(SEATS):
        after[receiver(giver, way)] |= mine if giver == me else given[giver]
    trial = Sim.of_hands(after, house=house)
    play_out(trial, shooter)
    return cost_of(trial.points(), me)
