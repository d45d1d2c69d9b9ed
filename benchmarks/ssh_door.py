"""The SSH door: memory of a session, many logins at once, a card on twenty screens, and what is left at the end.

The clients run in this process, which takes its own part of the processors. Every session watches one table of Hearts.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import asyncssh
import pyte

from benchmarks.processes import cpu_s, memory
from benchmarks.report import Figure, at_most, median, percentile, tell
from net.client.session import ClientSession
from net.host.config import HostConfig
from net.host.launcher import start_host, stop_table
from net.news import News, Told

AT_ONE_TABLE = 20
AT_ONCE = 17
OPENINGS = 60
CARDS = 15


class Screen(asyncssh.SSHClientSession[bytes]):
    """A client's terminal. drawn: when it was drawn on."""

    def __init__(self) -> None:
        self.drawn: list[float] = []
        self._received = b""
        self._picture = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._picture)
        self.is_over = asyncio.Event()
        self.is_measured = False
        self._changed = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if not self.is_measured:
            self._received += data
        self.drawn.append(time.perf_counter())
        self._changed.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over.set()

    async def until(self, text: str) -> None:
        """Look until a text is on the screen."""
        async with asyncio.timeout(60):
            while True:
                self._stream.feed(self._received)
                self._received = b""
                if text in "\n".join(self._picture.display):
                    return
                self._changed.clear()
                await self._changed.wait()


class Client:
    """Somebody with a key, and a terminal of 80x24."""

    line: asyncssh.SSHClientConnection
    channel: Any
    screen: Any

    async def log_in(self, port: int) -> float:
        """Seconds until the first screen."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        began = time.perf_counter()
        self.line = await asyncssh.connect(
            "127.0.0.1", port, username="ann", client_keys=[key], known_hosts=None, config=None, agent_path=None
        )
        self.channel, self.screen = await self.line.create_session(
            Screen, term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        await self.screen.until("Choose a game")
        return time.perf_counter() - began

    async def watch(self) -> None:
        """Watch the first table of the list."""
        self.channel.write(b"w")
        await self.screen.until("Measured")
        self.channel.write(b"\r")
        await self.screen.until("trick")
        self.screen.is_measured = True

    async def leave(self) -> None:
        self.channel.write(b"\x03\x03")
        await self.screen.is_over.wait()
        self.line.close()
        await self.line.wait_closed()


@contextlib.contextmanager
def _door(port: list[int]) -> Iterator[int]:
    words = ["serve", "--ssh", "127.0.0.1:0", "--ssh-sessions", "64", "--ssh-per-address", "64"]
    with subprocess.Popen([sys.executable, "-m", "tui", *words], stdout=subprocess.PIPE, text=True) as door:
        assert door.stdout is not None
        while not port:
            if found := re.search(r"-p (\d+)", door.stdout.readline()):
                port.append(int(found[1]))
        yield door.pid
        door.terminate()


async def _play(owner: ClientSession) -> None:
    """Make the first possible move, as slowly as the bots."""
    while True:
        await asyncio.sleep(0.9)
        if owner.decision is not None:
            await owner.submit(owner.decision.id, owner.decision.default)
        elif owner.info is not None and owner.info.phase == "between":
            await owner.next_deal()


async def _cards(clients: list[Client], address: Any) -> tuple[list[float], list[float]]:
    """Milliseconds from a card's arrival at a bare client to the median screen, and to the last one."""
    told: list[float] = []

    def hear(news: News) -> None:
        if isinstance(news, Told):
            told.append(time.perf_counter())

    session = ClientSession(address, name="Clock", role="watcher")
    session.on_news(hear)
    await session.open()
    medians: list[float] = []
    lasts: list[float] = []
    seen = 0
    while len(medians) < CARDS:
        await asyncio.sleep(0.35)  # between two moves of the bots, all screens are still
        if len(told) > seen:
            at = told[seen]
            seen = len(told)
            first = [next((drawn for drawn in client.screen.drawn if drawn >= at - 0.02), None) for client in clients]
            took = [1000 * max(0.0, one - at) for one in first if one is not None]
            if len(took) == len(clients):
                medians.append(median(took))
                lasts.append(max(took))
        for client in clients:
            client.screen.drawn.clear()
    await session.close()
    return medians, lasts


