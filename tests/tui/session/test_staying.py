"""Nobody is moved to another screen after they have pressed a key that the program did not ask for."""

import asyncio
import threading
from functools import partial
from typing import Any

import pytest
from textual.screen import Screen

from net.host.config import HostConfig
from net.host.launcher import HostHandle, HostProblem, start_host
from net.news import CarriedOn, HandedOver, HostGone, News
from tui.screens.dialogs import InviteScreen, TakingOverScreen
from tui.screens.menu import MenuScreen
from tui.screens.settings import SettingsScreen
from tui.session.connection import TableConnection
from tui.session.failover import FailoverFlow
from tui.session.room_screen import RoomScreen
from tui.widgets.list import RowList

from ...harness.local_table import LocalTable, open_table
from ...harness.screens import place, until, until_shown
from ...harness.slow import slow
from ..scene import screen_text
from ..scenes import SMALL, room

KEPT = ("Hearts: your seat is kept",)


class SlowStart:
    """A host that starts when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, fails: bool = False) -> None:
        self.may_go_on, self.has_begun = threading.Event(), threading.Event()
        self._fails = fails
        monkeypatch.setattr("net.host.launcher.start_host", self._start)

    def _start(self, config: HostConfig) -> HostHandle:
        self.has_begun.set()
        self.may_go_on.wait(60.0)
        if self._fails:
            raise HostProblem("The host did not start.")
        return start_host(config)


async def test_a_table_that_opens_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has opened another screen meanwhile stays there, hears of the table, and goes to it with Esc."""
    start, app = SlowStart(monkeypatch), room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until(pilot, start.has_begun.is_set)
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        start.may_go_on.set()
        await until_shown(pilot, "The table is open. Esc goes to it.")
        await pilot.press("down")
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("escape")
        await until(pilot, lambda: place(app) == "table")


async def test_a_command_that_fails_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program ends because of a table of the command line only if the player still waits for it."""
    start, app = SlowStart(monkeypatch, fails=True), room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.fails_hard = True
        await pilot.press("enter")
        await until(pilot, start.has_begun.is_set)
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        start.may_go_on.set()
        await until_shown(pilot, "The host did not start.")
        assert app.return_code is None


@pytest.mark.parametrize("keys", [[], ["down", "up"], ["i", "escape"]], ids=["none", "there and back", "screen"])
async def test_a_kept_seat_found_late(keys: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The cursor of the menu goes to the kept seat only if no key was pressed since the menu was shown."""
    may_find, calls = asyncio.Event(), []

    async def find_kept(_: TableConnection) -> tuple[str, ...]:
        calls.append(may_find)
        await may_find.wait()
        return KEPT

    monkeypatch.setattr(TableConnection, "find_kept", find_kept)
    app = room(last_game="hearts")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: bool(calls))
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(app.screen, MenuScreen) and len(calls) == 1 + keys.count("escape"))
        if keys[-1:] == ["escape"]:
            await pilot.press("down", "up")
        may_find.set()
        await until_shown(pilot, "Go on with")
        row = app.screen.query_one(RowList).current
        assert row is not None
        assert row.id == ("hearts/hearts" if keys else "resume0")


class Guest:
    """A guest with a screen in the lobby of a table in memory, and its owner without one."""

    def __init__(self) -> None:
        self.app = room(pace="instant")
        self.table: LocalTable = open_table("hearts", bots=("easy", "easy"), seed="staying")
        self.owner = self.table.session("Ann", is_owner=True)

    async def start(self) -> None:
        assert self.app.session is not None
        assert (await self.app.session.ready()).accepted
        assert (await self.owner.start()).accepted


