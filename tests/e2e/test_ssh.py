"""The same table over SSH: a real `ssh` client, a login, a terminal at the other end; and the door of the card room
itself, `khanhoo serve --ssh PORT`, for people who have nothing else.
"""

import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest

from net.environment import HOME
from tui.doors.ssh.people import People

from ..harness.ports import free_port
from ..harness.sshd import make_keys
from ..harness.terminal import PATIENCE_S, ROOT, Terminal, plain_environment
from ..harness.terminal_reports import REPORTS, inputs
from .conftest import House, ssh_options
from .evening import LEISURE, start
from .player import PASSING, Player, choose_table

SEED = 4_129
TITLE = f"Remote {uuid.uuid4().hex[:6]}"


@dataclass
class Door:
    """A card room over SSH, and somebody's keys to it."""

    house: House
    folder: Path
    port: str
    process: subprocess.Popen[str]

    def log_in(self, name: str, *more: str, **environment: str) -> Player:
        """Somebody logs in with the key. more: options of `ssh`."""
        door = self.command(name, *more, *[f"-oSendEnv={variable}" for variable in environment])
        return self.house.sit_down(Terminal(self.folder, program="", door=door, environment=environment))

    def command(self, name: str, *more: str) -> list[str]:
        """The command of somebody who logs in."""
        options = ssh_options(self.folder / "known_hosts", self.folder / "key")
        return ["ssh", *options, *more, "-p", self.port, f"{name}@127.0.0.1"]


