"""Keys at a table: they point and choose, say when they do nothing, and punish no reflex."""

import re
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.api import (
    BETWEEN,
    Advice,
    Card,
    Choice,
    Decision,
    Move,
    Refusal,
    Shown,
    StaleMove,
    Table,
    find_game,
    parse_cards,
)
from net.wire.table_info import PauseInfo, TableInfo
from tui.config.settings import Settings
from tui.session.table_session import advise
from tui.table.choice.chooser import Chooser
from tui.table.choice.guard import EARLY_S
from tui.table.clocks import TableClocks
from tui.table.game_words import read_layout
from tui.table.glimpses import UNREAD_S
from tui.table.key_actions import Action, Open, Submit, press
from tui.table.state import TableState
from tui.widgets.global_keys import KEY_OF

from ...harness.screens import settled
from ...harness.tabletop import TableApp, Tabletop, new_table
from ..scenes_games import chinaso_contract, khamul_drawn, khamul_peek, ming_lead, solo_calls
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

    @property
    def says(self) -> str:
        """The first line about the hand."""
        return self.state.look().insight[0]

    def press(self, key: str) -> Action:
        """A key; then the table is drawn."""
        action = press(self.state, key, key if len(key) == 1 else None)
        self.look()
        return action


class PausedTable(Tabletop):
    """A table that may be paused. why: "" while it is not."""

    why = ""

    @property
    def info(self) -> TableInfo:
        """The lobby's view of the table."""
        info = super().info
        if not self.why:
            return info
        seat = 1 if self.why == "away" else None
        return msgspec.structs.replace(info, phase="paused", pause=PauseInfo(why=self.why, seat=seat))  # type: ignore[arg-type]


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


def test_enter_makes_the_claim_for_which_the_line_speaks_and_otherwise_does_what_silence_does() -> None:
    seat = Seat(khanhoo(*TO_CLAIM[:1], viewer=2), guards=False)
    assert "makes a court meld" in seat.says
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move == Move("bump", (Card("9H"), Card("9H")))
    seat = Seat(khanhoo("0 discard 4H", viewer=1), guards=False)
    assert seat.says.endswith(", but your melds score the same.")
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move == Move("leave")


def test_enter_makes_the_claim_that_completes_a_contract() -> None:
    table = Tabletop(new_table("chinaso", seats=4, seed="enter 0")).begin()
    while table.decision is not None and " you have " not in table.view.game.insight(table.view)[0]:
        table.advance(1)
    seat = Seat(table, guards=False)
    assert re.match(r"If you (buy|take) .*, you have two sets\.", seat.says)
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move == table.view.game.recommends(table.view)


@pytest.mark.parametrize(("discard", "wins"), [("C5", True), ("M3", False)])
def test_enter_takes_the_card_that_wins_and_buys_instead_of_another(discard: str, wins: bool) -> None:
    deal = f"dealer: 1\n0: C9 S1 M1 C4 C6 S4 S5 S6 M4 M5 M6 C7 S7 M7\n1: {discard}"
    table = Tabletop(new_table("kanhu_qing", seats=2, deal=deal), 0, others_play=False).begin()
    seat = Seat(table.script(f"1 discard {discard}"), guards=False)
    assert ("you can win." in seat.says) is wins
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move == Move("take" if wins else "buy")
    assert [offer.key for offer in seat.state.look().prompt.offers] == ["enter", "b" if wins else "t"]


def test_where_a_taken_discard_is_melded_at_once_the_prompt_says_so() -> None:
    def may_take(table: Table) -> bool:
        decision = table.decision(0)
        return table.phase == "claims" and decision is not None and decision.choice("take") is not None

    options = {"skin": "english", "expose_taken_discard": True}
    table = Tabletop(new_table("khanhoo", seats=3, seed="a", options=options), others_play=False).begin()
    seat = Seat(table.drive(may_take))
    assert re.search(r"Your turn: take \S+ and meld it, or leave it\.", seat.look())


