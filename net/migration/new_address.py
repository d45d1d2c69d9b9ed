"""A host that came back at another address: its players are led there, and to no other host.

An announcement on a network is a hint that anybody can give. What counts is the key that answers over TLS: it must be
the key with which the host answered before. Seat, token and everything else stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..wire.address import Address

if TYPE_CHECKING:
    from ..discovery.finder import FoundTable


def found_again(ways: Iterable[FoundTable], table_id: str, key: str, now: Address) -> Address | None:
    """Where a table is that does not answer at its address any more; None if it is not found, or answers there too.

    ways: to tables, each asked a moment ago. key: of the host as it was met, the whole of it. now: where it was.
    On this machine's own sockets no key answers, so these neither lead away nor are led to.
    """
    if now.kind != "tcp" or not key:
        return None
    there = [
        way.address
        for way in ways
        if way.reachable and way.address.kind == "tcp" and (way.info.table_id, way.info.key) == (table_id, key)
    ]
    if not there or any((one.host, one.port) == (now.host, now.port) for one in there):
        return None
    return there[0]
