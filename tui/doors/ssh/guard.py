"""Bounds for a client: how fast it may send, how much it may leave unread, and how far a packet may grow."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from typing import Any, Final

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg

COMPRESSION: Final = "zlib@openssh.com"
"""Compression that begins after the login: before it, nobody's packets are unpacked."""
_LARGEST_PACKET: Final = 64 * 1024
_BURST_BYTES: Final = 64 * 1024
"""What a client may send at once: a login with twenty keys takes a third of it."""
_BYTES_PER_S: Final = 16 * 1024
"""What it may send for long: as much as the longest paste each second."""
_PART_S: Final = 0.1
_MOST_UNREAD: Final = 1024 * 1024
"""Pictures stop long before. What goes on are answers to requests, and nobody honest asks and does not read."""


class Meter(asyncio.Protocol):
    """Stands between the socket of a client and its SSH connection. Each packet takes time from all players here.

    on_stall: called with whether more is unsent than the system takes.
    """

    def __init__(self, connection: asyncssh.SSHServerConnection, on_stall: Callable[[bool], None]) -> None:
        inner: Any = connection
        self._connection = connection
        self._on_stall = on_stall
        self._transport: asyncio.Transport = inner._transport
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._credit = float(_BURST_BYTES)
        self._credit_at = self._loop.time()
        self._next_part: asyncio.TimerHandle | None = None
        self._transport.set_protocol(self)

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        if self._next_part is None:
            self._hand_on()

    def _hand_on(self) -> None:
        """Pass on as much as the client may send by now. Nothing more is read until the rest may follow."""
        self._next_part = None
        now = self._loop.time()
        self._credit = min(_BURST_BYTES, self._credit + (now - self._credit_at) * _BYTES_PER_S)
        self._credit_at = now
        part = bytes(self._waiting[: int(self._credit)])
        del self._waiting[: len(part)]
        self._credit -= len(part)
        if part:
            self._connection.data_received(part)
        if self._transport.get_write_buffer_size() > _MOST_UNREAD:
            self._transport.abort()
        if self._transport.is_closing():
            self._waiting.clear()
        elif self._waiting:
            self._transport.pause_reading()
            self._next_part = self._loop.call_later(_PART_S, self._hand_on)
        else:
            self._transport.resume_reading()

    def pause_writing(self) -> None:
        self._on_stall(True)

    def resume_writing(self) -> None:
        self._on_stall(False)

    def eof_received(self) -> None:
        self._connection.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._next_part is not None:
            self._next_part.cancel()
        self._connection.connection_lost(exc)


class FewVariables(dict[bytes, bytes]):
    """A client's environment: of what it sends, without end if it likes, the few variables that are read."""

    def __init__(self, names: tuple[str, ...], longest: int) -> None:
        super().__init__()
        self._names = {name.encode() for name in names}
        self._longest = longest

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in self._names:
            super().__setitem__(name, value[: self._longest])


class _Compress(Compressor):
    """Compress what is sent, packet by packet."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def compress(self, data: bytes) -> bytes:
        return self._stream.compress(data) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class _Decompress(Decompressor):
    """Decompress what comes, unless a packet would grow beyond all that SSH allows: a thousandfold is possible."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        try:
            packet = self._stream.decompress(data, _LARGEST_PACKET)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail else packet


register_compression_alg(COMPRESSION.encode(), _Compress, _Decompress, True, True)  # in place of asyncssh's own