@pytest.mark.parametrize("key", ["question_mark", *slow("ru")])
async def test_a_match_that_begins_while_one_reads(key: str) -> None:
    """The help, the rules and the list of people stay until the reader closes them."""
    guest = Guest()
    async with guest.app.run_test(size=SMALL) as pilot:
        await guest.owner.open()
        await guest.app.tables.sit_down(guest.table.session("Bea"))
        await until(pilot, lambda: place(guest.app) == "lobby")
        await pilot.press(key)
        await until(pilot, lambda: place(guest.app) == "")
        reading = guest.app.screen
        await guest.start()
        await until_shown(pilot, "The table is waiting for you.")
        assert guest.app.screen is reading
        await pilot.press("escape")
        await until(pilot, lambda: place(guest.app) == "table")
        await guest.table.close()


@pytest.mark.parametrize("last", ["enter", *slow(["escape"])])
async def test_a_match_that_begins_while_one_writes(last: str) -> None:
    """No letter of a line becomes a key of the table: the table comes when the line is sent, or put away."""
    guest = Guest()
    async with guest.app.run_test(size=SMALL) as pilot:
        await guest.owner.open()
        await guest.app.tables.sit_down(guest.table.session("Bea"))
        await until(pilot, lambda: place(guest.app) == "lobby")
        await pilot.press("c", "h", "e")
        await guest.start()
        await until_shown(pilot, "The table has changed.")
        await pilot.press("l", "l", "o")
        assert place(guest.app) == "lobby"
        assert "Say: hello" in screen_text(guest.app)
        await pilot.press(last)
        await until(pilot, lambda: place(guest.app) == "table")
        said = partial(screen_text, guest.app)
        if last == "enter":
            await until(pilot, lambda: "hello" in said())
        await guest.table.close()


async def test_a_lost_host_takes_no_keys_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question what to do without the host does not open over a line that is being written."""
    offered: list[FailoverFlow] = []

    def note(flow: FailoverFlow) -> bool:
        offered.append(flow)
        return True

    monkeypatch.setattr(FailoverFlow, "offer", note)
    gone = HostGone(deal=1, can_carry=True, why_not="", suggested="Bea", is_suggested=True)
    guest = Guest()
    async with guest.app.run_test(size=SMALL) as pilot:
        await guest.owner.open()
        await guest.app.tables.sit_down(guest.table.session("Bea"))
        await until(pilot, lambda: place(guest.app) == "lobby")
        await pilot.press("c", "h", "e")
        guest.app.tables.take(gone)
        assert not offered
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(guest.app.screen, RoomScreen) and not guest.app.screen.is_writing)
        guest.app.tables.take(gone)
        assert len(offered) == 1
        await guest.table.close()


UNASKED: dict[str, tuple[News, type[Screen[Any]]]] = {
    "handed over": (HandedOver("Ann"), TakingOverScreen),
    "carried on": (CarriedOn("Bea", 1, is_own=True, ways=("khanhoo://h:1/t",)), InviteScreen),
}
"""News that open a screen for which nobody has asked, and the screen."""


@pytest.mark.parametrize("last", ["enter", "escape"])
@pytest.mark.parametrize("at", ["lobby", "table"])
@pytest.mark.parametrize("what", UNASKED)
async def test_a_question_takes_no_keys_of_a_line(what: str, at: str, last: str) -> None:
    """It is said that something waits, and shown when the line is sent or put away; what was withdrawn never."""
    news, screen = UNASKED[what]
    guest = Guest()
    async with guest.app.run_test(size=SMALL) as pilot:
        await guest.owner.open()
        await guest.app.tables.sit_down(guest.table.session("Bea"))
        await until(pilot, lambda: place(guest.app) == "lobby")
        if at == "table":
            await guest.start()
            await until(pilot, lambda: place(guest.app) == "table")
        await pilot.press("c", "h", "e")
        guest.app.tables.take(news)
        await until_shown(pilot, "Send your line, or press Esc")
        await pilot.press("y", "o")
        assert "Say: heyo" in screen_text(guest.app)
        if what == "handed over" and last == "escape":
            guest.app.tables.take(HandedOver(""))
            await pilot.press("escape", "c", "u")
            assert "Say: " in screen_text(guest.app)
            guest.app.tables.take(news)
        await pilot.press(last)
        await until(pilot, lambda: isinstance(guest.app.screen, screen))
        await guest.table.close()
