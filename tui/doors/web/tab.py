"""The program behind one tab of a browser: a process whose screen goes to the page and whose keys come from there.

It speaks with Textual's own web driver in packets: a letter, a length of four bytes, and so many bytes. The letter is D
for the screen and the keys, and M for messages about them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec

from net import environment

from .order import WebOrder

_READY: Final = b"__GANGLION__\n"
_FIRST_PICTURE: Final = 150
"""Bytes that the smallest picture has, and the modes of the terminal before it have not."""
_END_WITHIN_S: Final = 3.0


class TabProgram:
    """One program, in a window of a size in cells. home: a folder that stands for the user's own, so that nothing of
    theirs is read. place: where in the program the page is. What a page sends before the program runs is dropped,
    except for a new size."""

    def __init__(self, order: WebOrder, home: Path, size: tuple[int, int], place: str = "") -> None:
        self.place = place
        self._order = order
        self._home = home
        self._size = size
        self._process: asyncio.subprocess.Process | None = None

    async def open(self) -> None:
        """Start it. Raises OSError."""
        width, height = self._size
        variables = {
            **environment.child_variables(),
            "KHANHOO_HOME": str(self._home),
            "KHANHOO_INTERFACES": "127.0.0.1",
            "HOME": str(self._home),
            "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TEXTUAL_ANIMATIONS": "none",
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tui.doors.web.viewer",
            msgspec.json.encode(self._order).decode(),
            self.place,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=variables,
        )

    async def screen(self) -> AsyncIterator[bytes]:
        """What it draws, until it ends. A slow receiver makes only this program wait."""
        assert self._process is not None
        assert self._process.stdout is not None
        stream = self._process.stdout
        with contextlib.suppress(asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await stream.readuntil(_READY)
            modes = b""  # sent with the first picture: alone, the modes would leave the page black
            while True:
                kind = await stream.readexactly(1)
                data = await stream.readexactly(int.from_bytes(await stream.readexactly(4), "big"))
                if kind == b"M":
                    self.place = json.loads(data).get("place", self.place)
                if kind == b"D" and len(modes) < _FIRST_PICTURE:
                    modes += data
                    data = modes if len(modes) >= _FIRST_PICTURE else b""
                if kind == b"D" and data:
                    yield data

    async def keys(self, text: str) -> None:
        """Keys and clicks in the page, as a terminal sends them."""
        await self._send(b"D", text.encode("utf-8", "replace"))

    async def resize(self, width: int, height: int) -> None:
        """The page has another size, in cells."""
        self._size = width, height
        await self.note("resize", width=width, height=height)

    async def note(self, word: str, **more: int) -> None:
        """A word about the page, such as that it is in front now ("focus")."""
        await self._send(b"M", json.dumps({"type": word, **more}).encode())

    async def close(self) -> None:
        """End the program: ask it first, and kill it if it does not end."""
        process = self._process
        if process is None:
            return
        await self.note("quit")
        try:
            await asyncio.wait_for(process.communicate(), _END_WITHIN_S)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _send(self, kind: bytes, data: bytes) -> None:
        if self._process is None:
            return
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(kind + len(data).to_bytes(4, "big") + data)
            await self._process.stdin.drain()
