"""What runs behind one tab: the table as a spectator sees it, and replays. It asks its host for nothing else. It opens
no screen on which something can be changed, and reads only the replays that the door offers.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from textual import on, work
from textual.binding import Binding
from textual.driver import Driver
from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver, _ExitInput
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from engine.api import JournalError, MatchEnded
from net import news as n
from net.client.session import ClientSession
from net.match.visibility import AS_EVERYBODY, SpectatorView
from net.problems import JoinRefused
from net.transport.sockets import CannotReach
from net.wire.address import parse_address
from net.wire.client_messages import GetAudit, GetRecord, Look, Request
from net.wire.sanitize import clean_line

from ...config.input import TerminalInput
from ...config.settings import Settings
from ...config.terminal import Terminal
from ...forms.people import PeopleLine
from ...forms.spectating import answer, look_lines
from ...problems import Problem
from ...session.records import Playable, parse_journal, playable, read_playable
from ...session.room_screen import HELP, RoomScreen
from ...session.shell import Shell
from ...table.key_actions import Action, Open, Scroll
from ...table.replay_screen import ReplayScreen
from ...table.screen import TableScreen
from ...table.widgets.board import TableLook
from ...widgets.key_bar import KeyHint
from ...widgets.list import Row, RowList
from ...widgets.messages import SessionNews
from .order import WebOrder

if TYPE_CHECKING:
    from ...session.shell import Tables

READ_ONLY: Final = "This page is for watching only."
_ASKED: Final = (GetRecord, GetAudit, Look)
"""The requests of a spectator that change nothing for others: for the record of a match that is over, for the proof of
a deal, and for the hands that the spectator wants to see. The host may refuse."""
_SCREENS: Final = frozenset({"rules", "scores", "log", "help", "replay", "books", "check"})
_FROM_TABLE: Final = frozenset({"rules", "log", "scores"})
_HIDDEN: Final = frozenset({"chat", "people", "table"})
"""Labels in the key bar of a table that mean nothing here."""
_MOST_REPLAYS: Final = 200
_SUFFIX: Final = ".khr"
_AGAIN_S: Final = 3.0
_HELP: Final = (
    "You watch this table as a spectator. You see only public cards, and you cannot change the match.\n\n"
    "If the host lets spectators see hands, Esc goes to a list in which you can choose a hand. If you choose a "
    "hand, you see each deal only after its end, so that the hands stay secret.\n\n"
    "The Left key steps back through the match. The comma key goes back by one trick or turn, and the full-stop key "
    "goes forward. The End key shows the live game.\n\n"
    "Tab: scores. r: rulebook. v: log. i: deal check. m: melds, in games that have them. Esc: the list."
)


class ReplayPlace(msgspec.Struct):
    """A replay that the page shows, and how far it is."""

    row: str
    step: int


class PageSession(ClientSession):
    """A spectator whose requests change nothing for others, and who goes to no other host."""

    def __init__(self, order: WebOrder) -> None:
        address = replace(parse_address(order.address), table=order.table_id)
        super().__init__(address, name="Browser", role="watcher")
        self.going_on.close()

    async def request(self, make: Callable[..., Request]) -> n.Outcome:
        """Send a request only if it changes nothing for others."""
        kind = make.func if isinstance(make, partial) else make
        return await super().request(make) if kind in _ASKED else n.Outcome(False, READ_ONLY)


class PageTable(TableScreen):
    """The table. Every action that is not about looking is left out."""

    ACTS_BY_ITSELF: ClassVar[bool] = False

    def perform(self, action: Action) -> bool:
        """Do an action if it only moves through what a spectator sees."""
        match action:
            case "done" | "unknown" | "leave" | Scroll():
                return super().perform(action)
            case Open(screen=screen) if screen in _FROM_TABLE:
                return super().perform(action)
            case Open(screen="table"):
                self.room.open_screen("check", self.state.session)
                return True
        return False

    def leave(self) -> None:
        """Back to the list."""
        self.app.pop_screen()

    def look(self) -> TableLook:
        """The look of the table, with only the keys of this page."""
        look = super().look()
        return replace(look, keys=[hint for hint in look.keys if hint.label not in _HIDDEN])

    def action_help(self) -> None:
        self.room.open_screen("help", "Watching", _HELP)


class WatchScreen(RoomScreen):
    """The list below everything: the table, the replay of its match, the replays of the door's folder. resumed: a
    replay in which the page was. replay: the row of the replay that was opened last."""

    WORDS = "Watch"
    KEYS = (KeyHint("up,down", "move"), KeyHint("enter", "watch", keep=True), HELP)
    HELP_TEXT = _HELP
    BINDINGS = [Binding("escape", "stay", "", show=False, id="watch.stay")]

    def __init__(self, order: WebOrder, resumed: ReplayPlace | None) -> None:
        super().__init__()
        self.replay = ""
        self._resumed = resumed
        self._order = order
        self._session: ClientSession | None = None
        self._state = "connecting"
        self._begins_anew = False
        self._has_shown = resumed is not None
        self._files: dict[str, Path] = {}

    def body(self) -> Iterable[Widget]:
        yield RowList((0, 24))

    def on_mount(self) -> None:
        self._show()
        self._come()
        self._resume()

    def leave(self) -> None:
        self.tell("Close the tab to stop watching.")

    def action_stay(self) -> None:
        self.leave()

    # The table.

    @work(exclusive=True, group="coming")
    async def _come(self) -> None:
        """Join as a spectator; a host that is busy is asked again."""
        while True:
            session = PageSession(self._order)
            session.on_news(self._hear)
            try:
                await session.open()
            except CannotReach as problem:
                self.tell(str(problem), "warning")
                await asyncio.sleep(_AGAIN_S)
                continue
            except JoinRefused as problem:
                self._state = "closed to spectators"
                self.tell(str(problem), "warning")
                self._show()
                return
            self._session = session
            self._follow()
            return

    def _hear(self, news: n.News) -> None:
        """The event loop calls this outside of any screen, so this may only post a message."""
        self.app.post_message(SessionNews(news))

    def on_session_news(self, message: SessionNews) -> None:
        match message.news:
            case n.LinkLost(reason=sentence):
                self.tell(sentence, "warning")
            case n.LinkUp():
                self.tell("")
            case n.LinkClosed(reason=sentence):
                self._state = "closed"
                self.tell(sentence, "warning")
            case n.BegunAnew():
                self._begins_anew = False
                self._say_when()
        has_come = isinstance(message.news, n.Told) and (
            not self._has_shown or isinstance(message.news.event, MatchEnded)
        )
        if has_come or isinstance(message.news, n.LinkClosed | n.TableChanged | n.BegunAnew | n.LinkUp):
            self._follow()

    def _follow(self) -> None:
        """Show the table as soon as there is something to see on it."""
        session = self._session
        if session is not None and not session.is_closed:
            self._state = self._state_of(session)
        self._show()
        self._resume()
        is_there = session is not None and session.view is not None and not self._begins_anew
        if session is not None and is_there and not self._has_shown and self.is_active:
            self._has_shown = True
            self.query_one(RowList).go_to("table")
            self.app.push_screen(PageTable(session))

    def _state_of(self, session: ClientSession) -> str:
        if self._is_over:
            return "the match is over"
        if session.view is not None:
            return "live" if session.gaze == AS_EVERYBODY else "one deal behind"
        return "not started yet" if session.gaze == AS_EVERYBODY else "shown after the deal"

    @property
    def _is_over(self) -> bool:
        return self._session is not None and self._session.view is not None and self._session.view.over is not None

    # The list.

    def _show(self) -> None:
        session = self._session
        ways = _ways(session) if session is not None else []
        can_watch = session is not None and (session.view is not None or session.gaze != AS_EVERYBODY)
        rows = [Row("table", (self._order.title, self._state), can_watch)]
        rows += [Row(line.id, (line.label, "hands after each deal")) for line in ways]
        if self._is_over:
            rows.append(Row("record", ("Replay of this match", "replay")))
        self._files = {path.name: path for path in _replays(self._order.replays)}
        rows += [Row(f"file {name}", (clean_line(path.stem), "replay")) for name, path in self._files.items()]
        self.query_one(RowList).show(rows)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        session = self._session
        way = "look:public" if event.row_id == "table" else event.row_id
        if session is not None and way.startswith("look:"):
            self._watch(session, way)
        elif (find := self._finder(event.row_id)) is not None:
            self._show_replay(event.row_id, find)

    def _finder(self, row: str) -> Callable[[], Coroutine[Any, Any, Playable]] | None:
        """What reads the replay of a row, if that is there by now."""
        kind, _, name = row.partition(" ")
        if kind == "record" and self._session is not None:
            return partial(self._read_record, self._session)
        return partial(self._read_file, self._files[name]) if kind == "file" and name in self._files else None

    def _resume(self) -> None:
        """Go on with the replay in which the page was, as soon as it is there."""
        place = self._resumed
        if place is not None and (find := self._finder(place.row)) is not None:
            self._resumed = None
            self._show_replay(place.row, find, place.step)

    @work(exclusive=True, group="watch")
    async def _watch(self, session: ClientSession, way: str) -> None:
        """Show the table, seen in a way of `look_lines`; if that is another way, once the stream has begun anew."""
        if way != _way(session.gaze):
            self._begins_anew, self._has_shown = session.view is not None, False
            asked = answer(session, way, is_yes=True)
            outcome = await asked if asked is not None else n.Outcome(False, "")
            if not outcome.accepted:
                self._begins_anew, self._has_shown = False, True
                self.tell(outcome.reason, "warning")
                return
        elif session.view is not None and not self._begins_anew:
            self.app.push_screen(PageTable(session))
        self._say_when()

    def _say_when(self) -> None:
        """Tell a spectator who chose hands, and sees nothing yet, when they will see the deal."""
        if self._session is not None and self._session.view is None and self._session.gaze != AS_EVERYBODY:
            self.tell("You see the hands when the deal is over.")

    @work(exclusive=True, group="replay")
    async def _show_replay(
        self, row: str, find: Callable[[], Coroutine[Any, Any, Playable]], step: int | None = None
    ) -> None:
        with self.room.telling("Checking the replay…"):
            try:
                found = await find()
            except (Problem, JournalError, JoinRefused):
                self.tell("This replay cannot be shown.", "warning")  # the reason may name a folder of this machine
                return
        if self.is_active:
            self.replay = row
            screen = ReplayScreen(found.journal, found.notice)
            self.app.push_screen(screen)
            if step is not None:
                screen.call_after_refresh(lambda: screen.action_step(step - screen.reel.place))

    async def _read_record(self, session: ClientSession) -> Playable:
        data = await session.fetch_record()
        return await asyncio.to_thread(lambda: playable(parse_journal(data)))

    async def _read_file(self, path: Path) -> Playable:
        return await asyncio.to_thread(read_playable, path)


def _way(gaze: SpectatorView) -> str:
    """The line of `look_lines` for a way to watch."""
    return f"look:{gaze.how}" + ("" if gaze.seat is None else f":{gaze.seat}")


def _ways(session: ClientSession) -> list[PeopleLine]:
    """The hands that the host lets spectators see."""
    lines = look_lines(session.info, None, session.gaze) if session.info is not None else []
    return [line for line in lines if line.id.startswith("look:") and line.id != "look:public"]


def _replays(folder: str) -> list[Path]:
    """The replays in the door's folder, the latest name first."""
    if not folder:
        return []
    try:
        found = [path for path in Path(folder).iterdir() if path.suffix == _SUFFIX and path.is_file()]
    except OSError:
        return []
    return sorted((path for path in found if not path.is_symlink()), reverse=True)[:_MOST_REPLAYS]


