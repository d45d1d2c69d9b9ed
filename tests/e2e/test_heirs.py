"""The machine that hosts a match is gone for good: another player goes on with it, and its people come back."""

import uuid

import pytest

from ..harness.ports import free_port
from ..harness.processes import kill_process
from .conftest import House
from .evening import LEISURE, address_of
from .player import PASSING, PLAYING, SCORED, Player


def _pass_and_play_the_deal(*players: Player) -> None:
    for player in players:
        player.pass_three()
    first = players[0].terminal
    while True:
        first.wait_until(
            lambda: any(one.terminal.sees(PLAYING) or one.terminal.has_seen(SCORED) for one in players),
            "somebody to play",
        )
        asked = next((one for one in players if one.terminal.sees(PLAYING)), None)
        if asked is None:
            break
        asked.try_a_card()
    for player in players:
        player.terminal.wait_until_seen(SCORED)  # where a pause ends by itself, the sheet goes with it
        player.press("escape")
        player.terminal.wait_until_gone(SCORED)


def _after_one_deal(house: House) -> tuple[Player, Player]:
    """Ann hosts, Ben has come over the network, and the first deal is over."""
    title = f"Heirs {uuid.uuid4().hex[:6]}"
    options = ("--bots", "easy", "easy", "--pace", "instant", "--title", title, *LEISURE)
    ann = house.open("ann", "host", "hearts", *options, "--name", "Ann", "--port", str(free_port()))
    ann.wait_for(f"Lobby: {title}")
    ben = house.open("ben", "join", address_of(house, "ann"), "--name", "Ben")
    ben.wait_for("not ready")
    ben.press("y")
    ann.wait_for("Everybody is ready")
    ann.press("p")
    _pass_and_play_the_deal(ann, ben)
    ben.wait_for("✓ fair 2")
    return ann, ben


@pytest.mark.slow
def test_a_player_goes_on_when_the_host_is_gone_who_then_comes_back_to_the_old_seat(
    house: House,
) -> None:
    ann, ben = _after_one_deal(house)
    for player in (ann, ben):
        player.press("enter")
    ben.wait_for(PASSING)
    (host,) = house.until_tables("ann", 1)
    ann.terminal.kill()
    kill_process(host.pid)

    ben.wait_for("The host is gone")
    ben.wait_for("the end of deal 1")
    ben.wait_for("You should take over")
    ben.press("enter")
    ben.wait_for(r"You are the host\s+now")
    ben.wait_for(r"khanhoo://\S+#[0-9a-f]{32}\s")
    ben.press("enter")
    ben.wait_for(r"Ann[^\n]* (?:no answer|AWAY)")
    again = house.open("ann", "join", address_of(house, "ben"), "--name", "Ann")
    again.wait_for(r"deal \d")
    for player in (ben, again):
        player.press("enter")
    _pass_and_play_the_deal(ben, again)
    for player in (ben, again):
        player.press("i")
        player.wait_for("Rules of this table")
        player.press("f")
        player.wait_for("Deal 2: ✓ fair 2")


@pytest.mark.slow
def test_a_host_that_wants_to_go_hands_the_table_over(house: House) -> None:
    ann, ben = _after_one_deal(house)
    ann.press("u")
    ann.wait_for("Hand over")
    ann.move_to(r"Hand over[^\n]*Ben")
    ann.press("enter")
    ben.wait_for("Ann asks you to host this table")
    ben.press("enter")
    ben.wait_for(r"You are the host\s+now")
    ben.wait_for(r"khanhoo://\S+#[0-9a-f]{32}\s")
    ben.press("enter")
    ann.press("escape")
    ann.terminal.wait_until_gone("Votes and requests")
    for player in (ann, ben):
        player.press("enter")
    for player in (ann, ben):
        player.wait_for(PASSING)
    house.until_tables("ann", 0)
    house.until_tables("ben", 1)
