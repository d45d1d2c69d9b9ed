"""Answers without a choice are given by the program."""

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.api import Move, Table, parse_cards, redact
from net.news import Outcome
from tests.conformance.cases import Case, Playing, presets
from tui.table.choice.forced import forced_after_s, forced_move
from tui.table.game_words import read_layout
from tui.table.screen import TableScreen
from tui.table.widgets.prompt import Prompt, PromptLook

from ...harness.screens import settled, until, until_shown
from ...harness.tabletop import TableApp, Tabletop, new_table
from ..scenes_games import table_of

BOTS = {1: "bot", 2: "bot", 3: "bot"}


@pytest.mark.parametrize("case", presets(), ids=str)
def test_a_forced_answer_is_the_only_one_and_every_bare_word_alone_is_forced(case: Case) -> None:
    playing = Playing.begin(case, "forced")
    layout = read_layout(case.game)
    for _ in playing.acts(400):
        for decision in playing.table.decisions() if playing.table.over is None else ():
            view = playing.views[decision.seat]
            assert forced_move(decision, view, layout) is None, "each kind of answer has its setting"
            move = forced_move(decision, view, layout, forced=True)
            only = list(islice(decision.moves(view.deck), 2))
            if move is not None:
                assert only == [move]
                assert not move.cards or list(move.cards) == list(view.hand)
            elif len(decision.choices) == 1:
                assert only != [Move(decision.choices[0].verb)]
            skipped = forced_move(decision, view, layout, skips=True)
            assert skipped is None or any(choice.admits(skipped) for choice in decision.choices)


def _can_only_pass(table: Table) -> bool:
    decision = table.decision(0)
    return decision is not None and [choice.verb for choice in decision.choices] == ["pass"]


def _can_bump(table: Table) -> bool:
    decision = table.decision(0)
    return decision is not None and {"bump", "pass"} <= {choice.verb for choice in decision.choices}


def _has_a_turn(table: Table) -> bool:
    decision = table.decision(0)
    return decision is not None and decision.choice("pass") is None


def _has_one_card(table: Table) -> bool:
    return table.decision(0) is not None and len(table.zone("hand", 0)) == 1


def _can_buy(table: Table) -> bool:
    decision = table.decision(0)
    return decision is not None and decision.choice("buy") is not None


async def _answered(table: Tabletop, pilot: Pilot[Any], answers: int = 1) -> None:
    await until(pilot, lambda: len(table.sent) >= answers)


async def test_alone_a_question_with_one_answer_is_never_asked() -> None:
    table = table_of("khanhoo", 4, _can_only_pass, seed="forced")
    table.kinds = BOTS
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await _answered(table, pilot)
        assert table.sent == [Move("pass")]


@pytest.mark.parametrize(("game", "is_due"), [("khanhoo", _can_only_pass), ("hearts", _has_one_card)])
async def test_alone_a_question_that_the_program_answers_is_never_drawn(
    monkeypatch: pytest.MonkeyPatch, game: str, is_due: Callable[[Table], bool]
) -> None:
    table = table_of(game, 4, is_due, seed="forced")
    table.kinds = BOTS
    drawn: list[PromptLook] = []
    show = Prompt.show

    def note(prompt: Prompt, look: PromptLook) -> None:
        if not table.sent:
            drawn.append(look)
        show(prompt, look)

    monkeypatch.setattr(Prompt, "show", note)
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await _answered(table, pilot)
        assert drawn
        assert not [look for look in drawn if look.mine or look.offers]


async def test_alone_a_question_whose_only_answer_did_not_arrive_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("khanhoo", 4, _can_only_pass, seed="forced")
    table.kinds = BOTS

    async def fail(_decision_id: int, _move: Move) -> Outcome:
        return Outcome(False, "Try again.")

    monkeypatch.setattr(table, "submit", fail)
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Try again." in await until_shown(pilot, "Enter  pass")


async def test_the_last_card_plays_itself() -> None:
    table = table_of("hearts", 4, _has_one_card, seed="forced")
    table.kinds = BOTS
    card = tuple(table.view.hand)
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await _answered(table, pilot)
        assert table.sent == [Move("play", card)]


