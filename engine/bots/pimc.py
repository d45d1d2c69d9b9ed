"""Perfect information Monte Carlo: try each action on many sampled states of the table, and compare. All actions are
tried on the same states, so the luck of the cards favours none of them.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from math import inf
from operator import add
from random import Random
from typing import Final, Generic, Protocol, TypeVar

from ..model.cards import Seat
from ..play.bot import OutOfTime

_FIRST_DROP: Final = 16
"""After so many states, and again each time after half as many more, a search drops the actions that are behind."""
_ERRORS: Final = 2.0
"""An action is behind if it is worse than the best by so many standard errors of the difference."""
_ALIKE: Final = 64
"""Actions that had equal values in so many states are taken to be equally good."""

State = TypeVar("State")
Action = TypeVar("Action")
Action_contra = TypeVar("Action_contra", contravariant=True)


class Guess(Protocol[State, Action_contra]):
    """What a game supplies: possible states of the table, and the value of an action in a state."""

    def sample(self, chance: Random) -> State:
        """A state of the table that fits what the seat knows."""
        ...

    def value(self, state: State, action: Action_contra, /) -> float:
        """What an action is worth in a state; more is better. The state stays as it is."""
        ...


class Evaluation(Generic[Action]):
    """The result of each action. Among equal actions the first is the best.

    values: what each action was worth, state by state. samples: how many states were tried.
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        self.values: dict[Action, list[float]] = {action: [] for action in actions}
        self.samples = 0
        self._ranked = list(self.values)

    @property
    def best(self) -> Action:
        """The action that is worth most on average."""
        return max(self.values, key=self.mean)

    def total(self, action: Action) -> float:
        """What an action was worth in all states together."""
        return reduce(add, self.values[action], 0.0)  # from Python 3.12 on, `sum` rounds differently

    def mean(self, action: Action) -> float:
        """What an action was worth on average; nothing if it was not tried."""
        return self.total(action) / max(self.samples, 1)

    def drop(self, actions: Iterable[Action]) -> None:
        """Stop trying these actions."""
        for action in actions:
            del self.values[action]
            self._ranked.remove(action)

    def drop_behind(self) -> None:
        """Drop the actions that are worse than the best by more than the luck of the states explains, and those that
        never differed from it.
        """
        best = max(self.values, key=self.total)
        ahead = self.values[best]
        self.drop([each for each, values in self.values.items() if each != best and _is_behind(values, ahead)])

    def halve(self) -> None:
        """Drop the worse half, as long as there are more than two."""
        if len(self._ranked) > 2:
            self._ranked.sort(key=self.total, reverse=True)
            self.drop(self._ranked[(len(self._ranked) + 1) // 2 :])


def search(
    evaluation: Evaluation[Action],
    guess: Guess[State, Action],
    chance: Random,
    out_of_time: OutOfTime,
    *,
    most: int,
    fewest: int = 1,
    budget: float = inf,
    halve_every: int = 0,
    drops_behind: bool = False,
) -> None:
    """Try the actions on more states, until so many were tried, counting earlier searches.

    fewest: states to try even when the time is over. budget: the most values to compute. halve_every: drop the worse
    half of the actions after every so many states. drops_behind: drop the actions that are clearly worse, and end when
    only one is left.
    """
    spent, next_drop = 0, _FIRST_DROP
    while next_drop <= evaluation.samples:
        next_drop += next_drop // 2
    while evaluation.samples < most and spent < budget and not (evaluation.samples >= fewest and out_of_time()):
        state = guess.sample(chance)
        for action, values in evaluation.values.items():
            values.append(guess.value(state, action))
        spent += len(evaluation.values)
        evaluation.samples += 1
        if halve_every and evaluation.samples % halve_every == 0:
            evaluation.halve()
        if drops_behind and evaluation.samples >= next_drop:
            evaluation.drop_behind()
            next_drop += next_drop // 2
            if len(evaluation.values) == 1:
                break


def _is_behind(values: Sequence[float], ahead: Sequence[float]) -> bool:
    gaps = [better - worse for worse, better in zip(values, ahead, strict=True)]
    gap, squares = reduce(add, gaps), reduce(add, [gap * gap for gap in gaps])
    if not squares:
        return len(gaps) >= _ALIKE
    return gap > 0 and gap * gap > _ERRORS**2 * (squares - gap * gap / len(gaps))


def margin(points: Sequence[int], me: Seat) -> float:
    """Points of one seat less the mean of the others' points, since a match is won against all of them."""
    return points[me] - (sum(points) - points[me]) / (len(points) - 1)
