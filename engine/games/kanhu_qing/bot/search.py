"""The hard bot's evaluation: how soon each choice is likely to win, and what a discard may give away."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from random import Random
from typing import Final

from ....model.cards import Card
from ....play.bot import OutOfTime
from ..hand_solver.nearest import distance
from ..pack import CODE, FACES, FREE, HAND_SIZE, code_of
from .beliefs import Knowledge
from .policy import less
from .valuation import Outs, soonest
from .valuation import worth as exact_worth


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters of the hard bot. futures: the number of random futures for a hand far from winning; turns: their
    length. near: then discards up to so much worse than the best in distance are tried. exact: at this distance or
    less, no random futures are drawn.
    waiting: how likely a player is one card from winning, by the discards of each. wins: how likely such a
    player wins in a turn. given: how likely a card that attaches, one that eyes want, and any other, is the one waited
    for. fit: use of a card that another player discards, as a share of the use of an unseen one.
    """

    futures: int = 40
    turns: int = 10
    near: int = 1
    exact: int = 2
    waiting: tuple[float, ...] = (0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.85)
    wins: float = 0.2
    given: tuple[float, float, float] = (0.1, 0.08, 0.04)
    fit: float = 0.6


WEIGHTS: Final = Weights()


class Evaluator:
    """One seat's evaluation at one moment. chance: for the random futures."""

    def __init__(self, known: Knowledge, chance: Random, out_of_time: OutOfTime, weights: Weights = WEIGHTS) -> None:
        self.known = known
        self.weights = weights
        self._chance = chance
        self._out_of_time = out_of_time
        self._round = known.thrown // (1 + len(known.others))
        self._wanted = frozenset(card for eyes in known.house.book.eyes for card in eyes.cards)
        self._outs = Outs([known.live[face] for face in FACES], self._patience(1), weights.fit)

    def discard(self, throwable: Iterable[Card]) -> Card:
        far = self._distances(self.known.hand, throwable)
        nearest = min(far.values())
        if self._can_be_exact(nearest):
            worth = self._exact_worths(self.known.hand, [card for card in far if far[card] == nearest])
        else:
            close = [card for card in far if far[card] <= nearest + self.weights.near]
            close.sort(key=lambda card: (far[card], card in FREE))  # if the time runs out, the first one is good enough
            worth = self.worths(close)
        return max(worth, key=lambda card: worth[card] * (1 - self.danger(card)))

    def wants(self, card: Card) -> bool:
        """Whether the discard is better than a card from the stock."""
        hand, book = self.known.hand, self.known.house.book
        if not self._can_be_exact(distance(hand, book)):
            return self._wants_in_futures(card)
        held = (*hand, card)
        far = self._distances(held, (other for other in hand if other != card))
        if not self._can_be_exact(min(far.values())):
            return False
        taking = self._exact_worths(held, [other for other in far if far[other] == min(far.values())])
        buying = exact_worth(code_of(hand), book, self._outs, from_stock=True)
        return max(taking.values()) * self._patience(1) > buying

    def _can_be_exact(self, far: int) -> bool:
        return far <= self.weights.exact and not self.known.house.book.wild

    def _distances(self, hand: tuple[Card, ...], throwable: Iterable[Card]) -> dict[Card, int]:
        """The distance of the hand from winning without each of these cards."""
        return {card: distance(less(hand, (card,)), self.known.house.book) for card in dict.fromkeys(throwable)}

    def _exact_worths(self, hand: tuple[Card, ...], cards: Sequence[Card]) -> dict[Card, float]:
        """The value of the hand without each of these cards."""
        found: dict[Card, float] = {}
        for card in cards:
            found[card] = exact_worth(code_of(less(hand, (card,))), self.known.house.book, self._outs)
            if self._out_of_time():
                break
        return found

    def worths(self, cards: Sequence[Card]) -> dict[Card, float]:
        """The value of the hand without each of these cards, over the same futures: 1 for an immediate win."""
        book, worth = self.known.house.book, self._worth_by_turn()
        codes = {card: code_of(less(self.known.hand, (card,))) for card in cards}
        gained, seen = dict.fromkeys(cards, 0.0), 0
        for future in self._futures():
            for card, code in codes.items():
                gained[card] += worth[soonest(code, HAND_SIZE - 1, future, book)]
            seen += 1
            if self._out_of_time():
                break
        return {card: total / seen for card, total in gained.items()}

    def _wants_in_futures(self, card: Card) -> bool:
        code, book, worth = code_of(self.known.hand), self.known.house.book, self._worth_by_turn()
        taking, buying = 0.0, 0.0
        for future in self._futures():
            # in place of the first card that would be bought
            taken = [CODE[card] + later - future[0] for later in future]
            taking += worth[soonest(code, HAND_SIZE - 1, taken, book)]
            buying += worth[soonest(code, HAND_SIZE - 1, future, book)]
            if self._out_of_time():
                break
        return taking > buying

    def _futures(self) -> Iterator[tuple[int, ...]]:
        """Random cards that may come: the codes of the first one, two, three ... of them."""
        unseen = self.known.unseen
        turns = min(self.weights.turns, len(unseen))
        for _ in range(self.weights.futures):
            yield tuple(accumulate(CODE[card] for card in self._chance.sample(unseen, turns)))

    def _worth_by_turn(self) -> tuple[float, ...]:
        """The value of a win after so many cards; 0 beyond the turns of a future."""
        turns = min(self.weights.turns, len(self.known.unseen))
        return (*accumulate(map(self._patience, range(1, turns + 1)), mul, initial=1.0), 0.0)

    def _patience(self, later: int) -> float:
        """The chance that nobody else wins in a later turn."""
        return float((1 - self._waiting(later) * self.weights.wins) ** len(self.known.others))

    def _waiting(self, later: int) -> float:
        """The chance that another player is one card from winning after so many more turns."""
        return self.weights.waiting[min(self._round + later, len(self.weights.waiting) - 1)]

    def danger(self, card: Card) -> float:
        """The chance that a discard lets another player win at once."""
        attaches, in_eyes, other = self.weights.given
        given = attaches if card in FREE else in_eyes if card in self._wanted else other
        asked = len(self.known.others) if self.known.house.out_of_turn_win else 1
        return float(1 - (1 - given * self._waiting(0)) ** asked)
