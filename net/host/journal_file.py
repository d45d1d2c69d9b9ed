"""The journal of a table on disk: records are only added, and each is whole or missing.

Records are framed as engine.record.framing says. A written record survives the death of the process at once, and the
death of the machine after the next sync. Opening the file removes everything after the last whole record.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from engine.api import frame_record, read_records

from ..problems import StoreBusy, StoreProblem
from ..storage.files import open_own, read_open, storage_problem, write_whole
from ..system import lock_file, read_at, replace_open, sync_content, write_at

LARGEST_JOURNAL = 256 * 1024 * 1024
"""Bytes; far more than the longest match writes. No host has written a larger file."""
SYNC_EVERY_S = 0.2
RETRY_EVERY_S = 5.0
MOST_PENDING_BYTES = 32 * 1024 * 1024


class JournalFile:
    """One open journal file, held by this process alone."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.length = 0
        self.records: list[bytes] = []
        self.cut_bytes = 0
        self.was_damaged = False
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: Path) -> JournalFile:
        """Open or make the journal, read what it holds into `records`, and cut off what is not whole.

        `cut_bytes` says how much was cut; it lies beside the journal then, as "<name>.cut". `was_damaged` says that
        it was no torn end, but damage that may have cost whole records.
        Raises StoreProblem; StoreBusy if another process has it open.
        """
        descriptor = -1
        try:
            descriptor = open_own(path, create=True)
            lock_file(descriptor, waits=False)
            journal = cls(path, descriptor)
            content = read_open(descriptor, path, LARGEST_JOURNAL)
            found = read_records(content)
            journal.records, journal.length, journal.was_damaged = found.payloads, found.length, found.is_damaged
            journal.cut_bytes = len(content) - journal.length
            if journal.cut_bytes:
                with contextlib.suppress(StoreProblem):
                    write_whole(path.with_name(f"{path.name}.cut"), content[journal.length :])
                os.ftruncate(descriptor, journal.length)
                os.fsync(descriptor)
            _sync_folder(path.parent)
        except BlockingIOError:
            os.close(descriptor)
            raise StoreBusy(f"Another process is running this table ({path}).") from None
        except (OSError, StoreProblem) as fault:
            if descriptor >= 0:
                os.close(descriptor)
            raise fault if isinstance(fault, StoreProblem) else storage_problem(fault, path) from fault
        return journal

    def append(self, payload: bytes) -> None:
        """Write one record. Afterwards, the death of this process cannot lose it.

        Raises StoreProblem; the file then ends with the record before.
        """
        try:
            rest = memoryview(frame_record(payload))
        except ValueError as fault:
            raise StoreProblem(f"{self.path}: {fault}") from fault
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
            raise storage_problem(fault, self.path) from fault
        self.length = at

    def written(self) -> list[bytes]:
        """All records that were written. Raises StoreProblem."""
        try:
            return read_records(self._read_back()).payloads
        except OSError as fault:
            raise storage_problem(fault, self.path) from fault

    def sync(self) -> None:
        """Bring the written records to the disk itself. This is slow, so call it in a thread. Raises StoreProblem."""
        try:
            sync_content(self._descriptor)
        except OSError as fault:
            raise storage_problem(fault, self.path) from fault

    def rewrite(self) -> None:
        """Write all records to a new file on the disk, which then replaces the old one. This is slow, so call it in a
        thread.

        After a failed sync, the system may count records as written that never were. Another sync of the same file
        would prove nothing. Nobody may append meanwhile. Raises StoreProblem; the file then has what it had before.
        """
        beside = self.path.with_name(f"{self.path.name}.new")
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
            self._descriptor = replace_open(beside, ready, self.path, self._descriptor)
            _sync_folder(self.path.parent)
        except OSError as fault:
            if new >= 0:
                os.close(new)
            with contextlib.suppress(OSError):
                beside.unlink()
            raise storage_problem(fault, self.path) from fault

    def _read_back(self) -> bytes:
        """All written records, checked one by one. Raises StoreProblem and OSError."""
        pieces: list[bytes] = []
        at = 0
        while at < self.length and (piece := read_at(self._descriptor, self.length - at, at)):
            pieces.append(piece)
            at += len(piece)
        content = b"".join(pieces)
        if read_records(content).length != self.length:
            raise StoreProblem(f"{self.path}: the saved table cannot be read back.")
        return content

    def close(self) -> None:
        """Close the file. Closing it twice does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class JournalKeeper:
    """Keeps a journal while the disk has problems: records that cannot be written wait in memory, in order.

    on_problem: gets a sentence when writing begins to fail, and None when every record is on disk again and synced. The
    table continues meanwhile. A thread syncs at most every 200 ms. After a failed sync, the whole journal is written
    again.
    """

    def __init__(self, journal: JournalFile, on_problem: Callable[[str | None], None]) -> None:
        self.problem: str | None = None
        self._journal = journal
        self._on_problem = on_problem
        self._pending: deque[bytes] = deque()
        self._pending_bytes = 0
        self._retry_at = 0.0
        self._gave_up = False
        self._sync_task: asyncio.Task[None] | None = None
        self._needs_sync = False
        self._must_rewrite = self._is_rewriting = False
        self._hurry = asyncio.Event()

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
            while self._pending and not self._is_rewriting:
                self._journal.append(self._pending[0])
                self._pending_bytes -= len(self._pending.popleft())
                self._needs_sync = True
        except StoreProblem as fault:
            self._failed(str(fault))
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

    def _failed(self, sentence: str) -> None:
        self._retry_at = time.monotonic() + RETRY_EVERY_S
        if self._pending_bytes > MOST_PENDING_BYTES:
            # A record without the records before it is useless. So the file on disk is always the beginning of the
            # journal.
            self._pending.clear()
            self._gave_up = True
        if self.problem is None:
            self.problem = sentence
            self._on_problem(sentence)

    def _mended(self) -> None:
        """No record waits, and the last sync succeeded."""
        if self.problem is not None and not self._gave_up and not self._pending:
            self.problem = None
            self._on_problem(None)

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
            if self.problem is None:
                self.problem = str(fault)
                self._on_problem(self.problem)
        except Exception as fault:  # noqa: BLE001 - it is told, and tried again
            self._needs_sync = self._must_rewrite = True
            if self.problem is None:
                self.problem = f"The program made a mistake while saving the table ({type(fault).__name__})."
                self._on_problem(self.problem)
        finally:
            self._is_rewriting = False
            self._sync_task = None


def _sync_folder(folder: Path) -> None:
    """Make the file's name survive a power loss, if the system allows that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
