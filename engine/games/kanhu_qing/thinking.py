"""The hard bot's thinking: how soon each choice is likely to win, and what a throw may give away."""

from collections.abc import Callable, Iterable, Sequence
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
    players. near: throws that leave the hand so much farther than the best are still looked at. waiting: how likely a
    player is one card from winning, by the cards that each has thrown. given: how likely a card that attaches, one
    that eyes want, and any other, is the one that such a player waits for.
    """

    futures: int = 40
    turns: int = 10
    patience: tuple[float, ...] = (1.0, 0.9, 0.86, 0.83, 0.8, 0.78)
    near: int = 1
    waiting: tuple[float, ...] = (0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.85)
    given: tuple[float, float, float] = (0.1, 0.08, 0.04)


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
        patience = weights.patience[len(known.others)]
        self._worth = (*(patience**turn for turn in range(turns + 1)), 0.0)
        self._wanted = frozenset(card for eyes in known.house.book.eyes for card in eyes.cards)

    def discard(self, throwable: Iterable[Card]) -> Card:
        """The card to throw."""
        hand, book = self.known.hand, self.known.house.book
        far = {card: distance(less(hand, (card,)), book) for card in dict.fromkeys(throwable)}
        close = [card for card in far if far[card] <= min(far.values()) + self.weights.near]
        close.sort(key=lambda card: (far[card], card in FREE))  # should time run out, the first is good enough
        worth = self.worths(close)
        return max(close, key=lambda card: worth[card] * (1 - self.danger(card)))

    def worths(self, cards: Sequence[Card]) -> dict[Card, float]:
        """What the hand is worth without each of these cards, seen over the same futures: 1 for a win at once."""
        book = self.known.house.book
        codes = {card: code_of(less(self.known.hand, (card,))) for card in cards}
        gained, seen = dict.fromkeys(cards, 0.0), 0
        for future in self._futures:
            for card, code in codes.items():
                gained[card] += self._worth[soonest(code, HAND_SIZE - 1, future, book)]
            seen += 1
            if self._out_of_time():
                break
        return {card: total / seen for card, total in gained.items()}

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
        """Chance that a throw lets another player win at once."""
        attaches, in_eyes, other = self.weights.given
        given = attaches if card in FREE else in_eyes if card in self._wanted else other
        thrown = self.known.thrown // (1 + len(self.known.others))
        waiting = self.weights.waiting[min(thrown, len(self.weights.waiting) - 1)]
        asked = len(self.known.others) if self.known.house.out_of_turn_win else 1
        return float(1 - (1 - given * waiting) ** asked)
