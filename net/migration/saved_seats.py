"""Seats that an earlier run of this program left at other people's tables, and which of them can be resumed."""

import asyncio
import contextlib
import time
from collections.abc import Collection, Iterator
from dataclasses import replace

from ..discovery.announcer import Announcement
from ..discovery.candidates import shared_sockets
from ..discovery.finder import Finder
from ..host.forwards import forward_of
from ..match.rivals import line_of
from ..storage.known_hosts import KnownHosts
from ..storage.person_key import own_person_key
from ..storage.seat_tokens import KeptSeat, SeatTokens
from ..transport.dial import ask_table
from ..transport.sockets import CannotReach
from ..wire.address import Address, AddressError, parse_address, unix_address
from ..wire.table_info import TableInfo
from .claims import people_here

MOST_ASKED = 4
SEAT_ANSWER_S = 2.0
LOOK_FOR_S = 2.0
SEAT_KEPT_S = 48 * 3600
"""For how long a table is asked: no match waits longer, and nobody else's machine should hear of us for ever."""


async def seats_elsewhere(store: SeatTokens, unlisted: Collection[str] = ()) -> list[tuple[Address, TableInfo]]:
    """Other users' tables with a seat of ours that answer, and their states. Tables with other people come first, then
    those with the latest seat. The tables are probed at their known addresses; over the network a table counts only if
    its host has the known key. If none has people, a table that continues the match of one of them comes first: it is
    searched by notes and by announcements. unlisted: tables that are not announced.
    """
    now = time.time()
    seats = [seat for seat in reversed(store.waiting()) if seat.seat is not None and abs(now - seat.kept) < SEAT_KEPT_S]
    ways = list(_ways(seats))[:MOST_ASKED]
    tables = await asyncio.gather(*(_ask(address, uid) for _, address, uid in ways))
    kept = [
        (address, table)
        for (seat, address, _), table in zip(ways, tables, strict=True)
        if table is not None and _is_kept(seat, table) and _is_known(address, table)
    ]
    kept.sort(key=lambda one: not has_others(one[1]))
    if seats and not any(has_others(table) for _, table in kept):
        continued = await _gone_on(seats, unlisted)
        kept = [continued, *kept] if continued is not None else kept
    return kept


def has_others(table: TableInfo) -> bool:
    """Whether other people are at a table now; we are not there yet."""
    return people_here(table) > 0


def goes_on_for_us(table: TableInfo, kept: Collection[str], key: str) -> bool:
    """Whether a table continues the match of one of these tables and has a seat for our key. A private table shows no
    keys to outsiders.
    """
    if table.phase == "over" or table.table_id in kept:
        return False
    is_of_match = any(step.table in kept for step in line_of(table))
    return is_of_match and (table.coded or any(seat.key == key for seat in table.seats if key))


async def _gone_on(seats: Collection[KeptSeat], unlisted: Collection[str]) -> tuple[Address, TableInfo] | None:
    """A table that continues the match of one of these seats."""
    key = (await asyncio.to_thread(own_person_key)).public
    kept = {seat.table_id for seat in seats}
    for forward in [noted for seat in seats if (noted := forward_of(seat.table_id, seat.key)) is not None]:
        for way in forward.to.ways[:MOST_ASKED]:
            with contextlib.suppress(AddressError):
                address = parse_address(way)
                table = await _ask(address, None) if address.kind == "tcp" else None
                if table is not None and table.key == forward.to.key and goes_on_for_us(table, kept, key):
                    return replace(address, table=table.table_id), table

    listed = kept.difference(unlisted)
    if not listed:
        return None

    def is_wanted(notice: Announcement) -> bool:
        return not listed.isdisjoint((notice.goes_on, *notice.before))

    with contextlib.suppress(TimeoutError):
        async with Finder(recent=False, wanted=is_wanted) as finder, asyncio.timeout(LOOK_FOR_S):
            async for tables in finder.changes():
                for found in tables:
                    if found.reachable and goes_on_for_us(found.info, kept, key):
                        return found.address, found.info
    return None


def _ways(seats: list[KeptSeat]) -> Iterator[tuple[KeptSeat, Address, int | None]]:
    """The addresses to probe for each seat, and the user who must answer on Unix sockets."""
    users = {str(place): uid for place, uid in shared_sockets()}
    for seat in seats:
        if seat.address in users:
            yield seat, unix_address(seat.address, seat.table_id), users[seat.address]
        elif not seat.address.startswith("/"):
            with contextlib.suppress(AddressError):
                yield seat, replace(parse_address(seat.address), table=seat.table_id), None


async def _ask(address: Address, uid: int | None) -> TableInfo | None:
    with contextlib.suppress(CannotReach, OSError):
        return await ask_table(address, timeout_s=SEAT_ANSWER_S, owner_uid=uid)
    return None


def _is_kept(seat: KeptSeat, table: TableInfo) -> bool:
    if table.table_id != seat.table_id or table.phase == "over":
        return False
    return any(one.seat == seat.seat and one.kind == "person" and not one.is_dropped for one in table.seats)


def _is_known(address: Address, table: TableInfo) -> bool:
    return address.kind == "unix" or KnownHosts().standing(table.key, str(address), table.table_id) == "met"
