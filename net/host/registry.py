"""The tables that run on this machine for this user, one small file each, and the check whether the file is true.

A file is a claim, not a fact. It counts only while the very process runs that wrote it.
"""

import contextlib
import os
import sys
import time
from pathlib import Path

import msgspec

from engine.api import OptionValue

from ..problems import PathProblem, StoreProblem
from ..storage import paths
from ..storage.files import read_bounded, write_whole
from ..storage.processes import boot_mark, start_mark
from ..wire.sanitize import clean_line

_LARGEST_ENTRY = 16 * 1024
_SUFFIX = ".json"
_SIGN_SUFFIX = ".alive"
_END_SUFFIX = ".end"
_TITLE_CELLS = 60


class RunningTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One running host process.

    pid, started, boot: the process, its start time as the system counts it, and the start of the machine. socket: path
    of its Unix socket, "" for none. port: TCP port, 0 if it does not listen. began: wall clock, seconds. folder: where
    its journal is, "" if there is none yet. not_saved: its disk accepts nothing now. options: of the game.
    unannounced: why other machines do not find a listed table, in sentences; "" if they may.
    """

    table_id: str
    pid: int
    started: str
    boot: str
    socket: str
    port: int
    title: str
    game: str
    listed: bool
    began: int
    folder: str = ""
    not_saved: bool = False
    options: dict[str, OptionValue] = {}
    unannounced: str = ""

    def is_alive(self) -> bool:
        """Whether the very process that wrote the entry still runs."""
        return self.boot == boot_mark() and bool(self.started) and start_mark(self.pid) == self.started


def registry_dir() -> Path:
    """The folder of the entries: the usual one, or the spare one if that cannot be used. Raises PathProblem."""
    try:
        return paths.runtime_dir("tables")
    except PathProblem:
        return paths.spare_dir()


def enter(table: RunningTable) -> None:
    """Write or renew the entry of a table. If the disk is full, another disk may have room. Raises StoreProblem,
    PathProblem."""
    usual, name, entry = registry_dir(), f"{table.table_id}{_SUFFIX}", msgspec.json.encode(table)
    try:
        write_whole(usual / name, entry)
    except StoreProblem:
        write_whole(paths.spare_dir() / name, entry)
    else:
        for place in _folders():
            if place != usual:
                (place / name).unlink(missing_ok=True)


def _folders() -> list[Path]:
    """The folders of the entries. Where both have an entry of a table, that in the last one is the newer."""
    places = []
    with contextlib.suppress(PathProblem):
        places.append(registry_dir())
        if paths.has_spare_dir() and (spare := paths.spare_dir()) not in places:
            places.append(spare)
    return places


def strike(table_id: str, *, keeps_sign: bool = False) -> None:
    """Remove the entry of a table that has ended. keeps_sign: not the last sign of life of its host."""
    for place in _folders():
        for suffix in (_SUFFIX, _END_SUFFIX, *(() if keeps_sign else (_SIGN_SUFFIX,))):
            with contextlib.suppress(OSError):
                (place / f"{table_id}{suffix}").unlink(missing_ok=True)


def end_request(table_id: str) -> Path:
    """The file that asks the host of a table to end if no signal can. Raises PathProblem."""
    return registry_dir() / f"{table_id}{_END_SUFFIX}"


def sign_of_life(table_id: str, note: bytes = b"") -> None:
    """Note that the host of a table runs now, by the system's clock. If this fails, its last sign counts. note: one
    line for the next host of the table.
    """
    # Not rounded: a sign that is read at once must not lie in the future.
    line = f"{system_clock_s()!r} {boot_mark()}\n".encode() + note + b"\n"
    with contextlib.suppress(OSError):
        # In place and not emptied first, so that a host that is killed meanwhile, or a full disk, leaves the last sign.
        # Not by a second file that replaces this one: that would write to the disk itself every two seconds.
        descriptor = os.open(registry_dir() / f"{table_id}{_SIGN_SUFFIX}", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)


def died_ago_s(table_id: str) -> float | None:
    """How many seconds ago the host of a table gave its last sign. None if it gave none since the machine started."""
    seconds, _, boot = _last_sign(table_id)[0].partition(" ")
    try:
        ago_s = system_clock_s() - float(seconds)
    except ValueError:
        return None
    return ago_s if boot == boot_mark() and ago_s >= 0 else None


def last_note(table_id: str) -> str:
    """The note in the last sign of life of a table's host, "" for none."""
    return _last_sign(table_id)[1]


def _last_sign(table_id: str) -> tuple[str, str]:
    """The lines of the last sign of life."""
    try:
        told = read_bounded(registry_dir() / f"{table_id}{_SIGN_SUFFIX}", _LARGEST_ENTRY).decode()
        sign, note, *_ = told.split("\n")  # longer lines may have stood there
    except (StoreProblem, OSError, ValueError):
        return "", ""
    return sign, note


def system_clock_s() -> float:
    """Seconds since the machine started, including sleep. Nobody can set this clock."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)  # Linux; elsewhere the monotonic clock runs while the machine sleeps
    if clock is None and sys.platform == "darwin":
        clock = time.CLOCK_MONOTONIC
    return time.clock_gettime(clock) if clock is not None else time.monotonic()


def asleep_s() -> float:
    """Seconds for which the machine has slept since it started, if the system tells."""
    return system_clock_s() - time.monotonic()


def was_saved(table_id: str) -> bool:
    """Whether a table was saved when its host last said so. True if nothing is known."""
    return not any(entry.table_id == table_id and entry.not_saved for entries in read_entries() for entry in entries)


def read_entries() -> tuple[list[RunningTable], list[RunningTable]]:
    """The tables that run, oldest first, and those whose process is gone. Files that are not entries are left out."""
    running: list[RunningTable] = []
    gone: list[RunningTable] = []
    places: dict[str, Path] = {}
    for folder in _folders():
        with contextlib.suppress(OSError):
            places |= {place.name: place for place in folder.glob(f"*{_SUFFIX}")}
    for _, place in sorted(places.items()):
        try:
            entry = msgspec.json.decode(read_bounded(place, _LARGEST_ENTRY), type=RunningTable)
        except (StoreProblem, msgspec.MsgspecError, UnicodeDecodeError):
            continue
        if entry.table_id != place.name.removesuffix(_SUFFIX):
            continue
        entry.title = clean_line(entry.title, _TITLE_CELLS)
        (running if entry.is_alive() else gone).append(entry)
    running.sort(key=lambda entry: (entry.began, entry.table_id))
    return running, gone


def find_running(table_id: str) -> RunningTable | None:
    """The entry of a table if its process runs."""
    return next((entry for entry in read_entries()[0] if entry.table_id == table_id), None)
