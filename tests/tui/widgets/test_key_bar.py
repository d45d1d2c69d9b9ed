"""What the key bar leaves out where there is no room, and what it never does."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.api import BETWEEN, OVER, Table, games
from tui.table.choice.chooser import Chooser
from tui.table.game_words import read_layout
from tui.table.geometry import LEAST_WIDTH
from tui.table.key_bindings import has_melds, key_hints
from tui.widgets.global_keys import LABEL_OF
from tui.widgets.key_bar import KeyHint, fitting

from ...harness.tabletop import Tabletop, new_table

GAMES = [meta.id for meta in games()]
ROOM = 79
"""Cells of the bar of a terminal with 80."""


def _table(game: str) -> Table:
    return new_table(game, seats=max(3, next(meta.least_seats for meta in games() if meta.id == game)))


def _hints(top: Tabletop, **more: Any) -> Sequence[KeyHint]:
    """The entries of the bar at a table now."""
    layout = read_layout(top.view.game)
    chooser = Chooser(layout, lambda _word, _cards: "")
    chooser.hold(top.view.hand)
    chooser.ask(top.decision)
    return key_hints(layout, top.view, chooser, **more)


def _bars(game: str, viewer: int | None) -> Iterator[tuple[Tabletop, list[str]]]:
    """A match of a game for some time: the table, and the labels of its bar, after each answer."""
    table = _table(game)
    top = Tabletop(table, viewer, others_play=False).begin()
    for _ in range(60):
        yield top, [hint.label for hint in fitting(_hints(top, seated=viewer is not None), ROOM)]
        step = table.step
        top.drive(lambda table, step=step: table.step > step, most=1)  # type: ignore[misc]


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize("game", GAMES)
def test_the_people_and_what_is_laid_out_are_in_the_bar_of_every_table_at_80_columns(
    game: str, viewer: int | None
) -> None:
    phases = set()
    for top, labels in _bars(game, viewer):
        phases.add(top.view.phase)
        assert {"help", "leave", "people"} <= set(labels)
        if top.view.phase not in (BETWEEN, OVER):
            assert "scores" in labels
            assert ("melds" in labels) == has_melds(top.view, read_layout(top.view.game))
            assert viewer is not None or "look back" in labels
    assert phases - {BETWEEN, OVER}


@pytest.mark.parametrize("game", GAMES)
def test_alone_the_key_that_silences_the_coach_is_in_the_bar_at_80_columns_while_it_speaks(game: str) -> None:
    hints = _hints(Tabletop(_table(game)).begin(), seated=True, alone=True, coached=True, regrets=True, hinted=True)
    assert LABEL_OF["coach"] in [hint.label for hint in fitting(hints, ROOM)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("alone", [True, False])
def test_rules_and_hint_are_in_the_bar_of_the_least_window(game: str, alone: bool) -> None:
    top = Tabletop(_table(game)).begin()
    hints = _hints(top, seated=True, alone=alone, coached=True, regrets=alone, plays=alone)
    labels = [hint.label for hint in fitting(hints, LEAST_WIDTH - 1)]
    assert {"rules", "hint", "help", "leave"} <= set(labels)
    assert ("melds" in labels) == has_melds(top.view, read_layout(top.view.game))
    assert ("chat" in labels) == (not alone and "melds" not in labels), "there is no room for both"


def test_the_lowest_rank_goes_first_then_what_stands_farthest_to_the_right() -> None:
    hints = [KeyHint("a", "one", rank=2), KeyHint("b", "two"), KeyHint("c", "three"), KeyHint("d", "four", keep=True)]
    words = [[hint.label for hint in fitting(hints, room)] for room in (30, 26, 20, 14, 3)]
    assert words == [
        ["one", "two", "three", "four"],
        ["one", "two", "four"],
        ["one", "two", "four"],
        ["one", "four"],
        ["four"],
    ]
