"""A table's state without an app: what keys mean, what news ask for, and what would be drawn."""

from types import SimpleNamespace
from typing import Any

from engine.api import DealBegan, Happened, Scored
from net.news import Answered, Asked, BegunAnew, LinkLost, LinkUp, Notice, Told
from tests.harness.tabletop import Tabletop, new_table
from tests.tui.scenes_table import hearts, spectated
from tui.table.clocks import TableClocks
from tui.table.key_actions import Open, Submit, Think, press
from tui.table.state import Effect, TableState


def state_of(table: Tabletop) -> TableState:
    """The state of a table, drawn once; its clocks never ring."""
    timer: Any = SimpleNamespace(stop=lambda: None)
    screen: Any = SimpleNamespace(set_timer=lambda *_: timer, set_interval=lambda *_: timer)
    state = TableState(table.as_session, TableClocks(screen, lambda: None))
    drawn(state)
    return state


def drawn(state: TableState) -> str:
    """The prompt as it would be drawn."""
    state.catch_up()
    prompt = state.look().prompt
    return f"{prompt.says} {prompt.message}"


def test_enter_sends_the_card_pointed_at() -> None:
    table = hearts(0, 2)
    state = state_of(table)
    card = state.chooser.pointed
    action = press(state, "enter", None)
    assert isinstance(action, Submit)
    assert (action.decision, action.move.cards) == (table.decision, (card,))


def test_escape_puts_cards_back_then_reads_the_message_then_leaves() -> None:
    state = state_of(hearts(0))
    assert press(state, "space", " ") == "done"
    assert state.chooser.chosen
    assert press(state, "escape", None) == "done"
    assert not state.chooser.chosen
    state.say("Something happened.")
    assert press(state, "escape", None) == "done"
    assert press(state, "escape", None) == "leave"


def test_a_trick_is_seen_whole_before_the_next_lead() -> None:
    table = hearts(0, 2)
    table.pace_ms = 900
    state = state_of(table)
    before = state.story.tricks
    table.drive(lambda now: len(now.zones["trick"]) == 1 and state.view.acting() == (0,))
    assert len(state.view.zone("trick")) == 1, "another player has led, and I am asked"
    state.catch_up()
    held = state.look()
    assert state.story.tricks == before + 1
    assert state.story.last_plays == held.picture.plays
    assert not held.prompt.mine, "what is asked next belongs to a lead that is not in sight yet"
    assert press(state, "left", None) == "done"
    shown = state.look()
    assert len(shown.picture.plays) == 1
    assert shown.prompt.mine


def test_a_key_without_a_meaning_leaves_the_message() -> None:
    state = state_of(hearts(0))
    state.say("Something happened.")
    assert press(state, "f9", None) == "unknown"
    assert "Something happened." in drawn(state)


def test_letters_of_the_house_open_screens_and_ask_the_adviser() -> None:
    table = hearts(0, 2)
    state = state_of(table)
    assert press(state, "v", "v") == Open("log")
    state.say("No.", paragraph="5.1")
    assert press(state, "r", "r") == Open("rules", "5.1")
    assert table.decision is not None
    assert press(state, "h", "h") == Think(table.decision)
    assert "thinking" in state.look().hint


def test_who_looks_back_makes_no_move_and_is_at_live_again_with_end() -> None:
    state = state_of(spectated(30))
    now = drawn(state)
    assert press(state, "left", None) == "done"
    assert "Event 57 of 58" in drawn(state)
    assert press(state, "p", "p") == "done"
    assert press(state, "end", None) == "done"
    assert drawn(state) == now


def test_news_ask_for_the_bell_and_for_timers() -> None:
    table = hearts(0, 13)
    state = state_of(table)
    assert table.decision is not None
    assert set(state.hear(Asked(table.decision, None))) == {Effect.BELL}
    table.drive(lambda table: bool(table.scores))
    scored = next(event for event in reversed(table.view.events) if isinstance(event, Scored))
    began = next(event for event in table.view.events if isinstance(event, DealBegan))
    assert list(state.hear(Told(0, scored))) == [Effect.RESULT]
    assert list(state.hear(Told(0, began))) == [Effect.NO_RESULT]
    assert not state.hear(Told(0, scored, is_past=True))
    assert set(state.hear(BegunAnew())) == {Effect.CATCH_UP}


def test_what_the_table_says_is_shown_until_the_line_is_down() -> None:
    state = state_of(hearts(0, 2))
    assert not state.hear(Notice("The port is taken."))
    assert "The port is taken." in drawn(state)
    state.hear(Notice("The host is back.", about="checking", is_over=True))
    assert "The port is taken." in drawn(state), "what ended was not what is shown"
    state.hear(Notice("The host is looking.", about="checking"))
    state.hear(Notice("The host is back.", about="checking", is_over=True))
    assert "The host" not in drawn(state)
    assert not state.hear(LinkLost("no answer.", 3.0))
    assert drawn(state).startswith("Disconnected. Trying again. no answer.")
    state.hear(LinkUp(True))
    assert "The line is down" not in drawn(state)
    state.hear(Told(0, Happened("timeout", 0, "ann")))
    assert "Your time ran out" in drawn(state)


def test_a_sealed_decision_whose_time_ran_out_is_said_beside_what_i_am_asked_next() -> None:
    table = hearts(0)
    state, passing = state_of(table), table.decision
    assert passing is not None
    assert passing.sealed
    state.hear(Answered(passing.id))
    assert "Your time ran out" not in drawn(state), "I answered it"
    table.tell(table.table.play(0, passing.id, passing.default))
    state.hear(Answered(passing.id, late=passing))
    table.go_on()
    assert table.decision is not None
    state.hear(Asked(table.decision, None))
    assert "Your time ran out: the table made a move for you." in drawn(state)
    table.states = {0: "away"}
    state.drop_message()
    state.hear(Answered(passing.id, late=passing))
    assert "Your time ran out" not in drawn(state), "the table plays for me anyway"


def test_a_missed_claim_is_a_pass() -> None:
    table = Tabletop(new_table("khanhoo"), 2).begin()
    state, claim = state_of(table), table.decision
    assert claim is not None
    assert claim.window
    state.hear(Answered(claim.id, late=claim))
    assert "Your time ran out: you passed." in drawn(state)
