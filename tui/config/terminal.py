"""What this terminal can do, determined before Textual is loaded.

Textual looks only at the colour depth. This module decides whether the program can draw here at all, and whether with
suits and frames or with ASCII. It asks the terminal itself how wide a suit and a Chinese sign are. Some terminals draw
a suit two cells wide, or a Chinese sign one cell wide. Every row of the table would then be shifted. This module asks
before Textual is imported and reads the answers afterwards, so nobody waits for them.
"""

import os
import re
import select
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self, TextIO

from net.system import quiet_terminal

_ASCII_TERMS: Final = ("linux", "vt52", "vt100", "vt102", "vt220", "ansi", "cons25", "unknown", "")
"""Terminals of which the fonts lack suits or frames, or of which nothing is known."""

_FULL_COLOUR_TERMS: Final = re.compile(
    r"(xterm-)?(alacritty|contour|foot|ghostty|gnome|iterm2|kitty|konsole|mintty|rio|st|vscode|vte|wezterm)(-.*)?"
    r"|.*-direct.*"
)
"""Terminals that show all colours. Over SSH, TERM is all that is known of a terminal: COLORTERM is not sent."""

WIDTH_QUESTION: Final = "\r\u2660\x1b[6n\r\u6587\x1b[6n\r\x1b[K"
_ANSWER: Final = re.compile(rb"\x1b\[\d+;([23])R")
_MOST_TYPED: Final = 4096


class NoTerminal(Exception):
    """This terminal cannot show a table; the text is a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What this terminal can do. ascii: draw with ASCII only. remote: the screen is at the other end of a network.
    colours: "truecolor", "256", "standard" or "none"; "" leaves it to Textual.
    suit_cells, wide_cells: widths of a spade and a Chinese sign, None if the terminal has not answered. typed: what
    else was read meanwhile, such as keys.
    """

    ascii: bool = False
    remote: bool = False
    colours: str = ""
    suit_cells: int | None = None
    wide_cells: int | None = None
    typed: bytes = b""


def speaks_utf8(encoding: str) -> bool:
    """Whether a stream of this encoding shows suits."""
    return encoding.lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig", "cp65001")


def why_plain(environ: Mapping[str, str], *, windows: bool = os.name == "nt") -> str:
    """Why a table can only be played by lines here, a sentence; "" where a screen can be drawn."""
    by_lines = "so Khanhoo prints plain lines (--plain)."
    if sys.stdout is None or not sys.stdout.isatty():
        return f"The output is not a terminal, {by_lines}"
    if sys.stdin is None or not sys.stdin.isatty():
        return f"The input is not a terminal, {by_lines}"
    term = environ.get("TERM", "")
    if term == "dumb" or (not term and not windows):
        return f"{f'TERM={term}' if term else 'TERM is not set. This terminal'} cannot show a screen, {by_lines}"
    return ""


def judge_terminal(environ: Mapping[str, str], encoding: str, *, windows: bool = os.name == "nt") -> Terminal:
    """Judge a terminal by its environment. encoding: of the stream on which Textual draws.

    Raises NoTerminal for a terminal that cannot place a cursor.
    """
    term = environ.get("TERM", "")
    if term == "dumb":
        raise NoTerminal(
            "This terminal (TERM=dumb) cannot show a table. Use another terminal, or a command that only prints "
            "text: khanhoo list, tables, rules, verify, arena or simulate."
        )
    if windows:
        plain = not ("WT_SESSION" in environ or "TERM_PROGRAM" in environ)
    else:
        plain = term in _ASCII_TERMS
    return Terminal(
        ascii=plain or not speaks_utf8(encoding),
        remote="SSH_CONNECTION" in environ,
        colours="" if windows else colours_of(environ),
    )


def colours_of(environ: Mapping[str, str]) -> str:
    """ "truecolor", "256", "standard" or "none", by TERM, COLORTERM and NO_COLOR."""
    if environ.get("NO_COLOR"):
        return "none"
    term = environ.get("TERM", "").lower()
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or _FULL_COLOUR_TERMS.fullmatch(term):
        return "truecolor"
    return "256" if "256color" in term else "standard"


def drawing_stream() -> TextIO | None:
    """The stream to draw on, standard error as Textual does; standard output where that is redirected (`2>file`)."""
    return next((one for one in (sys.__stderr__, sys.__stdout__) if one is not None and one.isatty()), None)


def look_here() -> Terminal:
    """Judge the terminal this process runs in. Raises NoTerminal when it runs in none."""
    stream = drawing_stream()
    if stream is None or not sys.stdin.isatty():
        raise NoTerminal(
            "Khanhoo needs a terminal for its keys and its screen. Start Khanhoo without redirection, "
            "or use a command that only prints text, such as khanhoo list or khanhoo rules hearts."
        )
    return judge_terminal(os.environ, stream.encoding or "ascii")


def prepare_environment(terminal: Terminal) -> None:
    """Set what Textual reads once, at import. What the user set stays."""
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    # A lost connection would leave the terminal in the kitty keyboard mode, which `reset` does not always
    # undo.
    os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    if terminal.colours not in ("", "none"):
        os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", terminal.colours)
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]  # empty, it asks for nothing (no-color.org); Textual asks only whether it is set
    if terminal.remote:
        # An arrow key may arrive in two pieces; at the usual 100 ms its first piece is taken for Escape.
        os.environ.setdefault("ESCDELAY", "300")


class SuitProbe:
    """Asks the terminal how wide it draws a spade and a Chinese sign.

    Used as a context: entering sends the questions, `widths` reads what has come, leaving restores the
    terminal. If the terminal does not answer in time, nobody waits; a later answer still reaches the app as a cursor
    position. typed: what else has come.
    """

    def __init__(self) -> None:
        self._descriptor = -1
        self.typed = b""
        self._undo: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        with suppress(OSError, ValueError):
            descriptor = sys.stdin.fileno()
            self._undo = quiet_terminal(descriptor)
            stream = drawing_stream()
            if self._undo is not None and stream is not None:
                self._descriptor = descriptor
                try:
                    stream.write(WIDTH_QUESTION)
                    stream.flush()
                except BaseException:  # such as SystemExit, on a signal
                    self._undo()
                    raise
        return self

    def widths(self, timeout_s: float) -> tuple[int | None, int | None]:
        """The widths of a spade and a Chinese sign in cells, None if the terminal has not answered."""
        if self._descriptor < 0 or not select.select([self._descriptor], [], [], timeout_s)[0]:
            return None, None
        with suppress(OSError):
            read = os.read(self._descriptor, _MOST_TYPED)
            found = [int(match[1]) - 1 for match in _ANSWER.finditer(read)]
            self.typed = _ANSWER.sub(b"", read)
            return (found[0] if found else None), (found[1] if len(found) > 1 else None)
        return None, None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._undo is not None:
            self._undo()
