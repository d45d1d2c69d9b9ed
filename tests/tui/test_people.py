"""Votes, petitions and absent players: what is listed, what is asked, and what a yes or no sends."""

from typing import Any

from textual.pilot import Pilot

from engine.api import find_game
from net.asking import Outcome
from net.news import TableChanged
from net.protocol import SeatInfo, TableInfo
from net.tableinfo import PetitionInfo, VoteInfo
from tui.messages import SessionNews
from tui.people import people_lines, questions_for
from tui.screens.people import PeopleScreen
from tui.screens.table import TableScreen

from .scene import screen_text
from .tabletop import TableApp, Tabletop, new_table

SEATS = (
    SeatInfo(seat=0, name="ann", kind="person", is_host=True),
    SeatInfo(seat=1, name="bea", kind="person", state="away"),
    SeatInfo(seat=2, name="cy", kind="bot"),
    SeatInfo(seat=3, name="di", kind="empty", is_dropped=True),
)
DROP = VoteInfo(what="drop", seat=1, yes=(2,), needed=2)
ASKS = PetitionInfo(seat=1, name="zoë")


def _info(*, votes: tuple[VoteInfo, ...] = (), petitions: tuple[PetitionInfo, ...] = ()) -> TableInfo:
    return TableInfo(
        table_id="t1", title="Table", game="khamul", options={}, seats=SEATS, watchers=("zoë",), watching=1,
        phase="playing", host_seat=0, host="ann", votes=votes, petitions=petitions,
    )  # fmt: skip


def _ids(info: TableInfo, mine: int | None, game: str = "khamul") -> list[str]:
    return [line.id for line in people_lines(info, mine, find_game(game)) if line.id]


def test_an_absent_players_seat_can_be_voted_on_or_asked_for() -> None:
    own = ["watcher:zoë", "private", "pause", "stop", "invite", "lock", "close"]
    assert _ids(_info(), 0) == ["drop:1", *own]
    assert _ids(_info(), 0, "hearts") == ["bot:1", *own]
    assert _ids(_info(), 1) == ["kick:0", "drop:1", "watcher:zoë", "pause", "stop", "invite"]
    assert _ids(_info(), None) == ["take:1", "watcher:zoë", "invite"]


def test_votes_and_petitions_are_listed_with_what_was_said() -> None:
    lines = people_lines(_info(votes=(DROP,), petitions=(ASKS,)), 0, find_game("khamul"))
    told = {line.label: line.value for line in lines}
    assert told["Go on without bea"] == "1 of 2 say yes (cy)"
    assert told["zoë for bea"] == "waits for the host's word"
    assert told["Seat 4"] == "di (has left the match)"


def test_only_who_has_not_spoken_is_asked() -> None:
    info = _info(votes=(DROP,), petitions=(ASKS,))
    assert [question.id for question in questions_for(info, 0)] == ["drop:1", "admit:1:zoë"]
    assert questions_for(info, 2) == ()
    assert questions_for(info, None) == ()


class AskedTable(Tabletop):
    """A table with votes open, which writes down what it is asked."""

    asked: list[tuple[Any, ...]]
    shown: TableInfo | None = None

    @property
    def info(self) -> TableInfo:
        """The lobby's view of the table."""
        return self.shown or super().info

    async def vote_to_drop(self, seat: int, yes: bool = True) -> Outcome:
        """A vote."""
        self.asked.append(("drop", seat, yes))
        return Outcome(True)

    async def vote_to_stop(self, yes: bool = True) -> Outcome:
        """A vote."""
        self.asked.append(("stop", yes))
        return Outcome(False, "There is no match to vote on.")

    async def admit(self, seat: int, name: str, yes: bool = True) -> Outcome:
        """The host's word."""
        self.asked.append(("admit", seat, name, yes))
        return Outcome(True)

    async def set_option(self, name: str, value: object) -> Outcome:
        """What the host sets."""
        self.asked.append((name, value))
        return Outcome(True)


async def _settle(pilot: Pilot[Any]) -> str:
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return screen_text(pilot.app)


async def test_a_vote_is_told_at_the_table_and_answered_on_the_people_screen() -> None:
    table = AskedTable(new_table("khamul"), 0)
    table.asked = []
    table.begin()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settle(pilot)
        table.shown = _info(votes=(DROP,), petitions=(ASKS,))
        app.screen.post_message(SessionNews(TableChanged(table.shown)))
        text = await _settle(pilot)
        assert "A vote: go on without bea? Press u to answer." in text
        assert isinstance(app.screen, TableScreen)
        await pilot.press("u")
        text = await _settle(pilot)
        assert isinstance(app.screen, PeopleScreen)
        assert "1 of 2 say yes (cy)" in text
        for key in ("end", *["up"] * 6, "enter", "up", "up", "n", "up", "enter"):
            await pilot.press(key)
            text = await _settle(pilot)
        assert table.asked == [("stop", True), ("admit", 1, "zoë", False), ("drop", 1, True)]


async def test_the_host_says_here_whether_newcomers_need_a_code() -> None:
    table = AskedTable(new_table("khamul"), 0)
    table.asked = []
    table.begin()
    table.shown = _info()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settle(pilot)
        await pilot.press("u")
        assert "free to all" in await _settle(pilot)
        for key in ("end", *["up"] * 8, "enter", "n"):
            await pilot.press(key)
            await _settle(pilot)
        assert table.asked == [("table.private", True), ("table.private", False)]
