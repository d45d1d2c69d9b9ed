"""A terminal that is closed ends the program, whether or not the system says so."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from ..harness.terminal import ROOT, plain_environment
from .conftest import House

END_S = 60


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
