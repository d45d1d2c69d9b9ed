"""Host processes of this user: start one, find them, stop one, start one again from its journal.

All functions block for as long as a process takes to answer (about 0.2 s); a screen calls them in a thread.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import IO

import msgspec

from engine.api import OptionValue

from .. import environment
from ..problems import PathProblem, StoreProblem
from ..storage.files import open_own, storage_problem
from ..storage.seat_tokens import KeptSeat, SeatTokens
from ..system import NO_LINKS, end_process, kill_process, lock_file
from ..system.detached import DetachedProcess
from ..wire.address import Address, tcp_address, unix_address
from . import registry
from .config import (
    CONFIG_NAME,
    JOURNAL_NAME,
    LOG_NAME,
    HostAnswer,
    HostConfig,
    completed,
    damaged_copies,
    load_config,
    remove_table,
    save_config,
    table_folder,
    tables_dir,
)
from .forwards import expired_tables, forward_of
from .registry import RunningTable

ANSWER_WITHIN_S = 15.0
STOP_WITHIN_S = 5.0
_LONGEST_ANSWER = 8192
_children: list[DetachedProcess] = []


class HostProblem(Exception):
    """A host process did not start, or there is none to stop; the text is a sentence for a person."""


class HostBusy(HostProblem):
    """Another process runs the table, or begins to."""


@dataclass(frozen=True, slots=True)
class HostHandle:
    """A host process that answers.

    address: for the player on this machine (the Unix socket where there is one). port: for others, 0 if the table does
    not listen to the network. notice: a sentence if there is a problem, such as a table that cannot be saved. owner: of
    a new table, the key, as hex, that gives the host's rights. SeatTokens has it too, if it can be saved.
    """

    address: Address
    table_id: str
    pid: int
    port: int
    notice: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table with a journal on disk that no process runs. It can be started again.

    options: of the game. elsewhere: a sentence that says where its match continues, or "". listed: whether lists showed
    it. is_lost: only damaged records are left, so it cannot be started again.
    """

    table_id: str
    title: str
    game: str
    options: Mapping[str, OptionValue]
    changed: float
    elsewhere: str = ""
    listed: bool = True
    is_lost: bool = False


def start_host(config: HostConfig) -> HostHandle:
    """Start a host in a session of its own, so that it outlives this terminal, and wait until it listens.

    Raises HostProblem.
    """
    config = completed(_as_allowed(config))
    for table_id in expired_tables():
        with contextlib.suppress(HostProblem):
            forget_table(table_id)
    try:
        source = str(save_config(config))
        log = Path(source).with_name(LOG_NAME)
    except (StoreProblem, OSError):
        # This disk cannot save anything now. The table is played, and the host tells the players that it is not saved.
        source, log = "-", None
    handle = replace(_spawn(source, log, config), owner=config.owner)
    with contextlib.suppress(StoreProblem, OSError):  # the handle has it too
        SeatTokens().keep(
            KeptSeat(
                table_id=config.table_id,
                token=config.owner,
                name=config.host_name,
                address=str(handle.address),
                is_key=True,
            )
        )
    return handle


def restart_table(table_id: str) -> HostHandle:
    """Start the host of a table again from its journal, on its old port. If it already runs, return the running one.

    If two programs call this at once, both get the same process. Raises HostProblem.
    """
    with contextlib.suppress(HostProblem):
        return _running_handle(table_id)
    try:
        folder = table_folder(table_id)
        config = load_config(folder / CONFIG_NAME)
    except (StoreProblem, OSError) as fault:
        raise HostProblem(f"This table cannot be restarted: {fault}") from fault
    try:
        with _turn_to_start(folder):
            with contextlib.suppress(HostProblem):
                return _running_handle(table_id)
            return _spawn(str(folder / CONFIG_NAME), folder / LOG_NAME, config, is_restart=True)
    except HostBusy:
        # Another client was faster; its process has the journal.
        deadline = time.monotonic() + ANSWER_WITHIN_S / 3
        while time.monotonic() < deadline:
            with contextlib.suppress(HostProblem):
                return _running_handle(table_id)
            time.sleep(0.05)
        raise


