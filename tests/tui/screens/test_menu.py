"""The menu, help, leaving, and what holds on every screen of the shell."""

import stat
from pathlib import Path
from typing import Any, cast

import pytest
from textual.app import App
from textual.widget import Widget

from engine.api import find_game
from tui.app import KhanhooApp
from tui.cli import main
from tui.config.last_options import value_word
from tui.config.settings import Settings
from tui.config.terminal import Terminal
from tui.forms.game_list import DIGITS, entries
from tui.screens.dialogs import HelpScreen
from tui.screens.menu import MenuScreen
from tui.session.connection import TableConnection
from tui.session.room_screen import RoomScreen
from tui.session.routes import ToRules
from tui.table.lesson.screen import LessonScreen
from tui.widgets.canvas import Canvas
from tui.widgets.key_bar import KeyBar
from tui.widgets.list import RowList

from ...harness.screens import Opened, resize, settled, until, until_shown
from ...harness.slow import slow
from ..scene import screen_text
from ..scenes import LARGE, LEAST, SMALL, ascii_room, at_the_list, in_lobby, leaving, played_room, room

SCREENS = ("o", "f", "e", "r", "i", "question_mark")
"""Keys of the menu that lead to a screen."""


@pytest.mark.parametrize("size", [SMALL, LARGE, LEAST])
@pytest.mark.parametrize("build", [room, ascii_room], ids=["unicode", "ascii"])
async def test_every_game_is_in_sight_with_its_key_and_what_a_player_wants_to_know(
    build: Any, size: tuple[int, int]
) -> None:
    app: App[Any] = build()
    async with app.run_test(size=size) as pilot:
        lines = (await settled(pilot)).splitlines()
        for key, entry in zip(DIGITS, entries(), strict=True):
            (line,) = [line for line in lines if f" {key}  {entry.preset.title}  " in line]
            facts = (entry.players, f"{entry.preset.minutes} min", entry.preset.learning)
            assert all(fact in line for fact in facts)
            assert size == LEAST or entry.preset.brief in line


async def test_the_family_of_khanhoo_comes_first() -> None:
    titles = [entry.preset.title for entry in entries()]
    assert titles[:4] == ["Khanhoo", "English Khanhoo", "Kanhu, Ming", "Kanhu, Qing"]


@pytest.mark.parametrize("way", ["digit", "enter", "mouse"])
async def test_every_game_is_started_with_one_key_or_one_click(way: str) -> None:
    app = Opened(Settings(name="Ann"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        for place, (digit, entry) in enumerate(zip(DIGITS, entries(), strict=True)):
            if way == "mouse":
                await pilot.click(RowList, offset=(8, 1 + place))
            elif way == "digit":
                await pilot.press(digit)
            else:
                await pilot.press("home", *["down"] * place, "enter")
            await settled(pilot)
            assert len(app.opened) == 1 + place
            config = app.opened[-1]
            assert (config.game, config.autostart) == (entry.meta.id, True)
            assert entry.is_for(config.options)
            assert set(config.bots) == {"easy"}


async def test_a_game_starts_as_it_was_played_last() -> None:
    settings = Settings(name="Ann", last_game="khanhoo", last_seats=5, last_bots="hard")
    app = Opened(settings.with_(last_options=" ".join(_changed("khanhoo", "english")), kept_options="hearts limit=50"))
    async with app.run_test(size=SMALL) as pilot:
        assert "Enter starts a match: 5 players, hard bots." in await settled(pilot)
        await pilot.press("enter")
        await pilot.press("9")
        english, hearts = app.opened
        assert (english.game, english.seats, english.bots) == ("khanhoo", 5, ("hard",) * 4)
        assert english.options["skin"] == "english"
        assert (hearts.game, hearts.options["limit"]) == ("hearts", 50)
        await pilot.press("1")
        assert app.opened[-1].options["skin"] == "denexa"


def _changed(game: str, preset: str) -> list[str]:
    given = find_game(game).meta.preset(preset).options
    return [f"{name}={value_word(value)}" for name, value in given.items()]


async def test_the_list_says_how_the_last_match_of_each_game_ended() -> None:
    app = played_room()
    async with app.run_test(size=SMALL) as pilot:
        lines = (await settled(pilot)).splitlines()
        found = {
            entry.preset.title: line.split()[-1]
            for entry in entries()
            for line in lines
            if f"  {entry.preset.title} " in line
        }
        assert (found["Hearts"], found["Khanhoo"], found["Solo"]) == ("4th", "won", "–")


async def test_the_form_opens_with_the_game_under_the_cursor() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("home", "down", "o")
        assert "English Khanhoo" in await settled(pilot)


async def test_t_leads_to_the_lesson_of_the_game_under_the_cursor_or_to_the_list_of_lessons() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("home", "t")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert len(app.screen_stack) == 1


async def test_when_the_table_of_a_kept_seat_is_gone_the_cursor_goes_to_the_game_played_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = ["Hearts: your seat is kept"]

    async def find_kept(_: TableConnection) -> tuple[str, ...]:
        return tuple(waiting)

    monkeypatch.setattr(TableConnection, "find_kept", find_kept)
    app = room(last_game="solo")
    async with app.run_test(size=SMALL) as pilot:

        def current() -> str:
            row = app.screen.query_one(RowList).current
            return row.id if row is not None else ""

        await until(pilot, lambda: current() == "resume0")
        waiting.clear()
        await pilot.press("i")
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen) and current() != "resume0")
        assert current() == "solo/solo"


