"""A client's end of one connection: frames in both directions, and what went wrong in words."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from ..system import peer_user
from ..version import app_version
from ..wire.address import Address
from ..wire.client_messages import ClientMessage, Hello, Operate
from ..wire.framing import FrameError, FrameParser, ProtocolError, pack, read_host_message
from ..wire.handover import Moved
from ..wire.host_messages import HOST_LIMIT, Bye, HostMessage, Refused, TableCode, TableFrame, Welcome
from ..wire.message_check import answer_fault
from ..wire.table_info import TableInfo
from .sockets import CannotReach, connect, tune
from .tls import peer_key

Connector = Callable[[Callable[[], asyncio.Protocol]], Awaitable[asyncio.BaseTransport]]
"""Makes a connection for a protocol: over a socket, or in memory."""


class ClientConnection(asyncio.Protocol):
    """One connection to a host.

    on_message: told each message, typed and clean. on_lost: told once, in a sentence, when the connection is over
    without our doing.
    """

    def __init__(self, on_message: Callable[[HostMessage], None], on_lost: Callable[[str], None]) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        self._on_message = on_message
        self._on_lost = on_lost
        self._parser = FrameParser(HOST_LIMIT)
        self._transport: asyncio.Transport | None = None
        self._is_over = False

    def send(self, message: ClientMessage) -> None:
        """Send a message, if there is still a connection."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(pack(message))

    def hang_up(self) -> None:
        """Send everything and end the connection. Nothing more is reported."""
        self._is_over = True
        if self._transport is not None:
            self._transport.close()

    def fail(self, sentence: str) -> None:
        """End the connection because of an error."""
        if not self._is_over:
            self._is_over = True
            if self._transport is not None:
                self._transport.abort()
            self._on_lost(sentence)

    def peer_uid(self) -> int | None:
        """The user at the other end of a Unix socket."""
        return peer_user(self._transport) if self._transport is not None else None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("a table is joined over a two-way stream")
        self._transport = transport
        tune(transport)

    def data_received(self, data: bytes) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        try:
            self._parser.feed(data)
            while not self._is_over and (payload := self._parser.next_payload()) is not None:
                self._on_message(read_host_message(payload))
        except (FrameError, ProtocolError):
            self.fail("The program at that address sent something that Khanhoo does not understand.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self._is_over:
            self._is_over = True
            self._on_lost("The connection to the table was lost." if exc else "The host closed the connection.")


async def ask_code(address: Address, *, timeout_s: float = 2.0) -> str:
    """The code of a private table of this same user, asked over its socket on this machine.

    "" if the table has no code. Raises CannotReach.
    """
    loop = asyncio.get_running_loop()
    told: asyncio.Future[str] = loop.create_future()

    def hear(message: HostMessage) -> None:
        if isinstance(message, TableCode | Bye | Refused) and not told.done():
            told.set_result(message.code if isinstance(message, TableCode) else "")

    link = ClientConnection(hear, lambda _sentence: None if told.done() else told.set_result(""))
    try:
        async with asyncio.timeout(timeout_s):
            await connect(address, lambda: link)
            link.send(Hello(role="probe", app=app_version(), table=address.table))
            return await told
    except TimeoutError as fault:
        raise CannotReach(f"{address} does not answer.", "silent") from fault
    finally:
        link.hang_up()


async def ask_table(
    address: Address,
    *,
    timeout_s: float = 2.0,
    owner_uid: int | None = None,
    lock: bool | None = None,
    after: Moved | None = None,
) -> TableInfo:
    """The description of a table, from the table itself, without joining it. Its key is the key that answered.

    owner_uid: the user who must be at the other end of a Unix socket. lock: lock or unlock a table of our own. after:
    where a match of that table goes on, as news for its host. Raises CannotReach.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[TableInfo] = loop.create_future()

    def hear(message: HostMessage) -> None:
        if answer.done():
            return
        match message:
            case Welcome(table=info) | TableFrame(info=info):
                if fault := answer_fault(info):
                    answer.set_exception(CannotReach(fault, "answered"))
                else:
                    answer.set_result(info)
            case Refused(sentence=sentence):
                answer.set_exception(CannotReach(sentence, "answered"))

    def lose(sentence: str) -> None:
        if not answer.done():
            answer.set_exception(CannotReach(sentence, "answered"))

    link: ClientConnection | None = None
    try:
        async with asyncio.timeout(timeout_s):
            link = ClientConnection(hear, lose)
            made = link
            transport = await connect(address, lambda: made)
            if owner_uid is not None and link.peer_uid() != owner_uid:
                raise CannotReach(
                    "Khanhoo does not use that socket: the socket and its folder belong to different users.", "denied"
                )
            probe = Hello(role="probe", app=app_version(), table=address.table, after=after)
            link.send(probe if lock is None else Operate(table=address.table, lock=lock))
            info = await answer
            return msgspec.structs.replace(info, key=peer_key(transport) or info.key)
    except TimeoutError as fault:
        raise CannotReach(f"{address} does not answer.", "silent") from fault
    finally:
        if link is not None:
            link.hang_up()
        if answer.done() and not answer.cancelled():
            answer.exception()  # handled here, so that asyncio does not report it
