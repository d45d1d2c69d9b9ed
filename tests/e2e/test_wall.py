"""A terminal on a wall that follows two matches of two hosts, one after the other, without a key."""

import uuid

from net.process import running_tables, stop_table

from .conftest import House
from .player import PASSING, Player

TITLE = f"Cup {uuid.uuid4().hex[:6]}"  # other tables of this machine and network are not for this wall


def _host(house: House, name: str) -> Player:
    """Somebody opens a table with three bots, and begins."""
    bots = ("--bots", "easy", "easy", "easy", "--pace", "instant")
    player = house.open(name.lower(), "host", "hearts", *bots, "--title", f"{TITLE} {name}", "--name", name)
    player.wait_for(f"Lobby: {TITLE} {name}")
    player.press("s")
    player.wait_for(PASSING)
    return player


def _break_off(player: Player) -> None:
    player.press("u")
    player.wait_for("To be agreed on")
    player.move_to("Break off")
    player.press("enter", "escape")


def test_a_wall_follows_one_match_after_the_other_and_survives_a_host_that_vanishes(house: House) -> None:
    wall = house.open("wall", "watch", "--only", TITLE, program="tests.e2e.hasty")
    wall.wait_for("Waiting for a table with")
    ann = _host(house, "Ann")
    wall.wait_for("pass to the left", within_s=60)
    wall.wait_for("Ann")
    ben = _host(house, "Ben")
    _break_off(ann)
    wall.wait_for("the match is over", within_s=60)
    wall.wait_for("Ben", within_s=90)
    wall.wait_for("pass to the left")
    house.enter("ben")
    for table in running_tables():
        stop_table(table.table_id)
    wall.wait_for("Waiting for a table with", within_s=60)
    wall.press("q")
    assert wall.terminal.wait_for_end() == 0
    assert ben.terminal.pid
