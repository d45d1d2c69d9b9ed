"""A network that breaks where it is told to: a TCP proxy in this process, between real sessions and a real table.

It cuts the stream of each way into frames, so that it knows each message's place, and does one thing wrong at one place
of one way of one connection. Everything before and after it passes, as on a network that has one bad moment.
"""

import asyncio
import contextlib
import random
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from net.wire.framing import PREFIX_BYTES

Way = Literal["to host", "to guest"]
WAYS: tuple[Way, ...] = ("to host", "to guest")
LATE_S = 0.05
PIECE = 40

ENDS = (
    "reset",
    "hang up",
    "cut after one byte, reset",
    "cut after one byte, hang up",
    "cut in the middle, reset",
    "cut in the middle, hang up",
    "cut before the last byte, reset",
    "cut before the last byte, hang up",
)
"""The connection is over: both ends are told, at once or with what came before."""
SILENCES = ("swallow", "swallow this way")
"""Nothing passes any more, and nobody is told: a link that is half open."""
ADDITIONS = ("double", "rubbish", "noise", "empty", "oversize")
"""Bytes that nobody said."""
DELAYS = ("late", "slices")
FAULTS = (*ENDS, *SILENCES, *ADDITIONS, *DELAYS)


@dataclass(frozen=True)
class Fault:
    """What goes wrong before, or with, the message of this number (from 0) of one way of a connection (from 1)."""

    what: str
    way: Way
    message: int
    connection: int = 1

    def __str__(self) -> str:
        return f"{self.what}, message {self.message} {self.way}, connection {self.connection}"


def _slices(message: bytes) -> list[bytes]:
    """A message in single bytes at its beginning and its end, and in small pieces between."""
    edges = [end for end in range(1, len(message)) if min(end, len(message) - end) <= PIECE or not end % PIECE]
    return [message[begin:end] for begin, end in pairwise([0, *edges, len(message)])]


class _Over(Exception):
    """A passage has been ended by its fault."""


class FaultProxy:
    """Passes connections on to a port of this machine. faults: none for a network that is well.

    struck: the faults whose place was reached. counts: messages that came, by connection and way.
    """

    def __init__(self, port: int, faults: tuple[Fault, ...] = ()) -> None:
        self.struck: set[Fault] = set()
        self.counts: dict[tuple[int, Way], int] = {}
        self.port = 0
        self._to = port
        self._faults = faults
        self._connections = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Break off whatever still passes."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()

    async def connect(self, protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        """A connector for sessions."""
        transport, _ = await asyncio.get_running_loop().create_connection(protocol, "127.0.0.1", self.port)
        return transport

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        number = self._connections
        try:
            from_host, to_host = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:  # the table is closed
            writer.close()
            return
        self._writers |= {writer, to_host}
        passage = _Passage(self, number, self._faults, (to_host, writer))
        ways: tuple[tuple[Way, asyncio.StreamReader], ...] = (("to host", reader), ("to guest", from_host))
        for way, source in ways:
            task = asyncio.get_running_loop().create_task(passage.carry(way, source))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


class _Passage:
    """One connection on its way. writers: to the host, and to the guest."""

    def __init__(
        self,
        proxy: FaultProxy,
        number: int,
        faults: tuple[Fault, ...],
        writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
    ) -> None:
        self._proxy = proxy
        self._number = number
        self._faults = {(fault.way, fault.message): fault for fault in faults if fault.connection == number}
        self._writers = dict(zip(WAYS, writers, strict=True))
        self._deaf: set[Way] = set()

    async def carry(self, way: Way, source: asyncio.StreamReader) -> None:
        """Pass one way's messages on, each as a whole, until there are no more."""
        sink = self._writers[way]
        with contextlib.suppress(_Over, OSError):
            try:
                for place in range(1_000_000):
                    prefix = await source.readexactly(PREFIX_BYTES)
                    message = prefix + await source.readexactly(int.from_bytes(prefix, "big"))
                    self._proxy.counts[self._number, way] = place + 1
                    if (fault := self._faults.get((way, place))) is not None:
                        self._proxy.struck.add(fault)
                        await self._strike(fault.what, way, sink, message)
                    elif way not in self._deaf:
                        sink.write(message)
                        await sink.drain()
            except asyncio.IncompleteReadError:
                # Whoever hung up is heard of at the other end, unless nothing passes any more.
                if not self._deaf:
                    sink.close()

    async def _strike(self, what: str, way: Way, sink: asyncio.StreamWriter, message: bytes) -> None:
        chance = random.Random(f"{what} {len(message)}")
        if what in ENDS:
            part = {"one": 1, "the middle": len(message) // 2, "the last": len(message) - 1}
            sink.write(message[: next((size for words, size in part.items() if words in what), 0)])
            await self._end(is_reset="reset" in what)
        elif what in SILENCES:
            self._deaf |= set(WAYS) if what == "swallow" else {way}
        elif what == "slices":
            for piece in _slices(message):
                sink.write(piece)
                await sink.drain()
                await asyncio.sleep(0)
        else:
            if what == "late":
                await asyncio.sleep(LATE_S)
            elif what == "double":
                sink.write(message)
            elif what == "rubbish":
                sink.write((40).to_bytes(PREFIX_BYTES, "big") + chance.randbytes(40))
            elif what == "noise":
                sink.write(b"HTTP/1.1 400 Bad Request\r\n" + chance.randbytes(40))
            elif what == "empty":
                sink.write(bytes(PREFIX_BYTES))
            elif what == "oversize":
                sink.write((2**31).to_bytes(PREFIX_BYTES, "big") + chance.randbytes(40))
            sink.write(message)
            await sink.drain()

    async def _end(self, *, is_reset: bool) -> None:
        """Both ends are told that it is over. Neither is waited for."""
        self._deaf |= set(WAYS)
        for writer in self._writers.values():
            if is_reset:
                with contextlib.suppress(OSError):
                    await writer.drain()
                    plug = writer.get_extra_info("socket")
                    plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
            else:
                writer.close()
        raise _Over
