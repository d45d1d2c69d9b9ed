"""Many tables on one machine: what each costs in memory, processor time and start, at rest and in play.

    python -m benchmarks.many_tables [--tables N] [--seconds N] [--game GAME] [--think MS]

Each table is a host process with TLS on a port of its own, as `khanhoo host` starts it, but none is listed on the
network. The player of every table is a client in this process. All other seats have medium bots, which think in a
process of their own that the table starts when a bot first has to decide. Bots and clocks have their usual pace.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.processes import children, cpu_s, memory
from benchmarks.report import Figure, at_most, median, percentile, tell
from engine.api import find_game
from net.client.session import ClientSession
from net.host.config import HostConfig
from net.host.launcher import HostHandle, start_host, stop_table
from net.system import raise_file_limit


@dataclass
class Counts:
    """All players together. acks_s: seconds from each move to its acknowledgement. is_over: nobody moves any more."""

    acks_s: list[float] = field(default_factory=list)
    is_over: bool = False


@dataclass(frozen=True)
class Spell:
    """Some time of all tables. hosts_s, minds_s: processor time of hosts and of bots. events: at all tables."""

    seconds: float
    hosts_s: float
    minds_s: float
    events: int


class Player:
    """The player of one table: it answers each decision with its default after the time to think."""

    def __init__(self, handle: HostHandle) -> None:
        self.session = ClientSession(handle.address, name="Player", token=bytes.fromhex(handle.owner))

    async def begin(self) -> None:
        """Sit down, and begin the match."""
        await self.session.open()
        if self.session.seat is None:
            await self.session.sit(0)
        await self.session.ready()
        outcome = await self.session.start()
        if not outcome.accepted:
            raise RuntimeError(outcome.reason)

    async def play(self, counts: Counts, think_s: float) -> None:
        """Answer until the counts are over."""
        while not counts.is_over:
            decision, info = self.session.decision, self.session.info
            if decision is None:
                if info is not None and info.phase == "between":
                    await self.session.next_deal()
                await asyncio.sleep(0.02)
                continue
            await asyncio.sleep(think_s)
            began = time.perf_counter()
            if (await self.session.submit(decision.id, decision.default)).accepted:
                counts.acks_s.append(time.perf_counter() - began)


def opened(game: str, tables: int) -> tuple[list[HostHandle], list[float]]:
    """So many tables, one after the other, and the seconds that each took."""
    handles, took = [], []
    seats = find_game(game).meta.usual_seats
    for number in range(tables):
        config = HostConfig(
            game=game,
            seats=seats,
            bots=("medium",) * (seats - 1),
            listed=False,
            bind="127.0.0.1",
            turn_s=0,
            seed=f"table {number}",
        )
        began = time.perf_counter()
        handles.append(start_host(config))
        took.append(time.perf_counter() - began)
    return handles, took


def used(pids: list[int]) -> float:
    """Processor time of some processes."""
    return sum(map(cpu_s, pids))


async def spell(hosts: list[int], players: list[Player], seconds: float) -> Spell:
    """What the tables use in so many seconds."""

    def events() -> int:
        return sum(len(player.session.events) for player in players)

    minds = [child for host in hosts for child in children(host)]
    began, hosts_s, minds_s, before = time.perf_counter(), used(hosts), used(minds), events()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    return Spell(took, used(hosts) - hosts_s, used(minds) - minds_s, events() - before)


async def run(game: str, tables: int, seconds: float, think_s: float) -> list[Figure]:
    """All of it, and the figures."""
    handles, took = await asyncio.to_thread(opened, game, tables)
    hosts = [handle.pid for handle in handles]
    try:
        await asyncio.sleep(3)
        start_s = used(hosts) / tables
        empty, lobby = memory(hosts), await spell(hosts, [], seconds)
        players = [Player(handle) for handle in handles]
        for player in players:
            await player.begin()
        counts = Counts()
        tasks = [asyncio.create_task(player.play(counts, think_s)) for player in players]
        await asyncio.sleep(10)  # every table has its bots by then, and its first tricks
        counts.acks_s.clear()
        play = await spell(hosts, players, seconds)
        acks_s = list(counts.acks_s)
        full, minds = memory(hosts), memory([child for host in hosts for child in children(host)])
        counts.is_over = True
        await asyncio.gather(*tasks)
        await asyncio.sleep(15)  # until every table waits for its player
        wait = await spell(hosts, players, seconds)
        for player in players:
            await player.session.close()
    finally:
        for handle in handles:
            await asyncio.to_thread(stop_table, handle.table_id)

    def share(used_s: float, of: Spell) -> float:
        """Per cent of one core that one table takes."""
        return 100 * used_s / of.seconds / tables

    def figures() -> Iterator[Figure]:
        yield Figure("start of a table, median", 1000 * median(took), "ms")
        yield Figure("start of a table, slowest", 1000 * max(took), "ms")
        yield Figure("  processor time", 1000 * start_s, "ms")
        yield Figure("a table that nobody has joined: PSS", empty.pss / tables, "MiB")
        yield Figure("  USS", empty.uss / tables, "MiB")
        yield at_most("  processor, of one core", share(lobby.hosts_s, lobby), "%", 0.1)
        yield Figure("a table in play: PSS of its host", full.pss / tables, "MiB")
        yield Figure("  USS of its host", full.uss / tables, "MiB")
        yield Figure("  PSS of its bots", minds.pss / tables, "MiB")
        yield Figure("  USS of its bots", minds.uss / tables, "MiB")
        yield Figure("  events a second", play.events / play.seconds / tables, "")
        yield Figure("  processor of its host, of one core", share(play.hosts_s, play), "%")
        yield Figure("  processor of its bots, of one core", share(play.minds_s, play), "%")
        yield Figure("  a move acknowledged, median", 1000 * median(acks_s), "ms")
        yield Figure("  a move acknowledged, 95 of 100", 1000 * percentile(acks_s, 95), "ms")
        yield Figure("a table that waits for its player: events", wait.events, "")
        yield at_most("  processor of its host, of one core", share(wait.hosts_s, wait), "%", 0.5)
        yield at_most("  processor of its bots, of one core", share(wait.minds_s, wait), "%", 0)

    return list(figures())


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20, help="how long each state is measured")
    parser.add_argument("--game", default="hearts")
    parser.add_argument("--think", type=int, default=1000, metavar="MS", help="how long a player thinks")
    given = parser.parse_args()
    raise_file_limit()
    with tempfile.TemporaryDirectory(prefix="kh-") as home:
        os.environ["KHANHOO_HOME"] = home
        figures = asyncio.run(run(given.game, given.tables, given.seconds, given.think / 1000))
    tell(figures)


if __name__ == "__main__":
    main()
