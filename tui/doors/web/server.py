"""The web server of a door: the page, what the page is made of, and a connection for each tab."""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import textual_serve
from aiohttp import WSMsgType, web

from net.storage.files import read_bounded

from .connections import Connection
from .guard import HEADERS, fault_in, policy
from .order import WebOrder
from .tab import TabProgram

_OWN: Final = Path(__file__).parent / "page"
_SHIPPED: Final = Path(textual_serve.__file__).parent / "static"
_FILES: Final = {
    "page.css": _OWN / "page.css",
    "page.js": _OWN / "page.js",
    "xterm.css": _SHIPPED / "css" / "xterm.css",
    "terminal.js": _SHIPPED / "js" / "textual.js",
    "mono.ttf": _SHIPPED / "fonts" / "RobotoMono-VariableFont_wght.ttf",
}
"""All that a page loads; the path of a request is never the path of a file."""
_COLUMNS: Final = (20, 240)
_ROWS: Final = (10, 80)
_LONGEST_MESSAGE: Final = 4096
_LONGEST_PAGE: Final = 64 * 1024
_LONGEST_MARK: Final = 64
_MOST_PLACES: Final = 256
_HEARTBEAT_S: Final = 15.0
_AT_ONCE: Final = 2
"""Programs that start at the same time: the start of one takes a processor for a second."""
_START_S: Final = 60.0
_NO_START: Final = b"The host's machine is too busy to show the table. Open the page again in a minute."

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebServer:
    """The requests of all tabs, each with its address. home: the folder that stands for the user's own."""

    def __init__(self, order: WebOrder, home: Path) -> None:
        self._order = order
        self._home = home
        self._tabs: dict[TabProgram, str] = {}
        self._places: dict[str, str] = {}
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self.last_gone = asyncio.Event()
        self.last_gone.set()

    def application(self) -> web.Application:
        """The routes, all behind the guard."""
        application = web.Application(middlewares=[self._guard], client_max_size=_LONGEST_MESSAGE)
        application.router.add_get("/", self._page)
        application.router.add_get("/ws/{mark}", self._connect)
        application.router.add_get("/{file}", self._file)
        return application

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if (connection := _connection_of(request)) is None:
            return web.Response(status=503)  # nobody gets it
        connection.answer()
        host = request.headers.get("Host", "")
        fault = fault_in(
            request.method, host, request.headers.get("Origin"), needs_origin=request.path.startswith("/ws")
        )
        answer: web.StreamResponse = web.Response(text=fault, status=403, headers=HEADERS)
        if not fault:
            try:
                answer = await handler(request)
            except web.HTTPException as refusal:
                answer = web.Response(text=refusal.reason, status=refusal.status, headers=HEADERS)
        answer.force_close()
        return answer

    async def _page(self, request: web.Request) -> web.Response:
        """The page, or a sentence while there is no place for another tab."""
        headers = HEADERS | {"Content-Security-Policy": policy(request.host)}
        connection = _connection_of(request)
        reason = self._why_not(connection.address) if connection is not None else ""
        text = read_bounded(_OWN / ("full.html" if reason else "page.html"), _LONGEST_PAGE).decode()
        for word, value in {"TITLE": self._order.title, "HOST": request.host, "SENTENCE": reason}.items():
            text = text.replace(f"{{{word}}}", html.escape(value))
        return web.Response(text=text, content_type="text/html", status=503 if reason else 200, headers=headers)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        place = _FILES.get(request.match_info["file"])
        if place is None:
            raise web.HTTPNotFound
        return web.FileResponse(place, headers=HEADERS)

    def _why_not(self, address: str) -> str:
        """Why there is no place for another tab from an address, "" if there is one."""
        order = self._order
        if len(self._tabs) >= order.most_tabs:
            return f"At most {_tabs(order.most_tabs)} can watch at once."
        if list(self._tabs.values()).count(address) >= order.most_of_address:
            tabs = _tabs(order.most_of_address)
            return f"From your network address, at most {tabs} can watch at once. Close a tab first."
        return ""

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        """One tab, from its first to its last byte."""
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT_S, max_msg_size=_LONGEST_MESSAGE, compress=True)
        await socket.prepare(request)
        if (connection := _connection_of(request)) is None:
            return socket
        if reason := self._why_not(connection.address):
            await socket.send_bytes(reason.encode())
            await socket.close()
            return socket
        connection.become_tab()
        width = _within(request.query.get("width"), _COLUMNS, 80)
        height = _within(request.query.get("height"), _ROWS, 24)
        mark = request.match_info["mark"][:_LONGEST_MARK]
        tab = TabProgram(self._order, self._home, (width, height), self._places.get(mark, ""))
        self._tabs[tab] = connection.address
        self.last_gone.clear()
        try:
            await self._serve(socket, tab)
        finally:
            self._keep(mark, tab.place)
            await tab.close()
            del self._tabs[tab]
            if not self._tabs:
                self.last_gone.set()
        return socket

    def _keep(self, mark: str, place: str) -> None:
        """Keep where a page is, for when it is loaded again. mark: a number that it has drawn."""
        self._places.pop(mark, None)
        if place:
            self._places[mark] = place
        if len(self._places) > _MOST_PLACES:
            del self._places[next(iter(self._places))]

    async def _serve(self, socket: web.WebSocketResponse, tab: TabProgram) -> None:
        """Read from a page while its program starts and draws. If the page goes away first, the next tab can start."""
        drawing = asyncio.create_task(self._draw(socket, tab))
        try:
            async for message in socket:
                if message.type != WSMsgType.TEXT or not await _obey(tab, socket, message.data):
                    break
        finally:
            drawing.cancel()
            await asyncio.gather(drawing, return_exceptions=True)

    async def _draw(self, socket: web.WebSocketResponse, tab: TabProgram) -> None:
        """Start a program and send what it draws, until it ends."""
        with contextlib.suppress(ConnectionError):
            try:
                async with contextlib.AsyncExitStack() as start:
                    await start.enter_async_context(self._turn)
                    await start.enter_async_context(asyncio.timeout(_START_S))
                    await tab.open()
                    async for data in tab.screen():
                        await start.aclose()
                        await socket.send_bytes(data)
            except ConnectionError:
                raise
            except OSError:  # a TimeoutError too
                await socket.send_bytes(_NO_START)
            await socket.close()


def _tabs(count: int) -> str:
    return f"{count} browser {'tab' if count == 1 else 'tabs'}"


def _connection_of(request: web.Request) -> Connection | None:
    """The connection of a request; None if it is gone."""
    protocol = request.transport.get_protocol() if request.transport is not None else None
    return protocol if isinstance(protocol, Connection) else None


async def _obey(tab: TabProgram, socket: web.WebSocketResponse, text: str) -> bool:
    """Pass on the keys and sizes that a page sends. Returns False for a message that our page never sends."""
    try:
        words = json.loads(text)
    except (ValueError, RecursionError):
        return False
    match words:
        case ["stdin", str() as keys]:
            await tab.keys(keys)
        case ["resize", {"width": int() as width, "height": int() as height}]:
            await tab.resize(_within(width, _COLUMNS, 80), _within(height, _ROWS, 24))
        case ["ping", str() as mark]:
            await socket.send_str(json.dumps(["pong", mark]))
        case ["focus" | "blur" as word]:
            await tab.note(word)
        case _:
            return False
    return True


def _within(value: Any, bounds: tuple[int, int], usual: int) -> int:
    """A size that a page asks for, within bounds."""
    try:
        return max(bounds[0], min(bounds[1], int(value)))
    except (TypeError, ValueError):
        return usual