def running_tables() -> list[RunningTable]:
    """The tables this user hosts on this machine right now, oldest first."""
    _reap()
    return registry.read_entries()[0]


def kept_tables(*, with_moved: bool = False, with_lost: bool = False) -> list[KeptTable]:
    """Tables that have a journal but no process: the host or the machine crashed. Newest first.

    with_moved: also tables whose match went on elsewhere; their journals are kept for 48 hours. with_lost: also tables
    of which only damaged records are left.
    """
    running = {entry.table_id for entry in running_tables()}
    kept = []
    with contextlib.suppress(OSError):
        for folder in tables_dir().iterdir():
            with contextlib.suppress(StoreProblem, OSError, IndexError):
                if folder.name in running:
                    continue
                journal = folder / JOURNAL_NAME
                is_lost = with_lost and not journal.exists()
                changed = (damaged_copies(folder)[-1] if is_lost else journal).stat().st_mtime
                config = load_config(folder / CONFIG_NAME)
                forward = forward_of(folder.name)
                elsewhere = forward.sentence if forward is not None else ""
                if with_moved or not elsewhere:
                    title, game = config.title or config.game, config.game
                    options, listed = config.options, config.listed
                    kept.append(KeptTable(folder.name, title, game, options, changed, elsewhere, listed, is_lost))
    return sorted(kept, key=lambda table: -table.changed)


def forget_table(table_id: str, *, with_damaged: bool = False) -> None:
    """Remove the folder of a table that does not run: it cannot be started again. with_damaged: its damaged records
    too. Raises HostProblem.
    """
    if registry.find_running(table_id) is not None:
        raise HostProblem(f"Table {table_id} is running. Stop it first.")
    try:
        remove_table(table_folder(table_id), with_damaged=with_damaged)
    except FileNotFoundError:
        raise HostProblem(f"There is no ended table {table_id} here.") from None
    except OSError as fault:
        raise HostProblem(
            f"The table could not be deleted. {storage_problem(fault, table_folder(table_id))}"
        ) from fault
    except StoreProblem as problem:
        raise HostProblem(str(problem)) from problem
    registry.strike(table_id)


def stop_table(table_id: str) -> None:
    """End the host of a table: first ask it, and kill it after five seconds. Its journal stays.

    Raises HostProblem if no such table runs.
    """
    entry = registry.find_running(table_id)
    if entry is None:
        registry.strike(table_id)
        raise HostProblem(f"No table {table_id} is running here.")
    with contextlib.suppress(ProcessLookupError):
        end_process(entry.pid, registry.end_request(table_id))
    if not _gone_within(entry, STOP_WITHIN_S):
        with contextlib.suppress(ProcessLookupError):
            kill_process(entry.pid)
        if not _gone_within(entry, STOP_WITHIN_S):
            raise HostProblem(f"The host of table {table_id} (process {entry.pid}) does not stop.")
    registry.strike(table_id)


def address_of(entry: RunningTable) -> Address:
    """The address of a running table for a player of this user."""
    if entry.socket:
        return unix_address(entry.socket, entry.table_id)
    return tcp_address("127.0.0.1", entry.port, entry.table_id)


def _running_handle(table_id: str) -> HostHandle:
    entry = registry.find_running(table_id)
    if entry is None:
        raise HostProblem(f"No table {table_id} is running here.")
    return HostHandle(address_of(entry), table_id, entry.pid, entry.port)