class _NoOtherTables:
    """The tables of a program that shows only one table."""

    own_port = 0
    session = None

    def settle(self) -> None:
        """Nothing moves this page's screens but the page."""

    def offer_going_on(self) -> bool:
        """Never ask: a page cannot become the host."""
        return True


class PageDriver(WebDriver):
    """Textual's web driver, which ends the program when the door has gone. It tells the door where in a replay the page
    is."""

    _told = ""

    def write(self, data: str) -> None:
        """Draw. If the page shows a new place of a replay, tell the door this place first."""
        place = self._app.place if isinstance(self._app, PageApp) else ""
        if place != self._told:
            self._told = place
            self.write_meta({"type": "place", "place": place})
        super().write(data)

    def run_input_thread(self) -> None:
        """Read keys until there is nobody to send any. Textual's method would end at the first key that it cannot
        read."""
        found, packets = TerminalInput(), ByteStream()
        with suppress(_ExitInput):
            for data in self._input_reader:
                for kind, payload in packets.feed(data) if data else ():
                    if kind == "D":
                        self._tell(found.feed(payload, monotonic()))
                    else:
                        self._on_meta(kind, payload)
                if not data:
                    self._tell(found.tick(monotonic()))
        self._input_reader.close()
        if not self.exit_event.is_set():
            os._exit(0)  # the loop may wait for a pipe that nobody reads

    def _tell(self, messages: list[Message]) -> None:
        for message in messages:
            self.process_message(message)


