"""A network that is cut in two and joined again, and a host that comes back. Each machine is a network namespace."""

from collections.abc import Iterator

import pytest

from .test_apart import Machine, Person, three_at_a_table


class Network:
    """Two machines, 10.77.0.1 and 10.77.0.2, on a switch."""

    def __init__(self) -> None:
        self._switch = Machine()
        self.one, self.two = Machine(self._switch), Machine(self._switch)
        self._switch.run("ip", "link", "add", "switch", "type", "bridge", "mcast_snooping", "0")
        self._switch.run("ip", "link", "set", "switch", "up")
        for number, machine in enumerate((self.one, self.two), 1):
            port, cable = f"port{number}", ("peer", "name", "lan0", "netns", str(machine.pid))
            self._switch.run("ip", "link", "add", port, "type", "veth", *cable)
            self._switch.run("ip", "link", "set", port, "master", "switch", "up")
            machine.run("ip", "link", "set", "lo", "up")
            machine.run("ip", "address", "add", f"10.77.0.{number}/24", "dev", "lan0")
            machine.run("ip", "link", "set", "lan0", "up")
            machine.run("ip", "route", "add", "224.0.0.0/4", "dev", "lan0")

    def cut(self) -> None:
        """Pull the second machine's cable at the switch."""
        self._switch.run("ip", "link", "set", "port2", "down")

    def join(self) -> None:
        """Put it in again."""
        self._switch.run("ip", "link", "set", "port2", "up")

    def close(self) -> None:
        self.two.close()
        self.one.close()
        self._switch.close()


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Iterator[Network]:
    for name in ("SOON", "HASTY"):
        monkeypatch.setenv(name, "yes")
    network = Network()
    yield network
    network.close()


@pytest.mark.slow
def test_a_host_that_is_killed_and_comes_back_sends_its_owner_to_whoever_took_over(network: Network) -> None:
    home = network.one.home()
    _, ben, cat = three_at_a_table(network.one, network.two, home)
    network.one.switch_off()
    ben.until(gone=1)
    ben.tell("carry")
    ben.until("carry")
    cat.until(carried="Ben", deal=1)
    table = cat.until(seat=2)["table"]
    again = network.one.person("Ann", "again", home=home)
    again.until(carried="Ben", deal=1)
    assert again.until(seat=0, table=table)
    for person in (again, ben, cat):
        person.tell("next")
    for person in (again, ben, cat):
        found = person.until(checked=2)
        assert (found["state"], found["shares"]) == ("verified", 3)


@pytest.mark.slow
def test_two_halves_of_a_divided_network_are_told_of_each_other_and_end_at_one_table(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal is played in both halves; of what was played in the one that closes nothing is left."""
    monkeypatch.setenv("FOUR", "yes")
    ann = network.one.person("Ann")
    way = f"10.77.0.1:{ann.until('port')['port']}"
    people: list[Person] = []
    for seat, (name, machine) in enumerate((("Ben", network.two), ("Cat", network.one), ("Dan", network.two)), 1):
        people.append(machine.person(name, way))
        people[-1].until(seat=seat)
    ben, cat, dan = people
    ann.until(here=["Ann", "Ben", "Cat", "Dan"])
    ann.tell("start")
    for person in (ann, ben, cat, dan):
        person.until(checked=1)

    network.cut()
    ben.until(gone=1)
    ben.tell("carry")
    ben.until("carry")
    dan.until(carried="Ben", deal=1)
    dan.until(here=["Ben", "Dan"])
    ann.until(here=["Ann", "Cat"])
    for host, guest in ((ann, cat), (ben, dan)):
        host.tell("bots", "next")
        guest.tell("next")
    played = {person.name: person.until(checked=2)["totals"] for person in (ann, ben, cat, dan)}
    assert played["Ann"] == played["Cat"] != played["Ben"] == played["Dan"]

    network.join()
    for person, other in ((ann, "Ben"), (cat, "Ben"), (ben, "Ann"), (dan, "Ann")):
        while f"also continues on {other}'s machine" not in person.until("notice")["notice"]:
            pass
        person.until(other=other)

    ann.tell("there")
    assert not ann.until("there")["there"]
    for person in (ann, cat):
        person.until(carried="Ben", deal=1)
        found = person.until(checked=2, totals=played["Ben"])
        # By the rules; but they were told this deal otherwise before, and their programs say so.
        assert (found["state"], found["shares"]) == ("unverified", 2)
    for person in (ann, ben, cat, dan):
        person.until(here=["Ann", "Ben", "Cat", "Dan"])
        person.tell("tell")
    ends = [person.until("totals", "events") for person in (ann, ben, cat, dan)]
    assert [end["totals"] for end in ends] == [played["Ben"]] * 4
    ben.until(other="")
