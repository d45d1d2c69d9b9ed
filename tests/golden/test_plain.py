"""A match by lines sounds as it did when its transcript was committed."""

import pytest

from engine.api import games

from .plain import TRANSCRIPTS, path_of, play

GAMES = [meta.id for meta in games()]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_lines_is_the_transcript_that_was_committed(game: str) -> None:
    then = path_of(game).read_text("utf-8").splitlines()
    assert play(game).splitlines() == then, "if it was meant to change: python -m tests.golden.plain"


def test_no_transcript_is_left_of_a_game_that_is_gone() -> None:
    assert set(TRANSCRIPTS.iterdir()) == {path_of(game) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_is_a_whole_match_in_plain_lines(game: str) -> None:
    lines = path_of(game).read_text("utf-8").splitlines()
    assert any(line.startswith("Place 1: ") for line in lines)
    assert lines[-1] == "> quit"
    said = [line for line in lines if not line.startswith("> ")]
    assert all(line.endswith((".", "!", "?", ":", ",", "…", '"')) for line in said if not line.startswith("§"))
    assert not [line for line in said if set(line) & set("│▸·▒\x1b\t")]