@contextlib.contextmanager
def _turn_to_start(folder: Path) -> Iterator[None]:
    """Wait while another process starts this table. A second process would find the journal locked, and would slow the
    first.

    After a long wait, continue anyway, because the other process may hang.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            descriptor = open_own(folder / CONFIG_NAME, create=False)
            stack.callback(os.close, descriptor)
            deadline = time.monotonic() + ANSWER_WITHIN_S
            while not _is_locked(descriptor) and time.monotonic() < deadline:
                time.sleep(0.02)
        yield


def _is_locked(descriptor: int) -> bool:
    try:
        lock_file(descriptor, waits=False)
    except BlockingIOError:
        return False
    return True


def _as_allowed(config: HostConfig) -> HostConfig:
    """A table as this user may open it: the table of a guest does not listen to the network."""
    if environment.guest() is None:
        return config
    return msgspec.structs.replace(config, tcp=False, plain=False)


def _verify_room() -> None:
    """Raises HostProblem if a guest may not start another host now."""
    _reap()
    guest = environment.guest()
    if guest is not None and len(running_tables()) >= guest.most_tables:
        raise HostProblem(
            f"You can have at most {guest.most_tables} open tables here. Leave one of them for good, and try again."
        )
    if guest is not None and len(_children) >= guest.most_of_all:
        raise HostProblem("This card room cannot hold another table now. Press f to join a table, or try again later.")


def _spawn(source: str, log: Path | None, config: HostConfig, *, is_restart: bool = False) -> HostHandle:
    _verify_room()
    package_root = Path(__file__).resolve().parents[2]
    with contextlib.ExitStack() as stack:
        errors: IO[bytes] | int = subprocess.DEVNULL
        where = ""
        if log is not None:
            with contextlib.suppress(OSError):
                descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINKS, 0o600)
                errors = stack.enter_context(os.fdopen(descriptor, "ab"))
                # A guest of an SSH door may read this, so it does not say where this machine has its files.
                where = f" The file {log.name} in the folder of table {config.table_id} says why."
        try:
            child = DetachedProcess(
                [sys.executable, "-m", "net.host", "--config", source, *(["--restart"] if is_restart else [])],
                errors=errors,
                cwd=package_root,
                env=environment.child_variables(),
            )
        except PathProblem as problem:
            raise HostProblem(str(problem)) from problem
        except OSError as fault:
            raise HostProblem(f"The host process could not be started: {fault.strerror or fault}.") from fault
        if child.stdin is None or child.stdout is None:
            raise HostProblem("The host process could not be started: this program cannot send it messages.")
        with contextlib.suppress(BrokenPipeError):
            if source == "-":
                child.stdin.write(msgspec.json.encode(config))
            child.stdin.close()
        answer = _read_answer(child, where)
        child.stdout.close()
    _children.append(child)
    if answer.problem:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(STOP_WITHIN_S)
        raise HostBusy(answer.problem) if answer.is_busy else HostProblem(answer.problem)
    address = (
        unix_address(answer.socket, config.table_id)
        if answer.socket
        else tcp_address("127.0.0.1", answer.port, config.table_id)
    )
    return HostHandle(address, config.table_id, answer.pid, answer.port, answer.notice)


def _read_answer(child: DetachedProcess, where: str) -> HostAnswer:
    """The first line of the child's output. If the child ends or does not answer in time, the answer has a problem.
    where: a sentence about the child's log.
    """
    if child.stdout is None:
        return HostAnswer(problem="The host process could not be started.")
    lines: list[bytes] = []
    descriptor = child.stdout.fileno()
    # Some systems cannot wait for a pipe with a time limit.
    reader = Thread(target=lambda: lines.append(_read_line(descriptor)), daemon=True)
    reader.start()
    reader.join(ANSWER_WITHIN_S)
    if not lines:
        child.kill()
        reader.join()
        return HostAnswer(problem="The host process did not answer in time.")
    try:
        return msgspec.json.decode(lines[0], type=HostAnswer)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return HostAnswer(problem=f"The host process ended before it could accept connections.{where}")


def _read_line(descriptor: int) -> bytes:
    line = b""
    while not line.endswith(b"\n") and len(line) < _LONGEST_ANSWER and (part := os.read(descriptor, 1)):
        line += part
    return line


def _gone_within(entry: RunningTable, timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        _reap()
        if not entry.is_alive():
            return True
        time.sleep(0.02)
    return not entry.is_alive()


def _reap() -> None:
    """Collect our children that ended, so that none stays a zombie."""
    _children[:] = [child for child in _children if child.poll() is None]
