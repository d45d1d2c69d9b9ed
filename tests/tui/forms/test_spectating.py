"""Who watches how, in words, and what can be asked for."""

import asyncio
from typing import Any

import pytest

from engine.api import find_game
from net.match.visibility import AS_EVERYBODY, SpectatorView
from net.wire.table_info import LookInfo, SeatInfo, TableInfo
from tests.tui.scenes import ANN, BEA, table_info
from tui.forms.people import people_lines
from tui.forms.spectating import (
    answer,
    look_items,
    look_lines,
    step,
    watched_words,
    watcher_words,
)
from tui.session.table_session import room_words

BOT = SeatInfo(seat=2, name="Cedar", kind="bot", level="easy")
EVE = LookInfo(name="Eve", how="shoulder", seat=1)
FAY = LookInfo(name="Fay", how="hands")


def info(**more: Any) -> TableInfo:
    usual: dict[str, Any] = {"watchers": ("Eve", "Fay", "Gus"), "watching": 4, "looks": (EVE, FAY), "watch": "hands"}
    return table_info(ANN, BEA, BOT, host_seat=0, **(usual | more))


class Asked:
    """A session that notes what it is asked."""

    def __init__(self, table: TableInfo, seat: int | None = None) -> None:
        self.info, self.seat, self.asked = table, seat, list[tuple[Any, ...]]()

    async def look(self, how: str, seat: int | None = None) -> None:
        self.asked.append(("look", how, seat))

    async def consent(self, yes: bool = True) -> None:
        self.asked.append(("consent", yes))

    async def set_option(self, name: str, value: object) -> None:
        self.asked.append((name, value))


def test_everybody_who_watches_is_named_with_how() -> None:
    assert watcher_words(info()) == "Eve (Bea's hand), Fay (all hands), Gus and 1 more"


def test_a_player_is_told_how_many_look_at_its_hand() -> None:
    assert [watched_words(info(), seat) for seat in (0, 1, None)] == ["1 watches you", "2 watch you", ""]
    assert watched_words(info(looks=()), 0) == ""
    assert room_words(info(), seated=True, seat=1) == "2 watch you"


def test_the_host_steps_through_settings_and_a_player_says_whether_its_hand_may_be_seen() -> None:
    table = info(watch="shoulder")
    assert [item.id for item in look_items(table, 0)] == ["table.watching", "table.chat", "consent"]
    assert [item.steps for item in look_items(table, 1)] == [False] * 3
    asked: Any = Asked(table, 0)
    asyncio.run(
        _wait(step(asked, "table.watching", 1), step(asked, "table.chat", -1), answer(asked, "consent", is_yes=True))
    )
    assert asked.asked == [("table.watching", "hands"), ("table.chat", "apart"), ("consent", True)]


async def _wait(*asked: Any) -> None:
    for one in asked:
        await one


def test_who_watches_may_choose_what_the_table_allows() -> None:
    lines = {line.id: line.value for line in look_lines(info(), None, SpectatorView("shoulder", 1)) if line.id}
    assert lines == {
        "look:public": "live",
        "look:hands": "late",
        "look:shoulder:0": "late",
        "look:shoulder:1": "selected",
        "look:shoulder:2": "late",
    }
    shoulders = [line.id for line in look_lines(info(watch="shoulder"), None, AS_EVERYBODY) if line.id]
    assert shoulders == ["look:public", "look:shoulder:2"]
    assert not [line.id for line in look_lines(info(watch="public"), None, AS_EVERYBODY) if line.id]
    asked: Any = Asked(info())
    asyncio.run(_wait(answer(asked, "look:shoulder:2", is_yes=True), answer(asked, "look:hands", is_yes=True)))
    assert asked.asked == [("look", "shoulder", 2), ("look", "hands", None)]


@pytest.mark.parametrize("mine", [0, 1, None])
def test_the_people_screen_names_who_watches_and_how(mine: int | None) -> None:
    table = info(phase="between")
    lines = people_lines(table, mine, find_game("hearts"), "", look_lines(table, mine, AS_EVERYBODY))
    watching = [line.value for line in lines if line.label == "Spectator"]
    assert watching == ["Eve, Bea's hand", "Fay, all hands", "Gus"]
    assert ("table.watching" in [line.id for line in lines]) == (mine == 0)
