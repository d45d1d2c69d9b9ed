"""The way to a table and from it, by lines: open one, join one, watch one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cached_property, partial
from threading import Event
from typing import TYPE_CHECKING, Final, TypeVar

from net.environment import guest
from net.wire.address import AddressError, parse_address
from net.wire.sanitize import quoted

from ..config.mutes import Mutes
from ..forms.found_tables import titles_of
from ..forms.host_config import alone_config, game_title
from ..forms.spectating import why_watching
from ..output import OutputProblem
from ..problems import Problem
from ..session.next_match import announce_next, next_config
from ..session.next_table import next_table, waiting_words
from ..session.own_tables import NO_WAY_BACK, deserted_table, end_table
from ..session.routes import (
    TRUST_WORDS,
    Journey,
    Role,
    ToKeptTable,
    ToKiosk,
    ToLesson,
    ToList,
    ToMenu,
    ToOwnTable,
    ToReplay,
    ToTable,
)
from ..session.saved_seat import SavedSeat
from .commands import LEVELS_ABOUT, set_level
from .lines import Left, Lines, lines_here
from .menu import PlainMenu
from .replay import PlainReplay
from .room import Ending, PlainRoom
from .voice import Voice

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.discovery.finder import Finder, FoundTable
    from net.host.launcher import HostHandle
    from net.wire.address import Address

    from ..config.settings import Settings
    from ..session.statistics import Statistics

_KEPT: Final = "Your seat is kept. To come back:"
_AT_A_TABLE: Final = ("hand", "sort", "table", "score", "rules", "hint", "undo", "skip", "next", "say", "people", "log")
"""Commands that mean something at a table only."""
_ADDRESS: Final = "an address or a link"
_TABLES_ABOUT: Final = {
    "1": "go to table 1",
    _ADDRESS: "go to that table",
    "an empty line": "search again",
    **LEVELS_ABOUT,
    "quit": "leave",
}


_Done = TypeVar("_Done")


def found_words(found: FoundTable, title: str) -> str:
    """A table that was found, in a few words. title: that tells it from the others."""
    info = found.info
    taken = sum(seat.kind != "empty" for seat in info.seats)
    state = f"{info.phase}, private" if info.coded else info.phase
    game = game_title(info.game, info.options)
    return f"{quoted(title)}: {game}, {taken} of {len(info.seats)} seats taken, {state}"


class NotJoined(Problem):
    """The table did not let us in."""


class PlainVisit:
    """One run of a command by lines. open_lines: begins to read what is typed."""

    def __init__(
        self, settings: Settings, voice: Voice, open_lines: Callable[[Callable[[], None]], Lines] = lines_here
    ) -> None:
        self._settings, self._voice, self._open_lines = settings, voice, open_lines
        self._woken: list[PlainRoom] = []
        self._seat = SavedSeat()
        self._lines: Lines | None = None

    async def go(self, journey: Journey) -> None:
        """Where the command leads, and from there. Raises Problem."""
        further: Journey | None = journey
        problem: Problem | None = None
        has_menu = False
        while further is not None:
            if isinstance(further, ToMenu):
                has_menu = True
                further = await self._choose()
                if further is None and problem is not None and self.lines.is_over:
                    raise problem
                continue
            try:
                further, problem = await self._visit(further), None
            except Left:
                further, problem = None, None
            except OutputProblem:
                raise
            except Problem as found:
                if not has_menu:
                    raise
                self._voice.say(str(found))
                further, problem = None, found
            if further is None and has_menu:
                further = ToMenu()

    async def _choose(self) -> Journey | None:
        kept: tuple[str, ...] = ()
        try:
            kept = await self._during(self._seat.find, "Looking for tables that keep a seat for you")
        except Left:
            return None
        return await PlainMenu(self._settings, self._voice, self._statistics, self._seat, kept).choose(self.lines)

    async def _during(self, begin: Callable[[], Awaitable[_Done]], doing: str) -> _Done:
        """Begin work, which a person can stop, and wait for it. Raises Left, and Problem if nothing can be typed."""
        lines = self.lines
        return await lines.during(begin(), lambda: self._voice.say(f"{doing}. Type quit to stop"))

    async def _visit(self, journey: Journey) -> Journey | None:
        """One visit; where it leads. Raises Problem."""
        match journey:
            case ToOwnTable(config=config, notice=notice):
                from net.host.launcher import start_host

                start = partial(start_host, config)
                return await self._open(start, notice, is_new=True, starts_itself=config.autostart)
            case ToKeptTable(table_id=table_id):
                from net.host.launcher import restart_table

                return await self._open(partial(restart_table, table_id))
            case ToTable(address=address, role=role, trusted=trusted, code=code):
                return (await self._join(address, role, trusted, code))[1]
            case ToList(role=role):
                return await self._choose_table(role)
            case ToKiosk(only=only):
                return await self._follow(only)
            case ToLesson(game=game):
                return await self._learn(game)
            case ToReplay(found=found, reader=reader):
                await PlainReplay(found, self._voice, reader).listen(self.lines)
                return None
            case _:
                raise Problem("This command does not work with --plain.")

    @property
    def lines(self) -> Lines:
        """What is typed; read from the first time that somebody wants it."""
        if self._lines is None:
            self._lines = self._open_lines(self._wake)
        return self._lines

    def _wake(self) -> None:
        for room in self._woken:
            room.wake()

    async def _learn(self, game: str) -> Journey | None:
        """The lesson of a game, or one that is chosen, and the next ones of its game."""
        from engine.api import games, lessons_of

        from ..forms.host_config import get_game
        from ..session.lesson_progress import LessonProgress
        from .lesson import PlainLesson, choose_lesson

        progress = LessonProgress()
        lessons = [lesson for meta in games() for lesson in lessons_of(get_game(meta.id))]
        of_game = [each for each in lessons if each.id in (game, game.partition("/")[0])]
        lesson = of_game[-1] if of_game else await choose_lesson(lessons, progress, self._voice, self.lines)
        while lesson is not None:
            self._voice.speak_of(lesson.game)
            self._voice.say(f"{lesson.title}. If the lesson names a key, type the words of the prompt instead")
            if not await PlainLesson(lesson, progress, self._voice, self._settings).learn(self.lines):
                return None
            later = lessons[lessons.index(lesson) + 1 :]
            further = next((each for each in later[:1] if each.game.meta.id == lesson.game.meta.id), None)
            match await self._after_lesson(further.title if further is not None else ""):
                case "play":
                    game, options = lesson.game.meta.id, lesson.options
                    config = alone_config(self._settings, game, seats=lesson.seats, bots=["easy"], options=options)
                    return ToOwnTable(config)
                case "next":
                    lesson = further
                case _:
                    return None
        return None

    async def _after_lesson(self, further: str) -> str:
        """What a person wants after a lesson: "play", "next" or "quit". further: the next lesson, "" for none."""
        following = f"next for the next lesson ({further}), " if further else ""
        while True:
            self._voice.say(f"Type {following}play for a game against easy bots, or quit to leave")
            line = await self.lines.next_line()
            word = "quit" if line is None else line.casefold()
            if word in ("play", "quit") or (word == "next" and further):
                return word

    async def _open(
        self, start: Callable[[], HostHandle], notice: str = "", *, is_new: bool = False, starts_itself: bool = False
    ) -> Journey | None:
        """Start a host, and join its table. is_new: nobody has played there yet. Raises Problem, Left."""
        from net.host.launcher import HostProblem

        is_left = Event()

        def start_unless_left() -> HostHandle:
            handle = start()
            if is_left.is_set() and is_new:
                end_table(handle.table_id)
            return handle

        try:
            handle = await self._during(partial(asyncio.to_thread, start_unless_left), "Opening the table")
        except (Left, asyncio.CancelledError):
            is_left.set()
            raise
        except (HostProblem, OSError) as problem:
            raise Problem(str(problem)) from None
        self._voice.say(handle.notice, notice)
        try:
            return (await self._join(handle.address, "player", owner=handle.owner, starts_itself=starts_itself))[1]
        except NotJoined:
            if handle.owner:
                await asyncio.to_thread(end_table, handle.table_id)
            raise

    async def _join(
        self,
        address: Address,
        role: Role,
        trusted: str = "",
        code: str = "",
        *,
        owner: str = "",
        starts_itself: bool = False,
    ) -> tuple[Ending, Journey | None]:
        """Visit a table; how that ended, and where it leads. owner: the key of a new table of our own. Raises Problem:
        NotJoined if the table did not let us in.
        """
        from net.client.reconnect import CodeWanted
        from net.client.session import ClientSession
        from net.problems import JoinRefused, WrongHost
        from net.storage.seat_tokens import SeatTokens
        from net.transport.sockets import CannotReach

        name = self._settings.shown_name
        session = ClientSession(
            address,
            name=name,
            role=role,
            keep=SeatTokens(),
            token=bytes.fromhex(owner),
            trusted=trusted,
            code=code,
        )
        room = self._room(session, starts_itself=starts_itself)
        try:
            await self._during(session.open, "Joining the table")
        except (Left, asyncio.CancelledError):
            await session.close()
            raise
        except WrongHost as problem:
            raise NotJoined(f"{problem} {TRUST_WORDS}") from None
        except CodeWanted as problem:
            wanted = await self._ask_for_code(str(problem))
            return await self._join(address, role, session.host.key, wanted)
        except (JoinRefused, CannotReach) as problem:
            if isinstance(problem, JoinRefused):
                self._seat.refused(address, problem)
            raise NotJoined(str(problem)) from None
        self._seat.sat_down(address)
        self._voice.say(why_watching(session, "type people"))
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
                self._voice.say(str(fault), "Type the join code, or quit")

    async def _choose_table(self, role: Role) -> Journey | None:
        """Say the tables that can be found, by number, and go to the one that is chosen."""
        from net.discovery.finder import Finder

        problem: Problem | None = None
        while True:
            async with Finder() as finder:
                chosen = await self._chosen_table(finder)
            if chosen is None:
                if problem is not None and self.lines.is_over:
                    raise problem
                return None
            try:
                return (await self._join(chosen, role))[1]
            except OutputProblem:
                raise
            except Problem as found:
                problem = found
                self._voice.say(str(found))

    async def _chosen_table(self, finder: Finder) -> Address | None:
        """The table that a person chooses; None to leave."""
        from net.discovery.finder import QUIET_AFTER_S

        is_new = True
        while True:
            if is_new:
                self._voice.say("Looking for tables")
                await self._during(partial(asyncio.sleep, QUIET_AFTER_S), "Looking for tables")
                found = [each for each in finder.tables if each.reachable]
                titles = titles_of(found)
                words = [found_words(each, titles[each.info.table_id]) for each in found]
                self._voice.list(*(f"({number}) {each}" for number, each in enumerate(words, 1)))
                self._voice.say(finder.problem or ("" if found else "No table was found"))
                typed = "the number of a table" if found else ""
                typed += f"{', ' if typed else ''}an address or a link" if guest() is None else ""
                self._voice.say(f"Type {f'{typed}, or ' if typed else ''}quit. An empty line searches again")
            line = await self.lines.next_line()
            if line is None or line.casefold() == "quit":
                return None
            is_new = not line
            if line.isdecimal():
                if 0 < int(line) <= len(found):
                    return found[int(line) - 1].address
                self._voice.say(f"There is no table {line}. An empty line searches again")
            elif line.casefold() in ("?", "help"):
                about = dict(_TABLES_ABOUT)
                if guest() is not None:
                    del about[_ADDRESS]
                self._voice.explain(about)
            elif line.casefold().partition(" ")[0] in _AT_A_TABLE:
                self._voice.say("You are not at a table yet. Choose a table first, or type ? for help")
            elif line and not set_level(line, self._voice):
                try:
                    return parse_address(line)
                except AddressError as problem:
                    self._voice.say(str(problem))

    async def _follow(self, only: str) -> Journey | None:
        """Watch one match after another."""
        from net.discovery.finder import Finder

        done: set[str] = set()
        async with Finder() as finder:
            while True:
                found = await self._next_match(finder, done, only)
                if found is None:
                    return None
                done.add(found.info.table_id)
                self._voice.say(f"You watch {quoted(found.info.title)}")
                try:
                    if (await self._join(found.address, "watcher"))[0] != "over":
                        return None
                except OutputProblem:
                    raise
                except Problem as problem:
                    self._voice.say(str(problem))

    async def _next_match(self, finder: Finder, done: set[str], only: str) -> FoundTable | None:
        """Wait for the next match to watch; None if the person leaves."""
        leaves = asyncio.ensure_future(self._until_quit())
        begins = asyncio.ensure_future(self._until_match(finder, done, only))
        try:
            await asyncio.wait((leaves, begins), return_when=asyncio.FIRST_COMPLETED)
            return None if leaves.done() else begins.result()
        finally:
            leaves.cancel()
            begins.cancel()

    async def _until_match(self, finder: Finder, done: set[str], only: str) -> FoundTable:
        said: list[str] = []
        async for tables in finder.changes():
            found = next_table(tables, done, only)
            if found is not None:
                return found
            words = waiting_words(tables, only, finder.problem)
            self._voice.say(*(each for each in words if each not in said))
            said = words
        raise Problem("The search for tables has ended.")

    async def _until_quit(self) -> None:
        """Wait until a person wants to leave. The end of a pipe does not mean that."""
        while (line := await self.lines.next_line()) is not None:
            if line.casefold() == "quit":
                return
            if not set_level(line, self._voice):
                self._voice.say("Waiting for a match. Type quit to leave")
        if not self.lines.is_typed:
            await asyncio.Event().wait()

    def _room(self, session: ClientSession, *, starts_itself: bool) -> PlainRoom:
        return PlainRoom(
            session, self._voice, self._settings, self._statistics, self._mutes, starts_itself=starts_itself
        )

    @cached_property
    def _mutes(self) -> Mutes:
        return Mutes()

    @cached_property
    def _statistics(self) -> Statistics:
        from ..session.statistics import Statistics

        return Statistics()

    async def _stay(self, session: ClientSession, room: PlainRoom) -> tuple[Ending, Journey | None]:
        """Stay until the visit is over, and hang up."""
        for_good, deserted = False, ""
        further: Journey | None = None
        self._woken = [room]
        try:
            ending = await room.stay(self.lines)
            for_good = ending not in ("later", "closed")
            if ending == "again":
                config = next_config(self._settings, session)
                further = ToList("player") if config is None else ToOwnTable(await announce_next(session, config))
            elif ending == "other":
                further = ToMenu()
            deserted = deserted_table(session) if for_good else ""
            if ending == "later":
                self._say_way_back(session)
        except asyncio.CancelledError:
            with suppress(OutputProblem, BrokenPipeError):
                self._say_way_back(session)
            raise
        except (OutputProblem, BrokenPipeError) as problem:
            if session.seat is None or room.is_over:
                raise
            why = problem if isinstance(problem, Problem) else "The output was closed."
            raise OutputProblem(f"{why} {_KEPT} {_way_back(session)}") from None
        finally:
            try:
                await room.part(for_good=for_good)
            finally:  # though this is cancelled again: a session that nobody closes would hold the seat
                await (session.leave() if for_good else session.close())
            if deserted:
                await asyncio.to_thread(end_table, deserted)
        if room.parting:
            raise Problem(room.parting)
        return ending, further

    def _say_way_back(self, session: ClientSession) -> None:
        """Say to a player who leaves for now how to come back."""
        if session.seat is None:
            return
        if guest() is not None:
            self._voice.say("You leave the table. Your seat is kept")  # the list of games says the way back
            return
        if not session.is_seat_saved:
            self._voice.say(f"You leave the table. {NO_WAY_BACK}")
            return
        self._voice.say(f"You leave the table. {_KEPT}")
        self._voice.read_out(_way_back(session))


def _way_back(session: ClientSession) -> str:
    return f"khanhoo join {session.address} --plain"
