"""Coming to a table and leaving it, with a real host process and real sessions."""

import asyncio
import re
import socket
import threading
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from engine.api import Table, View, find_game
from net.client.session import ClientSession
from net.environment import usual_port
from net.host.config import IDLE_MINUTES, HostConfig, table_folder
from net.host.launcher import HostHandle, HostProblem, kept_tables, running_tables, start_host
from net.host.registry import find_running
from net.wire.address import tcp_address, unix_address
from tui.app import KhanhooApp
from tui.config.settings import Settings
from tui.config.terminal import Terminal
from tui.forms.host_config import alone_config, shared_config
from tui.screens.dialogs import LeavingScreen
from tui.session.invitation import invite_words
from tui.session.routes import ToOwnTable
from tui.session.statistics import PlayedMatch, Statistics, match_result
from tui.widgets.list import RowList

from ...harness.local_table import open_local_table
from ...harness.messages import INFO
from ...harness.processes import kill_process
from ...harness.screens import place, until, until_shown
from ..scene import screen_text
from ..scenes import ANN, BEA, DOGWOOD, FREE, SMALL, room, table_info

WITHIN_S = 60.0


async def test_a_game_of_the_menu_leads_to_the_table_without_a_lobby() -> None:
    app = room(pace="instant")
    seen: set[str] = set()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")

        def has_come() -> bool:
            seen.add(place(app))
            return "table" in seen

        await until(pilot, has_come)
        assert seen <= {"", "table"}
        assert app.session is not None
        assert app.session.view is not None
        assert len(app.session.view.hand) == 13


async def test_an_impatient_player_opens_no_second_table(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[HostConfig] = []
    may_go_on = threading.Event()

    def slow_start(config: HostConfig) -> HostHandle:
        started.append(config)
        may_go_on.wait(WITHIN_S)
        raise HostProblem("The host did not start.")

    monkeypatch.setattr("net.host.launcher.start_host", slow_start)
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: bool(started))
        await pilot.press("enter", "p")
        await until(pilot, lambda: not app.input_queue.is_busy)
        may_go_on.set()
        await until_shown(pilot, "did not start")
        assert len(started) == 1
        await pilot.press("enter")  # and then it can be tried again
        await until(pilot, lambda: len(started) == 2)


@pytest.mark.parametrize(("host_seat", "is_kept"), [(0, True), (1, False)])
async def test_options_that_were_changed_in_the_lobby_are_kept(host_seat: int, is_kept: bool) -> None:
    """The next table of this game begins with them, if the table was our own."""
    info = msgspec.structs.replace(INFO, game="hearts", options={"limit": 50}, host_seat=host_seat)
    app = room()
    async with app.run_test(size=SMALL):
        app.tables.session = cast(ClientSession, SimpleNamespace(view=object(), info=info, seat=0, name="Ann"))
        app.tables._remember_own()
        app.tables.session = None
        assert ("limit=50" in app.settings.kept_options) is is_kept


async def test_a_seat_that_is_kept_waits_while_a_table_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = threading.Event()

    def slow_start(_config: HostConfig) -> HostHandle:
        may_go_on.wait(WITHIN_S)
        raise HostProblem("The host did not start.")

    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: place(app) == "table")
        app.tables.leave_now(for_good=False)
        await until_shown(pilot, "Go on with")
        monkeypatch.setattr("net.host.launcher.start_host", slow_start)
        await pilot.press("1")
        await until_shown(pilot, "Opening the table")
        await pilot.press("home", "enter")
        await until(pilot, lambda: not app.input_queue.is_busy)
        may_go_on.set()
        await until_shown(pilot, "did not start")
        assert app.session is None


