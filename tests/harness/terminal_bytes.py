"""A table in a real terminal, and the bytes that it sends there. Run as a module, it is the program in the terminal."""

import os
import re
import sys
import time
from types import TracebackType
from typing import Self

import pexpect
import pyte

from tests.harness.tabletop import NAMES, TableApp, Tabletop, new_table
from tests.harness.terminal import Stream, close_terminal
from tui.table.widgets.head import Head

KEYS = {"left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "enter": "\r", "space": " "}
OTHER_MOVES = "\x14"
"""Ctrl-T: the next of the other seats answers."""
COUNT = "\x07"
"""Ctrl-G: the number of widgets goes into the log file."""
HOSTILE = ("\x1b[2Jann\x1b]0;owned\x07", "b\u202eea\u2066", "c\x9by[31m\x9d", "d\u0300\u0301\u0302i\U0001f004")
QUIET_S = 0.3
PATIENCE_S = 60.0


class Wire:
    """A terminal of so many cells, and what came down to it."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = Stream(self._screen)
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "tests.harness.terminal_bytes", *arguments],
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", **environment},
            dimensions=(size[1], size[0]),
            timeout=PATIENCE_S,
        )
        self._child.delaybeforesend = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        close_terminal(self._child)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self._screen.display)

    def wait_for(self, pattern: str) -> bytes:
        """All bytes until a pattern stands on the screen and the line is quiet."""
        deadline, came = time.monotonic() + PATIENCE_S, b""
        while not re.search(pattern, self.text):
            assert time.monotonic() < deadline, f"waited for {pattern}:\n{self.text}"
            came += self.quiet(0.05)
        return came + self.quiet()

    def press(self, key: str) -> bytes:
        """The bytes that a key, or several at once, costs: once something came and then nothing more."""
        self._child.send(KEYS.get(key, key))
        deadline, came = time.monotonic() + PATIENCE_S, b""
        while not came:
            assert time.monotonic() < deadline, f"nothing came of {key!r}:\n{self.text}"
            came = self.quiet(0.05)
        return came + self.quiet()

    def quiet(self, quiet_s: float = QUIET_S) -> bytes:
        """The bytes that come until none came for a while."""
        came = b""
        while True:
            try:
                part = self._child.read_nonblocking(1 << 16, quiet_s)
            except (pexpect.TIMEOUT, pexpect.EOF):
                return came
            came += part
            self._stream.feed(part)


class _WireApp(TableApp):
    """The table with a door for the test: the others' moves come on a key."""

    def action_others(self) -> None:
        """The next seat that is asked gives its default answer."""
        session = self.session
        asked = [seat for seat in session.table.acting() if seat != session.viewer and seat not in session.table.sealed]
        decision = session.table.decision(asked[0])
        assert decision is not None
        session.tell(session.table.play(asked[0], decision.id, decision.default))

    def action_widgets(self) -> None:
        """How many widgets there are, as the window's title."""
        self.screen.query_one(Head).show((f"widgets {len(list(self.screen.walk_children()))}", ""))

    BINDINGS = [("ctrl+t", "others", "others"), ("ctrl+g", "widgets", "widgets")]


def main() -> None:
    """The program: game, seats, and words for what is to be seen."""
    game, seats, *words = sys.argv[1:]
    session = Tabletop(
        new_table(game, seats=int(seats)),
        None if "watch" in words else 0,
        names=HOSTILE if "hostile" in words else NAMES,
        others_play="still" not in words,
    ).begin()
    if "hostile" in words:
        from engine.api import Happened

        session.happen(Happened("said", 1, HOSTILE[1], "hello \x1b[31m\u202e\x9b2J\x07 there"))
    moves = "motion" in words
    session.pace_ms = 900 if moves else 0
    theme = "mono" if "mono" in words else "felt"
    app = _WireApp(session, ascii="ascii" in words, theme=theme, motion="on" if moves else "off")
    app.run()


if __name__ == "__main__":
    main()
