"""Ports that a test may give away: no other test, on this machine and at this time, is given the same.

They lie below those that the system gives to outgoing connections, so that one stays free while its host is down. Who
has taken a port says so to other test processes by holding the UDP port of the same number.
"""

import random
import socket

from net.host.listeners import bound_socket

_FIRST, _LAST = 10_000, 30_000
_TRIES = 1000
_held: list[socket.socket] = []


def reserve_port() -> tuple[int, socket.socket]:
    """A free TCP port, and what keeps it from other tests until it is closed."""
    chance = random.SystemRandom()
    for _ in range(_TRIES):
        port = chance.randint(_FIRST, _LAST)
        claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            claim.bind(("127.0.0.1", port))
            bound_socket("", port).close()
        except OSError:
            claim.close()
        else:
            return port, claim
    raise AssertionError("No port is free on this machine.")


def free_port() -> int:
    """A free TCP port for the rest of this test."""
    port, claim = reserve_port()
    _held.append(claim)
    return port


def release_ports() -> None:
    """The test that wanted them is over."""
    while _held:
        _held.pop().close()
