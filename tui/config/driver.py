"""The connection to the terminal, and what happens when the terminal is closed.

Textual's driver does not notice a closed terminal: its writer ends at the first error, the program then blocks once the
writer's queue is full, and its reader loops for ever. A closed terminal sends SIGHUP, but only if it controls the
process.
"""

import asyncio
import os
import select
from collections.abc import Callable
from typing import IO, Any

from textual import constants, events
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from .pen import Pen
from .terminal import drawing_stream

_LOOK_EVERY_S = 1.0
_KITTY_OFF = "\x1b[<u"


class TerminalDriver(LinuxDriver):
    """Textual's driver for POSIX systems; it ends the program when the terminal is closed."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        loop = asyncio.get_running_loop()
        stream = drawing_stream()
        assert stream is not None
        output: Any = _Output(stream, lambda: loop.call_soon_threadsafe(self._app.exit))
        self._file = output
        self._pen = Pen()

    def write(self, data: str) -> None:
        """Send what changes the picture."""
        if data == _KITTY_OFF and constants.DISABLE_KITTY_KEY:
            return  # it was never on, and terminals that do not know it print its last letter
        if shorter := self._pen.shorten(data):
            super().write(shorter)

    def process_message(self, message: Message) -> None:
        """A message from the terminal. Another size, or a window that was not in front, may show anything; and so may
        one that says how wide its signs are."""
        if isinstance(message, events.Resize | events.AppFocus | events.CursorPosition):
            self._pen.forget()
        super().process_message(message)

    def start_application_mode(self) -> None:
        """Take the terminal, and watch whether it is still there."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._look()

    def stop_application_mode(self) -> None:
        """Give the terminal back, empty. One without a second screen, such as a Linux console or GNU screen, would
        keep the picture, and the shell would write into it."""
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

    def _look(self) -> None:
        if self.exit_event.is_set():
            return
        if _is_closed(self.fileno):
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


def _is_closed(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(what & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, what in poll.poll(0))
