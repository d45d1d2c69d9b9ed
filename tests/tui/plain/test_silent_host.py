"""By lines, `quit` and `?` work whatever waits for an answer of the host, and a lost host is told."""

import asyncio
import io
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.api import BETWEEN, OVER
from net.client.session import ClientSession
from net.host.launcher import running_tables
from net.migration import failover
from net.wire.client_messages import GetRecord, Request
from tui.config.mutes import Mutes
from tui.config.settings import Settings
from tui.plain import room
from tui.plain.lines import Left, Lines
from tui.plain.room import PlainRoom
from tui.plain.voice import Voice
from tui.session.statistics import Statistics

from ...harness.local_table import LocalTable, open_table
from ...harness.players import Player
from ...harness.processes import kill_process
from .test_processes import Person

BOTS = ("easy", "easy", "easy")
ASKED = "Choose three cards"
PLACES = {"lobby": "Type ? for help", "table": ASKED, "between": "Type next", "after": "play again"}
"""What is heard at each place of a visit when it begins."""
LOBBY = ("ready", "not ready", "start", "say hello", "sit 2", "watch", "bots", "remove 2", "change 1", "change 8")
TABLE = ("1 2 3", "say hello", "undo", "yes", "remove Bea", "host Bea")
BETWEEN_DEALS = ("next", "say hello", "yes", "undo", "1")
AFTER = ("say hello", "next", "1", "yes")


class Visit:
    """One person at a table in memory, who types at a terminal."""

    def __init__(self, table: LocalTable, session: ClientSession, folder: Path) -> None:
        self.table, self.session, self.said = table, session, io.StringIO()
        self._heard = 0
        settings = Settings(name="Ann", forced=False)
        self.room = PlainRoom(session, Voice(self.said), settings, Statistics(folder), Mutes(None))
        self.lines = Lines(self.room.wake, is_typed=True)

    def type(self, *lines: str) -> None:
        for line in lines:
            self.lines.add(line)

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not is_so():
                await asyncio.sleep(0)

    async def hear(self, words: str) -> None:
        """Wait until something with these words was said after what was heard before."""
        await self.until(lambda: words in self.said.getvalue()[self._heard :])
        self._heard = self.said.getvalue().index(words, self._heard) + len(words)


@asynccontextmanager
async def visit(folder: Path, place: str, *, watches: bool = False) -> AsyncIterator[tuple[Visit, asyncio.Task[Any]]]:
    """Somebody at a place of a visit. watches: as a spectator, where it is no other place."""
    table = open_table("hearts", bots=BOTS, seed="silent", options={"limit": 5 if place == "after" else 60})
    owner = table.session("Ann", is_owner=True)
    here = Visit(table, table.session("Sue", watch=True) if watches else owner, folder)
    ann = Player(owner, plays=place in ("between", "after"))
    await owner.open()
    if watches:
        await here.session.open()
    if place != "lobby":
        await owner.start()
    if ann.plays:
        await ann.until(lambda: owner.view is not None and owner.view.phase in (BETWEEN, OVER))
    while place == "after" and not ann.is_over:
        await owner.next_deal()
        await ann.until(lambda: ann.is_over or (owner.view is not None and owner.view.phase == BETWEEN))
    staying = asyncio.create_task(here.room.stay(here.lines))
    await here.hear("deal 1" if watches and place == "table" else PLACES[place])
    yield here, staying
    await here.session.close()
    await table.close()


@pytest.mark.parametrize(
    ("line", "place", "watches"),
    [
        *((line, "lobby", False) for line in LOBBY),
        *((line, "table", False) for line in TABLE),
        *((line, "between", False) for line in BETWEEN_DEALS),
        *((line, "after", False) for line in AFTER),
        *((line, place, True) for line in ("say hello", "sit 2", "yes") for place in ("lobby", "table")),
    ],
)
async def test_help_and_quit_work_at_once(line: str, place: str, watches: bool, tmp_path: Path) -> None:
    """The host vanishes without a word, and a request waits for its answer for ever."""
    async with visit(tmp_path, place, watches=watches) as (here, staying):
        here.table.links[-1].cut()
        here.type(line, "?")
        await here.hear("quit: leave")
        here.type("quit")
        assert await staying == ("over" if place == "after" else "later")