async def test_who_wants_to_press_every_key_may() -> None:
    table = table_of("khanhoo", 4, _can_only_pass, seed="forced")
    table.kinds = BOTS
    app = TableApp(table, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert table.sent == []
        await pilot.press("enter")
        await settled(pilot)
        assert table.sent == [Move("pass")]


async def test_with_people_at_the_table_a_forced_answer_takes_a_time_that_tells_nothing() -> None:
    table = table_of("khanhoo", 4, _can_only_pass, seed="forced")
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await _answered(table, pilot)
        assert table.sent == [Move("pass")]


def test_the_time_of_a_forced_answer_is_drawn_for_each() -> None:
    times = [forced_after_s(alone=False) for _ in range(200)]
    assert min(times) >= 0.6
    assert max(times) <= 2.0
    assert len(set(times)) > 150
    assert forced_after_s(alone=True) < 0.1


async def test_not_until_my_turn_passes_every_claim_and_ends_at_my_turn() -> None:
    table = table_of("khanhoo", 4, _can_bump, seed="forced")
    table.kinds = BOTS
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert table.sent == []
        await pilot.press("n")
        await _answered(table, pilot)
        assert table.sent == [Move("pass")]
        table.drive(_has_a_turn)
        table.go_on()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not app.screen.state.skips


async def test_after_three_passes_the_key_bar_has_the_key_that_passes_all_claims_and_what_ends_that() -> None:
    table = table_of("chinaso", 4, _can_buy, seed="forced")
    table.kinds = BOTS
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        for passed in range(3):
            assert "n pass claims" not in await settled(pilot), f"after {passed} passes"
            await pilot.press("p")
            await _answered(table, pilot, passed + 1)
            table.drive(_can_buy)
            table.go_on()
        assert "n pass claims" in await settled(pilot)
        await pilot.press("n")
        await _answered(table, pilot, 4)
        assert "n ask me again" in await settled(pilot)


async def test_space_hurries_bots_only_while_they_are_waited_for() -> None:
    table = table_of("hearts", 4, lambda table: table.acting() == (1,), seed="forced")
    table.kinds = BOTS
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("space")
        await settled(pilot)
        assert table.hurried == 1
        table.kinds = {1: "bot", 2: "bot"}
        await pilot.press("space")
        await settled(pilot)
        assert table.hurried == 1


async def test_plus_and_minus_set_the_speed_of_the_bots_at_the_table() -> None:
    table = table_of("hearts", 4, _has_one_card, seed="forced")
    app = TableApp(table, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("minus")
        await settled(pilot)
        slower = table.set.pop("table.pace")
        assert isinstance(slower, int)
        assert slower > table.info.pace_ms
        await pilot.press("plus")
        assert "cannot be faster" in await settled(pilot)
        assert table.set == {}


def _is_settled(table: Table) -> bool:
    view = Tabletop(table).view
    for number, event in enumerate(table.journal.events() if table.journal is not None else ()):
        view.absorb(number, redact(event, 0, table.game.plan))
    return table.decision(0) is not None and len(view.hand) > 1 and table.game.is_settled(view)


async def test_x_plays_the_deal_out_where_nothing_is_left_to_decide() -> None:
    table = table_of("hearts", 4, _is_settled, seed="forced", first_trick_points=True)
    table.kinds = BOTS
    table.others_play = True
    cards = len(table.view.hand)
    app = TableApp(table, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert table.sent == []
        await pilot.press("x")
        await until(pilot, lambda: len(table.sent) >= cards)
        assert {move.verb for move in table.sent} == {"play"}


def test_a_card_that_was_passed_to_another_player_can_still_beat_mine() -> None:
    top = Tabletop(new_table("hearts"), 0, others_play=False).begin()
    top.drive(lambda table: table.phase == "tricks" and table.acting() == (0,) and not table.zones["trick"])
    view = top.view
    for card, is_settled in (("AD", False), ("JD", True)):
        view.zones["hand:0"], view.zones["hand:1"] = list(parse_cards("KD")), list(parse_cards(card))
        out = set(view.deck.cards) - set(parse_cards("KD")) - set(parse_cards(card))
        view.zones["taken:0"] = sorted(out - {"QS"})
        assert view.game.is_settled(view) is is_settled


async def test_x_stops_where_there_is_something_to_decide() -> None:
    table = table_of("khanhoo", 4, _has_a_turn, seed="forced")
    table.kinds = BOTS
    app = TableApp(table, forced=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("x")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.state.message.text == "You have a choice here: decide yourself."
        assert not app.screen.state.plays_on
        assert table.sent == []


def _must_follow_with_one(table: Table) -> bool:
    decision = table.decision(0)
    return decision is not None and len(list(islice(decision.moves(table.deck), 2))) == 1 < len(table.zone("hand", 0))


@pytest.mark.parametrize("alone", [True, False])
async def test_only_legal_card(alone: bool) -> None:
    """It is played by itself with its setting, and never where other people could tell from the time what I hold."""
    table = table_of("hearts", 4, _must_follow_with_one, seed="forced")
    table.kinds = BOTS if alone else {}
    app = TableApp(table, forced=False, only_card=True)
    async with app.run_test(size=(80, 24)) as pilot:
        if alone:
            await _answered(table, pilot)
            assert table.sent[0].verb == "play"
        else:
            await settled(pilot)
            assert isinstance(app.screen, TableScreen)
            assert app.screen.state.forced_move() is None


@pytest.mark.parametrize(("game", "declines"), [("khanhoo", "pass"), ("chinaso", "pass")])
def test_claims_of_no_use(game: str, declines: str) -> None:
    """With its setting, the program passes just those claims of which the line says that they are of no use."""
    playing = Playing.begin(next(case for case in presets() if case.game.meta.id == game and case.seats > 3), "useless")
    layout, passed, asked = read_layout(playing.table.game), 0, 0
    for _ in playing.acts(600):
        for decision in playing.table.decisions() if playing.table.over is None else ():
            view = playing.views[decision.seat]
            if len(decision.choices) == 1 or decision.choice(declines) is None:
                continue
            move = forced_move(decision, view, layout, only_useful=True)
            wanted = view.game.recommends(view)
            assert move == (wanted if wanted is not None and wanted.verb == declines else None)
            passed, asked = passed + (move is not None), asked + (move is None)
    assert passed
    assert asked
