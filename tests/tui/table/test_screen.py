"""The table screen under a pilot: moves, refusals, claims, chat, scores, every size and way to draw."""

import asyncio
import gc
import re
from collections.abc import Callable
from math import inf
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from textual.message_pump import MessagePump

from engine.api import BETWEEN, Happened, Move, Moved, Table, View, parse_cards
from net.news import BegunAnew, LinkLost, LinkUp, Outcome, Told, Waiting
from tui.table import clocks
from tui.table import screen as screen_module
from tui.table.scores import ScoreScreen
from tui.table.screen import RESULT_DELAY_S, TableScreen
from tui.table.widgets.board import TableBoard
from tui.table.widgets.hand import Hand
from tui.widgets.glyphs import UNICODE, faces
from tui.widgets.messages import SessionNews
from tui.widgets.timers import call_after

from ...harness.quiet import WITHIN_S
from ...harness.screens import resize, settled, until, until_shown
from ...harness.slow import one_of_each
from ...harness.tabletop import TableApp, Tabletop, new_table
from ..scene import clocks_stand_still, screen_text, shown
from ..scenes_table import BUMPS, KHANHOO_DEAL, TO_CLAIM, TO_OUT, hearts, khanhoo, spectated

SIZES = [(80, 24), (120, 40), (60, 20)]


@pytest.mark.parametrize(
    ("game", "size", "ascii_faces"),
    one_of_each(
        [
            (game, size, ascii_faces)
            for game in ("hearts", "khanhoo")
            for size in SIZES
            for ascii_faces in (False, True)
        ],
        lambda case: (case[0] == "hearts", case[2]),
    ),
)
async def test_a_table_shows_everybody_and_what_to_do(game: str, size: tuple[int, int], ascii_faces: bool) -> None:
    table = hearts(0, 5) if game == "hearts" else khanhoo(*TO_OUT)
    app = TableApp(table, ascii=ascii_faces)
    async with app.run_test(size=size) as pilot:
        text = await settled(pilot)
        assert all(name in text for name in ("You", "bea", "cy"))
        assert "Enter" in text
        assert "help" in text
        assert "total" in text
        assert not ascii_faces or text.isascii()


async def test_the_table_needs_no_names_of_games() -> None:
    app = TableApp(Tabletop(new_table("khanhoo", seats=2)).begin())
    async with app.run_test(size=(80, 24)) as pilot:
        assert re.search(r" t  take [2-9AJQK]\S?", await settled(pilot))


async def test_a_card_is_played_by_enter() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("home", "enter")
        await settled(pilot)
        assert table.sent == [Move("play", parse_cards("2D"))]
        assert "2D" not in table.view.hand
        assert "2♦" not in shown(app.screen.query_one(Hand))


async def test_three_cards_are_chosen_and_passed() -> None:
    table = hearts(0)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "pass (0 of 3 selected)" in await settled(pilot)
        await pilot.press("space", "right", "space", "right", "space")
        assert "pass (3 of 3 selected)" in await settled(pilot)
        await pilot.press("enter")
        text = await settled(pilot)
        assert table.sent == [Move("pass", parse_cards("QC AC 2D"))]
        assert "trick 1 of 13" in text
        assert not app.screen.query_one(Hand).value.up.count(True)


async def test_a_card_that_may_not_be_played_says_why_and_the_rules_open_there() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("end", "enter")
        text = await settled(pilot)
        assert "You cannot lead hearts: they are not broken yet. (§5.1)" in text
        await pilot.press("r")
        await settled(pilot)
        assert app.opened == [("rules", "hearts", "5.1")]


async def test_the_rules_open_at_the_paragraph_of_what_can_be_done() -> None:
    table = hearts(0)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("r")
        assert app.opened == [("rules", "hearts", "3.2")]
        assert app.rules_options == table.view.options


