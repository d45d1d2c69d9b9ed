"""The replay of a record: every place in it, by any eyes, with no more than those eyes saw."""

import re
from copy import deepcopy
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from engine.api import UNKNOWN, Journal, Seat
from tui.table.picture import picture
from tui.table.recording import OPEN, Recording
from tui.table.replay_screen import ReplayScreen
from tui.table.widgets.hand import Hand

from ...harness.screens import settled, until_shown
from ...harness.slow import slow
from ...harness.tabletop import NAMES, TableApp, Tabletop
from ..scene import screen_text
from ..scenes_table import TO_OUT, khanhoo, spectated


def _journal(table: Tabletop) -> Journal:
    assert table.table.journal is not None
    return table.table.journal


class _ReplayApp(TableApp):
    """A replay and nothing else. reader: the seat of its player who reads it."""

    def __init__(self, table: Tabletop, reader: Seat | None = None) -> None:
        super().__init__(table)
        self.reader = reader

    def first_screen(self) -> Screen[None]:
        """The record of the table."""
        return ReplayScreen(_journal(self.session), reader=self.reader)


async def _text(pilot: Pilot[Any]) -> str:
    await settled(pilot)
    await settled(pilot)
    return screen_text(pilot.app)


def test_going_back_leads_to_the_very_same_place() -> None:
    reel = Recording(_journal(khanhoo(*TO_OUT)))
    reel.go(5)
    zones, log = deepcopy(reel.view.zones), list(reel.story.log)
    reel.go(9)
    reel.go(5)
    assert (reel.view.zones, list(reel.story.log)) == (zones, log)


def test_the_end_of_a_reel_is_the_table_itself() -> None:
    table = khanhoo(*TO_OUT)
    reel = Recording(_journal(table))
    reel.go(len(reel.acts))
    assert reel.view.zones == table.table.zones


async def test_comma_and_full_stop_go_by_turns() -> None:
    app = _ReplayApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(80, 24)) as pilot:
        await _text(pilot)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        reel = screen.reel
        places = [reel.place]
        while reel.place < reel.length:
            await pilot.press("full_stop")
            places.append(reel.place)
        assert places == sorted(set(places))
        assert 3 < len(places) < reel.length
        await pilot.press("comma")
        assert reel.place == places[-2]


def test_open_eyes_are_not_told_that_the_cards_of_the_stock_lay_there_before() -> None:
    reel = Recording(_journal(khanhoo(*TO_OUT)))
    reel.go(len(reel.acts))
    shown = picture(reel.view, reel.story, [(name, "") for name in NAMES[: reel.view.seats]])
    stock, discards = shown.piles
    assert (stock.zone, stock.top in (None, UNKNOWN), stock.recent) == ("stock", False, ())
    assert discards.recent == tuple(reel.view.zone("discard")[-8:-1])


@pytest.mark.parametrize("eyes", [0, 1, 2, None])
def test_eyes_see_what_they_saw_then_and_no_more(eyes: int | None) -> None:
    table = khanhoo(*TO_OUT, viewer=eyes)
    reel = Recording(_journal(table))
    reel.look_through(eyes)
    reel.go(len(reel.acts))
    assert reel.view.zones == table.view.zones
    others = [seat for seat in range(3) if seat != eyes]
    assert all(UNKNOWN in reel.view.zone("hand", seat) for seat in others)


def test_open_cards_are_all_seen() -> None:
    reel = Recording(_journal(khanhoo(*TO_OUT)))
    assert reel.eyes == OPEN
    reel.go(3)
    assert not any(UNKNOWN in cards for cards in reel.view.zones.values())


async def test_who_played_reads_you_and_sits_below_and_without_a_seat_everybody_has_a_name() -> None:
    table = khanhoo(*TO_OUT)
    app = _ReplayApp(table, reader=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        text = await _text(pilot)
        assert re.search(r"^ . You · .*$", text, re.MULTILINE)
        assert "Seat 2" not in text
        assert "Seat 1" in text
        while not isinstance(app.screen, ReplayScreen) or not re.search("^ ▸? ?Your move: ", text, re.MULTILINE):
            await pilot.press("left")
            text = await _text(pilot)
        await pilot.press("e", "e")
        assert "as you saw it" in await _text(pilot)
    app = _ReplayApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        assert "You" not in await _text(pilot)


@pytest.mark.parametrize("size", [(80, 24), *slow([((120, 40),), ((60, 20),)])])
async def test_a_record_is_stepped_through(size: tuple[int, int]) -> None:
    app = _ReplayApp(spectated(30))
    async with app.run_test(size=size) as pilot:
        assert "step 1 of" in await _text(pilot)
        await pilot.press("right", "right", "left")
        assert "step 2 of" in await _text(pilot)
        await pilot.press("end")
        assert "step 28 of 28" in await _text(pilot)
        await pilot.press("home")
        assert "step 0 of" in await _text(pilot)


async def test_in_the_least_window_a_seat_says_that_there_is_no_room_for_its_open_cards() -> None:
    app = _ReplayApp(spectated(30))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("right")
        assert len(re.findall(r"13 cards \(no room\)", await _text(pilot))) == 3
        await pilot.press("e")
        assert "no room" not in await _text(pilot), "what this player did not see needs no room"


@pytest.mark.slow
async def test_x_steps_on_to_the_end_and_x_or_a_step_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.table.replay_screen._PACES_MS", [10, 60_000])
    app = _ReplayApp(spectated(30))
    app.change_settings(pace="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        assert "x  play on" in await _text(pilot)
        await pilot.press("x")
        await until_shown(pilot, "step 28 of 28")
        text = await _text(pilot)
        assert "  e  view: all cards open\n" in text, "nothing is left to play"
        await pilot.press("x")
        assert "This is the end." in await _text(pilot)
        await pilot.press("minus")
        assert "Speed of the replay: 60 s" in await _text(pilot)
        for stop in ("left", "x"):
            await pilot.press("home", "x")
            assert "x  stop" in await _text(pilot)
            await pilot.press(stop)
            assert "x  play on" in await _text(pilot)


async def test_an_act_is_found_by_its_number() -> None:
    app = _ReplayApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        await _text(pilot)
        await pilot.press("o", "1", "2", "enter")
        assert "step 12 of" in await _text(pilot)


async def test_the_eyes_go_round_the_table_and_hide_what_they_did_not_see() -> None:
    app = _ReplayApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        await _text(pilot)
        await pilot.press("end")
        assert "all cards open" in await _text(pilot)
        for words in ("as Seat 1 saw it", "as Seat 2 saw it"):
            await pilot.press("e")
            text = await _text(pilot)
            assert words in text
            assert "▌▌▌" in text
            assert app.screen.query_one(Hand).value.cards
        await pilot.press("e", "e", "e")
        assert "as a spectator saw it" in await _text(pilot)
        assert not app.screen.query_one(Hand).display


async def test_what_is_said_of_a_hand_is_said_from_its_seats_knowledge_alone() -> None:
    app = _ReplayApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        await _text(pilot)
        await pilot.press("end")
        assert "from you" not in await _text(pilot)
        await pilot.press("e")
        assert "holds" in await _text(pilot)
