"""Players for the tests of the network: real sessions, waited for by what they are told and never by the clock."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any

from engine.api import Decision, Event, Happened, Journal, Move, View, redact
from net.client.session import ClientSession
from net.host.config import HostConfig
from net.host.launcher import HostHandle, running_tables, start_host
from net.match.settings import TimeControls
from net.news import Asked, CarriedOn, HandedOver, LinkUp, News, Outcome, Told, Waiting
from net.problems import JoinRefused
from net.transport.sockets import connect
from net.wire.address import Address, unix_address
from net.wire.client_messages import CAPABILITIES, ClientMessage, Hello
from net.wire.framing import FrameParser, pack, read_host_message
from net.wire.host_messages import HOST_LIMIT, HostMessage

from .ports import free_port

PATIENCE_S = 60.0
LOOK_AGAIN_S = 0.2
QUICK = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=1, ping_ms=1_000)


def quick_config(game: str = "hearts", **more: Any) -> HostConfig:
    """A table on this machine alone that waits for nobody's eyes."""
    usual: dict[str, Any] = {"tcp": False, "listed": False, "clocks": QUICK, "host_name": "Ann", "idle_minutes": 2}
    return HostConfig(game=game, **{**usual, **more})


async def quick_host(game: str = "hearts", **more: Any) -> HostHandle:
    """A host process for it, on a port that no other table of this machine wants."""
    if more.get("tcp") and "port" not in more:
        more["port"] = free_port()
    return await asyncio.to_thread(start_host, quick_config(game, **more))


async def until_tables(*table_ids: str) -> None:
    """Wait until these tables run in this home, and no others."""
    async with asyncio.timeout(PATIENCE_S):
        while {table.table_id for table in running_tables()} != set(table_ids):
            await asyncio.sleep(LOOK_AGAIN_S / 10)


class Player:
    """A session, what it was told, and a way to wait for more."""

    def __init__(self, session: ClientSession, *, plays: bool = False, seed: int = 1) -> None:
        self.session = session
        self.news: list[News] = []
        self.plays = plays
        self.takes_over = True
        self.outcomes: list[tuple[int, bool]] = []
        self.may_play = asyncio.Event()
        self.may_play.set()
        self._chance = random.Random(seed)
        self._came = asyncio.Event()
        self._playing: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        session.on_news(self._hear)

    @classmethod
    async def join(cls, address: Address, name: str, *, plays: bool = False, **more: Any) -> Player:
        player = cls(ClientSession(address, name=name, **more), plays=plays)
        await player.session.open()
        return player

    @property
    def seat(self) -> int | None:
        return self.session.seat

    @property
    def remaining_ms(self) -> int | None:
        return self.session.remaining_ms

    @property
    def is_over(self) -> bool:
        return self.session.view is not None and self.session.view.over is not None

    @property
    def events(self) -> list[Event]:
        return list(self.session.events)

    def told(self, kind: type[Any]) -> list[Any]:
        return [item for item in self.news if isinstance(item, kind)]

    async def until(self, holds: Callable[[], object], what: str = "") -> None:
        """Wait for news after which something holds; somebody else's news may be what makes it so."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not holds():
                    self._came.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._came.wait(), LOOK_AGAIN_S)
        except TimeoutError:
            raise AssertionError(
                f"{self.session.name} waited in vain {what}: seat {self.session.seat}, "
                f"decision {self.session.decision}, last news {self._last_news()}"
            ) from None

    def _last_news(self) -> list[News]:
        """What says how somebody came to wait in vain: not every card, and none of the lost connections twice."""
        kept: list[News] = [item for item in self.news if not isinstance(item, Told | Waiting)]
        return [item for n, item in enumerate(kept) if n == 0 or type(item) is not type(kept[n - 1])][-20:]

    async def until_event(self, kind: type[Any], count: int = 1) -> None:
        await self.until(lambda: sum(isinstance(event, kind) for event in self.events) >= count, kind.__name__)

    async def until_told(self, events: int) -> None:
        await self.until(lambda: len(self.events) >= events or self.is_over, f"for {events} events")

    async def until_linked(self, times: int) -> None:
        await self.until(lambda: len(self.told(LinkUp)) >= times, f"to be linked {times} times")

    async def until_answered(self) -> None:
        """Wait until it is known what became of every move that was made."""
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*self._tasks)

    async def until_asked(self) -> Decision:
        await self.until(lambda: self.session.decision is not None, "to be asked")
        assert self.session.decision is not None
        return self.session.decision

    async def record(self) -> Journal:
        """The finished match's record; asked for again if we played faster than people may."""
        while True:
            try:
                return Journal.from_bytes(await self.session.fetch_record())
            except JoinRefused as refusal:
                if refusal.code != "slow":
                    raise
                await asyncio.sleep(0.3)

    def pick(self, decision: Decision) -> Move:
        assert self.session.view is not None
        return self._chance.choice(list(decision.moves(self.session.view.deck))[:200])

    def _hear(self, news: News) -> None:
        self.news.append(news)
        self._came.set()
        if isinstance(news, HandedOver):
            self._tasks.add(asyncio.get_running_loop().create_task(self._take_over()))
        if isinstance(news, CarriedOn):
            self._playing.clear()  # another host's decisions, though they may have the same numbers
        # After a break the same decision is asked again, while the session sends our answer again by itself.
        if self.plays and isinstance(news, Asked) and news.decision.id not in self._playing:
            self._playing.add(news.decision.id)
            task = asyncio.get_running_loop().create_task(self._play(news.decision))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take_over(self) -> None:
        await self.session.going_on.take_over(is_wanted=self.takes_over)

    async def _play(self, decision: Decision) -> None:
        move = self.pick(decision)
        await self.may_play.wait()
        outcome = await self.session.submit(decision.id, move)
        while outcome.code == "slow":  # nobody but a test plays so fast
            await asyncio.sleep(0.2)
            outcome = await self.session.submit(decision.id, move)
        self.outcomes.append((decision.id, outcome.accepted))


