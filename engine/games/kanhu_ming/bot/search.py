"""The hard bot's thinking: try every sensible play on many possible tables, play each out, and compare.

What a play is worth is counted against the others: own points less the mean of theirs. All plays are tried on the same
tables; those that fall behind are given up, so that the rest is compared on more of them.
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from ....model.cards import Seat
from ....play.bot import OutOfTime
from ..cards import MELD_SIZE, places_of
from .beliefs import Knowledge
from .guesses import Worlds
from .rollout import Manner, bold, in_melds, junk_three, patient, play_out, steady
from .state import Sim, answers, melds, singles

BUDGET: Final = 14_000
"""Cards played out for one decision, when no clock says stop: some 30 milliseconds."""

_FEWEST_WORLDS, _MOST_WORLDS = 12, 160
_ROUND: Final = 12
"""After so many worlds the worse half of the plays is given up."""

_MANNERS: Final[dict[int, tuple[Manner, ...]]] = {2: (steady, patient, bold), 3: (steady, steady, bold)}
"""How the seats may play on, by the number of players: each in a manner by lot, so that no one way is relied on."""

_LOOSE: Final = 5
"""Three cards are sluffed out of so many that are least missed."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What thinking came to. play: as in the simulation. values: mean worth by play. worlds: how many were tried."""

    play: int
    values: dict[int, float]
    worlds: int


def think(known: Knowledge, chance: Random, out_of_time: OutOfTime, budget: int = BUDGET) -> Opinion:
    """The play that is worth most, as far as the possible tables tell."""
    plays = candidates(known)
    if len(plays) == 1:
        return Opinion(plays[0], {}, 0)
    guesses = Worlds(known)
    left = sum(known.sizes)
    totals = dict.fromkeys(plays, 0.0)
    alive = list(plays)
    tried, spent = 0, 0
    while tried < _MOST_WORLDS and (spent < budget or tried < _FEWEST_WORLDS) and not (tried and out_of_time()):
        world = known.sim(guesses.draw(chance))
        manners = [chance.choice(_MANNERS[known.seats]) for _ in known.sizes]
        for play in alive:
            totals[play] += _worth(world, play, known.me, manners)
        tried += 1
        spent += left * len(alive)
        if tried % _ROUND == 0 and len(alive) > 2:
            alive.sort(key=totals.__getitem__, reverse=True)
            for play in alive[(len(alive) + 1) // 2 :]:
                del totals[play]
            alive = alive[: (len(alive) + 1) // 2]
    values = {play: total / tried for play, total in totals.items()}
    return Opinion(max(values, key=values.__getitem__), values, tried)


def candidates(known: Knowledge) -> tuple[int, ...]:
    """The plays worth a thought: all leads and all that beat, and those sluffs that are least missed."""
    hand, best = known.hand, known.best
    usual = steady(known.any_sim())
    if not best:
        return _without_twins(usual, melds(hand) + singles(hand), known)
    plays = answers(hand, best)
    if best.bit_count() == MELD_SIZE:
        least = _least_missed(hand, _LOOSE)
        thrown = [-sum(three) for three in combinations(least, MELD_SIZE)]
        return tuple(dict.fromkeys((usual, *plays, -junk_three(hand), *thrown)))
    return _without_twins(usual, plays + tuple(-card for card in singles(hand)), known)


def worth(points: list[int], me: Seat) -> float:
    """Points of a hand as they count for one seat: against the mean of the others."""
    return points[me] - (sum(points) - points[me]) / (len(points) - 1)


def _worth(world: Sim, play: int, me: Seat, manners: list[Manner]) -> float:
    trial = world.clone()
    trial.play(play)
    play_out(trial, manners)
    return worth(trial.points, me)


def _least_missed(hand: int, count: int) -> list[int]:
    """The lowest loose cards, then the lowest of those in melds."""
    bound = in_melds(hand)
    order = places_of(hand & ~bound) + places_of(hand & bound)
    return [1 << place for place in order[:count]]


def _without_twins(usual: int, plays: tuple[int, ...], known: Knowledge) -> tuple[int, ...]:
    """Plays that differ: of loose cards with nothing between them that is still out, one will do."""
    bound, kept = in_melds(known.hand) | _EARNING, [usual]
    before: dict[bool, int] = {}
    for play in plays:
        card = abs(play)
        if play == usual or card & card - 1 or card & bound:
            if play != usual:
                kept.append(play)
            continue
        lower = before.get(play > 0)
        before[play > 0] = card
        if lower is None or (card - (lower << 1)) & (known.unseen | known.best):
            kept.append(play)
    return tuple(kept)


_EARNING: Final = sum(1 << place for place in (24, 27, 29))
"""Five, Eight and Thousand of Myriads: like no other card."""
