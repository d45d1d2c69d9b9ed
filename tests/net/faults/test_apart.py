"""Two machines, each a network namespace of its own, joined by a cable: the one that hosts is switched off."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from net import environment

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 60.0
# Who is root makes namespaces; who is not becomes root in a namespace of its own, where both machines stand.
_ALONE = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--net"]


class Machine:
    """A network namespace, held by a process that sleeps. Its interface is called lan0."""

    def __init__(self, first: Machine | None = None) -> None:
        enter = first.inside if first is not None else []
        alone = ["unshare", "--net"] if first is not None else _ALONE
        self._sleeper = subprocess.Popen(
            [*enter, *alone, "sh", "-c", "echo up; exec sleep 600"], stdout=subprocess.PIPE
        )
        assert self._sleeper.stdout is not None
        self._sleeper.stdout.readline()
        self.inside: list[str] = ["nsenter", "--target", str(self._sleeper.pid), "--net"]
        if os.geteuid() != 0:
            self.inside += ["--user", "--preserve-credentials"]
        self.pid = self._sleeper.pid
        self._people: list[Person] = []
        self._homes: list[tempfile.TemporaryDirectory[str]] = []

    def run(self, *command: str) -> None:
        subprocess.run([*self.inside, *command], check=True, capture_output=True)

    def home(self) -> str:
        """A folder that stands for one user's own."""
        self._homes.append(tempfile.TemporaryDirectory(prefix="kh-", ignore_cleanup_errors=True))
        return self._homes[-1].name

    def person(self, name: str, where: str = "", home: str = "") -> Person:
        """Somebody sits down at this machine."""
        person = Person(self.inside, name, where, home or self.home())
        self._people.append(person)
        return person

    def switch_off(self) -> None:
        """Every program of the machine is gone at once, and its cable is dead."""
        for person in self._people:
            person.kill()

    def close(self) -> None:
        self.switch_off()
        self._sleeper.kill()
        self._sleeper.wait()
        for home in self._homes:
            _end_hosts(home.name)
            home.cleanup()


def _end_hosts(home: str) -> None:
    """The hosts that somebody's program has started under way, for they outlive it."""
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if f"{home}/".encode() in place.read_bytes():
                os.kill(int(place.parent.name), signal.SIGKILL)


class Person:
    """A process of tests/harness/actor.py, and what it has said."""

    def __init__(self, inside: list[str], name: str, where: str, home: str) -> None:
        self.name = name
        self.said: list[dict[str, Any]] = []
        self._came: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._hosts: list[int] = []
        self._complaints = Path(home, f"complaints of {name}")  # for the report of a test
        with self._complaints.open("w") as complaints:
            self._process = subprocess.Popen(
                [*inside, sys.executable, "-m", "tests.harness.actor", name, *([where] if where else [])],
                cwd=ROOT,
                env={**os.environ, environment.HOME: home, environment.INTERFACES: ""},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )
        self.pid = self._process.pid
        threading.Thread(target=self._read, daemon=True).start()

    def tell(self, *words: str) -> None:
        """Let it do something."""
        assert self._process.stdin is not None
        for word in words:
            self._process.stdin.write(word + "\n")
        self._process.stdin.flush()

    def until(self, *words: str, **what: Any) -> dict[str, Any]:
        """Wait for a line that has these words, and says this; each line is found once."""
        looked_at, end_s = 0, time.monotonic() + PATIENCE_S
        while True:
            for place, line in enumerate(self.said[looked_at:], start=looked_at):
                if all(word in line for word in words) and all(line.get(key) == what[key] for key in what):
                    return self.said.pop(place)
            looked_at = len(self.said)
            try:
                came = self._came.get(timeout=max(0.0, end_s - time.monotonic()))
            except queue.Empty:
                came = None
            complaints = self._complaints.read_text()
            assert came is not None, f"{self.name} did not say {words} {what}: {self.said}\n{complaints}"
            self.said.append(came)
            if "pid" in came:
                self._hosts.append(came["pid"])

    def kill(self) -> None:
        """The person's program, and then the host that it started, which nobody starts again by now."""
        self._process.kill()
        self._process.wait()
        for host in self._hosts:
            with contextlib.suppress(ProcessLookupError):
                os.kill(host, signal.SIGKILL)
        self._hosts.clear()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._came.put(json.loads(line))
        self._came.put(None)


