"""The output of a command: it prints what its locale can show, and says a sentence if it can print nothing."""

import codecs
import contextlib
import io
import os
import sys
from typing import Final

from .problems import Problem

_STAND_IN: Final = "khanhoo"
"""The error handler that puts signs which every locale has in place of those that this one lacks."""


class OutputProblem(Problem):
    """Nothing more can be printed: the output is closed, or its disk is full."""


class _Output(io.TextIOWrapper):
    """The output, whose faults are sentences."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            raise _explained(error) from None

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise _explained(error) from None


def _explained(error: OSError) -> Exception:
    """The fault of an output, after which nobody reads the rest of it."""
    drop_output()
    is_read_enough = isinstance(error, BrokenPipeError)
    return error if is_read_enough else OutputProblem(f"The output cannot be written: {error.strerror}.")


def prepare_output() -> None:
    """Make the three streams fit to use, whatever they are. Files and sockets must not get their numbers.

    Raises OutputProblem if the output is closed: nothing is begun that the user could not see.
    """
    codecs.register_error(_STAND_IN, _in_other_signs)
    with contextlib.suppress(OSError):
        while (spare := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(spare)
    if sys.stdin is None:
        sys.stdin = _nothing("r")
    if sys.stderr is None:
        sys.stderr = _nothing("w")
    if sys.stdout is None:
        raise OutputProblem("The output is closed, so Khanhoo cannot print anything.")
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout is sys.__stdout__:
        is_direct, by_lines = sys.stdout.write_through, sys.stdout.line_buffering
        sys.stdout = _Output(sys.stdout.buffer, sys.stdout.encoding, write_through=is_direct, line_buffering=by_lines)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_STAND_IN)


def _nothing(mode: str) -> io.TextIOWrapper:
    """A file that takes everything and has nothing. It stays open."""
    return io.TextIOWrapper(io.FileIO(os.open(os.devnull, os.O_RDWR), mode, closefd=False), "utf-8")


def print_ascii() -> None:
    """From now on print ASCII characters only."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="ascii", errors=_STAND_IN)


def complain(sentence: str) -> None:
    """Print a sentence for the user on the error output, if there is one."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"khanhoo: {sentence}\n" if sentence else "\n")
        sys.stderr.flush()


def drop_output() -> None:
    """Let nobody read the rest of the output: its reader is gone, or it takes no more. Without this, the interpreter
    would fail at its end when it writes that rest."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_other_signs(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from .widgets.glyphs import ASCII  # here, not above: a locale that shows everything does not need it

    return ASCII.plain(error.object[error.start : error.end]), error.end
