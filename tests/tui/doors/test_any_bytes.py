"""Any bytes in, at the menu and at a table, from a client of the SSH door: the app lives, and hears its keys."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

import asyncssh
import pytest
from textual.events import Key
from textual.message import Message

from tests.harness.sturdy import MENU, Sturdy, SturdyMenu, SturdyTable, hear_in_order
from tests.harness.terminal import PATIENCE_S
from tests.harness.terminal_reports import inputs, packets
from tui.config.settings import Settings
from tui.doors.ssh import driver, session
from tui.doors.ssh.app import DoorApp
from tui.doors.ssh.driver import ClientLine
from tui.session import input_queue

from .test_ssh import Screen, door, key, log_in

__all__ = ["key"]

SEED = 3_407
BETWEEN, AT_ONCE, KEPT = 20, 5, 1_000
"""Packets between two looks whether the keyboard works, inputs in a packet of the slow tests, and bytes of the screen
that are kept."""
WELCOME = "welcome"
GAMES = ("khanhoo", "hearts", "kanhu_ming", "kanhu_qing", "solo")


class _OfGuest(Sturdy):
    """In the place of the app of a guest."""

    OWNS_PROCESS: ClassVar[bool] = False
    get_driver_class = DoorApp.get_driver_class

    def __init__(self, *arguments: Any, line: ClientLine, **more: Any) -> None:
        self.line = line
        self.driver: driver.SshDriver | None = None
        self.is_open = asyncio.Event()
        self.has_heard = asyncio.Event()
        super().__init__(*arguments, **more)

    def on_mount(self) -> None:
        self.call_after_refresh(self.is_open.set)

    def note_heard(self) -> None:
        self.has_heard.set()


class _Menu(_OfGuest, SturdyMenu):
    pass


class _Table(_OfGuest, SturdyTable):
    pass


async def _verify(
    place: str, all_inputs: Iterator[bytes], told: str, own_key: asyncssh.SSHKey, patch: pytest.MonkeyPatch
) -> None:
    """After each few inputs, wait until the app has handled everything. told: how to make the inputs again."""
    apps: list[_OfGuest] = []

    def build(_settings: Settings, _terminal: Any, line: ClientLine, *_: Any) -> _OfGuest:
        is_table = place in GAMES
        app = _Table(place, line=line) if is_table else _Menu(Settings(name="Ann" * (place == MENU)), line=line)
        apps.append(app)
        return app

    patch.setattr(session, "DoorApp", build)
    patch.setattr(driver, "_PART_S", 0.0)
    patch.setattr(input_queue, "is_interrupt", input_queue.is_interrupt)
    hear_in_order()
    async with door() as opened, log_in(opened, client_keys=[own_key]) as line:
        channel: Any
        channel, screen = await line.create_session(
            Screen, term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        await screen.until(lambda shown: b"\x1b[?2004h" in shown)
        (app,) = apps
        while sent := [*islice(all_inputs, BETWEEN)]:
            for data in [*sent, b"\x03"]:
                channel.write(data)
            now = f"{told}, the last bytes: {sent}"
            await _until_heard(app, screen, now)
            assert not app.faults, f"{app.faults}\n{now}"
            screen.shown = screen.shown[-KEPT:]
        app.may_end = True
        channel.write(b"\x03")
        async with asyncio.timeout(PATIENCE_S):
            await screen.is_over.wait()
    assert screen.shown.endswith(b"\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[?1004l\x1b[0m\x1b[?1049l\x1b[?25h")


async def _until_heard(app: _OfGuest, screen: Screen, told: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            await app.has_heard.wait()
    except TimeoutError:
        pytest.fail(f"The keyboard is dead{' and the session over' * screen.is_over.is_set()}. {told}")
    app.has_heard.clear()


class _HeldLine:
    """A line that brings what it held as soon as it may."""

    is_stalled = False
    early = bytearray()

    def __init__(self, *held: bytes) -> None:
        self.held = list(held)
        self.driver: driver.SshDriver | None = None

    def send(self, text: str) -> None:
        """Show nothing."""

    def hold(self, is_held: bool) -> None:
        if self.held and not is_held and self.driver is not None:
            self.driver.take_in(self.held.pop(0))


async def test_keys_of_a_client_come_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed at once is read in parts, and what comes meanwhile waits on the line."""
    typed = "".join(chr(ord("!") + place % 90) for place in range(1_000))
    line = _HeldLine(*(typed[start : start + 150].encode() for start in range(150, 1_000, 150)))
    monkeypatch.setattr(driver, "_PART_S", 0.0)
    app = _Menu(Settings(name="Ann"), line=line)
    line.driver = reader = driver.SshDriver(app, size=(80, 24))
    found: list[str] = []
    has_all = asyncio.Event()

    def note(message: Message) -> None:
        assert isinstance(message, Key)
        found.append(message.character or "")
        if len(found) == len(typed):
            has_all.set()

    monkeypatch.setattr(reader, "process_message", note)
    reader.is_on = True
    reader.take_in(typed[:150].encode())
    async with asyncio.timeout(PATIENCE_S):
        await has_all.wait()
    assert "".join(found) == typed


@pytest.mark.slow
@pytest.mark.parametrize("place", [MENU, WELCOME, "hearts"])
async def test_any_bytes_from_a_client(place: str, key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch) -> None:
    await _verify(place, inputs(SEED, 20), f"seed {SEED}", key, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "seed"),
    [(WELCOME, SEED), *((MENU, SEED + part) for part in range(1, len(GAMES))), *((game, SEED) for game in GAMES)],
)
async def test_thousands_of_inputs_from_a_client(
    place: str, seed: int, key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _verify(place, packets(seed, 5_000, AT_ONCE), f"seed {seed}, {AT_ONCE} inputs at once", key, monkeypatch)
