"""Seats that an earlier run of this program left at other people's tables: which of them can be taken up again."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace

from .addresses import Address, AddressError, parse_address, unix_address
from .dial import ask_table
from .leads import shared_sockets
from .pins import Pins
from .sockets import CannotReach
from .tableinfo import TableInfo
from .tokens import KeptSeat, TokenStore

MOST_ASKED = 4
ANSWER_S = 2.0
KEPT_S = 48 * 3600
"""For how long a table is asked: no match waits longer, and nobody else's machine should hear of us for ever."""


async def seat_elsewhere(store: TokenStore) -> tuple[Address, TableInfo] | None:
    """The table at which a seat of ours was kept last, and how it stands; None if none answers, or it is over.

    The tables are asked at the addresses where they were met. On the network one counts only if its host has the key
    that was met there.
    """
    now = time.time()
    seats = [seat for seat in reversed(store.waiting()) if seat.seat is not None and abs(now - seat.kept) < KEPT_S]
    ways = list(_ways(seats))[:MOST_ASKED]
    tables = await asyncio.gather(*(_ask(address, uid) for _, address, uid in ways))
    for (seat, address, _), table in zip(ways, tables, strict=True):
        if table is not None and _is_kept(seat, table) and _is_known(address, table):
            return address, table
    return None


def _ways(seats: list[KeptSeat]) -> Iterator[tuple[KeptSeat, Address, int | None]]:
    """Where to ask for each seat, and which user must answer on this machine's sockets."""
    users = {str(place): uid for place, uid in shared_sockets()}
    for seat in seats:
        if seat.address in users:
            yield seat, unix_address(seat.address, seat.table_id), users[seat.address]
        elif not seat.address.startswith("/"):
            with contextlib.suppress(AddressError):
                yield seat, replace(parse_address(seat.address), table=seat.table_id), None


async def _ask(address: Address, uid: int | None) -> TableInfo | None:
    with contextlib.suppress(CannotReach, OSError):
        return await ask_table(address, timeout_s=ANSWER_S, owner_uid=uid)
    return None


def _is_kept(seat: KeptSeat, table: TableInfo) -> bool:
    if table.table_id != seat.table_id or table.phase == "over":
        return False
    return any(one.seat == seat.seat and one.kind == "person" and not one.is_dropped for one in table.seats)


def _is_known(address: Address, table: TableInfo) -> bool:
    return address.kind == "unix" or Pins().standing(table.key, str(address), table.table_id) == "met"
