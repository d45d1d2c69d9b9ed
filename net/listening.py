"""Sockets on which a host listens: bound to a path or a port, and what the system says when they cannot be."""

import contextlib
import ipaddress
import os
import socket
import stat
from pathlib import Path

BACKLOG = 1024


def bind_unix(plug: socket.socket, place: Path, mode: int) -> None:
    """Give a socket its path and rights. What lies there is left of a host that was killed: we hold the journal."""
    unlink(str(place))
    plug.bind(str(place))
    place.chmod(mode)


def bound_socket(bind: str, port: int) -> socket.socket:
    """A TCP socket on an address, or for "" on all of both families. Raises OSError."""
    if not bind and socket.has_dualstack_ipv6():
        with contextlib.suppress(OSError):
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG)
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    return socket.create_server((bind, port), family=family, backlog=BACKLOG)


def why(fault: OSError | None) -> str:
    """The system's word for a fault, without what asyncio adds to it."""
    return os.strerror(fault.errno) if fault is not None and fault.errno else str(fault)


def spoken_on(bind: str) -> tuple[str, ...] | None:
    """Where to announce a table that listens on an address: there alone; () for everywhere, None for nowhere."""
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
        if place and stat.S_ISSOCK(Path(place).lstat().st_mode):
            Path(place).unlink()
