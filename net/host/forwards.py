"""Notes of this user's programs about where the match of a table continues: a small file called `elsewhere`.

A client writes it when it follows a match, a host when it closes in favour of another table. It lies in the folder of a
table of this user's. For other tables it lies in a separate folder, and its name has the key of the table's host,
because anybody can open a table with the id of another. It is a hint: a program that reads it asks the table there, and
checks its claim.

key: of the table's host, "" for our own or one that answered without a key, as on a machine's own sockets.
"""

import contextlib
import time
from pathlib import Path

import msgspec

from ..problems import StoreProblem
from ..storage import paths
from ..storage.files import read_bounded, write_whole
from ..transport.tls import own_identity
from ..wire.address import Address
from ..wire.handover import Moved
from .config import table_folder, tables_dir

FORWARD_KEPT_S = 48 * 3600
"""How long a note counts. A table of ours whose match went on elsewhere keeps its journal for as long."""
_NAME = "elsewhere"
_LARGEST = 16 * 1024
_MOST_KEPT = 64


class Forward(msgspec.Struct, frozen=True, kw_only=True):
    """A note. to: where the match continues. sentence: for the person."""

    to: Moved
    sentence: str


def note_forward(table_id: str, forward: Forward, key: str = "") -> None:
    """Write a note. If this fails, the program has to search the network later."""
    with contextlib.suppress(StoreProblem, OSError):
        _tidy()
        write_whole(_place(table_id, key), msgspec.msgpack.encode(forward))


def may_note(table_id: str, met: Address) -> bool:
    """Whether to note what a table at an address says. Anybody can open a table with the id of one of ours, and must
    not be able to hide ours by that."""
    is_ours = False
    with contextlib.suppress(StoreProblem, OSError):
        is_ours = table_folder(table_id).is_dir()
    if not is_ours or met.host in ("127.0.0.1", "::1", "localhost"):
        return True
    return met.kind == "unix" and paths.is_private_socket(met.path)


def forward_of(table_id: str, key: str = "") -> Forward | None:
    """Where the match of a table continues, if that was noted."""
    with contextlib.suppress(StoreProblem, OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.msgpack.decode(read_bounded(_place(table_id, key), _LARGEST), type=Forward)
    return None


def expired_tables() -> list[str]:
    """Tables of this user whose match went on elsewhere more than 48 hours ago."""
    expired = []
    with contextlib.suppress(OSError):
        for folder in tables_dir().iterdir():
            with contextlib.suppress(OSError):
                if not _is_fresh(folder / _NAME):
                    expired.append(folder.name)
    return expired


def forget_forward(table_id: str, key: str = "") -> None:
    """Remove the note, because the match continues at this table."""
    with contextlib.suppress(StoreProblem, OSError):
        _place(table_id, key).unlink(missing_ok=True)


def _tidy() -> None:
    """Drop notes for other users' tables that are too old or too many."""
    places = sorted(_folder().iterdir(), key=lambda place: place.stat().st_mtime, reverse=True)
    for rank, place in enumerate(places):
        if rank >= _MOST_KEPT or not _is_fresh(place):
            place.unlink()


def _is_fresh(place: Path) -> bool:
    return abs(time.time() - place.stat().st_mtime) < FORWARD_KEPT_S


def _folder() -> Path:
    return paths.state_dir(_NAME)


def _place(table_id: str, key: str) -> Path:
    if not (table_id.isascii() and table_id.isalnum() and len(table_id) <= 48):
        raise StoreProblem(f"{table_id!r} is not a table id.")
    with contextlib.suppress(StoreProblem, OSError):
        if (own := table_folder(table_id)).is_dir() and key in ("", own_identity()[0].fingerprint):
            return own / _NAME
    return _folder() / (f"{table_id}-{key}" if key else table_id)
