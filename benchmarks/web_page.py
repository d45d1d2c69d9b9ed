"""Whether the page of a table fits the window of a real Chromium, and loads nothing from elsewhere.

`python -m benchmarks.web_page` opens a table and looks at its page in a window and on a phone. It ends with an
AssertionError if something is wrong. CHROMIUM names the program.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from typing import Final
from urllib.parse import parse_qs, urlsplit

from benchmarks.browser import open_browser
from tests.harness.players import Player, quick_host
from tui.doors.web.order import WebOrder, open_web

_WINDOW: Final = (1100, 700)
_PHONE: Final = (390, 844)


async def check_page(page: str, *, is_phone: bool) -> None:
    """Look at a page once. Raises AssertionError if it is wrong."""
    async with open_browser() as browser:
        size = _PHONE if is_phone else _WINDOW
        await browser.resize(*size, is_phone=is_phone)
        await browser.open(page)
        wide, scrolls = await browser.value("innerWidth"), "document.documentElement.scroll"
        assert (wide, await browser.value("innerHeight")) == size
        assert await browser.value(f"{scrolls}Width == innerWidth && {scrolls}Height == innerHeight")
        assert int(await browser.value("document.querySelector('.textual-terminal').dataset.fontSize")) >= 10
        assert await browser.value("document.querySelector('.xterm-screen').clientHeight <= innerHeight")
        assert {urlsplit(url).netloc for url in browser.loaded} == {urlsplit(page).netloc}
        (socket,) = [urlsplit(url) for url in browser.loaded if url.startswith("ws:")]
        columns = int(parse_qs(socket.query)["width"][0])
        assert columns >= 60
        keyboard = await browser.value("document.querySelector('.xterm-helper-textarea').inputMode")
        assert keyboard == ("none" if is_phone else "")
        print(f"{'phone' if is_phone else 'window'}: {wide} pixels, {columns} columns, nothing from elsewhere")


async def _check_all() -> None:
    handle = await quick_host(bots=("easy", "easy", "easy"))
    ann = await Player.join(handle.address, "Ann", token=bytes.fromhex(handle.owner))
    assert (await ann.session.start()).accepted
    (page,) = await asyncio.to_thread(open_web, WebOrder(host="127.0.0.1", port=0), handle, "Ann's Hearts")
    for is_phone in (False, True):
        await check_page(page, is_phone=is_phone)
    await ann.session.close()


def main() -> None:
    """Check the page, in a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["KHANHOO_HOME"] = home
        asyncio.run(_check_all())


if __name__ == "__main__":
    main()
