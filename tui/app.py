"""The app: a card room with one table, the terminal's signals, and the screen that opens first.

The session's news arrives here, and goes to every screen as one message; no screen listens to the network itself.
"""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message

from net.system import on_end_signals

from .config.settings import Overrides, Settings, own_name
from .config.terminal import Terminal
from .forms.game_list import entries
from .session.input_queue import is_typed
from .session.recovery import Recovery
from .session.routes import Journey, ToKiosk, ToLesson, ToList, ToMenu, ToOwnTable, ToReplay, ToRules, ToTable
from .session.shell import Shell
from .widgets.messages import SessionNews
from .widgets.timers import call_after

if TYPE_CHECKING:
    from net.client.session import ClientSession

    from .session.connection import TableConnection
    from .session.statistics import Statistics

_TWICE_WITHIN_S: Final = 3.0
_INTERRUPTED: Final = "a second Ctrl-C"


class KhanhooApp(Shell):
    """The card room on a terminal."""

    TITLE = "Khanhoo"
    OWNS_PROCESS: ClassVar[bool] = True
    """Whether this is the only app of the process."""
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
        statistics: Statistics | None = None,
    ) -> None:
        super().__init__(settings, terminal=terminal, overrides=overrides, statistics=statistics)
        self._journey: Journey = journey or ToMenu()
        # From the menu, which is below, no key may start anything but what the command said.
        self.input_queue.is_shut = not (isinstance(self._journey, ToMenu) and self.settings.name)
        self._interrupted_at = -_TWICE_WITHIN_S
        self._tables: TableConnection | None = None
        self._recovery = Recovery(self, self._part)

    # -- tables

    @property
    def session(self) -> ClientSession | None:
        return self._tables.session if self._tables is not None else None

    @property
    def tables(self) -> TableConnection:
        """Joins and leaves tables; loaded when the first table is opened."""
        if self._tables is None:
            from .session.connection import TableConnection

            self._tables = TableConnection(self)
        return self._tables

    def settle(self) -> None:
        if self.session is not None:
            self.tables.settle()

    def on_session_news(self, message: SessionNews) -> None:
        """Pass the news on to every screen, and let it move the screens."""
        for screen in self.screen_stack:
            screen.post_message(SessionNews(message.news))
        self.tables.take(message.news)

    # -- the terminal

    async def run_async(self, **how: Any) -> None:
        """Part of textual.app.App: run, and end in good order on a signal, from before the terminal is taken."""
        if self.OWNS_PROCESS and not how.get("headless"):
            on_end_signals(self.exit)
        await super().run_async(**how)

    def on_mount(self) -> None:
        """Open the first screen."""
        self.call_after_refresh(self._set_out)

    def _set_out(self) -> None:
        if self.OWNS_PROCESS:
            # Everything loaded by now lives as long as the program, so the collector need not check it again.
            gc.freeze()
        if self.settings.name:
            self._travel()
        else:
            self.push_screen(self.make_screen("welcome", isinstance(self._journey, ToMenu)), self._welcome)
        self.input_queue.open()

    def _welcome(self, name: str | None) -> None:
        """The first start is over: save the name, so that the program does not ask again, and go where the command
        leads."""
        self.change_settings(name=name or own_name())
        if isinstance(self._journey, ToMenu):
            first = entries()[0].preset.title
            welcome = f"Welcome, {self.settings.shown_name}."
            self.tell(f"{welcome} Press t to learn {first} in a few minutes, or choose a game.")
        elif isinstance(self._journey, ToOwnTable):
            from .forms.host_config import with_name

            config = with_name(self._journey.config, self.settings.shown_name)
            self._journey = ToOwnTable(config, self._journey.notice)
        self._travel()

    def _travel(self) -> None:
        """Go where the command leads. A table opens in its time; until then, no key may start anything else."""
        if isinstance(self._journey, ToOwnTable | ToTable):
            self.input_queue.clear()
        match self._journey:
            case ToOwnTable(config=config, notice=notice):
                self.tables.fails_hard = True
                self.tables.open_table(config, notice)
            case ToTable(address=address, role=role, trusted=trusted, code=code):
                self.tables.fails_hard = True
                self.tables.join_table(address, role, trusted, code)
            case ToList(role=role):
                self.open_screen("join", role)
            case ToKiosk(only=only):
                self.open_screen("kiosk", only)
            case ToReplay(found=found, reader=reader):
                self.open_screen("replay", found.journal, found.notice, reader)
            case ToRules(game=""):
                self.open_screen("books")
            case ToRules(game=game, paragraph=paragraph):
                self.open_rules(game, paragraph)
            case ToLesson(game=game):
                self.open_screen("learn", game)

    async def action_quit(self) -> None:
        self.exit()

    def action_interrupt(self) -> None:
        """Ctrl-C: the first press says what the second does."""
        now = time.monotonic()
        if now - self._interrupted_at < _TWICE_WITHIN_S:
            self.exit()
            return
        self._interrupted_at = now
        kept = " Your seat is kept." if self.session is not None and self.session.seat is not None else ""
        self.tell(f"Press Ctrl-C again to quit.{kept}", "warning", _INTERRUPTED)
        call_after(self, _TWICE_WITHIN_S, self._forget_interrupt)

    def _forget_interrupt(self) -> None:
        """What was said of a second Ctrl-C holds no longer."""
        self.drop_notice(_INTERRUPTED)
        self.clear_notifications()

    # -- faults

    def _handle_exception(self, error: Exception) -> None:
        """Part of textual.app.App: a fault anywhere. It ends a screen, or a visit to a table, and not the program."""
        if self._exit:
            return  # the program ends, and this screen may not be complete yet
        if not self._recovery.survives(error, is_at_table=self.session is not None):
            super()._handle_exception(error)

    async def _dispatch_message(self, message: Message) -> None:
        """Part of textual.message_pump.MessagePump: what the app itself does with news must not end its own loop."""
        if is_typed(message):
            self.keys += 1
            self._recovery.hear_key()
        try:
            await super()._dispatch_message(message)
        except Exception as fault:
            if not self._recovery.survives(fault, is_at_table=self.session is not None):
                raise

    async def _part(self) -> None:
        if self._tables is not None:
            await self._tables.part(for_good=False)

    async def on_unmount(self) -> None:
        """Disconnect with a message; the table keeps the seat."""
        await self._part()