class RawClient(asyncio.Protocol):
    """A client that says what a session never would."""

    def __init__(self) -> None:
        self.messages: list[HostMessage] = []
        self.is_lost = False
        self._parser = FrameParser(HOST_LIMIT)
        self._came = asyncio.Event()
        self.transport: asyncio.Transport

    @classmethod
    async def connect(cls, address: Address) -> RawClient:
        client = cls()
        await connect(address, lambda: client)
        return client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._parser.feed(data)
        while (payload := self._parser.next_payload()) is not None:
            self.messages.append(read_host_message(payload))
        self._came.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        self._came.set()

    def say(self, message: ClientMessage) -> None:
        self.transport.write(pack(message))

    def hello(self, **more: Any) -> None:
        self.say(Hello(**{"name": "Raw", "capabilities": CAPABILITIES, **more}))

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._came.clear()
                await self._came.wait()

    async def until_heard(self, kind: type[Any]) -> Any:
        await self.until(lambda: any(isinstance(message, kind) for message in self.messages))
        return next(message for message in self.messages if isinstance(message, kind))


def tcp(handle: HostHandle) -> Address:
    """The way over TCP to a host of this machine."""
    return Address("tcp", host="127.0.0.1", port=handle.port, table=handle.table_id)


def without_room(events: list[Event]) -> list[Event]:
    """The events of the match alone."""
    return [event for event in events if not isinstance(event, Happened)]


def numbers(player: Player) -> list[int]:
    """Numbers of the events in the order in which they were told."""
    return [item.number for item in player.told(Told)]


def as_seen(record_events: list[Event], view: View) -> list[Event]:
    """What a viewer should have been told of a whole match."""
    return [redact(event, view.viewer, view.game.plan) for event in record_events]


__all__ = [
    "QUICK",
    "Player",
    "RawClient",
    "as_seen",
    "numbers",
    "quick_config",
    "quick_host",
    "tcp",
    "unix_address",
    "without_room",
]


async def agreed(ask: Callable[[], Awaitable[Outcome]]) -> None:
    """Ask for something that has to be granted; again, if we played faster than people may."""
    while (outcome := await ask()).code == "slow":
        await asyncio.sleep(0.2)
    assert outcome.accepted, outcome.reason
