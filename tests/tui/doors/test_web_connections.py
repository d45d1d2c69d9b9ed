"""Many connections to the page of a table, over real sockets: those that idle or read nothing lock nobody out,
nor does anybody with many tabs.
"""

from __future__ import annotations

import asyncio
import contextlib
import select
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest
from aiohttp import web

from net.host.launcher import HostHandle
from tui.doors.web.connections import MOST_CONNECTIONS, MOST_FROM_ADDRESS, Connections
from tui.doors.web.order import WebOrder, open_web
from tui.doors.web.server import WebServer
from tui.doors.web.tab import TabProgram

from ...harness.players import quick_host
from .browser_tab import PATIENCE_S, BrowserTab

OWN, *OTHERS = (f"127.0.0.{number}" for number in range(1, 7))
NO_END = 600.0
SOON = 0.5


@pytest.fixture
async def host(home: Any) -> HostHandle:
    return await quick_host()


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    with contextlib.closing(Crowd()) as crowd:
        yield crowd


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


class Crowd:
    """Sockets that are read only when a test says so."""

    def __init__(self) -> None:
        self.sockets: list[socket.socket] = []

    def connect(self, page: str, source: str = OWN, says: bytes = b"") -> socket.socket:
        new = socket.socket()
        self.sockets.append(new)
        new.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        new.settimeout(PATIENCE_S)
        new.bind((source, 0))
        new.connect((urlsplit(page).hostname, urlsplit(page).port))
        new.sendall(says)
        return new

    @property
    def ended(self) -> list[socket.socket]:
        """Those that the server has closed, of all that were sent nothing before."""
        return select.select(self.sockets, (), (), 0)[0]

    async def until_ended(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while len(self.ended) < count:
                await asyncio.sleep(0.02)

    def close(self) -> None:
        for one in self.sockets:
            one.close()


async def open_page(handle: HostHandle, **order: Any) -> str:
    usual: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "request_s": NO_END, "answer_s": NO_END}
    return (await asyncio.to_thread(open_web, WebOrder(**{**usual, **order}), handle, "Ann's Hearts"))[0]


def request(page: str, path: str) -> bytes:
    return f"GET /{path} HTTP/1.1\r\nHost: {urlsplit(page).netloc}\r\n\r\n".encode()


def read_all(one: socket.socket) -> bytes:
    """All that comes until the connection is closed, or cut."""
    told = b""
    with contextlib.suppress(ConnectionResetError):
        while part := one.recv(65536):
            told += part
    return told


async def answer(client: aiohttp.ClientSession, url: str) -> tuple[int, bytes]:
    async with client.get(url) as told:
        return told.status, await told.read()


async def test_idle_connections_of_one_address_make_room(
    host: HostHandle, crowd: Crowd, client: aiohttp.ClientSession
) -> None:
    page = await open_page(host)
    first, *_, last = [crowd.connect(page) for _ in range(MOST_FROM_ADDRESS)]
    assert not crowd.ended
    assert (await answer(client, page))[0] == 200
    assert crowd.ended == [first]
    told = (await asyncio.to_thread(read_all, first)).decode()
    assert told.startswith("HTTP/1.1 503 ")
    assert told.endswith(
        "\r\n\r\nToo many connections to this page were open, so this one was closed. Open the page again."
    )
    last.sendall(request(page, "page.css"))
    assert (await asyncio.to_thread(read_all, last)).startswith(b"HTTP/1.1 200 ")


async def test_all_connections_are_bounded_and_the_busiest_address_makes_room(
    host: HostHandle, crowd: Crowd, client: aiohttp.ClientSession
) -> None:
    page = await open_page(host)
    few = crowd.connect(page, OTHERS[0])
    for address in OTHERS[1:]:
        for _ in range(MOST_FROM_ADDRESS):
            crowd.connect(page, address)
    over = len(crowd.sockets) - MOST_CONNECTIONS
    assert over > 0
    await crowd.until_ended(over)
    assert (await answer(client, page))[0] == 200
    assert len(crowd.ended) == over + 1
    assert few not in crowd.ended


