"""The hard bot's search: try every card on many possible tables, play each out, and compare.

The value of a deal is the seat's points against the others': own points less a third of theirs, and fewer are better.
Where the deal may end the match, places count too (valuation.py).
"""

from random import Random
from typing import Final

from ....bots.deal_sampler import ConstrainedDeals
from ....bots.pimc import Evaluation, search
from ....model.cards import Seat
from ....play.bot import OutOfTime
from ..cards import BIT, HEARTS, JACK, QUEEN
from .beliefs import Knowledge
from .rollout import play_out
from .state import SUIT, TrickState
from .valuation import MatchValue

BUDGET: Final = 30_000
"""Cards played out for one decision if no clock stops the bot."""

_MOST_STATES: Final = 600
_POINTS: Final = HEARTS | BIT[QUEEN]
_THREAT: Final = 5
"""Points that one seat must have taken alone before others think of its moon."""

Way = tuple[int, bool]
"""A card, and whether to shoot the moon with it."""


class _Guess:
    """Possible deals. In every second one, the seat that may be shooting the moon does so."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._deals = possible_deals(known)
        self._threat = threat(known)
        self._is_shot = True
        self._value = MatchValue(known.me, known.totals, known.house)

    def deal(self, chance: Random) -> TrickState:
        return self._known.state(self._deals.draw(chance))

    def sample(self, chance: Random) -> tuple[TrickState, Seat]:
        """A possible deal, and the other seat that shoots the moon in it, -1 for none."""
        self._is_shot = not self._is_shot
        return self.deal(chance), self._threat if self._is_shot and self._threat is not None else -1

    def value(self, state: tuple[TrickState, Seat], way: Way) -> float:
        (table, foe), (card, shoots), me = state, way, self._known.me
        trial = table.clone()
        trial.play(card)
        play_out(trial, me if shoots else foe)
        return self._value.of_deal(trial)


def possible_deals(known: Knowledge) -> ConstrainedDeals:
    """Deals of the unseen cards that agree with what a seat knows.

    Voids shown and cards passed are certain. The bot also assumes that a seat does not hold cards that it would have
    played earlier, as long as a deal with this exists.
    """
    seen = known.me, known.hand, known.unseen, known.sizes
    unlikely = [one | other for one, other in zip(known.cannot, known.unlikely, strict=True)]
    deals = ConstrainedDeals(*seen, unlikely, known.sure, draws_for_one=True)
    return deals if deals.count else ConstrainedDeals(*seen, known.cannot, known.sure, draws_for_one=True)


def think(known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Evaluation[Way]:
    """Evaluate each legal card on possible deals. A single card is not tried."""
    guess = _Guess(known)
    cards = candidates(known, guess.deal(chance).legal())
    shots: list[Way] = [(card, True) for card in cards] if _may_shoot(known) else []
    evaluation = Evaluation[Way]([*((card, False) for card in cards), *shots])
    if len(cards) == 1:
        evaluation.drop(shots)
        return evaluation
    budget = BUDGET / sum(known.sizes)
    search(evaluation, guess, chance, out_of_time, most=_MOST_STATES, budget=budget, drops_behind=True)
    return evaluation


def threat(known: Knowledge) -> Seat | None:
    """The seat whose moon the bot must stop, if any."""
    return known.moon_suspect(_THREAT)


def candidates(known: Knowledge, legal: tuple[int, ...]) -> tuple[int, ...]:
    """The legal cards that differ: of cards with only played or own cards between them, the highest."""
    between = known.unseen
    for card in known.trick:
        between |= 1 << card
    special = BIT[QUEEN] | (BIT[JACK] if known.house.omnibus else 0)
    kept: list[int] = []
    for card in legal:
        if kept and SUIT[kept[-1]] == SUIT[card] and not (special >> card | special >> kept[-1]) & 1:
            gap = (1 << card) - (1 << kept[-1] + 1)
            if not gap & between:
                kept[-1] = card
                continue
        kept.append(card)
    return tuple(kept)


def _may_shoot(known: Knowledge) -> bool:
    """Whether I can still shoot the moon and my cards are not hopeless."""
    if any(cards & _POINTS for seat, cards in enumerate(known.taken) if seat != known.me):
        return False
    if known.taken[known.me] & _POINTS:
        return True
    return _commanding(known.hand) * 3 >= known.hand.bit_count()


def _commanding(hand: int) -> int:
    """Number of high cards, from the queen up."""
    return sum((hand >> 13 * suit & 0x1C00).bit_count() for suit in range(4))
