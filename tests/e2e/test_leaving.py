"""However a journey ends, the terminal is left as it was found."""

import os
import signal

import pytest

from ..harness.slow import one_of_each, slow
from .conftest import House

PLACES = {
    "menu": (["--name", "Ann"], "Choose a game"),
    "table": (["play", "hearts", "--pace", "instant"], "Choose three cards to pass"),
    "rules": (["rules", "hearts"], "Hearts"),
}


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_ctrl_c_pressed_twice_leaves_the_terminal_clean(house: House, place: str) -> None:
    arguments, mark = PLACES[place]
    ann = house.open("ann", *arguments)
    ann.wait_for(mark)
    assert ann.leave() in (0, 130)
    assert not ann.terminal.left_on()
    assert ann.terminal.types_normally()


@pytest.mark.parametrize("place", one_of_each(PLACES, lambda _: True))
@pytest.mark.parametrize("ending", [signal.SIGHUP, *slow([signal.SIGTERM])])
def test_a_signal_to_end_leaves_the_terminal_clean(house: House, place: str, ending: signal.Signals) -> None:
    arguments, mark = PLACES[place]
    ann = house.open("ann", *arguments)
    ann.wait_for(mark)
    os.kill(ann.terminal.pid, ending)
    ann.terminal.wait_for_end()
    assert not ann.terminal.left_on()
    assert ann.terminal.types_normally()


def test_ctrl_c_pressed_once_asks_and_stays(house: House) -> None:
    ann = house.open("ann", "--name", "Ann")
    ann.wait_for("Choose a game")
    ann.press("ctrl+c")
    ann.wait_for("(?i)again")
    ann.press("down")
    ann.wait_for("▸ 2  English Khanhoo")


@pytest.mark.slow
def test_a_closed_line_ends_the_program_and_leaves_the_table_running(house: House) -> None:
    ann = house.open("ann", "play", "hearts", "--pace", "instant")
    ann.wait_for("Choose three cards to pass")
    ann.terminal.hang_up()
    ann.terminal.wait_for_end()
    (table,) = house.until_tables("ann", 1)
    assert table.game == "hearts"
