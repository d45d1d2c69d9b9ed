"""Tables that this user has joined before, so the user can try them again if nothing is announced."""

import contextlib
import time

import msgspec

from ..storage.json_file import JsonFile
from ..wire.address import Address, AddressError, parse_address
from ..wire.sanitize import clean_line, clean_title
from ..wire.table_info import TableInfo

_MOST_KEPT = 8
_KEPT_FOR_S = 30 * 24 * 3600


class RecentTable(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table was met. met: wall clock, seconds."""

    address: str
    table_id: str
    title: str
    game: str
    met: int

    def to_address(self) -> Address:
        """The address to try. It may have another table by now. Raises AddressError."""
        return parse_address(self.address)


def _file() -> JsonFile[list[RecentTable]]:
    return JsonFile("recent.json", list[RecentTable], 64 * 1024)


def recent_tables() -> list[RecentTable]:
    """The last tables joined over the network, newest first. Unreadable entries are left out."""
    fresh = []
    for table in _file().load() or ():
        with contextlib.suppress(AddressError):
            table.to_address()
            if time.time() - table.met < _KEPT_FOR_S:
                fresh.append(
                    msgspec.structs.replace(table, title=clean_title(table.title), game=clean_line(table.game, 20))
                )
    # Keep the order of the file: the wall clock may be set back, and then the newest entry would not be first by time.
    return fresh[:_MOST_KEPT]


def remember_table(address: Address, info: TableInfo) -> None:
    """Note a table that was joined over the network. If this fails, nobody needs to know."""
    if address.kind != "tcp":
        return
    table = RecentTable(
        address=str(address), table_id=info.table_id, title=info.title, game=info.game, met=int(time.time())
    )
    others = [other for other in recent_tables() if other.address != table.address]
    _file().save([table, *others][:_MOST_KEPT])