@pytest.fixture
def machines() -> Iterator[tuple[Machine, Machine]]:
    """Two machines on one network, 10.77.0.1 and 10.77.0.2."""
    one = Machine()
    two = Machine(one)
    try:
        one.run("ip", "link", "add", "lan0", "type", "veth", "peer", "name", "lan0", "netns", str(two.pid))
        for machine, address in ((one, "10.77.0.1/24"), (two, "10.77.0.2/24")):
            machine.run("ip", "link", "set", "lo", "up")
            machine.run("ip", "address", "add", address, "dev", "lan0")
            machine.run("ip", "link", "set", "lan0", "up")
            machine.run("ip", "route", "add", "224.0.0.0/4", "dev", "lan0")
        yield one, two
    finally:
        two.close()
        one.close()


def three_at_a_table(one: Machine, two: Machine, home: str) -> tuple[Person, Person, Person]:
    """Ann hosts on the first machine, Ben and Cat are at the second; the first deal is played and checked by all."""
    ann = one.person("Ann", home=home)
    port = ann.until("port")["port"]
    ann.until(seat=0)
    ben = two.person("Ben", f"10.77.0.1:{port}")
    ben.until(seat=1)
    cat = two.person("Cat", f"10.77.0.1:{port}")
    cat.until(seat=2)
    ann.until(here=["Ann", "Ben", "Cat"])
    ann.tell("start")
    ann.until(phase="playing")
    for person in (ann, ben, cat):
        assert person.until(checked=1)["shares"] == 3
    return ann, ben, cat


@pytest.mark.slow
def test_the_machine_of_the_host_is_switched_off_and_the_others_go_on(machines: tuple[Machine, Machine]) -> None:
    one, two = machines
    home = one.home()
    ann, ben, cat = three_at_a_table(one, two, home)
    for person in (ann, ben, cat):
        person.tell("next")
    for person in (ann, ben, cat):
        person.until(ready=True)  # whose word is still under way waits for the next host, and does nothing else
    ann.until(phase="playing")
    cat.tell("tell")
    totals = cat.until("totals", "events")["totals"]
    one.switch_off()

    assert ben.until(gone=1) == {"gone": 1, "may_carry": True, "is_suggested": True, "is_offline": False}
    assert cat.until(gone=1) == {"gone": 1, "may_carry": True, "is_suggested": False, "is_offline": False}
    ben.tell("carry")
    ben.until("carry")
    assert cat.until("carried") == {"carried": "Ben", "deal": 1}
    assert cat.until(seat=2)["table"] == ben.until(seat=1)["table"]
    cat.tell("tell")
    assert cat.until("totals", "events")["totals"] == totals

    # Ann's machine is there again, with her key and nothing else; she finds the table on the network.
    again = one.person("Ann", "find", home=home)
    again.until(seat=0)
    for person in (again, ben, cat):
        person.tell("next")
    for person in (again, ben, cat):
        found = person.until(checked=2)
        assert (found["state"], found["shares"]) == ("verified", 3)


@pytest.mark.slow
def test_a_host_hands_its_table_over_to_the_other_machine(machines: tuple[Machine, Machine]) -> None:
    one, two = machines
    people = three_at_a_table(one, two, one.home())
    ann, _, cat = people
    cat.tell("tell")
    totals = cat.until("totals", "events")["totals"]
    ann.tell("hand")
    assert ann.until("handed")["handed"] == ""
    for person in people:
        assert person.until("carried") == {"carried": "Ben", "deal": 1}
    assert len({person.until(seat=seat)["table"] for seat, person in enumerate(people)}) == 1
    cat.tell("tell")
    assert cat.until("totals", "events")["totals"] == totals
    for person in people:
        person.tell("next")
    for person in people:
        found = person.until(checked=2)
        assert (found["state"], found["shares"]) == ("verified", 3)
        assert not [line for line in person.said if "gone" in line]
