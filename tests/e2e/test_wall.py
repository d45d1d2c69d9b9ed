"""A terminal on a wall that follows two matches of two hosts, one after the other, without a key."""

import uuid

import pytest

from net.host.launcher import stop_table

from .conftest import House
from .evening import LEISURE
from .player import PASSING, Player

TITLE = f"Cup {uuid.uuid4().hex[:6]}"


def _host(house: House, name: str) -> Player:
    """Somebody opens a table with three bots, and begins."""
    bots = ("--bots", "easy", "easy", "easy", "--pace", "instant", *LEISURE)
    player = house.open(name.lower(), "host", "hearts", *bots, "--title", f"{TITLE} {name}", "--name", name)
    player.wait_for(f"Lobby: {TITLE} {name}")
    player.press("p")
    player.wait_for(PASSING)
    return player


def _break_off(player: Player) -> None:
    player.press("u")
    player.wait_for("Votes and requests")
    player.move_to("Break off")
    player.press("enter")
    player.wait_for("Press Enter again to agree")
    player.press("enter", "escape")


@pytest.mark.slow
def test_a_wall_follows_one_match_after_the_other_and_survives_a_host_that_vanishes(house: House) -> None:
    wall = house.open("wall", "watch", "--only", TITLE, program="tests.e2e.hasty")
    wall.wait_for("Waiting for a match at a table with")
    ann = _host(house, "Ann")
    wall.wait_for("pass to the left")
    wall.wait_for("Ann")
    ben = _host(house, "Ben")
    _break_off(ann)
    wall.terminal.wait_until_seen("the match is over")
    wall.wait_for("Ben")
    wall.wait_for("pass to the left")
    (table,) = house.until_tables("ben", 1)
    stop_table(table.table_id)
    wall.wait_for("Waiting for a match at a table with")
    wall.press("q")
    assert wall.terminal.wait_for_end() == 0
    assert ben.terminal.pid
