"""Terminals and homes that are put away after each journey."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.process import HostProblem, running_tables, stop_table

from .player import Player
from .sshd import make_keys
from .terminal import ROOT, Terminal


class House:
    """Several people, each with a home and terminals of their own, on one machine."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch
        self._terminals: list[Terminal] = []
        self._homes: set[str] = set()
        self._sshd: subprocess.Popen[str] | None = None
        self._port = ""

    def home(self, name: str) -> Path:
        """The folder that stands for somebody's own."""
        self._homes.add(name)
        home = self._folder / name
        home.mkdir(exist_ok=True)
        return home

    def open(self, name: str, *arguments: str, program: str = "tui", **environment: str) -> Player:
        """Somebody starts `khanhoo` with these arguments in a terminal."""
        terminal = Terminal(self.home(name), *arguments, program=program, environment=environment)
        self._terminals.append(terminal)
        return Player(terminal)

    def log_in(self, name: str, *arguments: str) -> Player:
        """Somebody logs in to this machine with `ssh`, and starts `khanhoo` with these arguments there."""
        if self._sshd is None:
            make_keys(self._folder)
            command = [sys.executable, "-m", "tests.e2e.sshd", str(self._folder)]
            self._sshd = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            assert self._sshd.stdout is not None
            self._port = self._sshd.stdout.readline().strip()
        known, key = self._folder / "known_hosts", self._folder / "key"
        known_hosts = ["-o", f"UserKnownHostsFile={known}", "-o", "StrictHostKeyChecking=yes"]
        key_alone = ["-i", str(key), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes"]
        door = ["ssh", "-F", "none", "-tt", "-p", self._port, *known_hosts, *key_alone, f"{name}@127.0.0.1"]
        terminal = Terminal(self.home(name), *arguments, door=door)
        self._terminals.append(terminal)
        return Player(terminal)

    def enter(self, name: str) -> None:
        """From now on this process, too, looks at that home."""
        self._monkeypatch.setenv("KHANHOO_HOME", str(self.home(name)))

    def close(self) -> None:
        """End every terminal, then every host."""
        for terminal in self._terminals:
            terminal.close()
        for name in self._homes:
            self.enter(name)
            for table in running_tables():
                with contextlib.suppress(HostProblem):
                    stop_table(table.table_id)
        if self._sshd is not None:
            self._sshd.kill()
            self._sshd.wait()


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house that is left as it was found."""
    house = House(tmp_path, monkeypatch)
    yield house
    house.close()
