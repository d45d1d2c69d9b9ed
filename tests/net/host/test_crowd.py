"""Six players and two hundred spectators, forty of whom stop reading: what each of them comes to hold, not how fast."""

from __future__ import annotations

import asyncio
import socket
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.api import Event, Happened
from net.wire.client_messages import Ping
from net.wire.framing import FrameParser
from net.wire.host_messages import HOST_LIMIT, Events, Refused, Welcome
from tests.harness.players import QUICK, Player, RawClient, quick_host

SEATS, SPECTATORS, DEAD, CHOKED = 6, 200, 40, 5
JOINS_AT_ONCE = 16
SMALL_BUFFER = 4096
"""Of the choked among the dead: the host has to stop telling them, and to go on in one go."""
LAST_WORDS = "that is all"
EVENTS_AFTER = 1500
"""Enough that what a dead reader is not told fills all buffers between."""


def _says_last(who: Onlooker | Player) -> bool:
    events = who.held if isinstance(who, Onlooker) else who.events
    return any(isinstance(event, Happened) and event.text == LAST_WORDS for event in events[-20:])


def _until_last(events: list[Event]) -> list[Event]:
    last = next(n for n, event in enumerate(events) if isinstance(event, Happened) and event.text == LAST_WORDS)
    return events[: last + 1]


class Onlooker(RawClient):
    """A spectator that can stop reading. held: what it was told, in an unbroken row."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Event] = []
        self._name = self._table = ""
        self._token = b""

    async def join(self, port: int, name: str, *, buffer: int = 0) -> None:
        plug = socket.socket()
        if buffer:
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        plug.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(plug, ("127.0.0.1", port))
        await loop.create_connection(lambda: self, sock=plug)
        self._name = name
        await self._greet()
        assert not self.is_lost

    async def wake(self, port: int) -> None:
        """Read again to the last words; who was given up meanwhile comes back, as any program does, with all of it."""
        self.transport.resume_reading()
        while not _says_last(self):
            await self.until(lambda: _says_last(self) or self.is_lost)
            if self.is_lost:
                await self._come_back(port)

    async def _come_back(self, port: int) -> None:
        self.is_lost = False
        self._parser = FrameParser(HOST_LIMIT)
        self.messages.clear()
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        await self._greet(table=self._table, token=self._token, held=len(self.held) - 1)

    async def _greet(self, **more: Any) -> None:
        self.hello(name=self._name, role="watcher", **more)
        await self.until(lambda: self.messages or self.is_lost)
        if self.is_lost:  # the host may be so busy that it gives a new connection up, too
            return
        welcome = await self.until_heard(Welcome)
        self._table, self._token = welcome.table.table_id, welcome.token
        self.say(Ping(n=1))

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        for message in self.messages:
            if isinstance(message, Events):
                if message.fresh:
                    self.held.clear()
                assert message.first == len(self.held), "an event is missing, or came twice"
                self.held.extend(message.events)
            elif isinstance(message, Ping):
                self.say(Ping(n=message.n))
        assert not any(isinstance(message, Refused) for message in self.messages), self.messages
        self.messages[:] = [message for message in self.messages if isinstance(message, Welcome)]


@pytest.mark.slow
async def test_two_hundred_spectators_hold_the_same_and_who_stopped_reading_catches_up_whole(home: Path) -> None:
    # Nobody is hung up on for silence, however slow this machine is: who stops reading answers no pings either.
    clocks = msgspec.structs.replace(QUICK, silent_ms=600_000)
    more: dict[str, Any] = {"bind": "127.0.0.1", "most_watchers": SPECTATORS + 1, "clocks": clocks}
    handle = await quick_host("kanhu_qing", seats=SEATS, tcp=True, plain=True, **more)
    owner = bytes.fromhex(handle.owner)
    players = [
        await Player.join(handle.address, f"P{n}", plays=True, token=owner if not n else b"") for n in range(SEATS)
    ]
    for player in players:
        if player.seat is None:
            await player.session.sit(players.index(player))
        await player.session.ready()
    watcher = await Player.join(handle.address, "W", role="watcher")
    onlookers = [Onlooker() for _ in range(SPECTATORS)]
    for start in range(0, SPECTATORS, JOINS_AT_ONCE):
        batch = list(enumerate(onlookers))[start : start + JOINS_AT_ONCE]
        await asyncio.gather(
            *(who.join(handle.port, f"W{n}", buffer=SMALL_BUFFER if n < CHOKED else 0) for n, who in batch)
        )
    dead, living = onlookers[:DEAD], onlookers[DEAD:]
    for who in dead:
        who.transport.pause_reading()
    assert (await players[0].session.start()).accepted
    first = players[0]
    while len(first.events) < EVENTS_AFTER and not first.is_over:
        await first.until_told(min(EVENTS_AFTER, len(first.events) + 50))
        for player in players:
            if player.session.info is not None and player.session.info.phase == "between":
                await player.session.next_deal()
    for player in players:
        player.plays = False
    assert (await first.session.say(LAST_WORDS)).accepted
    await watcher.until(partial(_says_last, watcher), "for the last words")
    public = watcher.events
    for who in living:
        await who.until(partial(_says_last, who))
    assert all(len(who.held) < EVENTS_AFTER for who in dead)
    await asyncio.gather(*(who.wake(handle.port) for who in dead))
    assert all(len(who.held) >= EVENTS_AFTER for who in onlookers)
    assert all(_until_last(who.held) == _until_last(public) for who in onlookers)
    assert not any(who.is_lost for who in living)
    for who in onlookers:
        who.transport.close()
    for player in (watcher, *players):
        await player.session.close()
