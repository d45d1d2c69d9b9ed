"""The app as its screens and sessions see it: settings, terminal, statistics, screens by name, and tables.

Screens are imported when they are first shown.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, cast

from textual import events, on
from textual.app import App
from textual.driver import Driver
from textual.filter import Monochrome, NoColor
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.widgets import Input

from ..config.mutes import Mutes
from ..config.settings import Overrides, Settings, SettingsProblem, settings_path, write_settings
from ..config.terminal import Terminal
from ..config.themes import fitting_theme, textual_themes
from ..fault_report import explain_fault
from ..widgets.canvas import Canvas
from ..widgets.glyphs import ASCII, UNICODE, Glyphs
from ..widgets.messages import SessionNews, SettingsChanged
from ..widgets.packs import Script
from ..widgets.title_bar import Severity
from .first_deals import FirstDeals
from .input_queue import InputQueue, Probe, is_typed
from .lesson_progress import LessonProgress
from .routes import Role

if TYPE_CHECKING:
    from engine.api import OptionValue, Seat, View
    from net.client.session import ClientSession
    from net.host.config import HostConfig
    from net.news import News
    from net.wire.address import Address

    from .statistics import Statistics

_SCREENS: Final[dict[str, tuple[str, str]]] = {
    "menu": ("screens.menu", "MenuScreen"),
    "new": ("screens.new_table", "NewTableScreen"),
    "join": ("screens.table_list", "TableListScreen"),
    "lobby": ("screens.lobby", "LobbyScreen"),
    "table": ("table.screen", "TableScreen"),
    "books": ("screens.books", "BooksScreen"),
    "learn": ("screens.lessons", "LessonsScreen"),
    "lesson": ("table.lesson.screen", "LessonScreen"),
    "rules": ("screens.rules", "RulesScreen"),
    "replay": ("table.replay_screen", "ReplayScreen"),
    "scores": ("table.scores", "ScoreScreen"),
    "welcome": ("screens.welcome", "WelcomeScreen"),
    "history": ("screens.history", "HistoryScreen"),
    "settings": ("screens.settings", "SettingsScreen"),
    "log": ("screens.dialogs", "LogScreen"),
    "options": ("screens.options", "OptionsScreen"),
    "people": ("screens.people", "PeopleScreen"),
    "check": ("screens.deal_check", "DealCheckScreen"),
    "help": ("screens.dialogs", "HelpScreen"),
    "leaving": ("screens.dialogs", "LeavingScreen"),
    "other_host": ("screens.dialogs", "OtherHostScreen"),
    "code": ("screens.dialogs", "CodeScreen"),
    "kiosk": ("screens.kiosk", "KioskScreen"),
    "host_gone": ("screens.host_gone", "HostGoneScreen"),
    "link": ("screens.dialogs", "LinkScreen"),
    "invite": ("screens.dialogs", "InviteScreen"),
    "taking_over": ("screens.dialogs", "TakingOverScreen"),
}


class Tables(Protocol):
    """Joins and leaves tables. own_port: the network port of a table that is hosted here, 0 for none."""

    own_port: int

    @property
    def session(self) -> ClientSession | None:
        """The one session, while there is a table."""

    def open_table(self, config: HostConfig, *, is_lessons: bool = False) -> None:
        """Start a host for a table, and sit down at it. is_lessons: a lesson chose its rules."""

    def join_table(self, address: Address, role: Role) -> None:
        """Join or watch a table."""

    def kept(self) -> tuple[str, ...]:
        """The tables that are known to keep a seat."""

    async def find_kept(self) -> tuple[str, ...]:
        """The tables that keep a seat, each in a few words. If other hosts are asked, this takes a moment."""

    def resume_kept(self, number: int = 0) -> None:
        """Go on at one of the tables that keep a seat."""

    def settle(self) -> None:
        """Show the lobby before the match, and the table from then on."""

    def invitation(self) -> tuple[list[str], str]:
        """The links to this table, and why there is none."""

    def offer_going_on(self) -> bool:
        """Ask what to do without the host. Returns whether the host is gone."""

    def play_again(self) -> None:
        """Begin another match with the rules and the company of the one that is over."""

    def leave_table(self) -> None:
        """Leave the table, after asking how."""


def focus_first(screen: Screen[Any]) -> None:
    """Give the keys to the first widget that takes any. Textual does so only while the terminal is in front."""
    if screen.focused is None:
        screen.set_focus(next((widget for widget in screen.query() if widget.focusable), None))


class PlaceScreen(Screen[None]):
    """A screen that may be part of a visit to a table, and has room to say a sentence."""

    PLACE: ClassVar[str] = ""
    """"lobby" or "table" for the screens between which the app moves as the session goes."""

    @property
    def room(self) -> Shell:
        return cast(Shell, self.app)

    def tell(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
        """Say a sentence, "" for nothing. about: by which `drop_notice` finds it."""
        raise NotImplementedError

    def drop_notice(self, about: str) -> None:
        """Take the sentence about this away, if it is still there."""

    @property
    def is_writing(self) -> bool:
        """Whether the player writes a line, so that keys are letters. No other screen may come in between."""
        return False

    def is_seen_as(self, view: View) -> bool:
        """Whether the screen shows the table as the viewer of this view sees it."""
        return True


class PassingScreen(Screen[ScreenResultType]):
    """Closes by itself once news of the session makes it pointless: at once, or when no other screen covers it any
    more. answer_if_ended: its result then.
    """

    answer_if_ended: ScreenResultType | None = None
    _has_ended = False

    def ends_with(self, news: News) -> bool:
        """Whether the news makes the screen pointless."""
        raise NotImplementedError

    @on(SessionNews)
    def _close_with(self, message: SessionNews) -> None:
        self._has_ended = self._has_ended or self.ends_with(message.news)
        self._close_if_ended()

    @on(events.ScreenResume)
    def _close_late(self) -> None:
        self.call_later(self._close_if_ended)

    def _close_if_ended(self) -> None:
        if self._has_ended and self.is_active:
            self._has_ended = False
            self.dismiss(self.answer_if_ended)


def place_of(screen: Screen[Any]) -> str:
    """Which part of a visit to a table a screen is: "lobby", "table", or "" for none."""
    return screen.PLACE if isinstance(screen, PlaceScreen) else ""


def is_writing(app: App[Any]) -> bool:
    """Whether the player writes a line, of which the next key is a part."""
    screen = app.screen
    return (isinstance(screen, PlaceScreen) and screen.is_writing) or isinstance(app.focused, Input)


class Shell(App[None]):
    """What screens and sessions find in the app.

    parting: a sentence for the terminal when all is over, "" for none. typed: what was read from the terminal before
    the app began. keys: how many keys, clicks and pastes have come.
    """

    CSS_PATH = Path(__file__).parents[1] / "styles.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        settings: Settings,
        *,
        terminal: Terminal | None = None,
        overrides: Overrides | None = None,
        statistics: Statistics | None = None,
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        # Textual's filter for NO_COLOR makes the terminal's own background black.
        self._filters[:] = [NoColor() if isinstance(one, Monochrome) else one for one in self._filters]
        self._settings = settings
        self._overrides = overrides or Overrides()
        self._terminal = terminal or Terminal()
        self._suit_cells, self._wide_cells = self._terminal.suit_cells, self._terminal.wide_cells
        self._statistics = statistics
        self._works = itertools.count()
        self.parting = ""
        self.typed = self._terminal.typed
        self.input_queue = InputQueue(self)
        self.keys = 0
        for theme in textual_themes():
            self.register_theme(theme)
        self.theme = self._fitting_theme()

    # -- what the screens ask for

    @property
    def tables(self) -> Tables:
        raise NotImplementedError

    def settle(self) -> None:
        """Show the table, if there is one and it is not shown yet."""

    @property
    def settings(self) -> Settings:
        """The settings, with what the command line said for this run."""
        return self._settings.with_(name=self._overrides.name) if self._overrides.name else self._settings

    @cached_property
    def mutes(self) -> Mutes:
        return Mutes()

    @cached_property
    def lesson_progress(self) -> LessonProgress:
        return LessonProgress()

    @cached_property
    def first_deals(self) -> FirstDeals:
        return FirstDeals()

    @property
    def ascii(self) -> bool:
        if self._overrides.ascii or self._settings.glyphs == "ascii":
            return True
        if self._settings.glyphs == "unicode":
            return False
        return self._terminal.ascii or self._suit_cells not in (None, 1)

    @property
    def script(self) -> Script:
        """How faces with signs of their own are written: in both ways, unless the terminal shows the signs wrong."""
        if self.settings.faces != "auto":
            return self.settings.faces
        return "latin" if self.ascii or self._wide_cells not in (None, 2) else "both"

    @property
    def moves_cards(self) -> bool:
        """Whether cards move on the way to their place."""
        motion = self.settings.motion
        return motion == "on" or (motion == "auto" and not self._terminal.remote)

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.ascii else UNICODE

    @property
    def statistics(self) -> Statistics:
        if self._statistics is None:
            from .statistics import Statistics

            self._statistics = Statistics()
        return self._statistics

    def tell(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
        """Say a sentence on the screen that is on top. about: by which `drop_notice` finds it."""
        if isinstance(self.screen, PlaceScreen):
            self.screen.tell(sentence, severity, about)
        elif sentence:
            self.notify(sentence, severity=severity, markup=False)

    def drop_notice(self, about: str) -> None:
        """Take the sentence about this away, on whatever screen it is."""
        for screen in self.screen_stack:
            if isinstance(screen, PlaceScreen):
                screen.drop_notice(about)

    @contextmanager
    def telling(self, sentence: str) -> Generator[None, None, None]:
        """Say what the program does as long as it does it."""
        about = f"work {next(self._works)}"
        self.tell(self.glyphs.plain(sentence), about=about)
        try:
            yield
        finally:
            self.drop_notice(about)

    def change_settings(self, **changes: str | bool | int) -> None:
        """Change settings at once, and save them; if the disk fails, the player is told, and the change still
        applies.
        """
        try:
            self._settings = self._settings.with_(**changes)
        except SettingsProblem as problem:
            self.tell(str(problem), "error")
            return
        if "name" in changes:
            self._overrides = Overrides(ascii=self._overrides.ascii)
        if "glyphs" in changes:
            self._overrides = Overrides(name=self._overrides.name)
        self.theme = self._fitting_theme()
        self._redraw_everything()
        try:
            write_settings(settings_path(), self._settings)
        except (SettingsProblem, OSError) as problem:
            self.tell(str(problem), "warning")

    # -- screens

    @staticmethod
    def make_screen(name: str, *arguments: Any) -> Screen[Any]:
        module, kind = _SCREENS[name]
        screen: Screen[Any] = getattr(import_module(f"tui.{module}"), kind)(*arguments)
        return screen

    def open_screen(self, name: str, *arguments: Any) -> None:
        self.push_screen(self.make_screen(name, *arguments))

    def get_default_screen(self) -> Screen[Any]:
        """The menu is below all other screens."""
        return self.make_screen("menu")

    def open_rules(self, game: str, paragraph: str = "", options: Mapping[str, OptionValue] | None = None) -> None:
        """The rulebook of a game, at a paragraph. options: of the table at which it is read."""
        self.open_screen("rules", game, paragraph, options)

    def open_replay(self, path: Path, reader: Seat | None = None) -> None:
        """Step through a record, once it was played again. reader: the seat that was mine, if it is known."""
        self.screen.run_worker(self._show_replay(path, reader), exclusive=True, group="replay")

    async def _show_replay(self, path: Path, reader: Seat | None) -> None:
        from ..problems import Problem
        from .records import read_playable

        with self.telling("Checking the replay…"):
            try:
                found = await asyncio.to_thread(read_playable, path)
            except Problem as problem:
                self.tell(str(problem), "error")
                return
        self.open_screen("replay", found.journal, found.notice, reader)

    def back_to_menu(self) -> None:
        """Take every screen off the menu."""
        for _ in self.screen_stack[1:]:
            self.pop_screen()

    def renew_menu(self) -> Screen[Any]:
        """Remove every screen, also the menu, and show a new one: a failed screen is dead, and the lowest screen cannot
        be replaced alone.
        """
        menu = self.make_screen("menu")
        self.push_screen(menu)
        while self._screen_stack[0] is not menu:
            self.call_next(self._replace_screen, self._screen_stack.pop(0))
        return menu

    @contextmanager
    def _context(self) -> Generator[None, None, None]:
        """Part of Textual. With Python 3.12, Textual makes all tasks of the loop begin at once, and then enters this
        context. We undo that here: other tasks, such as asyncssh's logins, must begin later.
        """
        if self._loop is not None:
            self._loop.set_task_factory(None)
        with super()._context():
            yield

    # -- the terminal

    def get_driver_class(self) -> type[Driver]:
        """Ours where there is a POSIX terminal."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from ..config.driver import TerminalDriver

        return TerminalDriver

    def leave_with(self, sentence: str) -> None:
        """End the program with a sentence for the terminal: what was asked for could not be done."""
        self.parting = sentence
        self.exit(return_code=1)

    def fail(self, fault: Exception) -> None:
        """End the program because of a bug where no screen can be closed instead."""
        self.leave_with(explain_fault(fault))

    async def _dispatch_message(self, message: Message) -> None:
        """Part of textual.message_pump.MessagePump: handle what is typed in order."""
        if isinstance(message, Probe):
            following = self.input_queue.next_after(message)
            if following is not None:
                await self._dispatch_message(following)
        elif not is_typed(message):
            await super()._dispatch_message(message)
        elif self.input_queue.admits(message):
            try:
                await super()._dispatch_message(message)
            finally:
                self.input_queue.follow()

    def _fatal_error(self) -> None:
        """A bug of this program: show a sentence in place of Textual's traceback."""
        if self._exception is not None:
            self.parting = self.parting or explain_fault(self._exception)
        self._close_messages_no_wait()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Defaults for variables of Textual's own style sheets that our sixteen-colour themes do not set."""
        return {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """A late answer to the question how wide a spade is, and then a Chinese sign: the column after it."""
        if event.x not in (1, 2):
            return  # an answer to another program, or none at all
        if self._suit_cells is None:
            self._suit_cells = event.x
            if self._suit_cells != 1:
                self._redraw_everything()
        elif self._wide_cells is None:
            self._wide_cells = event.x
            if self._wide_cells != 2:
                self._redraw_everything()

    def _redraw_everything(self) -> None:
        """Settings or glyphs changed: every screen hears it, and every canvas is repainted."""
        for screen in self.screen_stack:
            screen.post_message(SettingsChanged(self.settings))
            for canvas in screen.query(Canvas):
                canvas.redraw()

    def _fitting_theme(self) -> str:
        colours = self._terminal.colours or self.console.color_system or "none"
        return fitting_theme(self._settings.theme, no_color=self.no_color, colours=colours)
