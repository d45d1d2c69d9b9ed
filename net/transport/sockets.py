"""Sockets with our settings (fast, watched, with short queues), and plain words for the system's errors."""

import asyncio
import contextlib
import errno
import ipaddress
import os
import socket
import ssl
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, Literal

from .. import environment
from ..storage import paths
from ..system import connect_here
from ..wire.address import Address
from .interfaces import link_scopes, needs_scope
from .tls import client_context

CONNECT_WITHIN_S = 5.0
_HANDSHAKE_WITHIN_S = CONNECT_WITHIN_S - 1
"""So that a program that accepts a connection and then says nothing is told from a silent network."""
TLS_SHUTDOWN_S = 2.0
"""How long the program waits for TLS to close. The bytes sent before have long been flushed."""
UNSENT_BYTES = 16 * 1024
WRITE_LIMIT_BYTES = 48 * 1024
_USER_TIMEOUT_MS = 15_000
_UNROUTABLE: Final = (
    *(errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EHOSTDOWN, errno.EADDRNOTAVAIL),
    *(errno.ENETDOWN, errno.ENODEV),  # an address of an interface that is gone
)


Reach = Literal["refused", "answered", "unroutable", "silent", "denied", "unnamed", "unknown"]
"""How far an attempt to reach a table came.

refused: its machine answers, but no program does. answered: a program answers, but not this table. unroutable: this
network leads nowhere near. silent: nothing came back. denied: this machine forbids it. unnamed: the name of the machine
has no address. unknown: none of these.
"""

_FARTHEST: Final[tuple[Reach, ...]] = (
    "answered", "refused", "silent", "denied", "unroutable", "unnamed", "unknown",
)  # fmt: skip


class CannotReach(Exception):
    """Nobody answers at an address; the text is a sentence for a person. kind: how far the attempt came."""

    def __init__(self, sentence: str, kind: Reach = "unknown") -> None:
        super().__init__(sentence)
        self.kind: Reach = kind


async def connect(address: Address, protocol: Callable[[], asyncio.Protocol]) -> asyncio.Transport:
    """A tuned connection to a table, over TLS if it leaves this machine. Raises CannotReach.

    Whose key answers is for the caller to verify (`identity.peer_key`) before it says anything.
    """
    if not _is_open_to_guest(address):
        raise CannotReach("As a guest you can join only the tables of this machine. Press f in the menu to see them.")
    loop = asyncio.get_running_loop()
    transport: asyncio.Transport
    try:
        async with asyncio.timeout(CONNECT_WITHIN_S):
            if address.kind == "unix":
                transport = await connect_here(address.path, protocol)
            else:
                plug = await _plug_by_link(address) if needs_scope(address.host) and "%" not in address.host else None
                way: dict[str, Any] = {"sock": plug}
                if plug is None:
                    way = {"host": address.host, "port": address.port, "happy_eyeballs_delay": 0.25}
                transport, _ = await loop.create_connection(
                    protocol,
                    **way,
                    ssl=client_context(),
                    server_hostname="",
                    ssl_handshake_timeout=_HANDSHAKE_WITHIN_S,
                    ssl_shutdown_timeout=TLS_SHUTDOWN_S,
                )
    except ssl.SSLError as fault:
        sentence = f"The program at {address} is not a card room, or its version is too old."
        raise CannotReach(sentence, "answered") from fault
    except (OSError, UnicodeError) as fault:  # a name that no IDNA rule allows is a UnicodeError
        raise CannotReach(connect_problem(fault, address), reach_of(fault)) from fault
    tune(transport)
    return transport


async def _plug_by_link(address: Address) -> socket.socket:
    """A socket to a link-local address, through the interface behind which somebody answers first. Raises OSError."""
    faults = [OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))]
    used: socket.socket | None = None

    def drop(late: asyncio.Future[socket.socket]) -> None:
        if not late.cancelled() and late.exception() is None and late.result() is not used:
            late.result().close()

    tries = [asyncio.ensure_future(_plug_through(scope, address)) for scope in link_scopes()]
    try:
        for first in asyncio.as_completed(tries):
            try:
                used = await first
                return used
            except OSError as refused:
                faults.append(refused)
    finally:
        for one in tries:
            one.cancel()
            one.add_done_callback(drop)
    raise min(faults, key=lambda fault: _FARTHEST.index(reach_of(fault)))


async def _plug_through(scope: int, address: Address) -> socket.socket:
    plug = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    try:
        plug.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plug, (address.host, address.port, 0, scope))
    except BaseException:
        plug.close()
        raise
    return plug


