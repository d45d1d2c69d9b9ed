"""Tables are found on every shape of network: two machines, each a network namespace, without a default route."""

from collections.abc import Iterator

import pytest

from ..faults.test_apart import Machine

Pair = tuple[Machine, Machine]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Two machines with a cable between them, lan0, that is up and has no IPv4 address."""
    one = Machine()
    two = Machine(one)
    try:
        one.run("ip", "link", "add", "lan0", "type", "veth", "peer", "name", "lan0", "netns", str(two.pid))
        for machine in (one, two):
            machine.run("ip", "link", "set", "lo", "up")
            machine.run("ip", "link", "set", "lan0", "up")
        yield one, two
    finally:
        two.close()
        one.close()


def address(pair: Pair, network: str = "10.78.0") -> None:
    for number, machine in enumerate(pair, 1):
        machine.run("ip", "address", "add", f"{network}.{number}/24", "dev", "lan0")


def without_ipv6(pair: Pair) -> None:
    for machine in pair:
        machine.run("ip", "link", "set", "lan0", "addrgenmode", "none")
        machine.run("ip", "-6", "address", "flush", "dev", "lan0")


def found(pair: Pair) -> None:
    """Ann opens a table on the first machine, and Ben finds it from the second."""
    ann = pair[0].person("Ann")
    ann.until(seat=0)
    assert pair[1].person("Ben", "find").until(seat=1)


def test_switch_without_router(pair: Pair) -> None:
    """IPv4 addresses, and no route but to the network itself."""
    without_ipv6(pair)
    address(pair)
    found(pair)


def test_link_local(pair: Pair) -> None:
    """Only the IPv6 addresses that each interface gives itself."""
    found(pair)


@pytest.mark.slow
def test_ipv6_only(pair: Pair) -> None:
    """Addresses of an IPv6 network, and none of IPv4."""
    for number, machine in enumerate(pair, 1):
        machine.run("ip", "address", "add", f"fd78::{number}/64", "dev", "lan0", "nodad")
    found(pair)


@pytest.mark.slow
@pytest.mark.parametrize("other", ["tun0", "docker0"])
def test_other_interface_has_the_route(pair: Pair, other: str) -> None:
    """A VPN or a bridge of containers has the default route, and the other machine is on the LAN."""
    without_ipv6(pair)
    for machine in pair:
        kind = (
            ("tuntap", "add", "dev", other, "mode", "tun")
            if other == "tun0"
            else ("link", "add", other, "type", "bridge")
        )
        machine.run("ip", *kind)
        machine.run("ip", "address", "add", "10.79.0.1/24", "dev", other)
        machine.run("ip", "link", "set", other, "up")
        machine.run("ip", "route", "add", "default", "dev", other)
    address(pair)
    found(pair)


@pytest.mark.slow
def test_interface_comes_later(pair: Pair) -> None:
    """The table was opened, and Ben looks, before any of them has a network; and then the addresses change."""
    without_ipv6(pair)
    ann = pair[0].person("Ann")
    ann.until(seat=0)
    ben = pair[1].person("Ben", "find")
    address(pair)
    ben.until(seat=1)
    for machine in pair:
        machine.run("ip", "address", "flush", "dev", "lan0")
    address(pair, "10.80.0")
    cat = pair[1].person("Cat", "find")
    assert cat.until(seat=2)
