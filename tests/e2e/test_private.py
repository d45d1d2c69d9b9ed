"""A private table in real terminals: one who opens it, and one who has misheard its code."""

import pytest

from .conftest import House
from .player import Player

CODE = r"Join code: +([2-9A-Z]{3}-[2-9A-Z]{3})"


@pytest.mark.slow
def test_a_private_table_is_joined_with_its_code_and_not_with_another(house: House) -> None:
    ann = house.open("ann", "host", "hearts", "--private", "--unlisted", "--bind", "127.0.0.1", "--name", "Ann")
    code = ann.wait_for(CODE)[1]
    (table,) = house.until_tables("ann", 1)
    ben = house.open("ben", "join", f"127.0.0.1:{table.port}", "--name", "Ben")
    ben.wait_for("This table is private. Ask its owner for the code")
    ben.terminal.type("k7m")
    ben.press("enter")
    ben.wait_for("has 6 letters and digits")
    for _ in range(3):
        ben.press("backspace")
    ben.terminal.type("222222" if code != "222-222" else "333333")
    ben.press("enter")
    ben.wait_for("not this table's code")
    assert not ann.terminal.sees("Ben")
    ben.terminal.type(code.lower().replace("-", ""))
    ben.press("enter")
    ben.wait_for("Lobby: ")
    ben.wait_for("you have seat 2")
    ben.press("end")
    ben.wait_for("Join code +required")
    assert not ben.terminal.sees("Join code:")
    ann.wait_for("Ben")
    cleo = house.open("cleo", "watch", f"127.0.0.1:{table.port}", "--name", "Cleo", "--code", code)
    cleo.wait_for("you watch")
    assert {player.leave() for player in (cleo, ben, ann)} == {0}


def _is_refused_again(player: Player, typed: str) -> bool:
    """Whether what was typed was wrong, and another code may be typed."""
    return player.terminal.sees("not this table's code") and not player.terminal.sees(rf"(?m)^ *{typed}")


@pytest.mark.slow
def test_who_mistyped_the_code_three_times_comes_in_when_the_host_lets_them_try_again(house: House) -> None:
    ann = house.open("ann", "host", "hearts", "--private", "--unlisted", "--bind", "127.0.0.1", "--name", "Ann")
    code = ann.wait_for(CODE)[1]
    (table,) = house.until_tables("ann", 1)
    wrong = "222222" if code != "222-222" else "333333"
    ben = house.open("ben", "join", f"127.0.0.1:{table.port}", "--name", "Ben", "--code", wrong)
    ben.wait_for("You have 2 attempts left")
    ben.wait_for("Ann's Hearts")
    ben.press("enter")  # the code that was typed stands there still
    ben.wait_for("You have 1 attempt left")
    ben.press("enter")
    ben.wait_for("again in 5 minutes, or ask the host to let you in")
    ann.wait_for("3 wrong codes from 127.0.0.1")
    ann.press("u")
    ann.wait_for("Blocked")
    ann.press("home", *["down"] * 6)
    ann.wait_for("▸ Blocked")
    ann.press("enter")
    ann.wait_for("Players at 127.0.0.1 can now enter the join code again")
    ben.terminal.type(code)  # in place of what stands there
    ben.terminal.wait_for(f"(?m)^ *{code}")
    ben.press("enter")
    ben.wait_for("you have seat 2")
    ann.press("escape")
    assert ann.wait_for(CODE)[1] == code
    assert {player.leave() for player in (ben, ann)} == {0}
