"""A table with six seats and a thousand spectators: the time of a move, the cost of a spectator, readers that are dead.

    python -m benchmarks.load [--spectators N] [--dead N] [--moves N]

Every figure is held against the floor of the same machine in the same run: an echo over asyncio for the time that a
player waits for the acknowledgement, a bare loop of send() for the cost of a spectator.
"""

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Figure, at_most, median, tell
from net.client import ClientSession
from net.clocks import Clocks
from net.hostconfig import HostConfig
from net.process import start_host, stop_table
from net.sockets import raise_file_limit

GAME, SEATS = "kanhu_qing", 6
MOVES_A_SECOND = 20
ECHO_BYTES = 51
WITHIN_S = 30.0


@dataclass(frozen=True)
class Run:
    """What one crowd cost. ack_ms: median time from a move to its acknowledgement. cpu_s: of the host, for all moves.
    rss_mib: of the host at the end."""

    ack_ms: float
    cpu_s: float
    rss_mib: float
    moves: int


@contextmanager
def crowd(table: "Table", count: int, dead: int) -> Iterator["subprocess.Popen[str]"]:
    """A crowd at a table, in its own process."""
    command = [sys.executable, "-m", "benchmarks.crowd", "127.0.0.1", str(table.handle.port), str(count), str(dead)]
    if table.is_tls:
        command.append("--tls")
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        if _line(process) != "ready":
            raise RuntimeError("the crowd did not get in")
        yield process
    finally:
        process.kill()
        process.wait()


def ask(process: "subprocess.Popen[str]", word: str) -> None:
    """Tell the crowd something."""
    assert process.stdin is not None
    process.stdin.write(f"{word}\n")
    process.stdin.flush()