async def test_clients_that_read_nothing_lock_nobody_out(
    host: HostHandle, crowd: Crowd, client: aiohttp.ClientSession
) -> None:
    page = await open_page(host)
    for _ in range(MOST_FROM_ADDRESS):
        crowd.connect(page, says=request(page, "terminal.js"))
    await crowd.until_ended(MOST_FROM_ADDRESS)  # each has the beginning of its answer
    status, whole = await answer(client, f"{page}terminal.js")
    assert status == 200
    got = [await asyncio.to_thread(read_all, one) for one in crowd.sockets[:2]]
    assert len(got[0]) < len(whole) < len(got[1])


async def test_a_connection_has_so_long_for_its_request_and_a_tab_has_no_end(
    host: HostHandle, crowd: Crowd, client: aiohttp.ClientSession
) -> None:
    page = await open_page(host, request_s=SOON, answer_s=SOON)
    tab = await BrowserTab.open(client, page)
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"):
        told = await asyncio.to_thread(read_all, crowd.connect(page, says=begun))
        assert told.startswith(b"HTTP/1.1 408 ")
        assert told.endswith(b"\r\n\r\nYour request took too long. Open the page again.")
    await tab.until_shown("not started yet")
    await tab.press("?")
    await tab.until_shown("You watch this table")
    await tab.close()


async def test_a_client_has_so_long_for_its_answer(host: HostHandle, crowd: Crowd) -> None:
    page = await open_page(host, answer_s=SOON)
    one = crowd.connect(page, says=request(page, "terminal.js"))
    cut = select.poll()
    cut.register(one, 0)  # no reading: only that it is cut
    assert await asyncio.to_thread(cut.poll, PATIENCE_S * 1000)
    assert len(read_all(one)) < 500_000


async def test_a_request_without_end_is_refused(host: HostHandle, crowd: Crowd) -> None:
    page = await open_page(host)
    one = crowd.connect(page, says=b"GET / HTTP/1.1\r\n" + b"X: %s\r\n" % (b"x" * 1000) * 20)
    assert (await asyncio.to_thread(read_all, one)).startswith(b"HTTP/1.1 431 ")


async def test_one_address_holds_at_most_half_of_the_tabs(host: HostHandle) -> None:
    port = urlsplit(await open_page(host, host="0.0.0.0", most_tabs=3)).port
    page = f"http://127.0.0.1:{port}/"
    words = "From your network address, at most 2 browser tabs can watch at once. Close a tab first."
    async with contextlib.AsyncExitStack() as clients:
        one, other = [
            await clients.enter_async_context(
                aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(address, 0)))
            )
            for address in OTHERS[:2]
        ]
        tabs = [await BrowserTab.open(one, page) for _ in range(2)]
        status, told = await answer(one, page)
        assert (status, words in told.decode()) == (503, True)
        refused = await BrowserTab.open(one, page)
        await refused.until(lambda: refused.is_closed, "the third tab to be closed")
        assert refused.stream.decode() == words
        assert (await answer(other, page))[0] == 200
        tabs.append(await BrowserTab.open(other, page))
        status, told = await answer(other, page)
        assert (status, "3 browser tabs can watch at once" in told.decode()) == (503, True)
        for tab in tabs:
            await tab.close()


class Hanging(TabProgram):
    """A program whose start takes for ever."""

    started = 0

    async def open(self) -> None:
        Hanging.started += 1
        await asyncio.Event().wait()


async def test_a_tab_that_goes_while_it_starts_leaves_its_place_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: aiohttp.ClientSession
) -> None:
    monkeypatch.setattr("tui.doors.web.server.TabProgram", Hanging)
    order = WebOrder(host="127.0.0.1", port=0)
    runner = web.AppRunner(WebServer(order, tmp_path).application())
    await runner.setup()
    assert runner.server is not None
    connections = Connections(order, runner.server)
    listening = await asyncio.get_running_loop().create_server(connections.make, order.host, order.port)
    page = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/"
    tabs: list[BrowserTab] = []
    async with asyncio.timeout(PATIENCE_S):
        while len(tabs) < 2 or Hanging.started == len(tabs):
            tabs.append(await BrowserTab.open(client, page))
            await answer(client, page)  # after the connection of the tab
        running = Hanging.started
        await tabs[0].close()
        while Hanging.started == running:
            await asyncio.sleep(0.02)
    for tab in tabs[1:]:
        await tab.close()
    listening.close()
    await runner.cleanup()
