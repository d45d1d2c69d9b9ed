"""The way from an app to a terminal at the other end of an SSH channel, and back."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol, cast

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from ...config.input import TerminalInput
from ...config.pen import Pen
from ...config.terminal import WIDTH_QUESTION

_PART_BYTES: Final = 96
_PART_S: Final = 0.02
"""No person types faster than a part in this time; a program that does waits, and slows nobody else."""
_TICK_S: Final = 0.05
_SIZE_S: Final = 0.2
"""No oftener is a picture made for another size of the window."""

_START: Final = (
    "\x1b[?1049h"  # the alternate screen
    "\x1b[?25l"  # no cursor
    "\x1b[?1004h"  # tell when the window is in front
    "\x1b[?2026$p"  # can it show a picture in one go?
    "\x1b[?2004h"  # marks around pasted text
    "\x1b[?7l"  # no line wrap
)
_END: Final = "\x1b[?2004l\x1b[?7h\x1b[?1004l\x1b[0m\x1b[?1049l\x1b[?25h"
# Buttons and the wheel; not every motion, which would cost both directions of the line.
_MOUSE_ON: Final = "\x1b[?1000h\x1b[?1006h"
_MOUSE_OFF: Final = "\x1b[?1000l\x1b[?1006l"


class ClientLine(Protocol):
    """Where a driver writes. early: what was typed before it could read."""

    early: bytearray

    @property
    def is_stalled(self) -> bool:
        """Whether the client has stopped reading."""

    def send(self, text: str) -> None:
        """Send text to the client's terminal, if there is one."""

    def hold(self, is_held: bool) -> None:
        """Stop or go on taking in what is typed."""


class _Owner(Protocol):
    """The app of a driver."""

    line: ClientLine
    driver: SshDriver | None


class SshDriver(Driver):
    """Textual's driver for a terminal behind a line. While the client does not read, pictures are dropped; when it
    reads again, it gets the whole picture as it is then. is_on: whether the app runs, so that keys reach it."""

    def __init__(self, app: App[Any], **more: Any) -> None:
        super().__init__(app, **more)
        owner = cast(_Owner, app)
        self._line = owner.line
        self._pen = Pen()
        self._has_dropped = False
        self.is_on = False
        self._input = TerminalInput()
        self._typed = bytearray()
        self._typed_at = 0.0
        self._next_part: asyncio.TimerHandle | None = None
        self._next_tick: asyncio.TimerHandle | None = None
        self._next_size: asyncio.TimerHandle | None = None
        self._wanted: tuple[int, int] | None = self._size
        owner.driver = self

    # To the terminal.

    def write(self, data: str) -> None:
        if self._line.is_stalled:
            self._has_dropped = True
        elif shorter := self._pen.shorten(data):
            self._line.send(shorter)

    def resume(self) -> None:
        """The client reads again."""
        if self._has_dropped and self.is_on:
            self._has_dropped = False
            self._pen.forget()
            self._app.refresh(layout=True)

    def start_application_mode(self) -> None:
        self.is_on = True
        self._line.send(f"{WIDTH_QUESTION}{_START}{_MOUSE_ON if self._mouse else ''}")
        self.take_in(bytes(self._line.early))

    def disable_input(self) -> None:
        self.is_on = False
        for timer in (self._next_part, self._next_tick, self._next_size):
            if timer is not None:
                timer.cancel()
        self._typed.clear()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self._line.send(f"{_MOUSE_OFF if self._mouse else ''}{_END}")

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: guests may not open a browser on this machine."""

    # From the terminal.

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has another size."""
        self._wanted = (columns, rows)
        if self.is_on and self._next_size is None:
            self._take_size()

    def _take_size(self) -> None:
        self._next_size = None
        if self._wanted is not None and self._wanted != self._size:
            self._size = self._wanted
            size = Size(*self._wanted)
            self._tell(events.Resize(size, size))
            self._next_size = self._loop.call_later(_SIZE_S, self._take_size)

    def take_in(self, data: bytes) -> None:
        """Something was typed."""
        if self.is_on:
            if not self._typed:
                self._typed_at = self._loop.time()  # what comes before it is read follows without a pause
            self._typed += data
            if self._next_part is None:
                self._take_part()

    def _take_part(self) -> None:
        self._next_part = None
        part = bytes(self._typed[:_PART_BYTES])
        del self._typed[:_PART_BYTES]
        self._tell(*self._input.feed(part, self._typed_at))
        if self._typed:
            self._next_part = self._loop.call_later(_PART_S, self._take_part)
        self._line.hold(bool(self._typed))  # the line may have more, and bring it at once
        if self._next_tick is None:
            self._tick()

    def _tick(self) -> None:
        """Hear what nothing more has come after."""
        self._next_tick = None
        if not self._typed:
            self._tell(*self._input.tick(self._loop.time()))
        if self._input.waits:
            self._next_tick = self._loop.call_later(_TICK_S, self._tick)

    def _tell(self, *messages: Message) -> None:
        for message in messages:
            # After these messages, the terminal may show anything, so the next picture is drawn in full.
            if isinstance(message, events.Resize | events.AppFocus | events.CursorPosition):
                self._pen.forget()
            self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Replaces Textual's method, which is for drivers with a thread."""
        self._app.post_message(message)
