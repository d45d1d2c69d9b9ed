"""The connection to the terminal, and what happens when the terminal is closed, takes nothing, or sends anything.

Textual's driver does not notice a closed terminal. Its writer ends at the first error, and the program blocks when the
writer's queue is full. Its reader loops for ever. A closed terminal sends SIGHUP, but only to a process that it
controls. A terminal that takes nothing, for example behind a stalled connection, would block the program, too, and with
it the connection to the table.

Textual also stops and continues the process within the signal's handler. A signal that comes in the middle of a write
then waits for ever for a lock that the interrupted write holds. And it does not draw the picture again.

Textual also asks the terminal to report its size among the keys, and the mouse in pixels. The system tells the size
anyway, and a table needs no pixels, so this driver asks for neither.
"""

import asyncio
import contextlib
import os
import re
import select
import sys
import time
from collections.abc import Callable
from typing import IO, Any, Final, Protocol, cast

from textual import constants, events
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from net.system import drop_output, has_terminal, is_hung_up, stop_here

from .input import TerminalInput
from .pen import Pen
from .terminal import drawing_stream

_LOOK_EVERY_S = 1.0
_KITTY_OFF = "\x1b[<u"
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
"""Marks around a picture, for terminals that show it in one go."""
_SWITCH: Final = re.compile(r"\x1b\[[?<>][0-9;]*\$?[a-z]")
"""Switches a mode of the terminal, or asks for one."""
_EMPTY: Final = "\x1b[m\x1b[H\x1b[2J"
_END_OF_STRING: Final = "\x1b\\"
"""Ends a title, say, of which the rest was dropped. Otherwise, it means nothing."""
_MOST_WAITING = 10
"""Writes that may wait for the terminal. The writer's queue has room for thirty, and the last writes, which restore
the terminal, must find room in it."""
_AWAKE_AGAIN_S = 0.1
_READ_BYTES = 4096
_LOOK_FOR_END_S = 0.05
_STALLED_AFTER_S = 1.0
"""How long a program that ends waits for a terminal to take its last picture."""


class _Owner(Protocol):
    """The app of a driver. typed: what was read from the terminal before the driver took it."""

    typed: bytes

    def fail(self, fault: Exception) -> None:
        """End the program because of a bug."""


