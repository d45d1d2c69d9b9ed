"""Somebody who watches goes back by tricks in a real terminal, reads the help there, and is live again."""

import pytest

from .conftest import House
from .evening import address_of, open_table


@pytest.mark.slow
def test_a_spectator_goes_back_by_tricks_opens_the_help_there_and_is_live_again(house: House) -> None:
    ann = open_table(house, "--bots", "easy", "easy", "easy")
    cleo = house.open("cleo", "watch", address_of(house, "ann"), "--name", "Cleo")
    cleo.wait_for("you watch")
    ann.wait_for("Everybody is ready")
    ann.press("p")
    ann.pass_three()
    ann.play_a_card()
    ann.play_a_card()
    cleo.wait_for(r"trick [23] of 13")
    cleo.press(",")
    cleo.wait_for(r"LOOKING BACK (\d+)/\d+")
    first = cleo.wait_for(r"deal 1, \d+ tricks? taken · match goes on")
    cleo.wait_for(r"took it")
    cleo.press("up")
    cleo.wait_for("deal 1 · match goes on")
    cleo.press("?")
    cleo.wait_for("one event back or forward")
    cleo.terminal.wait_until_gone("match goes on")
    cleo.press("escape")
    cleo.wait_for("deal 1 · match goes on")
    cleo.press(".")
    cleo.wait_for("deal 1, 1 trick taken · match goes on")
    assert first[0].startswith("deal 1, ")
    cleo.press("end")
    cleo.terminal.wait_until_gone("LOOKING BACK")
    cleo.wait_for(r"trick \d+ of 13")
    assert {player.leave() for player in (cleo, ann)} == {0}
