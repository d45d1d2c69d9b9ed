"""The middle of the table: cards of a trick leave the names beside them and each other free."""

import pytest

from engine.api import parse_cards
from tui.table.widgets.centre import Centre, CentreLook, PlayedCard

from ....harness.screens import settled
from ...scene import screen_text
from ...widgets.test_list import Bench

MELDS = (
    PlayedCard(2, parse_cards("5C 6C 7C"), "east", "Cy"),
    PlayedCard(1, parse_cards("2C 3C 4C"), "west", "Bea"),
    PlayedCard(0, parse_cards("8C 9C 10C"), "south", "You"),
)


@pytest.mark.parametrize("size", [(30, 9), (30, 11), (40, 18)])
async def test_three_melds_touch_neither_a_name_nor_each_other(size: tuple[int, int]) -> None:
    centre = Centre()
    centre.styles.height = size[1]
    async with Bench(centre).run_test(size=size) as pilot:
        centre.show(CentreLook(MELDS))
        await settled(pilot)
        lines = screen_text(pilot.app).splitlines()
        style_at = pilot.app.screen.get_style_at
        grounds = {str(style_at(x, y).bgcolor) for x in (0, size[0] - 1) for y in range(size[1])}
        cards = {str(style_at(x, y).bgcolor) for x in range(size[0]) for y in range(size[1])} - grounds
    assert len(grounds) == 1
    assert cards
    ranks = [word for line in lines for word in line.replace("♣", " ").replace("│", " ").split() if word.isdigit()]
    assert set(ranks) == set("23456789") | {"10"}
