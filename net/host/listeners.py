"""Sockets on which a host listens, on a path or a port, and words for the errors of the system."""

import asyncio
import contextlib
import errno
import ipaddress
import os
import socket
from collections.abc import Callable
from pathlib import Path

from ..environment import usual_port
from ..storage import paths
from ..system import has_user_sockets, is_socket, listen_here
from ..wire.table_info import TableInfo

BACKLOG = 1024


def bound_socket(bind: str, port: int) -> socket.socket:
    """A TCP socket on an address, or for "" on all of both families. Raises OSError."""
    if not bind and socket.has_dualstack_ipv6():
        with contextlib.suppress(OSError):
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG)
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    return socket.create_server((bind, port), family=family, backlog=BACKLOG)


def open_port(bind: str, wanted: int, last: int) -> tuple[socket.socket, str]:
    """A TCP socket for a table, and a sentence about its port; "" if people expect this port.

    wanted: the port that the table should have; 0 for the usual one, or any free one. last: its port before, 0 for
    none. Raises OSError.
    """
    usual = usual_port()
    hoped = last or wanted or usual
    others = [wanted, usual, 0] if last else [] if wanted else [0]
    try:
        return bound_socket(bind, hoped), ""
    except OSError as error:
        fault = error
    for port in dict.fromkeys(port for port in others if port != hoped):
        with contextlib.suppress(OSError):
            plug = bound_socket(bind, port)
            return plug, _other_port(hoped, fault, plug.getsockname()[1], is_back=bool(last))
    raise fault


def _other_port(hoped: int, fault: OSError, port: int, *, is_back: bool) -> str:
    is_taken = fault.errno == errno.EADDRINUSE
    what = f"Port {hoped} is already in use" if is_taken else f"Port {hoped} cannot be opened ({why(fault)})"
    if is_back:
        return f"{what}. The table is now on port {port}. Old links no longer work. Use the new link."
    return (
        f"{what}. This table is on port {port}. The link and the list of tables include this port. "
        f"If you type the address, add :{port} to it."
    )


def why(fault: OSError | None) -> str:
    """The system's words for an error, without what asyncio adds to them."""
    return os.strerror(fault.errno) if fault is not None and fault.errno else str(fault)


def spoken_on(bind: str) -> tuple[str, ...] | None:
    """The addresses on which to announce a table that listens on one address: only that one. () for all addresses, None
    for none.
    """
    if not bind:
        return ()
    try:
        address = ipaddress.ip_address(bind.partition("%")[0])
    except ValueError:
        return None if bind == "localhost" else ()
    if address.is_unspecified:
        return ()
    return None if address.is_loopback else (bind,)


def unlink(place: str) -> None:
    """Remove a socket of ours, and nothing else."""
    with contextlib.suppress(OSError):
        if place and is_socket(Path(place)):
            Path(place).unlink()


class SharedSocket:
    """The socket for other users of this machine, open while the table is listed.

    on_problem: gets a sentence if the socket cannot be opened, and not again until it can.
    """

    def __init__(
        self, new_link: Callable[[], asyncio.Protocol], table_id: str, on_problem: Callable[[str], None]
    ) -> None:
        self._new_link = new_link
        self._table_id = table_id
        self._on_problem = on_problem
        self._server: asyncio.AbstractServer | None = None
        self._place = ""

    async def update(self, info: TableInfo) -> None:
        """Open the socket if the table is listed now, else close it."""
        if info.listed and self._server is None:
            await self._open()
        elif not info.listed:
            self.close()

    async def _open(self) -> None:
        if not has_user_sockets():
            return
        try:
            place = paths.make_shared_dir() / f"{self._table_id}.sock"
            self._server = await listen_here(place, 0o666, BACKLOG, self._new_link)
            self._place = str(place)
        except OSError as fault:
            if not self._place:  # the program tries again and again, but says so only once
                self._on_problem(f"Other users of this machine cannot find this table. {fault}")
            self._place = "-"

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
            unlink(self._place)
            self._place = ""
