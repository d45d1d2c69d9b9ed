"""A deal of Khanhoo in a real terminal."""

import pytest

from .conftest import House
from .player import CLAIM, DISCARD, SCORED


@pytest.mark.slow
def test_a_deal_of_khanhoo_is_played_to_its_score(house: House) -> None:
    ann = house.open(
        "ann", "play", "khanhoo", "--bots", *["medium"] * 3, "--pace", "instant", "--seed", "b", "--name", "Ann"
    )
    assert ann.play_khanhoo() > 0
    assert ann.wait_for(SCORED)[1] == "1"
    ann.press("enter")
    ann.wait_for("Khanhoo · deal 2")


@pytest.mark.slow
def test_my_melds_and_what_is_left_over_are_named_over_the_hand(house: House) -> None:
    ann = house.open("ann", "play", "khanhoo", "--pace", "instant", "--seed", "b")
    ann.wait_for(f"{CLAIM}|{DISCARD}")
    ann.wait_for(r"triplet 2 .* left over")
    ann.wait_for(r"Your melds score \d+ points")
