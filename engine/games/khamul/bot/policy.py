"""How a bot of Khamul judges its moves: by the points that they save, as far as the bot remembers its cards."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ....model.cards import UNKNOWN, Card, Seat
from ..cards import JACK, KING, MOST_TO_CALL, POWER, WORTH
from .beliefs import Mind


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters of a level, in points.

    card: the value of having one card fewer, in addition to its points. known: of learning an unknown card. throws: how
    many more discards are expected that one's own cards may match. burden: of giving another player an extra card.
    sure: how likely five points or fewer must be for a call.
    """

    card: float = 2.0
    known: float = 1.0
    throws: float = 0.0
    burden: float = 2.0
    sure: float = 0.9


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with a card. gain: its value in points. place: where the card goes, "" to discard it. matched: places
    whose cards will then match it.
    """

    gain: float
    place: str
    matched: tuple[str, ...] = ()


USUAL: Final = Weights()
LAST_TURN: Final = Weights(card=0.0, known=0.0, throws=2.0)
"""The costs after a call: only the points that are left at the end count."""


class Judgement:
    """One seat's judgement at one moment."""

    def __init__(self, mind: Mind, weights: Weights = USUAL) -> None:
        self.mind = mind
        self.weights = weights if mind.caller is None else LAST_TURN

    @cached_property
    def worths(self) -> dict[str, float]:
        """The points of each of my places, as far as I know."""
        return {place: self.mind.worth_of(place) for place in self.mind.mine}

    def total(self) -> float:
        """The points that I expect to hold."""
        return sum(self.worths.values())

    @cached_property
    def costs(self) -> dict[str, float]:
        """The expected final cost of each of my places."""
        return {
            place: self.mind.mean + self.weights.card if lying.card == UNKNOWN else self.cost_of(lying.card)
            for place, lying in self.mind.mine.items()
        }

    def cost_of(self, card: Card) -> float:
        """The expected cost of a known card: it may still be matched if cards of its rank are to come."""
        live = self._live[card[:-1]] / max(1, len(self.mind.unseen))
        return (WORTH[card] + self.weights.card) * float((1 - min(1.0, live)) ** self.weights.throws)

    def chance_of_five(self) -> float:
        """The chance that I hold five points or fewer."""
        mind = self.mind
        known = sum(WORTH[lying.card] for lying in mind.mine.values() if lying.card != UNKNOWN)
        spread = {known: 1.0} if known <= MOST_TO_CALL else {}
        size = len(mind.unseen)
        for _ in mind.unknown:
            grown: Counter[int] = Counter()
            for points, chance in spread.items():
                for worth, count in self._unseen_worths.items():
                    if points + worth <= MOST_TO_CALL:
                        grown[points + worth] += chance * count / size  # type: ignore[assignment]
            spread = dict(grown)
        return sum(spread.values())

    def best_with(self, card: Card) -> Plan:
        """The best thing to do with a card that I have drawn."""
        throw = Plan(self._thrown(card), "", self.mind.matching(card))
        return max((throw, *self._layings(card)), key=lambda plan: plan.gain)

    def best_taking(self) -> Plan | None:
        """The best place for the top of the pile, if I may take it."""
        top = self.mind.top
        if top is None:
            return None
        return max(self._layings(top), key=lambda plan: plan.gain, default=None)

    def worth_of_draw(self) -> float:
        """The average value of a card from the stock."""
        unseen = self.mind.unseen
        if not unseen:
            return 0.0
        # Cards of a rank and colour are alike here.
        kinds = Counter((card[:-1], WORTH[card], POWER[card]) for card in unseen)
        example = {(card[:-1], WORTH[card], POWER[card]): card for card in unseen}
        return sum(count * self.best_with(example[kind]).gain for kind, count in kinds.items()) / len(unseen)

    def prefers_taking(self) -> Plan | None:
        """How to take the top of the pile, if that is better than drawing."""
        plan = self.best_taking()
        return plan if plan and plan.gain > self.worth_of_draw() else self._saving_with_lowest()

    def best_exchange(self) -> tuple[float, str, str] | None:
        """The best use of a black king: points, my place, the other's place."""
        theirs = self._places_of_others()
        if not theirs or not self.mind.mine:
            return None
        own = max(self.mind.mine, key=self._regret)
        guess, place = theirs[0]
        return self.worths[own] - guess, own, place

    def good_exchanges(self) -> list[tuple[str, str]]:
        """My costliest two places, each with the three places of others that seem lowest."""
        own = sorted(self.mind.mine, key=self._regret, reverse=True)[:2]
        return [(mine, theirs) for mine in own for _, theirs in self._places_of_others()[:3]]

    def most_dangerous(self) -> Seat | None:
        """The player who may be chosen and seems to hold the fewest points."""
        mind = self.mind
        open_to = [seat for seat in mind.others if seat != mind.spared]
        return min(open_to, key=self.seems_to_hold, default=None)

    def seems_to_hold(self, seat: Seat) -> float:
        """The points that another player seems to hold."""
        return sum(self.mind.guess(seat, lying) for lying in self.mind.rows[seat].values())

    def power_of(self, card: Card) -> float:
        """The value of the power of a card on the pile."""
        kind = POWER[card]
        if not kind:
            return 0.0
        if kind == JACK:
            return self.weights.known if self.mind.unknown else 0.0
        if kind == KING:
            found = self.best_exchange()
            return max(0.0, 0.7 * found[0]) if found else 0.0
        return self.weights.burden

    @cached_property
    def _unseen_worths(self) -> Counter[int]:
        return Counter(WORTH[card] for card in self.mind.unseen)

    def _regret(self, place: str) -> float:
        return self.worths[place]

    @cached_property
    def _live(self) -> Counter[str]:
        """How many cards of each rank others may still discard."""
        mind = self.mind
        theirs = (lying.card for seat in mind.others for lying in mind.rows[seat].values())
        return Counter(card[:-1] for card in (*mind.unseen, *theirs))

    def better_to_draw(self) -> list[Card]:
        """Unseen cards that are worth more to me than the top of the pile."""
        taking = self.best_taking()
        return [card for card in self.mind.unseen if taking is None or self.best_with(card).gain > taking.gain]

    def can_come(self, card: Card) -> bool:
        """Whether another player may still discard a card of this rank."""
        return bool(self._live[card[:-1]])

    def _saving_with_lowest(self) -> Plan | None:
        """How to take a top card that is lowest, so that a higher one goes. What drawing would gain is an estimate, but
        these points are certain.
        """
        top = self.mind.top
        if top is None or not self.mind.is_lowest(top):
            return None
        saving = [plan for plan in self._layings(top) if self.worths[plan.place] > WORTH[top]]
        return max(saving, key=lambda plan: plan.gain, default=None)

    def _places_of_others(self) -> list[tuple[float, str]]:
        """Places of players who may be chosen, each with the points that I expect there, the lowest first."""
        mind = self.mind
        return sorted(
            (mind.guess(seat, lying), place)
            for seat in mind.others
            if seat != mind.spared
            for place, lying in mind.rows[seat].items()
        )

    def _dropped(self, places: tuple[str, ...]) -> float:
        return sum(self.costs[place] for place in places)

    def _thrown(self, card: Card) -> float:
        return self._dropped(self.mind.matching(card)) + self.power_of(card)

    def _layings(self, card: Card) -> Iterator[Plan]:
        """Every way to put a card in one of my places."""
        for place, lying in self.mind.mine.items():
            gain = self.costs[place] - self.cost_of(card)
            matched: tuple[str, ...] = ()
            if lying.card == UNKNOWN:
                gain += self.weights.known
            else:
                matched = tuple(other for other in self.mind.matching(lying.card) if other != place)
                more = self._dropped(matched) + self.power_of(lying.card)
                saved = WORTH[lying.card] - WORTH[card]
                # A higher card is likely to be matched, but that is an estimate, and no reason to keep more points.
                gain = gain + more if more or saved >= 0 else min(gain, saved)
            yield Plan(gain, place, matched)