def test_without_a_stock_enter_defends_the_card_that_comes_anyway() -> None:
    table = Tabletop(new_table("khanhoo", seats=4), 1, others_play=False).begin()
    discarder = table.table.left_of(table.table.dealer)
    viewer = table.table.left_of(discarder)
    table = Tabletop(new_table("khanhoo", seats=4), viewer, others_play=False).begin()
    table.script(f"{discarder} discard {table.table.zone('hand', discarder)[0]}")
    seat = Seat(table, guards=False)
    assert "Defend it against bumps?" in seat.look()
    first, second = seat.state.look().prompt.offers
    assert first.key == "enter"
    assert first.label.startswith("defend ")
    assert (second.key, second.label) == ("l", "let it be bumped")
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move == Move("take")


def test_khamul_is_called_by_its_key_twice() -> None:
    table = Tabletop(new_table("khamul", seats=3), 0, others_play=False).begin().drive(calling)
    seat = Seat(table, guards=False)
    assert seat.press("o") == "done"
    assert "a call costs you 20. Press o again to call Khamul." in seat.look()
    assert seat.press("left") == "done"
    assert seat.press("o") == "done", "another key came between"
    action = seat.press("o")
    assert isinstance(action, Submit)
    assert action.move == Move("khamul")


def test_a_call_that_the_table_refuses_is_asked_about_without_a_price() -> None:
    options = {"false_call": "reject"}
    table = Tabletop(new_table("khamul", seats=3, options=options), 0, others_play=False).begin().drive(calling)
    seat = Seat(table, guards=False)
    seat.press("o")
    assert "the program refuses the call, and everybody sees it. Press o again to call Khamul." in seat.look()
    assert "20" not in seat.look()


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
    assert f"you secretly play alone. Press {own} again to call." in seat.look()
    action = seat.press(str(own))
    assert isinstance(action, Submit)
    assert action.move.cards == (calls[own - 1],)
    seat.press("right")
    assert seat.press(str(own)) == "done"
    assert isinstance(seat.press(str(own)), Submit)


async def test_the_list_of_aces_and_its_question_are_whole_at_the_least_size() -> None:
    app = TableApp(solo_calls())
    async with app.run_test(size=(60, 20)) as pilot:
        text = await settled(pilot)
        for number in "1234":
            assert f" {number}  A" in text
        assert "play alone" in text
        assert "Call a card: the player who holds it is your partner." in text


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


def test_an_apostrophe_and_a_rank_point_at_a_card_again_at_the_next() -> None:
    seat = Seat(khanhoo(), guards=False)
    chooser = seat.state.chooser
    ranks = [place for place, (card, _) in enumerate(chooser.slots) if card[0] == "4"]
    assert len(ranks) > 1
    found = set()
    for _ in ranks:
        assert press(seat.state, "apostrophe", "'") == "done"
        assert "Which rank?" in seat.look()
        assert seat.press("4") == "done"
        found.add(chooser.cursor)
    assert found == set(ranks)
    press(seat.state, "apostrophe", "'")
    seat.press("e")
    assert "You hold no E." in seat.look()


def test_a_bracket_points_at_the_next_card_left_over() -> None:
    seat = Seat(khanhoo(), guards=False)
    chooser = seat.state.chooser
    held = [card for group in seat.state.view.game.hand_groups(seat.state.view) for card in group.cards]
    pointed = set()
    for _ in range(len(chooser.slots) - len(held)):
        press(seat.state, "right_square_bracket", "]")
        pointed.add(chooser.cursor)
    assert pointed == set(range(len(held), len(chooser.slots)))
    press(seat.state, "left_square_bracket", "[")
    assert chooser.cursor in pointed


def test_a_bracket_lifts_the_next_meld_that_can_be_led_and_enter_leads_it() -> None:
    seat = Seat(ming_lead(), guards=False)
    chooser = seat.state.chooser
    melds = [cards for cards in chooser.offers[0].choice.sets if len(cards) > 1]
    assert melds
    for cards in melds:
        press(seat.state, "right_square_bracket", "]")
        assert sorted(chooser.chosen_cards) == sorted(cards)
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move == Move("lead", melds[-1])


