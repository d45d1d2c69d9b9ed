"""Finds the seats to which the player can return: at their own tables, and at those of other users that answer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..forms.host_config import game_title
from .own_tables import is_ours
from .table_session import is_match_over

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.host.launcher import KeptTable
    from net.host.registry import RunningTable
    from net.problems import JoinRefused
    from net.wire.address import Address
    from net.wire.table_info import TableInfo


MOST_SHOWN: Final = 3
"""Seats that are offered at once, so that a small window still shows the games."""
_PASSING: Final = frozenset(("closed", "slow", "early", "malformed", "fault"))
"""Codes of refusals that say nothing about a seat: the host ends, is busy or failed."""


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat that a table keeps for this player.

    address: of another user's table; None for a table of our own. is_busy: other people are there. line: the tables of
    its match, from the first table to this one, if they are known.
    """

    table_id: str
    title: str
    game: str
    address: Address | None = None
    is_busy: bool = False
    line: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        return f"{self.game}: your seat is kept"


def _waiting(table: RunningTable | KeptTable, *, is_busy: bool = False) -> WaitingSeat:
    return WaitingSeat(table.table_id, table.title, game_title(table.game, table.options), is_busy=is_busy)


def _waiting_at(address: Address | None, info: TableInfo) -> WaitingSeat:
    from net.match.rivals import line_of
    from net.migration.saved_seats import has_others

    line = frozenset(step.table for step in line_of(info))
    title = game_title(info.game, info.options)
    return WaitingSeat(info.table_id, info.title, title, address, has_others(info), line)


class SavedSeat:
    """The seats that Go on leads to. found: those that `find` found, the best first."""

    def __init__(self) -> None:
        self.found: tuple[WaitingSeat, ...] = ()
        self._refusing: set[str] = set()
        """Addresses of tables that no longer have a seat of ours: from outside the seat still looks kept."""

    def words(self) -> tuple[str, ...]:
        """Each seat that was found, in a few words; with the title of its table if two would read the same."""
        words = [seat.words for seat in self.found]
        return tuple(
            f"{seat.game} ({seat.title}): your seat is kept" if words.count(seat.words) > 1 else seat.words
            for seat in self.found
        )

    def refused(self, address: Address, why: JoinRefused) -> None:
        """The table at this address refused us. Unless the reason can pass, it has no seat of ours."""
        from net.client.reconnect import Later

        if not isinstance(why, Later) and why.code not in _PASSING:
            self._refusing.add(str(address))

    def note(self, session: ClientSession) -> None:
        """A session is left for now: its seat is offered at once, and not only when a search is over. But a local host
        that is gone, or that is another user's, is left to the search.
        """
        info, is_own = session.info, is_ours(session)
        is_known = is_own or session.address.kind == "tcp"
        if is_known and session.seat is not None and info is not None and not is_match_over(session):
            address = None if is_own else session.address
            others = (seat for seat in self.found if seat.table_id != info.table_id)
            self.found = (_waiting_at(address, info), *others)[:MOST_SHOWN]

    def sat_down(self, address: Address) -> None:
        """The table at this address has a seat of ours after all, and we sit there now."""
        self._refusing.discard(str(address))
        self.found = tuple(
            seat
            for seat in self.found
            if str(seat.address) != str(address) and (seat.address is not None or seat.table_id != address.table)
        )

    async def find(self) -> tuple[str, ...]:
        """The tables with a waiting seat that answer, each in a few words. Tables with other people come first, then
        our own running tables, then those of other users. Our own tables that must be restarted come last, because
        their match may have continued elsewhere.
        """
        running, ended, unlisted = await asyncio.to_thread(_own_tables)
        found, busy = await asyncio.gather(_elsewhere(unlisted), asyncio.gather(*map(_is_busy, running)))
        elsewhere = [seat for seat in found if str(seat.address) not in self._refusing]
        known = frozenset[str]().union(*(seat.line for seat in elsewhere))
        own = [
            _waiting(table, is_busy=is_busy)
            for table, is_busy in zip(running, busy, strict=True)
            if table.table_id not in known
        ]
        waiting = sorted((*own, *elsewhere), key=lambda seat: not seat.is_busy)
        waiting += [_waiting(table) for table in ended if table.table_id not in known]
        self.found = tuple(waiting[:MOST_SHOWN])
        return self.words()


def _own_tables() -> tuple[list[RunningTable], list[KeptTable], set[str]]:
    """Our own tables that keep a seat: running tables, the newest first, and ended tables. The last value has our
    unlisted tables."""
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


async def _elsewhere(unlisted: set[str]) -> list[WaitingSeat]:
    """The seats of ours that other users' tables keep."""
    from net.migration.saved_seats import seats_elsewhere
    from net.storage.seat_tokens import SeatTokens

    return [_waiting_at(address, table) for address, table in await seats_elsewhere(SeatTokens(), unlisted)]