class TerminalDriver(LinuxDriver):
    """Textual's driver for POSIX systems; it ends the program when the terminal is closed."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._loop = loop = asyncio.get_running_loop()
        stream = drawing_stream()
        assert stream is not None
        self._output = _Output(stream, lambda: loop.call_soon_threadsafe(self._app.exit))
        self._file: Any = self._output
        self._pen = Pen()
        self._owner = cast(_Owner, self._app)
        self._typed = self._owner.typed
        self._is_behind = self._is_ending = self._is_given_back = False
        self._restoring: list[str] = []
        self._is_begun = False
        self._is_to_stop = self._is_continued = self._is_paused = False
        loop.call_later(_LOOK_EVERY_S, self._look)

    def write(self, data: str) -> None:
        """Send what changes the picture, if there is a terminal to show it and it is not far behind."""
        if data == _KITTY_OFF and constants.DISABLE_KITTY_KEY:
            return  # it was never on, and terminals that do not know it print its last letter
        if self._writer_thread is None or self._is_given_back:
            return
        if self._is_ending:
            self._restoring += [data] if data != _KITTY_OFF else []  # a second one could be taken from the shell
        elif self._is_dropped(data):
            return
        if shorter := data if self._is_ending else self._pen.shorten(data):
            super().write(shorter)

    def _get_terminal_size(self) -> tuple[int, int]:
        """The size of the window, asked for when it has changed. The system, not the terminal, says so: no message
        comes in. Some terminals, such as GNU screen, move what they show then."""
        self._pen.forget()
        return super()._get_terminal_size()

    def _query_in_band_window_resize(self) -> None:
        """Do not ask."""

    def _run_input_thread(self) -> None:
        """Read keys. A fault ends the program with a sentence."""
        try:
            self.run_input_thread()
        except Exception as fault:  # noqa: BLE001 - it is told, and written down
            with contextlib.suppress(RuntimeError):  # the program has ended
                self._loop.call_soon_threadsafe(self._owner.fail, fault)

    def run_input_thread(self) -> None:
        """Read keys until the program gives the terminal back."""
        encoding = sys.__stdin__.encoding if sys.__stdin__ is not None else "utf-8"
        found = TerminalInput(encoding)
        self._tell(found.feed(self._typed, time.monotonic()))
        self._typed = b""
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], _LOOK_FOR_END_S)[0]:
                try:
                    data = os.read(self.fileno, _READ_BYTES)
                except BlockingIOError:  # another program with this terminal was faster
                    data = b""
                except OSError:  # the terminal is gone
                    return
                if not data:
                    self.exit_event.wait(_LOOK_FOR_END_S)
                self._tell(found.feed(data, time.monotonic()) if data else [])
            else:
                self._tell(found.tick(time.monotonic()))

    def _tell(self, messages: list[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def process_message(self, message: Message) -> None:
        """Pass on a message from the terminal. After a new size, a return to the front, or an answer about the width of
        signs, the terminal may show anything, so the next picture is drawn in full.
        """
        if isinstance(message, events.Resize | events.AppFocus | events.CursorPosition):
            self._pen.forget()
        super().process_message(message)

    def start_application_mode(self) -> None:
        """Take the terminal. The system refuses it to a program in the background, which then goes on without one."""
        self._is_behind = self._is_ending = self._is_given_back = False
        self._restoring.clear()
        try:
            super().start_application_mode()  # type: ignore[no-untyped-call]
        except Exception:
            self.stop_application_mode()
            raise

    def stop_application_mode(self) -> None:
        """Give the terminal back, empty. One without a second screen, such as a Linux console or GNU screen, would
        keep the picture, and the shell would write into it."""
        self._is_paused = False
        if self._writer_thread is None or self._is_ending:
            return
        self._is_ending = True
        if self._app._sync_available:
            self.write(_END)  # an earlier one may have been dropped
        self.write(_EMPTY)
        super().stop_application_mode()
        self._is_given_back = True

    def disable_input(self) -> None:
        """Read no more keys. Without a terminal there are none."""
        if self._writer_thread is not None:
            super().disable_input()

    def close(self) -> None:
        """Wait until the terminal has taken everything. If that lasts, drop all but what restores it."""
        writer, self._writer_thread = self._writer_thread, None
        if writer is None:
            return
        writer._queue.put(None)
        writer.join(_STALLED_AFTER_S)
        if not writer.is_alive():
            return
        while writer.is_alive():
            drop_output(self.fileno, writer.ident)
            writer.join(_AWAKE_AGAIN_S)
        drop_output(self.fileno)
        self._output.write("".join((_END_OF_STRING, *self._restoring)))  # there is room: the first time, it may be lost
        self._output.flush()

    def _sigtstp_application(self, *_: object) -> None:
        """The process is to stop. Handlers of signals only note this: they may interrupt a write."""
        self._is_to_stop = True
        self._obey_soon()

    def _sigcont_application(self, *_: object) -> None:
        """The process continues. The system also does this when the terminal hangs up."""
        self._is_continued = True
        self._obey_soon()

    def _obey_soon(self) -> None:
        with contextlib.suppress(RuntimeError):  # the program may have ended
            self._loop.call_soon_threadsafe(self._obey)

    def _obey(self) -> None:
        """Stop the process, or go on. If both signals come together, the process goes on: their order is unknown."""
        if self._is_to_stop and not self._is_continued:
            self._pause()
            if not self._is_continued:
                self._is_to_stop = False
                stop_here()
        elif self._is_continued:
            self._is_to_stop = self._is_continued = False
            self._go_on()

    def _pause(self) -> None:
        if self._writer_thread is not None and not self._is_ending:
            self.suspend_application_mode()
            self._is_paused = True

    def _go_on(self) -> None:
        """Take the terminal again and draw the whole picture. A program that was stopped without SIGTSTP could not give
        the terminal back, and the shell may have changed it."""
        if not has_terminal(self.fileno):
            return
        self._pause()
        if self._is_paused:
            self._is_paused = False
            self.resume_application_mode()
            self._is_paused = self._writer_thread is None
            self._app.refresh(layout=True)

    def _is_dropped(self, data: str) -> bool:
        """Whether the terminal is too far behind for this. It gets each switch, and the end of what has begun."""
        if data == _END:
            was_begun, self._is_begun = self._is_begun, False
            return not was_begun
        if data != _BEGIN and _SWITCH.fullmatch(data):
            return False
        is_dropped = self._is_stalled()
        self._is_begun |= data == _BEGIN and not is_dropped
        return is_dropped

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
        if is_hung_up(self.fileno):
            self._app.exit()
            return
        if self._is_paused:
            self._go_on()
        self._loop.call_later(_LOOK_EVERY_S, self._look)


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
