"""The hard bot's evaluation: how long the contract will take, how long the deal will last, and what may be left in
hand. The expected loss of a hand is a race between the contract and the end of the deal: if the contract comes late and
the end is near, the whole hand is likely to count; otherwise only a few cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ....model.cards import JOKER, Card, rank_of, suit_of
from ....play.bot import OutOfTime
from ..cards import LEAST_CARDS, PLACE, points_in, points_of
from ..solver import CODE, can_lay, code_of
from .beliefs import Knowledge
from .policy import can_add
from .valuation import Outlook, Steps


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters of the hard bot. reach: share of the others' discards that the bot can get if it wants them.
    longest: a wait of more rounds is hopeless. power, scale: the parts of a plan are waited for at the same time, so
    the total wait is not the sum, but `scale` times the root of the sum of powers. sharp: how soon a contract that is
    later than the end is too late. fixed, share: the cost of an incomplete contract at the end: so many points, and
    this share of those now in hand, since the most expensive can still be discarded. loose: points that each card
    beyond the contract costs after it is laid. shortest: the fewest rounds that a deal still lasts while nobody is
    down. card: rounds for each card in the hand of a player who is down. danger: points for discarding a card that a
    player who is down can lay; wanted: one that goes with a card that another took; joker: a joker. look: how many
    discards are examined one card ahead.
    """

    reach: float = 0.45
    longest: float = 25.0
    power: float = 2.0
    scale: float = 0.65
    sharp: float = 3.0
    fixed: float = 60.0
    share: float = 0.5
    loose: float = 3.0
    shortest: float = 2.5
    card: float = 0.95
    danger: float = 0.5
    wanted: float = 0.3
    joker: float = 10.0
    look: int = 4


WEIGHTS: Final = Weights()
_LENGTHS: Final = (5.8, 7.7, 5.4, 4.8, 5.9, 8.1, 4.8)
"""About how many rounds a hand of each contract lasts with four players."""
_PACE: Final = {2: 1.9, 3: 1.25}
"""By the number of players: how much longer a hand lasts than with four. Two or three players find fewer cards to take
and to buy.

The bot treats larger tables like four players.
"""
_LINGERING: Final = {2: 2.8, 3: 1.6}
"""The same factor for the cards of a player who is down. With fewer players there are fewer melds for these cards."""
_USUAL_OUTS: Final = (25, 5, 4)
"""How many cards fit a meld that has no card yet: as its first, its second and its third card."""


