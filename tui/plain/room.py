"""One visit to a table by lines: its lobby, then the table, until the match is over or the person leaves."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from engine.api import MatchEnded
from net import news as n

from ..session.match_log import MatchLog
from ..session.table_session import is_match_over, link_words
from .commands import QUIT_ABOUT, Commands
from .host_gone import PlainFailover
from .lines import ANSWERED_WITHIN_S, WORDS_OF_HELP
from .lobby import PlainLobby
from .people import PlainPeople
from .table import AFTER_MATCH, UNANSWERED, PlainTable
from .told import Told
from .voice import Voice

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from net.client.session import ClientSession

    from ..config.mutes import Mutes
    from ..config.settings import Settings
    from ..session.statistics import Statistics
    from ..table.narration import LogLine


class LineSource(Protocol):
    """Where lines come from. is_typed: a person types them at a terminal. has_ended: no more of them come."""

    @property
    def is_typed(self) -> bool: ...
    @property
    def has_ended(self) -> bool: ...
    @property
    def next(self) -> str: ...
    def __bool__(self) -> bool: ...
    def take(self) -> str: ...


Ending = Literal["over", "again", "other", "later", "good", "closed"]
"""How a visit ended. The match was over ("over", or "again" or "other" for what the person wants next), they left for
now ("later") or for good, or the table ended the visit ("closed")."""
_ENDED: Final[dict[str, Ending]] = {"quit": "over", "again": "again", "other": "other"}
"""What can be typed when the match is over, to leave."""

HELD_S: Final = 2.0
"""How long a line is kept back at most, where people wait for it."""
_URGENT: Final = ("quit", *WORDS_OF_HELP)
"""What a person may type while the host does not answer."""
_BACK: Final = "Connected again"
_SAVING_S: Final = 2.0
"""How long a person who leaves waits for the replay of a match that is over."""


class PlainRoom:
    """A visit.

    News, lines and the answers of the host are independent: what a line begins is work of its own, and the visit goes
    on while that waits for an answer.

    starts_itself: the first deal begins without a lobby. table: from the first deal on. parting: why the table let go
    of us, "" if it did not.
    """

    def __init__(
        self,
        session: ClientSession,
        voice: Voice,
        settings: Settings,
        statistics: Statistics,
        mutes: Mutes,
        *,
        starts_itself: bool = False,
    ) -> None:
        self._session, self._voice, self._settings, self._mutes = session, voice, settings, mutes
        self.statistics = statistics
        self._starts_itself = starts_itself
        self.parting = self._farewell = ""
        self._news: deque[n.News] = deque()
        self._woken = asyncio.Event()
        self._log = MatchLog(self)
        self._works: dict[asyncio.Task[None], str] = {}
        self._saving: asyncio.Task[None] | None = None
        self._is_late_at = 0.0
        self._is_lost = False
        self._hostless = PlainFailover(session, voice, statistics)
        self._people = PlainPeople(session, voice, mutes)
        self._code = ""
        self._lobby: PlainLobby | None = None
        self.table: PlainTable | None = None
        self._commands: Commands | None = None
        self._told: Told | None = None
        session.on_news(self._hear_soon)

    def tell(self, sentence: str, severity: Literal["warning"] = "warning") -> None:
        """Part of Keeper: what the disk refused."""
        self._voice.say(sentence)

    def wake(self) -> None:
        """There is something new."""
        self._woken.set()

    def _hear_soon(self, news: n.News) -> None:
        self._news.append(news)
        self._woken.set()

    def flush(self) -> None:
        """Say what is kept back."""
        if self.table is not None:
            self.table.flush()

    def _say_line(self, line: LogLine) -> None:
        if self.table is None or self.table.hears(line):
            self._voice.say(line.spoken)

    async def stay(self, lines: LineSource) -> Ending:
        """Hear news and lines until the visit is over."""
        self._log.begin()
        try:
            return await self._stay(lines)
        finally:
            for work in self._works:
                work.cancel()

    async def _stay(self, lines: LineSource) -> Ending:
        while True:
            self._end_works()
            while self._news:
                self._hear(self._news.popleft())
            place = self.table or self._lobby
            if place is not None and (work := place.settle()) is not None:
                self._begin(work)
            if self.parting:
                return "closed"
            if self.is_over and (self._session.seat is None or lines.has_ended):
                return "over"
            if lines and self._may_read(lines):
                if (ending := self._take(lines.take())) is not None:
                    return ending
            elif lines.has_ended and (lines.is_typed or self._session.seat is not None) and self._may_read(lines):
                return "over" if self.is_over else "later"
            else:
                await self._wait(lines)

    def _begin(self, work: Coroutine[Any, Any, None], line: str = "") -> None:
        """Do work while the visit goes on. line: that asked for it."""
        if not self._works:
            self._is_late_at = asyncio.get_running_loop().time() + ANSWERED_WITHIN_S
        task = asyncio.create_task(work)
        self._works[task] = line.casefold()
        task.add_done_callback(lambda _: self.wake())

    def _end_works(self) -> None:
        """Forget what is done. Raises what it raised."""
        for work in [work for work in self._works if work.done()]:
            del self._works[work]
            work.result()

    @property
    def _is_late(self) -> bool:
        """Whether the answer to an earlier line is late."""
        return bool(self._works) and asyncio.get_running_loop().time() >= self._is_late_at

    @property
    def is_over(self) -> bool:
        return self.table is not None and is_match_over(self._session)

    def _may_read(self, lines: LineSource) -> bool:
        """Whether a line is taken now. Lines wait for the answers to earlier ones: those of a person for a moment,
        those of a script as long as there is a host, but `?` and what leaves never longer than a moment. Other lines
        of a script wait until something is asked. Among other people, only its answers wait."""
        if self._works:
            session, word = self._session, lines.next.casefold().partition(" ")[0] if lines else ""
            is_urgent = word in _URGENT or (self.is_over and word in _ENDED)
            if is_urgent and (lines.is_typed or self._is_late):
                return True
            is_lost = not session.is_up if lines.is_typed or self.table is None else session.going_on.gone is not None
            if not is_lost and not (lines.is_typed and self._is_late):
                return False
        if self.table is None:
            return lines.is_typed or self._lobby is not None
        is_free = not self.table.is_alone and not (lines and self._is_answer(lines.next))
        return lines.is_typed or self.table.wants_line or is_free

    def _is_answer(self, line: str) -> bool:
        word = line.casefold().partition(" ")[0]
        is_known = word in ("?", "help", "quit") or self._people.knows(word)
        return not is_known and self._commands is not None and not self._commands.knows(line)

    async def _wait(self, lines: LineSource) -> None:
        self._woken.clear()
        table = self.table
        holds = table is not None and table.holds and (lines.is_typed or not table.is_alone)
        warns_s = table.until_warning_s if table is not None and lines.is_typed else None
        late_s = None
        if self._works and not self._is_late:
            late_s = self._is_late_at - asyncio.get_running_loop().time()
        usual_s = HELD_S if holds else warns_s
        with suppress(TimeoutError):
            async with asyncio.timeout(min((each for each in (usual_s, late_s) if each is not None), default=None)):
                await self._woken.wait()
            return
        if late_s is not None and (usual_s is None or late_s < usual_s):
            return
        if table is not None and holds:
            table.flush()
        elif table is not None:
            table.warn()

    def _hear(self, news: n.News) -> None:
        self._move()
        if isinstance(news, n.LinkClosed):
            self._farewell = news.code
            self.parting = "" if self.is_over or news.code == "left" else news.reason or "The connection is closed."
            return
        if self.table is not None:
            self.table.hear(news)
        elif self._lobby is not None:
            self._lobby.hear(news)
        elif isinstance(news, n.Notice):
            self._voice.say(news.text)
        if isinstance(news, n.LinkLost | n.LinkUp):
            self._say_link(news)
        if isinstance(news, n.HostGone | n.HandedOver | n.CarriedOn):
            self.flush()
            self._hostless.hear(news)
        if isinstance(news, n.CodeTold):
            self._say_code(news)
        if isinstance(news, n.Told) and isinstance(news.event, MatchEnded):
            self._saving = asyncio.create_task(self._log.finish(self._session))

    def _say_link(self, news: n.LinkLost | n.LinkUp) -> None:
        """Say that the connection is lost, or is back; each once."""
        was_lost, self._is_lost = self._is_lost, isinstance(news, n.LinkLost)
        if was_lost != self._is_lost:
            self.flush()
            self._voice.say(link_words(self._session, news.reason) if isinstance(news, n.LinkLost) else _BACK)

    def _say_code(self, news: n.CodeTold) -> None:
        """Say the join code of a private table when it changes, and news about it."""
        is_new, self._code = news.code not in ("", self._code), news.code
        if news.text or is_new:
            self.flush()
            self._voice.say(news.text, f"Join code: {news.code}" if news.code else "")

    def _move(self) -> None:
        """Go from the lobby to the table when the first deal begins; to a new seat when that changes."""
        session = self._session
        if session.info is None:
            return
        view = session.view
        if view is None:
            if self._lobby is None and not self._starts_itself and session.info.phase == "open":
                self._lobby = PlainLobby(session, self._voice, self._say_line, self._people)
                self._told = self._lobby.told
        elif self.table is None or self.table.view.eyes != view.eyes:
            is_late = self._told is None and not self._starts_itself
            told = self._told or Told(session, view.game, view.options, self._say_line)
            self._told = told
            self.table = PlainTable(session, told, self._voice, self._settings, self._mutes.names)
            self._commands = Commands(self.table, self._voice)
            if is_late:
                self.table.come_late()
            else:
                self.table.introduce()

    def _take(self, line: str) -> Ending | None:
        """Do a line, or begin to do it; how the visit ends, if it does."""
        word, _, rest = line.casefold().partition(" ")
        if self.is_over and word in _ENDED:
            return _ENDED[word]
        if word == "quit":
            return "good" if rest.strip() == "for good" else "later"
        if word in WORDS_OF_HELP:
            self._help()
        elif line and line.casefold() in self._works.values():
            self._voice.say(UNANSWERED)
        else:
            self._begin(self._do(line), line)
        return None

    async def _do(self, line: str) -> None:
        """Do a line that does not leave."""
        if await self._hostless.take(line):
            return
        self.flush()
        is_of_lobby = self.table is None and self._lobby is not None and self._lobby.knows(line)
        if await self._people.take(line, is_known=not is_of_lobby):
            return
        if self._commands is not None and await self._commands.take(line):
            return
        if self.table is not None:
            if not await self.table.take(line) and line:
                self._voice.say(self.table.why_no_answer())
        elif self._lobby is not None:
            await self._lobby.take(line)
        else:
            self._help()

    def _help(self) -> None:
        """Say again what is asked, and what can be typed."""
        self.flush()
        self._people.forget_sure()
        self._hostless.say_again()
        if self.table is not None:
            self._say_help(self.table)
        elif self._lobby is not None:
            self._lobby.say_help()
        else:
            self._voice.say("The table has not answered yet. Type quit to leave")

    def _say_help(self, table: PlainTable) -> None:
        table.say_again()
        about = self._commands.about() if self._commands is not None else {}
        people = {} if table.is_alone else self._people.about()
        self._voice.explain({**table.in_words(), **about, **people, **self._ways_out()})

    def _ways_out(self) -> dict[str, str]:
        """How to leave."""
        if self.is_over:
            return AFTER_MATCH
        if self._session.seat is None:
            return {"quit": "leave"}
        return QUIT_ABOUT

    async def part(self, *, for_good: bool) -> None:
        """Write down what was played."""
        if self._saving is not None:
            await asyncio.wait((self._saving,), timeout=_SAVING_S)
            self._saving.cancel()
            await asyncio.wait((self._saving,))
        if self._farewell:
            await self._log.closed(self._session, self._farewell)
        else:
            await self._log.leave(self._session, "left" if for_good else "unfinished")
