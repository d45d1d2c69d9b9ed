"""A match whose host is gone, or hands its table over: asking the person what to do, and going on here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from ..forms.host_gone import ASKS_NO_MORE, own_words
from .shell import PlaceScreen, Shell, Tables, is_writing, place_of

if TYPE_CHECKING:
    from net.migration.takeover import HostedHere
    from net.news import News


_ID = "host-gone"


class FailoverFlow:
    """Asks and acts when the host of the table is gone, or hands it over. at: the table."""

    def __init__(self, app: Shell, at: Tables) -> None:
        self._app = app
        self._at = at
        self._has_offered = False
        self._waits: Callable[[], None] | None = None

    def settle(self) -> None:
        """Show what waits until the player has sent or dropped the line that they write: it would take its keys."""
        if self._waits is not None and not is_writing(self._app):
            show, self._waits = self._waits, None
            show()

    def _show(self, show: Callable[[], None], otherwise: str) -> None:
        """Show a screen that the player did not ask for, at once or after a line. otherwise: said to whoever writes."""
        self._waits = show
        self.settle()
        if self._waits is not None:
            self._app.tell(f"{otherwise} Send your line, or press Esc, to see more.")

    def hear(self, news: News) -> None:
        """What a piece of news means for a table that has lost its host, or gets another one."""
        from net.news import CarriedOn, HandedOver, HostGone, LinkUp

        match news:
            case LinkUp():
                self._has_offered = False
                if self._at.own_port:
                    self._at.own_port = self._port_now()
            case HostGone(is_alone=is_alone):
                # When more is known, the question does not interrupt the player: the table says how to open it. It does
                # not take the keys of a line that is being written either.
                is_asked = place_of(self._app.screen) or not (is_alone or self._has_offered)
                if is_asked and not is_writing(self._app):
                    self.offer()
                self._has_offered = True
            case HandedOver(name=""):
                self._waits = None
                self._app.call_after_refresh(self._tell_table, ASKS_NO_MORE)
            case HandedOver(name=name):
                self._show(partial(self._ask_to_host, name), f"{name} wants you to become the host.")
            case CarriedOn(deal=deal, is_own=True, ways=ways, notice=notice):
                words = own_words(deal, is_listed=self._is_listed())
                self._show(partial(self._app.open_screen, "invite", ways, words, notice), "You are the host now.")
            case CarriedOn(name=name, deal=deal):
                self._app.call_after_refresh(
                    self._tell_table, f"{name} is the host now. The match continues from the end of deal {deal}."
                )
            case _:
                pass

    def offer(self) -> bool:
        """Ask what to do without the host, unless the question is open. Returns whether the host is gone."""
        gone = self._at.session.going_on.gone if self._at.session is not None else None
        if gone is None:
            return False

        def decided(answer: str | None) -> None:
            if answer == "carry":
                self._work(self._carry_on())
            elif answer == "link":
                self._ask_for_link()
            elif answer == "keep":
                self._work(self._keep_record())
            elif answer == "leave":
                self._at.leave_table()

        if self._app.screen.id != _ID:
            screen = self._app.make_screen("host_gone", gone)
            screen.id = _ID
            self._app.push_screen(screen, decided)
        return True

    def _tell_table(self, sentence: str) -> None:
        """Say it at the table itself: the question about the host closes now, and has no line for it."""
        here = (
            screen for screen in reversed(self._app.screen_stack) if isinstance(screen, PlaceScreen) and screen.PLACE
        )
        next(here, self._app).tell(sentence)

    def _ask_to_host(self, name: str) -> None:
        """The host would like to hand its table over to this machine. name: of the host."""

        def decided(found: str | None) -> None:
            if found:
                self._work(self._take_over(is_wanted=found == "yes"))

        self._app.push_screen(self._app.make_screen("taking_over", name), decided)

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        """Start work that joins or leaves a table. It replaces the work before, as in tui/session/connection.py."""
        self._app.run_worker(work, group="table", exclusive=True)

    async def _carry_on(self) -> None:
        if self._at.session is not None:
            with self._app.telling("Opening the table here…"):
                await self._opened(self._at.session.going_on.carry_on())

    async def _take_over(self, *, is_wanted: bool) -> None:
        if self._at.session is not None:
            with self._app.telling("Opening the table here…") if is_wanted else nullcontext():
                await self._opened(self._at.session.going_on.take_over(is_wanted=is_wanted))

    async def _opened(self, opening: Awaitable[HostedHere | None]) -> None:
        from net.host.launcher import HostProblem

        try:
            carried = await opening
        except (HostProblem, OSError) as problem:
            self._app.tell(str(problem), "error")
            return
        if carried is not None:
            self._at.own_port = carried.handle.port

    def _ask_for_link(self) -> None:
        """Ask for the link of the table that continues the match, and join it."""

        def typed(text: str | None) -> None:
            if text:
                self._work(self._follow_link(text))

        self._app.push_screen(self._app.make_screen("link"), typed)

    async def _follow_link(self, text: str) -> None:
        from net.host.launcher import HostProblem

        if self._at.session is not None:
            with self._app.telling("Checking the link…"):
                try:
                    await self._at.session.going_on.follow_link(text)
                except (HostProblem, OSError) as problem:
                    self._app.tell(str(problem), "warning")

    async def _keep_record(self) -> None:
        """Save the match so far as a file, in case nobody continues it."""
        from net.host.launcher import HostProblem

        from .statistics import StatisticsProblem, record_name

        session = self._at.session
        if session is None or session.info is None:
            return
        try:
            record = await session.going_on.record()
            name = record_name(session.info.game, session.info.table_id)
            kept = await asyncio.to_thread(self._app.statistics.keep_record, name, record)
        except (HostProblem, StatisticsProblem, OSError) as problem:
            self._app.tell(str(problem), "warning")
        else:
            place = self._app.statistics.records_folder / kept
            self._app.tell(f"Saved with all signatures, under History in the menu: {place}")

    def _port_now(self) -> int:
        """The present port of our own table: a restarted host may have had to take another one."""
        from net.host.registry import find_running

        info = self._at.session.info if self._at.session is not None else None
        entry = find_running(info.table_id) if info is not None else None
        return entry.port if entry is not None else self._at.own_port

    def _is_listed(self) -> bool:
        """Whether others find our table by themselves."""
        info = self._at.session.info if self._at.session is not None else None
        return info is None or info.listed
