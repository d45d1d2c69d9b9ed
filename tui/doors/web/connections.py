"""The connections of a web door: how many there may be, and how long each may take. Tabs are counted elsewhere."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Callable
from typing import Final

from net.transport.sockets import machine_of
from net.wire.rate_limits import counted_as

from .guard import HEADERS
from .order import WebOrder

MOST_CONNECTIONS: Final = 256
MOST_FROM_ADDRESS: Final = 64
_LONGEST_REQUEST: Final = 16 * 1024
_MOST_UNSENT: Final = 64 * 1024
"""What the system keeps for a client that reads nothing: else it takes whole files, and nobody waits for the client."""
_AT_ONCE: Final = struct.pack("ii", 1, 0)
_FAREWELL_S: Final = 2.0
"""How long a refused client has to read why."""
_TOO_MANY: Final = (
    "503 Service Unavailable",
    "Too many connections to this page were open, so this one was closed. Open the page again.",
)
_TOO_SLOW: Final = "408 Request Timeout", "Your request took too long. Open the page again."
_TOO_LONG: Final = "431 Request Header Fields Too Large", "Your request is too long."


class Connections:
    """All connections that are not tabs. make_handler: makes the handler of one connection's requests.

    A newcomer is never refused, but the oldest connection makes room for it. So those who connect and send nothing, or
    read nothing, lock nobody out.
    """

    def __init__(self, order: WebOrder, make_handler: Callable[[], asyncio.Protocol]) -> None:
        self.request_s = order.request_s
        self.answer_s = order.answer_s
        self._make_handler = make_handler
        self._open: dict[Connection, None] = {}

    def make(self) -> Connection:
        """A connection for a new socket."""
        return Connection(self, self._make_handler())

    def add(self, new: Connection) -> None:
        """Count a connection."""
        of_address = Counter(each.address for each in self._open)
        if of_address[new.address] >= MOST_FROM_ADDRESS:
            self._oldest(new.address).refuse(_TOO_MANY)
        elif len(self._open) >= MOST_CONNECTIONS:
            self._oldest(of_address.most_common(1)[0][0]).refuse(_TOO_MANY)
        self._open[new] = None

    def forget(self, one: Connection) -> None:
        """A connection is gone, or does not count any more."""
        self._open.pop(one, None)

    def _oldest(self, address: str) -> Connection:
        return next(each for each in self._open if each.address == address)


class Connection(asyncio.Protocol):
    """Between a socket and the handler of its requests: it may send one request, and then become a tab."""

    def __init__(self, connections: Connections, handler: asyncio.Protocol) -> None:
        self.address = ""
        self._connections = connections
        self._handler = handler
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._received = 0
        self._is_answered = self._is_refused = self._is_tab = False

    def answer(self) -> None:
        """Its request has come, and the answer begins."""
        self._is_answered = True
        self._end_in(self._connections.answer_s)

    def become_tab(self) -> None:
        """From now on, this connection may stay open and send as much as it likes."""
        self._is_tab = True
        self._cancel_end()
        self._connections.forget(self)

    def refuse(self, why: tuple[str, str]) -> None:
        """Close it: with a status and a sentence, unless an answer has begun."""
        self._connections.forget(self)
        self._is_refused = True
        assert self._transport is not None
        if self._is_answered:
            self._cut()
            return
        status, sentence = why
        lines = {**HEADERS, "Content-Type": "text/plain", "Content-Length": len(sentence), "Connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._transport.write(f"HTTP/1.1 {status}\r\n{head}\r\n{sentence}".encode("ascii"))
        self._transport.close()
        self._end_in(_FAREWELL_S)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.address = counted_as(machine_of(transport.get_extra_info("peername")))
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MOST_UNSENT)
        self._connections.add(self)
        self._end_in(self._connections.request_s)
        self._handler.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._is_refused:
            return
        if self._received > _LONGEST_REQUEST and not self._is_tab:
            self.refuse(_TOO_LONG)
        else:
            self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        return self._handler.eof_received()

    def pause_writing(self) -> None:
        self._handler.pause_writing()

    def resume_writing(self) -> None:
        self._handler.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_end()
        self._connections.forget(self)
        self._handler.connection_lost(exc)

    def _end_in(self, seconds: float) -> None:
        self._cancel_end()
        self._deadline = asyncio.get_running_loop().call_later(seconds, self._end)

    def _cancel_end(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        if self._is_refused:
            self._cut()
        else:
            self.refuse(_TOO_SLOW)

    def _cut(self) -> None:
        """End it now and drop unsent bytes. The system would keep them for a client that reads nothing."""
        assert self._transport is not None
        self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self._transport.abort()
