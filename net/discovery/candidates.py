"""What may be a table, before it was asked: leads from announcements, from sockets of this machine, from memory.

Anybody on a network can announce, and anybody on a machine can make sockets. So each source has room for so many leads
of its own, no user of the machine has all of theirs, and one that never answered makes room for one not asked yet.
"""

import asyncio
import contextlib
import socket
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from ..storage import paths
from ..wire.address import Address
from ..wire.table_info import TableInfo
from .lookup_order import STRANGER
from .recent import RecentTable

MOST_OF_SOURCE = 256
MOST_OF_USER = 32
MOST_OF_HOST = 8
"""Leads to one address of the network that have not answered yet."""
_MOST_LOOKED_AT = 1024
"""Entries of one user's folder: a million of them would keep everybody else's list busy."""

Source = Literal["machine", "lan", "recent"]


@dataclass
class Candidate:
    """Something that may be a table: where it could be, and what became of asking it.

    rank: how much speaks for it (net/discovery/lookup_order.py). failures: how often it was asked in vain since it
    answered.
    """

    source: Source
    addresses: tuple[Address, ...]
    user: str = ""
    owner_uid: int | None = None
    recent: RecentTable | None = None
    info: TableInfo | None = None
    answered: Address | None = None
    answered_at: float = 0.0
    ask_at: float = 0.0
    task: asyncio.Task[None] | None = None
    rank: int = STRANGER
    failures: int = 0

    @property
    def host(self) -> str:
        """The first address that it names, "" for none."""
        return self.addresses[0].host if self.addresses else ""

    @property
    def was_in_vain(self) -> bool:
        """Whether it was asked, and is not being asked now, and has never answered."""
        return bool(self.ask_at) and self.task is None and self.info is None


class Candidates(dict[str, Candidate]):
    """Leads by where they come from and what they are called there."""

    def has_room(self, source: Source, *, rank: int = STRANGER, host: str = "") -> bool:
        """Whether there is room for one more of a source, or one of them that was asked in vain has made it.

        rank, host: of the new one. One of a known host takes the place of a stranger's that has not answered yet.
        """
        of_source = [key for key, lead in self.items() if lead.source == source]
        silent = [key for key in of_source if self[key].info is None]
        of_host = [key for key in silent if host and self[key].host == host and self[key].rank >= rank]
        if len(of_host) >= MOST_OF_HOST:
            return self._forget(of_host, rank)
        return len(of_source) < MOST_OF_SOURCE or self._forget(silent, rank)

    def _forget(self, keys: list[str], rank: int) -> bool:
        """Forget the first of these that was asked in vain, or that stands below a rank; whether there was one."""
        key = next((key for key in keys if self[key].was_in_vain), None)
        key = key or next((key for key in keys if self[key].rank > rank), None)
        if key is None:
            return False
        if (task := self.pop(key).task) is not None:
            task.cancel()
        return True


def shared_sockets() -> Iterator[tuple[Path, int]]:
    """Public sockets of tables and the users to whom their folders belong."""
    if not hasattr(socket, "AF_UNIX"):
        return
    prefix = f"{paths.APP}-"
    try:
        folders = sorted(paths.shared_root().glob(f"{prefix}*"))
    except OSError:
        return
    for folder in folders:
        number = folder.name.removeprefix(prefix)
        if not (number.isascii() and number.isdigit()):
            continue
        uid = int(number)
        with contextlib.suppress(OSError):
            paths.verify_owned(folder, uid)
            for place in _sockets_in(folder, uid)[:MOST_OF_USER]:
                yield place, uid


def _sockets_in(folder: Path, uid: int) -> list[Path]:
    found = []
    for place in islice(folder.iterdir(), _MOST_LOOKED_AT):
        facts = place.lstat()
        if place.suffix == ".sock" and stat.S_ISSOCK(facts.st_mode) and facts.st_uid == uid:
            found.append(place)
    return sorted(found)
