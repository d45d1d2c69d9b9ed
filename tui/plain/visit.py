"""The way to a table and from it, by lines: open one, join one, watch one."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ..config.mutes import Mutes, mutes_path
from ..forms.spectating import why_watching
from ..problems import Problem
from ..session.own_tables import deserted_table, end_table
from ..session.routes import TRUST_WORDS, Journey, Role, ToOwnTable, ToTable
from .lines import Lines
from .room import PlainRoom
from .voice import Voice

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.host.config import HostConfig
    from net.wire.address import Address

    from ..config.settings import Settings

_PARTING_S: Final = 1.0
"""How long leaving may take: the table keeps the seat anyway."""


class PlainVisit:
    """One run of a command by lines."""

    def __init__(self, settings: Settings, voice: Voice) -> None:
        self._settings, self._voice = settings, voice
        self._woken: list[PlainRoom] = []
        self._lines: Lines | None = None

    async def go(self, journey: Journey) -> None:
        """Where the command leads. Raises Problem."""
        match journey:
            case ToOwnTable(config=config):
                await self._open(config)
            case ToTable(address=address, role=role, trusted=trusted, code=code):
                await self._join(address, role, trusted, code)
            case _:
                raise Problem("This command has no form by lines.")

    @property
    def lines(self) -> Lines:
        """What is typed; read from the first time that somebody wants it."""
        if self._lines is None:
            descriptor = sys.stdin.fileno() if sys.stdin is not None else -1
            encoding = sys.stdin.encoding if sys.stdin is not None else "utf-8"
            self._lines = Lines(descriptor, self._wake, encoding)
        return self._lines

    def _wake(self) -> None:
        for room in self._woken:
            room.wake()

    async def _open(self, config: HostConfig) -> None:
        from net.host.launcher import HostProblem, start_host

        try:
            handle = await asyncio.to_thread(start_host, config)
        except (HostProblem, OSError) as problem:
            raise Problem(str(problem)) from None
        self._voice.say(handle.notice)
        await self._join(handle.address, "player", starts_itself=config.autostart)

    async def _join(
        self, address: Address, role: Role, trusted: str = "", code: str = "", *, starts_itself: bool = False
    ) -> None:
        from net.client.session import ClientSession
        from net.problems import JoinRefused, WrongHost
        from net.storage.seat_tokens import SeatTokens
        from net.transport.sockets import CannotReach

        name = self._settings.shown_name
        session = ClientSession(address, name=name, role=role, keep=SeatTokens(), trusted=trusted, code=code)
        room = self._room(session, starts_itself=starts_itself)
        try:
            await session.open()
        except WrongHost as problem:
            raise Problem(f"{problem} {TRUST_WORDS}") from None
        except (JoinRefused, CannotReach) as problem:
            raise Problem(str(problem)) from None
        self._voice.say(why_watching(session))
        await self._stay(session, room)

    def _room(self, session: ClientSession, *, starts_itself: bool) -> PlainRoom:
        from net.storage.paths import data_dir

        from ..session.statistics import Statistics

        statistics, mutes = Statistics(data_dir()), Mutes(mutes_path())
        return PlainRoom(session, self._voice, self._settings, statistics, mutes, starts_itself=starts_itself)

    async def _stay(self, session: ClientSession, room: PlainRoom) -> None:
        """Stay until the visit is over, and hang up."""
        for_good, deserted = False, ""
        self._woken = [room]
        try:
            ending = await room.stay(self.lines)
            for_good = ending in ("over", "good")
            deserted = deserted_table(session) if for_good else ""
            if ending == "later" and session.seat is not None:
                self._voice.say("You leave the table. Your seat is kept")
        finally:
            await room.part()
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(_PARTING_S):
                    if for_good:
                        await session.leave()
                    await session.close()
            if deserted:
                await asyncio.to_thread(end_table, deserted)
        if room.parting:
            raise Problem(room.parting)
