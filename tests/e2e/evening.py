"""An evening among friends: Ann hosts Hearts with two bots, others come to her table, and the match begins."""

import uuid

from ..harness.ports import free_port
from .conftest import House
from .player import PASSING, Player

TITLE = f"Friday {uuid.uuid4().hex[:6]}"
LEISURE = ("--between", "0", "--turn", "0")
"""Options of a table at which nothing ends by time, however long a busy machine takes."""


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
        str(free_port()),  # one that stays free while this table's host is down
        *LEISURE,
        *arguments,
    )
    ann.wait_for(f"Lobby: {TITLE}")
    return ann


def address_of(house: House, name: str) -> str:
    """How others reach the table that somebody hosts, over TCP on this machine."""
    (table,) = house.until_tables(name, 1)
    return f"127.0.0.1:{table.port}"


def start(ann: Player, ben: Player) -> None:
    ben.wait_for("not ready")
    ben.press("y")
    ann.wait_for("Everybody is ready")
    ann.press("p")
    for player in (ann, ben):
        player.wait_for(PASSING)
