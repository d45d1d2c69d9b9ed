"""The path of a move through this project's files: how many are entered, and how often it goes from one to another.

Four people play Hearts and two watch, in memory, with a journal on disk. Counted are calls of Python functions: each
enters its file, and is a switch if the call before it entered another one.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from net.client.session import ClientSession
from net.crypto.signing import PersonKey
from net.host.driver import RoomDriver
from net.host.journal_file import JournalFile, JournalKeeper
from net.match.settings import RoomConfig, TimeControls
from net.wire.framing import FrameParser, read_host_message
from net.wire.host_messages import HOST_LIMIT, Done, HostMessage, Welcome
from tests.harness.local_table import NOWHERE

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]
PACKAGES = tuple(f"{ROOT / name}{os.sep}" for name in ("engine", "net", "tui"))
NET = f"{ROOT / 'net'}{os.sep}"
OWNER = b"the owner's key!"
CLOCKS = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(0, 0), between_ms=0)
QUIET_TURNS = 20
"""Turns of the event loop without a byte after which a table is quiet."""
BEFORE = 6
"""Cards played before the one that is followed: whatever is made at its first use is made by then."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the path. files: entered on it. switches: from one of them to another. net_: the same of net/ alone."""

    name: str
    files: int
    switches: int
    net_files: int
    net_switches: int

    @classmethod
    def of(cls, name: str, entered: Sequence[str]) -> Leg:
        """A leg on which these files were entered, in order."""
        of_net = [file for file in entered if file.startswith(NET)]
        return cls(name, *_count(entered), *_count(of_net))

    def __str__(self) -> str:
        return f"  {self.name:<40} {self.files:>5} {self.switches:>8} {self.net_files:>13} {self.net_switches:>8}"


def _count(entered: Sequence[str]) -> tuple[int, int]:
    return len(set(entered)), sum(one != other for one, other in itertools.pairwise(entered))


class Trace:
    """What happens, in order: the file of each function that is called, and the wires that are written."""

    def __init__(self) -> None:
        self.steps: list[str | Wire] = []

    def __enter__(self) -> Trace:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGES):
            self.steps.append(frame.f_code.co_filename)

    def last_write(self, wires: list[Wire]) -> int:
        """The place of the last write to some wires."""
        return max(place for place, step in enumerate(self.steps) if step in wires)

    def leg(self, name: str, begin: int, end: int) -> Leg:
        """A part of what ran."""
        return Leg.of(name, [step for step in self.steps[begin:end] if isinstance(step, str)])


class Wire(asyncio.Transport):
    """One end of a link; what is written stays here until it is fetched. trace: is told of each write."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[bytes] = []
        self.trace: Trace | None = None
        self._is_closing = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Nothing is known of a link in memory."""
        return default

    def is_closing(self) -> bool:
        """Part of asyncio.Transport."""
        return self._is_closing

    def can_write_eof(self) -> bool:
        """Part of asyncio.Transport: as over TLS."""
        return False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing is bounded here."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Part of asyncio.Transport."""
        self.waiting.append(bytes(data))
        if self.trace is not None:
            self.trace.steps.append(self)

    def close(self) -> None:
        """Part of asyncio.Transport."""
        self._is_closing = True

    def abort(self) -> None:
        """The same: nothing waits."""
        self.close()

    def fetch(self) -> bytes:
        """What was written since the last time."""
        data, self.waiting = b"".join(self.waiting), []
        return data

    def first_message(self) -> HostMessage:
        """What a host has said first of what waits here."""
        parser = FrameParser(HOST_LIMIT)
        parser.feed(self.waiting[0])
        payload = parser.next_payload()
        assert payload is not None
        return read_host_message(payload)


