"""What the tests of the screens do alike: wait for what is shown, look at it, open a room that opens no table, run the
command line."""

import asyncio
import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot, WaitForScreenTimeout

from net.host.config import HostConfig
from net.wire.address import Address
from tui.app import KhanhooApp
from tui.cli import main
from tui.config.settings import Settings
from tui.config.terminal import Terminal
from tui.session.connection import TableConnection
from tui.session.room_screen import AskLine
from tui.session.routes import Role

from ..tui.scene import screen_text
from .quiet import WITHIN_S, heard, quiet

ROOT = Path(__file__).resolve().parents[2]


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    """Wait for messages to have made something true, and for what was sent until then."""
    try:
        async with asyncio.timeout(WITHIN_S):
            while not holds():
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"It never came true; {pilot.app.screen} shows\n{screen_text(pilot.app)}") from None
    with contextlib.suppress(WaitForScreenTimeout):
        await heard(pilot)


async def until_shown(pilot: Pilot[Any], words: str) -> str:
    """Wait until the screen shows some words; the screen."""
    await until(pilot, lambda: words in screen_text(pilot.app))
    return screen_text(pilot.app)


async def resize(pilot: Pilot[Any], columns: int, lines: int) -> str:
    """Give the window another size; the screen as text when it has that size."""
    await pilot.resize_terminal(columns, lines)
    await until(pilot, lambda: tuple(pilot.app.screen.size) == (columns, lines))
    return await settled(pilot)


async def until_asked(pilot: Pilot[Any]) -> None:
    """Wait until a line of text can be typed."""
    await until(pilot, lambda: any(line.is_open for line in pilot.app.screen.query(AskLine)))


def place(app: KhanhooApp) -> str:
    """Which of the places of a table is on top."""
    return str(getattr(app.screen, "PLACE", ""))


async def settled(pilot: Pilot[Any]) -> str:
    """The screen as text, when nothing is left that could change it."""
    await quiet(pilot)
    return screen_text(pilot.app)


class Opened(KhanhooApp):
    """A card room that notes which tables it was asked to open or join, and comes to none."""

    def __init__(self, settings: Settings | None = None) -> None:
        usual = Settings(name="Ann", last_game="hearts", coach="off")
        super().__init__(settings or usual, terminal=Terminal(colours="truecolor"))
        self.opened: list[HostConfig] = []
        self.joined: list[tuple[Address, Role]] = []

    @property
    def tables(self) -> TableConnection:
        """Ways to tables of which one only notes what would be opened."""
        return _Noting(self)


class _Noting(TableConnection):
    def __init__(self, app: Opened) -> None:
        super().__init__(app)
        self._opened, self._joined = app.opened, app.joined

    def open_table(self, config: HostConfig, notice: str = "", *, is_lessons: bool = False) -> None:
        self._opened.append(config)

    def join_table(self, address: Address, role: Role, trusted: str = "", code: str = "") -> None:
        self._joined.append((address, role))


def printed(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command line without a terminal, in this process: its exit code, and what it prints."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        try:
            code = main(words)
        except SystemExit as end:
            code = int(end.code or 0)
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    return subprocess.CompletedProcess(words, code, out, err)


def khanhoo(*words: str, home: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a command line without a terminal, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tui", *words],
        cwd=ROOT,
        env={**os.environ, "KHANHOO_HOME": str(home), **environ},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
