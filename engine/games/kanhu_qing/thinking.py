"""The hard bot's thinking: how soon each choice is likely to win, and what a throw may give away."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Final

from ...cards import Card
from .judgement import less
from .knowledge import Knowledge
from .nearest import distance
from .pack import CODE, FREE, HAND_SIZE, code_of
from .prospects import soonest


@dataclass(frozen=True, slots=True)
class Weights:
    """What the hard bot goes by.

    futures: how many it looks at; turns: how far. patience: what a win is worth a turn later, by the number of other
    players. near: throws that leave the hand so much farther than the best are still looked at.
    """

    futures: int = 40
    turns: int = 12
    patience: tuple[float, ...] = (1.0, 0.9, 0.86, 0.83, 0.8, 0.78)
    near: int = 1


WEIGHTS: Final = Weights()


class Thought:
    """One seat's thinking at one moment. chance: by which it guesses what will come."""

    def __init__(
        self, known: Knowledge, chance: Random, out_of_time: Callable[[], bool], weights: Weights = WEIGHTS
    ) -> None:
        self.known = known
        self.weights = weights
        self._out_of_time = out_of_time
        unseen = known.unseen
        turns = min(weights.turns, len(unseen))
        self._futures = [
            tuple(accumulate(CODE[card] for card in chance.sample(unseen, turns))) for _ in range(weights.futures)
        ]
        self._worth = self._worths(turns)

    def discard(self, throwable: Iterable[Card]) -> Card:
        """The card to throw."""
        hand, book = self.known.hand, self.known.house.book
        far = {card: distance(less(hand, (card,)), book) for card in dict.fromkeys(throwable)}
        nearest = min(far.values())
        close = [card for card in far if far[card] <= nearest + self.weights.near]
        close.sort(key=lambda card: (far[card], card in FREE))
        gained = self._gains([code_of(less(hand, (card,))) for card in close], HAND_SIZE - 1)
        values = [gain * (1 - self.danger(card)) for gain, card in zip(gained, close, strict=True)]
        return close[max(range(len(close)), key=values.__getitem__)]

    def wants(self, card: Card) -> bool:
        """Whether the discard is better than a card from the stock."""
        code, book = code_of(self.known.hand), self.known.house.book
        taking, buying = 0.0, 0.0
        for future in self._futures:
            taken = [CODE[card] + later - future[0] for later in future]  # in place of the first that would be bought
            taking += self._worth[soonest(code, HAND_SIZE - 1, taken, book)]
            buying += self._worth[soonest(code, HAND_SIZE - 1, future, book)]
            if self._out_of_time():
                break
        return taking > buying

    def danger(self, card: Card) -> float:
        """Chance that a throw gives the deal away."""
        return 0.0

    def _gains(self, codes: list[int], size: int) -> list[float]:
        """What each of some hands is worth, over the same futures."""
        gained = [0.0] * len(codes)
        for future in self._futures:
            for place, code in enumerate(codes):
                gained[place] += self._worth[soonest(code, size, future, self.known.house.book)]
            if self._out_of_time():
                break
        return gained

    def _worths(self, turns: int) -> tuple[float, ...]:
        """What it is worth to win after so many cards; nothing if not within the turns looked at."""
        patience = self.weights.patience[len(self.known.others)]
        return (*(patience**turn for turn in range(turns + 1)), 0.0)
