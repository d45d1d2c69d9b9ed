"""Possible deals of the unseen cards, which fit what a seat knows. Cards are in the other hands, in the stock, or among
the face-down discards. Discards are likely to be low. A seat that discarded probably could not beat the trick; since
nobody must beat, other deals stay possible, but are drawn less often.
"""

from random import Random
from typing import Final

from ....kit.card_sets import places_of
from ..cards import BEATERS, MELD_BEATERS
from .beliefs import Knowledge

_TRIES: Final = 12
"""At most so many deals are drawn until one is accepted."""

_BELIEF: Final = 0.2
"""How likely a player is not to take a trick that they could take."""


class PossibleDeals:
    """Deals of the unseen cards that agree with what a seat knows."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._cards = [1 << place for place in places_of(known.unseen)]
        self._others = [seat for seat in range(known.seats) if seat != known.me]
        held = sum(known.sizes) - known.sizes[known.me]
        self._thrown = sum(known.thrown)
        self._stock = len(self._cards) - held - self._thrown
        self._doubts = [(seat, best) for seat in self._others for best in set(known.declined[seat])]

    def draw(self, chance: Random) -> list[int]:
        """One such deal: the cards of each seat as a set, including mine."""
        fewest, found = 99, []
        for _ in range(_TRIES):
            hands = self._deal(chance)
            odd = sum(_can_take(hands[seat], best) for seat, best in self._doubts)
            if odd < fewest:
                fewest, found = odd, hands
            if not odd or chance.random() < _BELIEF**odd:
                return hands
        return found

    def _deal(self, chance: Random) -> list[int]:
        known, order = self._known, self._cards[:]
        chance.shuffle(order)
        del order[: self._stock]
        for _ in range(self._thrown):
            # The lower of two random cards: most discards are low.
            lower = min(order[-1], order[-2]) if len(order) > 1 else order[-1]
            order.remove(lower)
            chance.shuffle(order)
        hands = [0] * known.seats
        hands[known.me] = known.hand
        start = 0
        for seat in self._others:
            hands[seat] = sum(order[start : start + known.sizes[seat]])
            start += known.sizes[seat]
        return hands


def _can_take(hand: int, best: int) -> bool:
    """Whether a hand holds cards that beat a play."""
    if best in BEATERS:
        return bool(hand & BEATERS[best])
    return any(hand & other == other for other in MELD_BEATERS[best])
