"""The card room: owns the settings, the statistics and the one session, and moves between the screens.

Screens are imported when they are first shown. The session's news comes in here and goes out again as one
message to every screen; no screen listens to the network by itself.
"""

import asyncio
import gc
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from .journeys import Journey, Role, ToList, ToMenu, ToOwnTable, ToReplay, ToRules, ToTable
from .messages import SessionNews, SettingsChanged
from .problems import UsageProblem
from .settings import Settings, SettingsProblem, settings_path, write_settings
from .stats import Statistics, StatisticsProblem
from .terminal import Terminal
from .themes import fitting_theme, textual_themes
from .widgets.faces import ASCII, UNICODE, Glyphs
from .widgets.title import Severity

if TYPE_CHECKING:
    from net.client import ClientSession

    from net.addresses import Address
    from net.hostconfig import HostConfig
    from net.news import News

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
}
_TWICE_WITHIN_S: Final = 3.0
_PARTING_S: Final = 1.0
"""How long leaving may take: the table keeps the seat anyway when the word of leaving is lost."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line said for this run only."""

    ascii: bool = False
    name: str = ""


class KhanhooApp(App[None]):
    """The card room on a terminal."""

    TITLE = "Khanhoo"
    CSS_PATH = "app.tcss"
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
        statistics: Statistics | None = None,
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        self._settings = settings
        self._overrides = overrides or Overrides()
        self._terminal = terminal or Terminal(ascii=False, remote=False)
        self._suit_cells = suit_cells
        self._journey: Journey = journey or ToMenu()
        self._statistics = statistics
        self._interrupted_at = -_TWICE_WITHIN_S
        self._session: ClientSession | None = None
        self._skips_lobby = False
        self._kept_table_id = ""
        self._recorded: set[str] = set()
        for theme in textual_themes():
            self.register_theme(theme)
        self.theme = self._fitting_theme()

    # -- what the screens ask for
    # ------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings, with what the command line said for this run."""
        return self._settings.with_(name=self._overrides.name) if self._overrides.name else self._settings

    @property
    def ascii(self) -> bool:
        """Whether to draw with ASCII alone."""
        if self._overrides.ascii or self._settings.glyphs == "ascii":
            return True
        if self._settings.glyphs == "unicode":
            return False
        return self._terminal.ascii or self._suit_cells not in (None, 1)

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return ASCII if self.ascii else UNICODE

    @property
    def session(self) -> "ClientSession | None":
        """The one session, while there is a table."""
        return self._session

    @property
    def statistics(self) -> Statistics:
        """This player's matches and records."""
        if self._statistics is None:
            from net.paths import data_dir

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
    # ------------------------------------------------------------------------------------------------

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
    # -------------------------------------------------------------------------------------------------

    def play_now_note(self) -> str:
        """What Play now does, in a few words."""
        return f"{self._game_title(self._settings.last_game)}, cards in hand, {self._settings.last_bots} bots"

    def play_now(self) -> None:
        """The last game with bots."""
        from .hosting import alone_config

        try:
            config = alone_config(self.settings, self._settings.last_game, seats=self._settings.last_seats or None)
        except UsageProblem:
            # The game or its number of seats may be of a version of long ago.
            self.change_settings(last_game=Settings().last_game, last_seats=0, last_bots=Settings().last_bots)
            config = alone_config(self.settings, self._settings.last_game)
        self.open_table(config)

    def open_table(self, config: "HostConfig") -> None:
        """Start a host for a table, and sit down at it."""
        if config.autostart:
            self.change_settings(last_game=config.game, last_seats=config.seats or 0, last_bots=config.bots[0])
        else:
            self.change_settings(last_game=config.game)
        self._start_table(config)

    @work(exclusive=True, group="table", exit_on_error=False)
    async def _start_table(self, config: "HostConfig") -> None:
        from net.process import HostProblem, start_host

        self.tell("Opening the table" + self.glyphs.plain("…"))
        try:
            handle = await asyncio.to_thread(start_host, config)
        except (HostProblem, OSError) as problem:
            self._could_not(str(problem))
            return
        self._skips_lobby = config.autostart
        await self._enter(handle.address, "player")
        if handle.notice:
            self.tell(handle.notice, "warning")

    @work(exclusive=True, group="table", exit_on_error=False)
    async def join_table(self, address: "Address", role: Role) -> None:
        """Join or watch a table."""
        self.tell("Knocking at " + str(address) + self.glyphs.plain("…"))
        self._skips_lobby = False
        await self._enter(address, role)

    async def _enter(self, address: "Address", role: Role) -> None:
        from net.client import CannotReach, ClientSession, JoinRefused

        from net.tokens import TokenStore

        await self._part(for_good=False)
        session = ClientSession(address, name=self.settings.shown_name, role=role, keep=TokenStore())
        self._session = session
        session.on_news(self._hear)
        try:
            await session.open()
        except (JoinRefused, CannotReach) as problem:
            self._session = None
            await session.close()
            self._could_not(str(problem))
            return
        self._journey = ToMenu()
        self.tell("")
        self.settle()

    def _could_not(self, sentence: str) -> None:
        """A table could not be reached: for a command line that is the end, on a screen a sentence."""
        if isinstance(self._journey, ToOwnTable | ToTable):
            self.exit(return_code=1, message=sentence)
        else:
            self.tell(sentence, "error")

    def _hear(self, news: "News") -> None:
        """The session's only way in: called on the loop, outside of any screen."""
        self.post_message(SessionNews(news))

    def on_session_news(self, message: SessionNews) -> None:
        """Pass the news on to every screen, and move between lobby and table."""
        from engine.api import MatchEnded
        from net.news import LinkClosed, TableChanged, Told

        for screen in self.screen_stack:
            screen.post_message(SessionNews(message.news))
        match message.news:
            case TableChanged():
                self.settle()
            case Told(event=event):
                if self.screen_stack and not any(getattr(s, "PLACE", "") == "table" for s in self.screen_stack):
                    self.settle()
                if isinstance(event, MatchEnded):
                    self._keep_match()
            case LinkClosed(reason=reason, code=code):
                self._link_closed(reason, code)
            case _:
                pass

    def settle(self) -> None:
        """Show the lobby before the first deal and the table from then on."""
        session = self._session
        if session is None or session.info is None:
            return
        wanted = "lobby" if session.info.phase == "open" or session.view is None else "table"
        if wanted == "lobby" and self._skips_lobby:
            return
        self._skips_lobby = False
        shown = next((screen for screen in self.screen_stack if getattr(screen, "PLACE", "")), None)
        if shown is None:
            self.open_screen(wanted)
        elif getattr(shown, "PLACE", "") != wanted and shown is self.screen:
            self.switch_screen(self.make_screen(wanted))

    def leave_table(self) -> None:
        """Ask how to leave: for a while, or for good."""
        session = self._session
        if session is None or session.seat is None or (session.view is not None and session.view.over):
            self.leave_now(for_good=True)
        else:
            self.push_screen(self.make_screen("leaving"), self._leave_as_said)

    def _leave_as_said(self, answer: str | None) -> None:
        if answer in ("later", "good"):
            self.leave_now(for_good=answer == "good")

    @work(exclusive=True, group="table", exit_on_error=False)
    async def leave_now(self, *, for_good: bool) -> None:
        """Back to the menu; for good gives the seat up."""
        self.back_to_menu()
        await self._part(for_good=for_good)

    async def _part(self, *, for_good: bool) -> None:
        session, self._session = self._session, None
        if session is None:
            return
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(_PARTING_S):
                if for_good:
                    await session.leave()
                await session.close()

    def _link_closed(self, reason: str, code: str) -> None:
        session = self._session
        if session is None or (session.view is not None and session.view.over is not None):
            return
        self._session = None
        self.back_to_menu()
        if code != "left":
            self.call_after_refresh(self.tell, reason, "warning")

    def find_kept_table(self) -> str:
        """A table of this machine at which a seat waits, in a few words; "" when there is none. Blocks
        briefly.
        """
        from net.process import kept_tables, running_tables
        from net.tokens import TokenStore

        self._kept_table_id = ""
        if self._session is not None:
            return ""
        seats = TokenStore().tables()
        with suppress(OSError):
            found = [(table.table_id, table.game) for table in running_tables()]
            found += [(table.table_id, table.game) for table in kept_tables()[:3]]
            for table_id, game in found:
                if table_id in seats:
                    self._kept_table_id = table_id
                    return f"{self._game_title(game)}: your seat is kept"
        return ""

    @work(exclusive=True, group="table", exit_on_error=False)
    async def resume_kept(self) -> None:
        """Take up the seat that waits; a host that is gone is started again from its journal."""
        from net.process import HostProblem, restart_table

        try:
            handle = await asyncio.to_thread(restart_table, self._kept_table_id)
        except (HostProblem, OSError) as problem:
            self.tell(str(problem), "error")
            return
        self._skips_lobby = False
        await self._enter(handle.address, "player")

    @work(group="keeping", exit_on_error=False)
    async def _keep_match(self) -> None:
        """Write the finished match into the statistics, with its record where the table gives one."""
        from .keeping import match_result

        session = self._session
        if session is None or session.view is None or session.info is None or session.seat is None:
            return
        if session.info.table_id in self._recorded:
            return
        self._recorded.add(session.info.table_id)
        result = match_result(session.view, session.info, session.seat, datetime.now(UTC))
        problem = ""
        try:
            record = await session.fetch_record()
            name = f"{result.game}-{result.finished[:10]}-{result.table_id}"
            result = result.with_record(await asyncio.to_thread(self.statistics.keep_record, name, record))
        except (StatisticsProblem, OSError, ConnectionError) as error:
            problem = str(error)
        try:
            await asyncio.to_thread(self.statistics.add, result)
        except (StatisticsProblem, OSError) as error:
            problem = str(error)
        if problem:
            self.tell(problem, "warning")

    # -- the terminal
    # ---------------------------------------------------------------------------------------------

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
                self.open_table(config)
            case ToTable(address=address, role=role):
                self.join_table(address, role)
            case ToList(role=role):
                self.open_list(role)
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
        kept = " Your seat is kept." if self._session is not None and self._session.seat is not None else ""
        self.tell(f"Press Ctrl-C again to leave the card room.{kept}", "warning")

    async def on_unmount(self) -> None:
        """Hang up politely; the table keeps the seat."""
        await self._part(for_good=False)

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """A late answer to the question how wide a spade is: the column after it."""
        if self._suit_cells is None and event.y is not None:
            self._suit_cells = event.x
            if self._suit_cells != 1:
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
        return fitting_theme(self._settings.theme, no_color=self.no_color, colours=self.console.color_system or "none")

    def _game_title(self, game_id: str) -> str:
        from engine.api import games

        return next((meta.title for meta in games() if meta.id == game_id), game_id)
