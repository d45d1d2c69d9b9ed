"""A kiosk, such as a screen on a wall: it follows one match after another and needs no key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from textual import work
from textual.binding import Binding
from textual.widget import Widget

from engine.api import MatchEnded
from net.wire.sanitize import quoted

from ..session.next_table import is_better, next_table, waiting_words
from ..session.room_screen import HELP, RoomScreen
from ..session.table_session import is_match_over
from ..table.scores import ScoreScreen
from ..table.screen import TableScreen
from ..widgets.key_bar import KeyHint
from ..widgets.messages import SessionNews
from ..widgets.page import Block, Page, StillPage
from ..widgets.timers import call_after
from .table_list import new_finder

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.discovery.finder import Finder, FoundTable
    from net.news import News

SCORES_S: Final = 15.0
"""How long the scores of a finished match are shown."""
AGAIN_S: Final = 3.0
"""How long to wait before looking again after a table could not be reached."""
PATIENCE_S: Final = 15.0
"""How long to wait for a host that does not answer."""


class KioskTable(TableScreen):
    """The table that the kiosk follows. q leaves, as everywhere in a kiosk."""

    BINDINGS = [Binding("q", "leave_kiosk", "leave", show=False, id="kiosk.table.leave")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a line that is being typed, q is a letter."""
        return super().check_action(action, parameters) and not (action == "leave_kiosk" and self.board.foot.writing)

    def action_leave_kiosk(self) -> None:
        self.app.exit()

    def leave(self) -> None:
        self.action_leave_kiosk()


class KioskScores(ScoreScreen):
    """How the match ended."""

    BINDINGS = [Binding("q", "app.quit", "leave", show=False, priority=True, id="kiosk.scores.leave")]


class KioskScreen(RoomScreen):
    """What a kiosk shows between two matches while it looks for the next. only: a part of the titles to follow."""

    WORDS = "Follow matches"
    KEYS = (KeyHint("q", "quit", keep=True), HELP)
    HELP_TEXT = (
        "This screen follows matches on this network and this machine. It watches a match, shows the scores at the "
        "end, and goes on to the next match. It skips private and locked tables. If a host stops answering, the screen "
        "leaves the table.\n\nPress q to quit. To choose a table instead, use khanhoo watch --list."
    )
    BINDINGS = [Binding("q", "app.quit", "leave", show=False, id="kiosk.leave")]

    def __init__(self, only: str = "", make_finder: Callable[[], Finder] | None = None) -> None:
        super().__init__()
        self._only = only
        self._make_finder = make_finder or new_finder
        self._tables: tuple[FoundTable, ...] = ()
        self._problem: str | None = None
        self._done: set[str] = set()
        self._session: ClientSession | None = None
        self._is_coming = False
        self._patience: asyncio.TimerHandle | None = None

    def body(self) -> Iterable[Widget]:
        yield StillPage()

    def on_mount(self) -> None:
        self._say()
        self._look()

    def leave(self) -> None:
        self.app.exit()

    @work(exclusive=True, group="looking")
    async def _look(self) -> None:
        async with self._make_finder() as finder:
            async for tables in finder.changes():
                self._tables, self._problem = tables, finder.problem
                self._consider()

    def _consider(self) -> None:
        """Go to a table, or to a better one, or say what the kiosk waits for."""
        found = next_table(self._tables, self._done, self._only)
        now = self._session.info if self._session is not None else None
        if found is not None and now is not None and is_better(found, now):
            self._leave_table()
            now = None
        if found is not None and self._session is None and not self._is_coming:
            self._is_coming = True
            self.run_worker(self._come(found), group="coming")
        self._say()

    def _say(self) -> None:
        if not self.is_mounted:
            return
        words = waiting_words(self._tables, self._only, self._problem)
        session = self._session
        if session is not None and session.info is not None:
            words = [f"{quoted(session.info.title)}: waiting for the host to send the table."]
        self.query_one(Page).show([Block(words[0], "strong"), *(Block(line, "felt", gap=1) for line in words[1:])])

    # At a table.

    async def _come(self, found: FoundTable) -> None:
        from net.client.session import ClientSession
        from net.problems import JoinRefused
        from net.transport.sockets import CannotReach

        session = ClientSession(found.address, name=self.room.settings.shown_name, role="watcher")
        session.on_news(lambda news: self._hear(session, news))
        self._session = session
        try:
            await session.open()
        except (CannotReach, JoinRefused) as problem:
            self._session = None
            if isinstance(problem, JoinRefused):
                self._done.add(found.info.table_id)
            call_after(self, AGAIN_S, self._consider)
        self._is_coming = False
        self._follow()

    def _hear(self, session: ClientSession, news: News) -> None:
        """The event loop calls this outside of any screen, so this may only post a message."""
        if session is self._session:
            self.app.post_message(SessionNews(news))

    def on_session_news(self, message: SessionNews) -> None:
        from net import news as n

        if self._session is None:
            return
        match message.news:
            case n.Told(event=MatchEnded()):
                call_after(self, SCORES_S / 5, self._show_scores)
                call_after(self, SCORES_S, self._finished)
            case n.LinkLost() if self._patience is None:
                self._patience = call_after(self, PATIENCE_S, self._leave_table)
            case n.LinkUp():
                self._be_patient_no_more()
            case n.LinkClosed():
                self._leave_table()
        self._follow()

    def _follow(self) -> None:
        """Show the table as soon as there is anything of it to be seen."""
        session = self._session
        if session is None or session.view is None:
            self._say()
        elif self.is_active:
            self.app.push_screen(KioskTable(session))

    def _show_scores(self) -> None:
        session = self._session
        if session is None or session.view is None or session.view.over is None or session.info is None:
            return
        self._clear()
        names = tuple(seat.name or f"Seat {seat.seat + 1}" for seat in session.info.seats)
        self.app.push_screen(KioskScores(session.view, names, result=True))

    def _finished(self) -> None:
        """The scores have been read: that table is done."""
        if self._session is not None and is_match_over(self._session):
            self._leave_table()

    def _leave_table(self) -> None:
        """Disconnect, and go on."""
        session, self._session = self._session, None
        self._be_patient_no_more()
        if session is None:
            return
        if session.info is not None and is_match_over(session):
            self._done.add(session.info.table_id)
        self.app.run_worker(session.leave(), group="parting", exit_on_error=False)
        self._clear()
        self._consider()

    def _be_patient_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _clear(self) -> None:
        while self.app.screen is not self and self in self.app.screen_stack:
            self.app.pop_screen()
