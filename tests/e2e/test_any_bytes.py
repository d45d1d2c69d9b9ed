"""Any bytes from a terminal, and any end of the program: the keyboard works, and the terminal is whole afterwards."""

import os
import re
import signal
import sys
from collections.abc import Iterable
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from ..harness.sturdy import MENU
from ..harness.terminal import Terminal
from ..harness.terminal_reports import inputs, packets
from .conftest import House
from .player import Player

SEED = 61_117
BETWEEN, AT_ONCE = 20, 5
"""Inputs between two looks at the program, and those of the slow tests that come in one packet."""
GAMES = ("khanhoo", "hearts", "khamul", "chinaso", "solo")
THE_MENU = "(?s)Choose a game.*Chinaso Express.*Enter"
COLOURS = {str(code) for code in (*range(30, 39), *range(40, 49), *range(90, 108))}


def _verify_whole(player: Player, code: int = 0) -> None:
    assert player.terminal.wait_for_end() == code
    assert not player.terminal.left_on()
    assert player.terminal.types_normally()


def _send_inputs(house: House, place: str, all_inputs: Iterable[bytes], told: str) -> None:
    """After each few inputs, wait until the program has handled everything. told: how to make the inputs again."""
    ann = house.open("ann", place, program="tests.harness.sturdy")
    ann.terminal.wait_until(lambda: b"\x1b[?2004h" in ann.terminal.received, "the program reads keys")
    home, inputs_left, checks = house.home("ann"), iter(all_inputs), 0
    while sent := [*islice(inputs_left, BETWEEN)]:
        checks += 1
        for data in [*sent, b"\x03"]:
            ann.terminal.send(data)
        now = f"Ctrl-C to be heard; {told}, the last bytes: {sent}"
        ann.terminal.wait_until(partial(_has_heard, home, checks), now)
        assert not (home / "faults").exists(), f"{(home / 'faults').read_text()}\n{now}"
    (home / "may_end").touch()
    ann.press("ctrl+c")
    _verify_whole(ann)


def _has_heard(home: Path, times: int) -> bool:
    return (home / "heard").exists() and (home / "heard").stat().st_size >= times


@pytest.mark.parametrize("place", [MENU, "khanhoo"])
def test_any_bytes_in_a_terminal(house: House, place: str) -> None:
    """The program lives, hears Ctrl-C after each few inputs, and restores the terminal at the end."""
    _send_inputs(house, place, inputs(SEED, 60), f"seed {SEED}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "seed"),
    [*((MENU, SEED + part) for part in range(1, 1 + len(GAMES))), *((game, SEED) for game in GAMES)],
)
def test_thousands_of_inputs_in_a_terminal(house: House, place: str, seed: int) -> None:
    """All these, and those of the SSH door, are a hundred thousand."""
    _send_inputs(house, place, packets(seed, 5_000, AT_ONCE), f"seed {seed}, {AT_ONCE} inputs at once")


@pytest.mark.parametrize("name", ["SIGQUIT", *(pytest.param(name, marks=pytest.mark.slow) for name in (
    "SIGTERM", "SIGHUP", "SIGINT", "SIGABRT", "SIGUSR1", "SIGUSR2",
    "SIGALRM", "SIGTRAP", "SIGVTALRM", "SIGPROF", "SIGXCPU",
))])  # fmt: skip
def test_a_signal_leaves_the_terminal_whole(house: House, name: str) -> None:
    ann = house.open("ann")
    ann.wait_for(THE_MENU)
    os.kill(ann.terminal.pid, getattr(signal, name))
    _verify_whole(ann)


@pytest.mark.slow
@pytest.mark.parametrize("written", [b"\x1b[6n", b"\x1b[?1049h", b"\x1b[?25l", b"\x1b[?7l", b"Choose"])
def test_a_signal_while_the_program_starts_leaves_the_terminal_whole(house: House, written: bytes) -> None:
    """First, the program asks for the width of signs, and reads keys without an echo."""
    ann = house.open("ann")
    ann.terminal.wait_until(lambda: written in ann.terminal.received, f"{written!r}")
    os.kill(ann.terminal.pid, signal.SIGTERM)
    assert ann.terminal.wait_for_end() in (0, 128 + signal.SIGTERM)
    assert not ann.terminal.left_on()
    assert ann.terminal.types_normally()


