"""The hard bot's thinking: try every card on many possible tables, play each out, and compare what it costs.

Cost is counted against the others: own points less a third of theirs. So a point saved counts as one a third more,
26 for the others counts as 26 taken off oneself, and a moon that somebody else shoots is as dear as 13 points.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from ....model.cards import Seat
from ....play.bot import OutOfTime
from ..cards import BIT, HEARTS, JACK, QUEEN, SEATS
from .beliefs import Knowledge
from .guesses import Worlds
from .rollout import play_out
from .state import SUIT, Sim

BUDGET: Final = 11_000
"""Cards played out for one decision, when no clock says stop: some 20 to 30 milliseconds."""

_FEWEST_WORLDS, _MOST_WORLDS = 10, 160
_TRIAL_WORLDS: Final = 8
"""After so many worlds a moon that never came off is given up."""
_POINTS: Final = HEARTS | BIT[QUEEN]
_THREAT: Final = 5
"""Points that somebody must have taken alone before others reckon with a moon."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What thinking came to. costs: mean cost by card, smaller is better. shoots: the best way is to shoot the moon.

    threat: the seat whose moon was reckoned with. worlds: how many tables were tried.
    """

    card: int
    costs: dict[int, float]
    shoots: bool
    threat: Seat | None
    worlds: int


def think(known: Knowledge, chance: Random, out_of_time: OutOfTime, budget: int = BUDGET) -> Opinion:
    """The card that costs least, as far as the possible tables tell."""
    guesses = Worlds(known)
    cards = candidates(known, _sim(known, guesses.draw(chance)).legal())
    if len(cards) == 1:
        return Opinion(cards[0], {}, shoots=False, threat=None, worlds=0)
    threat = known.moon_suspect(_THREAT)
    may_shoot = _may_shoot(known)
    left = sum(known.sizes)
    worlds = max(_FEWEST_WORLDS, min(_MOST_WORLDS, budget // (len(cards) * left * (1 + may_shoot))))
    ducking = dict.fromkeys(cards, 0.0)
    shooting = dict.fromkeys(cards, 0.0)
    tried = 0
    while tried < worlds and not (tried and out_of_time()):
        world = _sim(known, guesses.draw(chance))
        foe = threat if threat is not None and tried % 2 else -1
        for card in cards:
            ducking[card] += _cost(world, card, known.me, foe)
            if may_shoot:
                shooting[card] += _cost(world, card, known.me, known.me)
        tried += 1
        if tried == _TRIAL_WORLDS and may_shoot and min(shooting.values()) > min(ducking.values()) + 4 * tried:
            may_shoot = False
            worlds = min(_MOST_WORLDS, 2 * worlds)
    return _conclude(ducking, shooting if may_shoot else {}, tried, threat)


def candidates(known: Knowledge, legal: tuple[int, ...]) -> tuple[int, ...]:
    """The legal cards that differ: of cards with nothing between them but what is gone or mine, only the highest."""
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


def cost_of(points: tuple[int, ...], me: Seat) -> float:
    """Points of a deal as cost to one seat."""
    return points[me] - (sum(points) - points[me]) / (SEATS - 1)


def _sim(known: Knowledge, world: list[int]) -> Sim:
    return Sim.of_hands(
        world,
        house=known.house,
        leader=known.leader,
        trick=known.trick,
        taken=known.taken,
        broken=known.broken,
    )


def _cost(world: Sim, card: int, me: Seat, shooter: Seat) -> float:
    trial = world.clone()
    trial.play(card)
    play_out(trial, shooter)
    return cost_of(trial.points(), me)


def _may_shoot(known: Knowledge) -> bool:
    """Whether the moon is still open to me and my cards are not hopeless."""
    if any(cards & _POINTS for seat, cards in enumerate(known.taken) if seat != known.me):
        return False
    if known.taken[known.me] & _POINTS:
        return True
    return _commanding(known.hand) * 3 >= known.hand.bit_count()


def _commanding(hand: int) -> int:
    """Number of high cards, from the queen up."""
    return sum((hand >> 13 * suit & 0x1C00).bit_count() for suit in range(4))


def _conclude(ducking: dict[int, float], shooting: dict[int, float], tried: int, threat: Seat | None) -> Opinion:
    costs = {card: total / tried for card, total in ducking.items()}
    best = min(costs, key=costs.__getitem__)
    shoots = False
    for card, total in shooting.items():
        if total / tried < costs[best]:
            best, shoots = card, True
        costs[card] = min(costs[card], total / tried)
    return Opinion(best, costs, shoots, threat, tried)