async def test_a_script_among_others_waits_only_with_answers(tmp_path: Path) -> None:
    """Among other people, its commands are read at once, since they may be about what the others do."""
    async with visit(tmp_path, "table", watches=True) as (here, _):
        for line, is_read in (("?", True), ("HELP", True), ("people", True), ("hand", True), ("1 2 3", False)):
            script = Lines(here.room.wake, is_typed=False)
            script.add(line)
            assert here.room._may_read(script) is is_read, line


def asked(here: Visit) -> list[Request]:
    """The requests that wait, without the one for the record of a match that is over."""
    waiting = [each.request for each in here.session._errands._waiting.values()]
    return [request for request in waiting if not isinstance(request, GetRecord)]


@pytest.mark.parametrize("again", ["again", "other"])
async def test_another_match_can_be_wanted_while_a_request_waits(again: str, tmp_path: Path) -> None:
    """After a match, the ways out of it wait for no answer either."""
    async with visit(tmp_path, "after") as (here, staying):
        here.table.links[-1].cut()
        here.type("say hello", again)
        assert await staying == again


@pytest.mark.parametrize(
    ("line", "place"),
    [
        *((line, "lobby") for line in ("ready", "start", "say hello", "change 8", "bots")),
        *((line, "table") for line in ("1 2 3", "undo", "say hello")),
        ("next", "between"),
        ("say hello", "after"),
    ],
)
async def test_nothing_is_asked_for_twice_by_mistake(
    line: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same line again, while the host has not answered it: it is said, and sent no second time."""
    monkeypatch.setattr(room, "ANSWERED_WITHIN_S", 0.0)
    async with visit(tmp_path, place) as (here, staying):
        here.table.links[-1].cut()
        here.type(line)
        await here.until(lambda: len(asked(here)) == 1)
        here.type(line.upper(), "?")
        await here.hear("The host has not answered this yet")
        await here.hear("quit: leave")
        assert len(asked(here)) == 1
        here.type("quit")
        assert await staying == ("over" if place == "after" else "later")


async def test_a_lost_host_is_told_while_a_move_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks after a move was sent: the loss, the host that is gone and every question are heard."""
    monkeypatch.setattr(failover, "GONE_AFTER_S", 0.05)
    async with visit(tmp_path, "table") as (here, staying):
        link = here.table.links[-1]
        link.cut()
        here.type("1 2 3")
        await asyncio.sleep(0)

        async def fail(_: object) -> None:
            raise OSError("nobody is there")

        monkeypatch.setattr(here.session._line, "_connector", fail)
        link.break_off()
        await here.hear("Disconnected.")
        await here.hear("The host")
        here.type("1 2 3")
        await here.hear("The host has not answered this yet")
        here.type("table")
        await here.hear("Birch")
        here.type("?")
        await here.hear("Wait for the host, or type a command")
        here.type("quit")
        assert await staying == "later"


@pytest.mark.parametrize("typed", [["quit"], []])
async def test_work_of_the_way_to_a_table_can_be_left(typed: list[str]) -> None:
    """While a table is looked for, opened or joined: `?` says what happens, `quit` and the end of input stop it."""
    lines, told = Lines(lambda: None, is_typed=True), asyncio.Event()
    work = asyncio.create_task(lines.during(asyncio.Event().wait(), told.set))
    lines.add("?")
    await told.wait()
    for line in typed:
        lines.add(line)
    if not typed:
        lines.end()
    with pytest.raises(Left):
        await work


async def test_lines_typed_ahead_wait_for_the_table() -> None:
    """What is typed while work is done at once means the place to which it leads."""
    lines = Lines(lambda: None, is_typed=True)
    lines.add("1")
    lines.add("quit")

    async def done() -> str:
        return "table"

    work: Coroutine[Any, Any, str] = done()
    assert await lines.during(work, lambda: pytest.fail("it was answered")) == "table"
    assert [lines.take(), lines.take()] == ["1", "quit"]


@pytest.mark.slow
def test_a_program_leaves_a_stopped_host(own_home: Path) -> None:
    """A real host that is stopped with a move in flight, and then killed."""
    ann = Person(own_home, "play", "hearts", "--plain")
    try:
        ann.hear("Choose three cards to pass")
        (table,) = running_tables()
        os.kill(table.pid, signal.SIGSTOP)
        try:
            ann.type("1 2 3")
            ann.type("quit")
            assert ann.end() == (0, "")
        finally:
            kill_process(table.pid)
    finally:
        ann.close()
