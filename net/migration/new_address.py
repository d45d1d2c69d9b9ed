"""A host that came back at another address: its players go there, and to no other host. Anybody can announce a table,
so an announcement is only a hint. The host's key must be the same as before. Seat, token and everything else stay the
same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..wire.address import Address

if TYPE_CHECKING:
    from ..discovery.finder import FoundTable


def found_again(ways: Iterable[FoundTable], table_id: str, key: str, now: Address) -> Address | None:
    """The new address of a table that does not answer at its old one; None if it is not found, or answers at the old
    one too. ways: addresses of tables that answered a moment ago. key: the host's whole key. now: the old address. Unix
    sockets have no key, so they do not count.
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