async def test_a_claim_is_leafed_through_and_made() -> None:
    table = khanhoo("0 discard KC", viewer=2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Enter  bump 9♥ 9♥: court meld, 4 points   p  pass" in await settled(pilot)
        await pilot.press("b")
        assert "▸1  9♥ 9♥: court meld, 4" in await settled(pilot)
        await pilot.press("b")
        await settled(pilot)
        assert table.sent == [Move("bump", parse_cards("9H 9H"))]


async def test_a_claim_prompt_leaves_a_half_made_choice_alone() -> None:
    table = khanhoo(*BUMPS)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("end", "space", "left", "space")
        held = screen.state.chooser.chosen_cards
        assert len(held) == 2
        table.script("1 discard 9D")
        await settled(pilot)
        assert screen.state.chooser.decision is not None
        assert screen.state.chooser.chosen_cards == held
        await pilot.press("p")
        await settled(pilot)
        table.script("2 leave", "close", "2 discard 2S")
        await settled(pilot)
        assert screen.state.chooser.chosen_cards == held
        assert " t  take 2♠" in screen_text(app)


async def test_an_accepted_claim_still_leaves_the_cards_that_were_chosen_for_something_else() -> None:
    table = khanhoo(*TO_CLAIM)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("end", "space")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        held = screen.state.chooser.chosen_cards
        await pilot.press("l")
        await settled(pilot)
        assert table.sent == [Move("leave")]
        assert screen.state.chooser.chosen_cards == held


async def test_going_out_is_told_and_is_one_key() -> None:
    table = khanhoo(*TO_OUT)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert "You can go out" in text
        assert "Enter  go out 3♠" in text
        await pilot.press("o")
        await settled(pilot)
        assert table.sent == [Move("out", parse_cards("3S"))]


async def test_a_line_is_written_and_said_without_moving_the_focus() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        focused = app.screen.focused
        await pilot.press("c", *"gg", "backspace", "space", "r")
        assert "Say: g r" in await settled(pilot)
        await pilot.press("escape")
        assert "Say:" not in await settled(pilot)
        await pilot.press("c")
        assert "Say: g r" in await settled(pilot)
        await pilot.press("enter")
        assert 'ann: "g r"' in await settled(pilot)
        assert table.said == ["g r"]
        assert app.screen.focused is focused
        assert not table.sent


async def test_what_others_say_is_never_markup() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.happen(Happened("said", 1, "bea", "[bold]{cards}[/] %s"))
        assert 'bea: "[bold]{cards}[/] %s' in await settled(pilot)


async def test_the_hint_says_a_move_and_why() -> None:
    app = TableApp(hearts(0, 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        text = await settled(pilot)
        assert "Hint: play" in text


async def test_escape_puts_cards_back_before_it_leaves() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("space", "escape")
        await settled(pilot)
        assert app.opened == []
        await pilot.press("escape")
        await settled(pilot)
        assert app.opened == [("leave",)]


async def test_the_score_comes_up_after_the_deal_and_goes_on() -> None:
    table = hearts(0, 13)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await until(pilot, lambda: isinstance(app.screen, ScoreScreen))
        text = await settled(pilot)
        assert "queen of spades" in text
        assert "§7." in text
        await pilot.press("enter")
        await settled(pilot)
        assert "deal 2" in await settled(pilot)


async def test_the_scores_of_a_match_that_is_over_offer_another_one() -> None:
    table = Tabletop(new_table("khanhoo", options={"target": 1}), 0).begin()
    table.drive(lambda played: played.over is not None)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("tab")
        text = await settled(pilot)
        assert "1  " in text
        assert "decided the match." in text or "share first place" in text
        await pilot.press("enter")
        assert "Press a to play again" in await settled(pilot)
        assert app.opened == []
        for key, label in (("a", "play again"), ("o", "another game")):
            assert f"{key} {label}" in text
            await pilot.press(key)
        assert app.opened == [("again",), ("leave",)]
        await pilot.press("comma")
        assert "LOOKING BACK" in await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_a_key_for_the_last_move_begins_no_other_match_when_the_scores_come_up_by_themselves() -> None:
    table = Tabletop(new_table("khanhoo", options={"target": 1}), 0).begin()
    table.drive(lambda played: played.over is not None)
    app = TableApp(table, guard=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        with patch("tui.table.scores.EARLY_S", inf):
            app.screen.action_scores(result=True)
            await settled(pilot)
            await pilot.press("enter", "a", "o")
            assert "Press a" not in await settled(pilot)
            assert app.opened == []
        with patch("tui.table.scores.EARLY_S", 0.0):
            await pilot.press("a")
            assert app.opened == [("again",)]


async def test_tab_before_the_end_of_a_deal_shows_what_there_is() -> None:
    app = TableApp(hearts(0, 5))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("tab")
        text = await settled(pilot)
        assert "Deal 1 so far" in text
        assert "in hand" in text
        await pilot.press("tab")
        assert isinstance(app.screen, TableScreen)


async def test_a_spectator_has_no_hand_and_no_moves() -> None:
    app = TableApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert "watching" in text
        assert "Waiting for bea." in text
        assert not app.screen.query_one(Hand).display
        await pilot.press("enter", "space", "1")
        assert await settled(pilot) == text


async def test_a_line_that_is_down_is_said_until_it_is_up() -> None:
    app = TableApp(hearts(0, 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.screen.post_message(SessionNews(LinkLost("the host does not answer.", 3.0)))
        assert "Disconnected. Trying again. the host does not answer." in await settled(pilot)
        app.screen.post_message(SessionNews(LinkUp(True)))
        assert "Disconnected. Trying again. the host does not answer." not in await settled(pilot)


async def test_time_is_shown_by_tens_of_seconds_and_when_it_is_near_by_each() -> None:
    table = hearts(0, 2)
    table.remaining_ms = 60_000
    app = TableApp(table)
    with clocks_stand_still():
        async with app.run_test(size=(80, 24)) as pilot:
            assert "1:00" in (await settled(pilot)).split("\n")[17]
            table.remaining_ms = 9_000
            table.go_on()
            assert "0:09" in (await settled(pilot)).split("\n")[17]


async def test_others_time_is_theirs() -> None:
    app = TableApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.screen.post_message(SessionNews(Waiting((1,), 5_000)))
        assert "0:0" in await settled(pilot)


async def test_an_absent_player_is_shown_as_away() -> None:
    table = Tabletop(new_table("hearts"), states={2: "away"}, kinds={1: "bot"}).begin()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert "cy AWAY" in text
        assert "bea bot" in text


async def test_a_window_may_become_too_small_and_large_again() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("space")
        before = await settled(pilot)
        await resize(pilot, 40, 12)
        assert "This window is 40 by 12" in await settled(pilot)
        await resize(pilot, 80, 24)
        await settled(pilot)
        assert await settled(pilot) == before


async def test_a_hint_asked_for_in_a_window_that_is_too_small_leaves_the_table_whole() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await resize(pilot, 40, 12)
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        await resize(pilot, 80, 24)
        await settled(pilot)
        text = await settled(pilot)
        assert "Hint: pass " in text
        assert "You · 13 cards" in text
        assert "cy" in text.splitlines()[1]


async def test_playing_neither_mounts_nor_removes_a_widget_nor_moves_the_focus() -> None:
    table = hearts(0)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        widgets, focused = list(app.screen.walk_children()), app.screen.focused
        for _ in range(40):
            await pilot.press("right")
        await pilot.press("space", "right", "space", "right", "space", "enter")
        await settled(pilot)
        for _ in range(4):
            await pilot.press("enter")
            await settled(pilot)
        assert list(app.screen.walk_children()) == widgets
        assert app.screen.focused is focused
        assert table.sent


@pytest.mark.slow
async def test_five_hundred_moves_leave_no_widget_or_timer_behind() -> None:
    table = Tabletop(new_table("hearts", options={"limit": 1000})).begin()
    app = TableApp(table)

    def alive() -> int:
        gc.collect()
        return sum(isinstance(thing, MessagePump) for thing in gc.get_objects())

    def played() -> int:
        return sum(isinstance(event, Moved) for event in table.view.events)

    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = alive()
        while played() < 500:
            if table.view.phase == BETWEEN:
                await table.next_deal()
            table.advance(4)
            await pilot.press("right")
        await settled(pilot)
        assert alive() == before


async def test_all_open_hands_are_shown_when_a_deal_ends() -> None:
    table = khanhoo(*TO_OUT, "0 out 3S")
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert "8♠" in text
        assert app.screen.query_one(TableBoard).panels[0].value.seat is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_table_of_every_size_fits(seats: int) -> None:
    deal = KHANHOO_DEAL if seats == 3 else ""
    app = TableApp(Tabletop(new_table("khanhoo", seats=seats, deal=deal)).begin())
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert text.count("total 0") == seats
        assert max(map(len, text.splitlines())) <= 80


async def test_a_stream_that_is_told_anew_leaves_my_choice_and_the_picture_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screen_module, "CATCH_UP_S", WITHIN_S)
    table = khanhoo(*TO_OUT)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("end", "space", "left", "space")
        before = await settled(pilot)
        told = list(table.view.events)
        table.view = View(table.view.game, 3, dict(table.view.options), 0)
        app.screen.post_message(SessionNews(BegunAnew()))
        for number, event in enumerate(told):
            table.view.absorb(number, event)
            app.screen.post_message(SessionNews(Told(number, event)))
            await settled(pilot)
        assert await settled(pilot) == before


async def test_any_sign_can_be_written_in_the_chat() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("c", "w", "h", "y", "question_mark", "tab", "slash", "1", "enter")
        await settled(pilot)
        assert table.said == ["why?/1"]
        assert isinstance(app.screen, TableScreen)


async def test_the_score_does_not_interrupt_what_is_being_written() -> None:
    table = hearts(0, 13)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("enter", "c", "g")
        await settled(pilot)
        screen.show_result()
        await pilot.press("g", "enter")
        await settled(pilot)
        assert table.said == ["gg"]


class _Later:
    """Holds the delays of one length back until the test lets them end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, delay_s: float) -> None:
        self.waiting: list[Callable[[], object]] = []

        def held(screen: TableScreen, after_s: float, act: Callable[[], object]) -> Any:
            if after_s != delay_s:
                return call_after(screen, after_s, act)
            self.waiting.append(act)
            return SimpleNamespace(cancel=lambda: self.waiting.remove(act) if act in self.waiting else None)

        monkeypatch.setattr(clocks, "call_after", held)

    def ring(self) -> None:
        waiting, self.waiting = self.waiting, []
        for callback in waiting:
            callback()


def _between(table: Table) -> bool:
    return table.phase == "between"


async def test_the_score_comes_up_once_though_two_deals_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    later, table = _Later(monkeypatch, RESULT_DELAY_S), hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.drive(_between)
        await settled(pilot)
        assert len(later.waiting) == 1
        await table.next_deal()
        await settled(pilot)
        assert not later.waiting
        table.drive(_between)
        await settled(pilot)
        assert len(later.waiting) == 1
        later.ring()
        assert "2 deals played" in await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not later.waiting


async def test_the_score_that_is_due_when_the_program_ends_is_no_fault() -> None:
    async with TableApp(hearts(0, 5)).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await screen.board.remove()
        screen.show_result()
        assert pilot.app.screen is screen


async def test_a_sheet_that_was_opened_and_closed_by_hand_does_not_come_up_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later, table = _Later(monkeypatch, RESULT_DELAY_S), hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.drive(_between)
        await settled(pilot)
        await pilot.press("tab")
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not later.waiting


async def test_tab_closes_a_sheet_that_came_up_by_itself_only_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    later, table, now = _Later(monkeypatch, RESULT_DELAY_S), hearts(0, 2), [100.0]
    monkeypatch.setattr("tui.table.scores.monotonic", lambda: now[0])
    app = TableApp(table, guard=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.drive(_between)
        await settled(pilot)
        later.ring()
        await until_shown(pilot, "1 deal played")
        now[0] += 1.9
        await pilot.press("tab")
        assert "1 deal played" in await settled(pilot), "it was pressed to open the sheet"
        now[0] += 0.1
        await pilot.press("tab")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_what_is_past_is_not_called_out(monkeypatch: pytest.MonkeyPatch) -> None:
    later, table = _Later(monkeypatch, RESULT_DELAY_S), hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.happen(Happened("timeout", 0, "ann"))
        assert "Your time ran out" in await settled(pilot)
        await pilot.press("right")
        app.session.app = None  # what happens next is told by the test
        table.drive(_between)
        told = list(table.view.events)
        for is_past in (True, False):
            for number, event in enumerate(told):
                app.screen.post_message(SessionNews(Told(number, event, is_past)))
            assert ("Your time ran out" in await settled(pilot)) is not is_past
            assert bool(later.waiting) is not is_past


async def test_a_hint_leaves_the_clock_in_sight() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        table.remaining_ms = 9_000
        table.go_on()
        await settled(pilot)
        await pilot.press("h")
        await app.workers.wait_for_complete()
        shown = await settled(pilot)
        assert "Hint: play" in shown
        assert re.search(r"Your turn: .*0:0\d", shown)


async def test_a_move_on_a_slow_line_is_said_to_be_sent_and_is_sent_once() -> None:
    class Slow(Tabletop):
        """A table that takes its time to answer."""

        answers: asyncio.Event

        async def submit(self, decision_id: int, move: Move) -> Outcome:
            self.asked.append(decision_id)
            await self.answers.wait()
            return await super().submit(decision_id, move)

        asked: list[int]

    table = Slow(new_table("hearts"), 0).begin()
    table.advance(2)
    assert isinstance(table, Slow)
    table.answers, table.asked = asyncio.Event(), []
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter", "enter")
        await until_shown(pilot, "Sent…")
        await pilot.press("enter")
        table.answers.set()
        await until(pilot, lambda: len(table.sent) == 1)
        assert "Sent…" not in await settled(pilot)
        assert len(table.asked) == 1


async def test_the_words_below_are_buttons() -> None:
    table = hearts(0, 2)
    app = TableApp(table)
    async with app.run_test(size=(120, 40)) as pilot:
        text = await settled(pilot)
        rows = text.split("\n")
        await pilot.click(offset=(rows[39].index("sort"), 39))
        assert "Sorted by rank." in await settled(pilot)
        line = next(place for place, row in enumerate(rows) if row.startswith("  Enter"))
        await pilot.click(offset=(rows[line].index("Enter"), line))
        await settled(pilot)
        assert len(table.sent) == 1


def _across_has_laid(table: Table) -> bool:
    return 0 in table.acting() and any(cards for zone, cards in table.zones.items() if zone.startswith("meld:2:"))


@pytest.mark.parametrize("size", SIZES)
async def test_the_melds_of_the_player_across_are_in_sight_at_every_size(size: tuple[int, int]) -> None:
    table = new_table("khanhoo", seats=4, seed="a")
    tabletop = Tabletop(table, others_play=False).begin().drive(_across_has_laid, "bump")
    (meld,) = (cards for zone, cards in table.zones.items() if zone.startswith("meld:2:") and cards)
    async with TableApp(tabletop).run_test(size=size) as pilot:
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert faces(meld, UNICODE) in shown(screen.board.panels[1]).replace(" │", " ").replace("  ", " ")
