"""A rulebook is read out without marks, and no sentence is cut in two."""

import pytest

from engine.api import games
from tui.forms.host_config import get_game
from tui.forms.rulebooks import written
from tui.plain.rules import read_aloud


def test_a_wrapped_line_is_whole_and_a_row_has_its_headings() -> None:
    text = '§1 (house rule) First\nsecond. Third.\nFourth (fifth)\nsixth.\n> Source: "x"\n\n- one\n- two\n\n'
    text += "| deal | cards |\n| --- | --- |\n| 1 | nine |\n| 2 | |\n"
    assert list(read_aloud(text)) == [
        "§1 (house rule) First second. Third.",
        "Fourth (fifth) sixth.",
        'Source: "x"',
        "one",
        "two",
        "deal: 1, cards: nine",
        "deal: 2",
    ]


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_every_rulebook_is_read_out_without_marks(game: str) -> None:
    lines = [line for part in get_game(game).rulebook.parts for line in read_aloud(written(part))]
    assert not [line for line in lines if line.startswith(("- ", "> ", "|")) or "---" in line]
    assert not [line for line in lines if line[:1].islower() and line[-1:] == "." and ": " not in line]
