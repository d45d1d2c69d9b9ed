"""The card room: owns the settings, the statistics and the one session, and moves between the screens.

Screens are imported when they are first shown. The session's news comes in here and goes out again as one
message to every screen; no screen listens to the network by itself.
"""

import asyncio
import gc
import os
import signal
import time
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from .faults import explain_fault
from .journeys import Journey, Role, ToList, ToMenu, ToOwnTable, ToReplay, ToRules, ToTable, ToWall
from .messages import SessionNews, SettingsChanged
from .mutes import Mutes, mutes_path
from .packs import Script
from .settings import Settings, SettingsProblem, settings_path, write_settings
from .terminal import Terminal
from .themes import fitting_theme, textual_themes
from .widgets.faces import ASCII, UNICODE, Glyphs
from .widgets.title import Severity

if TYPE_CHECKING:
    from net.addresses import Address
    from net.client import ClientSession
    from net.hostconfig import HostConfig

    from .sitting import Sitting
    from .stats import Statistics

_SCREENS: Final[dict[str, tuple[str, str]]] = {
    "menu": ("menu", "MenuScreen"),
    "new": ("new_table", "NewTableScreen"),
    "join": ("join", "JoinScreen"),
    "lobby": ("lobby", "LobbyScreen"),
    "table": ("table", "TableScreen"),
    "rules": ("rules", "RulesScreen"),
    "replays": ("replays", "ReplaysScreen"),
    "replay": ("replay", "ReplayScreen"),
    "scores": ("scores", "ScoreScreen"),
    "statistics": ("statistics", "StatisticsScreen"),
    "settings": ("settings", "SettingsScreen"),
    "help": ("help", "HelpScreen"),
    "leaving": ("leaving", "LeavingScreen"),
    "other_host": ("other_host", "OtherHostScreen"),
    "code": ("code", "CodeScreen"),
    "wall": ("wall", "WallScreen"),
    "host_gone": ("host_gone", "HostGoneScreen"),
    "link": ("link", "LinkScreen"),
    "invite": ("invite", "InviteScreen"),
    "taking_over": ("taking_over", "TakingOverScreen"),
}
_TWICE_WITHIN_S: Final = 3.0


