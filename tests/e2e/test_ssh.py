"""The same table over SSH: a real `ssh` client, a login, a terminal at the other end."""

import uuid

from ..harness.ports import free_port
from .conftest import House
from .evening import LEISURE, start
from .player import PASSING, choose_table

TITLE = f"Remote {uuid.uuid4().hex[:6]}"


def test_who_logs_in_plays_in_a_window_of_any_size_and_leaves_the_terminal_clean(house: House) -> None:
    ann = house.log_in("ann", "play", "hearts", "--pace", "instant", "--name", "Ann")
    ann.pass_three()
    ann.play_a_card()
    for columns, lines in ((120, 40), (60, 20), (80, 24)):
        ann.terminal.resize(columns, lines)
        ann.terminal.wait_until(lambda: "Esc leave" in ann.terminal.text.splitlines()[-1], f"{lines} full lines")
    ann.play_a_card()
    assert ann.leave() == 0
    assert not ann.terminal.left_on()
    assert ann.terminal.types_normally()


def test_who_is_logged_in_sees_the_tables_of_the_others_and_a_lost_line_costs_no_seat(house: House) -> None:
    bots = ("--bots", "easy", "easy", "--pace", "instant")
    ann = house.log_in("ann", "host", "hearts", *bots, "--title", TITLE, "--port", str(free_port()), *LEISURE)
    ann.wait_for(f"Lobby: {TITLE}")
    ben = house.log_in("ben", "join", "--name", "Ben")
    choose_table(ben, TITLE)
    ben.wait_for("you have seat")
    cleo = house.log_in("cleo", "watch", "--list", "--name", "Cleo")
    choose_table(cleo, TITLE)
    cleo.wait_for("you watch")
    start(ann, ben)
    held = ben.hand
    ben.terminal.kill()
    for someone in (ann, cleo):
        someone.wait_for(r"Ben[^\n]* (?:no answer|AWAY)")
    back = house.log_in("ben", "--name", "Ben")
    back.wait_for("Go on")
    back.press("enter")
    back.wait_for(PASSING)
    assert back.hand == held
    back.pass_three()
    ann.pass_three()
    for someone in (ann, back, cleo):
        someone.wait_for("trick 1 of 13")
    assert {player.leave() for player in (cleo, back, ann)} == {0}
