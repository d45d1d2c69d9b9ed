"""The process of a web door: `python -m tui.doors.web` reads its order from the standard input."""

import asyncio
import contextlib
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from aiohttp import http_exceptions, web

from net.host.listeners import bound_socket
from net.system import on_end_signals

from ..process import DoorAnswer, stand_back, tell_parent, telling_parent, until_table_ends
from .connections import Connections
from .order import WebOrder
from .server import WebServer

_LONGEST_ORDER: Final = 64 * 1024
_STAYS_S: Final = 900.0
"""How long those who watch may look at a table that has ended."""


async def serve(order: WebOrder, home: Path) -> None:
    """Serve the page until the table has ended and nobody looks at it any more."""
    server = WebServer(order, home)
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    assert runner.server is not None
    connections = Connections(order, runner.server)
    try:
        plug = bound_socket(order.host, order.port)
        listening = await asyncio.get_running_loop().create_server(connections.make, sock=plug)
    except OSError as fault:
        why = os.strerror(fault.errno or 0)
        tell_parent(DoorAnswer(problem=f"The page cannot be served on port {order.port}: {why}."))
        await runner.cleanup()
        return
    tell_parent(DoorAnswer(port=listening.sockets[0].getsockname()[1]))
    stopped = asyncio.Event()
    on_end_signals(stopped.set)
    waits = [asyncio.create_task(stopped.wait()), asyncio.create_task(_until_unused(server, order.table_id))]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    listening.close()
    await runner.cleanup()


async def _until_unused(server: WebServer, table_id: str) -> None:
    await until_table_ends(table_id)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(server.last_gone.wait(), _STAYS_S)


def _is_worth_keeping(record: logging.LogRecord) -> bool:
    """Whether a record of aiohttp's tells of more than a bad request or a lost client: else anybody could fill the
    disk."""
    fault = record.exc_info[1] if record.exc_info else None
    return not isinstance(fault, http_exceptions.HttpProcessingError | ConnectionError)


def main() -> None:
    """Read the order, and serve."""
    order = msgspec.json.decode(os.read(sys.stdin.fileno(), _LONGEST_ORDER), type=WebOrder)
    stand_back()
    logging.getLogger("aiohttp.server").addFilter(_is_worth_keeping)
    with (
        telling_parent("The page"),
        tempfile.TemporaryDirectory(prefix="khanhoo-web-", ignore_cleanup_errors=True) as home,
    ):
        asyncio.run(serve(order, Path(home)))


if __name__ == "__main__":
    main()
