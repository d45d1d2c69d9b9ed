"""Three machines at one switch, each a network namespace. A player hears whether the host is gone, or only their own
network.
"""

from collections.abc import Callable, Iterator

import pytest

from .test_apart import Machine, Person

pytestmark = pytest.mark.slow


class Switch:
    """A switch, and machines with a cable to it: 10.77.0.1 and so on."""

    def __init__(self, count: int) -> None:
        self._switch = Machine()
        self._switch.run("ip", "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        self._switch.run("ip", "link", "set", "br0", "up")
        self.machines = [Machine(self._switch) for _ in range(count)]
        for number, machine in enumerate(self.machines, 1):
            ends = ("lan0", "netns", str(machine.pid), "type", "veth", "peer", "name", f"port{number}")
            self._switch.run("ip", "link", "add", *ends)
            self._switch.run("ip", "link", "set", f"port{number}", "master", "br0")
            machine.run("ip", "link", "set", "lo", "up")
            self.plug(number)
            machine.run("ip", "link", "set", "lan0", "up")
            self.address(number)

    def plug(self, number: int, *, is_in: bool = True) -> None:
        """Put a machine's cable in or out."""
        self._switch.run("ip", "link", "set", f"port{number}", "up" if is_in else "down")

    def address(self, number: int, *, is_there: bool = True, host: int = 0) -> None:
        """Give a machine its address, or take it away. host: another one than its number."""
        place = f"10.77.0.{host or number}/24"
        self.machines[number - 1].run("ip", "address", "add" if is_there else "del", place, "dev", "lan0")

    def close(self) -> None:
        for machine in reversed([self._switch, *self.machines]):
            machine.close()


@pytest.fixture
def switch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Switch]:
    monkeypatch.setenv("SOON", "1")
    made = Switch(3)
    yield made
    made.close()


def at_a_table(switch: Switch) -> tuple[Person, Person, Person]:
    """Ann hosts, and each of the others is at a machine of their own. The first deal is played and checked."""
    one, two, three = switch.machines
    ann = one.person("Ann")
    port = ann.until("port")["port"]
    ann.until(seat=0)
    ben = two.person("Ben", f"10.77.0.1:{port}")
    ben.until(seat=1)
    cat = three.person("Cat", f"10.77.0.1:{port}")
    ann.until(here=["Ann", "Ben", "Cat"])
    ann.tell("start")
    for person in (ann, ben, cat):
        person.until(checked=1)
    return ann, ben, cat


def breaks(switch: Switch) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """What can happen to the network of the second machine, and how that ends."""
    ben = switch.machines[1]

    def route(kind: str, *words: str) -> None:
        ben.run("ip", "route", kind, *words, "10.77.0.1")

    def neighbour(kind: str, *words: str) -> None:
        ben.run("ip", "neigh", kind, "10.77.0.1", *words, "dev", "lan0")

    def unplug() -> None:
        switch.plug(2, is_in=False)
        switch.address(2, is_there=False)

    def plug_elsewhere() -> None:
        switch.address(2, host=9)
        switch.plug(2)

    return {
        "cable": (lambda: switch.plug(2, is_in=False), lambda: switch.plug(2)),
        "wireless": (lambda: switch.address(2, is_there=False), lambda: switch.address(2)),
        "route": (lambda: route("add", "unreachable"), lambda: route("del", "unreachable")),
        "firewall": (lambda: route("add", "prohibit"), lambda: route("del", "prohibit")),
        "lost packets": (lambda: neighbour("replace", "lladdr", "02:00:00:00:00:99"), lambda: neighbour("del")),
        "other address": (unplug, plug_elsewhere),
    }


def test_own_network(switch: Switch) -> None:
    """Whatever breaks between Ben's machine and the switch, Ben seems to be offline, may not take over, and is back
    when it works again. Nobody else hears anything of it.
    """
    ann, ben, cat = at_a_table(switch)
    for broken, mended in breaks(switch).values():
        broken()
        assert ben.until(gone=1) == {"gone": 1, "may_carry": False, "is_suggested": True, "is_offline": True}
        mended()
        ben.until(seat=1)
    assert not [line for person in (ann, ben, cat) for line in person.said if line.get("is_offline") is not None]


def test_host_machine_off(switch: Switch) -> None:
    """The host's machine is switched off, so nothing answers there. The two others hear each other, so the host is
    gone, and one of them takes over. A machine that hears nobody is offline all the same.
    """
    ann, ben, cat = at_a_table(switch)
    ann.kill()
    switch.plug(1, is_in=False)
    switch.plug(3, is_in=False)
    for person in (ben, cat):
        assert not person.until(gone=1, is_offline=True)["may_carry"]
    switch.plug(3)
    for person in (ben, cat):
        assert person.until(gone=1, is_offline=False)["may_carry"]
    ben.tell("carry")
    ben.until("carry")
    assert cat.until("carried") == {"carried": "Ben", "deal": 1}


def test_host_killed(switch: Switch) -> None:
    """Only the host's program is gone. Its machine says so, and Ben need hear nobody else."""
    ann, ben, _ = at_a_table(switch)
    switch.plug(3, is_in=False)
    ann.kill()
    assert ben.until(gone=1) == {"gone": 1, "may_carry": True, "is_suggested": True, "is_offline": False}


def test_two_at_a_table(switch: Switch) -> None:
    """The host's machine is switched off, and nobody else is at the table. The router answers, so the host is gone.
    Where the router does not answer either, or where there is none, the one who is left is offline.
    """
    one, two, _ = switch.machines
    two.run("ip", "route", "add", "default", "via", "10.77.0.3")
    ann = one.person("Ann")
    port = ann.until("port")["port"]
    ann.until(seat=0)
    ben = two.person("Ben", f"10.77.0.1:{port}")
    ben.until(seat=1)
    ann.until(here=["Ann", "Ben"])
    ann.tell("fill", "start")
    for person in (ann, ben):
        person.until(checked=1)
    switch.plug(2, is_in=False)
    assert not ben.until(gone=1, is_offline=True)["may_carry"]
    switch.plug(2)
    ben.until(seat=1)
    assert not [line for line in ben.said if line.get("is_offline") is False]
    ann.kill()
    switch.plug(1, is_in=False)
    assert ben.until(gone=1, is_offline=False)["may_carry"]
    switch.plug(3, is_in=False)
    assert not ben.until(gone=1, is_offline=True)["may_carry"]
    switch.plug(3)
    assert ben.until(gone=1, is_offline=False)["may_carry"]
    ben.tell("carry")
    ben.until("carry")
    assert ben.until("carried") == {"carried": "Ben", "deal": 1}
