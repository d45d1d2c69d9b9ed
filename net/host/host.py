"""The host process of one table: `python -m net.host --config FILE`.

It belongs to no terminal. Its first line on standard output tells the parent where it listens, or why it does not;
afterwards it writes only to its log. It imports no screen and, until it listens, nothing that is slow.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from inspect import isawaitable
from pathlib import Path
from typing import Any

import msgspec

from engine.api import DealError, JournalError, OptionError, SeatsError, UnknownGame

from ..discovery.announcer import Announcer
from ..environment import usual_port
from ..match.faults import Mishap
from ..match.people import LobbyRefusal
from ..match.rivals import CHECKING
from ..match.snapshot import MatchSnapshot
from ..match.time_limits import SleepAwareClock, TurnTime
from ..problems import StoreBusy, StoreProblem
from ..room import table_journal
from ..storage import paths, processes
from ..storage.files import read_bounded, write_whole
from ..storage.person_key import own_person_key
from ..system import listen_here, on_continue, on_end_signals, raise_file_limit, restrict_new_files
from ..transport.tls import own_identity
from ..version import app_version
from ..wire.rate_limits import connection_rates
from ..wire.table_info import TableInfo
from . import registry
from .acceptor import Acceptor
from .config import (
    CONFIG_NAME,
    DAMAGED_SUFFIX,
    JOURNAL_NAME,
    LARGEST_CONFIG,
    LOG_NAME,
    HostAnswer,
    HostConfig,
    damaged_copies,
    load_config,
    read_config,
    read_estate,
    remove_table,
    save_config,
    table_folder,
)
from .driver import BROKEN, SPARE_CONNECTIONS, RoomDriver
from .fault_log import keep_evidence
from .fault_place import blame, say_only_where
from .forwards import Forward, forget_forward, forward_of, note_forward
from .journal_file import JournalFile, JournalKeeper, free_place
from .listeners import BACKLOG, SharedSocket, open_port, spoken_on, unlink, why
from .registry import RunningTable
from .rival_watch import AWAY_AFTER_S, SILENT_AFTER_S, RivalWatch
from .watchdog import Watchdog

_PORT_NAME = "port"
LOOK_EVERY_S = 2.0
NOTE_EVERY_S = 0.5
"""While somebody's time runs, a host that starts again gives back no more of it."""
_LATE_COMERS_S = 5.0
"""For how long a host whose match has moved still tells clients the new address."""
_BUSY_FOR_S = 1.0
_UNLISTED_FOR_S = 30.0
"""How long a table runs without people if no list of this user's tables can show it."""
_TAKE_BACK_WITHIN_S = 1.5


class CannotHost(Exception):
    """The table cannot be opened; the text is a sentence for the person who wanted it."""


