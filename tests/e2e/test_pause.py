"""Two people agree on a pause in two terminals, see it, and go on."""

import pytest

from .conftest import House
from .evening import address_of, open_table, start
from .player import PASSING, Player

PAUSED = "The table pauses, as the players agreed"


def _vote(player: Player, line: str) -> None:
    """Say yes to a line of the people screen."""
    player.press("u")
    player.wait_for("Votes and requests")
    player.move_to(line)
    player.press("enter")


@pytest.mark.slow
def test_two_players_agree_on_a_pause_see_it_and_go_on(house: House) -> None:
    ann = open_table(house)
    ben = house.open("ben", "join", address_of(house, "ann"), "--name", "Ben")
    start(ann, ben)
    _vote(ann, "Pause")
    ann.wait_for(r"1 of 2 say yes")
    ann.press("escape")
    ben.wait_for(r"Vote: pause\? Press u to answer")
    _vote(ben, "Pause")
    ben.wait_for("Resume")
    ben.press("escape")
    for player in (ann, ben):
        player.wait_for("PAUSED")
    ann.press("home", "space", "right", "space", "right", "space", "enter")
    ann.wait_for("To resume, half of you must agree")
    ann.press("escape")
    _vote(ann, "Resume")
    ann.press("escape")
    for player in (ann, ben):
        player.wait_for(PASSING)
        player.terminal.wait_until_gone("PAUSED")
