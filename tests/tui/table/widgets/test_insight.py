"""The game's lines about my hand are in sight, also in the least window, and also where no hint is shown."""

from collections.abc import Callable

import pytest

from engine.api import games
from tui.table.screen import TableScreen
from tui.widgets.glyphs import UNICODE

from ....harness.screens import settled
from ....harness.tabletop import TableApp, Tabletop, new_table
from ...scene import shown
from ...scenes_games import english

TABLES = {
    meta.id: lambda meta=meta: Tabletop(new_table(meta.id, seats=max(3, meta.least_seats))).begin() for meta in games()
}


@pytest.mark.parametrize("table", [*TABLES.values(), english], ids=[*TABLES, "eight players"])
async def test_the_least_window_shows_the_first_thing_that_the_game_says_of_my_hand(
    table: Callable[[], Tabletop],
) -> None:
    app = TableApp(table())
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.state.shown is not None
        line = next(iter(screen.state.shown.insight))
        begins = " ".join(UNICODE.plain(line).split()[:5])
        assert begins in shown(screen.board.insight)
        assert not screen.state.shown.hint


@pytest.mark.parametrize("seats", [4, 6])
async def test_the_least_window_cuts_no_sentence_of_the_game_where_many_play(seats: int) -> None:
    app = TableApp(Tabletop(new_table("khamul", seats=seats)).begin())
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.state.shown is not None
        line = screen.state.shown.insight[0]
        assert len(line) > 58, "it needs two rows"
        assert " ".join(shown(screen.board.insight).split()).startswith(line)


@pytest.mark.parametrize("ascii_faces", [False, True])
async def test_a_sentence_of_the_game_that_needs_two_rows_has_them_at_the_usual_size(ascii_faces: bool) -> None:
    table = Tabletop(new_table("kanhu_ming", seats=3, seed="long 16")).begin().advance(2)
    app = TableApp(table, ascii=ascii_faces)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.state.shown is not None
        line = screen.state.shown.insight[0]
        assert len(line) > 78, "it needs two rows"
        assert " ".join(shown(screen.board.insight).split()).startswith(line)
