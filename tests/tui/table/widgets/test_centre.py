"""The middle of the table: cards of a trick leave the names beside them and each other free."""

from dataclasses import replace

import pytest

from engine.api import parse_cards
from tui.table.picture import PileLook
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


PILES = (PileLook("stock", "stock", 64, None), PileLook("discard", "discard pile", 108, parse_cards("9H")[0]))
BANNERS = (
    "BUMP! double royal assembly J♦ Q♦ K♦, 12 points",
    "BUMP! triplet 9♥ 9♣ 9♦, 2 points",
    "Bartholomew of York lays down the contract!",
    "KHAMUL! You call",
)


@pytest.mark.parametrize("banner", BANNERS)
@pytest.mark.parametrize("size", [(26, 8), (28, 9), (40, 18)])
@pytest.mark.parametrize("look", [CentreLook(MELDS), CentreLook(piles=PILES)], ids=["trick", "piles"])
async def test_a_banner_is_whole(look: CentreLook, size: tuple[int, int], banner: str) -> None:
    """It takes as many rows as it needs."""
    centre = Centre()
    centre.styles.height = size[1]
    async with Bench(centre).run_test(size=size) as pilot:
        centre.show(replace(look, banner=banner))
        await settled(pilot)
        drawn = screen_text(pilot.app)
        assert "…" not in drawn
        at = -1
        for word in banner.split():
            at = drawn.find(word, at + 1)
            assert at >= 0, drawn


@pytest.mark.parametrize("width", range(27, 60))
async def test_labels_of_piles_do_not_touch(width: int) -> None:
    """Two blanks lie between them, and both are whole."""
    centre = Centre()
    centre.styles.height = 9
    async with Bench(centre).run_test(size=(width, 9)) as pilot:
        centre.show(CentreLook(piles=PILES))
        await settled(pilot)
        (row,) = [line for line in screen_text(pilot.app).splitlines() if "stock" in line]
        first, _, second = row.strip().partition("  ")
        assert (first, second.strip()) == ("stock 64", "discard pile 108"), row
