"""One connection to a table, from the table's side: it reads frames, writes bytes, and notices a client that does not
read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..room.effects import ConnectionId
from ..system import own_user, peer_user, user_name
from ..transport.sockets import machine_of, tune
from ..wire.framing import FrameError, FrameParser, pack
from ..wire.host_messages import CLIENT_LIMIT, HELLO_LIMIT, Refused

STALE_FOR_S = 15.0
MOST_BUFFERED_BYTES = 1024 * 1024
_WRITE_AT_ONCE = 4 * 1024
"""Bytes. For every connection, the TLS library keeps a buffer as large as the largest single write so far."""
_LAST_WORD_S = 1.0
"""How long a client has to read its last message and to disconnect."""


@dataclass(frozen=True)
class ConnectionHandlers:
    """The callbacks for each connection of a table."""

    admit: Callable[[HostConnection], Refused | None]
    """Why a new connection may not stay; None if it may. Then the room is told of it."""
    take_frames: Callable[[HostConnection], None]
    """Bytes came in, or waiting bytes may now be read. Raises FrameError."""
    reject: Callable[[HostConnection, FrameError], None]
    """The incoming bytes cannot be cut into frames."""
    congest: Callable[[HostConnection, bool], None]
    """The client stopped reading (true), or reads again."""
    lose: Callable[[HostConnection], None]
    """A connection is gone."""


class HostConnection(asyncio.Protocol):
    """One connection, from the table's side.

    later: bytes that wait in the slow lane. peer: the machine at the other end, or the user of this machine. user: the
    name of that user. over: "network", "machine", or "" for memory. is_own: the other end belongs to this same user.
    parser: reads the incoming frames. is_admitted: a person is at the table over this connection.
    """

    def __init__(self, handlers: ConnectionHandlers, connection: ConnectionId) -> None:
        self.id = connection
        self.user = ""
        self.peer = ""
        self.over: Literal["", "network", "machine"] = ""
        self.is_own = False
        self.later: list[bytes] = []
        self.is_admitted = self.is_dismissed = False
        self._handlers = handlers
        self.parser = FrameParser(HELLO_LIMIT)
        self._transport: asyncio.Transport | None = None
        self._blocked_since: float | None = None
        self._is_waiting = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("a table is served over two-way streams")
        self._transport = transport
        tune(transport)
        self.peer = machine_of(transport.get_extra_info("peername"))
        self.over = "network" if self.peer else ""
        uid = peer_user(transport)
        if uid is not None:
            self.user = user_name(uid)
            self.peer = f"user {uid}"
            self.over = "machine"
            self.is_own = uid == own_user()
        if (refused := self._handlers.admit(self)) is not None:
            transport.write(pack(refused))
            self.is_dismissed = True
            transport.close()

    def data_received(self, data: bytes) -> None:
        try:
            if not self.is_dismissed:
                self.parser.feed(data)
                self._handlers.take_frames(self)
        except FrameError as error:
            if not self.is_dismissed:
                self._handlers.reject(self, error)

    def wait(self) -> None:
        """Keep incoming bytes unread until `go_on`."""
        if not self._is_waiting and self._transport is not None and not self._transport.is_closing():
            self._is_waiting = True
            self._transport.pause_reading()

    def go_on(self) -> None:
        """Take the bytes that wait, and continue to read."""
        if self._is_waiting:
            self._is_waiting = False
            if self._transport is not None and not self._transport.is_closing():
                self._transport.resume_reading()
            self.data_received(b"")

    def eof_received(self) -> bool:
        """Part of asyncio.Protocol: a client that sends no more is gone."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self.later.clear()
        self._handlers.lose(self)

    def pause_writing(self) -> None:
        """Part of asyncio.Protocol. The room is told a moment later, because it may be in the middle of a call."""
        self._blocked_since = asyncio.get_running_loop().time()
        asyncio.get_running_loop().call_soon(self._tell_congestion)

    def resume_writing(self) -> None:
        self._blocked_since = None
        asyncio.get_running_loop().call_soon(self._tell_congestion)

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def send(self, data: bytes) -> None:
        """Write the bytes that wait in the slow lane, then these. Nothing follows the last message."""
        if self.is_dismissed:
            return
        if self.later:
            self.later.append(data)
            self.flush()
        else:
            self._write(data)

    def flush(self) -> None:
        """Write the bytes that wait in the slow lane."""
        later, self.later = self.later, []
        self._write(later[0] if len(later) == 1 else b"".join(later))

    def _write(self, data: bytes) -> None:
        for at in range(0, len(data), _WRITE_AT_ONCE):
            if self._transport is None or self._transport.is_closing():
                return
            self._transport.write(data[at : at + _WRITE_AT_ONCE])

    def admit(self) -> None:
        """The room has accepted the hello of this connection: from now on larger frames may come."""
        self.is_admitted = True
        self.parser.limit = CLIENT_LIMIT

    def dismiss(self) -> None:
        """Send no more. Close when everything is sent and the client had time to read it. The room has forgotten this
        connection.
        """
        if self.is_dismissed:
            return
        self.flush()
        self.is_admitted, self.is_dismissed = False, True
        transport, self._is_waiting = self._transport, False
        if transport is None or transport.is_closing():
            return
        loop = asyncio.get_running_loop()
        self._blocked_since = loop.time()  # do not wait for a client that does not read its last message
        if not transport.can_write_eof():
            transport.close()
            return
        # It stays open for a moment: a client that writes to a closed connection loses what it has not yet read.
        try:
            transport.write_eof()
        except OSError:  # the client has gone
            transport.abort()
        else:
            transport.resume_reading()
            loop.call_later(_LAST_WORD_S, _end, transport)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def is_stuck(self, now_s: float) -> bool:
        """Whether the client has not read for so long, or so many bytes wait for it, that it should disconnect and come
        back.
        """
        if self._transport is None or self._blocked_since is None:
            return False
        waits = self._transport.get_write_buffer_size()
        return now_s - self._blocked_since > STALE_FOR_S or waits > MOST_BUFFERED_BYTES

    def _tell_congestion(self) -> None:
        if not self.is_dismissed:
            self._handlers.congest(self, self._blocked_since is not None)


def _end(transport: asyncio.Transport) -> None:
    """The client had time to read its last message. The rest is sent, as long as the client reads."""
    if transport.get_write_buffer_size():
        transport.close()
    else:
        transport.abort()
