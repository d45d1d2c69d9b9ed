"""An evening among friends: Ann hosts Hearts with two bots, others come to her table, and the match begins."""

import uuid

from net.process import running_tables

from ..net.helpers import free_port
from .conftest import House
from .player import PASSING, Player

TITLE = f"Friday {uuid.uuid4().hex[:6]}"  # other tables of this machine and network stand in the list, too


def open_table(house: House, *arguments: str) -> Player:
    ann = house.open(
        "ann",
        "host",
        "hearts",
        "--bots",
        "easy",
        "easy",
        "--pace",
        "instant",
        "--title",
        TITLE,
        "--name",
        "Ann",
        "--port",
        str(free_port()),  # one that no other test's table takes while this one's host is down
        *arguments,
    )
    ann.wait_for(f"Lobby: {TITLE}")
    return ann


def address_of(house: House, name: str) -> str:
    """How others reach the table that somebody hosts, over TCP on this machine."""
    house.enter(name)
    return f"127.0.0.1:{running_tables()[0].port}"


def start(ann: Player, ben: Player) -> None:
    ben.wait_for("not ready")
    ben.press("r")
    ann.wait_for("All are ready")
    ann.press("s")
    for player in (ann, ben):
        player.wait_for(PASSING)
