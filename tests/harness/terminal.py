"""A real terminal for a journey: a pty that the program runs in, and an emulator that shows what a person would see."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import termios
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType

import pexpect
import pyte

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60.0  # on a busy machine; a journey never waits longer than it must
LOOK_S = 0.05
_PIECE = 256
"""Bytes between two looks at a program that draws outside of frames: of what stands for a moment, something is seen."""
_MOST_STATES = 200
# Synchronized output, https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036: a terminal that says
# that it knows mode 2026 is told where each frame begins and ends, and shows only whole ones.
_FRAMES = 2026
_ASKED_FOR_FRAMES = b"\x1b[?2026$p"
_KNOWS_FRAMES = "\x1b[?2026;2$y"

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "enter": "\r",
    "space": " ",
    "tab": "\t",
    "escape": "\x1b",
    "backspace": "\x7f",
    "ctrl+c": "\x03",
    "ctrl+q": "\x11",
    "f1": "\x1bOP",
}
MODES = {
    "1049": "the alternate screen",
    "1000": "mouse clicks",
    "1003": "mouse motion",
    "1006": "mouse encoding",
    "1016": "the mouse in pixels",
    "2004": "bracketed paste",
    "1004": "focus reports",
    "2026": "a frame that never ends",
    "25": "a hidden cursor",
    "7": "no line wrap",
}
"""Names of what a full-screen program switches, by the number of the mode."""
_ON_AT_FIRST = {"7", "25"}


_OPEN: list[Terminal] = []


def close_terminal(child: pexpect.spawn[bytes] | pexpect.spawn[str]) -> None:
    """Close the terminal of a program, and wait until the program has ended."""
    try:
        child.close(force=True)
    except pexpect.ExceptionPexpect:  # it was killed, and was given a tenth of a second to end
        child.wait()


class _Emulator(pyte.Screen):
    """A screen that answers the program's questions (where is the cursor, what are you) like a terminal does."""

    def __init__(
        self, columns: int, lines: int, answer: Callable[[str], object], at_end_of_frame: Callable[[], None]
    ) -> None:
        super().__init__(columns, lines)
        self._answer = answer
        self._at_end_of_frame = at_end_of_frame
        self._drawn: list[str] = []
        self.in_frame = False
        """Whether the program is in the midst of drawing a frame: what stands there belongs to no picture yet."""

    def write_process_input(self, data: str) -> None:
        self._answer(data)

    def set_mode(self, *modes: int, **kwargs: bool) -> None:
        super().set_mode(*modes, **kwargs)
        if kwargs.get("private") and _FRAMES in modes:
            self.in_frame = True

    def reset_mode(self, *modes: int, **kwargs: bool) -> None:
        super().reset_mode(*modes, **kwargs)
        if kwargs.get("private") and _FRAMES in modes:
            self.in_frame = False
            self._at_end_of_frame()

    @property
    def rows(self) -> list[str]:
        """All that stands on it, line by line; only lines that were written to since the last time are put together."""
        if len(self._drawn) != self.lines:
            self._drawn = [""] * self.lines
            self.dirty.update(range(self.lines))
        for y in self.dirty:
            if y < self.lines:  # what follows a wide sign is a cell without any
                self._drawn[y] = "".join(self.buffer[y][x].data for x in range(self.columns))
        self.dirty.clear()
        return self._drawn


class Stream(pyte.ByteStream):
    """A stream for an emulator that, like a terminal, ignores a sequence that it cannot carry out.

    Such sequences come when a program drops output in the midst of one: what follows then completes another.
    """

    def _send_to_parser(self, data: str) -> bool | None:
        try:
            return super()._send_to_parser(data)
        except (TypeError, ValueError):  # the emulator's method has no such parameters; its parser has begun anew
            return self._taking_plain_text


