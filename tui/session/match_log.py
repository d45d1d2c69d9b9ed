"""Saves the matches at tables: how they ended or that the player left, how long they took, and their replays."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Literal, Protocol

from .statistics import PlayedMatch, Statistics, StatisticsProblem, match_result, record_name

if TYPE_CHECKING:
    from net.client.session import ClientSession


_ENDINGS: Final = {"kicked": "removed", "banned": "removed", "left": "left", "displaced": ""}
"""How a match ended for a player whose connection the table closed, by the code of its farewell."""


class Keeper(Protocol):
    """Has the statistics, and can say a sentence to the player."""

    @property
    def statistics(self) -> Statistics: ...
    def tell(self, sentence: str, severity: Literal["warning"] = "warning") -> None: ...


class MatchLog:
    """Saves the match of each session. If the disk fails, the player is told, and nothing else is lost."""

    def __init__(self, app: Keeper) -> None:
        self._app = app
        self._began = 0.0
        self._ended: set[str] = set()

    def begin(self) -> None:
        """The player has sat down at a table."""
        self._began = time.monotonic()

    async def finish(self, session: ClientSession | None) -> None:
        """The match is over: save it, with its replay if the table sends one."""
        from net.problems import JoinRefused

        result = self._result(session)
        if session is None or result is None or result.table_id in self._ended:
            return
        self._ended.add(result.table_id)
        statistics, problem = self._app.statistics, ""
        try:
            record = await session.fetch_record()
            name = record_name(result.game, result.table_id)
            result = replace(result, record=await asyncio.to_thread(statistics.keep_record, name, record))
        except (StatisticsProblem, OSError, JoinRefused) as error:
            problem = str(error)
        except asyncio.CancelledError:
            self._keep(result)  # the player leaves before the replay has come
            raise
        problem = await asyncio.to_thread(self._keep, result) or problem
        if problem:
            self._app.tell(problem, "warning")

    async def leave(self, session: ClientSession, ending: str) -> None:
        """The player is no longer at the table: save a match that is not over, until it is played to its end.

        ending: see PlayedMatch, "" if the match goes on in another program of this player.
        """
        result = self._result(session)
        if result is not None and ending and result.table_id not in self._ended:
            await asyncio.to_thread(self._keep, replace(result, ending=result.ending or ending))

    async def closed(self, session: ClientSession, code: str) -> None:
        """The table has closed the connection for good, with this code."""
        await self.leave(session, _ENDINGS.get(code, "unfinished"))

    def _result(self, session: ClientSession | None) -> PlayedMatch | None:
        """The match as it is now; None without a seat, or before the first deal."""
        if session is None or session.view is None or session.info is None or session.seat is None:
            return None
        if not session.view.deal:
            return None
        result = match_result(session.view, session.info, session.seat, datetime.now(UTC))
        return replace(result, seconds=round(time.monotonic() - self._began))

    def _keep(self, result: PlayedMatch) -> str:
        """Save it, with the time of earlier visits to the table. Returns the problem in words, "" for none."""
        statistics = self._app.statistics
        try:
            before = statistics.match(result.table_id, result.seat)
            earlier = before.seconds if before is not None and not before.place else 0
            statistics.add(replace(result, seconds=earlier + result.seconds))
        except (StatisticsProblem, OSError) as error:
            return str(error)
        return ""
