"""Alone with bots, z takes the last choice back and says what it was."""

from engine.api import Table
from tui.table.scores import score_lines
from tui.table.screen import TableScreen
from tui.table.state import TableState

from ....harness.screens import settled, until, until_shown
from ....harness.tabletop import TableApp, Tabletop, new_table
from ...scenes_games import table_of

BOTS = {1: "bot", 2: "bot", 3: "bot"}


def _has_a_choice(table: Table) -> bool:
    decision = table.decision(0)
    return decision is not None and decision.choice("play") is not None and len(list(decision.moves(table.deck))) > 1


def _choosing() -> Tabletop:
    table = table_of("hearts", 4, _has_a_choice, seed="regrets")
    table.kinds = dict(BOTS)
    table.others_play = True
    return table


def _state(app: TableApp) -> TableState:
    assert isinstance(app.screen, TableScreen)
    return app.screen.state


def _labels(app: TableApp) -> list[str]:
    shown = _state(app).shown
    assert shown is not None
    return [hint.label for hint in shown.keys]


async def test_z_takes_the_last_choice_back_and_it_can_be_made_again() -> None:
    table = Tabletop(new_table("hearts", seed="regrets"), kinds=dict(BOTS)).begin()
    app = TableApp(table, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "take back" not in _labels(app)
        first = table.decision
        await pilot.press("space", "right", "space", "right", "space", "enter")
        await settled(pilot)
        assert table.decision != first
        assert "take back" in _labels(app)
        await pilot.press("z")
        await settled(pilot)
        assert table.decision == first
        assert _state(app).message.text.startswith("You took back this choice: pass ")
        assert _state(app).log[-1].text == "You take a move back"
        assert "take back" not in _labels(app)
        await pilot.press("home", "space", "right", "space", "right", "space", "enter")
        await settled(pilot)
        assert [move.verb for move in table.sent] == ["pass", "pass"]
        lines = score_lines(table.view, table.names, 80)
        assert "this match counts in no statistics" in " ".join(span.text for line in lines for span in line)


async def test_the_hint_that_was_taken_back_does_not_show_again_by_itself() -> None:
    table = Tabletop(new_table("hearts", seed="regrets"), kinds=dict(BOTS)).begin()
    app = TableApp(table, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        first = table.decision
        await pilot.press("h")
        await until_shown(pilot, "do it")
        await pilot.press("h")
        await until(pilot, lambda: table.decision != first)
        await pilot.press("z")
        text = await until_shown(pilot, "You took back")
        assert table.decision == first
        assert "Hint" not in text


async def test_a_program_that_was_started_again_names_the_key_before_the_next_choice() -> None:
    table = _choosing()
    first = table.decision
    assert first is not None
    table.advance(1)
    app = TableApp(table, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "take back" in _labels(app)
        await pilot.press("z")
        await settled(pilot)
        assert table.decision == first
        assert _state(app).message.text == "You took back your last choice."


async def test_with_another_person_at_the_table_z_says_that_it_cannot() -> None:
    table = _choosing()
    table.kinds = {1: "bot", 2: "bot"}
    app = TableApp(table, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        asked = table.decision
        assert "take back" not in _labels(app)
        await pilot.press("z")
        await settled(pilot)
        assert table.decision == asked
        assert "alone with bots" in _state(app).message.text
        assert "take back" not in _labels(app)
