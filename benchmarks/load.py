"""A table with six seats and a thousand spectators: the time of a move, the cost of a spectator, readers that are dead.

    python -m benchmarks.load [--spectators N] [--dead N] [--moves N]

Every figure is held against the floor of the same machine in the same run: an echo over asyncio for the time that a
player waits for the acknowledgement, a bare loop of send() for the cost of a spectator.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from dataclasses import dataclass

from benchmarks.floors import echo_ms, raw_send_us
from benchmarks.helper import Helper
from benchmarks.partners import THINKS_S
from benchmarks.processes import cpu_s, memory
from benchmarks.report import Figure, at_most, median, tell
from net.client.session import ClientSession
from net.host.config import HostConfig
from net.host.launcher import start_host, stop_table
from net.match.settings import TimeControls
from net.system import raise_file_limit

GAME, SEATS = "kanhu_qing", 6
ECHO_BYTES, SENT_BYTES = 51, 300
WITHIN_S = 30.0


@dataclass(frozen=True)
class Run:
    """What one crowd cost. ack_ms: median time from a move to its acknowledgement. cpu_s: of the host, a move.
    rss_mib: of the host at the end."""

    ack_ms: float
    cpu_s: float
    rss_mib: float


def crowd(table: Table, count: int, dead: int) -> Helper:
    """A crowd at a table, in its own process."""
    how = ["--tls"] if table.is_tls else []
    return Helper("benchmarks.crowd", "127.0.0.1", str(table.handle.port), str(count), str(dead), *how)


class Table:
    """A running host with six players: the one who is measured, and partners in their own process."""

    def __init__(self, spectators: int, *, tls: bool) -> None:
        # The dead say nothing, and are to be carried along all the time: nobody is hung up on for silence.
        clocks = TimeControls(limits_ms={}, other_ms=0, between_ms=1, pace_ms=0, dwell_ms=(0, 0), silent_ms=3_600_000)
        # Two crowds come, and who was hung up on comes again; each who comes is news that the table takes so many of
        # at once and no more.
        config = HostConfig(
            game=GAME,
            options={"hands": 100},
            seats=SEATS,
            listed=False,
            bind="127.0.0.1",
            plain=not tls,
            most_watchers=3 * spectators,
            clocks=clocks,
            seed="load",
        )
        self.is_tls = tls
        self.handle = start_host(config)
        self.player = ClientSession(self.handle.address, name="Player 0", token=bytes.fromhex(self.handle.owner))
        self._partners: Helper

    async def begin(self) -> None:
        """Let six players sit down, and begin."""
        await self.player.open()
        if self.player.seat is None:
            await self.player.sit(0)
        await self.player.ready()
        self._partners = await asyncio.to_thread(
            Helper, "benchmarks.partners", str(self.handle.address), str(SEATS - 1)
        )
        outcome = await self.player.start()
        if not outcome.accepted:
            raise RuntimeError(outcome.reason)

    async def play(self, moves: int) -> tuple[list[float], int]:
        """So many moves of the measured player; gives the seconds until each was acknowledged, and all players' moves
        in that time."""
        before = await self._moves_of_partners()
        times: list[float] = []
        while len(times) < moves:
            decision, info = self.player.decision, self.player.info
            if decision is None:
                if info is not None and info.phase == "between":
                    await self.player.next_deal()
                await asyncio.sleep(0.001)
                continue
            await asyncio.sleep(THINKS_S)
            began = time.perf_counter()
            outcome = await self.player.submit(decision.id, decision.default)
            if outcome.accepted:
                times.append(time.perf_counter() - began)
        return times, len(times) + await self._moves_of_partners() - before

    async def _moves_of_partners(self) -> int:
        return int(await asyncio.to_thread(self._partners.ask, "moves"))

    async def close(self) -> None:
        """Let everybody go and stop the host."""
        self._partners.end()
        await self.player.close()
        await asyncio.to_thread(stop_table, self.handle.table_id)


async def measure(table: Table, moves: int) -> Run:
    """Play so many moves and see what they cost."""
    pid = table.handle.pid
    before = cpu_s(pid)
    times, made = await table.play(moves)
    await asyncio.sleep(0.5)
    return Run(median(times) * 1000, (cpu_s(pid) - before) / made, memory((pid,)).rss)


async def resynced(process: Helper, table: Table) -> bool:
    """Whether every spectator comes to hold, in an unbroken row, every event until now, and more while they come."""
    wanted = len(table.player.events) - 1
    for _ in range(int(WITHIN_S * 4)):
        held = json.loads(await asyncio.to_thread(process.ask, "count"))
        if all(number >= wanted for number in held):
            return True
        await asyncio.sleep(0.25)
    return False


async def over_tls(spectators: int, moves: int) -> Run:
    """The same crowd, alive, over TLS: the difference that watching makes to a host's processor."""
    table = Table(spectators, tls=True)
    await table.begin()
    alone = await measure(table, moves)
    with crowd(table, spectators, 0):
        live = await measure(table, moves)
    await table.close()
    return Run(live.ack_ms, live.cpu_s - alone.cpu_s, live.rss_mib - alone.rss_mib)


async def run(spectators: int, dead: int, moves: int) -> list[Figure]:
    """All runs, one after the other."""
    with tempfile.TemporaryDirectory(prefix="kh-") as home:
        os.environ["KHANHOO_HOME"] = home
        floor_ms = await echo_ms(moves, ECHO_BYTES)
        table = Table(spectators, tls=False)
        await table.begin()
        alone = await measure(table, moves)
        before_us = raw_send_us(spectators, moves, SENT_BYTES)
        with crowd(table, spectators, 0) as process:
            live = await measure(table, moves)
            all_live = await resynced(process, table)
        # Before and after, since a machine is not always as fast.
        raw_us = (before_us + raw_send_us(spectators, moves, SENT_BYTES)) / 2
        with crowd(table, spectators, dead) as process:
            half = await measure(table, moves)
            process.tell("wake")
            all_woken = await resynced(process, table)
        await table.close()
        sealed = await over_tls(spectators, moves)
    spectator_us = (live.cpu_s - alone.cpu_s) / spectators * 1e6
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
        Figure("one spectator and move over TLS, processor time", sealed.cpu_s / spectators * 1e6, "us"),
        Figure("one spectator over TLS, memory of the host", sealed.rss_mib / spectators * 1024, "KiB"),
        at_most("spectators that missed an event, of the living", int(not all_live), "", 0),
        at_most("spectators that missed an event, of the woken", int(not all_woken), "", 0),
    ]


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--dead", type=int, default=200)
    parser.add_argument("--moves", type=int, default=60)
    given = parser.parse_args()
    raise_file_limit()
    tell(asyncio.run(run(given.spectators, given.dead, given.moves)))


if __name__ == "__main__":
    main()
