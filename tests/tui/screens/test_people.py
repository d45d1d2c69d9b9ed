"""Votes, petitions and absent players: what is listed, what is asked, and what a yes or no sends."""

import re
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len

from engine.api import Happened, find_game
from net.news import LinkClosed, Outcome, TableChanged
from net.wire.table_info import OtherTable, PauseInfo, PetitionInfo, SeatInfo, TableInfo, VoteInfo
from tui.forms.people import label_cells, people_lines, questions_for
from tui.screens.people import PeopleScreen
from tui.table.screen import TableScreen
from tui.widgets.list import RowList
from tui.widgets.messages import SessionNews

from ...harness.screens import settled
from ...harness.tabletop import TableApp, Tabletop, new_table

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
    assert _ids(_info(), 1) == ["drop:1", "watcher:zoë", "pause", "stop", "invite"]
    assert _ids(_info(), None) == ["take:1", "watcher:zoë", "invite"]


def test_a_vote_removes_any_player_but_the_owner() -> None:
    seats = (SEATS[0], msgspec.structs.replace(SEATS[1], state="here"), *SEATS[2:])
    info = msgspec.structs.replace(_info(), seats=seats)
    told = {line.label: line for line in people_lines(info, 1, find_game("khamul")) if line.seat is not None}
    assert (told["Seat 1"].id, told["Seat 1"].does) == ("", "")
    assert "ann owns this table and cannot be removed." in told["Seat 1"].told
    assert "kick:0" in _ids(msgspec.structs.replace(info, on_loan=True), 1), "the owner is away"
    assert "kick:1" in _ids(info, 0)


def test_a_request_for_a_seat_that_nobody_had_names_the_seat() -> None:
    seats = (*SEATS[:3], SeatInfo(seat=3, kind="empty"))
    info = msgspec.structs.replace(_info(petitions=(PetitionInfo(seat=3, name="zoë"),)), seats=seats)
    assert questions_for(info, 0)[0].sentence == "zoë asks for seat 4."
    (line,) = [line for line in people_lines(info, 0, find_game("khamul")) if "wants it" in line.value]
    assert line.told.startswith("zoë asks for seat 4 and its score.")


def _banks(game: str, phase: str, bank_ms: int | None) -> list[str]:
    """What each player's line says of the time bank; the first is mine."""
    seats = tuple(msgspec.structs.replace(seat, bank_s=30) for seat in SEATS)
    info = msgspec.structs.replace(_info(), seats=seats, turn_s=60, phase=phase)
    lines = people_lines(info, 0, find_game(game), bank_ms=bank_ms)
    return [line.told.partition("Time bank left: ")[2][:4] for line in lines if line.seat in (0, 1)]


def test_a_bank_that_sealed_decisions_use_is_shown_during_a_deal_to_its_player_alone() -> None:
    assert _banks("khamul", "playing", 12_900) == ["12 s", ""]
    assert _banks("khamul", "playing", 12_000) == ["12 s", ""]
    assert _banks("khamul", "playing", None) == ["", ""]
    assert _banks("khamul", "paused", 12_900) == ["", ""]
    assert _banks("khamul", "between", 12_900) == ["30 s", "30 s"]
    assert _banks("solo", "playing", 12_900) == ["30 s", "30 s"], "no decision of this game is sealed"


def test_another_table_of_the_same_match_is_listed_and_its_host_can_go_there() -> None:
    other = OtherTable(table="t2", name="bea", deals=3, people=("bea", "di"), way="khanhoo://192.168.1.6:4242/t2")
    info = msgspec.structs.replace(_info(), other=other)
    for mine, line_id in ((0, "there"), (1, "")):
        (line,) = [line for line in people_lines(info, mine, find_game("khamul")) if line.label == "Other table"]
        assert (line.id, line.value) == (line_id, "bea, 3 deals")
        assert "At the other table: bea, di." in line.told


def test_votes_and_petitions_are_listed_with_what_was_said() -> None:
    lines = people_lines(_info(votes=(DROP,), petitions=(ASKS,)), 0, find_game("khamul"))
    told = {line.label: line.value for line in lines}
    assert told["Without"] == "1 of 2: bea"
    assert [line.value for line in lines if line.label == "Seat 2"] == ["bea, away", "zoë wants it"]
    assert told["Seat 4"] == "di, out"
    meant = {line.value: line.told for line in lines}
    assert "Vote: play on without bea. Yes: cy. Yes votes needed: 2." in meant["1 of 2: bea"]
    assert "zoë asks for the seat of bea" in meant["zoë wants it"]


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


def begin(table: AskedTable, **info: Any) -> None:
    """Begin a match. info: what else the table shows."""
    table.asked = []
    table.begin()
    table.shown = _info(**info)


