"""The hard bot's evaluation: the cards that may still come, the danger of a discard, and the value of a draw."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from ....model.cards import JOKER, Card, Seat
from ....model.moves import Choice
from ....play.bot import OutOfTime
from ..hand_rules import CACHE_SIZE
from ..melds.solver import can_cover
from ..melds.tables import NUMERALS, MeldBook, patterns
from ..scoring import CACHE, OUT_BONUS, QUARTETTE
from .beliefs import Knowledge
from .policy import Laying, can_finish, can_go_out, chance_to_get, layings, less
from .valuation import Chance, Prospects


@dataclass(frozen=True, slots=True)
class Weights:
    """What the hard bot goes by.

    step: points that a melded card is worth beside the meld's own. unfinished: share of a hope that counts. out: points
    that going out is worth, with what the others lose by it. danger: share that counts of what a discard may give away.
    laying: points that it costs to lay a meld open by a bump. length: discards of a seat in a usual deal, by players;
    length_without_stock: the same where there is none. fit: use of a card that another player discards, as a share of
    the use of an unseen one. stale: points that it costs, without a stock, to pass on the card just taken, for each
    full round that it was passed on before. fourth: what it costs to discard the fourth card of a cache, beyond danger;
    fourth_comes: chance that others discard the fourth of mine, as a share of the chance that a card comes that all can
    use.
    """

    step: float = 0.3
    unfinished: float = 0.6
    out: float = 5.0
    danger: float = 0.1
    laying: float = 1.0
    length: tuple[float, ...] = (0.0, 0.0, 10.0, 7.0, 5.5, 5.0, 5.0, 5.0, 5.0)
    length_without_stock: float = 8.0
    fit: float = 0.7
    stale: float = 5.0
    fourth: float = 100.0
    fourth_comes: float = 0.6


WEIGHTS: Final = Weights()
_CLOSE: Final = 2.5
"""Discards within so many points of the best are looked at more closely."""
_MOST_CLOSE: Final = 4


class Evaluator:
    """One seat's evaluation at one moment."""

    def __init__(self, known: Knowledge, out_of_time: OutOfTime, weights: Weights = WEIGHTS) -> None:
        self.known = known
        self.weights = weights
        self._out_of_time = out_of_time
        self.chance = self._chances()
        self.prospects = Prospects(
            known.book,
            self.chance,
            step=weights.step,
            unfinished=weights.unfinished,
        )

    def discard(self, throwable: Iterable[Card]) -> Card:
        """The card to discard."""
        hand = self.known.hand
        worth = self.prospects.worth_without(hand)
        harm = {card: self.danger(card) for card in dict.fromkeys(throwable)}
        net = {card: worth[card] - self.weights.danger * harm[card] for card in harm}
        if not self.known.has_stock and self.known.taken in net:
            rounds = self.known.passed_on // self.known.players
            net[self.known.taken] -= self.weights.stale * rounds
        best = max(net.values())
        close = sorted((card for card in net if net[card] > best - _CLOSE), key=lambda card: -net[card])[:_MOST_CLOSE]
        for card in close:
            if self._out_of_time():
                break
            net[card] += self.weights.out * self.chance_to_finish(less(hand, (card,)))
        return max(net, key=net.__getitem__)

    def gain_of_take(self, card: Card) -> float:
        """By how much the discard improves the hand more than a card from the stock."""
        hand = self.known.hand
        taken = self.prospects.worth((*hand, card))
        if can_go_out((*hand, card), self.known.book):
            taken += self.weights.out
        return taken - self._worth_of_draw(hand)

    def bump(self, card: Card, choice: Choice | None) -> Laying | None:
        """The bump that improves the hand most, if one does."""
        return self._best_laying(card, choice, self._worth_of_waiting(self.known.hand) + self.weights.laying)

    def shown_take(self, card: Card, choice: Choice | None) -> Laying | None:
        """The meld to lay with a discard taken in turn, if that is better than to draw."""
        return self._best_laying(card, choice, self._worth_of_draw(self.known.hand))

    def lay(self, card: Card, choice: Choice | None) -> Laying | None:
        """The best of the melds that may be laid, even if none is good."""
        return self._best_laying(card, choice, -1.0)

    def cache(self, choice: Choice | None) -> tuple[Card, ...] | None:
        """Three equal cards for a cache, if the fourth may still come and the hand can spare them."""
        hand, whole = self.known.hand, self.prospects.worth(self.known.hand)
        for cards in choice.sets if choice else ():
            rest = less(hand, cards)
            worth = CACHE + self.weights.step * len(cards) + self.prospects.worth(rest)
            worth += self.weights.fourth_comes * self.chance(cards[0], False) * (QUARTETTE - CACHE + OUT_BONUS)
            if self.known.live[cards[0]] and can_finish(len(rest) - 1) and worth > whole:
                return cards
        return None

    def _best_laying(self, card: Card, choice: Choice | None, least: float) -> Laying | None:
        best, found = least, None
        for cards, meld in layings(choice, card, self.known.hand, self.known.book):
            rest = less(self.known.hand, cards)
            if not can_finish(len(rest) - 1) and least >= 0:
                continue
            worth = meld.points + self.weights.step * len(meld.cards)
            worth += max(self.prospects.worth_without(rest).values())
            if can_go_out(rest, self.known.book):
                worth += self.weights.out
            if worth > best:
                best, found = worth, (cards, meld)
        return found

    def danger(self, card: Card) -> float:
        """Points that a discard is likely to give the others, shared out among them."""
        total = 0.0
        for place, seat in enumerate(self.known.opponents):
            total += self._use_to(seat, card, in_turn=place == 0)
            if self.known.caches[seat]:
                total += self.weights.fourth * self._chance_of_fourth(card) * self.known.caches[seat]
        return total / len(self.known.opponents)

    def _chance_of_fourth(self, card: Card) -> float:
        """The chance that another seat has a cache and waits for this card."""
        waiting = [face for face, count in self.known.live.items() if count >= CACHE_SIZE and face != JOKER]
        return 1 / len(waiting) if card in waiting else 0.0

    def chance_to_finish(self, hand: Sequence[Card]) -> float:
        """The chance that the next card lets the hand go out. hand: after the discard."""
        outs = finishing_cards(tuple(sorted(hand)), self.known.book)
        live = self.known.live
        in_reach = self.known.has_stock + self.weights.fit
        return min(1.0, in_reach * sum(live[card] for card in outs) / max(1, live.total()))

    def _use_to(self, seat: Seat, card: Card, *, in_turn: bool) -> float:
        """The value of a card to another seat: its best meld, weighted by the chance that the seat has the rest."""
        if card == JOKER:
            return 6.0
        best = 0.0
        for points, rest, is_run in melds_around(card, self.known.book):
            if is_run and not in_turn:
                continue
            chance = 1.0
            for face in rest:
                chance *= self.known.chance_held(seat, face)
            best += (points + self.weights.step * 3) * chance
        return best

    def _chances(self) -> Chance:
        """A turn brings a card of the stock or the discard before it; other melds than sequences take any discard."""
        known, weights = self.known, self.weights
        turns = self._turns_left()
        in_turn = known.has_stock + weights.fit
        out_of_turn = weights.fit * (known.players - 2)
        return chance_to_get(known.live, for_runs=turns * in_turn, for_others=turns * (in_turn + out_of_turn))

    def _turns_left(self) -> float:
        known = self.known
        if known.has_stock:
            usual = min(self.weights.length[known.players] - known.thrown / known.players, known.stock / known.players)
        else:
            usual = self.weights.length_without_stock - known.thrown / known.players
        return max(1.5, usual)

    def _worth_of_draw(self, hand: Sequence[Card]) -> float:
        live = self.known.live
        if not live:
            return self.prospects.worth(hand)
        finishing = set(finishing_cards(tuple(sorted(hand)), self.known.book))
        total, weighed = 0.0, 0
        # By rank, so that a time limit that ends this early leaves a fair sample of every suit.
        for card in sorted(live):
            worth = self.prospects.worth((*hand, card))
            if card in finishing:
                worth += self.weights.out
            total += live[card] * worth
            weighed += live[card]
            if self._out_of_time():
                break
        return total / weighed

    def _worth_of_waiting(self, hand: Sequence[Card]) -> float:
        return self.prospects.worth(hand) + self.weights.out * self.chance_to_finish(hand) * 0.5


