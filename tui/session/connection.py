"""Open, join and leave a table, come back to it, and save how it ended.

At most one session exists at a time. Its news arrives on the event loop and goes to the app, which passes it to the
screens; this module decides which screen is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from engine.api import MatchEnded, OptionValue, find_game

from ..forms.host_config import as_last
from ..forms.people import hosts
from ..forms.spectating import why_watching
from ..widgets.global_keys import KEY_OF
from ..widgets.messages import SessionNews
from .failover import FailoverFlow
from .invitation import invitation
from .match_log import MatchLog
from .next_match import announce_next, next_config
from .own_tables import NO_WAY_BACK, deserted_table, end_table
from .routes import TRUST_WORDS, Role
from .saved_seat import SavedSeat
from .shell import PlaceScreen, Shell, is_writing, place_of
from .table_session import is_match_over

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.worker import Worker

    from engine.api import View
    from net.client.session import ClientSession
    from net.host.config import HostConfig
    from net.news import News
    from net.problems import WrongHost
    from net.verification.contribution import OwnShares
    from net.wire.address import Address


class TableConnection:
    """The one session of an app: opens, joins and leaves tables. fails_hard: if a table cannot be reached, the program
    ends with a sentence, because the command line asked for nothing else. own_port: the network port of a table that is
    hosted here, 0 for none.
    """

    def __init__(self, app: Shell) -> None:
        self._app = app
        self.session: ClientSession | None = None
        self.fails_hard = False
        self.own_port = 0
        self._owed = ""
        self._skips_lobby = False
        self._opening: Worker[None] | None = None
        self._stood: list[Screen[Any]] = []
        """The screens at the moment when the way to a table began."""
        self._keys: int | None = None
        """The keys at that moment if nobody asked for the table."""
        self._does = ""
        """What is said meanwhile, if it is not the usual."""
        self._is_told = False
        self._waiting = SavedSeat()
        self._shares: OwnShares = {}
        self._hostless = FailoverFlow(app, self)
        self._seated_words = ""
        self._log = MatchLog(app)

    # Coming.

    def open_table(self, config: HostConfig, notice: str = "", *, is_lessons: bool = False) -> None:
        """Start a host for a table, and sit down at it. Until its screen is shown, further keys start no second one.

        notice: a sentence to be told there. is_lessons: a lesson chose its rules, so that they are not kept as the
        player's."""
        if self.session is not None or self._is_opening():
            return
        if not is_lessons:
            if config.autostart:
                self._app.change_settings(**as_last(config))
            self._remember_set(config.game, config.options)
        self._set_out()
        self._opening = self._work(self._start_table(config, notice))

    def _is_opening(self) -> bool:
        return self._opening is not None and not self._opening.is_finished

    def _remember_set(self, game_id: str, options: Mapping[str, OptionValue]) -> None:
        """A game's next table begins with these options."""
        from ..config.last_options import with_set

        kept = with_set(self._app.settings.kept_options, find_game(game_id).meta, options)
        if kept != self._app.settings.kept_options:
            self._app.change_settings(kept_options=kept)

    async def _start_table(self, config: HostConfig, notice: str = "") -> None:
        from net.host.launcher import HostProblem, start_host

        with self._app.telling("Opening the table…"):
            try:
                handle = await asyncio.to_thread(start_host, config)
            except (HostProblem, OSError) as problem:
                self._could_not(str(problem))
                return
            self.own_port, self._owed = handle.port, f"{handle.notice} {notice}".strip()
            self._skips_lobby = config.autostart
            await self._enter(handle.address, "player", owner=handle.owner)
            if self.session is None:
                await asyncio.to_thread(end_table, handle.table_id)  # nobody else can want a table that is this new

    def join_table(self, address: Address, role: Role, trusted: str = "", code: str = "") -> None:
        """Join or watch a table. trusted: the key, or its four words, that the person accepts at its host. code: of a
        private table."""
        self._set_out()
        self._work(self._join_table(address, role, trusted, code))

    def go_back(self, seats: SavedSeat) -> None:
        """Take up the best of these seats, though nobody asked for it. The first key stops that."""
        self._waiting = seats
        self.resume_kept()
        self._keys, self._does = self._app.keys, "Going back to your table. Press any key to stay here."

    def _set_out(self) -> None:
        """The way to a table begins, and the player asked for it."""
        self._stood, self._keys = list(self._app.screen_stack), None
        self._does, self._is_told = "", False

    @property
    def _is_wanted(self) -> bool:
        """Whether the player asked for the table, or at least has done nothing else since."""
        return self._keys in (None, self._app.keys)

    @property
    def _is_awaited(self) -> bool:
        """Whether the player still waits for the table, and has opened no other screen since."""
        return self._is_wanted and (not self._stood or self._app.screen in self._stood)

    async def _join_table(self, address: Address, role: Role, trusted: str, code: str) -> None:
        self.own_port, self._owed = 0, ""
        self._skips_lobby = False
        with self._app.telling(self._does or "Connecting…"):
            await self._enter(address, role, trusted, code)

    def resume_kept(self, number: int = 0) -> None:
        """Take up one of the seats that wait. Does nothing while a table is being opened. If our own host has ended, it
        is started again from its journal."""
        if self._is_opening() or number >= len(self._waiting.found):
            return
        seat = self._waiting.found[number]
        self._set_out()
        if seat.address is not None:
            self.join_table(seat.address, "player")
        else:
            self._work(self._resume(seat.table_id))

    async def _resume(self, table_id: str) -> None:
        from net.host.launcher import HostProblem, restart_table

        with self._app.telling(self._does or "Opening the table…"):
            try:
                handle = await asyncio.to_thread(restart_table, table_id)
            except (HostProblem, OSError) as problem:
                self._app.tell(str(problem), "error")
                return
            self.own_port, self._owed = handle.port, handle.notice
            self._skips_lobby = False
            if self._is_wanted:
                await self._enter(handle.address, "player")

    async def _enter(self, address: Address, role: Role, trusted: str = "", code: str = "", *, owner: str = "") -> None:
        """owner: the key of a new table of our own, which may not be saved."""
        from net.client.session import ClientSession
        from net.storage.seat_tokens import SeatTokens

        name = self._app.settings.shown_name
        session = ClientSession(
            address,
            name=name,
            role=role,
            keep=SeatTokens(),
            token=bytes.fromhex(owner),
            trusted=trusted,
            code=code,
            shares=self._shares,
        )
        await self.sit_down(session)

    async def sit_down(self, session: ClientSession) -> None:
        """Open a session and show its table; an earlier session is closed."""
        from net.client.reconnect import CodeWanted
        from net.problems import JoinRefused, WrongHost
        from net.transport.sockets import CannotReach

        await self.part(for_good=False)
        self.session = session
        session.on_news(self._hear)
        try:
            await session.open()
        except (JoinRefused, CannotReach) as problem:
            self.session = None
            if not self._is_wanted:
                return
            if not self._is_awaited:
                self._could_not(str(problem))
            elif isinstance(problem, WrongHost) and len(problem.known) == len(problem.key):
                self._ask_about_key(session, problem)
            elif isinstance(problem, CodeWanted):
                self._ask_for_code(session, str(problem), await self._title_of(session.address))
            else:
                if isinstance(problem, JoinRefused):
                    self._waiting.refused(session.address, problem)
                self._could_not(str(problem))
            return
        if not self._is_wanted:
            await self.part(for_good=False)
            return
        self._keys = None
        self._log.begin()
        self._waiting.sat_down(session.address)
        self.fails_hard = False
        self.settle()
        self._owed = self._owed or why_watching(session, f"press {KEY_OF['people']}")
        self._tell_owed()

    def _ask_about_key(self, session: ClientSession, problem: WrongHost) -> None:
        """The host's key has changed: do not join until the player trusts the new key."""
        if self.fails_hard:
            self._could_not(f"{problem} {TRUST_WORDS}")
            return
        from net.crypto.key_words import four_words

        address, role = session.address, session.role
        screen = self._app.make_screen("other_host", str(address), four_words(problem.known), four_words(problem.key))

        def decided(found: str | None) -> None:
            if found == "trust":
                self.join_table(address, role, problem.key)
            else:
                self._app.call_after_refresh(self._app.tell, "You did not join: the host's key has changed.")

        self._app.push_screen(screen, decided)

    @staticmethod
    async def _title_of(address: Address) -> str:
        """The title of a table that we have not joined, "" if it does not say."""
        from net.transport.dial import ask_table
        from net.transport.sockets import CannotReach

        with suppress(CannotReach, OSError):
            return (await ask_table(address)).title
        return ""

    def _ask_for_code(self, session: ClientSession, problem: str, title: str) -> None:
        """The table is private: ask for its code until it is right, or until the player cancels."""
        address, role, trusted = session.address, session.role, session.host.key

        def told(code: str | None) -> None:
            if code:
                self.join_table(address, role, trusted, code)
            elif self.fails_hard:
                self._could_not(problem)
            else:
                self._app.call_after_refresh(self._app.tell, "You did not join: the table is private.")

        self._app.push_screen(self._app.make_screen("code", str(address), problem, title, session.code), told)

    def _could_not(self, sentence: str) -> None:
        if self.fails_hard and self._is_awaited:
            self._app.leave_with(sentence)
        else:
            self._app.tell(sentence, "error")

    # Being there.

    def _hear(self, news: News) -> None:
        """The event loop calls this outside of any screen, so this may only post a message."""
        self._app.post_message(SessionNews(news))

    def take(self, news: News) -> None:
        """What a piece of news means for the screens."""
        from net.news import BegunAnew, LinkClosed, Notice, Seated, TableChanged, Told

        match news:
            case TableChanged() | BegunAnew():
                self.settle()
            case Seated(text=text):
                self._seated_words = text
            case Told(event=event):
                if (shown := self._shown_place()) != "table":
                    self.settle()
                    if shown == "lobby":
                        self._remember_own()
                elif self._seated_words:
                    self.settle()
                if isinstance(event, MatchEnded):
                    self._app.run_worker(self._log.finish(self.session), group="keeping")
            case LinkClosed(reason=reason, code=code):
                self._closed(reason, code)
            case Notice(text=text) if not self._shown_place():
                self._owed = f"{self._owed} {text}".strip()
            case _:
                self._hostless.hear(news)
        self._tell_owed()

    def _tell_owed(self) -> None:
        """Show the notice with which the host started, as soon as a screen of the table is shown. The news about the
        connection must come before, because it would replace the notice.
        """
        if self._owed and self.session is not None and self._shown_place():
            owed, self._owed = self._owed, ""
            self.session.line_notice(owed)

    def _remember_own(self) -> None:
        """The match has begun at our own table, and its rules may have been changed in the lobby."""
        session = self.session
        if session is not None and session.view is not None and session.info is not None:
            info = session.info
            if hosts(info, session.seat, session.name):
                self._remember_set(info.game, info.options)

    def settle(self) -> None:
        """Show the lobby before the first deal and the table from then on."""
        self._hostless.settle()
        session = self.session
        if session is None or session.info is None:
            return
        wanted = "lobby" if session.view is None else "table"
        if wanted == "lobby" and self._skips_lobby:
            return
        self._skips_lobby = False
        shown = self._shown_place()
        if not shown and self._is_awaited:
            self._app.open_screen(wanted)
        elif not shown and self._is_wanted and not self._is_told:
            self._is_told = True
            self._app.tell("The table is open. Esc goes to it.")
        elif place_of(self._app.screen) and (shown != wanted or self._is_reseated(session.view)):
            if is_writing(self._app):
                self._app.tell("The table has changed. Send your line, or press Esc, to see it.")
                return
            self._app.switch_screen(self._app.make_screen(wanted))
            if self._seated_words:
                self._app.call_after_refresh(self._app.tell, self._seated_words)
                self._seated_words = ""

    def _is_reseated(self, view: View | None) -> bool:
        """Whether the screen shows the table from a seat that the player no longer has, or does not have yet."""
        screen = self._app.screen
        return view is not None and isinstance(screen, PlaceScreen) and not screen.is_seen_as(view)

    def _shown_place(self) -> str:
        return next((place for screen in self._app.screen_stack if (place := place_of(screen))), "")

    def invitation(self) -> tuple[list[str], str]:
        return invitation(self.session, self.own_port) if self.session is not None else ([], "")

    # When the host is gone.

    def offer_going_on(self) -> bool:
        """Ask what to do without the host. Returns whether the host is gone."""
        return self._hostless.offer()

    # Leaving.

    def leave_table(self) -> None:
        """If the player has a seat, ask how to leave: for now, or for good."""
        session = self.session
        if session is None or session.seat is None or is_match_over(session):
            self.leave_now(for_good=True)
        else:
            self._app.push_screen(self._app.make_screen("leaving"), self._leave_as_said)

    def _leave_as_said(self, answer: str | None) -> None:
        if answer in ("later", "good"):
            self.leave_now(for_good=answer == "good")

    def leave_now(self, *, for_good: bool) -> None:
        """Leave the table and show the menu. for_good: give up the seat."""
        self._work(self._leave(for_good=for_good))

    async def _leave(self, *, for_good: bool) -> None:
        session = self.session
        deserted = deserted_table(session) if for_good else ""
        await self.part(for_good=for_good)
        self._app.back_to_menu()
        if not for_good and session is not None and not session.is_seat_saved:
            self._app.call_after_refresh(self._app.tell, NO_WAY_BACK, "warning")
        if deserted:
            await asyncio.to_thread(end_table, deserted)

    async def part(self, *, for_good: bool) -> None:
        """Disconnect. The table keeps the seat, unless for_good."""
        session, self.session = self.session, None
        if session is None:
            return
        # A newer request may cancel this one wherever it waits, and a session that nobody closes would hold the seat.
        # So it is closed first; neither call waits for anything.
        await (session.leave() if for_good else session.close())
        if not for_good and session.is_seat_saved:
            self._waiting.note(session)
        await self._log.leave(session, "left" if for_good else "unfinished")

    def _closed(self, reason: str, code: str) -> None:
        """The table closed on us; a finished match stays on the screen."""
        session = self.session
        if session is None or code == "left" or is_match_over(session):
            return
        self.session = None
        self._app.run_worker(self._log.closed(session, code), group="keeping")
        self._app.back_to_menu()
        self._app.call_after_refresh(self._app.tell, reason, "warning")

    # Another match.

    def play_again(self) -> None:
        """Begin another match with the same rules. Against bots it starts at once. With others, the host opens a new
        table and says so in the chat. Everybody else looks for it in the list of tables."""
        session = self.session
        if session is None or session.info is None or session.seat is None:
            return
        config = next_config(self._app.settings, session)
        if config is None:
            self._work(self._look_for_next())
            return
        self._opening = self._work(self._play_again(session, config))

    async def _play_again(self, session: ClientSession, config: HostConfig) -> None:
        config = await announce_next(session, config)
        await self._leave(for_good=True)
        self._set_out()
        await self._start_table(config)

    async def _look_for_next(self) -> None:
        await self._leave(for_good=True)
        self._app.open_screen("join", "player")

    # A seat that waits.

    def kept(self) -> tuple[str, ...]:
        """The tables that are known to keep a seat, each in a few words, until `find_kept` has looked again."""
        return self._waiting.words()

    async def find_kept(self) -> tuple[str, ...]:
        """The tables that keep a seat, each in a few words. If other hosts are asked, this takes a moment."""
        return self.kept() if self.session is not None else await self._waiting.find()

    def _work(self, work: Coroutine[Any, Any, None]) -> Worker[None]:
        """Joining and leaving, one at a time: a newer request replaces an older one."""
        return self._app.run_worker(work, group="table", exclusive=True)
