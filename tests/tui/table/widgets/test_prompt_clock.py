"""The clock of my own decision: at the right while there is time, before the sentence when it ends."""

import pytest

from tui.table.screen import TableScreen

from ....harness.tabletop import TableApp
from ...scene import shown
from ...scenes_table import hearts


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_last_seconds_are_a_bar_before_the_sentence(size: tuple[int, int]) -> None:
    table = hearts(0)
    table.remaining_ms = 60_000
    app = TableApp(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        first = shown(screen.board.prompt).split("\n")[0]
        assert first.startswith(" ▸ ")
        assert first.rstrip().endswith("1:00")
        table.remaining_ms = 2_900
        screen.state.clocks.ask(table.as_session)
        screen.refresh_table()
        first = shown(screen.board.prompt).split("\n")[0]
        assert first.startswith(" [")
        assert "] 0:0" in first
        assert " ▸ " in first
