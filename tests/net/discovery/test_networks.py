"""Tables are found, and printed addresses can be used, on every shape of network. Each machine is a network namespace
of its own, and a cable between two of them is a pair of interfaces with one name.
"""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from net import environment

from ..faults.test_apart import ROOT, Machine, Person

Pair = tuple[Machine, Machine]


@pytest.fixture
def machines() -> Iterator[Pair]:
    """Two machines that are not connected."""
    with contextlib.ExitStack() as stack:
        one = Machine()
        stack.callback(one.close)
        two = Machine(one)
        stack.callback(two.close)
        for machine in (one, two):
            machine.run("ip", "link", "set", "lo", "up")
        yield one, two


@pytest.fixture
def pair(machines: Pair) -> Pair:
    """Two machines with a cable between them, lan0, that is up. Its ends have no address but those that they give
    themselves."""
    cable(machines)
    return machines


def cable(machines: Pair, name: str = "lan0") -> None:
    one, two = machines
    one.run("ip", "link", "add", name, "type", "veth", "peer", "name", name, "netns", str(two.pid))
    for machine in machines:
        machine.run("ip", "link", "set", name, "up")


def address(machines: Pair, network: str = "10.78.0", name: str = "lan0", bits: int = 24) -> None:
    """The IPv4 addresses network.1 and network.2."""
    for number, machine in enumerate(machines, 1):
        machine.run("ip", "address", "add", f"{network}.{number}/{bits}", "dev", name)


def without_ipv6(machines: Pair, name: str = "lan0") -> None:
    for machine in machines:
        machine.run("ip", "link", "set", name, "addrgenmode", "none")
        machine.run("ip", "-6", "address", "flush", "dev", name)


