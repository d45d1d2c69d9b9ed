"""A fault in a screen of a table ends the visit there; a second one soon afterwards ends the program. A fault in any
other screen leads back to the menu, and only a menu that cannot be drawn twice in a row ends the program."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from engine.api import Board, Game, View, find_game
from net.news import News, Notice
from tui.app import KhanhooApp
from tui.screens.books import BooksScreen
from tui.screens.dialogs import HelpScreen
from tui.screens.history import HistoryScreen
from tui.screens.menu import MenuScreen
from tui.screens.new_table import NewTableScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table_list import TableListScreen
from tui.session.connection import TableConnection
from tui.session.recovery import AGAIN_WITHIN_S
from tui.table.replay_screen import ReplayScreen
from tui.table.screen import TableScreen
from tui.table.widgets.prompt import Prompt

from ...harness.local_table import LocalTable, open_table
from ...harness.quiet import WITHIN_S
from ...harness.screens import place, until, until_shown
from ...harness.slow import slow
from ..scenes import SMALL, room
from ..scenes_table import TO_OUT, khanhoo


@pytest.fixture
async def table() -> AsyncIterator[LocalTable]:
    table = open_table("hearts", bots=("easy",) * 3)
    yield table
    await table.close()


async def sit_down(app: KhanhooApp, pilot: Pilot[Any], table: LocalTable) -> None:
    """Ann plays at the table."""
    session = table.session("Ann", is_owner=True)
    await app.tables.sit_down(session)
    if session.view is None:
        await session.ready()
        await session.start()
    await until(pilot, lambda: place(app) == "table")


def fail(*_: object, **__: object) -> None:
    raise IndexError("seat 15")


def fault_in_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app itself falls over a piece of news."""
    real = TableConnection.take

    def take(connection: TableConnection, news: News) -> None:
        real(connection, news)
        if isinstance(news, Notice):
            fail()

    monkeypatch.setattr(TableConnection, "take", take)


def fault_in_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table falls over it."""
    monkeypatch.setattr(TableScreen, "refresh_table", fail)


def fault_in_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be told, and not be drawn."""
    monkeypatch.setattr(Prompt, "paint", fail)


def set_fire(app: KhanhooApp) -> None:
    """Something is told, and the screen may be gone by the time that it is handled."""
    assert app.session is not None
    app.session.line_notice("The house is on fire.")


@pytest.mark.parametrize("break_it", [*slow([fault_in_news, fault_in_screen]), fault_in_widget])
async def test_a_fault_at_a_table_leads_back_to_the_menu_and_keeps_the_seat(
    table: LocalTable, own_home: Path, monkeypatch: pytest.MonkeyPatch, break_it: Any
) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await sit_down(app, pilot, table)
        assert app.session is not None
        seat = app.session.seat
        with monkeypatch.context() as broken:
            break_it(broken)
            set_fire(app)
            await until(pilot, lambda: app.session is None)
        await until_shown(pilot, "Your seat is kept")
        assert place(app) == ""
        assert "IndexError: seat 15" in next(own_home.rglob("fault.txt")).read_text()
        await sit_down(app, pilot, table)  # and then all is as before
        assert app.session is not None
        assert app.session.seat == seat
    next(own_home.rglob("fault.txt")).unlink()


@pytest.mark.parametrize("later_s", [AGAIN_WITHIN_S - 1, AGAIN_WITHIN_S + 1])
async def test_a_second_fault_ends_the_program_unless_it_comes_much_later(
    table: LocalTable, own_home: Path, monkeypatch: pytest.MonkeyPatch, later_s: float
) -> None:
    app, now_s = room(), 1_000.0
    monkeypatch.setattr("tui.session.recovery.monotonic", lambda: now_s)
    fault_in_news(monkeypatch)
    ends = later_s < AGAIN_WITHIN_S
    faults: list[BaseException] = []
    try:
        async with app.run_test(size=SMALL) as pilot:
            await sit_down(app, pilot, table)
            set_fire(app)
            await until_shown(pilot, "Your seat is kept")
            await sit_down(app, pilot, table)
            now_s += later_s
            set_fire(app)
            if not ends:
                await until_shown(pilot, "Your seat is kept")
            else:
                await until(pilot, lambda: not app.is_running)
    except IndexError as fault:
        faults.append(fault)
    assert bool(faults) == ends
    assert ("Something went wrong in Khanhoo" in app.parting) == ends
    next(own_home.rglob("fault.txt")).unlink()