async def test_a_vote_is_told_at_the_table_and_answered_on_the_people_screen() -> None:
    table = AskedTable(new_table("khamul"), 0)
    table.asked = []
    table.begin()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.shown = _info(votes=(DROP,), petitions=(ASKS,))
        app.screen.post_message(SessionNews(TableChanged(table.shown)))
        text = await settled(pilot)
        assert "Vote: play on without bea? Press u to answer." in text
        assert isinstance(app.screen, TableScreen)
        await pilot.press("u")
        text = await settled(pilot)
        assert isinstance(app.screen, PeopleScreen)
        assert re.search("▸ Without +1 of 2: bea", text)  # where my word is wanted
        assert "Yes: cy." in text
        for line, key in (("stop", "enter"), ("stop", "enter"), ("admit:1:zoë", "p"), ("drop:1", "enter")):
            app.screen.query_one(RowList).go_to(line)
            await pilot.press(key)
            text = await settled(pilot)
        assert table.asked == [("stop", True), ("admit", 1, "zoë", False), ("drop", 1, True)]


async def test_the_host_says_here_whether_newcomers_need_a_code() -> None:
    table = AskedTable(new_table("khamul"), 0)
    begin(table)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        assert re.search(r"Join code +none", await settled(pilot))
        app.screen.query_one(RowList).go_to("private")
        for key in ("enter", "p"):
            await pilot.press(key)
            await settled(pilot)
        assert table.asked == [("table.private", True), ("table.private", False)]


def test_the_longest_name_is_whole_on_every_line_about_a_person() -> None:
    name = "Bartholomew_the_A_Guest1"
    seats = tuple(
        SeatInfo(seat=seat, name=name, kind="person", state=state, is_host=not seat)  # type: ignore[arg-type]
        for seat, state in enumerate(("here", "away", "lagging", "here"))
    )
    votes = tuple(VoteInfo(what=what, seat=1, yes=(2,), needed=2) for what in ("drop", "kick"))
    info = TableInfo(
        table_id="t1", title="Table", game="khamul", options={}, seats=seats, watchers=(name,), watching=1,
        phase="playing", host_seat=0, host=name, votes=votes, petitions=(PetitionInfo(seat=1, name=name),), coded=True,
    )  # fmt: skip
    for mine in (0, 3, None):
        lines = people_lines(info, mine, find_game("khamul"), "K7M-3QX" if mine == 0 else "")
        for line, cells in zip(lines, label_cells(lines), strict=True):
            if not line.heading:
                assert cell_len(line.label) <= cells
                assert 3 + cells + 2 + 2 + cell_len(line.value) <= 51, line


async def test_the_keys_below_are_those_that_do_something_to_the_line_under_the_cursor() -> None:
    table = AskedTable(new_table("khamul"), 0)
    begin(table, votes=(VoteInfo(what="pause", yes=(1,), needed=2),))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        keys = {}
        for _ in range(12):
            text = (await settled(pilot)).splitlines()
            line = next(line for line in text if "▸" in line)
            keys[line[3:].split("  ")[0]] = text[-1]
            assert "Esc back  ? help" in text[-1]
            await pilot.press("down")
        assert "Enter yes  p no" in keys["Pause"]
        assert "Enter ask  ←→ bot  t mute  d remove  b ban  o make host" in keys["Seat 2"]
        assert "Enter change" in keys["Lock"]
        assert "Enter" not in keys["Seat 3"]


async def test_once_the_table_is_closed_the_people_screen_offers_nothing() -> None:
    table = AskedTable(new_table("khamul"), 0)
    begin(table)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        app.screen.query_one(RowList).go_to("close")
        assert "Close the table" in await settled(pilot)
        table.is_closed = True
        app.screen.post_message(SessionNews(LinkClosed("You closed the table.", "closed")))
        text = await settled(pilot)
        assert "Close the table" not in text
        assert "Enter" not in text


class DecidedTable(AskedTable):
    """A table at which the viewer's yes to a pause decides."""

    tells = True

    async def vote_to_pause(self, yes: bool = True) -> Outcome:
        """The vote that decides."""
        self.asked.append(("pause", yes))
        self.shown = msgspec.structs.replace(_info(), phase="paused", pause=PauseInfo(why="vote"))
        if self.tells:
            self.happen(Happened("voted", 0, "ann", "yes: pause"))
            self.happen(Happened("paused", None, "", "by a vote, until half of the players vote to resume"))
        return Outcome(True)


@pytest.mark.parametrize("tells", [True, False])
async def test_what_my_own_vote_decided_is_said_and_not_called_a_line_that_is_gone(tells: bool) -> None:
    table = DecidedTable(new_table("khamul"), 0)
    table.tells = tells
    begin(table, votes=(VoteInfo(what="pause", yes=(1,), needed=2),))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        app.screen.query_one(RowList).go_to("pause")
        await pilot.press("enter")
        text = await settled(pilot)
        assert table.asked == [("pause", True)]
        assert ("The table pauses by a" if tells else "Your answer decided") in text
        assert "The line that you selected is no longer here" not in text
        await pilot.press("down")
        assert "The table pauses by a" not in await settled(pilot)


def test_a_granted_request_names_who_gets_the_seat() -> None:
    asks = msgspec.structs.replace(ASKS, granted=True)
    (line,) = [
        line for line in people_lines(_info(petitions=(asks,)), 2, find_game("khamul")) if "gets it" in line.value
    ]
    assert "zoë gets the seat after this deal" in line.told
