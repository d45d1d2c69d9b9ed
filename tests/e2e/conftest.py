"""Terminals and homes that are put away after each journey."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import environment
from net.host.launcher import running_tables
from net.host.registry import RunningTable

from ..harness.sshd import make_keys
from ..harness.terminal import LOOK_S, PATIENCE_S, ROOT, Terminal
from .player import Player


def ssh_options(known_hosts: Path, key: Path) -> list[str]:
    """What makes `ssh` use this key alone and know these hosts alone, whatever its user has set."""
    hosts = ["-o", f"UserKnownHostsFile={known_hosts}", "-o", "StrictHostKeyChecking=yes"]
    return ["-F", "none", *hosts, "-i", str(key), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes"]


class House:
    """Several people, each with a home and terminals of their own, on one machine."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch
        self._terminals: list[Terminal] = []
        self._sshd: subprocess.Popen[str] | None = None
        self._port = ""

    def home(self, name: str, *, is_named: bool = True) -> Path:
        """The folder that stands for somebody's own. Its owner wants to make every move, also the only one, is as fast
        as a program, needs no tips, and sees each picture at once. is_named: and was asked for a name before."""
        home = self._folder / name
        if not home.exists():
            (home / "config").mkdir(mode=0o700, parents=True)
            settings = "forced = false\nguard = false\ncoach = 'off'\nmotion = 'off'\n"
            settings += f"name = '{name.title()}'\n" if is_named else ""
            (home / "config" / "settings.toml").write_text(settings, "utf-8")
        return home

    def open(self, name: str, *arguments: str, program: str = "tui", **environment: str) -> Player:
        """Somebody starts `khanhoo` with these arguments in a terminal."""
        return self.sit_down(Terminal(self.home(name), *arguments, program=program, environment=environment))

    def log_in(self, name: str, *arguments: str) -> Player:
        """Somebody logs in to this machine with `ssh`, and starts `khanhoo` with these arguments there."""
        if self._sshd is None:
            make_keys(self._folder)
            command = [sys.executable, "-m", "tests.harness.sshd", str(self._folder)]
            self._sshd = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            assert self._sshd.stdout is not None
            self._port = self._sshd.stdout.readline().strip()
        known, key = self._folder / "known_hosts", self._folder / "key"
        door = ["ssh", "-tt", *ssh_options(known, key), "-p", self._port, f"{name}@127.0.0.1"]
        return self.sit_down(Terminal(self.home(name), *arguments, door=door))

    def sit_down(self, terminal: Terminal) -> Player:
        """Somebody sits at a terminal, which is put away at the end."""
        self._terminals.append(terminal)
        return Player(terminal)

    def enter(self, name: str) -> None:
        """From now on this process, too, looks at that home."""
        self._monkeypatch.setenv(environment.HOME, str(self.home(name)))

    def until_tables(self, name: str, count: int) -> list[RunningTable]:
        """Wait until so many tables run in somebody's home, and look at that home from now on; gives them."""
        self.enter(name)
        deadline = time.monotonic() + PATIENCE_S
        while len(tables := running_tables()) != count:
            assert time.monotonic() < deadline, f"waited for {count} tables of {name}; there are {tables}"
            self.look()
        return tables

    def look(self) -> None:
        """Give the programs a moment, and take in what they write."""
        for terminal in self._terminals:
            terminal.take_in()
        time.sleep(LOOK_S)

    def close(self) -> None:
        """End every terminal. Hosts end with the test's home."""
        for terminal in self._terminals:
            terminal.close()
        if self._sshd is not None:
            self._sshd.kill()
            self._sshd.wait()


@pytest.fixture
def house(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house that is left as it was found."""
    house = House(home, monkeypatch)
    yield house
    house.close()