def _is_open_to_guest(address: Address) -> bool:
    """Whether this process may connect to an address. A guest reaches only sockets of tables, so that no guest of this
    machine explores its network or talks to its other programs.
    """
    if environment.guest() is None:
        return True
    if address.kind != "unix":
        return False
    folder = Path(address.path).parent
    return paths.is_private_socket(address.path) or (
        folder.parent == paths.shared_root() and folder.name.startswith(f"{paths.APP}-")
    )


def tune(transport: asyncio.BaseTransport) -> None:
    """Send small frames at once, notice a dead connection, and keep queues short, so that old data shows early."""
    if isinstance(transport, asyncio.WriteTransport):
        transport.set_write_buffer_limits(high=WRITE_LIMIT_BYTES, low=WRITE_LIMIT_BYTES // 4)
    plug = transport.get_extra_info("socket")
    if plug is None:
        return
    if plug.family not in (socket.AF_INET, socket.AF_INET6):
        _set(plug, socket.SOL_SOCKET, "SO_SNDBUF", 4 * UNSENT_BYTES)
        return
    _set(plug, socket.IPPROTO_TCP, "TCP_NODELAY", 1)
    _set(plug, socket.SOL_SOCKET, "SO_KEEPALIVE", 1)
    _set(plug, socket.IPPROTO_TCP, "TCP_KEEPIDLE", 5)
    _set(plug, socket.IPPROTO_TCP, "TCP_KEEPINTVL", 2)
    _set(plug, socket.IPPROTO_TCP, "TCP_KEEPCNT", 4)
    _set(plug, socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", _USER_TIMEOUT_MS)
    _set(plug, socket.IPPROTO_TCP, "TCP_NOTSENT_LOWAT", UNSENT_BYTES)


def machine_of(name: object) -> str:
    """The machine at the other end, from what the system says of a connection; "" where it is none of the network.

    An IPv4 machine that connects to a socket of both families gets its IPv4 address. A link-local address loses its
    interface, because the interface has another number after each start.
    """
    told = str(name[0]) if isinstance(name, tuple) and name else ""
    try:
        address = ipaddress.ip_address(told.partition("%")[0])
    except ValueError:
        return told
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def reach_of(fault: BaseException) -> Reach:
    """How far an attempt to connect came."""
    if isinstance(fault, ConnectionRefusedError | FileNotFoundError):
        return "refused"
    if isinstance(fault, ConnectionError):
        return "answered"
    if isinstance(fault, socket.gaierror | UnicodeError):
        return "unnamed"
    if isinstance(fault, PermissionError):
        return "denied"
    number = getattr(fault, "errno", None)
    if number in _UNROUTABLE:
        return "unroutable"
    if isinstance(fault, TimeoutError):
        return "silent"
    if isinstance(fault, OSError) and number is None and fault.args:
        # Several addresses were tried. asyncio keeps only their texts.
        return "refused" if f"[Errno {errno.ECONNREFUSED}]" in str(fault) else "unroutable"
    return "unknown"


def farthest(reached: Iterable[Reach]) -> Reach:
    """The attempt that came farthest, of those at several addresses of one host."""
    return min(reached, key=_FARTHEST.index, default="unknown")


def connect_problem(fault: BaseException, address: Address) -> str:
    """Why a connection could not be made, in a sentence."""
    match reach_of(fault):
        case "silent":
            return f"{address} does not answer."
        case "answered" if getattr(fault, "errno", None) is None:  # it said nothing, or not in time
            return f"{address} does not answer."
        case "refused" if address.kind == "unix":  # a screen would cut the path
            return "That table is not running on this machine."
        case "refused":
            return f"Nobody is hosting a table at {address}."
        case "unnamed":
            return f"There is no machine called {address.host}."
        case "denied":
            return f"You have no permission to connect to {address}."
        case "unroutable":
            return f"{address} cannot be reached from this network."
    number = getattr(fault, "errno", None)
    return f"{address} cannot be reached: {os.strerror(number) if number else fault}."


def _set(plug: Any, level: int, name: str, value: int) -> None:
    option = getattr(socket, name, None)
    if name == "TCP_NOTSENT_LOWAT" and option is None and sys.platform == "linux":
        option = 25  # the kernel's number; Python does not name it on every system
    if option is not None:
        with contextlib.suppress(OSError):
            plug.setsockopt(level, option, value)
