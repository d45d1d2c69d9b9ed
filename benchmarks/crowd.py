"""A crowd of spectators in a process of its own, so that reading costs the measured host nothing.

    python -m benchmarks.crowd HOST PORT COUNT DEAD [--tls]

Each says hello as a watcher. Those that are not dead read all that comes; the dead read their welcome and then nothing
until "wake" is written to the standard input; who was hung up on by then comes back, as any program does, and says what
it holds. "count" is answered by a line of JSON: for each spectator the number of the last event that it holds, and -1
for one that has missed an event, or was hung up on though it read.
"""

import asyncio
import json
import sys
from typing import Any

import msgpack

from net.system import raise_file_limit
from net.wire.client_messages import Hello, Pong
from net.wire.framing import FrameParser, expand, is_squeezed, pack
from net.wire.host_messages import HOST_LIMIT

JOINS_AT_ONCE = 16  # a host lets so many strangers of one address wait at its door


class Spectator(asyncio.Protocol):
    """One spectator through all its connections. held: number of the last event in an unbroken row; -1 once the row is
    broken."""

    def __init__(self, name: str, *, is_dead: bool) -> None:
        self.held = 0
        self.has_heard = asyncio.Event()
        self.is_in = False
        self._name = name
        self._is_dead = self._was_dead = is_dead
        self._next = 0
        self._known: dict[str, Any] = {}
        self._parser = FrameParser(HOST_LIMIT)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._parser = transport, FrameParser(HOST_LIMIT)
        transport.write(pack(Hello(name=self._name, role="watcher", held=self._next - 1, **self._known)))

    def data_received(self, data: bytes) -> None:
        """Part of asyncio.Protocol."""
        self._parser.feed(data)
        while (payload := self._parser.next_payload()) is not None:
            self._hear(payload)

    def connection_lost(self, exc: Exception | None) -> None:
        """Part of asyncio.Protocol."""
        self._transport, self.is_in = None, False
        self.has_heard.set()
        if not self._was_dead:
            self.held = -1

    @property
    def is_lost(self) -> bool:
        """Whether it would like to come back."""
        return self._was_dead and self._transport is None

    def wake(self) -> None:
        """Read again."""
        self._is_dead = False
        if self._transport is not None:
            self._transport.resume_reading()

    def _hear(self, payload: bytes) -> None:
        if is_squeezed(payload):
            payload, _ = expand(payload, HOST_LIMIT)
        kind = payload[:16]
        if b"welcome" in kind:
            self._known = {"table": msgpack.unpackb(payload)["table"]["table_id"]}
            self.is_in = True
            self.has_heard.set()
            if self._is_dead and self._transport is not None:
                self._transport.pause_reading()
        elif b"events" in kind and self.held >= 0:
            message = msgpack.unpackb(payload)
            if message.get("fresh"):
                self._next = 0
            if message["first"] != self._next:
                self.held = -1
                return
            self._next += len(message["events"])
            self.held = self._next - 1
        elif b"ping" in kind and self._transport is not None:
            self._transport.write(pack(Pong(n=msgpack.unpackb(payload)["n"])))


async def join(host: str, port: int, spectator: Spectator, *, tls: bool) -> None:
    """Connect one spectator and wait until it is welcome, or not."""
    loop = asyncio.get_running_loop()
    spectator.has_heard.clear()
    if tls:
        from net.transport.tls import client_context

        await loop.create_connection(lambda: spectator, host, port, ssl=client_context(), server_hostname="")
    else:
        await loop.create_connection(lambda: spectator, host, port)
    await spectator.has_heard.wait()


async def main(host: str, port: int, count: int, dead: int, *, tls: bool) -> None:
    """Let the crowd in, then do as the standard input says."""
    raise_file_limit()
    crowd = [Spectator(f"watcher {number}", is_dead=number < dead) for number in range(count)]
    for first in range(0, count, JOINS_AT_ONCE):
        await asyncio.gather(*(join(host, port, one, tls=tls) for one in crowd[first : first + JOINS_AT_ONCE]))
    if not all(spectator.is_in for spectator in crowd):
        return
    print("ready", flush=True)
    while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if line == "wake":
            for spectator in crowd:
                spectator.wake()
        else:
            lost = [spectator for spectator in crowd if spectator.is_lost]
            await asyncio.gather(*(join(host, port, one, tls=tls) for one in lost[:JOINS_AT_ONCE]))
            print(json.dumps([spectator.held for spectator in crowd]), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), tls="--tls" in sys.argv))