class Guest:
    """Somebody at the table, and both ends of the link to it."""

    def __init__(self, table: Table, name: str, *, watch: bool = False, token: bytes = b"") -> None:
        self.table = table
        self.client_end, self.host_end = Wire(), Wire()
        self.session = ClientSession(
            NOWHERE,
            name=name,
            role="watcher" if watch else "player",
            token=token,
            connector=self._connect,
            person=PersonKey(name.ljust(32).encode()),
        )

    async def _connect(self, protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        self.host, self.client = self.table.server.new_link(), protocol()
        self.host.connection_made(self.host_end)
        self.client.connection_made(self.client_end)
        self.table.guests.append(self)
        return self.client_end

    def carry(self) -> bool:
        """Carry what was written to the other end, both ways; whether there was anything."""
        to_host, to_client = self.client_end.fetch(), self.host_end.fetch()
        if to_host:
            self.host.data_received(to_host)
        if to_client:
            self.client.data_received(to_client)
        return bool(to_host or to_client)


class Table:
    """A table whose bytes are carried by hand. guests: who has come."""

    def __init__(self, folder: Path) -> None:
        journal = JournalFile.open(folder / "journal")
        config = RoomConfig(table_id="path000000", game="hearts", seed="path", listed=False, owner=OWNER, clocks=CLOCKS)
        self.guests: list[Guest] = []
        self.server = RoomDriver.open(
            config,
            [],
            keeper=JournalKeeper(journal),
            chance=random.Random(1),
            thinker_process=False,
        )

    async def until_quiet(self) -> None:
        """Carry all there is, and let the event loop turn until nothing more comes."""
        quiet = 0
        while quiet < QUIET_TURNS:
            carried = [guest.carry() for guest in self.guests]
            quiet = 0 if any(carried) else quiet + 1
            await asyncio.sleep(0)

    async def do(self, work: Coroutine[Any, Any, T] | asyncio.Task[T]) -> T:
        """Carry bytes until something is done."""
        task = asyncio.ensure_future(work)
        async with asyncio.timeout(60):
            while not task.done():
                await self.until_quiet()
        return task.result()

    def asked(self) -> list[Guest]:
        """Who has a decision to make."""
        return [guest for guest in self.guests if guest.session.decision is not None]

    async def play(self, guest: Guest) -> None:
        """Let somebody play what the table would for them."""
        decision = guest.session.decision
        assert decision is not None
        outcome = await self.do(guest.session.submit(decision.id, decision.default))
        assert outcome.accepted, outcome.reason
        await self.until_quiet()


async def _turns() -> None:
    """Turns of the event loop, as many as anything takes; nothing is carried."""
    for _ in range(QUIET_TURNS):
        await asyncio.sleep(0)


async def _begin(table: Table) -> tuple[list[Guest], list[Guest]]:
    """The players and the spectators of a match in which some cards have been played."""
    players = [Guest(table, name, token=b"" if name != "Ann" else OWNER) for name in ("Ann", "Ben", "Cat", "Dan")]
    watchers = [Guest(table, name, watch=True) for name in ("Eve", "Fay")]
    for guest in (*players, *watchers):
        await table.do(guest.session.open())
    for guest in players:
        await table.do(guest.session.ready())
    await table.do(players[0].session.start())
    await table.until_quiet()
    for guest in table.asked():
        await table.play(guest)
    for _ in range(BEFORE):
        await table.play(table.asked()[0])
    return players, watchers


async def _move(table: Table, players: list[Guest], watchers: list[Guest]) -> list[Leg]:
    """The legs of one move."""
    mover = table.asked()[0]
    decision = mover.session.decision
    assert decision is not None
    mover.client_end.trace = trace = Trace()
    with trace:
        answer = asyncio.get_running_loop().create_task(mover.session.submit(decision.id, decision.default))
        await _turns()
    client = trace.leg("client: submit -> socket", 0, trace.last_write([mover.client_end]))
    mover.client_end.trace = None
    moved = mover.client_end.fetch()
    host = Trace()
    for guest in table.guests:
        guest.host_end.trace = host
    with host:
        mover.host.data_received(moved)
        await _turns()
    assert isinstance(mover.host_end.first_message(), Done)
    seats, crowd = [guest.host_end for guest in players], [guest.host_end for guest in watchers]
    done = host.steps.index(mover.host_end)
    told, shown = host.last_write(seats), host.last_write(crowd)
    assert done < told < shown
    for guest in table.guests:
        guest.host_end.trace = None
    await table.until_quiet()
    assert (await answer).accepted
    return [
        client,
        host.leg("host: socket -> journal -> done", 0, done),
        host.leg("host: done -> the seats have their news", done, told),
        host.leg("host: then the spectators", told, shown),
        host.leg("host: socket -> spectators, all of it", 0, shown),
    ]


async def _hello(table: Table) -> Leg:
    """The way of a hello."""
    guest = Guest(table, "Gus", watch=True)
    opening = asyncio.get_running_loop().create_task(guest.session.open())
    await _turns()
    hello = guest.client_end.fetch()
    guest.host_end.trace = trace = Trace()
    with trace:
        guest.host.data_received(hello)
        await _turns()
    assert isinstance(guest.host_end.first_message(), Welcome)
    guest.host_end.trace = None
    await table.do(opening)
    return trace.leg("host: hello -> welcome", 0, trace.steps.index(guest.host_end))


async def legs(folder: Path) -> list[Leg]:
    """All legs, at a table of its own."""
    table = Table(folder)
    players, watchers = await _begin(table)
    found = [*await _move(table, players, watchers), await _hello(table)]
    for guest in table.guests:
        await guest.session.close()
    await table.server.close("")
    return found


def main() -> None:
    """Print the legs."""
    parser = argparse.ArgumentParser(description="The path of a move through this project's files.")
    parser.add_argument("--json", action="store_true", help="print the figures for a program")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KHANHOO_HOME"] = folder
        found = asyncio.run(legs(Path(folder)))
    if given.json:
        print(json.dumps([asdict(leg) for leg in found], indent=1))
        return
    print(f"  {'':<40} {'files':>5} {'switches':>8} {'in net: files':>13} {'switches':>8}")
    for leg in found:
        print(leg)


if __name__ == "__main__":
    main()
