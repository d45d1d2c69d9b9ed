"""A terminal that is closed ends the program, whether or not the system says so; one that stalls stops its picture."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyte
import pytest

from ..harness.processes import wait_until_gone
from ..harness.slow import slow
from ..harness.terminal import LOOK_S, PATIENCE_S, ROOT, Stream, Terminal, plain_environment
from .conftest import House
from .player import Player

END_S = 60
MENU = "(?s)Choose a game.*Chinaso Express.*Enter"
ALTERNATE_SCREEN = b"\x1b[?1049h"
STOPS = 5
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def _is_stopped(ann: Player) -> bool:
    return os.waitid(os.P_PID, ann.terminal.pid, os.WSTOPPED | os.WNOWAIT | os.WNOHANG) is not None


def _is_empty(ann: Player) -> bool:
    return not (ann.terminal.left_on() or ann.terminal.sees("Choose a game|Help"))


def _stop(ann: Player) -> None:
    """Stop the program as a shell does on Ctrl-Z; it gives the terminal back first."""
    os.kill(ann.terminal.pid, signal.SIGTSTP)
    ann.terminal.wait_until(lambda: _is_stopped(ann) and _is_empty(ann), "a terminal as before")
    assert ann.terminal.types_normally()


@pytest.mark.slow
@pytest.mark.parametrize("program", ["tui", "tests.tui.config.restless"], ids=["quiet", "in the midst of writing"])
def test_a_program_that_is_stopped_gives_the_terminal_back_until_it_goes_on(house: House, program: str) -> None:
    ann = house.open("ann", "--name", "Ann", program=program)
    ann.wait_for(MENU)
    modes = ann.terminal.left_on()
    for _ in range(STOPS):
        _stop(ann)
        os.kill(ann.terminal.pid, signal.SIGCONT)
        ann.wait_for(MENU)
        assert ann.terminal.left_on() == modes
    ann.press("?")
    ann.wait_for("♠♥♦♣ Help")
    _stop(ann)
    os.kill(ann.terminal.pid, signal.SIGCONT)
    ann.wait_for("♠♥♦♣ Help")
    ann.press("escape")
    ann.wait_for(MENU)
    ann.press("ctrl+q")
    assert ann.terminal.wait_for_end() == 0
    assert ann.terminal.types_normally()


@pytest.mark.slow
def test_a_program_that_is_stopped_while_the_terminal_takes_nothing_leaves_it_empty(house: House) -> None:
    ann = house.open("ann", "--name", "Ann", program="tests.tui.config.restless")
    ann.wait_for(MENU)
    for _ in range(STOPS):
        _stall(house)
        os.kill(ann.terminal.pid, signal.SIGTSTP)
        deadline = time.monotonic() + PATIENCE_S
        while not _is_stopped(ann):
            assert time.monotonic() < deadline, "the program does not stop"
            time.sleep(LOOK_S)
        ann.terminal.wait_until(lambda: _is_empty(ann), "a terminal as before")
        os.kill(ann.terminal.pid, signal.SIGCONT)
        ann.wait_for(MENU)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGTSTP", "SIGSTOP"])
def test_a_program_that_is_continued_at_once_goes_on(house: House, name: str) -> None:
    ann = house.open("ann", "--name", "Ann")
    ann.wait_for(MENU)
    for _ in range(STOPS):
        os.kill(ann.terminal.pid, getattr(signal, name))
        os.kill(ann.terminal.pid, signal.SIGCONT)
    ann.terminal.wait_until(lambda: ann.terminal.received.count(ALTERNATE_SCREEN) > 1, "the terminal taken again")
    ann.wait_for(MENU)
    ann.press("?")
    ann.wait_for("♠♥♦♣ Help")
    ann.press("ctrl+q")
    assert ann.terminal.wait_for_end() == 0
    assert ann.terminal.types_normally()
    assert not ann.terminal.left_on()


def test_a_stopped_program_that_is_told_to_end_does_so(house: House) -> None:
    ann = house.open("ann", "--name", "Ann")
    ann.wait_for(MENU)
    _stop(ann)
    os.kill(ann.terminal.pid, signal.SIGTERM)
    os.kill(ann.terminal.pid, signal.SIGCONT)
    assert ann.terminal.wait_for_end() == 0
    assert not ann.terminal.left_on()


@pytest.mark.slow
def test_a_stopped_program_runs_in_the_background_without_a_picture_until_it_gets_the_terminal(house: House) -> None:
    program = "tests.tui.config.restless"
    shell = Terminal(house.home("ann"), program="", door=("bash", "--norc", "--noprofile", "-i"))
    try:
        shell.wait_until(lambda: bool(shell.left_on()), "a prompt")
        modes = shell.left_on()
        shell.type(f"sh -c 'echo $$ >$KHANHOO_HOME/pid; exec {sys.executable} -m {program} --name Ann'\r")
        shell.wait_for(MENU)
        pid = int((house.home("ann") / "pid").read_text())
        os.kill(pid, signal.SIGTSTP)
        shell.wait_for("Stopped")
        shell.type("bg\r")
        shell.wait_for(r"&\s+\S+[#$]\s*$")  # the job, and then the prompt
        shown = shell.text
        _stall(house)
        assert shell.text == shown
        shell.type("fg; echo status $?\r")
        shell.wait_for(MENU)
        shell.press("ctrl+q")
        shell.wait_for("status 0")
        shell.wait_until(lambda: shell.left_on() == modes, "a terminal as before")
    finally:
        shell.close()


@pytest.mark.slow
@pytest.mark.parametrize("stalls", [False, True], ids=["awake", "stalled"])
@pytest.mark.parametrize("name", ["SIGTERM", *slow(["SIGHUP"])])
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
    assert not ann.terminal.sees("Choose a game")


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param("\x1b[?25;1H", id="a mode that goes on as a place"),
        pytest.param("\x1b[?1m", id="a mode that goes on as a style"),
        pytest.param("\x1b[1;2;3;4H", id="a style that goes on as a place"),
    ],
)
def test_the_emulator_ignores_what_is_left_of_dropped_output_and_shows_what_follows(cut: str) -> None:
    screen = pyte.Screen(20, 2)
    with pytest.raises(TypeError):
        pyte.ByteStream(screen).feed(cut.encode())
    stream = Stream(screen)
    for byte in f"{cut}\x1b[2;1Hshown".encode():
        stream.feed(bytes([byte]))
    assert screen.display[1].startswith("shown")
