"""A table in this very process, with links in memory: the same room, driver and session, and no socket."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.api import OptionValue
from net.client.session import ClientSession
from net.host.driver import RoomDriver
from net.match.settings import RoomConfig, TimeControls
from net.wire.address import Address, unix_address

NOWHERE: Address = unix_address("(memory)")
PROMPT = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=0)


class MemoryTransport(asyncio.Transport):
    """One end of a link in memory. What is written arrives at the other end in a later turn of the loop."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self._is_cut = False
        self._protocol = protocol
        self._other: MemoryTransport | None = None
        self._is_closing = False

    @classmethod
    def pair(cls, one: asyncio.Protocol, other: asyncio.Protocol) -> tuple[MemoryTransport, MemoryTransport]:
        """A link between two protocols, both told that it is made."""
        left, right = cls(one), cls(other)
        left._other, right._other = right, left
        other.connection_made(right)
        one.connection_made(left)
        return left, right

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
        """Nothing is buffered here."""

    def get_write_buffer_size(self) -> int:
        """Nothing is buffered here."""
        return 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Part of asyncio.Transport."""
        other = self._other
        if other is not None and not self._is_closing and not self._is_cut:
            asyncio.get_running_loop().call_soon(other._arrive, bytes(data))

    def close(self) -> None:
        """End the link after what was written."""
        if self._is_closing:
            return
        self._is_closing = True
        loop = asyncio.get_running_loop()
        loop.call_soon(self._protocol.connection_lost, None)
        if self._other is not None and not self._is_cut:
            loop.call_soon(self._other.close)

    def abort(self) -> None:
        """The same: nothing waits."""
        self.close()

    def cut(self, *, only_answers: bool = False) -> None:
        """From now on nothing arrives at this end, and unless only_answers at the other: a dead network."""
        if self._other is not None:
            self._other._is_cut = True
        self._is_cut = not only_answers

    def break_off(self) -> None:
        """The link breaks, and both ends are told."""
        for end in (self, self._other):
            if end is not None:
                end._is_cut = True
                end.close()

    def _arrive(self, data: bytes) -> None:
        if not self._is_closing:
            self._protocol.data_received(data)


class LocalTable:
    """A table in memory. links: the client ends of all links made so far, newest last, to cut or close them."""

    def __init__(self, server: RoomDriver, owner: bytes) -> None:
        self.server = server
        self.owner = owner
        self.links: list[MemoryTransport] = []

    async def connect(self, protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        """A connector for client sessions."""
        client_end, _ = MemoryTransport.pair(protocol(), self.server.new_link())
        self.links.append(client_end)
        return client_end

    def session(self, name: str, *, is_owner: bool = False, watch: bool = False, **more: Any) -> ClientSession:
        """A session at this table, not yet opened."""
        return ClientSession(
            NOWHERE,
            name=name,
            role="watcher" if watch else "player",
            token=self.owner if is_owner else b"",
            connector=self.connect,
            **more,
        )

    async def close(self) -> None:
        """End the table."""
        await self.server.close("The table is closed.")


def open_table(
    game: str,
    *,
    options: Mapping[str, OptionValue] | None = None,
    seats: int | None = None,
    bots: Sequence[str] = (),
    seed: str = "",
    deal: str = "",
    clocks: TimeControls = PROMPT,
    thinker_process: bool = False,
    chance_seed: int = 1,
) -> LocalTable:
    """A new table without bots' pace, chance fixed. Raises what Room.open raises."""
    owner = b"the owner's key!"
    config = RoomConfig(
        table_id="memory0000",
        game=game,
        options=dict(options or {}),
        seats=seats,
        bots=tuple(bots),
        seed=seed,
        deal=deal,
        listed=False,
        owner=owner,
        clocks=clocks,
    )
    server = RoomDriver.open(
        config, [], keeper=None, chance=random.Random(chance_seed), thinker_process=thinker_process
    )
    return LocalTable(server, owner)


async def open_local_table(
    game: str,
    options: Mapping[str, OptionValue] | None = None,
    bots: Sequence[str] = (),
    *,
    name: str = "You",
    seats: int | None = None,
    seed: str = "",
    deal: str = "",
    clocks: TimeControls = PROMPT,
) -> tuple[LocalTable, ClientSession]:
    """A table in memory and its owner's session, open."""
    table = open_table(game, options=options, seats=seats, bots=bots, seed=seed, deal=deal, clocks=clocks)
    session = table.session(name, is_owner=True)
    await session.open()
    return table, session