@pytest.mark.parametrize("is_in_view", [True, False], ids=["view", "story"])
async def test_rules_that_cannot_say_what_is_remembered_end_the_visit(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, is_in_view: bool
) -> None:
    table = open_table("khamul", bots=("easy",) * 3)
    remembers, made = type(find_game("khamul")).remembers, list[View]()

    def fail_here(game: Game, board: Board) -> bool:
        if isinstance(board, View) and board.eyes == 0 and (is_in_view or board in made):
            fail()
        made.extend([board] if isinstance(board, View) else [])
        return remembers(game, board)

    app = room()
    async with app.run_test(size=SMALL) as pilot:
        with monkeypatch.context() as broken:
            broken.setattr(type(find_game("khamul")), "remembers", fail_here)
            session = table.session("Ann", is_owner=True)
            await app.tables.sit_down(session)
            await session.ready()
            await session.start()
            sentence = "is impossible in its game" if is_in_view else "Your seat is kept"
            await until_shown(pilot, sentence)
        assert place(app) == ""
        assert app.is_running
        assert not table.server.is_broken
        await sit_down(app, pilot, table)
        assert app.session is not None
        assert app.session.seat == 0
    await table.close()
    assert bool([*own_home.rglob("fault.txt")]) != is_in_view
    for kept in own_home.rglob("fault.txt"):
        kept.unlink()


async def test_a_table_that_is_seen_from_another_seat_by_now_is_left_alone_until_there_is_a_new_one(
    table: LocalTable,
) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await sit_down(app, pilot, table)
        assert app.session is not None
        screen, view = app.screen, app.session.view
        assert isinstance(screen, TableScreen)
        assert view is not None
        board = screen.board
        panels = [*board.panels]
        for viewer in (None, 0):
            other = View(view.game, view.seats, dict(view.options), viewer)
            screen.state.begin(other)
            screen.refresh_table()
        assert app.screen.is_attached
        assert [*board.panels] == panels


# With no table.


OPENED: dict[type[Screen[Any]], str] = {
    NewTableScreen: "o",
    TableListScreen: "f",
    HistoryScreen: "e",
    BooksScreen: "r",
    SettingsScreen: "i",
    HelpScreen: "question_mark",
}
"""By which key of the menu a screen is opened."""


def is_at_menu(app: KhanhooApp) -> bool:
    return [type(screen) for screen in app.screen_stack] == [MenuScreen] and app.screen.is_running


async def until_at_new_menu(app: KhanhooApp, pilot: Pilot[Any], before: Screen[Any]) -> None:
    """Wait until there is another menu than before, and it says why."""
    async with asyncio.timeout(WITHIN_S):
        while not is_at_menu(app) or app.screen is before:
            await asyncio.sleep(0.02)  # the pilot would wait for a screen that is dead
    await until_shown(pilot, "A bug closed the screen that you were on.")


async def open_and_break(app: KhanhooApp, pilot: Pilot[Any], kind: type[Screen[Any]], what: str) -> None:
    """Go to a screen that has a fault; z makes it fail that fails at a key."""
    if kind is ReplayScreen:
        app.call_later(app.open_screen, "replay", khanhoo(*TO_OUT).table.journal)
    elif kind is RulesScreen:
        app.call_later(app.open_rules, "hearts")
    else:
        await pilot.press(OPENED[kind])
    if what == "on_key":
        await until(pilot, lambda: isinstance(app.screen, kind) and app.screen.is_mounted)
        await pilot.press("z")