@cache
def melds_around(card: Card, book: MeldBook) -> tuple[tuple[int, tuple[Card, ...], bool], ...]:
    """Melds of three with a card: points, the other two cards, whether it is a sequence."""
    found = {
        (pattern.points, less(pattern.faces, (card,)), False)
        for pattern in patterns(book)
        if len(pattern.faces) == 3 and card in pattern.faces
    }
    for suit in book.suits:
        for first in range(len(NUMERALS) - 2):
            faces = tuple(Card(rank + suit) for rank in NUMERALS[first : first + 3])
            if card in faces:
                found.add((1, less(faces, (card,)), True))
    return tuple(sorted(found))


def finishing_cards(hand: tuple[Card, ...], book: MeldBook) -> tuple[Card, ...]:
    """Faces with which a hand could go out at once. hand: sorted, after a discard. An extra joker shows quickly whether
    any card would do; only then are the faces tried.
    """
    wild = replace(book, jokers=book.jokers + 1)
    found: list[Card] = []
    for card in dict.fromkeys(hand):
        rest = less(hand, (card,))
        if not can_cover((*rest, JOKER), wild):
            continue
        found += [face for face in (*book.faces, JOKER) if _covers(rest, face, book)]
    if can_cover(hand, book):
        return (*book.faces, JOKER)
    return tuple(dict.fromkeys(found))


def _covers(rest: tuple[Card, ...], face: Card, book: MeldBook) -> bool:
    if Counter(rest)[face] >= (book.jokers if face == JOKER else book.copies):
        return False
    return can_cover((*rest, face), book)
