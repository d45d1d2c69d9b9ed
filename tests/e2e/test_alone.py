"""A newcomer, alone with the bots of the house."""

import pytest

from .conftest import House
from .player import PLAYING, SCORED


@pytest.mark.slow
def test_a_newcomer_keeps_a_name_and_has_cards_in_hand_after_two_keys(house: House) -> None:
    house.home("ann", is_named=False)
    newcomer = house.open("ann")
    newcomer.wait_for("What name should other players see")
    newcomer.press("enter")
    newcomer.wait_for("Welcome, ")
    newcomer.press("9")
    newcomer.wait_for("Choose three cards to pass")
    assert newcomer.cards_held == 13


def test_alone_against_bots_to_the_end_of_a_hand_and_into_the_next(house: House) -> None:
    ann = house.open("ann", "play", "hearts", "--pace", "instant", "--seed", "evening", "--name", "Ann")
    ann.pass_three()
    assert ann.play_the_deal() == 13
    assert ann.wait_for(SCORED)[1] == "1"
    ann.press("enter")
    ann.wait_for("deal 2 · pass to the right")
    assert ann.leave() == 0
    assert not ann.terminal.left_on()


@pytest.mark.slow
def test_what_the_rules_forbid_is_refused_with_its_paragraph(house: House) -> None:
    deal = house.home("ann") / "clubs.deal"
    deal.write_text("0: 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AH\n")
    ann = house.open("ann", "play", "hearts", "--pace", "instant", "--deal", str(deal))
    ann.pass_three()
    ann.wait_for(PLAYING)
    ann.press("end", "enter")
    ann.wait_for(r"must follow suit: you hold \w+\. \(§4\.2\)")
    ann.press("home", "enter")
    ann.wait_for(r"12 cards ·")