class TableHost:
    """A table, its listeners, its place in the registry, its life and end.

    folder: where the journal is; None if it could not be made, and is to be made later. is_restart: the table was open
    before, so it is restored or not opened at all.
    """

    def __init__(self, config: HostConfig, folder: Path | None, *, is_restart: bool = False) -> None:
        self.config = config
        self.folder = folder
        self._is_restart = is_restart
        self._may_lack_records = False
        self.notice = ""
        self.port = 0
        self.private_socket = ""
        self._began = int(time.time())
        self._ended = asyncio.Event()
        self._is_for_good = False
        self._sentence = "The host has closed the table."
        self._kept: dict[str, Any] = {"title": config.title, "listed": config.listed, "options": config.options}
        self._entered: tuple[dict[str, Any], str, bool] = {}, "", False
        self._servers: list[asyncio.AbstractServer] = []
        self._acceptor: Acceptor | None = None
        self._shared: SharedSocket
        self._announcer: Announcer | None = None
        self._announcing: asyncio.Task[None] | None = None
        self._is_open = False
        self._awake = SleepAwareClock(0)
        self._is_looking = False
        self._ran_s, self._asleep_s = registry.system_clock_s(), registry.asleep_s()
        self._was_stopped = False
        self._gap_s = (
            0.0,
            float("-inf"),
        )  # when this process last ran before it stopped, and since when it runs again
        self._tasks: set[asyncio.Task[None]] = set()
        self._open_doors: Callable[[], None] = lambda: None
        self._rivals: RivalWatch
        self.server: RoomDriver

    async def open(self) -> HostAnswer:
        """Open the table, or restore it from its journal, and listen. Raises CannotHost."""
        keeper, records = self._open_journal()
        try:
            self._keep_config()
            return await self._open(keeper, records)
        except (CannotHost, StoreProblem, OSError):
            await self._give_up(keeper, is_new=not records)
            raise
        except Exception as fault:
            say(f"The table could not be opened: {blame(fault)}")
            self._keep_evidence(Mishap(fault, "opening", self.config.game, records=len(records)), b"")
            await self._give_up(keeper, is_new=not records)
            raise CannotHost(
                "The program made a mistake and cannot open this table. The table's log has the details."
            ) from fault

    async def _open(self, keeper: JournalKeeper, records: list[bytes]) -> HostAnswer:
        try:
            self.server = RoomDriver.open(
                self.config.room_config(app_version()),
                records,
                keeper=keeper,
                turn=self._turn_time(),
                may_lack_records=self._may_lack_records,
                estate=self._estate(is_new=not records),
                most_connections=self.config.most_watchers + SPARE_CONNECTIONS,
                say=say,
                on_report=self._keep_evidence,
            )
        except (UnknownGame, OptionError, SeatsError, DealError, LobbyRefusal) as fault:
            raise CannotHost(str(fault)) from fault
        except JournalError as fault:
            raise CannotHost(f"The journal of this table cannot be read: {fault}") from fault
        self.server.on_end = self._end_for_good
        self.server.on_saving = self._note_saving
        self._rivals = RivalWatch(self.server, self.config, say, self._yield_to, lambda: self.port)
        self._hold_if_away(has_past=bool(records))
        self.server.before_step = self._notice_sleep
        self._shared = SharedSocket(self.server.new_link, self.config.table_id, self._shared_problem)
        await self._listen_here()
        await self._listen_to_network()
        if not self.private_socket and not self.port:
            raise CannotHost("Nobody can connect to this table, from this machine or from the network.")
        info = self.server.room.info(self.server.now_ms())
        await self._shared.update(info)
        try:
            self._enter(info)
        except (StoreProblem, OSError) as fault:
            self._note(f"`khanhoo tables` cannot show this table: {fault}")
        self._give_sign_of_life()
        if not self._is_looking:
            self._open_doors()
        self._is_open = True
        return HostAnswer(pid=os.getpid(), socket=self.private_socket, port=self.port, notice=self.notice)

    def _keep_evidence(self, mishap: Mishap, payload: bytes) -> None:
        if self.folder is not None:
            keep_evidence(self.folder, mishap, payload)

    def end(self, sentence: str) -> None:
        """Make `run` end, and send everybody the sentence."""
        self._sentence = sentence
        self._ended.set()

    def _end_for_good(self, sentence: str) -> None:
        """The host has closed the table, or another host has it now. Nobody will start this one again."""
        self._is_for_good = True
        self.end(sentence)

    async def run(self) -> None:
        """Take care of the table until it ends. Afterwards remove everything that it used."""
        interfaces = self.config.interfaces or spoken_on(self.config.bind)
        if self.port and interfaces is not None:
            self._announcer = Announcer(self.port, interfaces, say)
            self._announcing = asyncio.create_task(self._announce(self._announcer))
        if self._is_looking:
            self._run(self._look())
        key = await asyncio.to_thread(own_person_key)  # its library takes long to load, and nobody has to wait for it
        self.server.room.signs_with(key)
        watchdog = Watchdog(lambda: self.server.busy_since, say)
        try:
            while not self._ended.is_set():
                try:
                    await self._look_after()
                except Exception as fault:  # noqa: BLE001 - the table continues, and the next round comes soon
                    say(f"A periodic check of the table failed: {blame(fault)}")
                await self._until_next_look()
        finally:
            watchdog.close()
            await self._close()

    async def _until_next_look(self) -> None:
        """Wait until the next periodic check, or the end. Meanwhile, note how much time an open question has left: a
        host that is killed and started again gives back what was not noted."""
        loop = asyncio.get_running_loop()
        end_s = loop.time() + LOOK_EVERY_S
        while not self._ended.is_set() and loop.time() < end_s:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(NOTE_EVERY_S, end_s - loop.time())):
                    await self._ended.wait()
            with contextlib.suppress(Exception):  # the periodic check fails in the same way, and reports it
                if any(self.server.room.turn_time(self.server.now_ms()).open.left_ms.values()):
                    self._give_sign_of_life()

    def _estate(self, *, is_new: bool) -> MatchSnapshot | None:
        """The snapshot of another table, if this table continues it. Raises CannotHost."""
        if not self.config.estate or not is_new:
            return None
        try:
            return read_estate(table_folder(self.config.table_id) / self.config.estate)
        except StoreProblem as fault:
            raise CannotHost(str(fault)) from fault

    def _give_sign_of_life(self) -> None:
        turn = self.server.room.turn_time(self.server.now_ms())
        registry.sign_of_life(self.config.table_id, msgspec.json.encode(turn))

    def _turn_time(self) -> TurnTime | None:
        """The time of the open question at the last sign of life of this table's host."""
        with contextlib.suppress(msgspec.MsgspecError):
            return msgspec.json.decode(registry.last_note(self.config.table_id), type=TurnTime)
        return None

    async def _give_up(self, keeper: JournalKeeper, *, is_new: bool) -> None:
        """The table cannot be opened. Leave nothing behind that looks like a table, unless there was one before."""
        self._stop_listening()
        unlink(self.private_socket)
        await keeper.close()
        if is_new and self.folder is not None:
            _remove_folder(self.folder)

    async def _look_after(self) -> None:
        self.server.look_after()
        if self._acceptor is not None:
            self._acceptor.report()
        if self.server.is_broken:
            self.end(BROKEN)
            return
        self._give_sign_of_life()
        self._notice_sleep()
        info = self.server.room.info(self.server.now_ms())
        with contextlib.suppress(StoreProblem, OSError):  # the next round tries again
            await asyncio.to_thread(self._keep_shown, info)
        if not self._is_looking:
            await self._shared.update(info)
            self._rivals.follow()
        now_ms = self.server.now_ms()
        if self._awake.overslept(now_ms):
            self.server.last_used_ms = (
                now_ms  # people who were at the table before the machine slept can still come back
            )
        self._awake.due_ms = now_ms - self._awake.slept_ms + round(LOOK_EVERY_S * 1000)
        idle_ms = now_ms - self.server.last_used_ms
        if not self._entered[0] and idle_ms > _UNLISTED_FOR_S * 1000:
            say("Nobody is at this table, and no program can find it, since its entry cannot be written.")
            self.end("This table was unused for too long.")
        elif self.config.idle_minutes and idle_ms > self.config.idle_minutes * 60_000:
            say("The table was unused for too long.")
            self.end("This table was unused for too long.")

    # Other tables of the same match.

    def _hold_if_away(self, *, has_past: bool) -> None:
        """After this table was away, search for another table of its match before this one continues. After a short
        death, no player can have missed the host, so there is no other table.
        """
        ago_s, table_id = registry.died_ago_s(self.config.table_id), self.config.table_id
        if has_past and self._rivals.is_needed:
            is_short = ago_s is not None and ago_s < AWAY_AFTER_S and forward_of(table_id) is None
            if not is_short:
                self._is_looking = True
                self.server.hold(was_interrupted=True)

    def _notice_sleep(self) -> None:
        """Notice whether the machine slept, or this process did not run, for so long that other players may have
        continued.
        """
        now_s, asleep_s = registry.system_clock_s(), registry.asleep_s()
        slept_s = now_s - self._ran_s
        if slept_s > AWAY_AFTER_S:
            self._gap_s = (self._ran_s, now_s)
        self._ran_s = now_s
        was_stopped = self._was_stopped or asleep_s - self._asleep_s > 1
        self._was_stopped, self._asleep_s = False, asleep_s
        # On a busy machine, this process may only wait for its turn. A client waits long before it calls a host gone.
        limit_s = AWAY_AFTER_S if was_stopped else SILENT_AFTER_S
        if slept_s > limit_s and not self._is_looking and self._rivals.is_needed:
            say(f"The host did not run for {slept_s:.0f} seconds.")
            self._is_looking = True
            self.server.hold(was_interrupted=True)
            self.server.tell_people(CHECKING)
            self._run(self._look())

    def was_stopped(self) -> None:
        """The system continues this process after it was stopped."""
        self._was_stopped = True
        ran_s, since_s = self._gap_s
        if registry.system_clock_s() - since_s < 1:  # a step came before this signal, so measure its gap again
            self._ran_s = ran_s

    async def _look(self) -> None:
        try:
            await self._rivals.look()
        finally:
            if not self._ended.is_set():
                forget_forward(self.config.table_id)
                self._is_looking = False
                self._open_doors()
                self.server.release()

    def _yield_to(self, forward: Forward) -> None:
        """The match continues at another table. This table closes, and its journal is kept for a while."""
        say(forward.sentence)
        note_forward(self.config.table_id, forward)
        self.server.move_to(forward.to, forward.sentence)
        self.end(forward.sentence)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _announce(self, announcer: Announcer) -> None:
        """Announce the table in a separate task, so that nothing waits for a network that does not answer."""
        while True:
            if not self._is_looking:
                await announcer.update(self.server.room.info(self.server.now_ms()))
            await asyncio.sleep(LOOK_EVERY_S)

    async def _stop_announcing(self) -> None:
        if self._announcing is not None:
            self._announcing.cancel()
            await asyncio.wait((self._announcing,), timeout=_TAKE_BACK_WITHIN_S)
        if self._announcer is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_TAKE_BACK_WITHIN_S):
                    await self._announcer.close()

    async def _close(self) -> None:
        phases: list[str] = []
        steps: list[Callable[[], object]] = [
            self._rivals.close,
            self._stop_announcing,
            self._tell_late_comers,
            self._stop_listening,
            self._shared.close,
            lambda: phases.append(self.server.room.info(self.server.now_ms()).phase),
            lambda: self.server.close(self._sentence),
            lambda: unlink(self.private_socket),
            lambda: registry.strike(self.config.table_id),
            paths.tidy_spare_dir,
        ]
        for step in steps:
            # If one step fails, the other steps still happen.
            try:
                outcome = step()
                if isawaitable(outcome):
                    await outcome
            except Exception as fault:  # noqa: BLE001 - see above
                say(f"A step of closing the table failed: {blame(fault)}")
        is_done = self._is_for_good or phases in (["open"], ["over"])
        if is_done and self.folder is not None and not self.server.is_broken:
            # Nobody can want to continue: the players have the record of a match that is over.
            _remove_folder(self.folder)
        say("The table is closed.")

    async def _tell_late_comers(self) -> None:
        """The match continues elsewhere: tell late clients where."""
        if self.server.room.has_moved:
            self._open_doors()
            await asyncio.sleep(_LATE_COMERS_S)

    def _stop_listening(self) -> None:
        for listener in self._servers:
            listener.close()
        if self._acceptor is not None:
            self._acceptor.close()

    def _open_journal(self) -> tuple[JournalKeeper, list[bytes]]:
        """The journal and its records, none for a new table. Raises CannotHost."""
        if self.folder is None:
            journal = JournalFile(self._make_folder)
        else:
            journal = self._read_journal(self.folder)
        keeper = JournalKeeper(journal)
        if keeper.problem is not None:
            self.notice = f"This table is not saved: if the host stops, the match is lost. {keeper.problem}"
        if journal.cut_bytes:
            say(f"The journal ended with {journal.cut_bytes} bytes that are no whole record.")
        if journal.was_damaged:
            self._note("This table's journal was damaged on disk. The match continues from before the damage.")
        return keeper, journal.records

    def _read_journal(self, folder: Path) -> JournalFile:
        """Raises CannotHost if there is a saved table that cannot be restored. Its file then stays as it is."""
        try:
            journal = _open_alone(folder / JOURNAL_NAME)
        except StoreBusy as fault:
            raise CannotHost(str(fault)) from fault
        except StoreProblem as fault:
            raise CannotHost(f"This table cannot be restored, because its journal cannot be read. {fault}") from fault
        self._may_lack_records = journal.was_damaged or not registry.was_saved(self.config.table_id)
        turn = self._turn_time()
        had_match = journal.was_damaged or (turn is not None and turn.step >= 0)
        is_lost = (self._is_restart or bool(journal.cut_bytes)) and not journal.records
        if is_lost or (had_match and journal.records and not _has_match(journal.records)):
            journal.close()
            lost = self._lost(folder, is_damaged=journal.was_damaged or bool(journal.cut_bytes and is_lost))
            if not journal.records and not damaged_copies(folder) and forward_of(self.config.table_id) is None:
                _remove_folder(folder)
            raise lost
        return journal

    def _lost(self, folder: Path, *, is_damaged: bool) -> CannotHost:
        """The table cannot be restored. What is left of it stays."""
        registry.strike(self.config.table_id, keeps_sign=True)  # no player's program starts this host again
        damaged = _set_aside(folder / JOURNAL_NAME) if is_damaged else next(reversed(damaged_copies(folder)), None)
        if damaged is not None:
            return CannotHost(
                "This table's journal was damaged on disk. The match is lost at this host. "
                f"The damaged file is kept at {damaged}."
            )
        return CannotHost("This table was not saved when its host stopped. The match is lost at this host.")

    def _make_folder(self) -> Path:
        """The path of the journal in a folder that could not be made before. Raises StoreProblem, OSError."""
        if self.folder is None:
            self.folder = save_config(self.config).parent
            _write_port(self.folder, self.port)
        return self.folder / JOURNAL_NAME

    def _keep_config(self) -> None:
        """Copy a config that lies elsewhere into the table's folder. This host changes the copy, and removes it with
        the table. The journal is open, so no other host of this table runs. Raises StoreProblem, OSError.
        """
        if self.folder is None:
            return
        with contextlib.suppress(StoreProblem):
            if load_config(self.folder / CONFIG_NAME) == self.config:
                return
        save_config(self.config)

    def _note_saving(self, is_saved: bool) -> None:
        """Note in the registry that the table is saved, or not: for lists, and for the next host of the table."""
        info = self.server.room.info(self.server.now_ms())
        with contextlib.suppress(StoreProblem, OSError):  # the next round tries again
            self._enter(msgspec.structs.replace(info, not_saved=not is_saved))

    def _shared_problem(self, sentence: str) -> None:
        """Tell the player who hosts about a problem: in the answer to the parent, or at the table."""
        say(sentence)
        if self._is_open:
            self.server.tell_problem(sentence)
        else:
            self._note(sentence)

    async def _listen_here(self) -> None:
        try:
            place = paths.private_socket_dir() / f"{self.config.table_id}.sock"
            self._servers.append(await listen_here(place, 0o600, BACKLOG, self.server.new_link))
            self.private_socket = str(place)
        except OSError as fault:
            say(f"This machine's socket cannot be opened: {fault}")

    async def _listen_to_network(self) -> None:
        if not self.config.tcp and self.private_socket:
            return
        bind = self.config.bind if self.config.tcp else "127.0.0.1"
        wanted = self.config.port
        try:
            plug, moved = open_port(bind, wanted, _read_port(self.folder))
        except OSError as fault:
            sentence = f"Port {wanted or usual_port()} cannot be opened: {why(fault)}."
            if wanted or not self.private_socket:
                raise CannotHost(sentence) from fault
            self._note(sentence)
            return
        try:
            await self._listen_to(plug)
        except StoreProblem as error:
            plug.close()
            self._note(f"{error} Nobody can join over the network.")
            return
        self.port = plug.getsockname()[1]
        if self.config.tcp:
            self._note(moved)
        _write_port(self.folder, self.port)

    async def _listen_to(self, plug: socket.socket) -> None:
        """Serve a port, over TLS unless the config says otherwise. Raises StoreProblem."""
        context = None
        if not self.config.plain:
            identity, notice = own_identity()
            self._note(notice)
            context = identity.server_context()
            self.server.room.listens_with(identity.fingerprint)
        rates = connection_rates(self.config.most_watchers)

        def open_doors() -> None:
            self._open_doors = lambda: None
            self._acceptor = Acceptor(plug, self.server.new_link, context, rates, say)

        self._open_doors = open_doors

    def _enter(self, info: TableInfo) -> None:
        """Write the table's entry in the registry. Raises StoreProblem, OSError."""
        registry.enter(
            RunningTable(
                table_id=self.config.table_id,
                pid=os.getpid(),
                started=processes.start_mark(os.getpid()),
                boot=processes.boot_mark(),
                socket=self.private_socket,
                port=self.port,
                title=info.title,
                game=info.game,
                options=info.options,
                listed=info.listed,
                began=self._began,
                folder=os.fsencode(self.folder or "").decode(errors="replace"),
                unannounced=self._unannounced,
                not_saved=info.not_saved,
            )
        )
        self._entered = _shown(info), self._unannounced, info.not_saved

    @property
    def _unannounced(self) -> str:
        return self._announcer.problem if self._announcer is not None else ""

    def _keep_shown(self, info: TableInfo) -> None:
        """Lists describe the table by its entry, and after the end of this process by its config: bring both up to
        date. The journal would say it too, but takes longer to read. The config comes first, so that a list that saw
        the entry finds nothing older when this process is gone. Raises StoreProblem, OSError."""
        shown = _shown(info)
        try:
            if self.folder is not None and shown != self._kept:
                save_config(msgspec.structs.replace(self.config, **shown))
                self._kept = shown
        finally:
            if (shown, self._unannounced, info.not_saved) != self._entered:
                self._enter(info)

    def _note(self, sentence: str) -> None:
        """Tell the player who hosts a sentence that they must know."""
        self.notice = f"{self.notice} {sentence}".strip()


