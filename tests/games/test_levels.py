"""What the levels of every game's bots have in common: their names, their reasons, and that they know the game."""

from random import Random
from typing import Any

import pytest

from engine.api import Contest, Deal, find_game, games, judge, play_round
from tests.games.trials import Trial, walk

LEVELS = ("easy", "medium", "hard")
ENGLISH = {
    **find_game("khanhoo").meta.preset("english").options,
    "trio_quartette_cache": True,
    "honour_bumps": True,
    "orphan": False,
}
LONGEST_REASON = 130


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_three_levels_are_named_and_described(game: str) -> None:
    levels = find_game(game).levels
    assert [level.id for level in levels] == list(LEVELS)
    assert all(level.title and level.description.endswith(".") for level in levels)
    with pytest.raises(KeyError):
        find_game(game).bot("champion")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "given", "acts"),
    [
        ("hearts", 4, {"omnibus": True}, 60),
        ("khanhoo", 3, {}, 60),
        ("khanhoo", 4, ENGLISH, 150),
        ("kanhu_ming", 2, {}, 60),
        ("kanhu_ming", 3, {}, 60),
        ("kanhu_qing", 3, {}, 60),
        ("khamul", 4, {}, 150),
        ("chinaso", 3, {}, 150),
        ("solo", 4, {}, 60),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)
@pytest.mark.parametrize("level", LEVELS)
def test_every_move_comes_with_a_sentence(level: str, game: str, seats: int, given: dict[str, Any], acts: int) -> None:
    said: set[str] = set()
    for number in range(2):
        trial = Trial(game, seats, 0, given, Deal({}, (), 0), f"words {level} {number}")
        for _ in walk(trial, Random(f"{level} {number}"), most_acts=acts):
            said.add(trial.reason(level))
    assert len(said) > 3
    for text in said:
        assert text[0].isupper() or text.split()[0] in trial.table.deck.counts  # a card keeps its sign
        assert text.endswith(".")
        assert "??" not in text
        assert len(text) < LONGEST_REASON


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "given"),
    [
        ("khanhoo", 3, {}),
        ("khanhoo", 3, {**ENGLISH, "target": 1000}),
        ("kanhu_ming", 3, {}),
        ("kanhu_qing", 3, {}),
        ("khamul", 3, {"limit": 500}),
        ("chinaso", 4, {}),
        ("solo", 4, {}),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)
def test_medium_beats_random_beyond_doubt(game: str, seats: int, given: dict[str, Any]) -> None:
    found = find_game(game)
    contest = Contest(
        game, seats, found.complete_options(found.meta.resolve(given), seats), "medium", "random", 9, "order"
    )
    outcomes = [outcome for number in range(contest.rounds) for outcome in play_round(contest, number)]
    assert judge(outcomes, high_wins=found.high_wins).sigmas > 3
