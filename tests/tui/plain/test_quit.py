"""By lines, every place that waits for a line answers `?`, and is left with `quit` and at the end of the input."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from tui.config.settings import Settings
from tui.plain.lines import Left, Lines
from tui.plain.visit import PlainVisit
from tui.plain.voice import Voice
from tui.problems import Problem
from tui.session.routes import ToLesson, ToMenu

from ..scenes import FOUND


class Finder:
    """A search that has found these tables."""

    tables = FOUND
    problem = ""

    async def changes(self) -> Any:
        """Nothing new, for ever."""
        yield ()
        await asyncio.Event().wait()


async def wait_for_ever(visit: PlainVisit) -> None:
    await visit._during(asyncio.Event().wait, "Joining the table")


PLACES: dict[str, Callable[[PlainVisit], Awaitable[object]]] = {
    "menu": lambda visit: visit.go(ToMenu()),
    "work": wait_for_ever,
    "code": lambda visit: visit._ask_for_code("The table is private."),
    "tables": lambda visit: visit._chosen_table(Finder()),  # type: ignore[arg-type]
    "next match": lambda visit: visit._next_match(Finder(), set(), ""),  # type: ignore[arg-type]
    "list of lessons": lambda visit: visit.go(ToLesson()),
    "lesson": lambda visit: visit.go(ToLesson("hearts")),
    "after a lesson": lambda visit: visit._after_lesson("Passing"),
}


@pytest.mark.parametrize("last", ["quit", ""], ids=["quit", "end"])
@pytest.mark.parametrize("name", PLACES)
async def test_every_place_can_be_left(name: str, last: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.discovery.finder.QUIET_AFTER_S", 0.0)
    said = io.StringIO()
    lines = Lines(lambda: None, is_typed=True)
    visit = PlainVisit(Settings(name="Ann"), Voice(said), lambda wake: lines)
    here = asyncio.ensure_future(PLACES[name](visit))
    async with asyncio.timeout(20):
        lines.add("?")
        while lines:
            await asyncio.sleep(0)
        while "quit" not in said.getvalue():
            await asyncio.sleep(0)
        if last:
            lines.add(last)
        else:
            lines.end()
        with suppress(Left, Problem):
            await here
    assert not lines