def khanhoo(machine: Machine, home: str, *words: str) -> str:
    """What a command prints on a machine."""
    variables = {**os.environ, environment.HOME: home, environment.INTERFACES: ""}
    command = [*machine.inside, sys.executable, "-m", "tui", *words]
    done = subprocess.run(
        command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


class Ann:
    """A machine that serves a table. table: its id. links, logins, pages: those that it prints now."""

    def __init__(self, machine: Machine, *words: str) -> None:
        self._machine, self._home = machine, machine.home()
        printed = self.khanhoo("serve", "hearts", *words)
        self.table = printed.split()[1]
        self.links = re.findall(r"on the network +khanhoo join (khanhoo:\S+)", printed)
        self.logins = re.findall(r"over SSH +ssh -p ([0-9]+) NAME@(\S+)", printed)
        self.pages = re.findall(r"in a browser +http://(\S+):([0-9]+)/", printed)

    def khanhoo(self, *words: str) -> str:
        return khanhoo(self._machine, self._home, *words)

    @property
    def hosts(self) -> list[str]:
        """The hosts of the links."""
        return [link.removeprefix("khanhoo://").rpartition(":")[0] for link in self.links]


def answers(person: Person, link: str) -> str:
    """Who answers at a link: the id of a table, or a sentence."""
    person.tell(link)
    return str(person.until(link=link)["answers"])


def found(pair: Pair) -> Ann:
    """Ann serves a table on the first machine. From the second it is found, and answers at each printed link."""
    ann = Ann(pair[0])
    ben = pair[1].person("Ben", "look")
    ben.until(found=ann.table)
    assert ann.links
    assert [answers(ben, link) for link in ann.links] == [ann.table] * len(ann.links)
    return ann


def test_switch_without_router(pair: Pair) -> None:
    """IPv4 addresses, and no route but to the network itself."""
    without_ipv6(pair)
    address(pair)
    assert found(pair).hosts == ["10.78.0.1"]


@pytest.mark.slow
def test_link_local(pair: Pair) -> None:
    """Only the IPv6 addresses that each interface gives itself. The second machine has other interfaces before it."""
    pair[1].run("ip", "link", "add", "aaa0", "type", "veth", "peer", "name", "aaa1")
    for name in ("aaa0", "aaa1"):
        pair[1].run("ip", "link", "set", name, "up")
    for machine in pair:  # an address can be used when no other machine has claimed it
        machine.run("sh", "-c", "until ip -6 address show dev lan0 -tentative | grep -q fe80; do sleep 0.1; done")
    for host in found(pair).hosts:
        assert host.startswith("[fe80:")
        assert "%" not in host


@pytest.mark.slow
def test_default_route(pair: Pair) -> None:
    """A router that answers nothing."""
    without_ipv6(pair)
    address(pair)
    for machine in pair:
        machine.run("ip", "route", "add", "default", "via", "10.78.0.254")
    assert found(pair).hosts == ["10.78.0.1"]


@pytest.mark.slow
def test_ipv6_only(pair: Pair) -> None:
    """Addresses of an IPv6 network, and none of IPv4."""
    for number, machine in enumerate(pair, 1):
        machine.run("ip", "address", "add", f"fd78::{number}/64", "dev", "lan0", "nodad")
    assert found(pair).hosts == ["[fd78::1]"]


@pytest.mark.slow
def test_link_local_ipv4(pair: Pair) -> None:
    """Addresses that machines without a router give themselves."""
    without_ipv6(pair)
    address(pair, "169.254.7", bits=16)
    assert found(pair).hosts == ["169.254.7.1"]


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
    ann = Ann(pair[0])
    ben = pair[1].person("Ben", "look")
    ben.until(found=ann.table)
    assert ann.hosts == (["10.78.0.1", "10.79.0.1"] if other == "tun0" else ["10.78.0.1"])
    assert answers(ben, ann.links[0]) == ann.table


@pytest.mark.slow
def test_two_lans(pair: Pair) -> None:
    """A machine on two networks is found on each of them, and prints an address for each."""
    third = Machine(pair[0])
    try:
        other = (pair[0], third)
        third.run("ip", "link", "set", "lo", "up")
        cable(other, "lan1")
        address(pair)
        address(other, "192.168.5", "lan1")
        ann = found_by_all(Ann(pair[0]), pair[1], third)
        assert ann.hosts == ["10.78.0.1", "192.168.5.1"]
    finally:
        third.close()


def found_by_all(ann: Ann, *machines: Machine) -> Ann:
    """Each machine finds the table, and one of the printed links is for it."""
    for machine in machines:
        person = machine.person("Cat", "look")
        person.until(found=ann.table)
        assert ann.table in [answers(person, link) for link in ann.links]
    return ann


@pytest.mark.slow
def test_many_interfaces(pair: Pair) -> None:
    """The last of many networks is the one with the other machine."""
    without_ipv6(pair)
    for number in range(12):
        name = f"eth{number}"
        pair[0].run("ip", "link", "add", name, "type", "veth", "peer", "name", f"peer{number}")
        pair[0].run("ip", "address", "add", f"10.{number + 1}.0.1/24", "dev", name)
        for end in (name, f"peer{number}"):
            pair[0].run("ip", "link", "set", end, "addrgenmode", "none", "up")
    address(pair)
    ann = found_by_all(Ann(pair[0]), pair[1])
    assert "10.78.0.1" in ann.hosts


@pytest.mark.slow
def test_loopback_only(machines: Pair) -> None:
    """A machine without a network says so everywhere, and prints no address that nobody can use."""
    ann = Ann(machines[0])
    assert not ann.links
    person = machines[0].person("Ben", "look")
    assert "not connected to a network" in person.until("problem")["problem"]
    assert "not connected to a network" in ann.khanhoo("list", "--seconds", "3")
    assert "not connected to a network" in ann.khanhoo("--plain", "join")


@pytest.mark.slow
def test_multicast_blocked(machines: Pair) -> None:
    """A switch that passes on no multicast. The list says what may be wrong, and the printed link works."""
    switch = Machine(machines[0])
    try:
        switch.run("ip", "link", "add", "bridge", "type", "bridge")
        switch.run("ip", "link", "set", "bridge", "up")
        for number, machine in enumerate(machines):
            port = f"port{number}"
            switch.run("ip", "link", "add", port, "type", "veth", "peer", "name", "lan0", "netns", str(machine.pid))
            switch.run("ip", "link", "set", port, "master", "bridge")
            switch.run("ip", "link", "set", port, "type", "bridge_slave", "mcast_flood", "off")
            switch.run("ip", "link", "set", port, "up")
            machine.run("ip", "link", "set", "lan0", "up")
        without_ipv6(machines)
        address(machines)
        ann = Ann(machines[0])
        ben = machines[1].person("Ben", "look")
        assert "multicast" in ben.until("problem")["problem"]
        assert answers(ben, ann.links[0]) == ann.table
    finally:
        switch.close()


@pytest.mark.slow
def test_doors(machines: Pair) -> None:
    """The SSH door and the page print what people can type, for each network that the machine is on."""

    def printed() -> tuple[list[str], list[str]]:
        ann = Ann(machines[0], "--ssh", "0", "--web", "0.0.0.0:0")
        for host, port in [(host, port) for port, host in ann.logins] + ann.pages:
            if host != "localhost" and "%" not in host:
                place = (host.strip("[]"), int(port))
                machines[1].run(sys.executable, "-c", f"import socket; socket.create_connection({place!r})")
        return [host for _, host in ann.logins], [host for host, _ in ann.pages]

    assert printed() == (["localhost"], ["localhost"])
    cable(machines)
    machines[0].run("ip", "address", "add", "fe80::1/64", "dev", "lan0", "nodad")
    assert printed() == (["fe80::1%INTERFACE"], ["localhost"])
    for number, machine in enumerate(machines, 1):
        machine.run("ip", "address", "add", f"fd78::{number}/64", "dev", "lan0", "nodad")
    assert printed() == (["fd78::1"], ["[fd78::1]"])
    cable(machines, "lan1")
    address(machines, name="lan1")
    assert printed() == (["10.78.0.1", "fd78::1"], ["10.78.0.1", "[fd78::1]"])


@pytest.mark.slow
def test_cable_comes_later(machines: Pair) -> None:
    """The table is open, and Ben looks, before there is a network. Then the network goes and comes again, and then its
    addresses change."""
    ann = Ann(machines[0])
    ben = machines[1].person("Ben", "look")
    assert "not connected to a network" in ben.until("problem")["problem"]
    cable(machines)
    without_ipv6(machines)
    address(machines)
    ben.until(found=ann.table)
    ben.until(problem=None)
    for machine in machines:
        machine.run("ip", "link", "set", "lan0", "down")
        ben.until(lost=ann.table)
        if machine is machines[1]:
            while "not connected to a network" not in (ben.until("problem")["problem"] or ""):
                pass
        machine.run("ip", "link", "set", "lan0", "up")
        ben.until(found=ann.table)
    for network in ("10.80.0", "10.81.0"):
        for machine in machines:
            machine.run("ip", "address", "flush", "dev", "lan0")
        ben.until(lost=ann.table)
        address(machines, network)
        ben.until(found=ann.table)
        assert f"khanhoo://{network}.1:" in ann.khanhoo("tables")


@pytest.mark.slow
def test_addresses_change_at_a_table(pair: Pair) -> None:
    """A player comes back to a table whose machine got another address."""
    without_ipv6(pair)
    address(pair)
    pair[0].person("Ann").until(seat=0)
    ben = pair[1].person("Ben", "find")
    ben.until(seat=1)
    for machine in pair:
        machine.run("ip", "address", "flush", "dev", "lan0")
    address(pair, "10.80.0")
    ben.until(seat=1)