FAULTS = {
    "reading": (
        "from tui.config.input import TerminalInput as changed\n"
        "name, key = 'feed', 'x'\n"
    ),
    "a key": (
        "from tui.screens.menu import MenuScreen as changed\n"
        "from tui.session.recovery import Recovery\n"
        "Recovery.survives = lambda *_, **more: False\n"
        "name, key = 'action_settings', 'i'\n"
    ),
    "drawing": (
        "from tui.config.pen import Pen as changed\n"
        "name, key = 'shorten', ''\n"
    ),
    "the start": (
        "from tui.app import KhanhooApp as changed\n"
        "name, key = '_set_out', ''\n"
        "from tui.session.recovery import Recovery\n"
        "Recovery.survives = lambda *_, **more: False\n"
    ),
    "taking the terminal": (
        "from tui.config.driver import TerminalDriver as changed\n"
        "name, key = '_enable_bracketed_paste', ''\n"
    ),
}  # fmt: skip
"""Which method fails, and the key after which it does."""
_PLANT = (
    "import os, sys\n"
    "from tui.config.terminal import look_here, prepare_environment\n"
    "prepare_environment(look_here())\n"
    "{}"
    "usual = getattr(changed, name)\n"
    "def fail(self, *arguments):\n"
    "    if not arguments or not key or arguments[0] == key.encode():\n"
    "        raise RuntimeError('planted')\n"
    "    return usual(self, *arguments)\n"
    "setattr(changed, name, fail)\n"
    "from tui.cli import main; sys.exit(main(['--name', 'Ann']))"
)


@pytest.mark.parametrize(
    "place", ["reading", *(pytest.param(name, marks=pytest.mark.slow) for name in list(FAULTS)[1:])]
)
def test_a_fault_is_a_sentence_and_leaves_the_terminal_whole(house: House, place: str) -> None:
    code = [sys.executable, "-c", _PLANT.format(FAULTS[place])]
    ann = house.sit_down(Terminal(house.home("ann"), program="", door=code))
    if place in ("reading", "a key"):
        ann.wait_for(THE_MENU)
        ann.press("x" if place == "reading" else "i")
    _verify_whole(ann, 1)
    assert ann.terminal.sees(r"Something went wrong in Khanhoo \(RuntimeError: planted\)")
    assert b"Traceback" not in ann.terminal.received


def test_keys_before_the_first_picture_are_kept(house: House) -> None:
    ann = house.open("ann")
    ann.terminal.type("?")
    ann.wait_for("♠♥♦♣ Help")


def test_the_name_page_takes_all_keys_in_order(house: House) -> None:
    """Also those that come before it, of which none may start a game, and those that come in one packet."""
    house.home("ann", is_named=False)
    ann = house.sit_down(Terminal(house.home("ann")))
    ann.terminal.type("\x151Abc\x15Zoe34\x7f\x7f2\r")
    ann.wait_for("Welcome, Zoe2")
    ann.wait_for(THE_MENU)


@pytest.mark.slow
def test_no_screen_sends_a_colour_under_no_color(house: House) -> None:
    house.home("ann", is_named=False)
    ann = house.sit_down(Terminal(house.home("ann"), environment={"NO_COLOR": "1"}))
    ann.wait_for("Welcome to")
    ann.terminal.type("\r")
    ann.wait_for(THE_MENU)
    for key, words in (("o", "New table"), ("i", "♣ Settings"), ("?", "♣ Help"), ("e", "♣ History")):
        ann.press(key)
        ann.wait_for(words)
        ann.press("down", "escape")
        ann.wait_for(THE_MENU)
    sent = bytes(ann.terminal.received).decode("utf-8", "replace")
    codes = {code for found in re.findall(r"\x1b\[([0-9;]*)m", sent) for code in found.split(";")}
    assert not codes & COLOURS
