"""In which order announced tables are looked up, so that no flood of false ones keeps the true ones waiting.

Hosts that were met before come first, then everybody else in turn, by the address that they announce. Anybody can
announce any key and any address: a flood may delay the table of a stranger, and cannot delay that of a known host.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from ..wire.address import Address
from .announcer import Announcement

AT_HOME: Final = 0
"""The rank of a known key at an address where it was met."""
KNOWN: Final = 1
"""The rank of a known key, or of a known table, at an address where it was not met."""
STRANGER: Final = 2


@dataclass(frozen=True)
class Met:
    """What this user has met before. keys: the first digits of fingerprints. places: host and port. tables: ids."""

    keys: frozenset[str] = frozenset()
    places: frozenset[tuple[str, int]] = frozenset()
    tables: frozenset[str] = frozenset()

    def rank(self, notice: Announcement, addresses: Iterable[Address]) -> int:
        """How soon an announced table is looked up."""
        has_key = notice.fp in self.keys
        if has_key and any((address.host, address.port) in self.places for address in addresses):
            return AT_HOME
        return KNOWN if has_key or self.tables & {notice.table_id, notice.goes_on} else STRANGER


@dataclass
class WaitingLookup:
    """Names that were announced but not looked up yet. most: how many at once."""

    most: int
    _of: dict[str, tuple[int, str]] = field(default_factory=dict)
    _queues: dict[tuple[int, str], OrderedDict[str, None]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def add(self, name: str, rank: int, source: str) -> None:
        """A name was announced. If there are too many names, the largest source of the lowest rank loses one."""
        self.drop(name)
        queue = (rank, source)
        if len(self._of) >= self.most:
            lowest = max(rank for rank, _ in self._queues)
            largest = max((q for q in self._queues if q[0] == lowest), key=lambda q: len(self._queues[q]))
            if rank > lowest or queue == largest:
                return
            self.drop(next(reversed(self._queues[largest])))
        self._of[name] = queue
        self._queues.setdefault(queue, OrderedDict())[name] = None

    def drop(self, name: str) -> None:
        """A name was looked up, or its announcement was withdrawn."""
        queue = self._of.pop(name, None)
        if queue is not None:
            del self._queues[queue][name]
            if not self._queues[queue]:
                del self._queues[queue]

    def rank(self, name: str) -> int:
        return self._of[name][0]

    def in_turn(self) -> Iterator[str]:
        """All names by rank. Within a rank, the sources take turns. Names may be dropped meanwhile."""
        for rank in sorted({rank for rank, _ in self._queues}):
            lines = [list(names) for queue, names in self._queues.items() if queue[0] == rank]
            for place in range(max(map(len, lines), default=0)):
                yield from [line[place] for line in lines if place < len(line)]
