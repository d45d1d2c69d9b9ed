"""Trying actions on sampled states."""

from itertools import count
from random import Random

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


def tried(actions: range, **limits: int) -> Evaluation[int]:
    evaluation = Evaluation(actions)
    search(evaluation, Numbers(), Random(1), never, **{"most": 40, **limits})
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
