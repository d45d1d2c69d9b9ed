"""What a wall follows, and what it says while there is nothing."""

from typing import Any

from net.discovery.finder import FoundTable
from net.wire.address import Address
from net.wire.table_info import SeatInfo
from tests.tui.scenes import ANN, FREE, table_info
from tui.session.next_table import is_better, next_table, waiting_words

BOT = SeatInfo(seat=1, name="Birch", kind="bot", level="easy")


def found(title: str, phase: str = "playing", *, reachable: bool = True, **more: Any) -> FoundTable:
    info = table_info(ANN, FREE, title=title, phase=phase, **more)
    return FoundTable(info, Address("tcp", host="10.0.0.5", port=4242), "lan", reachable=reachable)


def chosen(*tables: FoundTable, done: tuple[str, ...] = (), only: str = "") -> str:
    table = next_table(tables, done, only)
    return "" if table is None else table.info.title


def test_a_table_that_is_played_comes_before_one_that_pauses_and_the_newest_of_these_first() -> None:
    old, new = found("old", age_s=900), found("new", age_s=60)
    assert chosen(found("waits", "paused"), found("pause", "between"), old, new) == "new"
    assert chosen(found("waits", "paused"), found("pause", "between")) == "pause"


def test_what_is_private_locked_over_open_gone_or_done_is_passed_over() -> None:
    assert not chosen(found("a", coded=True), found("b", locked=True), found("c", "over"), found("d", "open"))
    assert not chosen(found("e", reachable=False), found("f"), done=("table-f",))


def test_only_some_titles_are_followed_when_that_is_asked() -> None:
    assert chosen(found("Cup, table 1"), found("Friday"), only="friday") == "Friday"


def test_a_match_is_left_only_when_it_stands_still_and_another_does_not() -> None:
    now, other = found("now", "paused").info, found("other")
    assert is_better(other, now)
    assert not is_better(found("other", "paused"), now)
    assert not is_better(other, found("now").info)
    assert not is_better(found("now"), now)


def test_it_is_said_what_is_waited_for() -> None:
    words = waiting_words((found("Ann's", "open"), found("Secret", "open", coded=True), found("Played")))
    assert words[0].startswith("Waiting for a match")
    assert words[1:] == ['"Ann\'s": 1 of 2 seats taken', '"Secret": 1 of 2 seats taken · private: skipped']
    assert "with 'Cup' in its name" in waiting_words((), "Cup")[0]
