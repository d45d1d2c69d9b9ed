"""Terminals that can do less than others."""

import pytest

from .conftest import House


@pytest.mark.slow
def test_on_a_linux_console_everything_is_ascii_and_can_be_played(house: House) -> None:
    ann = house.open("ann", "play", "hearts", "--pace", "instant", "--seed", "console", TERM="linux", COLORTERM="")
    ann.wait_for("> Choose three cards to pass")
    assert ann.terminal.text.isascii()
    ann.press("home", "space", "right", "space", "right", "space")
    ann.wait_for("3 of 3 selected")
    ann.press("enter")
    ann.wait_for("> Your turn: play a card to the trick")
    assert ann.terminal.text.isascii()
    assert ann.leave() == 0
    assert not ann.terminal.left_on()
    assert not ann.terminal.text.strip(), "a console has no second screen, so the picture would stay"


def test_another_size_of_the_window_brings_the_whole_picture(house: House) -> None:
    house.home("ann", is_named=False)
    ann = house.open("ann")
    ann.wait_for("What name should other players see")
    for columns, lines in ((100, 30), (70, 22)):
        ann.terminal.resize(columns, lines)
        ann.wait_for(r"(?s)Welcome to Khanhoo.*What name should other players see.*Enter go on")


@pytest.mark.slow
def test_without_colour_chosen_cards_and_turns_are_still_told_apart(house: House) -> None:
    ann = house.open("ann", "play", "hearts", "--pace", "instant", "--seed", "grey", NO_COLOR="1")
    ann.wait_for("▸ Choose three cards to pass")
    before = ann.terminal.text
    ann.press("home", "space")
    ann.wait_for("1 of 3 selected")
    assert len(ann.hand) < 13, "the chosen card stands out of the row by its place"
    assert ann.terminal.text != before
