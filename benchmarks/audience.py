"""By how many spectators one host ends: the delay of an event, the processor and the memory, step by step.

    python -m benchmarks.audience [--steps N ...] [--moves N] [--plain]

One player plays Hearts with bots. The spectators join over TLS from processes of their own, and read all that comes.
After each step this process lets a few more spectators in, the probes. The delay is the time from the player's move
until a probe has the event. A host sends to spectators in the order in which they joined, so the latest probes have
the longest delay, and those in the middle of the crowd have the median delay. All processes run on one machine, so the
delay includes the crowd's reading.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.crowd import Spectator, join
from benchmarks.helper import Helper
from benchmarks.processes import cpu_s, memory
from benchmarks.report import Figure, at_most, median, tell
from net.client.session import ClientSession
from net.host.config import HostConfig
from net.host.launcher import HostHandle, start_host, stop_table
from net.match.settings import MOST_WATCHERS, TimeControls
from net.system import raise_file_limit

STEPS = (250, 500, 1000, 2000)
"""Spectators. Each crowd is twice the one before, so the probes that joined after that are in its middle."""
PROBES = 5
"""Probes that join after each step."""
LATE_MS = 150
WITHIN_S = 20.0
REST_S = 0.25


class Probe(Spectator):
    """A spectator that keeps when each event came."""

    def __init__(self, name: str) -> None:
        super().__init__(name, is_dead=False)
        self.came: dict[int, float] = {}
        self._said = 0

    def data_received(self, data: bytes) -> None:
        """Part of asyncio.Protocol."""
        super().data_received(data)
        now = time.perf_counter()
        for number in range(self._said, self.held + 1):
            self.came[number] = now
        self._said = max(self._said, self.held + 1)


@dataclass(frozen=True)
class Step:
    """What was seen with so many spectators. middle_ms, last_ms: delays of the probes there. acks_ms: of every move.
    cpu_us: of the host, for a spectator and an event. pss_mib, uss_mib: of the host.
    """

    spectators: int
    middle_ms: list[float]
    last_ms: list[float]
    acks_ms: list[float]
    cpu_us: float
    pss_mib: float
    uss_mib: float


class Stage:
    """A table, its player and its probes."""

    def __init__(self, *, tls: bool) -> None:
        clocks = TimeControls(limits_ms={}, other_ms=0, between_ms=1, pace_ms=500, silent_ms=3_600_000)
        self.is_tls = tls
        self.handle: HostHandle = start_host(
            HostConfig(
                game="hearts",
                options={"limit": 1000},
                bots=("easy",) * 3,
                listed=False,
                bind="127.0.0.1",
                plain=not tls,
                most_watchers=MOST_WATCHERS,
                clocks=clocks,
                seed="audience",
            )
        )
        self.player = ClientSession(self.handle.address, name="Player", token=bytes.fromhex(self.handle.owner))
        self.probes: list[Probe] = []
        self.crowd = 0
        self.helpers = contextlib.ExitStack()

    async def begin(self) -> None:
        """Sit down, and begin the match."""
        await self.player.open()
        if self.player.seat is None:
            await self.player.sit(0)
        await self.player.ready()
        outcome = await self.player.start()
        if not outcome.accepted:
            raise RuntimeError(outcome.reason)

    async def grow(self, spectators: int) -> None:
        """Let the crowd grow to so many, then a few probes in."""
        more = spectators - self.crowd
        if more:
            how = ["--tls"] if self.is_tls else []
            words = ("benchmarks.crowd", "127.0.0.1", str(self.handle.port), str(more), "0", *how)
            self.helpers.enter_context(await asyncio.to_thread(Helper, *words))
            self.crowd = spectators
        for _ in range(PROBES):
            probe = Probe(f"probe {len(self.probes)}")
            self.probes.append(probe)
            await join("127.0.0.1", self.handle.port, probe, tls=self.is_tls)

    async def measure(self, moves: int) -> Step:
        """Play so many moves, and see what they cost."""
        pid = self.handle.pid
        middle: list[float] = []
        last: list[float] = []
        acks: list[float] = []
        used_s = events = 0.0
        while len(acks) < moves:
            decision, info = self.player.decision, self.player.info
            if decision is None:
                if info is not None and info.phase == "between":
                    await self.player.next_deal()
                await asyncio.sleep(0.005)
                continue
            await asyncio.sleep(REST_S)
            number, used_before = len(self.player.events), cpu_s(pid)
            began = time.perf_counter()
            outcome = await self.player.submit(decision.id, decision.default)
            acked = time.perf_counter()
            if not outcome.accepted or decision.sealed:  # what is sealed is an event only when all have answered
                continue
            await self._told(number)
            acks.append((acked - began) * 1000)
            delays = [(probe.came[number] - began) * 1000 for probe in self.probes]
            middle += delays[-2 * PROBES :][:PROBES]
            last += delays[-PROBES:]
            await asyncio.sleep(REST_S / 3)
            used_s += cpu_s(pid) - used_before
            events += 1
        held = memory((pid,))
        watching = self.crowd + len(self.probes)
        return Step(self.crowd, middle, last, acks, used_s / events / watching * 1e6, held.pss, held.uss)

    async def _told(self, number: int) -> None:
        until = time.perf_counter() + WITHIN_S
        while not all(number in probe.came for probe in self.probes):
            if time.perf_counter() > until:
                raise RuntimeError(f"Not all probes had event {number} within {WITHIN_S:.0f} s.")
            await asyncio.sleep(0.002)

    async def close(self) -> None:
        """Let everybody go, and stop the host."""
        self.helpers.close()
        await self.player.close()
        await asyncio.to_thread(stop_table, self.handle.table_id)


async def run(steps: list[int], moves: int, *, tls: bool) -> list[Step]:
    """All steps, one after the other; each is told as it ends."""
    stage = Stage(tls=tls)
    measured: list[Step] = []
    try:
        await stage.begin()
        for spectators in (0, *steps):
            await stage.grow(spectators)
            measured.append(await stage.measure(moves))
            for figure in figures(measured[-1], measured[0]):
                print(figure, flush=True)
    finally:
        await stage.close()
    return measured


def figures(step: Step, first: Step) -> Iterator[Figure]:
    """What one step says."""
    yield Figure(
        f"{step.spectators} spectators: delay in the middle of the crowd, median", median(step.middle_ms), "ms"
    )
    yield Figure("  delay of who joined last, median", median(step.last_ms), "ms")
    yield Figure("  a move acknowledged, median", median(step.acks_ms), "ms")
    yield Figure("  memory of the host: PSS", step.pss_mib, "MiB")
    if step.spectators:
        each = 1024 / step.spectators
        yield Figure("  USS for each spectator", (step.uss_mib - first.uss_mib) * each, "KiB")
        yield Figure("  processor of the host, for each spectator and move", step.cpu_us, "us")


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, nargs="+", default=STEPS, help="numbers of spectators, rising")
    parser.add_argument("--moves", type=int, default=8, help="moves of the player in each step")
    parser.add_argument("--plain", action="store_true", help="without TLS")
    given = parser.parse_args()
    raise_file_limit()
    with tempfile.TemporaryDirectory(prefix="kh-") as home:
        os.environ["KHANHOO_HOME"] = home
        measured = asyncio.run(run(given.steps, given.moves, tls=not given.plain))
    thousand = [step for step in measured if step.spectators <= 1000][-1]
    tell([at_most(f"delay with {thousand.spectators} spectators, median", median(thousand.middle_ms), "ms", LATE_MS)])


if __name__ == "__main__":
    main()