class PageApp(Shell):
    """The program of one tab."""

    TITLE = "Khanhoo"

    def __init__(self, order: WebOrder, resumed: ReplayPlace | None = None) -> None:
        super().__init__(Settings(), terminal=Terminal(remote=True, colours="truecolor", suit_cells=1, wide_cells=2))
        self._list = WatchScreen(order, resumed)

    @property
    def place(self) -> str:
        """The place in a replay that is shown, as `main` reads it; "" if none is."""
        screens = self.screen_stack if self.is_running else []
        replay = next((screen for screen in screens if isinstance(screen, ReplayScreen)), None)
        if replay is None:
            return ""
        return msgspec.json.encode(ReplayPlace(self._list.replay, replay.reel.place)).decode()

    @property
    def tables(self) -> Tables:
        there: Any = _NoOtherTables()
        return there  # type: ignore[no-any-return]

    def get_driver_class(self) -> type[Driver]:
        return PageDriver

    def get_default_screen(self) -> Screen[Any]:
        return self._list

    def open_screen(self, name: str, *arguments: Any) -> None:
        """Open a screen on which one only reads."""
        if name in _SCREENS:
            super().open_screen(name, *arguments)
        else:
            self.tell(READ_ONLY)

    def change_settings(self, **changes: str | bool | int) -> None:
        """Do nothing: the page saves no settings."""
        self.tell(READ_ONLY)

    def on_session_news(self, message: SessionNews) -> None:
        """Pass the news on to every screen."""
        for screen in self.screen_stack:
            screen.post_message(SessionNews(message.news))


def main() -> None:
    """Run for one tab. Arguments: the door's order, and the place in a replay where the page was."""
    order, place = sys.argv[1:]
    resumed = msgspec.json.decode(place, type=ReplayPlace) if place else None
    PageApp(msgspec.json.decode(order, type=WebOrder), resumed).run()


if __name__ == "__main__":
    main()
