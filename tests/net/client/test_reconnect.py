"""The line of a session: a welcome that comes too early, and the waits between attempts to come back."""

import asyncio
import random
from collections.abc import Callable

import pytest

from net import news
from net.client import reconnect
from net.client.session import ClientSession
from net.storage.person_key import make_person_key
from net.transport.sockets import CannotReach
from net.wire.address import unix_address
from net.wire.framing import pack
from net.wire.host_messages import Welcome
from net.wire.table_info import TableInfo

from ...harness.local_table import NOWHERE, MemoryTransport, open_table


class Eager(asyncio.Protocol):
    """A host that says welcome before it has heard hello, and proves nothing."""

    def __init__(self, info: TableInfo) -> None:
        self.info = info

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(pack(Welcome(table=self.info, name="Ann", token=bytes(16))))


async def test_a_welcome_before_hello_lets_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a host that does not know the code cannot leave the proof of it out."""
    monkeypatch.setattr("net.client.reconnect.WELCOME_WITHIN_S", 0.2)
    table = open_table("hearts")
    info = table.server.room.info(table.server.now_ms())

    async def connect(protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        return MemoryTransport.pair(protocol(), Eager(info))[0]

    session = ClientSession(
        unix_address("(memory)", info.table_id),
        name="Ann",
        code="K7M4XR",
        connector=connect,
        person=make_person_key(),
    )
    with pytest.raises(CannotReach, match="does not answer"):
        await session.open()
    assert session.is_closed
    assert session.info is None
    await table.close()


async def test_the_waits_double_up_to_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else all players of a table would ask a host that is gone four times a second, all evening."""
    monkeypatch.setattr(reconnect, "FIRST_WAIT_S", 0.002)
    monkeypatch.setattr(reconnect, "LONGEST_WAIT_S", 0.012)
    monkeypatch.setattr(random.Random, "uniform", lambda _, least, most: most)
    table = open_table("hearts")
    waits: list[float] = []
    are_enough = asyncio.Event()

    def hear(item: news.News) -> None:
        if isinstance(item, news.LinkLost):
            waits.append(item.retry_in_s)
            if len(waits) == 5:
                are_enough.set()

    async def connect(protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        if table.links:
            raise ConnectionRefusedError
        return await table.connect(protocol)

    session = ClientSession(NOWHERE, name="Ann", connector=connect)
    session.on_news(hear)
    await session.open()
    table.links[0].abort()
    await are_enough.wait()
    await session.close()
    await table.close()
    assert waits[:5] == [0.002, 0.004, 0.008, 0.012, 0.012]
