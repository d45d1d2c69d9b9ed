"""The prompt: the clock of my own decision, and a list that is long."""

import re

import pytest

from tui.table.screen import TableScreen

from ....harness.tabletop import TableApp
from ...scene import shown
from ...scenes_games import ming_lead, solo_declares
from ...scenes_table import hearts


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_last_seconds_are_a_bar_before_the_sentence(size: tuple[int, int]) -> None:
    table = hearts(0)
    table.remaining_ms = 60_000
    app = TableApp(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        first = shown(screen.board.prompt).split("\n")[0]
        assert first.startswith(" ▸ ")
        assert first.rstrip().endswith("1:00")
        table.remaining_ms = 2_900
        screen.state.clocks.ask(table.as_session)
        screen.refresh_table()
        first = shown(screen.board.prompt).split("\n")[0]
        assert first.startswith(" [")
        assert "] 0:0" in first
        assert " ▸ " in first


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize("verb", ["1", "2", "3"])
async def test_a_list_that_is_long_is_whole_in_two_rows_below_what_is_asked(size: tuple[int, int], verb: str) -> None:
    app = TableApp(solo_declares())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(verb)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        prompt = app.screen.board.prompt
        text = shown(prompt)
        assert "…" not in text
        assert [offer.key for offer in prompt.value.offers if offer.key.isdecimal()] == re.findall(
            r"(?:^|  | ▸)(\d)  ", text
        )
        assert "▸1  " in text
        assert "Esc  back" in text
        assert size == (60, 20) or text.startswith(f" {prompt.value.says}"), "what is asked"


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ((80, 24), "Your turn: lead Nine Cash, beaten by 20 unseen cards."),
        ((60, 20), "Your turn: lead Nine Cash, beaten by 20 unseen cards."),
    ],
)
async def test_what_enter_would_do_stands_after_whose_turn_it_is(size: tuple[int, int], says: str) -> None:
    app = TableApp(ming_lead())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert shown(screen.board.prompt).split("\n")[0].strip() == f"▸ {says}"
