"""Several terminals on one machine, one table."""

import re

import pytest

from net.host.launcher import restart_table

from ..harness.processes import kill_process
from .conftest import House
from .evening import TITLE, address_of, open_table, start
from .player import PASSING, PLAYING, Player, choose_table

CARD_OF_A_HAND = r"│(?:10|[2-9AJQK])[♣♦♠♥]"


def test_host_join_and_watch_in_three_terminals(house: House) -> None:
    ann = open_table(house)
    ben = house.open("ann", "join", "--name", "Ben")
    choose_table(ben, TITLE)
    ben.wait_for("you have seat 2")
    cleo = house.open("ann", "watch", "--list", "--name", "Cleo")
    choose_table(cleo, TITLE)
    cleo.wait_for("you watch")
    start(ann, ben)
    cleo.wait_for("deal 1 · pass to the left")
    ann.pass_three()
    ben.pass_three()
    for someone in (ann, ben, cleo):
        someone.wait_for("trick 1 of 13")
    assert cleo.terminal.sees("watching")
    assert not cleo.terminal.sees(CARD_OF_A_HAND)
    _play_until_the_second_trick(ann, ben)
    cleo.wait_for("trick 2 of 13")
    assert {player.leave() for player in (cleo, ben, ann)} == {0}


def _play_until_the_second_trick(*players: Player) -> None:
    for _ in players:
        while not _whoever_is_asked(*players).try_a_card():
            pass
    for player in players:
        player.wait_for("trick 2 of 13")


def _whoever_is_asked(*players: Player) -> Player:
    first = players[0].terminal
    first.wait_until(lambda: any(player.terminal.sees(PLAYING) for player in players), "somebody to be asked")
    return next(player for player in players if player.terminal.sees(PLAYING))


@pytest.mark.slow
def test_a_word_said_at_the_table_is_read_by_the_others_as_it_was_written(house: House) -> None:
    ann = open_table(house)
    ben = house.open("ben", "join", address_of(house, "ann"), "--name", "Ben")
    ben.wait_for("you have seat 2")
    ben.press("c")
    ben.wait_for("Say:")
    ben.terminal.type("a [red]queen[/red] for you")
    ben.press("enter")
    ann.wait_for(re.escape("[red]queen[/red]"))


@pytest.mark.slow
def test_a_player_who_drops_comes_back_to_the_seat_and_the_same_cards(house: House) -> None:
    ann = open_table(house)
    address = address_of(house, "ann")
    ben = house.open("ben", "join", address, "--name", "Ben")
    start(ann, ben)
    held = ben.hand
    ben.terminal.kill()
    ann.wait_for(r"Ben[^\n]* (?:no answer|AWAY)")
    again = house.open("ben", "join", address, "--name", "Ben")
    again.wait_for(PASSING)
    assert again.hand == held
    ann.pass_three()
    again.pass_three()
    again.wait_for("trick 1 of 13")


@pytest.mark.slow
def test_a_host_killed_in_mid_hand_goes_on_with_the_same_hand(house: House) -> None:
    ann = open_table(house)
    ben = house.open("ben", "join", address_of(house, "ann"), "--name", "Ben")
    start(ann, ben)
    ann.pass_three()
    ben.pass_three()
    for player in (ann, ben):
        player.wait_for("trick 1 of 13")
    asked = _whoever_is_asked(ann, ben)
    held = asked.hand
    (table,) = house.until_tables("ann", 1)
    kill_process(table.pid)
    handle = restart_table(table.table_id)
    assert handle.pid != table.pid
    asked.wait_for(PLAYING)
    assert asked.hand == held
    _play_until_the_second_trick(ann, ben)