async def test_with_friends_joins_a_table_or_opens_one() -> None:
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list((), None)(pilot)
        await pilot.press("o")
        assert "anybody who finds it" in await settled(pilot)
        await pilot.press("o")
        assert [(config.game, config.listed, config.autostart) for config in app.opened] == [("hearts", True, False)]


@pytest.mark.parametrize("key", SCREENS)
@pytest.mark.parametrize("build", [room, *slow([ascii_room])], ids=["unicode", "ascii"])
async def test_escape_leads_back_to_the_menu_from_everywhere(key: str, build: Any) -> None:
    app: App[Any] = build()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        await settled(pilot)
        assert len(app.screen_stack) == 2
        await pilot.press("escape")
        await settled(pilot)
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize("key", ["o", *slow("feri")])
async def test_every_screen_explains_itself(key: str) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        await settled(pilot)
        words = cast("RoomScreen", app.screen).WORDS
        await pilot.press("question_mark")
        text = await settled(pilot)
        assert "Help" in text.splitlines()[0]
        assert words in text
        assert len(text.split()) > 30


@pytest.mark.parametrize("key", ["question_mark", "f1"])
async def test_help_closes(key: str) -> None:
    """The key that opens the help closes it, and no second help opens on top."""
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Choose a game")
        below = app.screen
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press(key)
        await until(pilot, lambda: app.screen is below)


@pytest.mark.parametrize("key", SCREENS)
@pytest.mark.parametrize("size", [LEAST, *slow([(SMALL,), (LARGE,)])])
async def test_the_keys_that_are_needed_are_always_shown(key: str, size: tuple[int, int]) -> None:
    app = room()
    async with app.run_test(size=size) as pilot:
        await pilot.press(key)
        last = (await settled(pilot)).splitlines()[-1]
        needed = [hint.label for hint in app.screen.query_one(KeyBar).value if hint.keep]
        assert needed
        assert all(label in last for label in needed)


@pytest.mark.parametrize("key", SCREENS)
async def test_ascii_means_ascii(key: str) -> None:
    app = ascii_room()
    async with app.run_test(size=SMALL) as pilot:
        assert (await settled(pilot)).isascii()
        await pilot.press(key)
        assert (await settled(pilot)).isascii()


@pytest.mark.parametrize("key", ["o", *slow("feri")])
async def test_a_window_that_is_too_small_says_so_and_recovers(key: str) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        before = await settled(pilot)
        await resize(pilot, 50, 15)
        assert "This window is 50 by 15" in await settled(pilot)
        await resize(pilot, *SMALL)
        assert await settled(pilot) == before


async def test_a_glyph_that_is_two_cells_wide_turns_the_room_to_letters() -> None:
    app = KhanhooApp(Settings(name="Ann"), terminal=Terminal(colours="truecolor", suit_cells=2))
    async with app.run_test(size=SMALL) as pilot:
        assert (await settled(pilot)).isascii()


async def test_an_answer_of_the_terminal_that_comes_late_still_counts() -> None:
    from textual.events import CursorPosition

    app = room()
    async with app.run_test(size=SMALL) as pilot:
        assert not (await settled(pilot)).isascii()
        app.post_message(CursorPosition(2, 0))
        assert (await settled(pilot)).isascii()


async def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert app.theme == "mono"
        strips = app.screen._compositor.render_strips()
        colours = {segment.style.color for strip in strips for segment in strip if segment.style is not None}
        assert all(colour is None or colour.is_default for colour in colours)


