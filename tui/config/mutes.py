"""The people whom this player has muted, by table. The list never leaves this machine."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.wire.table_info import TableInfo

MOST_TABLES: Final = 64
MOST_AT_A_TABLE: Final = 64
_LARGEST_FILE: Final = 512 * 1024
_LONGEST_MARK: Final = 256


def mutes_path() -> Path:
    from net.storage.paths import state_dir

    return state_dir() / "mutes.json"


class Mutes:
    """The muted people of all tables, in one small file. People are saved by key if they have one, else by name. place:
    None saves nothing. An unreadable file counts as empty; if the file cannot be written, the list is lost at the end.
    """

    def __init__(self, place: Path | None) -> None:
        self._place = place
        self._tables = _read(place)

    def names(self, info: TableInfo | None) -> frozenset[str]:
        """The present names of the muted people of a table."""
        marks = self._tables.get(info.table_id, []) if info is not None else []
        named = {mark.removeprefix("name:") for mark in marks if mark.startswith("name:")}
        seats = info.seats if info is not None else ()
        return frozenset(named | {seat.name for seat in seats if seat.key and f"key:{seat.key}" in marks})

    def toggle(self, info: TableInfo, name: str) -> bool:
        """Mute or unmute a person at a table. Returns whether they are muted now."""
        key = next((seat.key for seat in info.seats if seat.name == name), "")
        was_muted = name in self.names(info)
        marks = [mark for mark in self._tables.pop(info.table_id, []) if mark not in (f"name:{name}", f"key:{key}")]
        if not was_muted:
            marks.append(f"key:{key}" if key else f"name:{name}")
        if marks:
            self._tables[info.table_id] = marks[-MOST_AT_A_TABLE:]
        self._tables = dict(list(self._tables.items())[-MOST_TABLES:])
        self._write()
        return not was_muted

    def _write(self) -> None:
        from net.problems import StoreProblem
        from net.storage.files import write_whole

        if self._place is not None:
            with suppress(StoreProblem, OSError):
                write_whole(self._place, json.dumps(self._tables, ensure_ascii=False, indent=1).encode())


def _read(place: Path | None) -> dict[str, list[str]]:
    from net.problems import StoreProblem
    from net.storage.files import read_bounded

    if place is None:
        return {}
    try:
        found = json.loads(read_bounded(place, _LARGEST_FILE))
    except (StoreProblem, OSError, ValueError):
        return {}
    tables = found if isinstance(found, dict) else {}
    return {
        table: [mark for mark in marks if isinstance(mark, str) and len(mark) <= _LONGEST_MARK][-MOST_AT_A_TABLE:]
        for table, marks in list(tables.items())[-MOST_TABLES:]
        if isinstance(marks, list)
    }
