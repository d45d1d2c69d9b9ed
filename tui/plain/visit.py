"""The way to a table and from it, by lines: open one, join one, watch one."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from net.wire.address import AddressError, parse_address

from ..config.mutes import Mutes, mutes_path
from ..forms.host_config import game_title
from ..forms.spectating import why_watching
from ..problems import Problem
from ..session.next_table import next_table, waiting_words
from ..session.own_tables import deserted_table, end_table
from ..session.routes import TRUST_WORDS, Journey, Role, ToKiosk, ToLesson, ToList, ToOwnTable, ToTable
from .lines import Lines
from .room import Ending, PlainRoom
from .voice import Voice

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.discovery.finder import FoundTable
    from net.host.config import HostConfig
    from net.wire.address import Address

    from ..config.settings import Settings

LOOK_S: Final = 2.0
"""How long to listen for tables before they are said."""
_PARTING_S: Final = 1.0
"""How long leaving may take: the table keeps the seat anyway."""


def found_words(found: FoundTable) -> str:
    """A table that was found, in a few words."""
    info = found.info
    taken = sum(seat.kind != "empty" for seat in info.seats)
    state = f"{info.phase}, private" if info.coded else info.phase
    return f"{info.title}: {game_title(info.game)}, {taken} of {len(info.seats)} seats taken, {state}"


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
            case ToList(role=role):
                await self._choose_table(role)
            case ToKiosk(only=only):
                await self._follow(only)
            case ToLesson(game=game):
                await self._learn(game)
            case _:
                raise Problem("This command does not work with --plain.")

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

    async def _learn(self, game: str) -> None:
        """The lesson of a game, or one that is chosen, and the next ones of its game."""
        from engine.api import games, lessons_of

        from ..forms.host_config import get_game
        from ..session.lesson_progress import LessonProgress, progress_path
        from .lesson import PlainLesson, choose_lesson

        progress = LessonProgress(progress_path())
        lessons = [lesson for meta in games() for lesson in lessons_of(get_game(meta.id))]
        of_game = [each for each in lessons if each.id in (game, game.partition("/")[0])]
        lesson = of_game[-1] if of_game else await choose_lesson(lessons, progress, self._voice, self.lines)
        while lesson is not None:
            self._voice.speak_of(lesson.game)
            self._voice.say(f"{lesson.title}. If a lesson text names a key, type instead what the prompt says")
            if not await PlainLesson(lesson, progress, self._voice, self._settings).learn(self.lines):
                return
            later = lessons[lessons.index(lesson) + 1 :]
            further = next((each for each in later[:1] if each.game.meta.id == lesson.game.meta.id), None)
            if further is not None:
                self._voice.say(f"next: the next lesson, {further.title}. quit: leave")
                further = further if (await self.lines.next_line() or "quit") == "next" else None
            lesson = further

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
    ) -> Ending:
        from net.client.reconnect import CodeWanted
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
        except CodeWanted as problem:
            wanted = await self._ask_for_code(str(problem))
            return await self._join(address, role, session.host.key, wanted)
        except (JoinRefused, CannotReach) as problem:
            raise Problem(str(problem)) from None
        self._voice.say(why_watching(session))
        return await self._stay(session, room)

    async def _ask_for_code(self, problem: str) -> str:
        """The code of a private table, as a person types it. Raises Problem where nobody does."""
        from net.crypto.join_code import read_code

        if not self.lines.is_typed:
            raise Problem(problem)
        self._voice.say(problem, "Type the join code, or quit")
        while True:
            line = await self.lines.next_line()
            if line is None or line.casefold() == "quit":
                raise Problem("You did not join: the table is private.")
            try:
                return read_code(line)
            except ValueError as fault:
                self._voice.say(str(fault))

    async def _choose_table(self, role: Role) -> None:
        """Say the tables that can be found, by number, and go to the one that is chosen."""
        from net.discovery.finder import Finder

        async with Finder() as finder:
            while True:
                self._voice.say("Looking for tables")
                await asyncio.sleep(LOOK_S)
                found = [each for each in finder.tables if each.reachable]
                self._voice.say(*(f"{number}: {found_words(each)}" for number, each in enumerate(found, 1)))
                self._voice.say("" if found else "No table was found")
                self._voice.say("Type a number, an address, a link, or quit. An empty line: search again")
                line = await self.lines.next_line()
                if line is None or line.casefold() == "quit":
                    return
                if line.isdecimal() and 0 < int(line) <= len(found):
                    chosen = found[int(line) - 1].address
                    break
                try:
                    if line:
                        chosen = parse_address(line)
                        break
                except AddressError as problem:
                    self._voice.say(str(problem))
        await self._join(chosen, role)

    async def _follow(self, only: str) -> None:
        """Watch one match after another."""
        from net.discovery.finder import Finder

        done: set[str] = set()
        waits_for: list[str] = []
        async with Finder() as finder:
            async for tables in finder.changes():
                found = next_table(tables, done, only)
                if found is not None:
                    done.add(found.info.table_id)
                    self._voice.say(f"You watch {found.info.title}")
                    try:
                        if await self._join(found.address, "watcher") != "over":
                            return
                    except Problem as problem:
                        self._voice.say(str(problem))
                    waits_for = []
                elif (words := waiting_words(tables, only)) != waits_for:
                    waits_for = words
                    self._voice.say(*words)

    def _room(self, session: ClientSession, *, starts_itself: bool) -> PlainRoom:
        from net.storage.paths import data_dir

        from ..session.statistics import Statistics

        statistics, mutes = Statistics(data_dir()), Mutes(mutes_path())
        return PlainRoom(session, self._voice, self._settings, statistics, mutes, starts_itself=starts_itself)

    async def _stay(self, session: ClientSession, room: PlainRoom) -> Ending:
        """Stay until the visit is over, and hang up."""
        for_good, deserted = False, ""
        self._woken = [room]
        try:
            ending = await room.stay(self.lines)
            for_good = ending in ("over", "good")
            deserted = deserted_table(session) if for_good else ""
            if ending == "later" and session.seat is not None:
                self._voice.say("You leave the table. Your seat is kept. To come back:")
                self._voice.read_out(f"khanhoo join {session.address} --plain")
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
        return ending