@pytest.mark.parametrize("at", ["menu", "question"])
async def test_the_offer_to_quit_ends(at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first Ctrl-C says goes away when a second one would only say it again."""
    monkeypatch.setattr("tui.app._TWICE_WITHIN_S", 0.2)
    app, said = room(), list[str]()

    def tell(sentence: str, *more: Any) -> None:
        said.append(sentence)
        KhanhooApp.tell(app, sentence, *more)

    monkeypatch.setattr(app, "tell", tell)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until_shown(pilot, "Choose a game")
        if at == "question":
            await app.push_screen(app.make_screen("leaving"))
        for count in (1, 2):
            await pilot.press("ctrl+c")
            await until(pilot, lambda: len(said) == count)  # noqa: B023 - it is called in this round
            await until(pilot, lambda: "Press Ctrl-C again" not in screen_text(app))
        assert app.is_running


async def test_ctrl_c_asks_once_and_leaves_at_the_second() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("ctrl+c")
        assert "Press Ctrl-C again" in await settled(pilot)
        assert app.is_running
        await pilot.press("ctrl+c")
        await settled(pilot)
        assert app._exit


async def test_q_leaves_from_the_menu() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("q")
        await settled(pilot)
        assert app._exit


async def test_escape_pressed_twice_leaves_and_a_move_between_stays() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("escape")
        assert "Press Esc again, or q, to quit." in await settled(pilot)
        await pilot.press("up", "escape")
        await settled(pilot)
        assert not app._exit
        await pilot.press("escape")
        await settled(pilot)
        assert app._exit


async def test_a_journey_begins_where_it_should() -> None:
    app = KhanhooApp(Settings(name="Ann"), ToRules("hearts", "4.2"), terminal=Terminal(colours="truecolor"))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert "4.2" in await settled(pilot)


async def test_leaving_asks_when_there_is_a_seat_to_lose() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await leaving(pilot)
        text = await settled(pilot)
        assert "Leave for now: your seat is kept" in text
        await pilot.press("escape")
        await settled(pilot)
        assert app.session is not None
        assert "Lobby" in await settled(pilot)


@pytest.mark.parametrize("key", ["l", "f"])
async def test_leaving_leads_to_the_menu(key: str) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await leaving(pilot)
        await pilot.press(key)
        await settled(pilot)
        await settled(pilot)
        assert app.session is None
        assert "Choose a game" in await settled(pilot)


async def test_a_watcher_leaves_without_a_question() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await in_lobby(None)(pilot)
        await pilot.press("escape")
        await settled(pilot)
        await settled(pilot)
        assert "Choose a game" in await settled(pilot)


@pytest.mark.parametrize("key", ["o", "e", "r", "i"])
async def test_a_redraw_that_changes_nothing_sends_nothing(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = played_room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        await settled(pilot)
        painted: list[Widget] = []
        monkeypatch.setattr(Canvas, "refresh", lambda widget, *_, **__: painted.append(widget))
        for widget in app.screen.query(Canvas):
            widget.redraw()
        assert painted == []


async def test_a_menu_that_cannot_be_drawn_ends_in_a_sentence_and_a_file(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(*_: object) -> None:
        raise RuntimeError("a card fell off the table")

    monkeypatch.setattr(MenuScreen, "render_lines", fall)
    app = room()
    with pytest.raises(RuntimeError, match="a card fell"):
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: not app.is_running)
    assert app.parting.startswith("Something went wrong in Khanhoo (RuntimeError: a card fell off the table).")
    details = own_home / "state" / "fault.txt"
    assert "a card fell off the table" in details.read_text("utf-8")
    assert stat.S_IMODE(details.stat().st_mode) == 0o600
    details.unlink()


def test_a_fault_of_a_command_ends_in_a_sentence_too(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(_args: object) -> int:
        raise RuntimeError("a card fell off the table")

    monkeypatch.setattr("tui.commands.tables.run", stumble)
    assert main(["tables"]) == 1
    told = capsys.readouterr().err
    assert "Something went wrong" in told
    assert "Traceback" not in told
    (own_home / "state" / "fault.txt").unlink()


def test_ctrl_c_stops_a_command_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tui.commands.tables.run", stop)
    assert main(["tables"]) == 130
    assert capsys.readouterr().err == "\n"


@pytest.mark.parametrize("place", ["history", "lobby"])
async def test_what_is_said_while_a_screen_is_put_up_stands_on_it_and_afterwards_it_is_too_late(place: str) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await in_lobby(1)(pilot)
        await app.pop_screen()
        app.open_screen(place)
        app.tell("")
        app.tell("Your seat is kept.")
        assert "Your seat is kept." in await settled(pilot)
        screen = cast("RoomScreen", app.screen)
        await app.pop_screen()
        screen.tell("Nobody reads this.")
        assert "Nobody reads this." not in await settled(pilot)


async def test_the_titles_of_the_lessons_are_whole_in_the_least_window() -> None:
    app = room()
    async with app.run_test(size=LEAST) as pilot:
        await pilot.press("t", "escape")
        text = await settled(pilot)
        assert "English Khanhoo, four players" in text
        assert "…" not in text