def _shown(info: TableInfo) -> dict[str, Any]:
    """The changing facts that lists show of a table."""
    return {"title": info.title, "listed": info.listed, "options": info.options}


def _open_alone(place: Path) -> JournalFile:
    """Open the journal for this process alone. Raises StoreProblem; StoreBusy if another host has it.

    If a host is killed while it starts the process of its bots, the child holds the journal for a moment. So a busy
    journal is tried again for a while.
    """
    patient_until = time.monotonic() + _BUSY_FOR_S
    while True:
        try:
            return JournalFile.open(place)
        except StoreBusy:
            if time.monotonic() > patient_until:
                raise
            time.sleep(0.05)


def _read_port(folder: Path | None) -> int:
    """The port on which this table listened before, 0 if it never did."""
    if folder is None:
        return 0
    try:
        return int(read_bounded(folder / _PORT_NAME, 8))
    except (StoreProblem, ValueError):
        return 0


def _write_port(folder: Path | None, port: int) -> None:
    if folder is not None:
        with contextlib.suppress(StoreProblem):
            write_whole(folder / _PORT_NAME, str(port).encode())


def _remove_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        if os.path.samestat(os.fstat(2), (folder / LOG_NAME).stat()):
            _point_nowhere(2)  # some systems cannot remove an open file
    with contextlib.suppress(OSError):
        remove_table(folder)


