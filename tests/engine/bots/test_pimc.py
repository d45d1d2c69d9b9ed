"""Trying actions on sampled states."""

from itertools import count, cycle
from math import inf
from random import Random

import pytest

from engine.api import never
from engine.bots.pimc import Evaluation, margin, search


class Numbers:
    """Each state is the next number; an action is worth itself, and the state besides."""

    def __init__(self) -> None:
        self._numbers = count()

    def sample(self, chance: Random) -> int:
        return next(self._numbers)

    def value(self, state: int, action: int) -> float:
        return float(action + state)


def tried(actions: range, *, most: int = 40, budget: float = inf, halve_every: int = 0) -> Evaluation[int]:
    evaluation = Evaluation(actions)
    search(evaluation, Numbers(), Random(1), never, most=most, budget=budget, halve_every=halve_every)
    return evaluation


def test_all_actions_are_tried_on_the_same_states() -> None:
    evaluation = tried(range(3), most=4)
    assert evaluation.values == {0: [0, 1, 2, 3], 1: [1, 2, 3, 4], 2: [2, 3, 4, 5]}
    assert (evaluation.best, evaluation.samples, evaluation.mean(2)) == (2, 4, 3.5)


def test_of_equals_the_first_is_the_best() -> None:
    evaluation = Evaluation("ab")
    assert evaluation.best == "a"
    evaluation.values.update(a=[1.0, 3.0], b=[2.0, 2.0])
    evaluation.samples = 2
    assert evaluation.best == "a"


def test_a_budget_counts_values() -> None:
    assert tried(range(3), budget=10).samples == 4


def test_the_worse_half_is_dropped_until_two_are_left() -> None:
    evaluation = tried(range(7), halve_every=2)
    assert list(evaluation.values) == [5, 6]
    assert len(evaluation.values[6]) == 40


Wager = tuple[str, int, int]
"""A name, a stake that is won or lost on each state, and a bonus that is certain."""


class Wagers:
    """Each second state is a loss. The state before it is a win."""

    def __init__(self) -> None:
        self._states = cycle((1, -1))

    def sample(self, chance: Random) -> int:
        return next(self._states)

    def value(self, state: int, action: Wager) -> float:
        _, stake, bonus = action
        return float(stake * state + bonus)


def wagered(*actions: Wager, most: int) -> Evaluation[Wager]:
    evaluation = Evaluation(actions)
    search(evaluation, Wagers(), Random(1), never, most=most, drops_behind=True)
    return evaluation


@pytest.mark.parametrize(
    ("most", "left"),
    [(15, "clear close best"), (16, "close best"), (35, "close best"), (36, "best")],
)
def test_actions_are_dropped_that_are_two_standard_errors_behind(most: int, left: str) -> None:
    # After 16, 24 and 36 states, the standard error of "close" is 5, 4.1 and 3.3, and it is 8 behind.
    evaluation = wagered(("clear", 0, -1), ("close", 20, 0), ("best", 0, 8), most=most)
    assert [name for name, _, _ in evaluation.values] == left.split()
    assert evaluation.samples == most
    assert evaluation.best[0] == "best"


def test_a_search_ends_when_one_action_is_left() -> None:
    assert wagered(("worse", 0, 0), ("best", 0, 1), most=40).samples == 16


def test_actions_with_opposite_luck_are_both_kept_and_of_two_that_never_differed_the_first() -> None:
    opposite = wagered(("first", 5, 0), ("second", -5, 0), most=600)
    assert (len(opposite.values), opposite.samples) == (2, 600)
    equal = wagered(("first", 5, 1), ("second", 5, 1), most=600)
    assert (equal.best[0], len(equal.values), equal.samples) == ("first", 1, 81)


def test_out_of_time_the_fewest_states_are_tried_all_the_same() -> None:
    for fewest in (1, 5):
        evaluation = Evaluation(range(2))
        search(evaluation, Numbers(), Random(1), lambda: True, most=40, fewest=fewest)
        assert evaluation.samples == fewest


def test_a_later_search_goes_on_where_the_first_stopped() -> None:
    evaluation, guess = Evaluation(range(3)), Numbers()
    search(evaluation, guess, Random(1), never, most=2)
    evaluation.drop([1])
    search(evaluation, guess, Random(1), never, most=5)
    assert {action: len(values) for action, values in evaluation.values.items()} == {0: 5, 2: 5}


def test_points_count_against_the_mean_of_the_others() -> None:
    assert margin([9, 12, 6], 0) == 0
    assert margin([20, 10], 1) == -10
