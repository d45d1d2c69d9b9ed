"""The hard bot's search: try every sensible play on many possible deals, play each to the end, and compare. The value
of a play is one's own points less the mean of the others'. All plays are tried on the same deals; the worse ones are
dropped, so that the others are compared on more deals.
"""

from itertools import combinations
from random import Random
from typing import Final

from ....bots.pimc import Evaluation, margin, search
from ....kit.card_sets import places_of
from ....play.bot import OutOfTime
from ..cards import MELD_SIZE, beating, singles
from .beliefs import Knowledge
from .guesses import PossibleDeals
from .rollout import Manner, bold, in_melds, junk_three, patient, play_out, steady
from .state import TrickState, melds

BUDGET: Final = 14_000
"""Cards played out for one decision if no clock stops the bot: some 30 milliseconds."""

_MOST_STATES: Final = 160
_ROUND: Final = 12
"""After so many states, the bot drops the worse half of the plays."""

_MANNERS: Final[dict[int, tuple[Manner, ...]]] = {2: (steady, patient, bold), 3: (steady, steady, bold)}
"""How the seats may play on, by the number of players. Each seat gets a random manner, so that no single manner
decides.
"""

_LOOSE: Final = 5
"""Three cards to discard are chosen from so many cards that the hand needs least."""


class _Guess:
    """Possible deals, with a style of play for each seat."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._deals = PossibleDeals(known)

    def sample(self, chance: Random) -> tuple[TrickState, list[Manner]]:
        """A possible deal, and a style for each seat."""
        state = self._known.state(self._deals.draw(chance))
        return state, [chance.choice(_MANNERS[self._known.seats]) for _ in self._known.sizes]

    def value(self, state: tuple[TrickState, list[Manner]], play: int) -> float:
        """The value of a play: own points less the mean of the others'."""
        table, manners = state
        trial = table.clone()
        trial.play(play)
        play_out(trial, manners)
        return margin(trial.points, self._known.me)


def think(known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Evaluation[int]:
    """Evaluate each play on possible deals. A single play is not tried."""
    evaluation = Evaluation(candidates(known))
    if len(evaluation.values) > 1:
        budget = BUDGET / sum(known.sizes)
        guess = _Guess(known)
        search(evaluation, guess, chance, out_of_time, most=_MOST_STATES, budget=budget, halve_every=_ROUND)
    return evaluation


def candidates(known: Knowledge) -> tuple[int, ...]:
    """The plays to try: all leads, all plays that beat, and the cheapest discards."""
    hand, best = known.hand, known.best
    usual = steady(known.any_state())
    if not best:
        return _without_twins(usual, melds(hand) + singles(hand), known)
    plays = beating(hand, best)
    if best.bit_count() == MELD_SIZE:
        least = _least_missed(hand, _LOOSE)
        thrown = [-sum(three) for three in combinations(least, MELD_SIZE)]
        return tuple(dict.fromkeys((usual, *plays, -junk_three(hand), *thrown)))
    return _without_twins(usual, plays + tuple(-card for card in singles(hand)), known)


def _least_missed(hand: int, count: int) -> list[int]:
    """The cards that a hand needs least: the lowest loose cards, then the lowest of those in melds."""
    bound = in_melds(hand)
    order = places_of(hand & ~bound) + places_of(hand & bound)
    return [1 << place for place in order[:count]]


def _without_twins(usual: int, plays: tuple[int, ...], known: Knowledge) -> tuple[int, ...]:
    """Plays that differ: of loose cards with no unseen card between them, one is enough."""
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
"""Five, Eight and Thousand of Myriads: each of them is unlike every other card."""
