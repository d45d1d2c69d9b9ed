"""Facts that rules read back: by name and type, with a default or without."""

import pytest

from engine.api import Table, find_game
from engine.kit.facts import Fact, fact_of_pairs
from engine.model.board import Undeclared
from engine.model.events import Declared

LEADER = Fact("leader", int)
TAKES = Fact("takes", int, 0)
BEST = Fact("best", lambda value: (value[0], value[1:]), write=lambda play: (play[0], *play[1]))
CALLED = fact_of_pairs("called", int, str)


@pytest.fixture
def table() -> Table:
    game = find_game("hearts")
    return Table(game, 4, game.meta.resolve({}), seed="tests")


def test_a_fact_without_a_default_is_not_there_before_it_is_declared(table: Table) -> None:
    with pytest.raises(Undeclared):
        LEADER.of(table)
    with pytest.raises(Undeclared):
        BEST.of(table)
    LEADER.declare(table, 2, 2)
    assert (LEADER.of(table), LEADER.is_declared(table)) == (2, True)


def test_a_default_holds_until_something_is_declared(table: Table) -> None:
    assert (TAKES.of(table), TAKES.is_declared(table), CALLED.of(table)) == (0, False, ())
    TAKES.declare(table, 3)
    assert TAKES.of(table) == 3


def test_what_is_read_is_what_was_declared_and_the_event_holds_plain_data(table: Table) -> None:
    BEST.declare(table, (1, ("QS", "2C")), 1)
    CALLED.declare(table, ((0, "trio"), (2, "quartette")))
    assert (BEST.of(table), CALLED.of(table)) == ((1, ("QS", "2C")), ((0, "trio"), (2, "quartette")))
    assert table.facts == {"best": (1, "QS", "2C"), "called": (0, "trio", 2, "quartette")}
    table.fold(Declared("called", ()))
    assert CALLED.of(table) == ()
