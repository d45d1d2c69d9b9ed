"""Whether the local network works although a machine in it is silent: its router answers."""

import asyncio
import contextlib
import ipaddress
import socket
from pathlib import Path
from typing import Final

from ..problems import StoreProblem
from ..storage.files import read_bounded
from .interfaces import network_addresses

_ROUTES: Final = Path("/proc/net/route")
_LARGEST: Final = 64 * 1024
_IS_GATEWAY: Final = 2
_PORTS: Final = (53, 80, 443)
"""Of a router, which serves one of these or refuses: both show that it is there."""
_WITHIN_S: Final = 2.0


def routers() -> list[str]:
    """The IPv4 routers of this machine, none where the system does not list them in a file."""
    found: list[str] = []
    with contextlib.suppress(StoreProblem, OSError, ValueError):
        for line in read_bounded(_ROUTES, _LARGEST).decode("ascii").splitlines()[1:]:
            _, to, gateway, flags, *_ = line.split()
            if int(to, 16) == 0 and int(flags, 16) & _IS_GATEWAY:
                found.append(socket.inet_ntoa(int(gateway, 16).to_bytes(4, "little")))
    return list(dict.fromkeys(found))


async def router_answers(near: str) -> bool:
    """Whether a router answers in the network in which a silent machine is. False if that is no network of ours, since
    then the way to that machine may be broken. near: its address."""
    try:
        silent = ipaddress.IPv4Address(near)
    except ValueError:
        return False
    nets = [ipaddress.ip_network((one.ip, one.prefix), strict=False) for one in network_addresses()]
    beside = [net for net in nets if silent in net]
    asked = [router for router in routers() if any(ipaddress.ip_address(router) in net for net in beside)]
    tries = [_is_there(router, port) for router in asked if router != near for port in _PORTS]
    return any(await asyncio.gather(*tries))


async def _is_there(host: str, port: int) -> bool:
    try:
        async with asyncio.timeout(_WITHIN_S):
            _, writer = await asyncio.open_connection(host, port)
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    writer.close()
    return True