class Evaluator:
    """One seat's evaluation at one moment."""

    def __init__(self, known: Knowledge, out_of_time: OutOfTime, weights: Weights = WEIGHTS) -> None:
        self.known = known
        self.weights = weights
        self._out_of_time = out_of_time
        self._unseen = max(1, known.live.total())
        self._rate = (1.0 + weights.reach * len(known.others)) / self._unseen
        self.outlook = Outlook(known.contract, self._wait)
        self._code = code_of(known.hand)
        self._points = points_in(known.hand)
        self.rounds_left = self._rounds_left()

    # Before the contract is down.

    def discard(self) -> Card:
        known = self.known
        rough = {
            card: self._loss(self.wait(self._code - CODE[card]), self._points - points_of(card), len(known.hand) - 1)
            + self.harm(card)
            for card in sorted(set(known.hand), key=lambda card: (points_of(card), card), reverse=True)
        }
        close = sorted(rough, key=rough.__getitem__)[: self.weights.look]
        best, found = 1e9, close[0]
        for card in close:
            wait = self.wait_ahead(self._code - CODE[card])
            loss = self._loss(wait, self._points - points_of(card), len(known.hand) - 1) + self.harm(card)
            if loss < best:
                best, found = loss, card
            if self._out_of_time():
                break
        return found

    def wants_in_turn(self, card: Card) -> bool:
        """Whether the discard is better than a card from the deck."""
        if not self.outlook.toll(self._code):
            return can_add(self.known.hand, card, self.known.contract)
        if self._would_lay(card):
            return True
        taken = self.wait(self._code + CODE[card])
        drawn = weighed = 0.0
        for face in sorted(self.known.live):  # by rank, so that a time limit that ends this early leaves a fair sample
            count = self.known.live[face]
            drawn += count * self.wait(self._code + CODE[face])
            weighed += count
            if self._out_of_time():
                break
        return not weighed or taken < drawn / weighed

    def wants_to_buy(self, card: Card) -> bool:
        """Whether the discard is worth an extra card in the hand."""
        size = len(self.known.hand)
        now = self._loss(self.wait(self._code), self._points, size)
        then = self._loss(self.wait(self._code + CODE[card]), self._points + points_of(card), size + 1)
        return then < now

    def _would_lay(self, card: Card) -> bool:
        code = self._code + CODE[card]
        return can_lay(code, self.known.contract) and not self.outlook.toll(code)

    def wait_ahead(self, code: int) -> float:
        """Expected rounds until the contract, looking one card ahead."""
        now = self.wait(code)
        if not now:
            return 0.0
        helping = []
        for face, count in self.known.live.items():
            then = self.wait(code + CODE[face])
            if count > 0 and then < now - 1e-6:
                helping.append((then, count * self._rate))
        helping.sort()
        rate = weighed = 0.0
        best = self.weights.longest
        for then, more in helping:
            if then >= best:
                break
            rate += more
            weighed += more * then
            best = min(best, (1 + weighed) / rate)
        return best

    def _loss(self, wait: float, points: int, size: int) -> float:
        """The points that a hand is likely to cost."""
        left = self.rounds_left
        caught = float(wait**self.weights.sharp / (wait**self.weights.sharp + left**self.weights.sharp))
        loose = size - LEAST_CARDS * self.known.contract.melds
        return caught * (self.weights.fixed + self.weights.share * points) + (1 - caught) * self.weights.loose * loose

    def wait(self, code: int) -> float:
        """Approximate rounds until the contract."""
        return self.weights.scale * float(self.outlook.toll(code) ** (1 / self.weights.power))

    def _rounds_left(self) -> float:
        known, weights, players = self.known, self.weights, 1 + len(self.known.others)
        fewest = min((known.counts[seat] for seat in known.others if seat in known.down), default=0)
        if fewest:
            return 0.2 + weights.card * _LINGERING.get(players, 1.0) * fewest
        pace = _PACE.get(players, 1.0)
        return max(weights.shortest * pace, _LENGTHS[known.contract.number - 1] * pace - known.rounds)

    # The use of a card to others.

    def harm(self, card: Card) -> float:
        """The points that a discard gives the others."""
        known, weights = self.known, self.weights
        harm = 0.0
        if known.down - {known.me} and known.fits(card):
            harm += weights.danger
        if card == JOKER:
            return harm + weights.joker
        for seat in known.others:
            if seat not in known.down and any(_go_together(card, other) for other in +known.held[seat]):
                harm += weights.wanted
        return harm

    # Once the bot is down.

    def last_discard(self, hand: Iterable[Card]) -> Card:
        """The discard among cards that cannot be laid: the most expensive, and among equal ones the one of least use to
        others.
        """
        return max(hand, key=lambda card: (points_of(card) - self.harm(card), points_of(card), card))

    # Waiting.

    def _wait(self, steps: Steps, takes_joker: bool) -> float:
        """Approximate rounds until the cards of some steps have come."""
        live, total = self.known.live, 0.0
        jokers = live[JOKER] if takes_joker else 0
        before: tuple[Card, ...] | None = None
        for place, faces in enumerate(steps):
            outs = sum([live[face] for face in faces]) if faces else _USUAL_OUTS[place - len(steps)]
            if faces and faces == before:
                outs -= 1
            before = faces
            chance = (outs + jokers) * self._rate
            total += min(self.weights.longest, 1 / chance) if chance > 0 else self.weights.longest
        return float(total**self.weights.power)


def _go_together(card: Card, other: Card) -> bool:
    if other == JOKER:
        return False
    if rank_of(card) == rank_of(other):
        return True
    return suit_of(card) == suit_of(other) and abs(PLACE[card] - PLACE[other]) <= 2
