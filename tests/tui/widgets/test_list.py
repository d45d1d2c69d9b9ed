"""Lists and pages: the shell's own two widgets."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.widget import Widget

from tui.config.themes import textual_themes
from tui.widgets.list import Row, RowList
from tui.widgets.page import Block, Page, wrap_cells

from ...harness.screens import settled
from ..scene import shown


class Bench(App[None]):
    """One widget, and what it says."""

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        for theme in textual_themes():
            self.register_theme(theme)
        self.theme = "felt"
        self._widget = widget
        self.said: list[tuple[str, str, int]] = []

    def compose(self) -> ComposeResult:
        yield self._widget

    def on_mount(self) -> None:
        self._widget.focus()

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        self.said.append(("chosen", event.row_id, 0))

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        self.said.append(("moved", event.row_id, 0))

    def on_row_list_stepped(self, event: RowList.Stepped) -> None:
        self.said.append(("stepped", event.row_id, event.step))


def rows(names: Iterable[str], off: str = "") -> list[Row]:
    return [Row(name, (name,), is_on=name not in off) for name in names]


async def at(rowlist: RowList, *keys: str) -> tuple[Bench, str]:
    """What the list said, and the row its cursor is on, after some keys."""
    app = Bench(rowlist)
    async with app.run_test(size=(40, 6)) as pilot:
        await pilot.press(*keys)
        await settled(pilot)
        return app, rowlist.current.id if rowlist.current else ""


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ("", "a"), ("down", "b"), ("j j", "c"), ("down up", "a"), ("up", "h"), ("end", "h"), ("end down", "a"),
        ("end home", "a"), ("pagedown", "f"), ("k", "h"), ("G", "h"), ("G g", "a"),
    ],
)  # fmt: skip
async def test_the_cursor_goes_where_the_keys_say(keys: str, row: str) -> None:
    _, there = await at(RowList((0,), rows("abcdefgh")), *keys.split())
    assert there == row


async def test_rows_that_cannot_be_chosen_are_passed_over() -> None:
    _, there = await at(RowList((0,), rows("abcd", off="ac")), "down")
    assert there == "d"


async def test_enter_and_space_choose_and_arrows_step_only_where_there_are_steps() -> None:
    listed = RowList((0,), [Row("fixed", ("x",)), Row("free", ("x",), steps=True)])
    app, _ = await at(listed, "enter", "right", "down", "right", "left", "space")
    assert app.said == [
        ("chosen", "fixed", 0), ("moved", "free", 0), ("stepped", "free", 1), ("stepped", "free", -1),
        ("chosen", "free", 0),
    ]  # fmt: skip


async def test_the_cursor_stays_with_its_row_when_the_list_changes() -> None:
    listed = RowList((0,), rows("abcd"))
    app = Bench(listed)
    async with app.run_test(size=(40, 6)) as pilot:
        await pilot.press("down", "down")
        listed.show(rows("zcab"))
        assert listed.current is not None
        assert listed.current.id == "c"
        listed.show(rows("xy"))
        assert listed.current.id == "y"
        listed.show([])
        assert listed.current is None


@pytest.mark.parametrize("keys", ["down", "end", "pagedown", "up"])
async def test_sorted_rows(keys: str) -> None:
    """The cursor of a sorted list is on the first row until a key moves it; then it stays with its row."""
    listed = RowList((0,), rows("b"), is_sorted=True)
    app = Bench(listed)
    async with app.run_test(size=(40, 6)) as pilot:
        for names, first in (("ab", "a"), ("cab", "c"), ("b", "b"), ("", None), ("dab", "d")):
            listed.show(rows(names))
            await pilot.press("x")
            assert (listed.current.id if listed.current is not None else None) == first
        await pilot.press(keys)
        held = listed.current
        assert held is not None
        listed.show(rows(["0", *"dab"]))
        assert listed.current == held
        await pilot.press("enter")
        await settled(pilot)
        assert app.said[-1] == ("chosen", held.id, 0)


async def test_a_steady_cursor_is_on_no_row_when_its_row_is_gone_until_somebody_moves_it() -> None:
    listed = RowList((0,), rows("abcd"))
    app = Bench(listed)
    async with app.run_test(size=(40, 6)) as pilot:
        await pilot.press("down", "down")
        app.said.clear()
        listed.show(rows("abd"), is_steady=True)
        await pilot.press("enter", "space", "right")
        assert (app.said, listed.current, listed.is_lost) == ([], None, True)
        assert "▸" not in shown(listed)
        listed.show(rows("zabcd"), is_steady=True)
        assert listed.current is not None
        assert listed.current.id == "c"
        listed.show(rows("zabd"), is_steady=True)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert app.said == [("moved", "d", 0), ("chosen", "d", 0)]


async def test_the_row_under_the_cursor_is_always_in_sight() -> None:
    listed = RowList((0,), rows("abcdefghijkl"))
    app = Bench(listed)
    async with app.run_test(size=(40, 4)) as pilot:
        for key in ("down",) * 11 + ("up",) * 11:
            await pilot.press(key)
            assert listed.current is not None
            assert f"▸ {listed.current.id}" in shown(listed)


async def test_a_click_chooses_the_row_under_it() -> None:
    listed = RowList((0,), rows("abcd"))
    app = Bench(listed)
    async with app.run_test(size=(40, 6)) as pilot:
        await pilot.click(listed, offset=(5, 2))
        await settled(pilot)
        assert app.said == [("moved", "c", 0), ("chosen", "c", 0)]


async def test_where_a_choice_may_be_regretted_the_first_click_only_marks_its_row() -> None:
    listed = RowList((0,), rows("abcd"), marks_first=True)
    app = Bench(listed)
    async with app.run_test(size=(40, 6)) as pilot:
        await pilot.click(listed, offset=(5, 2))
        await settled(pilot)
        assert app.said == [("moved", "c", 0)]
        await pilot.click(listed, offset=(5, 2))
        await settled(pilot)
        assert app.said == [("moved", "c", 0), ("chosen", "c", 0)]


async def test_the_cursor_is_told_by_a_mark_and_not_by_colour_alone() -> None:
    listed = RowList((0,), rows("ab"))
    app = Bench(listed)
    async with app.run_test(size=(40, 6)):
        first, second = shown(listed).splitlines()[:2]
        assert "▸" in first
        assert "▸" not in second


@given(st.text(), st.integers(-2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap_cells(text, width)
    # A wide sign in a page one cell wide cannot fit anywhere.
    assert all(cell_len(line) <= max(width, 2) for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


async def test_a_page_scrolls_to_its_end_and_not_beyond() -> None:
    page = Page([Block(f"line {number}") for number in range(30)])
    app = Bench(page)
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.press("end")
        assert shown(page).splitlines()[-1].strip().startswith("line 29")
        await pilot.press("down", "pagedown", "space")
        assert page.top == page.deepest == 20
        await pilot.press("home", "k")
        assert page.top == 0


async def test_a_page_jumps_to_an_anchor() -> None:
    page = Page([Block(f"text {number}", anchor=str(number), gap=1) for number in range(30)])
    app = Bench(page)
    async with app.run_test(size=(30, 10)):
        assert page.go_to("7")
        assert shown(page).splitlines()[0].strip().startswith("text 7")
        assert page.anchor_at_top == "7"
        assert not page.go_to("70")


async def test_a_list_shows_text_and_never_markup() -> None:
    listed = RowList((0,), [Row("x", ("[red]x[/red] [@click=app.quit]y",))])
    app = Bench(listed)
    async with app.run_test(size=(60, 4)):
        assert "[red]x[/red] [@click=app.quit]y" in shown(listed)


async def test_what_a_row_has_no_room_for_stands_whole_below_the_rows_and_is_no_row() -> None:
    long = "a table with a long name"
    lines = [Row("one", (long, "x" * 50)), Row("two", ("short", "y")), Row("three", ("z", "z"))]
    rowlist = RowList((8, 0), lines, heads=("table", "where"))
    app = Bench(rowlist)
    async with app.run_test(size=(40, 10)) as pilot:
        await settled(pilot)
        text = shown(rowlist)
        assert f"table: {long}" in text
        assert "x" * 50 in "".join(line.strip() for line in text.splitlines()[-2:])
        await pilot.click(offset=(5, 8))
        assert rowlist.current is lines[0]
        assert app.said == []
        await pilot.press("down")
        await settled(pilot)
        assert "table:" not in shown(rowlist)


async def test_the_last_cell_of_a_row_has_the_rest_of_it_and_is_not_said_again() -> None:
    rowlist = RowList((8, 0), rows(["a table with a long name", "b", "c"]), heads=("table", "where"))
    async with Bench(rowlist).run_test(size=(40, 10)) as pilot:
        await settled(pilot)
        text = shown(rowlist)
        assert "a table with a long name" in text
        assert "table:" not in text


async def test_in_a_low_window_the_rows_go_before_what_is_cut() -> None:
    rowlist = RowList(
        (8, 0), [Row(name, (name, "x")) for name in ("a table with a long name", "b", "c")], heads=("table", "where")
    )
    async with Bench(rowlist).run_test(size=(40, 4)) as pilot:
        await settled(pilot)
        assert "table:" not in shown(rowlist)
