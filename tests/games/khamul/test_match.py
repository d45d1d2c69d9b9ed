"""Khamul §9 and §11: how a match goes on and ends, seats that leave, and the options."""

from collections.abc import Sequence

import pytest

from engine.api import UNKNOWN, OptionError, OptionValue, Table
from engine.games.khamul.cards import MOST_STEPS, HouseRules
from engine.games.khamul.scoring import match_end
from engine.model.cards import Seat
from engine.play.match_end import MatchResult
from tests.games.tables import play_on

from .positions import KHAMUL, act, begun, finish, quiet, turn, view_of


def verdict(history: Sequence[Sequence[int]], playing: Sequence[Seat], house: HouseRules) -> MatchResult | None:
    return match_end(house).result(history, playing)


def house(**options: OptionValue) -> HouseRules:
    return HouseRules.of(KHAMUL.meta.resolve(options))


ALL = (0, 1, 2)


def test_rule_9_1_a_total_of_100_ends_the_match_and_99_does_not() -> None:
    assert verdict([(98, 0, 5), (100, 0, 5)], ALL, house()) is not None
    assert verdict([(97, 0, 5), (99, 0, 5)], ALL, house()) is None


def test_rule_9_1_the_lowest_total_wins() -> None:
    ended = verdict([(120, 40, 41)], ALL, house())
    assert ended is not None
    assert (ended.how, ended.winners) == ("lowest", (1,))


def test_rule_9_1_at_the_table() -> None:
    table = begun(2, {0: "AC 2C 2D KH", 1: "10C 10D QH QD"}, stock="8D", limit=60)
    finish(table, 0)
    assert table.over is not None
    assert (table.over.how, table.over.winners, table.totals) == ("lowest", (0,), [0, 60])


@pytest.mark.parametrize(("limit", "ends"), [(60, True), (61, False)])
def test_rule_11_1_the_limit_may_be_another(limit: int, ends: bool) -> None:
    table = begun(2, {0: "AC 2C 2D KH", 1: "10C 10D QH QD"}, stock="8D", limit=limit)
    finish(table, 0)
    assert (table.over is not None) is ends


def test_rule_9_2_equal_lowest_totals_play_on_and_share_after_five_extra_rounds() -> None:
    tied = [(30, 30, 100 + more) for more in range(6)]
    for rounds in range(1, 6):
        assert verdict(tied[:rounds], ALL, house()) is None
        assert match_end(house()).extra_deals(tied[:rounds], ALL) == rounds
    ended = verdict(tied, ALL, house())
    assert ended is not None
    assert (ended.how, ended.winners) == ("extra_rounds_spent", (0, 1))


def test_rule_9_2_after_an_extra_round_everything_is_asked_afresh() -> None:
    tied, back, over = (50, 50, 102), (57, 60, 97), (57, 70, 104)
    assert verdict([tied, back], ALL, house()) is None
    ended = verdict([tied, back, over], ALL, house())
    assert ended is not None
    assert (ended.how, ended.winners) == ("lowest", (0,))


def test_rule_9_2_an_extra_round_is_announced() -> None:
    table = begun(3, {0: "AC 2C 2D KH", 1: "AD AH AS 2H", 2: "10C 10D QH QD"}, stock="8D 8C", limit=60)
    finish(table, 0)
    assert table.over is None
    assert table.facts["extra_round"] == 1
    table.close()
    assert table.deal == 2


def test_rule_11_10_with_shared_tie_break_they_share_at_once() -> None:
    table = begun(
        3, {0: "AC 2C 2D KH", 1: "AD AH AS 2H", 2: "10C 10D QH QD"}, stock="8D 8C", limit=60, tie_break="shared"
    )
    finish(table, 0)
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("shared", (0, 1))


