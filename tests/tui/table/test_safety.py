"""Reflexes are not punished: early keys do not answer, Enter keeps to what is recommended, costly moves ask twice."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.api import Choice, Decision, Move, Shown, Table, find_game, parse_cards
from tui.config.settings import Settings
from tui.table.choice.chooser import Chooser
from tui.table.choice.guard import EARLY_S
from tui.table.clocks import TableClocks
from tui.table.game_words import read_layout
from tui.table.glimpses import UNREAD_S
from tui.table.key_actions import Action, Submit, press
from tui.table.state import TableState

from ...harness.screens import settle
from ...harness.tabletop import TableApp, Tabletop, new_table
from ..scenes_games import chinaso_contract, khamul_peek, solo_calls
from ..scenes_table import TO_CLAIM, TO_OUT, hearts, khanhoo


class Seat:
    """A player's keys at a table, and a clock that stands until it is moved."""

    def __init__(self, table: Tabletop, *, guards: bool = True) -> None:
        timer: Any = SimpleNamespace(stop=lambda: None)
        screen: Any = SimpleNamespace(set_timer=lambda *_: timer, set_interval=lambda *_: timer)
        self.time_s = 100.0
        clocks = TableClocks(screen, lambda: None)
        self.state = TableState(table.as_session, clocks, now=lambda: self.time_s, guards=guards)
        self.look()

    def look(self) -> str:
        """The prompt as it would be drawn."""
        self.state.catch_up()
        prompt = self.state.look().prompt
        return f"{prompt.says} {prompt.message}"

    def press(self, key: str) -> Action:
        """A key; then the table is drawn."""
        action = press(self.state, key, key if len(key) == 1 else None)
        self.look()
        return action


def calling(table: Table) -> bool:
    """Whether seat 0 may call Khamul."""
    decision = table.decision(0)
    return decision is not None and not decision.free and decision.choice("khamul") is not None


@pytest.mark.parametrize("key", ["enter", "d"])
def test_a_key_that_comes_too_soon_after_a_question_does_not_answer_it(key: str) -> None:
    seat = Seat(khanhoo())
    assert seat.press(key) == "done"
    seat.time_s += EARLY_S - 0.01
    assert seat.press("right") == "done"
    assert seat.press(key) == "done"
    seat.time_s += 0.02
    action = seat.press(key)
    assert isinstance(action, Submit)
    assert action.move.verb == "discard"


def test_a_second_enter_does_not_lead_the_next_card() -> None:
    table = hearts(0, 2)
    seat = Seat(table)
    seat.time_s += 1
    assert isinstance(seat.press("enter"), Submit)
    table.advance(1)
    seat.look()
    assert seat.press("enter") == "done"
    seat.time_s += 2 * EARLY_S
    assert isinstance(seat.press("enter"), Submit)


def test_the_settings_can_turn_that_off() -> None:
    assert Settings().guard
    assert isinstance(Seat(hearts(0, 2), guards=False).press("enter"), Submit)


def test_enter_does_not_hide_a_card_before_it_can_be_read() -> None:
    table = khamul_peek()
    seat = Seat(table)
    assert seat.state.glimpses.tell(Shown("slot:0:0", 0, parse_cards("2H")), table.view)
    assert seat.state.glimpses.seen
    seat.press("enter")
    assert seat.state.glimpses.seen
    seat.time_s += 2 * UNREAD_S
    seat.press("enter")
    assert not seat.state.glimpses.seen


def test_enter_lays_down_a_contract_that_is_complete_and_throws_nothing_of_it_away() -> None:
    seat = Seat(chinaso_contract(), guards=False)
    assert seat.press("enter") == "done"
    assert seat.state.chooser.composing is not None
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move.verb == "lay_down"


def test_enter_goes_out_and_asks_before_it_discards_something_else() -> None:
    seat = Seat(khanhoo(*TO_OUT), guards=False)
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move.verb == "out"
    seat.state.chooser.point(0)
    assert seat.press("enter") == "done"
    assert "You can go out: press o. Press Enter again to discard." in seat.look()
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move.verb == "discard"


def test_enter_does_in_a_window_what_silence_does() -> None:
    table = khanhoo(*TO_CLAIM[:1], viewer=2)
    action = Seat(table, guards=False).press("enter")
    assert isinstance(action, Submit)
    assert action.move == Move("pass")


def test_khamul_is_called_by_its_key_twice() -> None:
    table = Tabletop(new_table("khamul", seats=3), 0, others_play=False).begin().drive(calling)
    seat = Seat(table, guards=False)
    assert seat.press("o") == "done"
    assert "a call costs 20. Press o again to call Khamul." in seat.look()
    assert seat.press("left") == "done"
    assert seat.press("o") == "done", "another key came between"
    action = seat.press("o")
    assert isinstance(action, Submit)
    assert action.move == Move("khamul")


def test_no_ace_is_called_before_one_is_chosen_and_an_own_one_is_asked_about() -> None:
    seat = Seat(solo_calls(), guards=False)
    assert seat.press("enter") == "done"
    listing = seat.state.chooser.listing
    assert listing is not None
    assert seat.state.chooser.picking is None
    calls = [cards[0] for cards, _ in listing.offer.choice.listed]
    own = next(number for number, card in enumerate(calls, start=1) if card in seat.state.view.hand)
    assert isinstance(seat.press("1"), Submit)
    assert seat.press(str(own)) == "done"
    assert f"you play alone in secret. Press {own} again to call." in seat.look()
    action = seat.press(str(own))
    assert isinstance(action, Submit)
    assert action.move.cards == (calls[own - 1],)
    seat.press("right")
    assert seat.press(str(own)) == "done"
    assert isinstance(seat.press(str(own)), Submit)


async def test_the_list_of_aces_is_whole_at_the_least_size() -> None:
    app = TableApp(solo_calls())
    async with app.run_test(size=(60, 20)) as pilot:
        text = await settle(pilot)
        for number in "1234":
            assert f" {number}  A" in text
        assert "you play alone" in text


def test_a_challenge_asks_twice() -> None:
    layout = read_layout(find_game("khanhoo"))
    assert layout.verb("challenge").confirm
    chooser = Chooser(layout)
    chooser.hold(parse_cards("2H"))
    challenge = Choice("challenge", places=(("seat:1",), ("seat:2",)))
    chooser.ask(Decision(1, 0, "challenges", (challenge, Choice("accept")), Move("accept"), window=True))
    main = chooser.main_offer()
    assert main is not None
    assert main.choice.verb == "accept"