def _has_match(records: list[bytes]) -> bool:
    try:
        return table_journal.has_match(records)
    except JournalError as fault:
        raise CannotHost(f"The journal of this table cannot be read: {fault}") from fault


def _set_aside(journal: Path) -> Path:
    """Give a damaged journal another name if possible. Returns where it is now."""
    with contextlib.suppress(OSError):
        return journal.rename(free_place(journal, DAMAGED_SUFFIX))
    return journal


def say_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Write to the log a mistake of this program that happened on the event loop."""
    fault = context.get("exception")
    say(f"{context.get('message', 'A mistake.')} {blame(fault) if fault is not None else ''}".rstrip())


def say(text: str) -> None:
    """Write a line to the log."""
    if sys.stderr is not None:
        stamp = time.strftime("%Y-%m-%d %H:%M:%S")
        with contextlib.suppress(OSError):  # a full disk costs the line, and never the table
            sys.stderr.write(f"{stamp} {text}\n")
            sys.stderr.flush()


def _answer(answer: HostAnswer) -> None:
    """Tell the parent, then close the pipe, because the parent may end."""
    sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
    sys.stdout.flush()
    _point_nowhere(0, 1)


def _point_nowhere(*descriptors: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


async def host(config: HostConfig, folder: Path | None, *, is_restart: bool = False) -> None:
    """Serve one table to its end. Raises CannotHost."""
    table = TableHost(config, folder, is_restart=is_restart)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(say_fault)
    # Under TLS, a transport notices a dead socket one turn late, and asyncio logs each write until then. So a stranger
    # could fill the log. Below the level of an error, asyncio logs nothing else, and errors come to say_fault.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    # Not on the loop: the program must know it before it reads any message that came in meanwhile.
    on_continue(table.was_stopped)
    request = None
    with contextlib.suppress(OSError):  # the disk may be full or read-only
        request = registry.end_request(config.table_id)
    on_end_signals(lambda: table.end("The host has closed the table."), request=request)
    _answer(await table.open())
    say(f"Table {config.table_id} ({config.game}) is open: {table.private_socket} port {table.port}")
    await table.run()


def main(arguments: list[str] | None = None) -> int:
    """Run the program. Exit code 0: the table was hosted to its end. 1: it could not be opened."""
    parser = argparse.ArgumentParser(prog="python -m net.host", description="The host process of one table.")
    parser.add_argument(
        "--config",
        required=True,
        help='file that describes the table; "-" reads it from standard input, for a disk that accepts nothing now',
    )
    parser.add_argument("--restart", action="store_true", help="the table was open before: restore it, or fail")
    given = parser.parse_args(arguments)
    restrict_new_files()
    sys.excepthook = say_only_where
    raise_file_limit()
    try:
        if given.config == "-":
            config = read_config(sys.stdin.buffer.read(LARGEST_CONFIG), "The input")
            folder = None
        else:
            config = load_config(Path(given.config))
            folder = table_folder(config.table_id)  # a config that lies elsewhere stays as it is
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        asyncio.run(host(config, folder, is_restart=given.restart))
    except (CannotHost, StoreProblem, OSError) as fault:
        say(str(fault))
        _answer(HostAnswer(problem=str(fault), is_busy=isinstance(fault.__cause__, StoreBusy)))
        return 1
    return 0
