"""Looking back while the match goes on, as the one who watches and the one who plays see it."""

import re

import pytest

from engine.api import EVERY_SEAT, UNKNOWN, DealBegan, View
from net.looking import Gaze
from tests.tui.scenes_table import hearts, spectated
from tests.tui.tabletop import TableApp, Tabletop, new_table
from tests.tui.test_table_screen import _settle
from tui.reel import Past
from tui.screens.table import TableScreen


async def test_who_watches_steps_back_with_left_and_is_at_live_again_with_end() -> None:
    app = TableApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        now = await _settle(pilot)
        await pilot.press("left")
        text = await _settle(pilot)
        assert "Looking back: event 57 of 58" in text
        assert "live goes on" in text
        assert "LOOKING BACK 57/58" in text
        await pilot.press("home")
        assert "deal 1" in await _settle(pilot)
        await pilot.press("end")
        assert await _settle(pilot) == now


async def test_new_events_come_while_one_looks_back() -> None:
    top = spectated(30)
    app = TableApp(top)
    async with app.run_test(size=(80, 24)) as pilot:
        await _settle(pilot)
        await pilot.press("left", "left")
        before = await _settle(pilot)
        seat = top.table.acting()[0]
        decision = top.table.decision(seat)
        assert decision is not None
        top.tell(top.table.play(seat, decision.id, decision.default))
        after = await _settle(pilot)
        assert "event 56 of 58" in before
        assert f"event 56 of {len(top.view.events)}" in after
        await pilot.press("escape")
        assert "Looking back" not in await _settle(pilot)


async def test_a_player_looks_back_with_a_letter_is_told_when_asked_and_makes_no_move_there() -> None:
    top = hearts(0, 2)
    app = TableApp(top)
    async with app.run_test(size=(80, 24)) as pilot:
        now = await _settle(pilot)
        await pilot.press("b")
        text = await _settle(pilot)
        assert "The table waits for your answer: End goes to it." in text
        await pilot.press("left", "space", "b")
        await pilot.press("left", "1", "p", "end")
        assert await _settle(pilot) == now
        assert not top.sent


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_deal_is_gone_back_by_up_and_a_card_by_page_up(size: tuple[int, int]) -> None:
    app = TableApp(spectated(30))
    async with app.run_test(size=size) as pilot:
        await _settle(pilot)
        await pilot.press("up")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        past = screen._past
        assert past is not None
        assert past.place == past.deals[0]
        await pilot.press("pagedown", "pagedown", "pageup")
        assert past.place == past.turn_from_here(1) or past.place < past.turn_from_here(1)
        assert past.place > past.deals[0]


def test_one_looks_back_at_no_more_than_one_knew() -> None:
    top = hearts(0, 5)
    past = Past(top.view, str)
    past.note()
    past.go(past.length)
    assert past.view.zones == top.view.zones
    past.go(past.deals[0] + 6)
    assert set(past.view.zone("hand", 1)) == {UNKNOWN}
    assert UNKNOWN not in past.view.zone("hand", 0)
    assert isinstance(top.view.events[past.deals[0] - 1], DealBegan)


def test_who_looks_at_all_hands_sees_them_when_looking_back() -> None:
    table = new_table("hearts")
    view = View(table.game, 4, dict(table.options), EVERY_SEAT)
    for number, event in enumerate(table.start()):
        view.absorb(number, event)
    past = Past(view, str)
    past.note()
    past.go(past.length)
    assert all(UNKNOWN not in past.view.zone("hand", seat) for seat in range(4))
    assert past.view.viewer is None


async def test_all_hands_lie_open_for_who_looks_at_them_and_fit_a_small_terminal() -> None:
    class Looking(Tabletop):
        """A table seen by somebody who looks at all hands."""

        gaze = Gaze("hands")
        seat = decision = offer = None

    top = Looking(new_table("hearts"), EVERY_SEAT, others_play=False)
    top.tell(top.table.start())
    app = TableApp(top)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await _settle(pilot)
        assert "watching all hands, late" in text
        assert len(re.findall(r"(?:10|[2-9AJQK])[♣♦♠♥]", text)) >= 52
        assert all(len(line) <= 80 for line in text.splitlines())
