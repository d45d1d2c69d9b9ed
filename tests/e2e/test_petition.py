"""Somebody who watches asks for the seat of a player who is gone, and goes on in it, in real terminals."""

import pytest

from .conftest import House
from .evening import address_of, open_table, start
from .player import PASSING, SCORED


@pytest.mark.slow
def test_a_spectator_asks_for_the_seat_of_who_is_gone_gets_the_hosts_yes_and_plays_on(house: House) -> None:
    ann = open_table(house, "--away", "bot", "--away-seconds", "0")
    address = address_of(house, "ann")
    ben = house.open("ben", "join", address, "--name", "Ben")
    cleo = house.open("cleo", "watch", address, "--name", "Cleo")
    cleo.wait_for("you watch")
    start(ann, ben)
    cleo.wait_for("deal 1 · pass to the left")
    ben.terminal.kill()
    ann.wait_for(r"Ben[^\n]* AWAY")
    cleo.press("u")
    cleo.wait_for("Seat 2 +Ben, away")
    cleo.move_to("Seat 2")
    cleo.wait_for("Enter ask")
    cleo.press("enter")
    cleo.wait_for("Seat 2 +Cleo wants it")
    ann.wait_for(r"Cleo asks for the seat of Ben\. Press u to answer\.")
    ann.press("u")
    ann.wait_for(r"▸ Seat 2 +Cleo wants it")
    ann.press("enter")
    for player in (ann, cleo):
        player.wait_for("Seat 2 +Cleo gets it")
        player.press("escape")
    ann.pass_three()
    assert ann.play_the_deal() == 13
    ann.press("enter")
    cleo.wait_for(f"{SCORED}|you have|Enter +next deal|{PASSING}")
    cleo.press("enter")
    for player in (ann, cleo):
        player.wait_for(PASSING)
    assert len(cleo.hand) == 13
    cleo.press("u")
    cleo.wait_for(r"Your seat +Cleo")
