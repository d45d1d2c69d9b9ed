"""The people whom this player has muted, by table. The list never leaves this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net.storage.json_file import JsonFile

if TYPE_CHECKING:
    from pathlib import Path

    from net.wire.table_info import TableInfo

MOST_TABLES: Final = 64
MOST_AT_A_TABLE: Final = 64
_LARGEST_FILE: Final = 512 * 1024
_LONGEST_MARK: Final = 256

_Tables = dict[str, list[str]]


class Mutes:
    """The muted people of all tables, in one small file. People are saved by key if they have one, else by name.

    path: None for the usual file. If the list cannot be saved, it lasts as long as this object.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._file = JsonFile("mutes.json", _Tables, _LARGEST_FILE, path)
        self._tables = _bounded(self._file.load() or {})

    def names(self, info: TableInfo | None) -> frozenset[str]:
        """The present names of the muted people of a table."""
        marks = self._tables.get(info.table_id, []) if info is not None else []
        named = {mark.removeprefix("name:") for mark in marks if mark.startswith("name:")}
        seats = info.seats if info is not None else ()
        return frozenset(named | {seat.name for seat in seats if seat.key and f"key:{seat.key}" in marks})

    def toggle(self, info: TableInfo, name: str) -> str:
        """Mute or unmute a person at a table. Returns a sentence for the player."""
        self._tables = _bounded(self._file.load() or {})  # another program of this player may have changed it
        key = next((seat.key for seat in info.seats if seat.name == name), "")
        was_muted = name in self.names(info)
        marks = [mark for mark in self._tables.pop(info.table_id, []) if mark not in (f"name:{name}", f"key:{key}")]
        if not was_muted:
            marks.append(f"key:{key}" if key else f"name:{name}")
        if marks:
            self._tables[info.table_id] = marks
        self._tables = _bounded(self._tables)
        problem = self._file.save(self._tables)
        told = f"{name} is {'no longer muted' if was_muted else 'muted, for you only'}."
        return f"{told} This cannot be saved. {problem}" if problem else told


def _bounded(tables: _Tables) -> _Tables:
    """The last tables, with the last marks of each."""
    return {
        table: [mark for mark in marks if len(mark) <= _LONGEST_MARK][-MOST_AT_A_TABLE:]
        for table, marks in list(tables.items())[-MOST_TABLES:]
    }
