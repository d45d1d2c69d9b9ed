"""What the table tells its player under way: messages that go again, the clock, being away, tricks, how it ended."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engine.api import OVER, Entered, Happened, MatchEnded, find_game
from net.news import Answered, Asked, TableChanged, Waiting
from net.wire.table_info import PauseInfo, SeatInfo, TableInfo
from tui.forms.time_words import pause_words, turn_words
from tui.table.clocks import TableClocks
from tui.table.game_words import end_words, read_layout
from tui.table.narration import Narration
from tui.table.screen import TableScreen
from tui.table.widgets.centre import Centre
from tui.table.widgets.head import fit_parts
from tui.table.wording import match_words
from tui.widgets.glyphs import ASCII, UNICODE
from tui.widgets.messages import SessionNews

from ...harness.screens import settled
from ...harness.tabletop import NAMES, TableApp, Tabletop, new_table
from ..scene import clocks_stand_still
from ..scenes import room
from ..scenes_table import TO_CLAIM, _talked, hearts, khanhoo, spectated


async def test_a_message_leaves_the_keys_in_sight() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        text = await settled(pilot)
        assert "Select 3 cards with Space, then press Enter." in text
        assert "pass (0 of 3 selected)" in text
        await pilot.press("space")
        assert "Select 3 cards" not in await settled(pilot)


async def test_a_message_goes_when_something_else_is_asked() -> None:
    table = khanhoo("0 discard KC", viewer=0)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        assert "It is not your turn." in await settled(pilot)
        table.script(*TO_CLAIM[1:])
        text = await settled(pilot)
        assert table.decision is not None
        assert "not your turn" not in text
        assert " t  take 2♠" in text


async def test_a_message_goes_after_a_few_moves_and_not_because_people_come_and_go() -> None:
    table = spectated(8)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.screen.tell("The disk is full.")  # type: ignore[attr-defined]
        assert "The disk is full." in await settled(pilot)
        for _ in range(8):
            table.happen(Happened("watching", None, "gus"))
        assert "The disk is full." in await settled(pilot)
        for _ in range(8):
            decision = table.table.decisions()[0]
            table.tell(table.table.play(decision.seat, decision.id, decision.default))
        assert "The disk is full." not in await settled(pilot)


def test_a_clock_shows_tens_of_seconds_then_each_and_the_bank_beside_and_after_it() -> None:
    assert turn_words(52, 120) == "1:00+2:00"
    assert turn_words(20.4, 0) == "0:30"
    assert turn_words(15, 120) == "0:15+2:00"
    assert turn_words(-17, 120) == "bank 1:50"
    assert turn_words(-105, 120) == "bank 0:15"
    assert turn_words(2, 0) == "0:02"
    assert turn_words(-3, 0) == "0:00"


def test_the_words_of_a_pause_say_what_comes_at_its_end() -> None:
    seats = (SeatInfo(seat=0, name="Ann", kind="person", state="away"), SeatInfo(seat=1, kind="bot"))
    info = TableInfo(table_id="t", title="T", game="hearts", options={}, seats=seats, phase="paused")
    breaks_off = PauseInfo(why="away", seat=0, ends_s=600, breaks_off=True)
    told = pause_words(msgspec.structs.replace(info, pause=breaks_off), None, "u", 552)
    assert told == "If no player comes back, the match is broken off in 9:12."
    goes_on = PauseInfo(why="away", seat=0, ends_s=600)
    assert "broken off" not in pause_words(msgspec.structs.replace(info, pause=goes_on), None, "u", 552)


async def test_the_running_reserve_is_shown() -> None:
    table = hearts(0, 2)
    table.remaining_ms, table.reserve_ms = 103_000, 120_000
    app = TableApp(table)
    with clocks_stand_still():
        async with app.run_test(size=(80, 24)) as pilot:
            assert "bank 1:50" in await settled(pilot)
            assert table.decision is not None
            table.remaining_ms = 140_000
            app.screen.post_message(SessionNews(Asked(table.decision, 140_000, 120_000)))
            text = await settled(pilot)
            assert "0:20+2:00" in text
            assert "bank" not in text


def test_a_bank_that_only_its_player_knows_has_no_number() -> None:
    assert turn_words(15, None) == "0:15"
    assert turn_words(0, None) == "0:00"
    assert turn_words(-3, None) == "bank"


async def test_the_clock_of_others_shows_no_bank_of_which_sealed_decisions_took_an_unknown_part() -> None:
    table = spectated(9)
    table.banks = {1: 90}
    app = TableApp(table)
    with clocks_stand_still():
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            app.screen.post_message(SessionNews(Waiting((1,), 12_000)))
            text = await settled(pilot)
            assert "0:12" in text
            assert "1:30" not in text


async def test_the_clock_of_others_stands_beside_their_seat_with_their_bank() -> None:
    table = Tabletop(new_table("solo"), None, watchers=("eva",), others_play=False, banks={1: 90}).begin()
    while table.view.acting() != (1,):
        decision = table.table.decisions()[0]
        table.tell(table.table.play(decision.seat, decision.id, decision.default))
    app = TableApp(table)
    with clocks_stand_still():
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            app.screen.post_message(SessionNews(Waiting((1,), 12_000)))
            assert "0:12+1:30" in await settled(pilot)
            app.screen.post_message(SessionNews(Waiting((1,), 0)))
            text = await settled(pilot)
            assert "bank 1:30" in text
            assert "0:00" not in text


@pytest.mark.parametrize(("game", "said"), [("solo", "bank 1:20"), ("khanhoo", "bank")])
def test_the_clock_of_others_goes_on_while_their_bank_runs(game: str, said: str) -> None:
    table = Tabletop(new_table(game, seats=4), None, watchers=("eva",), others_play=False, banks={1: 90}).begin()
    table.drive(lambda truth: truth.acting() == (1,) and not truth.decisions()[0].sealed)
    time, ticks, told = SimpleNamespace(now=100.0), list[Callable[[], None]](), list[str]()
    timer: Any = SimpleNamespace(stop=ticks.clear)

    def begin(_every_s: float, tick: Callable[[], None]) -> Any:
        ticks.append(tick)
        return timer

    screen: Any = SimpleNamespace(set_interval=begin)
    clocks = TableClocks(screen, lambda: told.append(clocks.words(table.view, table.info)))
    with patch("tui.table.clocks.time", SimpleNamespace(monotonic=lambda: time.now)):
        clocks.of_others(2_300, table.info)
        for _ in range(13):
            time.now += 1
            for tick in list(ticks):
                tick()
        assert told[0] == ("0:01+1:30" if game == "solo" else "0:01")
        assert told[-1] == said
        time.now += 90
        for tick in list(ticks):
            tick()
        assert not ticks, "the bank is empty"


async def test_whom_the_table_plays_for_is_told_and_comes_back_with_any_key() -> None:
    table = hearts(0, 2)
    table.states = {0: "away"}
    app = TableApp(table)
    async with app.run_test(size=(60, 20)) as pilot:
        text = await settled(pilot)
        assert "You were away: the program plays for you." in text
        assert "Enter  I am back (or press any key)" in text
        await pilot.press("enter")
        text = await settled(pilot)
        assert table.is_back
        assert not table.sent
        assert "Welcome back." in text
        table.states = {}
        app.screen.post_message(SessionNews(TableChanged(table.info)))
        await settled(pilot)
        await pilot.press("home", "enter")
        await settled(pilot)
        assert len(table.sent) == 1


async def test_my_own_time_that_ran_out_is_said() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.happen(Happened("timeout", 0, "ann"))
        assert "Your time ran out: the table made a move for you." in await settled(pilot)


async def test_a_full_trick_lies_there_for_a_moment_or_until_a_key() -> None:
    table = hearts(0, 2)
    table.others_play = False
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = app.screen.query_one(Centre).value
        assert len(before.plays) == 4
        await pilot.press("home", "enter")
        await settled(pilot)
        while table.view.zone("trick") and table.decision is None:
            _others_move(table)
        _others_move(table)
        await settled(pilot)
        shown = app.screen.query_one(Centre).value
        assert len(shown.plays) == 4
        assert shown.taken
        assert len(table.view.zone("trick")) == 1
        await pilot.press("left")
        await settled(pilot)
        assert len(app.screen.query_one(Centre).value.plays) == 1


def _others_move(table: Tabletop) -> None:
    decision = table.table.decision(table.table.acting()[0])
    assert decision is not None
    table.tell(table.table.play(decision.seat, decision.id, decision.default))


async def test_a_wide_table_shows_talk_once() -> None:
    app = TableApp(_talked(hearts(0, 6)))
    async with app.run_test(size=(120, 40)) as pilot:
        assert (await settled(pilot)).count("that was my queen") == 1


async def test_who_took_the_trick_is_named_in_full() -> None:
    table = hearts(0, 2)
    table.names = ("Dogwood-the-4th", *NAMES[1:])
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert "took it" in text
        assert "took…" not in text


@pytest.mark.parametrize(
    ("game", "how"),
    [("hearts", how) for how in ("lowest", "shared", "extra_deals_spent", "deals_spent")]
    + [("khanhoo", how) for how in ("won", "shared", "stopped")],
)
def test_every_end_of_a_match_is_said_in_words(game: str, how: str) -> None:
    layout = read_layout(find_game(game))
    words = end_words(layout, how, "ann and bea")
    assert words != end_words(layout, "", "ann and bea")
    assert "ann and bea" in words
    mine = match_words(layout, MatchEnded(how, (0,), (1, 2)), NAMES.__getitem__, 0)
    assert len(re.findall(r"\byou\b", mine, re.IGNORECASE)) == 1, mine


def test_the_log_says_that_the_secret_is_sealed() -> None:
    view = hearts(0).view
    story = Narration(view.game, view.viewer, NAMES.__getitem__, view.deck)
    story.tell(Happened("sealed", text="3f9a12bc" + "0" * 56))
    assert story.log[-1].text == "The host committed to the secret of the deal: 3f9a12bc…"


async def test_after_the_match_the_keys_are_those_that_still_do_something() -> None:
    table = khanhoo(*TO_CLAIM)
    table.tell([MatchEnded("won", (0,), tuple(table.view.totals)), Entered(OVER)])
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert "The match is over: you won with the most points." in text
        assert isinstance(app.screen, TableScreen)
        assert "sort" not in text.split("\n")[23]
        assert "Enter scores" in text.split("\n")[23]


async def test_whoever_reads_over_the_table_is_told_of_their_turn() -> None:
    table = khanhoo("0 discard KC")
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        assert "The table waits for your answer" not in await settled(pilot)
        table.script(*TO_CLAIM[1:])
        assert table.decision is not None
        app.screen.post_message(SessionNews(Asked(table.decision, None)))
        assert "The table is waiting for you. Esc goes back to the table." in await settled(pilot)
        app.screen.post_message(SessionNews(Answered(table.decision.id)))
        assert "The table waits for your answer" not in await settled(pilot)


async def test_the_menu_below_the_table_is_not_told_of_a_turn() -> None:
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        decision = hearts(0).decision
        assert decision is not None
        app.screen.post_message(SessionNews(Asked(decision, None)))
        assert "waits for your answer" not in await settled(pilot)


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (51, "Hearts · deal 2 · trick 12 of 13, hearts not broken"),
        (50, "Hearts · trick 12 of 13, hearts not broken"),
        (41, "Hearts · trick 12 of 13"),
    ],
)
def test_the_head_leaves_out_whole_parts(room: int, said: str) -> None:
    whole = "Hearts · deal 2 · trick 12 of 13, hearts not broken"
    assert fit_parts(whole, room, UNICODE) == said
    assert fit_parts(ASCII.plain(whole), room, ASCII) == ASCII.plain(said)


async def test_the_head_of_a_watched_table_is_not_cut() -> None:
    table = spectated(8)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        head = (await settled(pilot)).splitlines()[0]
        assert "trick" in head
        assert "watching" in head
        assert "…" not in head
