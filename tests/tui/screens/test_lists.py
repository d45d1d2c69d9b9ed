"""Join, replays and statistics: lists that say where things are."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from net.discovery.finder import FoundTable, listed
from net.storage.seat_tokens import KeptSeat, SeatTokens
from net.wire.address import tcp_address
from net.wire.table_info import SeatInfo
from tui.forms.found_tables import titles_of
from tui.session.statistics import Statistics
from tui.widgets.list import RowList

from ...harness.screens import Opened, resize, settled, until, until_asked, until_shown
from ..scene import screen_text
from ..scenes import (
    BLOCKED,
    FOUND,
    LARGE,
    LEAST,
    SMALL,
    StillFinder,
    _match,
    at_the_list,
    in_lobby,
    played_room,
    room,
    table_info,
)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_list_shows_game_seats_watchers_age_and_where(size: tuple[int, int]) -> None:
    app = Opened()
    async with app.run_test(size=size) as pilot:
        await at_the_list()(pilot)
        lines = (await settled(pilot)).splitlines()
        (line,) = [line for line in lines if "Ann's Hearts" in line]
        assert all(word in line for word in ("Hearts", "3/4", "open", "75 s", "network"))
        (line,) = [line for line in lines if "Kitchen" in line]
        assert all(word in line for word in ("3", "playing", "66 min", "cy"))


async def test_the_list_marks_a_table_that_keeps_a_seat_for_us(own_home: Path) -> None:
    table_id = FOUND[0].info.table_id
    SeatTokens().keep(KeptSeat(table_id=table_id, token="aa" * 16, seat=1, name="Ann", address="192.168.1.5:4242"))
    over = FoundTable(table_info(title="All over", phase="over"), tcp_address("192.168.1.7", 4242), "lan")
    other = msgspec.structs.replace(FOUND[0].info, table_id="another1", title="Elsewhere")
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list((FOUND[0], over, FoundTable(other, FOUND[0].address, "lan")))(pilot)
        lines = (await settled(pilot)).splitlines()
        states = {
            title: "your seat" in line
            for title in (other.title, FOUND[0].info.title, "All over")
            for line in lines
            if title in line
        }
        assert states == {other.title: False, FOUND[0].info.title: True, "All over": False}


class GrowingFinder(StillFinder):
    """A list of tables that answer one after the other."""

    def __init__(self, ways: Sequence[FoundTable]) -> None:
        super().__init__((), None)
        self._ways = ways
        self.more = asyncio.Semaphore(0)

    async def changes(self) -> AsyncIterator[tuple[FoundTable, ...]]:
        self.was_heard = True
        for count in range(1, len(self._ways) + 1):
            await self.more.acquire()
            self.tables = listed(self._ways[:count])
            yield self.tables


def found(number: int, *seats: SeatInfo, title: str, host: str = "Ann", phase: str = "open") -> FoundTable:
    """A table of this network."""
    info = msgspec.structs.replace(table_info(*seats, title=title, phase=phase, host=host), table_id=f"t{number}")
    return FoundTable(info, tcp_address(f"192.168.1.{number}", 4242), "lan")


FREE_SEAT, TAKEN_SEAT = SeatInfo(seat=1), SeatInfo(seat=1, name="Bea", kind="person")


async def test_better_tables_come_first() -> None:
    """Free seats are above full tables, finished tables are gone, and the cursor is on the first row until it moves."""
    full = found(1, TAKEN_SEAT, title="Full")
    free, playing = found(2, FREE_SEAT, title="Zoo"), found(3, FREE_SEAT, title="Busy", phase="playing")
    over, best = found(4, FREE_SEAT, title="Done", phase="over"), found(5, FREE_SEAT, title="Attic")
    finder = GrowingFinder([full, free, playing, over, best])
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list(finder=finder)(pilot)
        rows = app.screen.query_one(RowList)
        orders = ("t1", "t2 t1", "t2 t3 t1", "t2 t3 t1", "t5 t2 t3 t1")
        for order in orders[:4]:
            finder.more.release()
            await until(pilot, lambda order=order: " ".join(row.id.split()[0] for row in rows.rows) == order)  # type: ignore[misc]
            assert rows.current == rows.rows[0]
        await pilot.press("down")
        held = rows.current
        finder.more.release()
        await until(pilot, lambda: len(rows.rows) == 4)
        assert [row.id.split()[0] for row in rows.rows] == orders[4].split()
        assert rows.current is not None
        assert held is not None
        assert rows.current.id == held.id


def test_equal_titles_are_told_apart() -> None:
    """By the host, and if the hosts have the same name by the address; other titles stay as they are."""
    tables = [
        found(1, title="Cards", host="Ann"),
        found(2, title="cards", host="Bea"),
        found(3, title="Cards", host="Ann"),
        found(4, title="Other", host="Ann"),
    ]
    assert list(titles_of(tables).values()) == [
        "Cards (Ann, 192.168.1.1)",
        "cards (Bea)",
        "Cards (Ann, 192.168.1.3)",
        "Other",
    ]


async def test_the_list_shows_a_name_whole_where_other_columns_leave_room() -> None:
    info = msgspec.structs.replace(FOUND[0].info, title="Kitchen table", coded=True)
    app = Opened()
    async with app.run_test(size=LEAST) as pilot:
        await at_the_list((replace(FOUND[0], info=info),))(pilot)
        text = await settled(pilot)
    assert "Kitchen table" in text
    assert "…" not in text


async def test_a_title_from_elsewhere_is_no_markup() -> None:
    app = Opened()
    async with app.run_test(size=LARGE) as pilot:
        await at_the_list()(pilot)
        assert "Kitchen [red]table[/red]" in await settled(pilot)


async def test_enter_joins_w_watches_and_what_does_not_answer_cannot_be_chosen() -> None:
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list()(pilot)
        await pilot.press("enter", "down", "w", "down", "enter")
        assert app.joined == [(FOUND[0].address, "player"), (FOUND[1].address, "watcher"), (FOUND[0].address, "player")]


async def test_where_the_network_is_blocked_the_list_says_what_to_type() -> None:
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list((), BLOCKED)(pilot)
        text = " ".join((await settled(pilot)).split())
        assert "Guest Wi-Fi" in text
        assert "for example 192.168.1.5:4242" in text


async def test_an_address_is_one_key_away_and_a_wrong_one_is_explained() -> None:
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list((), None)(pilot)
        await pilot.press("a")
        await until_asked(pilot)
        await pilot.press(*"192.168.1.5:99999", "enter")
        assert "The port after the colon must be a number" in await settled(pilot)
        await pilot.press("a")
        await until_asked(pilot)
        await pilot.press(*"khanhoo://10.0.0.7:4300/abc", "enter")
        await settled(pilot)
        assert app.joined == [(tcp_address("10.0.0.7", 4300, "abc"), "player")]


async def test_a_list_without_a_table_that_answers_shows_no_key_of_a_table() -> None:
    silent = replace(FOUND[0], reachable=False)
    for tables, shown in (((), False), ((silent,), False), (FOUND, True)):
        app = Opened()
        async with app.run_test(size=LARGE) as pilot:
            await at_the_list(tables, None)(pilot)
            bar = (await settled(pilot)).splitlines()[-1]
            assert "a address" in bar
            assert [word in bar for word in ("move", "Enter choose", "w watch")] == [shown] * 3


async def test_where_you_look_for_a_table_to_watch_enter_is_the_key_that_watches() -> None:
    app = Opened()
    async with app.run_test(size=LARGE) as pilot:
        await at_the_list(role="watcher")(pilot)
        bar = (await settled(pilot)).splitlines()[-1]
        assert "Enter choose" in bar
        assert "w watch" not in bar
        await pilot.press("enter", "?")
        assert app.joined == [(FOUND[0].address, "watcher")]
        assert "Press Enter to watch the selected table." in await settled(pilot)


async def test_the_last_address_is_offered_again() -> None:
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list((), None)(pilot)
        await pilot.press("a")
        await until_asked(pilot)
        await pilot.press(*"10.0.0.7", "enter")
        await settled(pilot)
        await pilot.press("a")
        await until_asked(pilot)
        assert "Address or link: 10.0.0.7" in await settled(pilot)


async def test_f_asks_every_table_again() -> None:
    app, finder = Opened(), StillFinder(FOUND, None)
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list(finder=finder)(pilot)
        await pilot.press("f")
        assert finder.asked == 1


async def test_matches_come_latest_first_and_a_file_that_is_none_is_explained() -> None:
    app = played_room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("e")
        lines = (await settled(pilot)).splitlines()
        days = (5, 4, 3, 2, 1)
        places = [next(y for y, line in enumerate(lines) if f" 2026-05-{day:02d} " in line) for day in days]
        assert places == sorted(places)
        assert re.search(r"Hearts +4th of 4 +103 +14 min +Bea, Cedar, ", lines[places[0]])
        assert re.search(r"Khanhoo +won +52 +12 min +Bea, Cedar$", lines[places[2]].rstrip())
        await pilot.press("enter")
        await until(pilot, lambda: "This is not a game record" in " ".join(screen_text(app).split()))
        await pilot.press("f", *"/nowhere.khr", "enter")
        await until_shown(pilot, "does not exist")


async def test_replay_and_verify_are_offered_only_for_a_match_with_a_replay() -> None:
    app = played_room()
    records = app.statistics.records_folder
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("e")
        bar = (await settled(pilot)).splitlines()[-1]
        assert "Enter replay" in bar
        assert "y verify" in bar
        for path in records.iterdir():
            path.unlink()
        await pilot.press("down")
        bar = (await settled(pilot)).splitlines()[-1]
        assert "another file" in bar
        assert "replay" not in bar
        assert "verify" not in bar
        await pilot.press("enter")
        await until_shown(pilot, "No replay of this match was saved.")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_long_notice_is_cut_only_where_the_window_has_no_row_for_it(size: tuple[int, int]) -> None:
    app = played_room()
    async with app.run_test(size=size) as pilot:
        await pilot.press("e")
        await settled(pilot)
        notice = " ".join(f"word{number}" for number in range(size[0] // 2))
        app.screen.tell(notice)  # type: ignore[attr-defined]
        assert notice in " ".join((await settled(pilot)).split())


async def test_statistics_add_up_on_the_screen() -> None:
    app = played_room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("e")
        lines = (await settled(pilot)).splitlines()
        (hearts,) = [line.split() for line in lines if line.strip().startswith("Hearts ")]
        assert hearts[1:5] == ["2", "(50%)", "4", "32"], "won, matches, deals"


@pytest.mark.parametrize("size", [SMALL, LARGE, LEAST])
async def test_the_history_shows_how_the_game_of_the_selected_match_went(size: tuple[int, int]) -> None:
    app = played_room()
    async with app.run_test(size=size) as pilot:
        await pilot.press("e")
        text = await settled(pilot)
        assert "Hearts, last matches, a full bar is a win: ▆██▁" in text
        assert "Won against people █████░░░░░ 2 of 4" in text
        await pilot.press("down", "down")
        assert "Khanhoo, last matches, a full bar is a win: █" in await settled(pilot)


async def test_an_empty_history_shows_no_key_of_a_match() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("e")
        bar = (await settled(pilot)).splitlines()[-1]
        assert "f a file" in bar
        assert not [word for word in ("move", "replay", "verify") if word in bar]


async def test_the_history_shows_all_names_of_a_row_where_other_columns_leave_room() -> None:
    app = played_room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("e")
        text = await settled(pilot)
        assert len(re.findall(r" min  Bea, Cedar, Dogwood$", text, re.MULTILINE)) == 4
        assert "…" not in text


@pytest.mark.parametrize("size", [SMALL, LEAST])
async def test_the_history_shows_whole_how_a_match_ended_how_long_it_took_and_against_whom(
    size: tuple[int, int], tmp_path: Path
) -> None:
    statistics = Statistics(tmp_path)
    for number, ending in enumerate(("unfinished", "broken off")):
        match = _match(number, "khanhoo", 0, -103, "")
        statistics.add(replace(match, preset="english", ending=ending, opponents="Birch", seconds=8400))
    app = room(statistics)
    async with app.run_test(size=size) as pilot:
        await pilot.press("e")
        rows = [row.split() for row in (await settled(pilot)).splitlines() if row.strip(" ▸").startswith("2026")]
    ends = ["-103", *(["140", "min"] if size == SMALL else []), "Birch"]
    assert [row[row.index("Khanhoo") + 1 :] for row in rows] == [["broken", "off", *ends], ["unfinished", *ends]]


@pytest.mark.parametrize("size", [SMALL, LEAST])
async def test_what_a_list_cuts_has_a_sign(size: tuple[int, int]) -> None:
    app = played_room()
    async with app.run_test(size=size) as pilot:
        await pilot.press("e")
        for row in (await settled(pilot)).splitlines():
            names = row.partition("Bea")[2]
            assert not names or names.rstrip().endswith(("Cedar", "Dogwood", "…"))


async def test_a_disk_without_statistics_says_so_and_the_screen_stands(tmp_path: Path) -> None:
    (tmp_path / "statistics.sqlite3").write_bytes(b"no database" * 100)
    app = room(Statistics(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("e")
        assert "cannot be used" in " ".join((await settled(pilot)).split())
    shutil.rmtree(tmp_path)


async def test_the_lobby_says_that_it_has_more_lines_than_fit_and_shows_all_on_the_way_down() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await in_lobby()(pilot)
        text = await settled(pilot)
        assert re.search(r"↓( \d+( more)?)?$", text, re.MULTILINE)
        labels = [row.cells[0] for row in app.screen.query_one(RowList).rows]
        await pilot.press("end")
        text += await settled(pilot)
        assert {"Shown under Friends", "Join code"} <= set(labels)
        assert not [label for label in labels if label not in text]
        app.screen.tell("The host did not allow that.", "warning")  # type: ignore[attr-defined]
        assert "! The host did not allow that." in await settled(pilot)
        await pilot.press("c")
        await until_asked(pilot)
        assert "Say:" in await settled(pilot)


async def test_in_the_least_window_the_list_tells_less_of_each_table_and_cuts_no_head() -> None:
    app = room()
    async with app.run_test(size=LEAST) as pilot:
        await at_the_list()(pilot)
        await settled(pilot)
        text = screen_text(app)
        assert re.search(r"game +table +seats +state +where\n", text)
        assert re.search(r"Hearts +Ann's Hearts +3/4 +open +network\n", text)
        await resize(pilot, *SMALL)
        await settled(pilot)
        assert re.search(r"seats +watch +state +age +where\n", screen_text(app))
