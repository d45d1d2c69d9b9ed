"""The connection to the terminal, and what happens when the terminal is closed or takes nothing.

Textual's driver does not notice a closed terminal: its writer ends at the first error, the program then blocks once the
writer's queue is full, and its reader loops for ever. A closed terminal sends SIGHUP, but only if it controls the
process. A terminal that takes nothing, as behind a stalled line, would block the program too, its connection to the
table with it.
"""

import asyncio
import os
from collections.abc import Callable
from typing import IO, Any

from textual import constants, events
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from net.system import drop_output, is_hung_up

from .pen import Pen
from .terminal import drawing_stream

_LOOK_EVERY_S = 1.0
_KITTY_OFF = "\x1b[<u"
_MOST_WAITING = 10
"""Writes that may wait for the terminal, of the thirty for which the writer's queue has room: the last ones, which
restore the terminal, must find room in it."""
_AWAKE_AGAIN_S = 0.1
_STALLED_AFTER_S = 1.0
"""How long a program that ends waits for a terminal to take its last picture."""


class TerminalDriver(LinuxDriver):
    """Textual's driver for POSIX systems; it ends the program when the terminal is closed."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._loop = loop = asyncio.get_running_loop()
        stream = drawing_stream()
        assert stream is not None
        output: Any = _Output(stream, lambda: loop.call_soon_threadsafe(self._app.exit))
        self._file = output
        self._pen = Pen()
        self._is_behind = self._is_ending = False

    def write(self, data: str) -> None:
        """Send what changes the picture."""
        if data == _KITTY_OFF and constants.DISABLE_KITTY_KEY:
            return  # it was never on, and terminals that do not know it print its last letter
        if not self._is_ending and self._is_stalled():
            return
        if shorter := self._pen.shorten(data):
            super().write(shorter)

    def _get_terminal_size(self) -> tuple[int, int]:
        """The size of the window, asked for when it has changed. The system, not the terminal, says so: no message
        comes in. Some terminals, such as GNU screen, move what they show then."""
        self._pen.forget()
        return super()._get_terminal_size()

    def process_message(self, message: Message) -> None:
        """A message from the terminal. Another size, or a window that was not in front, may show anything; and so may
        one that says how wide its signs are."""
        if isinstance(message, events.Resize | events.AppFocus | events.CursorPosition):
            self._pen.forget()
        super().process_message(message)

    def start_application_mode(self) -> None:
        """Take the terminal, and watch whether it is still there."""
        self._is_ending = False
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._look()

    def stop_application_mode(self) -> None:
        """Give the terminal back, empty. One without a second screen, such as a Linux console or GNU screen, would
        keep the picture, and the shell would write into it."""
        self._is_ending = True
        self.write("\x1b[m\x1b[H\x1b[2J")
        super().stop_application_mode()

    def resume_application_mode(self) -> None:
        """Take the terminal again when the process continues. The system also continues it when the terminal hangs up;
        the program may have ended by then."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        super().resume_application_mode()

    def close(self) -> None:
        """Wait until the terminal has taken everything. If it takes nothing, drop all but what restores it."""
        writer = self._writer_thread
        if writer is None:
            return
        writer._queue.put(None)
        writer.join(_STALLED_AFTER_S)
        while writer.is_alive() and writer.ident is not None:
            drop_output(self.fileno, writer.ident)
            writer.join(_AWAKE_AGAIN_S)

    def _is_stalled(self) -> bool:
        """Whether the terminal is so far behind that another picture would only wait. When it takes something again,
        it gets the whole picture."""
        writer = self._writer_thread
        if not self._is_behind and writer is not None and writer._queue.qsize() >= _MOST_WAITING:
            self._is_behind = True
            self._loop.call_later(_AWAKE_AGAIN_S, self._catch_up)
        return self._is_behind

    def _catch_up(self) -> None:
        writer = self._writer_thread
        if writer is not None and not self._is_ending and writer._queue.qsize():
            self._loop.call_later(_AWAKE_AGAIN_S, self._catch_up)
            return
        self._is_behind = False
        self._pen.forget()
        self._app.refresh()

    def _look(self) -> None:
        if self.exit_event.is_set():
            return
        if is_hung_up(self.fileno):
            self._app.exit()
        else:
            asyncio.get_running_loop().call_later(_LOOK_EVERY_S, self._look)


class _Output:
    """A file for the terminal that drops everything once the terminal is closed."""

    def __init__(self, file: IO[str], on_gone: Callable[[], object]) -> None:
        self._file = file
        self._on_gone = on_gone
        self._is_gone = False

    def write(self, text: str) -> int:
        return self._try(lambda: self._file.write(text))

    def flush(self) -> None:
        self._try(self._file.flush)

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return True

    def _try(self, act: Callable[[], int | None]) -> int:
        if self._is_gone:
            return 0
        try:
            return act() or 0
        except OSError:
            self._is_gone = True
            # The buffered rest would fail again when the interpreter ends.
            with open(os.devnull, "wb") as nothing:  # noqa: PTH123 - a descriptor is wanted, not a path
                os.dup2(nothing.fileno(), self.fileno())
            self._on_gone()
            return 0
