"""The journal of a table on disk: records are only added, and each is whole or missing.

Records are framed as engine.record.framing says. A written record survives the death of the process at once, and the
death of the machine after the next sync. Everything after the last whole record is moved to a file beside the journal
before anything is written.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from pathlib import Path

from engine.api import frame_record, read_records

from ..problems import StoreBusy, StoreProblem
from ..storage.files import open_own, read_open, storage_problem, write_new
from ..system import NO_LINKS, lock_file, read_at, replace_open, sync_content, write_at
from .config import DAMAGED_SUFFIX

LARGEST_JOURNAL = 256 * 1024 * 1024
"""Bytes; far more than the longest match writes. No host has written a larger file."""
SYNC_EVERY_S = 0.2
RETRY_EVERY_S = 5.0
MOST_PENDING_BYTES = 32 * 1024 * 1024
_CUT = ".cut"


class JournalFile:
    """One journal file, held by this process alone.

    records: what was read when it was opened. cut_bytes: how many bytes followed the last whole record. was_damaged:
    these bytes are no torn end, but damage that may have cost whole records. Nothing is made or changed before
    `make_ready`.
    """

    def __init__(self, find: Callable[[], Path]) -> None:
        """find: makes the folder, if need be, and returns the path. Raises StoreProblem, OSError."""
        self.records: list[bytes] = []
        self.length = 0
        self.cut_bytes = 0
        self.was_damaged = False
        self._find = find
        self._path = Path()
        self._rest = b""
        self._descriptor = -1
        self._may_write = False

    @classmethod
    def open(cls, path: Path) -> JournalFile:
        """Open the journal, and read what it holds. If there is none and none can be made, `make_ready` tries again.

        Raises StoreProblem if there is one that cannot be read; StoreBusy if another process has it open.
        """
        journal = cls(lambda: path)
        journal._path = path
        try:
            if not journal._open_to_read(path):
                return journal
            content = read_open(journal._descriptor, path, LARGEST_JOURNAL)
        except (OSError, StoreProblem) as fault:
            journal.close()
            raise journal._problem(fault) from fault
        found = read_records(content)
        journal.records, journal.length, journal.was_damaged = found.payloads, found.length, found.is_damaged
        journal._rest = content[journal.length :]
        journal.cut_bytes = len(journal._rest)
        return journal

    def _open_to_read(self, path: Path) -> bool:
        """Open and lock the file, for writing too if possible. Returns whether there is one. Raises OSError."""
        try:
            self._descriptor, self._may_write = open_own(path, create=True), True
        except OSError:
            if not os.path.lexists(path):
                return False
            self._descriptor = os.open(path, os.O_RDONLY | NO_LINKS | getattr(os, "O_NONBLOCK", 0))
        lock_file(self._descriptor, waits=False)
        return True

    def make_ready(self) -> None:
        """Make what is needed before anything is written: the file, and a copy of what follows its last whole record.

        Raises StoreProblem.
        """
        try:
            if not self._may_write:
                self._open_to_write()
            if self._rest:
                write_new(free_place(self._path, DAMAGED_SUFFIX if self.was_damaged else _CUT), self._rest)
                self._rest = b""
                os.ftruncate(self._descriptor, self.length)
                os.fsync(self._descriptor)
        except (OSError, StoreProblem) as fault:
            raise self._problem(fault) from fault

    def _open_to_write(self) -> None:
        """Raises OSError, StoreProblem."""
        path = self._path = self._find()
        descriptor = open_own(path, create=self._descriptor < 0)
        try:
            self.close()  # it was open for reading, with the lock
            lock_file(descriptor, waits=False)
            if os.fstat(descriptor).st_size != self.length + len(self._rest):
                raise StoreProblem(f"Another program has changed {path}.")
        except (OSError, StoreProblem):
            os.close(descriptor)
            raise
        self._descriptor, self._may_write = descriptor, True
        _sync_folder(path.parent)

    def append(self, payload: bytes) -> None:
        """Write one record. Afterwards, the death of this process cannot lose it.

        Raises StoreProblem; the file then ends with the record before.
        """
        self.make_ready()
        try:
            rest = memoryview(frame_record(payload))
        except ValueError as fault:
            raise StoreProblem(str(fault)) from fault
        at = self.length
        try:
            while rest:
                written = write_at(self._descriptor, rest, at)
                if not written:
                    raise OSError("nothing was written")
                at += written
                rest = rest[written:]
        except OSError as fault:
            # Half a record must not stay in front of the next one. If even this fails, the next append
            # overwrites it, and the next opening cuts it off.
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self.length)
            raise self._problem(fault) from fault
        self.length = at

    def written(self) -> list[bytes]:
        """All records that were written. Raises StoreProblem."""
        try:
            return read_records(self._read_back()).payloads
        except OSError as fault:
            raise self._problem(fault) from fault

    def sync(self) -> None:
        """Bring the written records to the disk itself. This is slow, so call it in a thread. Raises StoreProblem."""
        try:
            sync_content(self._descriptor)
        except OSError as fault:
            raise self._problem(fault) from fault

    def rewrite(self) -> None:
        """Write all records to a new file on the disk, which then replaces the old one. This is slow, so call it in a
        thread.

        After a failed sync, the system may count records as written that never were. Another sync of the same file
        would prove nothing. Nobody may append meanwhile. Raises StoreProblem; the file then has what it had before.
        """
        path = self._path
        beside = path.with_name(f"{path.name}.new")
        new = -1
        try:
            content = self._read_back()
            beside.unlink(missing_ok=True)
            new = open_own(beside, create=True)
            lock_file(new, waits=False)
            at = 0
            while at < len(content):
                at += write_at(new, content[at:], at)
            sync_content(new)
            ready, new = new, -1
            self._descriptor = replace_open(beside, ready, path, self._descriptor)
            _sync_folder(path.parent)
        except OSError as fault:
            if new >= 0:
                os.close(new)
            with contextlib.suppress(OSError):
                beside.unlink()
            raise self._problem(fault) from fault

    def _read_back(self) -> bytes:
        """All written records, checked one by one. Raises StoreProblem and OSError."""
        pieces: list[bytes] = []
        at = 0
        while at < self.length and (piece := read_at(self._descriptor, self.length - at, at)):
            pieces.append(piece)
            at += len(piece)
        content = b"".join(pieces)
        if read_records(content).length != self.length:
            raise StoreProblem(f"{self._path}: the saved table cannot be read back.")
        return content

    def _problem(self, fault: OSError | StoreProblem) -> StoreProblem:
        if isinstance(fault, StoreProblem):
            return fault
        if fault.errno is None:
            return StoreProblem(str(fault))  # a problem with the folder, which has its own sentence
        place = Path(fault.filename or self._path)
        if isinstance(fault, BlockingIOError):
            return StoreBusy(f"Another process is running this table ({place}).")
        return storage_problem(fault, place)

    def close(self) -> None:
        """Close the file. Closing it twice does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class JournalKeeper:
    """Keeps a journal while the disk has problems: records that cannot be written wait in memory, in order.

    problem: why the journal is not saved now; None if it is. on_problem: called when writing begins to fail, and when
    every record is on disk again and synced. The table continues meanwhile. A thread syncs at most every 200 ms. After
    a failed sync, the whole journal is written again.
    """

    def __init__(self, journal: JournalFile, on_problem: Callable[[], None] = lambda: None) -> None:
        self.problem: StoreProblem | None = None
        self.on_problem = on_problem
        self._journal = journal
        self._pending: deque[bytes] = deque()
        self._pending_bytes = 0
        self._retry_at = 0.0
        self._gave_up = False
        self._sync_task: asyncio.Task[None] | None = None
        self._needs_sync = False
        self._must_rewrite = self._is_rewriting = False
        self._hurry = asyncio.Event()
        try:
            journal.make_ready()
        except StoreProblem as fault:
            self._failed(fault)

    def keep(self, payload: bytes) -> None:
        """Write a record now, or as soon as the disk accepts it again."""
        if self._gave_up:
            return
        self._pending.append(payload)
        self._pending_bytes += len(payload)
        if self.problem is None or time.monotonic() >= self._retry_at:
            self.retry()

    def retry(self) -> None:
        """Write the waiting records. `keep` calls this, and while there is a problem the host does so now and then."""
        try:
            if not self._is_rewriting:
                self._journal.make_ready()
            while self._pending and not self._is_rewriting:
                self._journal.append(self._pending[0])
                self._pending_bytes -= len(self._pending.popleft())
                self._needs_sync = True
        except StoreProblem as fault:
            self._failed(fault)
            return
        finally:
            self._begin_sync()
        if not self._needs_sync and self._sync_task is None:
            self._mended()

    def kept(self) -> list[bytes]:
        """All records, also those that wait for the disk. Raises StoreProblem."""
        if self._gave_up:
            raise StoreProblem("The end of the match could not be saved.")
        return [*self._journal.written(), *self._pending]

    def sync_now(self) -> None:
        """Sync without waiting for the 200 ms, because a deal has ended."""
        self._hurry.set()
        self._begin_sync()

    async def close(self) -> None:
        """Write and sync the rest, then close the file."""
        self._hurry.set()
        if self._is_rewriting and self._sync_task is not None:
            await self._sync_task
        if self._pending:
            self.retry()
        if self._sync_task is not None:
            self._hurry.set()
            await self._sync_task
        self._journal.close()

    def _failed(self, fault: StoreProblem) -> None:
        self._retry_at = time.monotonic() + RETRY_EVERY_S
        if self._pending_bytes > MOST_PENDING_BYTES:
            # A record without the records before it is useless. So the file on disk is always the beginning of the
            # journal.
            self._pending.clear()
            self._gave_up = True
        self._say(fault)

    def _say(self, fault: StoreProblem) -> None:
        if self.problem is None:
            self.problem = fault
            self.on_problem()

    def _mended(self) -> None:
        """No record waits, and the last sync succeeded."""
        if self.problem is not None and not self._gave_up and not self._pending:
            self.problem = None
            self.on_problem()

    def _begin_sync(self) -> None:
        if self._needs_sync and self._sync_task is None:
            self._sync_task = asyncio.get_running_loop().create_task(self._sync())

    async def _sync(self) -> None:
        try:
            while self._needs_sync:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(SYNC_EVERY_S):
                        await self._hurry.wait()
                self._hurry.clear()
                self._needs_sync = False
                self._is_rewriting = self._must_rewrite
                await asyncio.to_thread(self._journal.rewrite if self._is_rewriting else self._journal.sync)
                self._must_rewrite = self._is_rewriting = False
                self.retry()
                if not self._needs_sync:
                    self._mended()
        except StoreProblem as fault:
            self._needs_sync = self._must_rewrite = True
            self._say(fault)
        except Exception as fault:  # noqa: BLE001 - it is told, and tried again
            self._needs_sync = self._must_rewrite = True
            self._say(StoreProblem(f"The program made a mistake while saving the table ({type(fault).__name__})."))
        finally:
            self._is_rewriting = False
            self._sync_task = None


def free_place(path: Path, suffix: str) -> Path:
    """A free name for a copy beside a journal. No copy replaces an earlier one. Raises OSError."""
    names = (f"{path.name}{suffix}{number or ''}" for number in count())
    return next(place for name in names if not os.path.lexists(place := path.with_name(name)))


def _sync_folder(folder: Path) -> None:
    """Make the file's name survive a power loss, if the system allows that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
