"""A new player in a real terminal: the card, the coach, and the key that turns it off."""

import pytest

from .conftest import House
from .player import PASSING


@pytest.mark.slow
def test_a_new_player_reads_the_card_gets_a_hint_and_turns_the_coach_off(house: House) -> None:
    (house.home("bea") / "config" / "settings.toml").write_text("guard = false\n", "utf-8")
    play = ("play", "hearts", "--pace", "instant", "--seed", "b", "--name", "Bea")
    bea = house.open("bea", *play)
    bea.wait_for("Hearts in six lines")
    bea.wait_for("Points +each heart 1, Q♠ 13")
    bea.press("?")
    bea.wait_for("Goal: get few points")
    bea.press("escape")
    bea.wait_for("Enter +start")
    bea.press("enter")
    bea.wait_for("Tip: pass dangerous cards")
    bea.wait_for("Hint: pass")
    bea.press("H")
    bea.wait_for("No more tips. Press H")
    assert not bea.terminal.sees("New:")
    assert bea.leave() == 0
    again = house.open("bea", *play, "--preset", "omnibus")
    again.wait_for("Omnibus Hearts in six lines")
    again.press("enter")
    again.wait_for(PASSING)
    assert not again.terminal.has_seen("New:")
    assert again.leave() == 0
