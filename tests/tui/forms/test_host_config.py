"""Games by the names that people write."""

import pytest

from engine.api import find_game, games
from tui.forms.host_config import game_title, named_game, seat_count
from tui.problems import UsageProblem


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("hearts", ("hearts", "")),
        ("kanhu-ming", ("kanhu_ming", "")),
        ("Kanhu, Ming", ("kanhu_ming", "")),
        ("english", ("khanhoo", "english")),
        ("english-khanhoo", ("khanhoo", "english")),
        ("omnibus_hearts", ("hearts", "omnibus")),
        ("EXPRESS", ("chinaso", "express")),
        ("qing", ("kanhu_qing", "qing")),
    ],
)
def test_a_game_is_found_by_any_of_its_names(word: str, found: tuple[str, str]) -> None:
    assert named_game(word) == found


@pytest.mark.parametrize(
    ("word", "near"), [("heart", "hearts"), ("kanhoo", "khanhoo"), ("chinaso-expres", "chinaso_express")]
)
def test_the_nearest_name_is_suggested(word: str, near: str) -> None:
    with pytest.raises(UsageProblem, match=f"Did you mean {near}\\?"):
        named_game(word)


def test_a_name_that_is_like_no_game_is_told_all_games() -> None:
    with pytest.raises(UsageProblem, match="Games: khanhoo, kanhu_ming, "):
        named_game("whist")


def test_one_bot_too_many_is_told_without_saying_who_plays() -> None:
    with pytest.raises(UsageProblem, match="A table with 4 seats has room for 3 bots and one player, not for 4 bots"):
        seat_count(find_game("hearts"), 4, ["easy"] * 4)  # at a table of `serve` it is not you


def test_every_preset_is_named_by_its_own_title_wherever_a_table_is_named() -> None:
    for meta in games():
        for preset in meta.presets:
            assert game_title(meta.id, meta.resolve(preset.options)) == preset.title
            assert meta.nearest_preset(meta.resolve(preset.options)) is preset
