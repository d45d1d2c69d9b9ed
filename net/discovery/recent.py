"""Tables that this user has joined before, so that they can be tried again where nothing is announced."""

import contextlib
import time
from pathlib import Path

import msgspec

from ..problems import StoreProblem
from ..storage import paths
from ..storage.files import read_bounded, write_whole
from ..wire.address import Address, AddressError, parse_address
from ..wire.host_messages import TableInfo
from ..wire.sanitize import clean_line, clean_title

_MOST_KEPT = 8
_KEPT_FOR_S = 30 * 24 * 3600
_LARGEST_FILE = 64 * 1024


class RecentTable(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table was met. met: wall clock, seconds."""

    address: str
    table_id: str
    title: str
    game: str
    met: int

    def to_address(self) -> Address:
        """The address to try; whichever table is there now. Raises AddressError."""
        return parse_address(self.address)


def recent_tables() -> list[RecentTable]:
    """The last tables joined over the network, newest first; what cannot be read is passed over."""
    try:
        known = msgspec.json.decode(read_bounded(_place(), _LARGEST_FILE), type=list[RecentTable])
    except (StoreProblem, OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return []
    fresh = []
    for table in known:
        with contextlib.suppress(AddressError):
            table.to_address()
            if time.time() - table.met < _KEPT_FOR_S:
                fresh.append(
                    msgspec.structs.replace(table, title=clean_title(table.title), game=clean_line(table.game, 20))
                )
    return fresh[
        :_MOST_KEPT
    ]  # as the file has them: by the wall clock, which may be set back, the newest could be last


def remember_table(address: Address, info: TableInfo) -> None:
    """Note a table that was joined over the network. That it cannot be noted matters to nobody."""
    if address.kind != "tcp":
        return
    table = RecentTable(
        address=str(address), table_id=info.table_id, title=info.title, game=info.game, met=int(time.time())
    )
    others = [other for other in recent_tables() if other.address != table.address]
    with contextlib.suppress(StoreProblem, OSError):
        write_whole(_place(), msgspec.json.encode([table, *others][:_MOST_KEPT]))


def _place() -> Path:
    return paths.state_dir() / "recent.json"