def test_an_unknown_key_says_so_and_a_move_that_cannot_be_made_is_refused_with_its_rule() -> None:
    table = khanhoo()
    seat = Seat(table, guards=False)
    assert seat.press("y") == "done"
    assert "No such key here. ? lists the keys." in seat.look()
    action = seat.press("b")
    assert isinstance(action, Submit)
    with pytest.raises(Refusal) as refused:
        table.table.play(0, action.decision.id, action.move)
    assert refused.value.paragraph == "3.3"


async def test_the_reason_is_on_the_screen() -> None:
    app = TableApp(khanhoo(*TO_CLAIM[:1], viewer=1))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("d")
        text = await settled(pilot)
        assert "(§" in text
        assert "discard" in text


def test_out_of_turn_a_move_of_the_game_is_not_possible() -> None:
    seat = Seat(khanhoo("0 discard KC"), guards=False)
    assert seat.press("o") == "done"
    assert "You cannot go out now." in seat.look()


def test_enter_on_a_card_of_a_meld_asks_once_and_its_letter_does_not() -> None:
    seat = Seat(khanhoo(), guards=False)
    seat.state.chooser.point(0)
    card = seat.state.chooser.pointed
    group = seat.state.view.game.hand_groups(seat.state.view)[0]
    assert card in group.cards
    assert seat.press("enter") == "done"
    assert f"is in your {group.name}. Press Enter again to discard." in seat.look()
    assert isinstance(seat.press("d"), Submit)
    assert seat.press("enter") == "done", "another key came between"
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move.cards == (card,)


def test_enter_does_at_once_what_the_hint_in_sight_says_although_it_breaks_a_meld() -> None:
    seat = Seat(khanhoo(), guards=False)
    seat.state.chooser.point(0)
    decision, card = seat.state.chooser.decision, seat.state.chooser.pointed
    assert decision is not None
    assert card in seat.state.view.game.hand_groups(seat.state.view)[0].cards
    seat.state.show_hint(decision, Advice(Move("discard", (card,)), "The rest is worth more."))
    action = seat.press("enter")
    assert isinstance(action, Submit)
    assert action.move.cards == (card,)


def _to_free_matching(table: Tabletop) -> None:
    """Everybody passes the window; the discard can still be matched while the next player thinks."""
    while table.table.phase == "matching":
        for decision in table.table.decisions():
            table.tell(table.table.play(decision.seat, decision.id, Move("pass")))
        if table.table.awaits_close:
            table.tell(table.table.close())


def test_a_choice_that_was_begun_for_another_card_is_closed_without_a_penalty() -> None:
    table = khamul_drawn()
    table.tell(table.table.play(0, table.table.step, Move("discard")))
    _to_free_matching(table)
    seat = Seat(table)
    assert table.offer is not None
    press(seat.state, "right", None)
    assert seat.state.chooser.picking is not None
    old, top = table.offer.id, table.view.zone("discard")[-1]
    (next_seat,) = table.table.acting()
    table.play(next_seat, "draw")
    seat.look()
    assert seat.state.chooser.picking is not None, "the same card lies there"
    table.play(next_seat, "discard")
    assert table.view.zone("discard")[-1] != top
    assert "Too late: " in seat.look()
    assert seat.state.chooser.picking is None
    with pytest.raises(StaleMove):
        table.table.play(0, old, Move("match", places=("slot:0:0",)))
    assert seat.press("1") == "done", "it comes too soon for the new card"
    seat.time_s += 2 * EARLY_S
    assert seat.press("1") == "done", "a match that may cost a card is asked about"
    assert isinstance(seat.press("1"), Submit)


def test_a_digit_does_nothing_where_no_number_is_shown() -> None:
    seat = Seat(hearts(0, 2), guards=False)
    before = seat.state.chooser.cursor
    assert seat.press("5") == "done"
    assert seat.state.chooser.cursor == before
    assert "No such key here." in seat.look()
    assert Card("QS") not in seat.state.chooser.chosen_cards


def test_after_the_match_the_table_says_where_the_key_is_that_plays_again() -> None:
    seat = Seat(hearts(0, 2).drive(lambda played: played.over is not None), guards=False)
    assert seat.press("a") == "done"
    assert "The match is over. To play again, press Enter and then press a." in seat.look()
    assert seat.press("enter") == Open("scores")


