"""A terminal that is closed ends the program, whether or not the system says so; one that stalls stops its picture."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ..harness.processes import wait_until_gone
from ..harness.terminal import LOOK_S, PATIENCE_S, ROOT, plain_environment
from .conftest import House

END_S = 60
WRITES = 100
"""Of twenty kilobytes each: more than all that lies between a program and its terminal can hold."""


def _open(home: Path, *arguments: str) -> tuple[subprocess.Popen[bytes], int]:
    """The program in a terminal that does not control it, so that no SIGHUP tells of its end; and our end of it."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "tui", *arguments],
        cwd=ROOT,
        env={**plain_environment(), "KHANHOO_HOME": str(home), "TERM": "xterm-256color"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    return program, ours


def _read_until(ours: int, words: bytes) -> None:
    shown = b""
    while words not in shown:
        shown += os.read(ours, 65536)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("--name", "Ann"), b"Chinaso Express", id="menu"),
        pytest.param(("play", "hearts", "--pace", "instant"), b"Choose three", id="table"),
    ],
)
def test_a_program_whose_terminal_is_closed_ends(house: House, arguments: tuple[str, ...], words: bytes) -> None:
    program, ours = _open(house.home("ann"), *arguments)
    try:
        _read_until(ours, words)
    finally:
        os.close(ours)
    assert program.wait(END_S) == 0


def _stall(house: House) -> None:
    """Take nothing in until the program has written more than can wait for a terminal."""
    beats = house.home("ann") / "beats"
    beats.touch()
    deadline, wanted = time.monotonic() + PATIENCE_S, beats.stat().st_size + WRITES
    while beats.stat().st_size < wanted:
        assert time.monotonic() < deadline, f"the program stands still after {beats.stat().st_size} writes"
        time.sleep(LOOK_S)


def test_a_terminal_that_takes_nothing_stops_only_its_picture_and_gets_the_right_one_when_it_wakes(
    house: House,
) -> None:
    ann = house.open("ann", "--name", "Ann", program="tests.tui.config.restless")
    ann.wait_for("Chinaso Express")
    _stall(house)
    ann.press("?")
    _stall(house)
    ann.wait_for("♠♥♦♣ Help")
    ann.press("escape")
    ann.wait_for("Chinaso Express")
    ann.press("ctrl+q")
    assert ann.terminal.wait_for_end() == 0
    assert not ann.terminal.left_on()


@pytest.mark.parametrize("stalls", [False, True], ids=["awake", "stalled"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_program_that_is_told_to_end_does_so_and_restores_the_terminal(
    house: House, name: str, *, stalls: bool
) -> None:
    ann = house.open("ann", "--name", "Ann", program="tests.tui.config.restless")
    ann.wait_for("Chinaso Express")
    if stalls:
        _stall(house)
    os.kill(ann.terminal.pid, getattr(signal, name))
    if stalls:
        wait_until_gone(ann.terminal.pid)
    assert ann.terminal.wait_for_end() == 0
    assert not ann.terminal.left_on()
