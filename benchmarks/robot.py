"""A robot at a terminal: it presses only keys that the screen shows, and what it reads is counted as time.

    robot = Robot(home, "play", "hearts", words_per_minute=200)
    robot.wait_for("Your turn")     look until this stands on the screen; gives the match
    robot.press("h", "h")           raises KeyNotShown for a key that does not stand on the screen when it is due
    robot.shows("t")                whether a key stands there now
    robot.keys, robot.minutes       keys pressed; time since the start, and that for reading and for finding keys
    robot.close()

The program runs in a real terminal of 80 by 24. Before each key the robot waits until the screen is still, and reads
the words that are new. The time for reading is calculated, not waited.
"""

import re
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.harness.terminal import LOOK_S, Terminal

STILL_S: Final = 0.5
"""A screen that has not changed for so long is still; longer than the program guards against a key pressed too soon."""
FIND_S: Final = 2.0
"""How long a person looks for each key."""
_NAMES: Final = {"enter": "Enter", "tab": "Tab", "escape": "Esc", "space": "Space", "left": "←", "right": "→"}
_WORD: Final = re.compile(r"\S*[^\W_]\S*")


class KeyNotShown(AssertionError):
    """The screen does not show the key that was to be pressed."""


class Robot:
    """A player who has never seen the program. words_per_minute: how fast they read."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        words_per_minute: float = 200,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._began = time.monotonic()
        self.terminal = Terminal(home, *arguments, environment={"COLORTERM": "truecolor", **environment})
        self.wait_for = self.terminal.wait_for
        self._word_s = 60 / words_per_minute
        self._known: Counter[str] = Counter()
        self.keys = 0
        self.words = 0

    @property
    def minutes(self) -> float:
        """Time since the start, and that for reading and for finding keys."""
        return (time.monotonic() - self._began + self.words * self._word_s + self.keys * FIND_S) / 60

    def shows(self, key: str) -> bool:
        """Whether the screen shows a key: in a row of keys, before a line of a list, or in a sentence."""
        name = _NAMES.get(key, key)
        pieces = [piece.strip() for piece in self.terminal.runs()]
        in_row = any(piece == name or (name in "←→" and piece == "←→") for piece in pieces)
        in_list = key.isdigit() and self.terminal.sees(rf"(?m)^[ ▸]+{key}  \S")
        return in_row or in_list or self.terminal.sees(rf"[Pp]ress {re.escape(name)}\b")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; each must stand on a screen that is still. Raises KeyNotShown."""
        for key in keys:
            self.read()
            if not self.shows(key):
                raise KeyNotShown(f"The screen does not show {key!r}:\n{self.terminal.picture()}")
            self.terminal.press(key)
            self.keys += 1

    def read(self) -> None:
        """Wait until the screen is still, and read its new words, cards among them."""
        text, still_since = self.terminal.text, time.monotonic()
        while time.monotonic() - still_since < STILL_S:
            time.sleep(LOOK_S)
            if self.terminal.text != text:
                text, still_since = self.terminal.text, time.monotonic()
        words = Counter(_WORD.findall(text))
        self.words += (words - self._known).total()
        self._known = words

    def close(self) -> None:
        """End the program."""
        self.terminal.close()
