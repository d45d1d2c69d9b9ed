"""A browser, a scanner, a flood at the port of a host process in the middle of a hand: nothing changes for the table.

Two people play all the while, one over the network from the very address that the flood comes from. What is watched is
the host itself: every move of theirs is acknowledged, every event arrives once, and when it is over the host has no
more open files than before, hardly more memory, and a few lines in its log.
"""

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest

from net.host.acceptor import MOST_WAITING_PER_PEER
from net.host.config import LOG_NAME, table_folder
from net.host.driver import MOST_UNKNOWN_PER_PEER
from net.host.launcher import HostHandle
from net.transport.tls import client_context
from net.wire.client_messages import Hello
from net.wire.framing import pack
from net.wire.host_messages import Refused

from ...harness.players import PATIENCE_S, QUICK, Player, RawClient, numbers, quick_host, tcp

MOST_LINES = 8
MOST_GROWTH_KIB = 24 * 1024
GET = b"GET / HTTP/1.1\r\nHost: cards.example\r\nUser-Agent: a browser\r\nAccept: */*\r\n\r\n"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Table:
    """A host process with a match under way. files, memory_kib: what it had before anything happened."""

    host: HostHandle
    players: list[Player]
    files: int = 0
    memory_kib: int = 0

    def open_files(self) -> int:
        """How many files and sockets the host has open; 0 where the system does not say."""
        place = Path(f"/proc/{self.host.pid}/fd")
        return len(list(place.iterdir())) if place.exists() else 0

    def resident_kib(self) -> int:
        """The host's memory; 0 where the system does not say."""
        place = Path(f"/proc/{self.host.pid}/statm")
        pages = int(place.read_text().split()[1]) if place.exists() else 0
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024

    def log(self) -> list[str]:
        """The lines of its log."""
        return (table_folder(self.host.table_id) / LOG_NAME).read_text("utf-8").splitlines()

    async def goes_on(self) -> None:
        """Wait until the players have been told more than they were."""
        for player in self.players:
            await player.until_told(len(player.events) + 20)

    async def is_as_before(self) -> None:
        """The match goes on, nothing was lost or said twice, and the host has let go of what came."""
        await self.goes_on()
        async with asyncio.timeout(PATIENCE_S):
            while self.open_files() > self.files:
                await asyncio.sleep(0.05)
        for player in self.players:
            assert numbers(player) == list(range(len(player.events)))
            assert player.outcomes
            assert all(accepted for _, accepted in player.outcomes)
            assert player.session.is_up
        seats = self.players[0].session.info.seats if self.players[0].session.info else ()
        assert [seat.name for seat in seats if seat.kind == "person"] == ["Ann", "Ben"]
        assert self.resident_kib() - self.memory_kib < MOST_GROWTH_KIB
        assert len(self.log()) <= MOST_LINES, self.log()


@asynccontextmanager
async def playing(hello_ms: int = 500) -> AsyncIterator[Table]:
    """A match of Hearts between two people and two bots that goes on for long."""
    clocks = msgspec.structs.replace(QUICK, hello_ms=hello_ms)
    host = await quick_host(
        tcp=True, bind="127.0.0.1", clocks=clocks, bots=("easy", "easy"), options={"limit": 500}, title="Flooded"
    )
    ann = await Player.join(host.address, "Ann", plays=True, token=bytes.fromhex(host.owner))
    ben = await Player.join(tcp(host), "Ben", plays=True)
    await ben.session.ready()
    assert (await ann.session.start()).accepted
    table = Table(host, [ann, ben])
    await table.goes_on()
    table.files, table.memory_kib = table.open_files(), table.resident_kib()
    try:
        yield table
    finally:
        for player in table.players:
            await player.session.close()


async def plain(table: Table) -> Stream:
    """A connection to the port, and nothing said."""
    return await asyncio.open_connection("127.0.0.1", table.host.port)


async def secure(table: Table) -> Stream:
    """A connection to the port with TLS, and nothing said."""
    return await asyncio.open_connection("127.0.0.1", table.host.port, ssl=client_context(), server_hostname="")


async def until_hung_up_on(streams: Iterable[Stream]) -> None:
    """Wait until the host has ended all of these."""
    async with asyncio.timeout(PATIENCE_S):
        for reader, writer in streams:
            with suppress(OSError):  # a reset is an end, too
                while await reader.read(4096):
                    pass
            writer.close()


# What comes.