async def test_a_seat_is_free_though_leaving_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer request replaces one that leaves a table, such as to go back to it."""
    is_held, may_go_on = threading.Event(), threading.Event()
    add = Statistics.add

    def slow_add(statistics: Statistics, match: PlayedMatch) -> None:
        is_held.set()
        may_go_on.wait(WITHIN_S)
        add(statistics, match)

    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: place(app) == "table" and app.session is not None)
        first = app.session
        assert first is not None
        assert first.info is not None
        monkeypatch.setattr(Statistics, "add", slow_add)
        app.tables.leave_now(for_good=False)
        await until(pilot, is_held.is_set)
        app.tables.resume_kept()
        may_go_on.set()
        await until(pilot, lambda: app.session not in (None, first) and place(app) == "table")
        assert app.session is not None
        assert (app.session.name, app.session.seat) == (first.name, first.seat)


@pytest.mark.slow
async def test_the_menu_offers_each_of_two_tables_that_were_left_for_now() -> None:
    app = room(pace="instant")
    async with app.run_test(size=(60, 20)) as pilot:
        left = []
        for key in ("1", "2"):
            await pilot.press(key)
            await until(pilot, lambda: place(app) == "table" and app.session is not None)
            assert app.session is not None
            assert app.session.info is not None
            left.append(app.session.info.table_id)
            app.tables.leave_now(for_good=False)
            await until_shown(pilot, "Go on with")
        await until(pilot, lambda: screen_text(app).count("Go on with") == 2)
        lines = app.screen.query_one(RowList)
        assert [row.id for row in lines.rows[:2]] == ["resume0", "resume1"]
        await pilot.press("home", "down", "enter")
        await until(pilot, lambda: app.session is not None and app.session.info is not None)
        assert app.session is not None
        assert app.session.info is not None
        assert app.session.info.table_id == left[0], "the second line is the table that was left first"


async def test_keys_typed_while_a_command_opens_a_table_start_no_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def count_starts(config: HostConfig) -> HostHandle:
        started.append(config.game)
        return start_host(config)

    monkeypatch.setattr("net.host.launcher.start_host", count_starts)
    settings = Settings(name="Ann", pace="instant", guard=False, coach="off")
    config = alone_config(settings, "hearts", seats=4, bots=("easy",) * 3)
    app = KhanhooApp(settings, ToOwnTable(config), terminal=Terminal(colours="truecolor"))

    def has_come_while_typing() -> bool:
        app.simulate_key("2")
        return place(app) == "table"

    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, has_come_while_typing)
        assert started == ["hearts"]
        assert app.session is not None
        assert app.session.info is not None
        assert app.session.info.game == "hearts"


@pytest.mark.slow
async def test_who_hosts_reads_in_the_lobby_which_port_was_taken_and_which_one_the_table_has() -> None:
    await asyncio.to_thread(start_host, HostConfig(game="hearts", bind="127.0.0.1", listed=False))
    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        app.tables.open_table(HostConfig(game="hearts", bind="127.0.0.1", listed=False))
        shown = await until_shown(pilot, f"Port {usual_port()} is already in use")
        words = " ".join(shown.split())
        assert f"This table is on port {app.tables.own_port}." in words
        assert f"If you type the address, add :{app.tables.own_port} to it." in words
        assert f":{app.tables.own_port}/" in app.tables.invitation()[0][0]
        assert app.session is not None
        own = find_running(app.session.address.table)
        assert own is not None
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            (table_folder(own.table_id) / "port").write_text(str(port))
            kill_process(own.pid)
            shown = await until_shown(pilot, f"Port {port} is already in use")
            assert "The table is now on port" in " ".join(shown.split())
        again = find_running(own.table_id)
        assert again is not None
        assert app.tables.own_port == again.port != own.port


async def test_who_comes_to_an_own_table_by_its_socket_reads_its_links_and_others_to_ask_the_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handle = await asyncio.to_thread(start_host, HostConfig(game="hearts", bind="127.0.0.1"))
    own = find_running(handle.table_id)
    assert own is not None
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.join_table(unix_address(own.socket), "player")
        await until(pilot, lambda: place(app) == "lobby")
        assert app.session is not None
        assert app.session.address.kind == "unix"
        await until_shown(pilot, f"127.0.0.1:{own.port}/{own.table_id}")
        monkeypatch.setattr("net.host.registry.find_running", lambda _: None)  # as for another user
        assert app.tables.invitation() == ([], "")
        assert invite_words([], "")[1] == "Others join with f in the menu, or with the host's link."


async def test_a_seat_that_was_left_for_now_waits_under_go_on() -> None:
    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: place(app) == "table")
        assert app.session is not None
        table_id = app.session.info.table_id if app.session.info else ""
        app.tables.leave_table()
        await until_shown(pilot, "Leave for now")
        await pilot.press("l")
        await until_shown(pilot, "Go on")
        await until_shown(pilot, "Enter go on")
        await until(pilot, lambda: app.session is None)
        await pilot.press("enter")
        await until(pilot, lambda: place(app) == "table")
        assert app.session is not None
        assert app.session.info is not None
        assert (app.session.info.table_id, app.session.seat) == (table_id, 0)


@pytest.mark.slow
async def test_a_guest_who_leaves_for_now_is_led_back_to_the_seat_by_go_on(own_home: Path) -> None:
    config = shared_config(Settings(name="Ann"), "hearts", bots=("easy",) * 2, listed=False, bind="127.0.0.1")
    handle = await asyncio.to_thread(start_host, config)
    bea = room(pace="instant")
    async with bea.run_test(size=SMALL) as pilot:
        bea.tables.join_table(tcp_address("127.0.0.1", handle.port), "player")
        await until_shown(pilot, "you have seat")
        assert bea.session is not None
        seat = bea.session.seat
        bea.tables.leave_table()
        await until_shown(pilot, "Leave for now: your seat is kept")
        await pilot.press("l")
        await until_shown(pilot, "Hearts: your seat is kept")
        await pilot.press("enter")
        await until_shown(pilot, "you have seat")
        assert bea.session is not None
        assert bea.session.seat == seat
        bea.tables.leave_table()
        await until_shown(pilot, "Leave for good")
        await pilot.press("f")
        await until_shown(pilot, "Choose a game")
        assert await bea.tables.find_kept() == ()
        await until(pilot, lambda: not running_tables())


@pytest.mark.slow
async def test_the_answers_to_leaving_are_whole_in_a_small_window_and_one_click_only_marks_one() -> None:
    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: place(app) == "table")
        app.tables.leave_table()
        text = await until_shown(pilot, "Leave for good: give up your seat")
        assert "…" not in text
        assert "If everybody leaves" not in text  # it ends at once
        rows = text.splitlines()
        row = next(place for place, line in enumerate(rows) if "Leave for good" in line)
        await pilot.click(offset=(rows[row].index("Leave"), row))
        await until_shown(pilot, "▸ Leave for good")
        assert isinstance(app.screen, LeavingScreen)
        assert running_tables()
        await pilot.click(offset=(rows[row].index("Leave"), row))
        await until_shown(pilot, "Choose a game")
        await until(pilot, lambda: not running_tables() and not kept_tables())
        assert "Go on" not in screen_text(app)


@pytest.mark.slow
async def test_playing_again_begins_a_match_with_the_same_rules_and_bots_and_ends_the_old_table() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.open_table(alone_config(app.settings, "khanhoo", seats=3, bots=("hard", "easy"), preset="english"))
        await until(pilot, lambda: place(app) == "table")
        assert app.session is not None
        old = app.session.info
        assert old is not None
        app.tables.play_again()

        def is_elsewhere() -> bool:
            info = app.session.info if app.session is not None else None
            return info is not None and info.table_id != old.table_id and place(app) == "table"

        await until(pilot, is_elsewhere)
        await until(pilot, lambda: len(running_tables()) == 1)
        assert app.session is not None
        new = app.session.info
        assert new is not None
        assert new.table_id != old.table_id
        assert (new.game, new.options, new.pace_ms) == (old.game, old.options, old.pace_ms)
        assert sorted(each.level for each in new.seats) == sorted(each.level for each in old.seats)


@pytest.mark.slow
async def test_playing_again_with_others_opens_a_table_for_the_host_and_leads_a_guest_to_the_list() -> None:
    ann, bea = room(pace="instant"), room(pace="instant")
    config = shared_config(
        ann.settings, "hearts", bots=("easy",) * 2, listed=False, bind="127.0.0.1", title="Our table"
    )
    async with ann.run_test(size=SMALL) as pilot, bea.run_test(size=SMALL) as other:
        ann.tables.open_table(config)
        await until_shown(pilot, "Seat 2 needs")
        bea.tables.join_table(tcp_address("127.0.0.1", ann.tables.own_port), "player")
        await until_shown(other, "you have seat")
        await until_shown(other, "Waiting for you. Press y")
        assert ann.session is not None
        assert ann.session.info is not None
        old = ann.session.info.table_id
        ann.tables.play_again()
        await until_shown(other, "I am opening a new")
        await until(pilot, lambda: ann.session is not None and ann.session.info is not None and place(ann) == "lobby")
        assert ann.session.info.table_id != old
        assert ann.session.info.title == "Our table"
        assert ann.tables.invitation()[0][0].startswith("khanhoo://127.0.0.1:")
        bea.tables.play_again()
        await until_shown(other, "Join a table")


async def test_host_and_guest_meet_in_the_lobby_and_start() -> None:
    ann = room(pace="instant")
    async with ann.run_test(size=SMALL) as pilot:
        ann.tables.open_table(
            shared_config(ann.settings, "hearts", bots=("easy", "easy"), listed=False, bind="127.0.0.1")
        )
        await until_shown(pilot, "Seat 2 needs")
        text = await until_shown(pilot, "khanhoo join")
        assert set(re.findall(r"khanhoo://([^:/]+):", text)) == {"127.0.0.1"}  # where it listens, and nowhere else
        assert ann.session is not None
        bea = ClientSession(ann.session.address, name="Bea")
        await bea.open()
        await until_shown(pilot, "Bea, not ready")
        await bea.say("[b]hello[/b]")
        await until_shown(pilot, 'Bea: "[b]hello[/b]"')
        await pilot.press("p")
        await until_shown(pilot, "Not ready yet: Bea")
        await bea.ready()
        await until_shown(pilot, "Everybody is ready")
        await pilot.press("p")
        await until(pilot, lambda: place(ann) == "table")
        ann.tables.leave_table()
        shown = await until_shown(pilot, "If everybody leaves for good")
        assert f"the table ends by itself, usually after {IDLE_MINUTES} minutes." in " ".join(shown.split())
        await bea.leave()


async def test_the_host_changes_options_and_bots_from_the_lobby() -> None:
    ann = room(pace="instant")
    async with ann.run_test(size=SMALL) as pilot:
        ann.tables.open_table(shared_config(ann.settings, "hearts", listed=False, bind="127.0.0.1"))
        await until_shown(pilot, "Seats 2")
        await pilot.press("down", "right")
        await until_shown(pilot, "bot, easy")
        await pilot.press("right")
        await until_shown(pilot, "bot, medium")
        await pilot.press("d")
        await until_shown(pilot, "Seats 2")
        lines = ann.screen.query_one(RowList)
        lines.go_to("option:omnibus")
        await pilot.press("right")
        await until(pilot, lambda: bool(ann.session and ann.session.info and ann.session.info.options["omnibus"]))


@pytest.mark.slow
async def test_the_host_changes_the_times_of_the_table_in_the_lobby_and_all_see_it_at_once() -> None:
    ann = room(pace="instant")
    async with ann.run_test(size=SMALL) as pilot:
        ann.tables.open_table(
            shared_config(ann.settings, "hearts", bots=("easy", "easy"), listed=False, bind="127.0.0.1")
        )
        await until_shown(pilot, "Seat 2 needs")
        assert ann.session is not None
        bea = ClientSession(ann.session.address, name="Bea")
        await bea.open()
        await bea.ready()
        await until_shown(pilot, "Everybody is ready")
        lines = ann.screen.query_one(RowList)
        lines.go_to("table.turn_s")
        await pilot.press("left")
        await until_shown(pilot, "45 s")
        lines.go_to("table.bank_s")
        await pilot.press("right")
        await until_shown(pilot, "180 s")
        await until(pilot, lambda: bea.info is not None and (bea.info.turn_s, bea.info.bank_s) == (45, 180))
        lines.go_to("table.between_s")
        await pilot.press("right")
        await until_shown(pilot, "after 45 s")
        await until(pilot, lambda: bea.info is not None and bea.info.between_s == 45)
        assert bea.info is not None
        assert [seat.bank_s for seat in bea.info.seats[:2]] == [180, 180]
        await until_shown(pilot, "Waiting for Bea.")  # who was ready was so for another pace
        await bea.leave()


async def test_a_host_that_sends_somebody_away_shows_them_the_menu_and_why() -> None:
    table, ann = await open_local_table("hearts", name="Ann")
    bea = room()
    async with bea.run_test(size=SMALL) as pilot:
        await bea.tables.sit_down(table.session("Bea"))
        await until_shown(pilot, "Lobby")
        await ann.kick(1)
        text = await until_shown(pilot, "Choose a game")
        await until_shown(pilot, "Ann removed you from the table.")
        assert "Lobby" not in text
    await ann.close()
    await table.close()


async def test_who_comes_to_a_full_table_reads_why_they_watch() -> None:
    table, ann = await open_local_table("hearts", name="Ann")
    assert (await ann.fill("easy")).accepted
    bea = room()
    async with bea.run_test(size=SMALL) as pilot:
        await bea.tables.sit_down(table.session("Bea"))
        assert "you watch" in await until_shown(pilot, "No seat is free, so you are watching.")
    await ann.close()
    await table.close()


async def test_who_comes_to_a_begun_match_with_a_free_seat_reads_how_to_ask_for_it() -> None:
    table, ann = await open_local_table("hearts", name="Ann")
    other = table.session("Cy")
    await other.open()
    assert (await other.ready()).accepted
    assert (await ann.fill("easy")).accepted
    assert (await ann.start()).accepted
    await other.leave()
    bea = room()
    async with bea.run_test(size=SMALL) as pilot:
        await bea.tables.sit_down(table.session("Bea"))
        await until_shown(pilot, "The match has begun, so you are watching. To ask for a seat, press u.")
    await ann.close()
    await table.close()


@pytest.mark.slow
@pytest.mark.parametrize(("how", "ending"), [("vote", "broken off"), ("kick", "removed"), ("leave", "left")])
async def test_the_history_says_how_a_match_without_a_place_ended(how: str, ending: str) -> None:
    table, ann = await open_local_table("hearts", name="Ann")
    bea = room()
    async with bea.run_test(size=SMALL) as pilot:
        session = table.session("Bea")
        await bea.tables.sit_down(session)
        assert (await session.ready()).accepted
        cy = table.session("Cy")
        await cy.open()
        assert (await cy.ready()).accepted
        assert (await ann.fill("easy")).accepted
        assert (await ann.start()).accepted
        await until(pilot, lambda: session.view is not None and bool(session.view.deal))
        if how == "vote":
            assert (await session.vote_to_stop()).accepted
            assert (await ann.vote_to_stop()).accepted
            await cy.vote_to_stop()
        elif how == "kick":
            assert (await ann.vote_to_kick(1)).accepted
            assert (await cy.vote_to_kick(1)).accepted
        else:
            await bea.tables.part(for_good=True)
        await until(pilot, lambda: bool(bea.statistics.matches()))
        (match,) = bea.statistics.matches()
        assert (match.place, match.ending) == (0, ending)
    await cy.close()
    await ann.close()
    await table.close()


async def test_a_table_that_cannot_be_reached_is_said_on_the_screen() -> None:
    from net.wire.address import unix_address

    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.join_table(unix_address("/tmp/no-such-khanhoo.sock"), "player")
        await until(pilot, lambda: "!!" in screen_text(app))
        assert app.session is None


async def test_a_table_that_the_command_line_asked_for_and_is_not_there_ends_the_program() -> None:
    from net.wire.address import unix_address
    from tui.config.terminal import Terminal
    from tui.session.routes import ToTable

    journey = ToTable(unix_address("/tmp/no-such-khanhoo.sock"), "watcher")
    app = KhanhooApp(Settings(name="Ann", guard=False, coach="off"), journey, terminal=Terminal(colours="truecolor"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app._exit)
        assert app.return_code == 1
        assert app.parting == "That table is not running on this machine."


def finished_view() -> View:
    """A short match of Hearts as seat 2 saw it."""
    game = find_game("hearts")
    table = Table(game, 4, game.meta.resolve({"limit": 20}), seed="stats")
    view = View(game, 4, table.options, 2)
    number = 0
    made = list(table.start())
    while True:
        for event in made:
            view.absorb(number, event)
            number += 1
        if table.over is not None:
            return view
        if table.awaits_close:
            made = list(table.close())
        else:
            decision = table.decisions()[0]
            made = list(table.play(decision.seat, decision.id, decision.default))


def test_a_finished_match_becomes_a_line_of_the_statistics() -> None:
    view = finished_view()
    assert view.over is not None
    info = table_info(ANN, BEA, FREE, DOGWOOD)
    result = match_result(view, info, 2, datetime(2026, 5, 1, 20, 0, tzinfo=UTC))
    assert result.points == view.over.totals[2]
    assert result.deals == len(view.scores)
    assert result.fewer_win
    assert result.best_deal == min(score.points[2] for score in view.scores)
    assert (result.people, result.opponents) == (2, "Ann, Bea, Dogwood")
    assert result.is_won == (2 in view.over.winners)


@pytest.mark.slow
async def test_the_end_of_a_match_is_written_down_with_its_record(own_home: Path) -> None:
    config = alone_config(
        Settings(name="Ann", pace="instant"), "hearts", options={"limit": 1}, bots=("easy",), seed="to the end"
    )
    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        app.tables.open_table(config)
        await until(pilot, lambda: app.session is not None and app.session.view is not None)
        session = app.session
        assert session is not None
        async with asyncio.timeout(60):
            while session.view is None or session.view.over is None:
                decision = session.decision
                if decision is not None:
                    await session.submit(decision.id, decision.default)
                elif session.view is not None and session.view.phase == "between":
                    await session.next_deal()
                await asyncio.sleep(0.01)
        await until(pilot, lambda: bool(app.statistics.matches()))
        (match,) = app.statistics.matches()
        assert match.game == "hearts"
        assert (app.statistics.records_folder / match.record).is_file()
        app.tables.leave_now(for_good=True)
        await until_shown(pilot, "Choose a game")
        await pilot.press("e")
        await until_shown(pilot, "History")
        await pilot.press("enter")
        shown = await until_shown(pilot, "replay · step")
        assert "You · " in shown, "it is my own match"
        assert "Ann" not in shown
    from tui.session.records import verdict

    assert "moves, all legal" in verdict(own_home / "data" / "records" / match.record)


async def test_a_match_that_is_left_is_listed_until_it_is_played_to_its_end() -> None:
    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: app.session is not None and app.session.view is not None)
        await app.tables.part(for_good=False)
        (match,) = app.statistics.matches()
        assert (match.game, match.preset, match.place, match.bots) == ("hearts", "hearts", 0, "easy")
        assert match.ending == "unfinished"
        assert app.statistics.summaries() == ()


def test_a_table_alone_has_no_clock() -> None:
    clocks = alone_config(Settings(name="Ann"), "hearts").room_config("1").clocks
    assert clocks.limit_ms("turn") == clocks.limit_ms("pass") == clocks.other_ms == clocks.between_ms == 0
