"""The lines that a person types, or that come through a pipe."""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Semaphore, Thread
from typing import Final, Protocol, TypeVar

_LONGEST: Final = 1000
MOST: Final = 256
"""Lines that are read before the first of them is taken: a pipe may have no end."""
_AT_ONCE: Final = 4096
ANSWERED_WITHIN_S: Final = 3.0
"""How long typed lines wait for work that earlier ones began. `quit` and `?` do not wait."""
WORDS_OF_HELP: Final = ("?", "help")

_Done = TypeVar("_Done")


class Left(Exception):
    """The person typed `quit`, or types no more."""


class NextLine(Protocol):
    """Where one line after another comes from."""

    async def next_line(self) -> str | None: ...


class Lines:
    """Lines in the order in which they come. Whoever reads them adds them.

    wake: called on the loop when there is something new. is_typed: a person types them at a terminal. has_ended: no
    more of them come. is_over: one more was wanted than there are.
    """

    def __init__(self, wake: Callable[[], None], encoding: str = "utf-8", *, is_typed: bool) -> None:
        self.is_typed = is_typed
        self.has_ended = self.is_over = False
        self._wake = wake
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._read: deque[str] = deque()
        self._changed = asyncio.Event()
        self._begun = ""

    def __bool__(self) -> bool:
        return bool(self._read)

    @property
    def next(self) -> str:
        """The line that is taken next."""
        return self._read[0]

    def take(self) -> str:
        """The next line."""
        return self._read.popleft()

    async def next_line(self) -> str | None:
        """Wait for the next line; None at the end."""
        while not self._read and not self.has_ended:
            self._changed.clear()
            await self._changed.wait()
        self.is_over = not self._read
        return self.take() if self._read else None

    async def during(self, work: Awaitable[_Done], answer: Callable[[], None]) -> _Done:
        """Wait for work; its result. A person can stop it with `quit`. answer: says what happens meanwhile. Raises
        Left."""
        task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
        task.add_done_callback(lambda _: self._changed.set())
        end = loop.time() + ANSWERED_WITHIN_S
        try:
            while not task.done():
                self._changed.clear()
                word, is_late = self._read[0].casefold() if self._read else "", loop.time() >= end
                if self.is_typed and (word == "quit" or (self.has_ended and not self._read)):
                    if self._read:
                        self.take()
                    raise Left
                if self.is_typed and self._read and (is_late or word in WORDS_OF_HELP):
                    self.take()
                    answer()
                    continue
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(None if is_late else end):
                        await self._changed.wait()
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait((task,))

    def completed(self, read: bytes) -> list[str]:
        """The lines that end in these bytes, which come after all others."""
        *lines, self._begun = f"{self._begun}{self._decode(read)}".split("\n")
        self._begun = self._begun[-_LONGEST:]
        return [line[:_LONGEST].strip() for line in lines]

    def add(self, line: str) -> None:
        self._read.append(line)
        self._changed.set()
        self._wake()

    def end(self) -> None:
        self.has_ended = True
        self._changed.set()
        self._wake()


class FileLines(Lines):
    """Lines of a file. A thread reads them, because the loop cannot wait for every kind of file.

    descriptor: of the file; below zero for none.
    """

    def __init__(self, descriptor: int, wake: Callable[[], None], encoding: str = "utf-8") -> None:
        super().__init__(wake, encoding, is_typed=descriptor >= 0 and os.isatty(descriptor))
        self._descriptor = descriptor
        self._room = Semaphore(MOST)
        self._loop = asyncio.get_running_loop()
        # No lock of a Python file is held: the thread may still wait for a line when the program ends.
        Thread(target=self._run, name="lines", daemon=True).start()

    def take(self) -> str:
        self._room.release()
        return super().take()

    def _run(self) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            with suppress(OSError, UnicodeError):  # a file that cannot be read has ended
                while self._descriptor >= 0 and (read := os.read(self._descriptor, _AT_ONCE)):
                    self._hand_on(read)
            self._hand_on(b"\n" if self._begun else b"")
            self._loop.call_soon_threadsafe(self.end)

    def _hand_on(self, read: bytes) -> None:
        for line in self.completed(read):
            self._room.acquire()
            self._loop.call_soon_threadsafe(self.add, line)


def lines_here(wake: Callable[[], None]) -> Lines:
    """The lines that come to this process."""
    descriptor = sys.stdin.fileno() if sys.stdin is not None else -1
    return FileLines(descriptor, wake, sys.stdin.encoding if sys.stdin is not None else "utf-8")
