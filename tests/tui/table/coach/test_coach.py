"""A new player reads a card first, is told what can be done for the first time, and gets hints without asking."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from engine.api import Advice, Card, Move, Scored, Table, View
from net.news import Told
from net.storage import paths
from tui.config.settings import read_settings, settings_path
from tui.session.first_deals import FirstDeals
from tui.table import answers as answers_module
from tui.table.answers import Answers
from tui.table.clocks import TableClocks
from tui.table.coach import coach as coach_module
from tui.table.coach.coach import DEALS, QUIET_S, Coach
from tui.table.key_actions import Submit, press
from tui.table.screen import TableScreen
from tui.table.state import TableState
from tui.table.widgets.prompt import Prompt
from tui.widgets.global_keys import KEY_OF

from ....harness.screens import until_shown
from ....harness.tabletop import TableApp, Tabletop
from ...scene import screen_text
from ...scenes_games import table_of
from ...scenes_table import TO_OUT, hearts, khanhoo

HINT, COACH = KEY_OF["hint"], KEY_OF["coach"]


def _can_only_pass(table: Table) -> bool:
    decision = table.decision(0)
    return decision is not None and [choice.verb for choice in decision.choices] == ["pass"]


def alone(table: Tabletop) -> Tabletop:
    """The table with bots on all other seats, and without spectators."""
    table.kinds, table.watchers = dict.fromkeys(range(table.table.seats), "bot"), ()
    return table


class Newcomer:
    """A player at a table, whose clock this test turns. in_company: with other people."""

    def __init__(self, table: Tabletop, *, mode: str = "on", in_company: bool = False) -> None:
        self.time_s = 100.0
        self.deals = FirstDeals()
        timer: Any = SimpleNamespace(stop=lambda: None)
        screen: Any = SimpleNamespace(set_timer=lambda *_: timer, set_interval=lambda *_: timer)

        def now() -> float:
            return self.time_s

        self.screen = screen
        coach = Coach(table.view, self.deals, mode, now)
        clocks = TableClocks(screen, lambda: None)
        self.state = TableState(
            (table if in_company else alone(table)).as_session, clocks, now=now, guards=True, coach=coach
        )
        self.look()

    @property
    def hint_in_s(self) -> float | None:
        """When a hint comes by itself."""
        return Answers(self.screen, self.state, lambda: None).hint_in_s

    def look(self) -> Any:
        """What is drawn now."""
        self.state.catch_up()
        return self.state.look()

    def press(self, key: str) -> object:
        """A key, a long time after everything before it."""
        action = press(self.state, key, key if len(key) == 1 else None)
        self.look()
        return action

    @property
    def says(self) -> str:
        """What the coach says."""
        hint = self.look().hint
        return str(hint)


def reader(table: Callable[[], Tabletop], **about: Any) -> Newcomer:
    """A new player who has read the card of the game, a while ago."""
    player = Newcomer(table(), **about)
    player.press("enter")
    player.time_s += 1
    return player


def test_the_card_covers_the_first_table_of_a_game_until_enter() -> None:
    player = Newcomer(hearts(0, 2))
    look = player.look()
    assert look.tableau.title == "Hearts in six lines"
    assert [offer.label for offer in look.prompt.offers] == ["start"]
    assert player.press("d") == "done", "no key makes a move below the card"
    assert player.look().prompt.message == "Press Enter to start."
    assert player.press("enter") == "done"
    assert player.look().tableau is None
    assert Newcomer(hearts(0, 2)).look().tableau is None, "once is enough"
    assert Newcomer(khanhoo()).look().tableau is not None, "another game is new"


def test_a_second_enter_after_the_card_does_not_play_a_card() -> None:
    player = Newcomer(hearts(0, 2))
    player.time_s += 60
    player.press("enter")
    assert player.press("enter") == "done"
    player.time_s += 1
    assert isinstance(player.press("enter"), Submit)


def test_no_forced_answer_is_given_while_the_card_is_read() -> None:
    player = Newcomer(table_of("khanhoo", 4, _can_only_pass, seed="forced"))
    player.state.forces = True
    assert player.state.forced_move() is None
    player.press("enter")
    assert player.state.forced_move() is not None, "only now it is given"


def test_each_new_move_is_told_once_and_over_all_tables() -> None:
    player = reader(lambda: hearts(0))
    assert player.says.startswith("Tip: pass dangerous cards")
    assert COACH in player.says
    again = Newcomer(hearts(0))
    assert again.says == ""
    assert Newcomer(hearts(0, 2)).says.startswith("Tip: follow suit")


def test_a_claim_is_told_only_where_the_line_about_the_hand_speaks_for_it() -> None:
    bumps = Newcomer(khanhoo("0 discard KC", viewer=2))
    bumps.press("enter")
    assert bumps.says.startswith("Tip: claim this card with a bump")
    leaves = Newcomer(khanhoo("0 discard 4H", viewer=1))
    leaves.press("enter")
    assert not leaves.says


def test_the_coach_is_silent_beside_a_hint_of_another_move() -> None:
    player = Newcomer(khanhoo("0 discard KC", viewer=2))
    player.press("enter")
    decision = player.state.chooser.decision
    assert decision is not None
    for move, is_said in ((Move("pass"), False), (Move("bump", (Card("9H"), Card("9H"))), True)):
        player.state.show_hint(decision, Advice(move, "Because."))
        assert player.says.startswith("Tip: ") is is_said


def test_going_out_is_told_before_all_else() -> None:
    assert reader(lambda: khanhoo(*TO_OUT)).says.startswith("Tip: only one card is in no meld.")


def test_the_coach_is_silent_after_three_deals_and_the_card_is_gone() -> None:
    for number in range(DEALS):
        player = reader(lambda: hearts(0)) if not number else Newcomer(hearts(0, 2))
        assert player.state.coach.is_on
        player.state.hear(Told(1, Scored(1, "points", (0, 0, 0, 26), (0, 0, 0, 26)), is_past=False))
    late = Newcomer(hearts(0, 2))
    assert not late.state.coach.is_on
    assert late.look().tableau is None
    assert late.hint_in_s is None
    assert reader(khanhoo).state.coach.is_on, "another game is new"


def test_a_hint_is_due_after_five_seconds_without_a_key_and_once_for_each_question() -> None:
    player = reader(lambda: hearts(0, 2))
    player.press("right")
    assert player.hint_in_s == QUIET_S
    player.time_s += QUIET_S - 1
    assert player.hint_in_s == 1
    player.press("right")
    assert player.hint_in_s == QUIET_S
    player.time_s += 2 * QUIET_S
    assert player.hint_in_s == 0
    decision = player.state.chooser.decision
    assert decision is not None
    player.state.coach.hinted(decision)
    assert player.hint_in_s is None


def test_no_hint_comes_by_itself_into_a_choice_or_below_the_card() -> None:
    player = Newcomer(hearts(0))
    assert player.hint_in_s is None
    player.press("enter")
    assert player.hint_in_s is not None
    player.press("space")
    assert player.hint_in_s is None, "a card is selected"
    player.press("space")
    assert player.hint_in_s is not None


@pytest.mark.parametrize("by_itself", [True, False])
@pytest.mark.parametrize("key", ["enter", HINT])
async def test_a_hint_that_appears_marks_its_card_and_takes_no_key_meant_for_what_was_there(
    key: str, by_itself: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = reader(lambda: hearts(0, 2))
    state, decision = player.state, player.state.chooser.decision
    assert decision is not None
    move = next(move for move in decision.moves(state.view.deck) if move.cards[0] != state.chooser.pointed)
    monkeypatch.setattr(answers_module, "advise", lambda *_, **__: Advice(move, "So."))
    await Answers(player.screen, state, lambda: None).think(decision, by_itself=by_itself)
    assert "Hint: play" in player.says
    assert state.chooser.pointed == move.cards[0]
    assert player.press(key) == "done", "it was pressed for what was there before"
    player.time_s += 1
    action = player.press(key)
    assert isinstance(action, Submit)
    assert action.move == move


async def test_a_hint_that_came_by_itself_leaves_a_choice_that_was_begun_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = reader(lambda: hearts(0))
    state, decision = player.state, player.state.chooser.decision
    assert decision is not None
    player.press("space")
    mine = state.chooser.chosen_cards
    move = next(move for move in decision.moves(state.view.deck) if not set(mine) & set(move.cards))
    monkeypatch.setattr(answers_module, "advise", lambda *_, **__: Advice(move, "So."))
    await Answers(player.screen, state, lambda: None).think(decision, by_itself=True)
    assert "Hint" not in player.says
    assert state.chooser.chosen_cards == mine


@pytest.mark.parametrize("mode", ["card", "off"])
def test_the_setting_silences_the_coach_and_can_leave_the_card(mode: str) -> None:
    player = Newcomer(hearts(0), mode=mode)
    assert (player.look().tableau is not None) == (mode == "card")
    player.press("enter")
    assert player.says == ""
    assert player.hint_in_s is None


async def test_at_the_table_the_card_closes_and_the_hint_comes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_module, "QUIET_S", 0.0)
    app = TableApp(alone(hearts(0, 2)), coach="on")
    async with app.run_test(size=(60, 20)) as pilot:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await until_shown(pilot, "Points  each heart 1, Q♠ 13")
        assert "Enter  start" in screen_text(app)
        await pilot.press("enter")
        await until_shown(pilot, "Hint:")
        assert "Tip: follow suit" in screen_text(app)
        assert "Points" not in screen_text(app)
        assert screen.state.hint is not None
        assert screen.state.hint.move is not None
        assert (screen.state.chooser.pointed,) == screen.state.hint.move.cards
        await pilot.press(COACH)
        await until_shown(pilot, "No more tips")
        assert read_settings(settings_path())[0].coach == "card"
        assert "New:" not in screen_text(app)


async def test_a_click_on_the_word_closes_the_card() -> None:
    app = TableApp(alone(hearts(0, 2)), coach="card")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "Hearts in six lines")
        assert "Enter: start" not in screen_text(app), "no word in the box looks like one to click"
        await pilot.click(Prompt, offset=(4, 1))
        await until_shown(pilot, "Your turn: play a card")
        assert "six lines" not in screen_text(app)


async def test_among_others_the_card_takes_no_time_from_the_game() -> None:
    app = TableApp(hearts(0, 2), coach="on")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "Your turn: play a card")
        assert "in six lines" not in screen_text(app)


def test_among_others_the_card_is_shown_while_a_player_is_asked_nothing_until_it_is_read() -> None:
    table = khanhoo(viewer=2)
    player = Newcomer(table, in_company=True)
    assert player.look().tableau.title == "Khanhoo in six lines"
    assert [offer.label for offer in player.look().prompt.offers] == ["close the rules"]
    table.script("0 discard KC")
    assert player.look().tableau is None, "a question closes it"
    assert player.look().prompt.offers[-1].label == "pass"
    table.script("2 pass", "1 leave", "close")
    assert player.look().tableau is not None
    player.press("enter")
    assert player.look().tableau is not None, "this Enter was meant for the question before"
    player.time_s += 1
    player.press("right")
    assert player.look().tableau is not None, "the hand can be used meanwhile"
    player.press("enter")
    assert player.look().tableau is None
    assert Newcomer(khanhoo(viewer=2), in_company=True).look().tableau is None, "once is enough"


def test_a_player_who_came_in_the_middle_of_a_deal_gets_the_card_also_after_this_deal() -> None:
    player = Newcomer(khanhoo(viewer=2), in_company=True)
    player.state.hear(Told(1, Scored(1, "points", (0, 0, 0), (0, 0, 0)), is_past=False))
    assert player.look().tableau is not None
    player.press("escape")
    assert player.look().tableau is None


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_among_others_the_screen_says_how_the_card_closes(size: tuple[int, int]) -> None:
    app = TableApp(khanhoo(viewer=2), coach="on")
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, "Khanhoo in six lines")
        assert "Enter  close the rules" in screen_text(app)
        assert "Esc close" in screen_text(app)
        await pilot.press("escape")
        await until_shown(pilot, "Esc leave")
        assert "in six lines" not in screen_text(app)


async def test_a_spectator_is_told_nothing() -> None:
    app = TableApp(hearts(None), coach="on")
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "look back")
        assert "in six lines" not in screen_text(app)
        assert not (paths.state_dir() / "first_deals.json").exists()


def test_a_preset_with_rules_of_its_own_has_its_own_card() -> None:
    reader(lambda: hearts(0))
    usual = hearts(0).view
    other = View(usual.game, usual.seats, {**usual.options, "omnibus": True, "moon": "choice"}, 0)
    assert Coach(other, FirstDeals(), "on").shows_card
    assert not Coach(usual, FirstDeals(), "on").shows_card