def game_title(game_id: str) -> str:
    """What a game is called; its id if there is no such game here."""
    from engine.api import games

    return next((meta.title for meta in games() if meta.id == game_id), game_id)


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line said for this run only."""

    ascii: bool = False
    name: str = ""


class KhanhooApp(App[None]):
    """The card room on a terminal."""

    TITLE = "Khanhoo"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "leave", show=False, priority=True, id="room.interrupt"),
        Binding("ctrl+q", "quit", "quit", show=False, id="room.quit"),
    ]

    def __init__(
        self,
        settings: Settings,
        journey: Journey | None = None,
        *,
        terminal: Terminal | None = None,
        overrides: Overrides | None = None,
        suit_cells: int | None = None,
        wide_cells: int | None = None,
        statistics: "Statistics | None" = None,
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        self._settings = settings
        self._overrides = overrides or Overrides()
        self._terminal = terminal or Terminal()
        self._suit_cells, self._wide_cells = suit_cells, wide_cells
        self._journey: Journey = journey or ToMenu()
        self._statistics = statistics
        self._interrupted_at = -_TWICE_WITHIN_S
        self._sitting: Sitting | None = None
        self.parting = ""
        for theme in textual_themes():
            self.register_theme(theme)
        self.theme = self._fitting_theme()

    # -- what the screens ask for

    @property
    def settings(self) -> Settings:
        """The settings, with what the command line said for this run."""
        return self._settings.with_(name=self._overrides.name) if self._overrides.name else self._settings

    @cached_property
    def mutes(self) -> Mutes:
        """Whose words are not shown here."""
        return Mutes(mutes_path())

    @property
    def ascii(self) -> bool:
        """Whether to draw with ASCII alone."""
        if self._overrides.ascii or self._settings.glyphs == "ascii":
            return True
        if self._settings.glyphs == "unicode":
            return False
        return self._terminal.ascii or self._suit_cells not in (None, 1)

    @property
    def script(self) -> Script:
        """How faces are written that have signs of their own: in both ways unless the terminal sets them wrong."""
        if self.settings.faces != "auto":
            return self.settings.faces
        return "latin" if self.ascii or self._wide_cells not in (None, 2) else "both"

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return ASCII if self.ascii else UNICODE

    @property
    def session(self) -> "ClientSession | None":
        """The one session, while there is a table."""
        return self._sitting.session if self._sitting is not None else None

    @property
    def sitting(self) -> "Sitting":
        """Coming to tables and leaving them; loaded when the first table is wanted."""
        if self._sitting is None:
            from .sitting import Sitting

            self._sitting = Sitting(self)
        return self._sitting

    @property
    def statistics(self) -> "Statistics":
        """This player's matches and records."""
        if self._statistics is None:
            from net.paths import data_dir

            from .stats import Statistics

            self._statistics = Statistics(data_dir())
        return self._statistics

    def tell(self, sentence: str, severity: Severity = "information") -> None:
        """Say a sentence on the screen that is on top."""
        say = getattr(self.screen, "tell", None)
        if say is not None:
            say(sentence, severity)
        elif sentence:
            self.notify(sentence, severity=severity, markup=False)

    def change_settings(self, **changes: str | bool | int) -> None:
        """Change settings at once, and keep them; a disk that refuses is said and costs only the keeping."""
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

    def make_screen(self, name: str, *arguments: Any) -> Screen[Any]:
        """A screen by its name, imported now."""
        module, kind = _SCREENS[name]
        screen: Screen[Any] = getattr(import_module(f".screens.{module}", __package__), kind)(*arguments)
        return screen

    def open_screen(self, name: str, *arguments: Any) -> None:
        """Put a screen on top."""
        self.push_screen(self.make_screen(name, *arguments))

    def get_default_screen(self) -> Screen[Any]:
        """The menu lies below everything."""
        return self.make_screen("menu")

    def open_rules(self, game: str = "", paragraph: str = "") -> None:
        """The rulebook of a game ("" for the last one played), at a paragraph."""
        self.open_screen("rules", game or self._settings.last_game, paragraph)

    def open_replay(self, source: Path | bytes) -> None:
        """Step through a record."""
        self.open_screen("replay", source)

    def open_list(self, role: Role) -> None:
        """The list of tables, to join or to watch."""
        self.open_screen("join", role)

    def show_help(self, title: str, text: str) -> None:
        """Explain a screen: what it is for, and all its keys."""
        self.open_screen("help", title, text)

    def back_to_menu(self) -> None:
        """Take every screen off the menu."""
        for _ in self.screen_stack[1:]:
            self.pop_screen()

    # -- tables

    def play_now_note(self) -> str:
        """What Play now does, in a few words."""
        levels = self._settings.last_bots.replace(" ", " and ")
        return f"{game_title(self._settings.last_game)}, cards in hand, {levels} bots"

    def play_now(self) -> None:
        """The last game with bots."""
        self.sitting.play_now()

    def open_table(self, config: "HostConfig") -> None:
        """Start a host for a table, and sit down at it."""
        self.sitting.open_table(config)

    def join_table(self, address: "Address", role: Role) -> None:
        """Join or watch a table."""
        self.sitting.join_table(address, role)

    def resume_kept(self) -> None:
        """Go on where a seat is kept."""
        self.sitting.resume_kept()

    async def find_kept_table(self) -> str:
        """Where a seat is kept, in a few words; "" when nowhere. Takes a moment where other tables are asked."""
        return await self.sitting.find_kept()

    def leave_table(self) -> None:
        """Leave the table, after asking how."""
        self.sitting.leave_table()

    def offer_going_on(self) -> bool:
        """Ask again what to do without the host; whether it is gone."""
        return self.sitting.offer_going_on()

    def settle(self) -> None:
        """Show the lobby or the table, whichever it is time for."""
        self.sitting.settle()

    def invitation(self) -> tuple[list[str], str]:
        """The links to this table, and why there is none."""
        return self.sitting.invitation()

    def on_session_news(self, message: SessionNews) -> None:
        """Pass the news on to every screen, and let it move the screens."""
        for screen in self.screen_stack:
            screen.post_message(SessionNews(message.news))
        self.sitting.take(message.news)

    # -- the terminal

    def on_mount(self) -> None:
        """Catch the signals of a terminal that goes away, and set out on the journey."""
        if not self.is_headless and os.name != "nt":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGHUP, signal.SIGTERM):
                loop.add_signal_handler(number, self.exit)
        self.call_after_refresh(self._set_out)

    def _set_out(self) -> None:
        # What is loaded by now lives as long as the program: the collector need not look at it again.
        gc.freeze()
        match self._journey:
            case ToOwnTable(config=config):
                self.sitting.fails_hard = True
                self.open_table(config)
            case ToTable(address=address, role=role, trusted=trusted, code=code):
                self.sitting.fails_hard = True
                self.sitting.join_table(address, role, trusted, code)
            case ToList(role=role):
                self.open_list(role)
            case ToWall(only=only):
                self.open_screen("wall", only)
            case ToReplay(path=path):
                self.open_replay(path)
            case ToRules(game=game, paragraph=paragraph):
                self.open_rules(game, paragraph)
            case ToMenu():
                pass

    async def action_quit(self) -> None:
        """Leave the card room; the seat is kept."""
        self.exit()

    def action_interrupt(self) -> None:
        """Ctrl-C: the first says what the second does."""
        now = time.monotonic()
        if now - self._interrupted_at < _TWICE_WITHIN_S:
            self.exit()
            return
        self._interrupted_at = now
        kept = " Your seat is kept." if self.session is not None and self.session.seat is not None else ""
        self.tell(f"Press Ctrl-C again to leave the card room.{kept}", "warning")

    async def on_unmount(self) -> None:
        """Hang up politely; the table keeps the seat."""
        if self._sitting is not None:
            await self._sitting.part(for_good=False)

    def leave_with(self, sentence: str) -> None:
        """End the program with a sentence for the terminal: what was asked for could not be done."""
        self.parting = sentence
        self.exit(return_code=1)

    def _fatal_error(self) -> None:
        """A fault of ours: a sentence in place of Textual's traceback."""
        if self._exception is not None:
            self.parting = explain_fault(self._exception)
        self._close_messages_no_wait()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What Textual's own style sheets refer to and our sixteen-colour themes need not say."""
        return {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """A late answer to the question how wide a spade is, and then a Chinese sign: the column after it."""
        if self._suit_cells is None and event.y is not None:
            self._suit_cells = event.x
            if self._suit_cells != 1:
                self._redraw_everything()
        elif self._wide_cells is None and event.y is not None:
            self._wide_cells = event.x
            if self._wide_cells != 2:
                self._redraw_everything()

    def _redraw_everything(self) -> None:
        """Settings or glyphs changed: every screen hears it, and every canvas is painted anew."""
        for screen in self.screen_stack:
            screen.post_message(SettingsChanged(self.settings, self.ascii))
            for widget in screen.walk_children():
                redraw = getattr(widget, "redraw", None)
                if redraw is not None:
                    redraw()

    def _fitting_theme(self) -> str:
        colours = self._terminal.colours or self.console.color_system or "none"
        return fitting_theme(self._settings.theme, no_color=self.no_color, colours=colours)