async def _at_one_table(port: int, pid: int) -> list[Figure]:
    config = HostConfig(
        game="hearts", title="Measured", bots=("easy",) * 3, tcp=False, autostart=True, turn_s=0, pace_ms=900
    )
    handle = await asyncio.to_thread(start_host, config)
    owner = ClientSession(handle.address, name="Owner", token=bytes.fromhex(handle.owner))
    await owner.open()
    playing = asyncio.create_task(_play(owner))
    clients = [Client() for _ in range(AT_ONE_TABLE)]
    figures = []
    await clients[0].log_in(port)
    await clients[0].watch()
    await asyncio.sleep(2)
    one = memory([pid]).rss
    for client in clients[1:]:
        await client.log_in(port)
        await client.watch()
    await asyncio.sleep(2)
    twenty = memory([pid]).rss
    figures.append(Figure("the door's process with one session at a table", one, "MiB"))
    figures.append(at_most("each session beyond the first, 20 at one table", (twenty - one) / 19, "MiB", 6))
    medians, lasts = await _cards(clients, handle.address)
    figures.append(at_most("a card on the median of 20 screens, median of cards", median(medians), "ms", 150))
    figures.append(Figure("a card on the last of 20 screens, median of cards", median(lasts), "ms"))
    figures.append(Figure("a card on the last of 20 screens, 90 of 100 cards", percentile(lasts, 90), "ms"))
    for client in clients:
        await client.leave()
    playing.cancel()
    await owner.close()
    await asyncio.to_thread(stop_table, handle.table_id)
    return figures


async def _at_once(port: int, pid: int) -> list[Figure]:
    clients = [Client() for _ in range(AT_ONCE)]
    before = cpu_s(pid)
    took = await asyncio.gather(*(client.log_in(port) for client in clients))
    spent = cpu_s(pid) - before
    for client in clients:
        await client.leave()
    return [
        Figure("processor time of the door for 17 logins at once", spent, "s"),
        Figure("first screen of the median of 17 logins at once", median(took), "s"),
        at_most("first screen of the last of 17 logins at once", max(took), "s", 2.5),
    ]


async def _openings() -> list[Figure]:
    """In this process, where the apps can be counted."""
    from tui.doors.ssh.app import DoorApp
    from tui.doors.ssh.door import open_door
    from tui.doors.ssh.order import SshOrder

    door = await open_door(SshOrder(host="127.0.0.1", port=0))
    before = 0.0
    for number in range(OPENINGS + 10):
        client = Client()
        await client.log_in(door.port)
        client.channel.write(b"\x1bOP")
        await client.leave()
        if number == 9:
            gc.collect()
            before = memory([os.getpid()]).rss
    while door.sessions:  # noqa: ASYNC110 - they end by themselves
        await asyncio.sleep(0.05)
    gc.collect()
    left = sum(isinstance(one, DoorApp) for one in gc.get_objects())
    after = memory([os.getpid()]).rss
    await door.close()
    return [
        at_most("apps left after 60 opens and closes", left, "", 0),
        Figure("memory after them, client and door in one process", after - before, "MiB more"),
    ]


def _figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KHANHOO_HOME"] = folder
        port: list[int] = []
        with _door(port) as pid:
            asyncio.run(Client().log_in(port[0]))  # compiles, and loads what the first login loads
            yield from asyncio.run(_at_once(port[0], pid))
        port.clear()
        with _door(port) as pid:
            yield from asyncio.run(_at_one_table(port[0], pid))
        from tui.doors.ssh.door import prepare_process

        prepare_process()
        yield from asyncio.run(_openings())


if __name__ == "__main__":
    tell(_figures())