def test_rule_9_3_no_match_is_longer_than_64_rounds() -> None:
    totals = [(number // 2, number // 3, 7) for number in range(1, 65)]
    assert verdict(totals[:63], ALL, house()) is None
    ended = verdict(totals, ALL, house())
    assert ended is not None
    assert (ended.how, ended.winners) == ("rounds_spent", (2,))


def test_rule_9_3_a_match_of_too_many_decisions_ends_with_its_round() -> None:
    end = match_end(house())
    assert end.result([(1, 2, 7)], ALL, MOST_STEPS - 1) is None
    ended = end.result([(1, 2, 7)], ALL, MOST_STEPS)
    assert ended is not None
    assert (ended.how, ended.winners) == ("rounds_spent", (0,))


def test_rule_9_4_a_seat_that_left_neither_ends_the_match_nor_wins() -> None:
    assert match_end(house()).extra_deals([(120, 5, 20)], (1, 2)) == 0
    assert verdict([(0, 105, 20)], (1, 2), house()) is not None
    ended = verdict([(0, 105, 20)], (1, 2), house())
    assert ended is not None
    assert ended.winners == (2,)


def test_rule_9_4_the_others_play_on() -> None:
    table = begun(4, {0: "AC 2C 2D KH"}, limit=500)
    finish(table, 0)
    table.drop(1)
    table.close()
    assert table.acting() == (0, 2, 3)
    assert table.groups("slot", 1) == []
    for seat in (0, 2, 3):
        act(table, seat, "peek 1 2")
    first = table.acting()[0]
    turns = []
    for _ in range(4):
        turns.append(table.acting()[0])
        quiet(table)
    assert 1 not in turns
    assert turns[0] == turns[3] == first
    before = table.totals[1]
    act(table, table.acting()[0], "khamul")
    quiet(table, 2)
    assert len(table.scores) == 2
    assert table.totals[1] == before


def test_rule_9_4_two_must_stay() -> None:
    assert KHAMUL.meta.can_shrink
    assert KHAMUL.meta.least_seats == 2


@pytest.mark.parametrize(
    "given",
    [{"limit": 0}, {"match_s": 0}, {"false_call": "shout"}, {"starter": "oldest"}, {"turn_cap": 0}, {"jokers": 1}],
)
def test_rule_11_1_options_outside_their_bounds_are_refused(given: dict[str, OptionValue]) -> None:
    with pytest.raises(OptionError):
        KHAMUL.meta.resolve(given)


def test_rule_11_7_with_a_random_starter_every_round_is_begun_by_lot() -> None:
    rotated, drawn = _rounds("rotate"), _rounds("random")
    assert rotated == [(rotated[0] + step) % 4 for step in range(6)]
    assert drawn != [(drawn[0] + step) % 4 for step in range(6)]


def _rounds(how: str) -> list[int]:
    """The dealers of six rounds."""
    table = Table(KHAMUL, 4, KHAMUL.meta.resolve({"starter": how, "limit": 500, "turn_cap": 1}), seed="starter")
    table.start()
    found: list[int] = []
    while len(found) < 6:
        found.append(table.dealer)
        play_on(table, lambda table: table.phase == "between")
        table.close()
    return found


def test_rule_11_8_memory_aid_keeps_showing_what_was_seen() -> None:
    table = begun(2, {0: "AC 2C 3C 4C", 1: "9C 9D 8C 8D"}, stock="KH 5D JC 6D", memory_aid=True)
    turn(table, 0, "draw", "swap 3")
    turn(table, 1, "draw", "discard", s1="match 1")
    assert view_of(table, 0).groups("slot", 0) == [["AC"], ["2C"], ["KH"], [UNKNOWN]]
    assert view_of(table, 1).groups("slot", 0) == [[UNKNOWN]] * 4
    assert view_of(table, 0).groups("slot", 1)[0] == ["9C"]  # shown to all by a mistake
    act(table, 0, "rearrange 1 4")
    assert view_of(table, 0).groups("slot", 0) == [[UNKNOWN], ["2C"], ["KH"], ["AC"]]
    act(table, 1, "rearrange 1 2")
    assert view_of(table, 0).groups("slot", 1)[0] == [UNKNOWN]
    assert sorted(card for held in view_of(table, 1).groups("slot", 1) for card in held if card != UNKNOWN) == [
        "9C",
        "9D",
    ]


def test_rule_11_8_it_is_off_unless_chosen() -> None:
    assert KHAMUL.meta.resolve({})["memory_aid"] is False
    assert not KHAMUL.remembers(begun(2))
    assert KHAMUL.remembers(begun(2, memory_aid=True))
