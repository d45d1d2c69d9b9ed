"""Finds the seats to which the player can return: at tables on this machine, at those that they left for now, or at one
that they lost.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..forms.host_config import game_title
from .table_session import is_match_over

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.host.launcher import KeptTable
    from net.host.registry import RunningTable
    from net.wire.address import Address
    from net.wire.table_info import TableInfo


MOST_SHOWN: Final = 3
"""Seats that are offered at once, so that a small window still shows the games."""


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat that waits at a table. address: of another user's table; None for a table of our own. line: the tables
    of its match from the first one to this one, where that is known.
    """

    table_id: str
    title: str
    game: str
    address: Address | None = None
    line: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        return f"{self.game}: your seat is kept"


def _waiting(table: RunningTable | KeptTable) -> WaitingSeat:
    return WaitingSeat(table.table_id, table.title, game_title(table.game, table.options))


def _waiting_at(address: Address, info: TableInfo) -> WaitingSeat:
    from net.match.rivals import line_of

    line = frozenset(step.table for step in line_of(info))
    return WaitingSeat(info.table_id, info.title, game_title(info.game, info.options), address, line)


class SavedSeat:
    """The seats that Go on leads to. found: those that `find` found, the best first."""

    def __init__(self) -> None:
        self.found: tuple[WaitingSeat, ...] = ()
        self._elsewhere: list[WaitingSeat] = []
        """At other users' tables: left for now in this run of the program, or kept from an earlier run. The latest is
        last."""

    def words(self) -> tuple[str, ...]:
        """Each seat that was found, in a few words; with the title of its table if two would read the same."""
        words = [seat.words for seat in self.found]
        return tuple(
            f"{seat.game} ({seat.title}): your seat is kept" if words.count(seat.words) > 1 else seat.words
            for seat in self.found
        )

    def note(self, session: ClientSession) -> None:
        """A session is left for now."""
        info = session.info
        is_seated_elsewhere = session.address.kind == "tcp" and session.seat is not None
        if is_seated_elsewhere and info is not None and not is_match_over(session):
            self._wait_at(session.address, info)

    def sat_down(self, session: ClientSession) -> None:
        """The player has joined a table: if it kept the seat, that seat no longer waits."""
        if session.info is not None:
            self._forget(session.info.table_id)

    def refused(self, address: Address) -> None:
        """There is no seat for us at this address any more."""
        self._elsewhere = [seat for seat in self._elsewhere if str(seat.address) != str(address)]

    async def find(self) -> tuple[str, ...]:
        """The tables with a waiting seat, each in a few words. Tables with other people come first, then
        our own running tables, then those of other users, then our own that must be restarted, because their match may
        have continued elsewhere. A table that was left for now comes before all of them.
        """
        running, ended, unlisted = await asyncio.to_thread(_own_tables)
        if not self._elsewhere:
            for table in running:
                if await _is_busy(table):
                    running = [table, *(other for other in running if other is not table)]
                    break
            else:
                found = await _elsewhere(unlisted)
                if found is not None and (found[2] or not running):
                    self._wait_at(found[0], found[1])
        known = frozenset[str]().union(*(seat.line for seat in self._elsewhere))
        all_own: list[RunningTable | KeptTable] = [*running, *ended]
        own = [_waiting(table) for table in all_own if table.table_id not in known]
        self.found = (*reversed(self._elsewhere), *own)[:MOST_SHOWN]
        return self.words()

    def _wait_at(self, address: Address, table: TableInfo) -> None:
        self._forget(table.table_id)
        self._elsewhere.append(_waiting_at(address, table))

    def _forget(self, table_id: str) -> None:
        self._elsewhere = [seat for seat in self._elsewhere if seat.table_id != table_id]


def _own_tables() -> tuple[list[RunningTable], list[KeptTable], set[str]]:
    """Our own tables at which a seat waits: those that run, newest first, and those that ended. At last, which of our
    tables are not listed."""
    from net.host.launcher import kept_tables, running_tables
    from net.storage.seat_tokens import SeatTokens

    with suppress(OSError):
        seats, run, kept = SeatTokens().tables(), running_tables(), kept_tables(with_moved=True)
        running = [one for one in run if one.table_id in seats]
        ended = [one for one in kept if one.table_id in seats and not one.elsewhere]
        unlisted = {one.table_id for one in run if not one.listed} | {one.table_id for one in kept if not one.listed}
        return running[::-1], ended[:3], unlisted
    return [], [], set()


async def _is_busy(table: RunningTable) -> bool:
    from net.host.launcher import address_of
    from net.migration.saved_seats import has_others
    from net.transport.dial import ask_table
    from net.transport.sockets import CannotReach

    with suppress(CannotReach, OSError):
        return has_others(await ask_table(address_of(table), timeout_s=1.0))
    return False


async def _elsewhere(unlisted: set[str]) -> tuple[Address, TableInfo, bool] | None:
    """Another user's table that keeps a seat of ours, and whether people are there."""
    from net.migration.saved_seats import has_others, seat_elsewhere
    from net.storage.seat_tokens import SeatTokens

    found = await seat_elsewhere(SeatTokens(), unlisted)
    return (found[0], found[1], has_others(found[1])) if found is not None else None
