"""The first start asks for a name, once."""

from pathlib import Path

import pytest
from textual.screen import Screen

from net.host.config import HostConfig
from tui.app import KhanhooApp
from tui.config.settings import Overrides, Settings, own_name, read_settings, settings_path
from tui.config.terminal import Terminal
from tui.forms.host_config import shared_config
from tui.screens.kiosk import KioskScreen
from tui.screens.lessons import LessonsScreen
from tui.screens.rules import RulesScreen
from tui.screens.table_list import TableListScreen
from tui.session.connection import TableConnection
from tui.session.routes import Journey, ToKiosk, ToLesson, ToList, ToOwnTable, ToRules
from tui.table.lesson.screen import LessonScreen

from ...harness.screens import settled, until, until_shown
from ...harness.slow import slow
from ..scenes import LARGE, LEAST, SMALL


def newcomer(name: str = "", journey: Journey | None = None, *, letters: bool = False) -> KhanhooApp:
    """Somebody whose settings are those on the disk. name, journey: of the command line."""
    terminal, overrides = Terminal(colours="truecolor"), Overrides(name=name, ascii=letters)
    return KhanhooApp(read_settings(settings_path())[0], journey, terminal=terminal, overrides=overrides)


@pytest.mark.parametrize("size", [SMALL, LARGE, LEAST])
@pytest.mark.parametrize("letters", [False, True])
async def test_a_newcomer_is_asked_for_a_name_and_enter_keeps_the_user_name(
    own_home: Path, size: tuple[int, int], letters: bool
) -> None:
    assert not own_home.exists()
    app = newcomer(letters=letters)
    async with app.run_test(size=size) as pilot:
        text = await until_shown(pilot, "What name")
        assert "What name should other players see?" in " ".join(text.split())
        assert own_name() in text
        assert text.isascii() or not letters
        await pilot.press("enter")
        assert f"Welcome, {own_name()}." in await settled(pilot)
        assert "Choose a game" in await settled(pilot)
    assert read_settings(settings_path())[0].name == own_name()


async def test_a_name_that_is_typed_is_kept_and_not_asked_for_again() -> None:
    app = newcomer()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "What name")
        await pilot.press(*["backspace"] * len(own_name()), *"Bea", "enter")
        assert "Welcome, Bea." in await settled(pilot)
    assert read_settings(settings_path())[0].name == "Bea"
    again = newcomer()
    async with again.run_test(size=SMALL) as pilot:
        text = await settled(pilot)
        assert "Choose a game" in text
        assert "Bea" in text.splitlines()[0]


async def test_escape_and_an_empty_line_keep_the_user_name() -> None:
    for keys in (["escape"], [*["backspace"] * len(own_name()), "enter"]):
        app = KhanhooApp(Settings(), terminal=Terminal(colours="truecolor"))
        async with app.run_test(size=SMALL) as pilot:
            await until_shown(pilot, "What name")
            await pilot.press(*keys)
            assert f"Welcome, {own_name()}." in await settled(pilot)


async def test_a_name_on_the_command_line_is_not_asked_for() -> None:
    app = newcomer("Cy")
    async with app.run_test(size=SMALL) as pilot:
        assert "What name" not in await settled(pilot)
        assert Settings().name == read_settings(settings_path())[0].name


async def test_a_newcomer_is_offered_the_lesson_of_the_first_game() -> None:
    app = newcomer()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "What name")
        await pilot.press("enter")
        assert "Press t to learn Khanhoo" in await settled(pilot)
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.lesson_session.run.lesson.id == "khanhoo"


@pytest.mark.parametrize(
    ("journey", "goal"),
    [
        (ToList("player"), TableListScreen),
        *slow(
            [
                (ToList("watcher"), TableListScreen),
                (ToKiosk(), KioskScreen),
                (ToRules("hearts"), RulesScreen),
                (ToLesson(), LessonsScreen),
            ]
        ),
    ],
)
async def test_every_first_start_asks_for_a_name_once_and_then_goes_where_the_command_leads(
    journey: Journey, goal: type[Screen[None]]
) -> None:
    app = newcomer(journey=journey)
    async with app.run_test(size=SMALL) as pilot:
        text = await until_shown(pilot, "What name")
        assert "The next page lists the games" not in text
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, goal))
    assert read_settings(settings_path())[0].name == own_name()
    for name in ("", "Cy"):
        again = newcomer(name, journey)
        async with again.run_test(size=SMALL) as pilot:
            while not isinstance(again.screen, goal):
                await settled(pilot)


@pytest.mark.parametrize("title", ["", "Friday"])
async def test_the_table_of_a_command_is_opened_under_the_name_that_was_typed(
    monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    opened: list[HostConfig] = []
    monkeypatch.setattr(TableConnection, "open_table", lambda self, config, notice: opened.append(config))
    app = newcomer(journey=ToOwnTable(shared_config(Settings(), "hearts", title=title)))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "What name")
        assert opened == []
        await pilot.press(*["backspace"] * len(own_name()), *"Bea", "enter")
        await until(pilot, lambda: bool(opened))
    assert (opened[0].host_name, opened[0].title) == ("Bea", title or "Bea's Hearts")
