"""A road between two machines that swallows everything, and a laptop that sleeps: both ends notice, and all comes back.

Three network namespaces in a row. The one in the middle is the road; when it passes nothing on, neither end is told.
"""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.client.reconnect import SILENT_FOR_S
from net.match.settings import TimeControls

from .test_apart import PATIENCE_S, Machine, Person

NOTICED_WITHIN_MS = 12_000
ESTABLISHED = "01"


@pytest.fixture
def road() -> Iterator[tuple[Machine, Machine, Machine]]:
    """A machine of the host, 10.77.1.1, the road, and a machine of a guest, 10.77.2.1."""
    middle = Machine()
    ends = Machine(middle), Machine(middle)
    try:
        middle.run("ip", "link", "set", "lo", "up")
        for number, end in enumerate(ends, start=1):
            cable = f"lan{number}"
            middle.run("ip", "link", "add", cable, "type", "veth", "peer", "name", "lan0", "netns", str(end.pid))
            middle.run("ip", "address", "add", f"10.77.{number}.254/24", "dev", cable)
            middle.run("ip", "link", "set", cable, "up")
            end.run("ip", "link", "set", "lo", "up")
            end.run("ip", "address", "add", f"10.77.{number}.1/24", "dev", "lan0")
            end.run("ip", "link", "set", "lan0", "up")
            end.run("ip", "route", "add", "default", "via", f"10.77.{number}.254")
        passes(middle, is_open=True)
        yield ends[0], middle, ends[1]
    finally:
        for machine in (*ends, middle):
            machine.close()


def passes(middle: Machine, *, is_open: bool) -> None:
    """Let the road pass everything on, or swallow it."""
    middle.run("sh", "-c", f"echo {int(is_open)} > /proc/sys/net/ipv4/ip_forward")


def two_at_a_table(one: Machine, other: Machine) -> tuple[Person, Person]:
    """Ann hosts on one machine, Ben is at the other; the first deal is played and checked by both."""
    ann = one.person("Ann")
    port = ann.until("port")["port"]
    ann.until(seat=0)
    ben = other.person("Ben", f"10.77.1.1:{port}")
    ben.until(seat=1)
    ann.until(here=["Ann", "Ben"])
    ann.tell("fill", "start")
    for person in (ann, ben):
        assert person.until(checked=1)["state"] == "verified"
    return ann, ben


def plays_on(ann: Person, ben: Person) -> None:
    """The next deal is played and checked by both, with the shares of both."""
    for person in (ann, ben):
        person.tell("next")
    for person in (ann, ben):
        found = person.until(checked=2)
        assert (found["state"], found["shares"]) == ("verified", 2)


def until_hung_up(machine: Machine) -> None:
    """Wait until a machine has no connection over the network that it believes to stand."""
    tables = [Path(f"/proc/{machine.pid}/net/{name}") for name in ("tcp", "tcp6")]
    ends = time.monotonic() + PATIENCE_S
    while any(line.split()[3] == ESTABLISHED for table in tables for line in table.read_text().splitlines()[1:]):
        assert time.monotonic() < ends, "the host never hung up"
        time.sleep(0.1)


@pytest.mark.slow
def test_both_ends_of_a_link_notice_that_it_is_dead_and_the_seat_is_taken_again(
    road: tuple[Machine, Machine, Machine],
) -> None:
    assert max(TimeControls().away_ms, TimeControls().silent_ms, SILENT_FOR_S * 1000) <= NOTICED_WITHIN_MS
    one, middle, other = road
    ann, ben = two_at_a_table(one, other)
    passes(middle, is_open=False)
    # By their own clocks, long before the system gives the connection up.
    assert ann.until("away", away=["Ben"])["here"] == ["Ann"]
    assert ben.until("lost")["lost"] == "The table has stopped answering."
    passes(middle, is_open=True)
    assert ben.until("seat")["seat"] == 1
    ann.until(here=["Ann", "Ben"])
    plays_on(ann, ben)


@pytest.mark.slow
def test_a_laptop_that_slept_comes_back_to_its_seat(
    road: tuple[Machine, Machine, Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HASTY", "yes")
    one, _, other = road
    ann, ben = two_at_a_table(one, other)
    os.kill(ben.pid, signal.SIGSTOP)
    assert ann.until("away", away=["Ben"])["here"] == ["Ann"]
    until_hung_up(one)
    os.kill(ben.pid, signal.SIGCONT)
    assert ben.until("seat")["seat"] == 1
    ann.until(here=["Ann", "Ben"])
    plays_on(ann, ben)