@pytest.fixture
def door(house: House) -> Iterator[Door]:
    folder = house.home("host", is_named=False)
    make_keys(folder)
    keys = folder / "data" / "ssh"
    keys.mkdir(mode=0o700, parents=True)
    (folder / "data").chmod(0o700)
    (keys / "host_key").write_bytes((folder / "host_key").read_bytes())
    (keys / "host_key").chmod(0o600)
    own = asyncssh.read_private_key(folder / "key")
    # Its owner wants to make every move, is as fast as a program, needs no tips, and sees each picture at once.
    config = keys / "people" / People(folder, folder).with_key("ann", own.get_fingerprint()).mark / "config"
    config.mkdir(mode=0o700, parents=True)
    (config / "settings.toml").write_bytes((folder / "config" / "settings.toml").read_bytes())
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", "serve", "--ssh", "127.0.0.1:0"],
        cwd=ROOT,
        env={**plain_environment(), HOME: str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = ""
    while "key" not in told:
        assert process.poll() is None, told
        told += process.stdout.readline()
    found = re.search(r"ssh -p (\d+) NAME@127.0.0.1", told)
    assert found is not None
    known = asyncssh.read_private_key(keys / "host_key").export_public_key().decode()
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{found[1]} {known}")
    yield Door(house, folder, found[1], process)
    process.terminate()
    process.wait()
    process.stdout.close()


@pytest.mark.slow
def test_who_logs_in_plays_in_a_window_of_any_size_and_leaves_the_terminal_clean(house: House) -> None:
    ann = house.log_in("ann", "play", "hearts", "--pace", "instant", "--name", "Ann")
    ann.pass_three()
    ann.play_a_card()
    for columns, lines in ((120, 40), (60, 20), (80, 24)):
        ann.terminal.resize(columns, lines)
        ann.terminal.wait_until(lambda: "Esc leave" in ann.terminal.text.splitlines()[-1], f"{lines} full lines")
    ann.play_a_card()
    assert ann.leave() == 0
    assert not ann.terminal.left_on()
    assert ann.terminal.types_normally()


@pytest.mark.slow
def test_who_is_logged_in_sees_the_tables_of_the_others_and_a_lost_line_costs_no_seat(house: House) -> None:
    bots = ("--bots", "easy", "easy", "--pace", "instant")
    ann = house.log_in("ann", "host", "hearts", *bots, "--title", TITLE, "--port", str(free_port()), *LEISURE)
    ann.wait_for(f"Lobby: {TITLE}")
    ben = house.log_in("ben", "join", "--name", "Ben")
    choose_table(ben, TITLE)
    ben.wait_for("you have seat")
    cleo = house.log_in("cleo", "watch", "--list", "--name", "Cleo")
    choose_table(cleo, TITLE)
    cleo.wait_for("you watch")
    start(ann, ben)
    held = ben.hand
    ben.terminal.kill()
    for someone in (ann, cleo):
        someone.wait_for(r"Ben[^\n]* (?:no answer|AWAY)")
    back = house.log_in("ben", "--name", "Ben")
    back.wait_for("Go on")
    back.press("enter")
    back.wait_for(PASSING)
    assert back.hand == held
    back.pass_three()
    ann.pass_three()
    for someone in (ann, back, cleo):
        someone.wait_for("trick 1 of 13")
    assert {player.leave() for player in (cleo, back, ann)} == {0}


def test_who_has_only_ssh_plays_and_a_dropped_line_comes_back_to_its_seat(door: Door) -> None:
    ann = door.log_in("ann", "-C")
    ann.wait_for("Choose a game")
    ann.terminal.click("Hearts")
    ann.wait_for(PASSING)
    ann.press("tab")
    ann.wait_for("Scores")
    ann.press("escape")
    ann.terminal.wait_until_gone("Scores")
    ann.pass_three()
    ann.play_a_card()
    for columns, lines in ((120, 40), (60, 20), (80, 24)):
        ann.terminal.resize(columns, lines)
        ann.terminal.wait_until(lambda: "Esc leave" in ann.terminal.text.splitlines()[-1], f"{lines} full lines")
    ann.wait_for(r"trick \d+ of 13")
    held = ann.cards_held
    ann.terminal.kill()
    back = door.log_in("ann")
    if "Go on with" in back.wait_for(r"Go on with|trick \d+ of 13")[0]:  # the search took longer than a guest waits
        back.press("enter")
    back.wait_for(r"trick \d+ of 13")
    assert back.cards_held == held
    back.play_a_card()
    assert back.leave() == 0
    assert not back.terminal.left_on()
    assert back.terminal.types_normally()
    assert door.process.poll() is None


@pytest.mark.slow
def test_a_terminal_with_few_signs_and_colours_gets_no_others(door: Door) -> None:
    ann = door.log_in("ann", TERM="vt100", NO_COLOR="1")
    ann.wait_for("Choose a game")
    ann.press("9")
    ann.wait_for("Choose three cards to pass")
    drawn = bytes(ann.terminal.received).partition(b"\x1b[?1049h")[2]
    assert drawn.isascii()
    assert not re.search(rb"\x1b\[(?:[0-9]+;)*(?:[34][0-9]|9[0-7]|10[0-7])[;m]", drawn)
    assert ann.leave() == 0


@pytest.mark.slow
def test_reports_of_terminals_are_no_keys_for_the_door(door: Door) -> None:
    """Cut anywhere, and with bytes that are no text between them."""
    ann = door.log_in("ann", "-e", "none")
    ann.wait_for("Choose a game")
    for report in REPORTS.values():
        for cut in range(1, len(report)):
            if report[cut - 1 : cut] != b"\x1b":  # an Escape alone is a key
                ann.terminal.send(report[:cut])
                ann.terminal.send(report[cut:] + b"\xff")
    assert ann.terminal.sees("Choose a game")
    ann.press("?")
    ann.wait_for("♠♥♦♣ Help")
    ann.press("escape")
    ann.wait_for("Choose a game")
    ann.press("ctrl+q")
    assert ann.terminal.wait_for_end() == 0
    assert not ann.terminal.left_on()
    assert ann.terminal.types_normally()


def _lines(seed: int) -> Iterator[bytes]:
    """Lines of any bytes. None of them is a number, which would choose a game, or a word that leaves."""
    for data in inputs(seed, 400):
        line = re.sub(rb"[\r\n\x03\x04]", b"", data)
        if len(line) > 2 and not line.strip().isdigit():
            yield line + b"\n"


@pytest.mark.slow
def test_any_lines_from_a_client_without_a_terminal(door: Door) -> None:
    command = door.command("ann", "-T")
    ended = subprocess.run(
        command, input=b"".join(_lines(SEED)) + b"quit\n", capture_output=True, timeout=PATIENCE_S, check=False
    )
    told = ended.stdout + ended.stderr
    assert ended.returncode == 0, told[-2000:]
    assert b"Something went wrong" not in told
    assert b"Traceback" not in told


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("play", "hearts")], ids=["menu", "table"])
def test_any_lines_of_the_program_by_lines(house: House, words: tuple[str, ...]) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tui", "--plain", *words],
        cwd=ROOT,
        env={**plain_environment(), HOME: str(house.home("ann"))},
        input=b"".join(_lines(SEED + 1)) + b"quit\nquit\n",
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    told = ended.stdout + ended.stderr
    assert ended.returncode == 0, told[-2000:]
    assert b"Something went wrong" not in told
    assert b"Traceback" not in told
