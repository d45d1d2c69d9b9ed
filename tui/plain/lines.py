"""The lines that a person types, or that come through a pipe."""

from __future__ import annotations

import asyncio
import codecs
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Semaphore, Thread
from typing import Final, Protocol

_LONGEST: Final = 1000
_MOST: Final = 256
"""Lines that are read before the first of them is taken: a pipe may have no end."""
_AT_ONCE: Final = 4096


class NextLine(Protocol):
    """Where one line after another comes from."""

    async def next_line(self) -> str | None: ...


class Lines:
    """Lines of a file, read in a thread, since not every file can be waited for.

    descriptor: of the file; below zero for none. wake: called on the loop when there is something new. is_typed: a
    person types them at a terminal. has_ended: no more of them come. is_over: one more was wanted than there are.
    """

    def __init__(self, descriptor: int, wake: Callable[[], None], encoding: str = "utf-8") -> None:
        self._descriptor = descriptor
        self.is_typed = descriptor >= 0 and os.isatty(descriptor)
        self.has_ended = self.is_over = False
        self._wake = wake
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._room = Semaphore(_MOST)
        self._read: deque[str] = deque()
        self._changed = asyncio.Event()
        self._begun = ""
        self._loop = asyncio.get_running_loop()
        # No lock of a Python file is held: the thread may still wait for a line when the program ends.
        Thread(target=self._run, name="lines", daemon=True).start()

    def __bool__(self) -> bool:
        return bool(self._read)

    @property
    def next(self) -> str:
        """The line that is taken next."""
        return self._read[0]

    def take(self) -> str:
        """The next line."""
        self._room.release()
        return self._read.popleft()

    async def next_line(self) -> str | None:
        """Wait for the next line; None at the end."""
        while not self._read and not self.has_ended:
            self._changed.clear()
            await self._changed.wait()
        self.is_over = not self._read
        return self.take() if self._read else None

    def _run(self) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            with suppress(OSError):  # a file that cannot be read has ended
                while self._descriptor >= 0 and (read := os.read(self._descriptor, _AT_ONCE)):
                    self._take_in(self._decode(read))
            self._take_in("\n" if self._begun else "")
            self._loop.call_soon_threadsafe(self._end)

    def _take_in(self, text: str) -> None:
        *lines, self._begun = f"{self._begun}{text}".split("\n")
        self._begun = self._begun[-_LONGEST:]
        for line in lines:
            self._room.acquire()
            self._loop.call_soon_threadsafe(self._add, line[:_LONGEST].strip())

    def _add(self, line: str) -> None:
        self._read.append(line)
        self._changed.set()
        self._wake()

    def _end(self) -> None:
        self.has_ended = True
        self._changed.set()
        self._wake()
