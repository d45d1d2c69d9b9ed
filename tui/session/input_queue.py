"""Keys, pasted text and clicks, one after another.

Textual hands each of them on at once. After a key that opens a screen, the next ones would still reach the old screen,
and after a key that edits a line, they would be written before it has edited.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from textual.app import App, ScreenStackError
from textual.events import Key, MouseDown, MouseUp, Paste
from textual.message import Message

if TYPE_CHECKING:
    from textual.widget import Widget

_MOST_WAITING: Final = 4096
"""What is typed beyond this is dropped."""
_FEWEST_PASSES: Final = 2
"""The first probe follows the key. The second one follows the messages that the key has caused."""
_MOST_PASSES: Final = 8
_LOOK_EVERY_S: Final = 0.1
_LONGEST_S: Final = 5.0
"""A widget that is busy for longer holds nothing up."""


def is_typed(message: Message) -> bool:
    """Whether a message comes from the terminal, and waits for those before it."""
    return isinstance(message, Key | Paste | MouseDown | MouseUp) and not message.is_forwarded


def is_interrupt(message: Message) -> bool:
    """Whether a message is Ctrl-C, which waits for nothing."""
    return isinstance(message, Key) and message.key == "ctrl+c"


class Probe(Message):
    """Comes to the app on the way of a key: by then, each widget on this way has handled the key."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class InputQueue:
    """Holds what is typed until everything that came before is handled. is_shut: holds all of it until `open`. is_busy:
    something is not handled yet."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[Message] = deque()
        self.is_busy = self.is_shut = False
        self._number = self._passes = 0
        self._target: Widget | None = None
        self._is_over_at = 0.0
        self._next_look: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Let the screen that is shown now, or will be in a moment, take what was typed."""
        self.is_shut = False
        self.follow()

    def clear(self) -> None:
        """Drop what was typed."""
        self._waiting.clear()

    def admits(self, message: Message) -> bool:
        """Whether to handle something typed now. If not, it comes again."""
        if is_interrupt(message):
            self.clear()  # as a terminal does
            return True
        if self.is_busy or self.is_shut or self._find_target() is None:
            if len(self._waiting) < _MOST_WAITING:
                self._waiting.append(message)
            if not self.is_busy:
                self.follow()
            return False
        self.is_busy = True
        return True

    def follow(self) -> None:
        """Hold everything until what was just handed on is handled."""
        self.is_busy, self._passes = True, 0
        self._number += 1
        self._is_over_at = asyncio.get_running_loop().time() + _LONGEST_S
        self._send()
        self._look_later()

    def next_after(self, probe: Probe) -> Message | None:
        """What to handle now that a probe has come."""
        if probe.number != self._number:
            return None
        target = self._find_target()
        is_stable = self._passes >= _FEWEST_PASSES and target is not None and self._target is target
        if not is_stable and self._passes < _MOST_PASSES:
            self._send()
            return None
        self._number += 1
        self.is_busy = False
        if self._next_look is not None:
            self._next_look.cancel()
        return self._waiting.popleft() if self._waiting and target is not None and not self.is_shut else None

    def _look_later(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
        self._next_look = asyncio.get_running_loop().call_later(_LOOK_EVERY_S, self._look)

    def _look(self) -> None:
        """Send another probe if the last one may be lost with a screen that is closed or has failed, or if there was no
        screen yet."""
        if asyncio.get_running_loop().time() >= self._is_over_at:
            self._passes = _MOST_PASSES
            self._app.post_message(Probe(self._number))
            return
        target = self._find_target()
        if self._target is None or self._target is not target or not target.is_running:
            self._send()
        self._look_later()

    def _send(self) -> None:
        self._target = self._find_target()
        if self._target is not None:
            self._passes += 1
            self._target.post_message(Probe(self._number))

    def _find_target(self) -> Widget | None:
        """Where keys go. None if no screen is there yet, or any more."""
        try:
            return self._app.focused or self._app.screen
        except ScreenStackError:
            return None
