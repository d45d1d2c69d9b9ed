"""Candidates that may be tables, before they are asked: from announcements, from sockets of this machine, and from
saved lists. Anybody on a network can announce, and anybody on a machine can create sockets. So each source has a limit,
no single user can fill the limit of this machine, and a candidate that never answered makes room for a new one.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from ..storage import paths
from ..system import has_user_sockets, is_socket
from ..wire.address import Address
from ..wire.table_info import TableInfo
from .lookup_order import STRANGER
from .recent import RecentTable

MOST_OF_SOURCE = 256
MOST_OF_USER = 32
MOST_OF_HOST = 8
"""The most candidates at one address of the network that have not answered yet."""
_MOST_LOOKED_AT = 1024
"""The most entries of one user's folder that are read. With a million of them, one user could keep the list busy for
all.
"""

Source = Literal["machine", "lan", "recent"]


@dataclass
class Candidate:
    """Something that may be a table: its possible addresses, and the results of asking it. rank: how likely it is
    (net/discovery/lookup_order.py). failures: how often it has not answered since its last answer. version: of the
    wire protocol, as announced, "" if it is not known.
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
    version: str = ""

    @property
    def host(self) -> str:
        """The first address that it names, "" for none."""
        return self.addresses[0].host if self.addresses else ""

    @property
    def was_in_vain(self) -> bool:
        """Whether it was asked and has never answered. False while it is being asked."""
        return bool(self.ask_at) and self.task is None and self.info is None


class Candidates(dict[str, Candidate]):
    """Candidates by source and by their name at that source."""

    def has_room(self, source: Source, *, rank: int = STRANGER, host: str = "") -> bool:
        """Whether a source has room for one more candidate; if need be, one that never answered is removed for it.
        rank, host: of the new one. A candidate of a known host replaces one of an unknown host that has not answered
        yet.
        """
        of_source = [key for key, lead in self.items() if lead.source == source]
        silent = [key for key in of_source if self[key].info is None]
        of_host = [key for key in silent if host and self[key].host == host and self[key].rank >= rank]
        if len(of_host) >= MOST_OF_HOST:
            return self._forget(of_host, rank)
        return len(of_source) < MOST_OF_SOURCE or self._forget(silent, rank)

    def _forget(self, keys: list[str], rank: int) -> bool:
        """Forget the first of these that never answered, or that is below a rank. Returns whether there was one."""
        key = next((key for key in keys if self[key].was_in_vain), None)
        key = key or next((key for key in keys if self[key].rank > rank), None)
        if key is None:
            return False
        if (task := self.pop(key).task) is not None:
            task.cancel()
        return True


def shared_sockets() -> Iterator[tuple[Path, int]]:
    """Public sockets of tables and the users to whom their folders belong."""
    if not has_user_sockets():
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
        if place.suffix == ".sock" and is_socket(place) and facts.st_uid == uid:
            found.append(place)
    return sorted(found)
