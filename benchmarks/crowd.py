"""A crowd of spectators in a process of its own, so that reading costs the measured host nothing.

    python -m benchmarks.crowd HOST PORT COUNT DEAD [--tls]

Each says hello as a watcher. Those that are not dead read all that comes; the dead read their welcome and then nothing
until "wake" is written to the standard input. "count" is answered by a line of JSON: for each spectator the number of
the last event that it holds, and -1 for one that was hung up on or has missed an event.
"""

import asyncio
import json
import sys

import msgpack

from net.frames import FrameParser
from net.protocol import HOST_LIMIT, Hello, Pong, pack
from net.sockets import raise_file_limit
from net.squeeze import expand, is_squeezed

JOINS_AT_ONCE = 16  # a host lets so many strangers of one address wait at its door


class Spectator(asyncio.Protocol):
    """One connection. held: number of the last event in an unbroken row; -1 once the row is broken."""

    def __init__(self, name: str, *, is_dead: bool) -> None:
        self.held = 0
        self.is_in = asyncio.Event()
        self._name = name
        self._is_dead = is_dead
        self._next = 0
        self._parser = FrameParser(HOST_LIMIT)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(pack(Hello(name=self._name, role="watcher")))

    def data_received(self, data: bytes) -> None:
        """Part of asyncio.Protocol."""
        self._parser.feed(data)
        while (payload := self._parser.next_payload()) is not None:
            self._hear(payload)

    def connection_lost(self, exc: Exception | None) -> None:
        """Part of asyncio.Protocol."""
        self.held = -1
        self.is_in.set()

    def wake(self) -> None:
        """Read again."""
        if self._is_dead and self._transport is not None:
            self._transport.resume_reading()

    def _hear(self, payload: bytes) -> None:
        if is_squeezed(payload):
            payload, _ = expand(payload, HOST_LIMIT)
        kind = payload[:16]
        if b"welcome" in kind:
            self.is_in.set()
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
    """Connect one spectator and wait until it is welcome."""
    loop = asyncio.get_running_loop()
    if tls:
        from net.identity import client_context

        await loop.create_connection(lambda: spectator, host, port, ssl=client_context(), server_hostname="")
    else:
        await loop.create_connection(lambda: spectator, host, port)
    await spectator.is_in.wait()


async def main(host: str, port: int, count: int, dead: int, *, tls: bool) -> None:
    """Let the crowd in, then do as the standard input says."""
    raise_file_limit()
    crowd = [Spectator(f"watcher {number}", is_dead=number < dead) for number in range(count)]
    for first in range(0, count, JOINS_AT_ONCE):
        await asyncio.gather(*(join(host, port, one, tls=tls) for one in crowd[first : first + JOINS_AT_ONCE]))
    print("ready", flush=True)
    while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if line == "wake":
            for spectator in crowd:
                spectator.wake()
        else:
            print(json.dumps([spectator.held for spectator in crowd]), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), tls="--tls" in sys.argv))