async def browsers(table: Table) -> None:
    """A browser is pointed at the port."""
    for _ in range(20):
        reader, writer = await plain(table)
        writer.write(GET)
        await until_hung_up_on([(reader, writer)])


async def secure_browsers(table: Table) -> None:
    """A browser is pointed at the port that does not mind the certificate."""
    for _ in range(10):
        reader, writer = await secure(table)
        writer.write(GET)
        await until_hung_up_on([(reader, writer)])


async def scanner(table: Table) -> None:
    """Something connects and hangs up, 500 times."""
    for _ in range(500):
        _, writer = await plain(table)
        writer.transport.abort()


async def half_hellos(table: Table) -> None:
    """A handshake of TLS begins, and never goes on."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        client_context().wrap_bio(incoming, outgoing).do_handshake()
    beginning = outgoing.read()
    streams = []
    for number in range(80):
        reader, writer = await plain(table)
        with suppress(OSError):
            writer.write(beginning[: 5 + number])
        streams.append((reader, writer))
    await until_hung_up_on(streams)


async def noise(table: Table) -> None:
    """Random bytes."""
    chance = Random("noise")
    streams = []
    for _ in range(100):
        reader, writer = await plain(table)
        writer.write(chance.randbytes(chance.randrange(1, 3000)))
        streams.append((reader, writer))
    await until_hung_up_on(streams)


async def silent_crowd(table: Table) -> None:
    """300 connections that say nothing; the host holds no more of them than it may."""
    streams = [await plain(table) for _ in range(300)]
    if table.files:
        assert table.open_files() - table.files <= MOST_WAITING_PER_PEER + 8
    await until_hung_up_on(streams)


async def silent_secure_crowd(table: Table) -> None:
    """Connections that speak TLS and then say nothing."""
    streams = []
    for _ in range(60):
        with suppress(OSError):
            streams.append(await secure(table))
    if table.files:
        assert table.open_files() - table.files <= MOST_UNKNOWN_PER_PEER + MOST_WAITING_PER_PEER
    await until_hung_up_on(streams)


async def drip(table: Table) -> None:
    """A hello, byte by byte, so slowly that it never ends."""
    hello = pack(Hello(name="Slow", table=table.host.table_id))

    async def one() -> None:
        reader, writer = await secure(table)
        with suppress(OSError):
            for byte in hello:
                writer.write(bytes([byte]))
                await writer.drain()
                if reader.at_eof():
                    break
                await asyncio.sleep(0.05)
        await until_hung_up_on([(reader, writer)])

    await asyncio.gather(*(one() for _ in range(10)))


async def probes(table: Table) -> None:
    """The table is asked how it stands, as fast as can be."""
    for _ in range(60):
        raw = await RawClient.connect(tcp(table.host))
        raw.hello(role="probe")
        await raw.until(partial(getattr, raw, "is_lost"))


async def goes_on_while(comes: Callable[[Table], Awaitable[None]]) -> None:
    """At a table of its own."""
    async with playing() as table:
        await comes(table)
        await table.is_as_before()


@pytest.mark.slow
@pytest.mark.parametrize("comes", [browsers, secure_browsers, scanner, silent_secure_crowd, drip, probes])
async def test_the_match_goes_on_and_the_host_lets_go_of_what_came(comes: Callable[[Table], Awaitable[None]]) -> None:
    await goes_on_while(comes)


@pytest.mark.slow
async def test_the_match_goes_on_while_a_host_waits_for_handshakes_that_never_end() -> None:
    # For five seconds each, which three hosts can do at once.
    await asyncio.gather(*map(goes_on_while, (half_hellos, noise, silent_crowd)))


@pytest.mark.slow
async def test_a_browser_over_tls_is_refused_in_a_sentence() -> None:
    async with playing() as table:
        raw = await RawClient.connect(tcp(table.host))
        raw.transport.write(GET)
        refused: Refused = await raw.until_heard(Refused)
        assert refused.code == "malformed"
        await table.is_as_before()


@pytest.mark.slow
async def test_a_player_comes_back_in_the_middle_of_a_flood() -> None:
    async with playing(hello_ms=3_000) as table:
        ben = table.players[1]
        crowd = [await plain(table) for _ in range(MOST_WAITING_PER_PEER // 2)]
        line = ben.session._line._link
        assert line is not None
        line.fail("The test cut the line.")
        await ben.until_linked(2)
        await table.goes_on()
        await until_hung_up_on(crowd)
        await table.is_as_before()