def _esc(seat: Seat) -> str:
    """What the key bar says of Esc."""
    (label,) = [hint.label for hint in seat.state.look().keys if hint.key == "escape"]
    return label


def test_the_key_bar_says_what_esc_does_at_each_moment() -> None:
    seat = Seat(khanhoo(), guards=False)
    assert _esc(seat) == "leave"
    seat.press("space")
    assert _esc(seat) == "deselect"
    seat.state.say("No such key here.")
    seat.state.turn_sheet()
    decision = seat.state.chooser.decision
    assert decision is not None
    seat.state.show_hint(decision, Advice(decision.default, "It is the only one."))
    for label in ("hide hint", "deselect", "close"):
        assert _esc(seat) == label
        assert seat.press("escape") == "done"
    seat.state.say("No such key here.")
    assert _esc(seat) == "clear"
    assert seat.press("escape") == "done"
    assert _esc(seat) == "leave"
    assert seat.press("escape") == "leave"


def test_a_choice_in_the_making_offers_to_go_back_only_while_esc_does_that() -> None:
    seat = Seat(Tabletop(new_table("khamul", seats=4)).begin(), guards=False)

    def offered() -> list[str]:
        return [offer.label for offer in seat.state.look().prompt.offers if offer.key == "escape"]

    seat.press("1")
    assert (offered(), _esc(seat)) == (["back"], "back")
    seat.press("escape")
    decision = seat.state.chooser.decision
    assert decision is not None
    seat.state.show_hint(decision, advise(seat.state.view.game, seat.state.view, (), decision))
    assert seat.state.chooser.picking is not None
    assert (offered(), _esc(seat)) == ([], "hide hint")


def test_the_key_bar_says_that_esc_goes_back_to_the_present_and_back_from_a_choice_in_the_making() -> None:
    seat = Seat(chinaso_contract(), guards=False)
    seat.press("enter")
    assert _esc(seat) == "back"
    seat.press("escape")
    seat = Seat(hearts(0, 5), guards=False)
    press(seat.state, "comma", ",")
    assert seat.state.review.is_on
    assert _esc(seat) == "live"
    assert seat.press("escape") == "done"
    assert _esc(seat) == "leave"


def test_the_key_bar_says_that_esc_hides_a_card_that_is_shown_for_a_moment() -> None:
    table = khamul_peek()
    seat = Seat(table)
    assert seat.state.glimpses.tell(Shown("slot:0:0", 0, parse_cards("2H")), table.view)
    assert _esc(seat) == "hide card"
    seat.press("escape")
    assert _esc(seat) == "leave"


@pytest.mark.parametrize("why", ["vote", "fault", "away"])
def test_while_the_table_takes_no_move_none_is_offered(why: str) -> None:
    table = PausedTable(new_table("hearts"), 0)
    table.begin()
    table.advance(2)
    seat = Seat(table, guards=False)
    table.why = why
    seat.look()
    shown = seat.state.shown
    assert shown is not None
    keys = {hint.key for hint in shown.keys}
    if why == "away":  # the table waits for a player, and the others may still move
        assert shown.prompt.offers
        assert KEY_OF["hint"] in keys
        return
    assert not shown.prompt.offers
    assert "The table is paused" in shown.prompt.says
    assert not keys & {KEY_OF["hint"], "space", KEY_OF["play on"], "enter"}
    assert seat.press("enter") == "done"
    assert "The table is paused." in seat.look()
    table.why = ""
    assert "▸" in seat.look()


def test_in_a_pause_between_two_deals_the_next_deal_is_not_offered() -> None:
    table = PausedTable(new_table("hearts"), 0)
    table.begin()
    table.drive(lambda played: played.phase == BETWEEN)
    seat = Seat(table, guards=False)
    assert seat.press("enter") == "next deal"
    table.why = "vote"
    seat.look()
    shown = seat.state.shown
    assert shown is not None
    assert not shown.prompt.offers
    assert "enter" not in {hint.key for hint in shown.keys}
    assert seat.press("enter") == "done"
