"""Home folders in every state: all that is saved there, and every way into the program."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..harness.homes import FULL, HOMES, WORKING, nobody, processes_of, variables_of
from ..harness.processes import wait_until_gone
from ..harness.terminal import ROOT, Terminal

RECORD = ROOT / "tests/golden/endings/hearts/match_lowest.journal"
DOORS = ["new", "read only", "parts are everybody's", "no home", "a folder with a name in Latin-1", FULL]
"""Homes for the tests that take long: one of each kind."""
BROKEN = re.compile(r"Traceback|Something went wrong|A bug|Errno")


def test_stores(home: Path) -> None:
    """Whatever the home is like, all that the program keeps is saved, or it says in a sentence why not."""
    tries = []
    for number, name in enumerate(HOMES):
        folder = home / str(number)
        folder.mkdir(mode=0o755)
        tries.append((name, variables_of(name, folder)))
    with nobody() as user:
        run = subprocess.run(
            [*user, sys.executable, "-m", "tests.harness.homes"],
            input=json.dumps(sorted(tries, key=lambda each: each[0] == FULL)),
            cwd=home,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    found = dict(map(json.loads, run.stdout.splitlines()))
    assert set(found) == set(HOMES), run.stderr
    for name, told in found.items():
        for store, sentence in told.items():
            assert "Traceback" not in sentence, f"{name}, {store}: {sentence}"
            assert not sentence or sentence.endswith("."), f"{name}, {store}: {sentence}"
            assert "[Errno" not in sentence
        assert (not any(told.values())) == (name in WORKING), f"{name}: {told}"


class Nobody:
    """A user who comes to a home through each door."""

    def __init__(self, name: str, folder: Path, user: list[str]) -> None:
        variables = variables_of(name, folder) | {"KHANHOO_SHARED": str(folder / "shared"), "PYTHONPATH": str(ROOT)}
        unset = [word for variable, value in variables.items() if value is None for word in ("-u", variable)]
        self.variables = {variable: value for variable, value in variables.items() if value is not None}
        self.mark = f"KHANHOO_SHARED={folder / 'shared'}"
        self.door = [*user, *(["prlimit", "--fsize=0"] if name == FULL else []), "env", *unset]

    def run(self, *words: str, typed: str = "") -> tuple[int, str]:
        """Run a command by lines; its exit code, and what it said."""
        run = subprocess.run(
            [*self.door, sys.executable, "-m", "tui", *words],
            input=typed.encode(),
            cwd=ROOT,
            env={**os.environ, **self.variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
            check=False,
        )
        told = run.stdout.decode(errors="backslashreplace")
        assert not BROKEN.search(told), f"{words}: {told}"
        assert run.returncode in (0, 1, 2), f"{words}: {told}"
        assert told
        return run.returncode, told


@pytest.fixture
def visitor(home: Path, request: pytest.FixtureRequest) -> Iterator[Nobody]:
    """Somebody with a home of the kind that the test is for. At the end, none of their processes is left."""
    with nobody() as user:
        visitor = Nobody(request.param, home, user)
        yield visitor
        wait_until_gone(*processes_of(visitor.mark))


@pytest.mark.slow
@pytest.mark.parametrize("visitor", DOORS, indirect=True)
def test_lines(visitor: Nobody) -> None:
    """A match is played, found again and ended, and every other command works or says why not."""
    code, told = visitor.run("play", "hearts", "--plain", "--option", "limit=10", typed="1 2 3\nquit\n")
    assert (code, "You pass" in told) == (0, True), told
    back = re.search(r"^khanhoo (join \S+ --plain)$", told, re.MULTILINE)
    if back is not None:
        table = Path(back[1].split()[1]).stem
        assert table in visitor.run("tables")[1]
        assert "You hold 13 cards" in visitor.run(*back[1].split(), typed="quit\n")[1]
        assert "You hold 13 cards" in visitor.run("--plain", typed="go on\nquit\nquit\n")[1]
        assert visitor.run("tables", "--stop", table)[0] == 0
    else:
        assert "Your seat could not be saved" in told
    code, told = visitor.run("learn", "hearts", "--plain", typed="next\nquit\n")
    assert (code, "Step 2" in told) == (0, True), told
    visitor.run("--plain", typed=f"history\nreplay ~nobody-of-this-name/x\nreplay {RECORD}\nquit\nquit\n")
    assert visitor.run("verify", str(RECORD))[0] == 0
    assert visitor.run("rules", "hearts", "--print")[0] == 0
    assert visitor.run("list", "--seconds", "0")[0] == 0
    for what in ("--stop", "--lock", "--open", "--restart", "--forget"):
        assert visitor.run("tables", what, "aa11bb22cc33")[0] == 1
    for words in (
        ["tables", "--json"],
        ["join", "127.0.0.1:9", "--plain"],
    ):
        visitor.run(*words)
    assert visitor.run("tables", "--stop-all")[0] == 0


def log_in(port: str) -> str:
    """What somebody hears who comes by lines through an SSH door of this machine, and leaves."""
    options = (
        "StrictHostKeyChecking=no",
        "UserKnownHostsFile=/dev/null",
        "PreferredAuthentications=none,keyboard-interactive",
    )
    run = subprocess.run(
        ["ssh", "-T", "-F", "none", *(word for each in options for word in ("-o", each)), "-p", port, "Ann@127.0.0.1"],
        input="quit\n",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("visitor", [*DOORS, "a name in Latin-1", "no folder for settings"], indirect=True)
def test_doors(visitor: Nobody) -> None:
    """A door to a table opens and can be used, or one sentence says why not, and no table is left."""
    for words, door in (("--ssh", r"ssh -p (\d+)"), ("--web", r"(http://\S+)")):
        code, told = visitor.run("serve", "hearts", "--port", "0", words, "127.0.0.1:0")
        opened = re.search(door, told)
        assert (code == 0) == (opened is not None), told
        if opened is None:
            assert re.fullmatch(r"khanhoo: .+\.\n", told), told
        elif words == "--ssh":
            assert "Your code is" in log_in(opened[1])
        else:
            with urllib.request.urlopen(opened[1], timeout=60) as page:
                assert b"<!DOCTYPE html>" in page.read()
        if table := re.search(r"khanhoo tables --stop (\S+)", told):
            assert visitor.run("tables", "--stop", table[1])[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("visitor", DOORS, indirect=True)
def test_screen(visitor: Nobody) -> None:
    """From the menu to a table, a lesson, the history and the settings, and back."""
    terminal = Terminal(
        Path(), "--name", "Ann", door=[*visitor.door, "sh", "-c"], environment=visitor.variables, columns=100, lines=30
    )
    try:
        terminal.wait_for("q quit")
        terminal.press("9")
        terminal.wait_for("Hearts in six lines")
        terminal.press("enter")
        terminal.wait_for("Choose three cards to pass")
        terminal.press("escape")
        terminal.wait_for("Leave the table")
        terminal.press("f")
        terminal.wait_for("q quit")
        terminal.press("t")
        terminal.wait_for("1/[0-9]+ ")
        terminal.press("enter")
        terminal.wait_for("2/[0-9]+ ")
        while not terminal.sees("q quit"):
            terminal.wait_for_change_after("escape")
        terminal.press("e")
        terminal.wait_for("History")
        terminal.press("escape")
        terminal.wait_for("q quit")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert not BROKEN.search(bytes(terminal.received).decode(errors="replace"))
    finally:
        terminal.close()
