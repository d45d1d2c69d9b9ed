"""What a browser's tab does with a page: it asks for it, connects as its script does, presses keys, and shows what
comes."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Self

import aiohttp
import pyte

PATIENCE_S: float = 60.0
_KEYS = {
    "tab": "\t",
    "escape": "\x1b",
    "enter": "\r",
    "left": "\x1b[D",
    "down": "\x1b[B",
    "home": "\x1b[H",
    "right": "\x1b[C",
}
_ORDER = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[^\[])")


class BrowserTab:
    """A tab that has connected. stream: all bytes of the screen that came."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.stream = b""
        self._socket = socket
        self._screen = pyte.Screen(80, 24)
        self._parser = pyte.ByteStream(self._screen)
        self._came = asyncio.Event()
        self._hearing = asyncio.create_task(self._hear())

    @classmethod
    async def open(cls, client: aiohttp.ClientSession, page: str, mark: str = "0") -> Self:
        """mark: of the tab; it is the same when the page is loaded again."""
        origin = page.rstrip("/")
        url = f"ws{origin.removeprefix('http')}/ws/{mark}?width=80&height=24"
        return cls(await client.ws_connect(url, origin=origin))

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    @property
    def signs(self) -> str:
        """Every sign that ever came, whatever became of it on the screen; a bar for each order between them."""
        return _ORDER.sub(b"|", self.stream).decode()

    @property
    def is_closed(self) -> bool:
        return self._hearing.done()

    async def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait for bytes after which something holds."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not holds():
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            raise AssertionError(f"waited for {what}; the tab shows\n{self.text}") from None

    async def until_shown(self, pattern: str) -> None:
        await self.until(lambda: re.search(pattern, self.text), pattern)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self._socket.send_str(json.dumps(["stdin", _KEYS.get(key, key)]))

    async def close(self) -> None:
        await self._socket.close()
        await self._hearing

    async def _hear(self) -> None:
        async for message in self._socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.stream += message.data
                self._parser.feed(message.data)
            self._came.set()
        self._came.set()
