"""One person at a table, in a process of its own: for tests in which people sit on different networks.

`python -m tests.harness.actor NAME [ADDRESS]` hosts a table of Hearts for three and a bot, or joins one ("find": the
first that is found on the network). It plays by chance, writes what it sees as lines of JSON, and does what it reads:
start, fill (with bots), bots (play for who is away), next, carry, hand (over to seat 1), there, tell, quit.
KHANHOO_HOME is its machine; a table that is opened with HASTY in the environment misses people soon; with FOUR there
are four people and no bot. With SOON a host is missed soon. The address "again" starts the table again that was hosted
here. The address "look" goes to no table: it says each table that is found or lost, each problem, and who answers at
the links that it reads.
"""

import asyncio
import json
import os
import sys

import msgspec

import net.client.reconnect
import net.migration.failover
from net.client.session import ClientSession
from net.discovery.finder import Finder
from net.host.config import HostConfig
from net.host.launcher import HostProblem, kept_tables, restart_table, start_host
from net.match.settings import TimeControls
from net.news import CarriedOn, DealChecked, HostGone, LinkLost, LinkUp, News, Notice, TableChanged
from net.storage.seat_tokens import SeatTokens
from net.transport.dial import ask_table
from net.transport.sockets import CannotReach
from net.wire.address import parse_address

from .players import Player

CLOCKS = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=0, share_ms=1_000)
HASTY = msgspec.structs.replace(CLOCKS, ping_ms=500, lagging_ms=1_500, away_ms=2_500, silent_ms=3_500)


def show(**what: object) -> None:
    """Write a line."""
    print(json.dumps(what), flush=True)


class Actor:
    """Somebody who plays, and tells what happens."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session
        self.player = Player(session, plays=True)
        self._phase = self._other = ""
        session.on_news(self._hear)

    def _hear(self, news: News) -> None:
        session = self.session
        info = session.info
        match news:
            case LinkUp():
                show(seat=session.seat, table=info.table_id if info else "", key=info.key[:8] if info else "")
            case DealChecked(verdict=verdict):
                totals = list(session.view.totals) if session.view is not None else []
                show(checked=verdict.deal, state=verdict.state, shares=verdict.shares, totals=totals)
            case HostGone(is_suggested=is_suggested, is_offline=is_offline, deal=deal):
                show(gone=deal, may_carry=news.may_carry, is_suggested=is_suggested, is_offline=is_offline)
            case CarriedOn(name=name, deal=deal):
                show(carried=name, deal=deal)
            case TableChanged(info=table):
                here = [seat.name for seat in table.seats if seat.kind == "person" and seat.state == "here"]
                away = [seat.name for seat in table.seats if seat.kind == "person" and seat.state == "away"]
                if (word := f"{table.phase} {' '.join(here)} {' '.join(away)}") != self._phase:
                    self._phase = word
                    show(phase=table.phase, here=here, away=away)
                other = table.other.name if table.other is not None else ""
                if other != self._other:
                    self._other = other
                    show(other=other)
            case Notice(text=text):
                show(notice=text)
            case LinkLost(reason=reason):
                show(lost=reason)

    async def obey(self, line: str) -> bool:
        """Do what was said; whether there is more to come."""
        match line:
            case "fill":
                await self.session.fill("easy")
            case "bots":
                await self.session.set_option("table.away", "bot")
                await self.session.set_option("table.away_s", 0)
            case "start":
                while not (await self.session.start()).accepted:
                    await asyncio.sleep(0.3)  # somebody is not ready yet
            case "next":
                while not (await self.session.next_deal()).accepted:
                    await asyncio.sleep(0.3)
                show(ready=True)
            case "carry":
                try:
                    show(carry=(await self.session.going_on.carry_on()).handle.port)
                except HostProblem as problem:
                    show(problem=str(problem))
            case "there":
                show(there=(await self.session.go_there()).reason)
            case "hand":
                show(handed=(await self.session.hand_over(1)).reason)
            case "tell":
                events = self.session.events
                show(events=len(events), totals=list(self.session.view.totals) if self.session.view else [])
            case _:
                return False
        return True


async def find() -> str:
    """The first table that is found on the network."""
    async with Finder(machine=False, recent=False, ask_every_s=0.5) as finder:
        async for tables in finder.changes():
            if tables:
                return tables[0].link
    return ""


async def look() -> None:
    """Say what is found on the network until the end of the input, and who answers at each link that is read."""
    async with Finder(machine=False, recent=False, ask_every_s=0.5) as finder:
        telling = asyncio.create_task(tell_changes(finder))
        while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
            try:
                show(link=line, answers=(await ask_table(parse_address(line))).table_id)
            except CannotReach as problem:
                show(link=line, answers=str(problem))
        telling.cancel()


async def tell_changes(finder: Finder) -> None:
    """Say each table that came or went, and each problem when it came."""
    known: set[str] = set()
    problem: str | None = None
    async for tables in finder.changes():
        here = {each.info.table_id for each in tables}
        for table_id in here - known:
            show(found=table_id)
        for table_id in known - here:
            show(lost=table_id)
        if finder.problem != problem:
            problem = finder.problem
            show(problem=problem)
        known = here


async def run(name: str, where: str) -> None:
    """From coming to the table until the end of the input."""
    if where == "look":
        await look()
        return
    if "SOON" in os.environ:
        net.client.reconnect.PING_AFTER_S, net.client.reconnect.SILENT_FOR_S, net.client.reconnect.WELCOME_WITHIN_S = (
            0.5,
            2.0,
            2.0,
        )
        net.migration.failover.GONE_AFTER_S = 0.5
    if where == "again":
        (kept,) = await asyncio.to_thread(kept_tables)
        handle = await asyncio.to_thread(restart_table, kept.table_id)
        show(port=handle.port, pid=handle.pid)
        session = ClientSession(handle.address, name=name, keep=SeatTokens())
    elif where:
        session = ClientSession(parse_address(await find() if where == "find" else where), name=name, keep=SeatTokens())
    else:
        clocks = HASTY if "HASTY" in os.environ else CLOCKS
        bots = () if "FOUR" in os.environ else ("easy",)
        config = HostConfig(game="hearts", bots=bots, options={"limit": 100}, clocks=clocks, host_name=name)
        handle = await asyncio.to_thread(start_host, config)
        show(port=handle.port, pid=handle.pid)
        session = ClientSession(handle.address, name=name, keep=SeatTokens())
    actor = Actor(session)
    await session.open()
    if where and where != "again":
        await session.ready()
    while line := await asyncio.to_thread(sys.stdin.readline):
        if not await actor.obey(line.strip()):
            break
    await session.close()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""))