class Terminal:
    """One terminal with `khanhoo` running in it.

    home: stands for the user's own folders (KHANHOO_HOME); terminals that share it are one user's. program: the module
    that is run, "" for none. door: the command of somebody who logs in elsewhere, where what follows it is run.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        program: str = "tui",
        environment: Mapping[str, str] = MappingProxyType({}),
        door: Sequence[str] = (),
    ) -> None:
        command = [sys.executable, "-m", program, *arguments] if program else []
        words = [*door, *([shlex.join(command)] if command else [])] if door else command
        self._child = pexpect.spawn(
            words[0],
            words[1:],
            cwd=str(ROOT),
            env={**plain_environment(), "KHANHOO_HOME": str(home), **environment},
            dimensions=(lines, columns),
            timeout=None,
        )
        self._child.delaybeforesend = None
        self._screen = _Emulator(columns, lines, self._child.send, self._draw)
        self._stream = Stream(self._screen)
        self._text = ""
        self._states: deque[str] = deque([""], maxlen=_MOST_STATES)
        self.received = bytearray()
        _OPEN.append(self)

    # What a person does.

    def press(self, *keys: str) -> None:
        """Press keys, by name (`enter`, `ctrl+c`) or as they are (`n`)."""
        self.forget()
        for key in keys:
            self._child.send(key if len(key) == 1 else KEYS[key])

    def type(self, text: str) -> None:
        """Type a text."""
        self.forget()
        self._child.send(text)

    def send(self, data: bytes) -> None:
        """Send bytes that no key may stand for. A program that nobody listens to would stop reading them."""
        self.take_in()
        while data:
            data = data[os.write(self._child.child_fd, data) :]

    def click(self, pattern: str) -> None:
        """Click where a pattern begins on the screen, as a terminal tells a program that asked for mouse clicks."""
        found = self.wait_for(pattern)
        before = found.string[: found.start()]
        row, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        self.type("".join(f"\x1b[<0;{column};{row}{end}" for end in "Mm"))

    def resize(self, columns: int, lines: int) -> None:
        """Make the window another size. What it showed is lost: GNU screen and others move it then."""
        self._screen.resize(lines, columns)
        self._screen.erase_in_display(2)
        self._draw()
        self._child.setwinsize(lines, columns)

    def hang_up(self) -> None:
        """Close the line, as a dropped SSH connection does: the kernel sends SIGHUP."""
        os.kill(self.pid, signal.SIGHUP)

    def kill(self) -> None:
        """End the program with no chance to say goodbye."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait_for_end()

    def close(self) -> None:
        """Make sure that nothing is left running."""
        if self in _OPEN:
            _OPEN.remove(self)
        close_terminal(self._child)

    # What a person sees.

    @property
    def pid(self) -> int:
        """The program's process."""
        return int(self._child.pid)

    @property
    def text(self) -> str:
        """All that stands on the screen now, line by line."""
        self._look(0)
        return self._text

    def runs(self) -> list[str]:
        """The words on the screen in pieces of one style, from the top: a key and what it does are two pieces."""
        self._look(0)
        return [
            "".join(cell.data for cell in piece)
            for y in range(self._screen.lines)
            for _, piece in groupby(
                (self._screen.buffer[y][x] for x in range(self._screen.columns)), key=lambda cell: cell[1:]
            )
        ]

    def sees(self, pattern: str) -> bool:
        """Whether a pattern stands on the screen now."""
        return re.search(pattern, self.text) is not None

    def wait_for(self, pattern: str, *, within_s: float = PATIENCE_S) -> re.Match[str]:
        """Look until a pattern stands on the screen; gives what matched."""
        found: list[re.Match[str]] = []

        def has_come() -> bool:
            found.extend(filter(None, [re.search(pattern, self._text)]))
            return bool(found)

        self.wait_until(has_come, f"/{pattern}/", within_s=within_s)
        return found[0]

    def has_seen(self, pattern: str) -> bool:
        """Whether a pattern has stood on the screen since the last key, if only for a moment."""
        return any(re.search(pattern, state) for state in self._states)

    def wait_until_seen(self, pattern: str, *, within_s: float = PATIENCE_S) -> None:
        """Look until a pattern stands on the screen, or has stood there since the last key: it may be gone again."""
        self.wait_until(lambda: self.has_seen(pattern), f"/{pattern}/, if only for a moment", within_s=within_s)

    def forget(self) -> None:
        """Let `has_seen` begin anew, with what stands on the screen now. Each key does so."""
        self._look(0)
        self._states.clear()
        self._states.append(self._text)

    def wait_until_gone(self, pattern: str) -> None:
        """Look until a pattern no longer stands on the screen."""
        self.wait_until(lambda: re.search(pattern, self._text) is None, f"no /{pattern}/")

    def wait_until(self, is_so: Callable[[], bool], what: str, *, within_s: float = PATIENCE_S) -> None:
        """Look at the screen until something is so. Fails with a picture of the screen."""
        deadline = time.monotonic() + within_s
        while not is_so():
            assert time.monotonic() < deadline, f"waited for {what}; the screen shows:\n{self.picture()}"
            assert self._look(LOOK_S) or is_so(), f"the program ended before {what}; it left:\n{self.picture()}"

    def wait_for_change_after(self, *keys: str) -> None:
        """Press keys, and look until the screen is another."""
        before = self.text
        self.press(*keys)
        self.wait_until(lambda: self.text != before, f"a change after {keys}")

    def picture(self) -> str:
        """The screen in a frame, for a failed test's report."""
        edge = "+" + "-" * self._screen.columns + "+"
        return "\n".join([edge, *(f"|{line}|" for line in self._screen.rows), edge])

    # How it ends.

    def wait_for_end(self) -> int:
        """Wait until the program is gone; gives its exit status, or minus the number of the signal that ended it."""
        deadline = time.monotonic() + PATIENCE_S
        while self._look(LOOK_S):
            assert time.monotonic() < deadline, f"the program does not end; the screen shows:\n{self.picture()}"
        self._child.wait()
        status = self._child.exitstatus
        return int(status) if status is not None else -int(self._child.signalstatus or 0)

    def left_on(self) -> set[str]:
        """Names of all that the program switched on and did not switch off again, as its output tells."""
        raw = bytes(self.received).decode("utf-8", "replace")
        last = {
            mode: state for modes, state in re.findall(r"\x1b\[\?([0-9;]+)([hl])", raw) for mode in modes.split(";")
        }
        left = {
            MODES.get(mode, f"mode {mode}") for mode, state in last.items() if (state == "h") != (mode in _ON_AT_FIRST)
        }
        keyboard = re.findall(r"\x1b\[([<>])\d*u", raw)
        if keyboard.count(">") > keyboard.count("<"):
            left.add("the keyboard protocol")
        return left

    def types_normally(self) -> bool:
        """Whether the line discipline is as a shell wants it: input echoed, by lines, ctrl+c a signal."""
        local_modes: int = termios.tcgetattr(self._child.child_fd)[3]
        wanted = termios.ECHO | termios.ICANON | termios.ISIG
        return bool(local_modes & wanted == wanted)

    def _look(self, timeout_s: float) -> bool:
        """Take in what the program wrote; False when it has ended and nothing is left to read.

        All other terminals take in theirs too, as on a table: a program that nobody listens to stops in mid-write.
        """
        for other in _OPEN:
            if other is not self:
                other.take_in(0)
        return self.take_in(timeout_s)

    def take_in(self, timeout_s: float = 0.0) -> bool:
        """Take in what this program wrote; False when it has ended and nothing is left to read."""
        try:
            data = self._child.read_nonblocking(size=65536, timeout=timeout_s)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        known = max(0, len(self.received) - len(_ASKED_FOR_FRAMES) + 1)
        self.received += data
        if self.received.find(_ASKED_FOR_FRAMES, known) >= 0:  # the emulator does not know this question
            self._child.send(_KNOWS_FRAMES)
        for start in range(0, len(data), _PIECE):
            self._stream.feed(data[start : start + _PIECE])
            self._draw()
        return True

    def _draw(self) -> None:
        """Put together what stands on the screen, if it is another than before, and no frame is half drawn."""
        if self._screen.dirty and not self._screen.in_frame:
            text = "\n".join(self._screen.rows)
            if text != self._text:
                self._text = text
                self._states.append(text)


def plain_environment() -> Mapping[str, str]:
    """What a program in a terminal is given, whatever the tests themselves were given."""
    plain = {"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"}
    kept = {name: value for name, value in os.environ.items() if name in plain or name.startswith("KHANHOO_")}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT), "TEXTUAL_ANIMATIONS": "none"}
