"""The page of a table in a real Chromium; left out where there is none."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from benchmarks.browser import find_browser, open_browser
from tui.doors.web.order import WebOrder, open_web

from ...harness.players import Player, quick_host

try:
    find_browser()
except SystemExit as reason:
    pytest.skip(str(reason), allow_module_level=True)


@pytest.mark.parametrize("is_held", [False, True], ids=["a window", "a phone"])
async def test_the_page_fits_its_window_and_loads_nothing_from_elsewhere(home: Path, is_held: bool) -> None:
    handle = await quick_host(bots=("easy", "easy", "easy"))
    ann = await Player.join(handle.address, "Ann", token=bytes.fromhex(handle.owner))
    assert (await ann.session.start()).accepted
    page = await asyncio.to_thread(open_web, WebOrder(host="127.0.0.1", port=0), handle, "Ann's Hearts")
    async with open_browser() as browser:
        if is_held:
            await browser.hold(390, 844)
        await browser.open(page)
        wide, scrolls = await browser.value("innerWidth"), "document.documentElement.scroll"
        assert wide == (390 if is_held else 1100)
        assert await browser.value(f"{scrolls}Width == innerWidth && {scrolls}Height == innerHeight")
        assert int(await browser.value("document.querySelector('.textual-terminal').dataset.fontSize")) >= 10
        assert await browser.value("document.querySelector('.xterm-screen').clientHeight <= innerHeight")
        assert {urlsplit(url).netloc for url in browser.loaded} == {urlsplit(page).netloc}
        (socket,) = [urlsplit(url) for url in browser.loaded if url.startswith("ws:")]
        assert int(parse_qs(socket.query)["width"][0]) >= 60
        keyboard = await browser.value("document.querySelector('.xterm-helper-textarea').inputMode")
        assert keyboard == ("none" if is_held else "")
    await ann.session.close()
