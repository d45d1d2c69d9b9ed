"""A newcomer from the shell to the end of Khanhoo's first lesson, with no key that the screen does not show.

The robot starts the program in a fresh home. It reads 200 words a minute, does what the lesson says by the keys beside
its text, and takes the hint where it would have to find cards.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.report import Figure, at_most, tell
from benchmarks.robot import Robot

MINUTES = 6
WORDS_PER_MINUTE = 200
_STEP = re.compile(r"(?m)^ (\d+)/\d+ ")
_READ_ONLY = "Read the lines above"
_DONE = r"(?m:^) Done\. "


def learn(home: Path) -> Robot:
    """Learn the lesson that the first screen offers; gives the robot, its program ended."""
    robot = Robot(home, words_per_minute=WORDS_PER_MINUTE)
    try:
        robot.wait_for("What name should other players see")
        robot.press("enter")
        robot.wait_for("Choose a game")
        robot.press("t")
        robot.wait_for(_STEP.pattern)
        while not robot.terminal.sees(_DONE):
            _do_step(robot)
        robot.read()
    finally:
        robot.close()
    return robot


def _do_step(robot: Robot) -> None:
    robot.wait_for(rf"{_READ_ONLY}|h hint|{_DONE}")
    robot.read()
    if robot.terminal.sees(_DONE):
        return
    place = robot.wait_for(_STEP.pattern)[1]
    if robot.terminal.sees(_READ_ONLY):
        robot.press("enter")
    else:
        robot.press("h", "h")
    robot.wait_for(rf"{_DONE}|(?m:^) (?!{place}/)\d+/\d+ ")


def _figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as home:
        robot = learn(Path(home))
    yield Figure("keys pressed, all of them shown", robot.keys, "keys")
    yield Figure("words read", robot.words, f"words at {WORDS_PER_MINUTE} a minute")
    yield at_most("shell to the end of Khanhoo's lesson", robot.minutes, "minutes", MINUTES)


if __name__ == "__main__":
    tell(_figures())
