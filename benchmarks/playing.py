"""What playing costs in keys and in waiting: a robot at a terminal presses only keys that the screen shows.

It follows every hint in Khanhoo, and plays the first legal card of Hearts while it hurries the bots.
"""

import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import Figure, at_most, median, tell
from benchmarks.robot import Robot
from engine.api import games
from tests.harness.terminal import LOOK_S

TURNS = 12
HEARTS_WAIT_S, KHANHOO_KEYS, FIRST_CARD_KEYS = 3.0, 3, 4
_CARD_OF_GAME = "The rules in six lines"
_ASKED = r"(?m:^) ▸ (?!The rules)[^\n]*\n  (\S+  \S[^\n]*)"
"""The prompt asks something: below it is what can be done."""
_OVER = r"Enter  next deal|Enter next deal|The deal is over|(?m:^) The match"
_BOUNDED_S = 120.0


def _started(home: Path, game: str) -> Robot:
    """A player with a name, at a table of easy bots, with no card of the game over it."""
    settings = home / "config" / "settings.toml"
    settings.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings.write_text('name = "Ann"\n', "utf-8")
    robot = Robot(home, "play", game, "--name", "Ann")
    robot.wait_for(f"{_CARD_OF_GAME}|{_ASKED}")
    if robot.terminal.sees(_CARD_OF_GAME):
        robot.press("enter")
    return robot


def _hinted(robot: Robot) -> None:
    """Do what the hint says; the next one of a turn shows by itself."""
    if not robot.terminal.sees("Hint: "):
        robot.press("h")
    robot.wait_for(r"Hint: (?!thinking)")
    robot.press("h")


def keys_to_first_move(game: str) -> int:
    """Keys from the shell to the first move of the player's own."""
    with tempfile.TemporaryDirectory() as home:
        robot = _started(Path(home), game)
        try:
            robot.wait_for(_ASKED)
            robot.read()
            while not robot.terminal.sees(_ASKED):  # the only answer was given by the program
                robot.wait_for(_ASKED)
                robot.read()
            _hinted(robot)
            return robot.keys
        finally:
            robot.close()


def _wait_until_asked(robot: Robot, *, hurries: bool = False) -> float:
    """Wait until something is asked or the deal is over; gives the seconds."""
    began, is_hurried = time.monotonic(), False
    while time.monotonic() - began < _BOUNDED_S and not robot.terminal.sees(f"{_ASKED}|{_OVER}"):
        if hurries and not is_hurried and robot.shows("x"):
            robot.terminal.press("x")
            robot.keys, is_hurried = robot.keys + 1, True
        time.sleep(LOOK_S)
    return time.monotonic() - began


def khanhoo_turns() -> tuple[list[int], int, int]:
    """Keys of each own turn with every hint followed; how often something was asked, and how often without a
    choice."""
    with tempfile.TemporaryDirectory() as home:
        robot = _started(Path(home), "khanhoo")
        turns, keys, asked, forced = list[int](), 0, 0, 0
        try:
            while len(turns) < TURNS:
                _wait_until_asked(robot)
                robot.read()
                if robot.terminal.sees(_OVER):
                    break
                if not (robot.shows("h") and robot.terminal.sees(_ASKED)):
                    continue
                before, offers = robot.keys, _offers(robot)
                asked, forced = asked + 1, forced + (offers == ["pass"])
                _hinted(robot)
                keys += robot.keys - before
                if any("discard" in offer for offer in offers) and "pass" not in offers:
                    turns.append(keys)
                    keys = 0
                robot.read()
            return turns, asked, forced
        finally:
            robot.close()


def _offers(robot: Robot) -> list[str]:
    """What can be done, as the line below the prompt has it."""
    return [str(word) for word in re.findall(r"(?:Enter|\b[a-z])  (\w+)", robot.wait_for(_ASKED)[1])]


def _hand(robot: Robot) -> str:
    """The first row of the hand."""
    return next((line for line in robot.terminal.text.splitlines() if "│" in line), "")


def hearts_waiting_s() -> float:
    """Seconds of waiting in a deal of Hearts: bots are hurried, and the first legal card is played."""
    with tempfile.TemporaryDirectory() as home:
        robot = _started(Path(home), "hearts")
        try:
            robot.wait_for(_ASKED)
            held, waited = _hand(robot), 0.0
            _hinted(robot)
            while True:
                robot.terminal.wait_until(lambda held=held: _hand(robot) != held, "for another hand")  # type: ignore[misc]
                waited += _wait_until_asked(robot, hurries=True)
                robot.read()
                while not robot.shows("enter"):  # a full trick is shown first
                    began = time.monotonic()
                    _wait_until_asked(robot, hurries=True)
                    robot.read()
                    waited += time.monotonic() - began
                if robot.terminal.sees(_OVER):
                    return waited
                held = _hand(robot)
                robot.press("enter")
        finally:
            robot.close()


def _figures() -> Iterator[Figure]:
    for meta in games():
        yield at_most(f"shell to the first move: {meta.title}", keys_to_first_move(meta.id), "keys", FIRST_CARD_KEYS)
    turns, asked, forced = khanhoo_turns()
    yield Figure("Khanhoo, alone: questions", asked, "")
    yield at_most("Khanhoo, alone: questions without a choice", forced, "", 0)
    yield at_most("Khanhoo, doing what hints say: median of an own turn", median(turns), "keys", KHANHOO_KEYS)
    yield at_most("Hearts, hurried: waiting in a deal", hearts_waiting_s(), "s", HEARTS_WAIT_S)


if __name__ == "__main__":
    tell(_figures())