@pytest.mark.slow
@pytest.mark.parametrize("what", ["__init__", "compose", "on_mount", "on_key", "render_lines"])
@pytest.mark.parametrize("kind", [*OPENED, ReplayScreen, RulesScreen])
async def test_a_fault_in_a_screen_without_a_table_leads_back_to_the_menu_however_often(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Screen[Any]], what: str
) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Choose a game")
        for _ in range(3):
            before = app.screen
            with monkeypatch.context() as broken:
                broken.setattr(kind, what, fail, raising=False)
                await open_and_break(app, pilot, kind, what)
                await until_at_new_menu(app, pilot, before)
            place_of_fault = next(own_home.rglob("fault.txt"))
            assert "IndexError: seat 15" in place_of_fault.read_text()
            place_of_fault.unlink()
        await open_and_break(app, pilot, kind, "")  # and then all is as before
        await until(pilot, lambda: isinstance(app.screen, kind) and app.screen.is_mounted)
        await pilot.press("escape")
        await until(pilot, lambda: is_at_menu(app))


@pytest.mark.parametrize("what", ["on_key", "action_options"])
async def test_a_menu_that_fails_at_a_key_is_put_up_again_however_often(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Choose a game")
        monkeypatch.setattr(MenuScreen, what, fail, raising=False)
        for _ in range(3):
            before = app.screen
            await pilot.press("z" if what == "on_key" else "o")
            await until_at_new_menu(app, pilot, before)
    next(own_home.rglob("fault.txt")).unlink()


@pytest.mark.parametrize("what", ["start", "find_kept"])
async def test_work_that_fails_leaves_the_menu_as_it_is(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def fail_later(*_: object) -> str:
        raise IndexError("seat 15")

    app = room()
    if what == "start":
        monkeypatch.setattr(TableConnection, "_start_table", fail_later)
    else:
        monkeypatch.setattr(TableConnection, "find_kept", fail_later)
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Choose a game")
        menu = app.screen
        for _ in range(2):
            if what == "start":
                await pilot.press("enter")
            await until_shown(pilot, "The last action failed because of a bug.")
        assert app.screen is menu
        assert is_at_menu(app)
    next(own_home.rglob("fault.txt")).unlink()


@pytest.mark.parametrize("what", [*slow(["__init__", "compose", "on_mount", "on_screen_resume"]), "render_lines"])
@pytest.mark.parametrize("times", [1, 2])
async def test_a_menu_that_cannot_be_drawn_once_is_drawn_again_and_twice_in_a_row_ends_the_program(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, what: str, times: int
) -> None:
    app, real = room(), getattr(MenuScreen, what)
    is_event = what.startswith("on_")
    faults: list[BaseException] = []

    def fail_at_first(screen: MenuScreen, *more: Any) -> Any:
        if failing.setdefault(screen, len(failing) < times):
            fail()
        return real(screen) if is_event else real(screen, *more)

    failing: dict[MenuScreen, bool] = {}
    try:
        async with app.run_test(size=SMALL) as pilot:
            await until_shown(pilot, "Choose a game")
            with monkeypatch.context() as broken:
                broken.setattr(HistoryScreen, "on_mount", fail)
                broken.setattr(MenuScreen, what, fail_at_first)
                await pilot.press("e")
                if times == 1:
                    await until_shown(pilot, "A bug closed the screen that you were on.")
                    await until(pilot, lambda: is_at_menu(app))
                else:
                    await until(pilot, lambda: not app.is_running)
    except IndexError as fault:
        faults.append(fault)
    assert bool(faults) == (times == 2)
    assert ("Something went wrong in Khanhoo" in app.parting) == (times == 2)
    next(own_home.rglob("fault.txt")).unlink()
