"""The frame of a game's bots."""

from random import Random

import pytest

from engine.api import Advice, Decision, Move, View, find_game, never
from engine.bots.levels import Asked, LevelBot
from tests.games.trials import Trial, full_deal

HEARTS = find_game("hearts")


class Passer(LevelBot):
    """Knows one phase."""

    def on_passing(self, asked: Asked) -> Advice:
        return Advice(asked.decision.default, "These three.")


def asked_to_pass() -> tuple[View, Decision]:
    trial = Trial("hearts", 4, 0, {}, full_deal("hearts", 4, {}, "levels"), "levels")
    return trial.view, trial.asked()


def test_a_phase_is_answered_by_its_method() -> None:
    view, decision = asked_to_pass()
    assert Passer().choose(view, decision, Random(1), never).move == decision.default


def test_a_phase_without_a_method_is_named() -> None:
    view, decision = asked_to_pass()
    with pytest.raises(NotImplementedError, match=r"levels\.LevelBot has no answer.*'passing'"):
        LevelBot().choose(view, decision, Random(1), never)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_level_answers_with_a_move(level: str) -> None:
    view, decision = asked_to_pass()
    assert isinstance(HEARTS.bot(level).choose(view, decision, Random(1), never).move, Move)