def _line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def cpu_s(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss_mib(pid: int) -> float:
    """Memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Table:
    """A running host with six players of ours, who answer at once by the default."""

    def __init__(self, spectators: int, *, tls: bool) -> None:
        # The dead say nothing, and are to be carried along all the time: nobody is hung up on for silence.
        clocks = Clocks(limits_ms={}, other_ms=0, between_ms=1, pace_ms=0, dwell_ms=(0, 0), silent_ms=3_600_000)
        # Two crowds come, and each newcomer is news that the table takes so many of and no more.
        config = HostConfig(
            game=GAME,
            seats=SEATS,
            listed=False,
            bind="127.0.0.1",
            plain=not tls,
            most_watchers=2 * spectators,
            clocks=clocks,
            seed="load",
        )
        self.is_tls = tls
        self.handle = start_host(config)
        self.players: list[ClientSession] = []

    async def seat(self) -> None:
        """Let six players sit down, and begin."""
        for number in range(SEATS):
            key = bytes.fromhex(self.handle.owner) if not number else b""
            player = ClientSession(self.handle.address, name=f"Player {number}", token=key)
            await player.open()
            if player.seat is None:
                await player.sit(number)
            await player.ready()
            self.players.append(player)
        outcome = await self.players[0].start()
        if not outcome.accepted:
            raise RuntimeError(outcome.reason)

    async def play(self, moves: int) -> list[float]:
        """So many moves at an even pace; gives the seconds until each was acknowledged."""
        times: list[float] = []
        due = time.perf_counter()
        while len(times) < moves:
            asked = [player for player in self.players if player.decision is not None]
            if not asked:
                if all(player.info is not None and player.info.phase == "between" for player in self.players):
                    await asyncio.gather(*(player.next_deal() for player in self.players))
                await asyncio.sleep(0.001)
                continue
            player = asked[0]
            decision = player.decision
            assert decision is not None
            due += 1 / MOVES_A_SECOND
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            began = time.perf_counter()
            outcome = await player.submit(decision.id, decision.default)
            if outcome.accepted:
                times.append(time.perf_counter() - began)
        return times

    async def close(self) -> None:
        """Let everybody go and stop the host."""
        for player in self.players:
            await player.close()
        await asyncio.to_thread(stop_table, self.handle.table_id)


async def measure(table: Table, moves: int) -> Run:
    """Play so many moves and see what they cost."""
    pid = table.handle.pid
    before = cpu_s(pid)
    times = await table.play(moves)
    await asyncio.sleep(0.5)
    return Run(median(times) * 1000, cpu_s(pid) - before, rss_mib(pid), moves)


async def echo_ms(rounds: int) -> float:
    """Median time of an echo over asyncio on both sides: what no acknowledgement can be faster than."""
    code = (
        "import asyncio, sys\n"
        "class Echo(asyncio.Protocol):\n"
        "    def connection_made(self, t): self.t = t\n"
        "    def data_received(self, d): self.t.write(d)\n"
        "async def main():\n"
        "    s = await asyncio.get_running_loop().create_server(Echo, '127.0.0.1', 0)\n"
        "    print(s.sockets[0].getsockname()[1], flush=True)\n"
        "    await s.serve_forever()\n"
        "asyncio.run(main())\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)  # noqa: ASYNC220
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(_line(process)))
        times = []
        for _ in range(rounds):
            await asyncio.sleep(1 / MOVES_A_SECOND / 10)
            began = time.perf_counter()
            writer.write(b"x" * ECHO_BYTES)
            await reader.readexactly(ECHO_BYTES)
            times.append(time.perf_counter() - began)
        writer.close()
        return median(times) * 1000
    finally:
        process.kill()
        process.wait()


def raw_send_us(receivers: int, rounds: int, size: int) -> float:
    """Processor time of one send() to one of many sockets, in a bare loop: what no spectator can cost less than."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=receivers)
    near: list[socket.socket] = []
    far: list[socket.socket] = []
    for _ in range(receivers):
        near.append(socket.create_connection(listener.getsockname()))
        far.append(listener.accept()[0])
    stop = threading.Event()

    def drain() -> None:
        while not stop.is_set():
            for plug in far:
                plug.setblocking(False)
                try:
                    while plug.recv(65536):
                        pass
                except BlockingIOError:
                    pass
            time.sleep(0.001)

    reader = threading.Thread(target=drain)
    payload = b"x" * size
    spent = 0.0
    reader.start()
    for _ in range(rounds):
        before = time.thread_time()
        for plug in near:
            plug.send(payload)
        spent += time.thread_time() - before
        time.sleep(1 / MOVES_A_SECOND)
    stop.set()
    reader.join()
    for plug in (*near, *far, listener):
        plug.close()
    return spent / rounds / receivers * 1e6


async def resynced(process: "subprocess.Popen[str]", table: Table) -> bool:
    """Whether every spectator comes to hold every event, in an unbroken row."""
    wanted = len(table.players[0].events) - 1
    for _ in range(int(WITHIN_S * 4)):
        ask(process, "count")
        held = json.loads(await asyncio.to_thread(_line, process))
        if all(number == wanted for number in held):
            return True
        await asyncio.sleep(0.25)
    return False


async def over_tls(spectators: int, moves: int) -> Run:
    """The same crowd, alive, over TLS: the difference that watching makes to a host's processor."""
    table = Table(spectators, tls=True)
    await table.seat()
    alone = await measure(table, moves)
    with crowd(table, spectators, 0):
        live = await measure(table, moves)
    await table.close()
    return Run(live.ack_ms, live.cpu_s - alone.cpu_s, live.rss_mib - alone.rss_mib, moves)


async def run(spectators: int, dead: int, moves: int) -> list[Figure]:
    """All runs, one after the other."""
    with tempfile.TemporaryDirectory(prefix="kh-") as home:
        os.environ["KHANHOO_HOME"] = home
        floor_ms = await echo_ms(moves)
        table = Table(spectators, tls=False)
        await table.seat()
        alone = await measure(table, moves)
        with crowd(table, spectators, 0) as process:
            live = await measure(table, moves)
            all_live = await resynced(process, table)
        with crowd(table, spectators, dead) as process:
            half = await measure(table, moves)
            ask(process, "wake")
            all_woken = await resynced(process, table)
        await table.close()
        sealed = await over_tls(spectators, moves)
    spectator_us = (live.cpu_s - alone.cpu_s) / moves / spectators * 1e6
    raw_us = raw_send_us(spectators, moves, 300)
    return [
        Figure("echo over asyncio, median", floor_ms, "ms"),
        Figure("a move acknowledged, nobody watching, median", alone.ack_ms, "ms"),
        Figure(f"a move acknowledged, {spectators} watching, median", live.ack_ms, "ms"),
        at_most("  of the echo", live.ack_ms / floor_ms, "times", 6),
        Figure("one send() in a bare loop, processor time", raw_us, "us"),
        Figure("one spectator and move, processor time of the host", spectator_us, "us"),
        at_most("  of the bare send()", spectator_us / raw_us, "times", 1.8),
        Figure(f"a move acknowledged, {dead} of them dead, median", half.ack_ms, "ms"),
        at_most("  of that with all alive", half.ack_ms / live.ack_ms, "times", 2),
        at_most("memory that the dead cost the host", half.rss_mib - live.rss_mib, "MiB", 30),
        Figure(f"a move acknowledged, {spectators} watching over TLS, median", sealed.ack_ms, "ms"),
        Figure("one spectator and move over TLS, processor time", sealed.cpu_s / moves / spectators * 1e6, "us"),
        Figure("one spectator over TLS, memory of the host", sealed.rss_mib / spectators * 1024, "KiB"),
        at_most("spectators that missed an event, of the living", int(not all_live), "", 0),
        at_most("spectators that missed an event, of the woken", int(not all_woken), "", 0),
    ]


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--dead", type=int, default=200)
    parser.add_argument("--moves", type=int, default=200)
    given = parser.parse_args()
    raise_file_limit()
    tell(asyncio.run(run(given.spectators, given.dead, given.moves)))


if __name__ == "__main__":
    main()
