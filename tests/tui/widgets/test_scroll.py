"""What a list says of the lines that have no room."""

import pytest
from rich.style import Style

from tui.widgets.canvas import Grid
from tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from tui.widgets.key_bar import SCROLL, KeyBar, KeyHint
from tui.widgets.page import Block, Page
from tui.widgets.scroll import put_more

from ...harness.screens import settled, until
from ..scene import grid_text, screen_text
from .test_list import Bench


@pytest.mark.parametrize(
    ("glyphs", "written", "below", "shown"),
    [
        (UNICODE, "", True, "            ↓ 6 more"),
        (UNICODE, "", False, "            ↑ 6 more"),
        (UNICODE, "a line of signs", True, "a line of signs  ↓ 6"),
        (UNICODE, "a line of twenty sig", True, "a line of twenty si↓"),
        (ASCII, "", True, "        6 more below"),
        (ASCII, "", False, "        6 more above"),
        (ASCII, "a line here", True, "a line here  6 below"),
        (ASCII, "a line of signs", True, "a line of signs more"),
        (ASCII, "a line of twenty sig", True, "a line of twenty si+"),
    ],
)
def test_more_lines_are_told_in_as_many_words_as_cover_nothing(
    glyphs: Glyphs, written: str, below: bool, shown: str
) -> None:
    grid = Grid(20, 1, Style())
    grid.put(0, 0, written, Style())
    put_more(grid, 0, 6, glyphs, Style(), below=below)
    assert grid_text(grid) == shown


def test_nothing_is_told_where_everything_is_in_sight() -> None:
    grid = Grid(20, 1, Style())
    put_more(grid, 0, 0, UNICODE, Style())
    assert grid_text(grid) == ""


async def test_the_key_bar_says_how_to_scroll_only_while_lines_are_out_of_sight() -> None:
    page = Page([Block(f"line {number}") for number in range(9)])
    async with Bench(page).run_test(size=(40, 6)) as pilot:
        await pilot.app.mount(KeyBar(SCROLL, KeyHint("r", "rules")))
        await settled(pilot)
        assert "scroll" in screen_text(pilot.app)
        page.show([Block("one line")])
        await until(pilot, lambda: "scroll" not in screen_text(pilot.app))
        assert "r rules" in screen_text(pilot.app)
        page.show([Block(f"line {number}") for number in range(9)])
        await until(pilot, lambda: "scroll" in screen_text(pilot.app))
