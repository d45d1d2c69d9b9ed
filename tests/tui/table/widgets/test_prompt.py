"""The prompt: the clock of my own decision, and a list that is long."""

import re

import pytest

from engine.api import Advice, Move, Table
from tui.table.screen import TableScreen

from ....harness.screens import settled
from ....harness.slow import one_of_each
from ....harness.tabletop import TableApp, Tabletop, new_table
from ...scene import clocks_stand_still, shown
from ...scenes_games import ming_lead, solo_declares, table_of
from ...scenes_table import hearts


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_last_seconds_are_a_bar_before_the_sentence(size: tuple[int, int]) -> None:
    table = hearts(0)
    table.remaining_ms = 60_000
    app = TableApp(table)
    with clocks_stand_still():
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
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


@pytest.mark.parametrize(
    ("verb", "size"),
    one_of_each(
        [(verb, size) for verb in "123" for size in [(60, 20), (80, 24), (100, 30), (120, 40)]], lambda case: case[0]
    ),
)
async def test_a_list_that_is_long_is_whole_in_two_rows_below_what_is_asked(size: tuple[int, int], verb: str) -> None:
    app = TableApp(solo_declares())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press(verb)
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        prompt = app.screen.board.prompt
        text = shown(prompt)
        assert "…" not in text
        assert [offer.key for offer in prompt.value.offers if offer.key.isdecimal()] == re.findall(
            r"(?:^|  | ▸)(\d)  ", text.partition("Enter")[0]
        )
        assert re.search(r"▸\d  ", text)
        assert "Esc  back" in text
        assert size == (60, 20) or text.startswith(f" {prompt.value.says}"), "what is asked"


async def test_beside_a_refusal_each_offer_keeps_its_key_and_its_verb() -> None:
    app = TableApp(table_of("khamul", 6, _may_call, seed="k"))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("j")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        state = app.screen.state
        assert state.chooser.decision is not None
        state.show_hint(state.chooser.decision, Advice(Move("khamul"), "So."))
        state.say("No such key here. ? lists the keys.")
        app.screen.refresh_table()
        await settled(pilot)
        said, offers = (line.split() for line in shown(app.screen.board.prompt).split("\n"))
    assert said[0] == "No"
    assert offers == ["Enter", "call", "f", "draw", "t", "take", "1-4", "match", "a", "rearrange"]


def _may_call(table: Table) -> bool:
    decision = table.decision(0) if 0 in table.acting() else None
    return decision is not None and decision.choice("khamul") is not None


BEATEN = ("1 lead C9",)


def led(*moves: str) -> Tabletop:
    """Seat 1 leads to me, who may beat that."""
    table = new_table("kanhu_ming", seats=2, deal="dealer: 1\n0: C5 S3\n1: C9 M1")
    return Tabletop(table, 0, others_play=False).begin().script(*moves)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ((), "Your turn: lead Nine Cash, beaten by 20 unseen cards."),
        (BEATEN, "Your turn: beat with Five Cash, sure to take the trick."),
    ],
)
async def test_what_enter_would_do_stands_after_whose_turn_it_is(
    moves: tuple[str, ...], says: str, size: tuple[int, int]
) -> None:
    app = TableApp(led(*moves) if moves else ming_lead())
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert shown(screen.board.prompt).split("\n")[0].strip() == f"▸ {says}"
