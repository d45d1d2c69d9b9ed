"""Every way in which a deal or a match can end has a golden journal, and the rules still bear it out."""

from pathlib import Path

import pytest

from engine.api import Journal, find_game, games, replay

from .endings import ENDINGS, endings_of, wanted

WANTED = list(wanted())


@pytest.mark.parametrize(("game", "ending", "path"), WANTED, ids=[f"{game}-{ending}" for game, ending, _ in WANTED])
def test_the_golden_ending_replays_and_ends_so(game: str, ending: str, path: Path) -> None:
    table = replay(Journal.from_bytes(path.read_bytes()))
    part, _, how = ending.partition("_")
    assert table.game.meta.id == game
    if part == "deal":
        assert how in [scored.how for scored in table.scores]
    else:
        assert table.over is not None
        assert table.over.how == how


def test_no_ending_is_golden_that_no_game_names() -> None:
    assert {path for path in ENDINGS.rglob("*") if path.is_file()} == {path for _, _, path in WANTED}


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_every_ending_of_a_deal_has_words_for_the_log(game: str) -> None:
    words = find_game(game).layout["words"]
    assert {f"scored {ending}" for ending in endings_of(game).DEAL_ENDINGS} <= set(words)
