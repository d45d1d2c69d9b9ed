"""A headless Chromium that looks at a page: what it loads, what it says on its console, and a picture of it.

`python -m benchmarks.browser URL PICTURE.png [KEY ...]` opens the page, presses the keys (such as ArrowLeft or Tab) one
after another, and writes the picture and every address that the page loaded. CHROMIUM names the program, and WINDOW the
size, such as "390,700".
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

_CANDIDATES: Final = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "/usr/lib/chromium/chromium-headless-shell",
)
_SETTLE_S: Final = 1.5
_ARGUMENTS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0"),
)
_WINDOW: Final = "1100,700"
_KEY_CODES: Final = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
_KEY_CODES_OF_OTHERS: Final = {"Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, "")}


def find_browser() -> str:
    """The program of a Chromium. Raises SystemExit if there is none."""
    named = os.environ.get("CHROMIUM", "")
    found = named or next((path for path in map(shutil.which, _CANDIDATES) if path), None)
    if found is None:
        raise SystemExit("No Chromium was found. CHROMIUM=/path/to/it names one.")
    return found


class Browser:
    """One page of a headless Chromium. loaded: the addresses that it asked for. said: on its console."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.loaded: list[str] = []
        self.said: list[str] = []
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def hear(self) -> None:
        """Take in what the browser says, until it ends."""
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told.get("result", told))
            elif told["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                self.loaded.append(told["params"].get("url") or told["params"]["request"]["url"])
            elif told["method"] in ("Runtime.consoleAPICalled", "Log.entryAdded", "Runtime.exceptionThrown"):
                self.said.append(json.dumps(told["params"])[:400])

    async def do(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the DevTools protocol, and its result."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"id": number, "method": method, "params": parameters}))
        return await self._answers[number]

    async def value(self, expression: str) -> Any:
        """What a piece of JavaScript gives in the page."""
        return (await self.do("Runtime.evaluate", expression=expression))["result"].get("value")

    async def resize(self, width: int, height: int, *, is_phone: bool = False) -> None:
        """Show the page in this size from now on, on a touch screen if it is a phone."""
        size: dict[str, Any] = {"width": width, "height": height, "deviceScaleFactor": 0, "mobile": is_phone}
        await self.do("Emulation.setDeviceMetricsOverride", **size)
        await self.do("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    async def open(self, url: str) -> None:
        """Load a page, and wait until it has drawn something."""
        await self.do("Page.navigate", url=url)
        while not await self.value("document.body && document.body.classList.contains('-first-byte')"):  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    async def press(self, key: str) -> None:
        """A key of the keyboard, by its name in JavaScript."""
        code, text = _KEY_CODES_OF_OTHERS.get(key, (_KEY_CODES.get(key, 0), "" if len(key) > 1 else key))
        told: dict[str, Any] = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        await self.do("Input.dispatchKeyEvent", type="keyDown", **told, **({"text": text} if text else {}))
        await self.do("Input.dispatchKeyEvent", type="keyUp", **told)

    async def picture(self, place: Path) -> None:
        """Write what it shows."""
        shot = await self.do("Page.captureScreenshot", format="png")
        await asyncio.to_thread(place.write_bytes, base64.b64decode(shot["data"]))


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A headless Chromium with a profile of its own, and its one page."""
    profile = tempfile.mkdtemp(prefix="browser-")
    process = await asyncio.create_subprocess_exec(
        find_browser(), *_ARGUMENTS, f"--user-data-dir={profile}", "about:blank", stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        while b"DevTools listening on" not in (line := await process.stderr.readline()):
            assert line, "the browser ended"
        port = line.decode().split("127.0.0.1:")[1].split("/")[0]
        async with aiohttp.ClientSession() as client:
            async with client.get(f"http://127.0.0.1:{port}/json") as answer:
                page = next(tab for tab in await answer.json() if tab["type"] == "page")
            async with client.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                browser = Browser(socket)
                hearing = asyncio.create_task(browser.hear())
                for domain in ("Page", "Network", "Runtime", "Log"):
                    await browser.do(f"{domain}.enable")
                yield browser
                hearing.cancel()
    finally:
        process.kill()
        await process.wait()
        shutil.rmtree(profile, ignore_errors=True)


async def look(url: str, place: Path, keys: list[str]) -> Browser:
    """Open a page, press keys, write a picture."""
    width, height = map(int, os.environ.get("WINDOW", _WINDOW).split(","))
    async with open_browser() as browser:
        await browser.resize(width, height)
        await browser.open(url)
        for key in ["", *keys]:
            if key:
                await browser.press(key)
            await asyncio.sleep(_SETTLE_S)
        await browser.picture(place)
        return browser


def main() -> None:
    """Look at the page that the command line names."""
    url, place, *keys = sys.argv[1:]
    browser = asyncio.run(look(url, Path(place), keys))
    print(*sorted(set(browser.loaded)), sep="\n")
    print(*browser.said, sep="\n")


if __name__ == "__main__":
    main()
