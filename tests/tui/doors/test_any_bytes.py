"""Any bytes in, at the menu and at a table, through the driver of the SSH door: the app lives, and hears its keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver

from tests.harness.screens import Opened
from tests.harness.tabletop import TableApp, Tabletop, new_table
from tests.harness.terminal_reports import inputs
from tui.config.settings import Settings
from tui.doors.ssh import driver
from tui.doors.ssh.driver import SshDriver

SEED = 3_407
WITHIN_S = 30.0
BETWEEN = 10
"""Inputs between two looks whether the keyboard works."""


class _Line:
    """The line to a client who reads everything."""

    is_stalled = False

    def __init__(self) -> None:
        self.shown = ""

    def send(self, text: str) -> None:
        self.shown = (self.shown + text)[-4096:]

    def hold(self, is_held: bool) -> None:
        """Go on."""


class _OverLine(App[None]):
    """An app that ends only when the test says so, and counts Ctrl-C."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", "", priority=True)]
    OWNS_PROCESS: ClassVar[bool] = False

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.line = _Line()
        self.driver: SshDriver | None = None
        self.faults: list[Exception] = []
        self.interrupts = 0
        self.may_end = False
        self.heard = asyncio.Event()
        super().__init__(*arguments, **more)

    def get_driver_class(self) -> type[Driver]:
        return SshDriver

    def exit(self, *arguments: Any, **more: Any) -> None:
        if self.may_end:
            super().exit(*arguments, **more)

    def action_interrupt(self) -> None:
        self.interrupts += 1
        self.heard.set()

    def _handle_exception(self, error: Exception) -> None:
        self.faults.append(error)


class _Menu(_OverLine, Opened):
    """The card room; tables are only noted."""


class _Table(_OverLine, TableApp):
    """A table."""


def menu() -> _OverLine:
    return _Menu(Settings(name="Ann"))


def table() -> _OverLine:
    return _Table(Tabletop(new_table("hearts", seats=4), 0).begin())


def welcome() -> _OverLine:
    return _Menu(Settings())


async def _verify(build: Callable[[], _OverLine], seed: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_PART_S", 0.0)
    app = build()
    running = asyncio.create_task(app.run_async(size=(80, 24)))
    sent: list[bytes] = []
    try:
        await _press_ctrl_c(app, running, "")
        for number, data in enumerate(inputs(seed, count), 1):
            assert app.driver is not None
            app.driver.take_in(data)
            sent = [*sent[-BETWEEN:], data]
            if number % BETWEEN == 0 or number == count:
                told = f"seed {seed}, the last bytes: {sent}"
                await _press_ctrl_c(app, running, told)
                assert not app.faults, told
    finally:
        app.may_end = True
        app.exit()
        await running
    assert app.line.shown.endswith("\x1b[?2004l\x1b[?7h\x1b[?1004l\x1b[0m\x1b[?1049l\x1b[?25h")
    assert "\x1b[?1000l\x1b[?1006l" in app.line.shown


async def _press_ctrl_c(app: _OverLine, running: asyncio.Task[None], told: str) -> None:
    """Press Ctrl-C, and wait until the app has heard it."""
    app.heard.clear()
    try:
        async with asyncio.timeout(WITHIN_S):
            while not app.heard.is_set():
                assert not running.done(), told
                if app.driver is not None and app.driver._is_on:
                    app.driver.take_in(b"\x03")
                await asyncio.wait((running, asyncio.ensure_future(app.heard.wait())), timeout=1.0,
                                   return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
    except TimeoutError:
        pytest.fail(f"The keyboard is dead. {told}")


@pytest.mark.parametrize("build", [menu, table, welcome])
async def test_any_bytes_leave_the_app(build: Callable[[], _OverLine], monkeypatch: pytest.MonkeyPatch) -> None:
    await _verify(build, SEED, 12, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("build", [menu, table, welcome])
async def test_thousands_of_inputs_leave_the_app(
    build: Callable[[], _OverLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    await _verify(build, SEED + 1, 3_000, monkeypatch)
