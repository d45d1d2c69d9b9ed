"""The acceptor of a host: connections from the network wait here until their TLS handshake is done.

These clients are unknown, so their number is limited: at once, of one address, and in a second; and each has five
seconds. The loop accepts one in each turn, so that a crowd never delays an answer to a player. A refused client gets no
reason, because a browser or a scanner would not understand it.
"""

import asyncio
import errno
import socket
import ssl
from collections.abc import Callable

from ..transport.sockets import TLS_SHUTDOWN_S, machine_of
from ..wire.rate_limits import Rates, counted_as
from .fault_place import blame

HANDSHAKE_WITHIN_S = 5.0
MOST_WAITING = 128
MOST_WAITING_PER_PEER = 48
_AGAIN_S = 0.5
_AGAIN_AFTER_FAULT_S = 1.0
_REPORT_EVERY_S = 60.0
_NO_MORE_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Acceptor:
    """Takes connections in from one listening socket.

    new_link: makes the protocol for one that has come through. context: None serves without TLS. rates: how often an
    address may come. say: gets lines for the log, one a minute at most.
    """

    def __init__(
        self,
        plug: socket.socket,
        new_link: Callable[[], asyncio.Protocol],
        context: ssl.SSLContext | None,
        rates: Rates,
        say: Callable[[str], None],
    ) -> None:
        plug.setblocking(False)
        self._plug = plug
        self._new_link = new_link
        self._context = context
        self._rates = rates
        self._say = say
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[asyncio.Task[None], str] = {}
        self._turned_away = 0
        self._last_away = ""
        self._reported_at = -_REPORT_EVERY_S
        self._accepting = self._loop.create_task(self._accept())

    def close(self) -> None:
        """Accept no more connections; those that were accepted stay."""
        self._accepting.cancel()
        for task in self._waiting:
            task.cancel()
        self._plug.close()

    def report(self) -> None:
        """Write one line to the log, now and then, for all connections refused since the last line."""
        now = self._loop.time()
        if self._turned_away and now - self._reported_at >= _REPORT_EVERY_S:
            self._say(f"Connections refused: {self._turned_away}. The last refusal: {self._last_away}.")
            self._turned_away = 0
            self._reported_at = now

    async def _accept(self) -> None:
        while True:
            try:
                plug, name = await self._loop.sock_accept(self._plug)
            except OSError as fault:
                if fault.errno in _NO_MORE_FILES:
                    self._turn_away("this machine cannot open any more files")
                await asyncio.sleep(_AGAIN_S if fault.errno in _NO_MORE_FILES else 0)
                continue
            try:
                self._receive(plug, machine_of(name))
            except Exception as fault:  # noqa: BLE001 - whoever comes next is taken in all the same
                plug.close()
                self._say(f"A connection could not be accepted: {blame(fault)}")
                await asyncio.sleep(_AGAIN_AFTER_FAULT_S)
            await asyncio.sleep(0)

    def _receive(self, plug: socket.socket, peer: str) -> None:
        of_peer = sum(counted_as(other) == counted_as(peer) for other in self._waiting.values())
        if of_peer >= MOST_WAITING_PER_PEER or not self._rates.take(peer, int(self._loop.time() * 1000)):
            plug.close()
            self._turn_away(peer)
            return
        if len(self._waiting) >= MOST_WAITING:
            # The client that has taken longest is least likely to be a player.
            oldest = next((task for task in self._waiting if not task.cancelling()), None)
            if oldest is not None:
                oldest.cancel()
        task = self._loop.create_task(self._let_in(plug, peer))
        self._waiting[task] = peer
        task.add_done_callback(lambda done: self._settle(done, plug))

    async def _let_in(self, plug: socket.socket, peer: str) -> None:
        try:
            if self._context is None:
                await self._loop.connect_accepted_socket(self._new_link, plug)
            else:
                await self._loop.connect_accepted_socket(
                    self._new_link,
                    plug,
                    ssl=self._context,
                    ssl_handshake_timeout=HANDSHAKE_WITHIN_S,
                    ssl_shutdown_timeout=TLS_SHUTDOWN_S,
                )
        except (OSError, ssl.SSLError):  # not TLS, too slow, or gone
            self._turn_away(peer)

    def _settle(self, task: asyncio.Task[None], plug: socket.socket) -> None:
        peer = self._waiting.pop(task)
        if task.cancelled():
            plug.close()  # the task may not even have begun
            self._turn_away(peer)

    def _turn_away(self, peer: str) -> None:
        self._turned_away += 1
        self._last_away = peer
