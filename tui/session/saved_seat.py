"""Finds a seat to which the player can return: at a table on this machine, one that they left for now, or one that they
lost.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from ..forms.host_config import game_title
from .table_session import is_match_over

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.host.launcher import KeptTable
    from net.host.registry import RunningTable
    from net.wire.address import Address
    from net.wire.table_info import TableInfo


def _words_of(table: TableInfo | RunningTable | KeptTable) -> str:
    return f"{game_title(table.game, table.options)}: your seat is kept"


class SavedSeat:
    """The seat that Go on leads to. table_id: of a table of our own, "" for none. address: of another user's table that
    we left for now in this run of the program, or that keeps our seat from an earlier run."""

    def __init__(self) -> None:
        self.table_id = ""
        self.address: Address | None = None
        self._table = self._words = ""

    def note(self, session: ClientSession) -> None:
        """A session is left for now."""
        info = session.info
        is_seated_elsewhere = session.address.kind == "tcp" and session.seat is not None
        if is_seated_elsewhere and info is not None and not is_match_over(session):
            self._wait_at(session.address, info)

    def sat_down(self, session: ClientSession) -> None:
        """The player has joined a table: if it kept the seat, that seat no longer waits."""
        if session.info is not None and session.info.table_id == self._table:
            self.address = None

    def refused(self, address: Address) -> None:
        """There is no seat for us at this address any more."""
        if self.address is not None and str(address) == str(self.address):
            self.address = None

    async def find(self) -> str:
        """The table with a waiting seat, in a few words; "" for none. Tables with other people come first, then our own
        running tables, then those of other users, then our own that must be restarted, because their match may have
        continued elsewhere.
        """
        if self.address is not None:
            return self._words
        running, ended, unlisted = await asyncio.to_thread(_own_tables)
        for table in running:
            if await _is_busy(table):
                return self._is_own(table)
        found = await _elsewhere(unlisted)
        if found is not None and (found[2] or not running):
            self._wait_at(found[0], found[1])
            return self._words
        own: list[RunningTable | KeptTable] = [*running, *ended]
        if own:
            return self._is_own(own[0])
        self.table_id = ""
        return ""

    def _wait_at(self, address: Address, table: TableInfo) -> None:
        self.address, self._table, self._words = address, table.table_id, _words_of(table)

    def _is_own(self, table: RunningTable | KeptTable) -> str:
        self.table_id = table.table_id
        return _words_of(table)


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
