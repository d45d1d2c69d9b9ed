"""Solo §9: what a game needs, and what it counts."""

import pytest

from engine.api import Scored
from engine.games.solo.contracts import LADDER, Rung, rung
from engine.games.solo.scoring import Contract, is_made, points_of, reckon

from .positions import finish, sit


def won(own: int, partner: int = 0) -> tuple[int, int, int, int]:
    """Tricks of seat 0, who declares, and of seat 2; the rest is seat 1's."""
    return own, 8 - own - partner, partner, 0


def points(step: Rung, tricks: tuple[int, int, int, int], partner: int | None = None) -> tuple[int, ...]:
    return reckon(Contract(step, 0, partner, "AH" if partner else None), tricks).points  # type: ignore[arg-type]


def test_rule_9_1_five_tricks_between_declarer_and_partner() -> None:
    simple = Contract(rung(1), 0, 2, "AH")  # type: ignore[arg-type]
    assert is_made(simple, won(2, 3)) is True
    assert is_made(simple, won(2, 2)) is False
    assert is_made(Contract(rung(1), 0), won(4)) is False


def test_rule_9_1_five_alone_in_a_solo_and_all_in_a_tout() -> None:
    assert [is_made(Contract(rung(3), 0), won(own)) for own in (4, 5, 8)] == [False, True, True]
    assert [is_made(Contract(rung(5), 0), won(own)) for own in (5, 7, 8)] == [False, False, True]


def test_rule_9_1_a_game_is_open_until_it_is_made_or_cannot_be() -> None:
    solo = Contract(rung(3), 0)
    assert is_made(solo, (4, 1, 1, 1)) is None
    assert is_made(solo, (3, 2, 1, 1)) is False
    assert is_made(Contract(rung(6), 0), (0, 0, 0, 0)) is None
    with pytest.raises(ValueError, match="not decided"):
        reckon(solo, (4, 1, 1, 1))


@pytest.mark.parametrize(("tricks", "worth"), [(5, 2), (8, 2)])
def test_rule_9_2_tricks_beyond_those_needed_count_nothing(tricks: int, worth: int) -> None:
    assert points(rung(1), won(tricks), 2) == (worth, 0, worth, 0)


def test_rule_9_2_a_lost_game_takes_as_much_off() -> None:
    assert points(rung(4), won(4)) == (-8, 0, 0, 0)
    assert points(rung(5), won(7)) == (-16, 0, 0, 0)
    assert points(rung(6), won(8)) == (32, 0, 0, 0)


@pytest.mark.parametrize("step", LADDER, ids=lambda step: step.title)
def test_rule_9_2_every_rung_counts_its_points(step: Rung) -> None:
    assert points_of(Contract(step, 3), made=True) == (0, 0, 0, step.points)
    assert points_of(Contract(step, 3), made=False) == (0, 0, 0, -step.points)


def test_rule_9_3_the_partner_wins_and_loses_the_same() -> None:
    assert points(rung(2), won(3, 2), 2) == (4, 0, 4, 0)
    assert points(rung(2), won(3, 1), 2) == (-4, 0, -4, 0)


def test_rule_9_4_nobody_else_scores() -> None:
    result = reckon(Contract(rung(1), 0, 2, "AH"), won(3, 1))  # type: ignore[arg-type]
    assert [(line.seat, line.points, line.cards, line.paragraph) for line in result.lines] == [
        (0, -2, (), "9.2"),
        (2, -2, ("AH",), "9.3"),
    ]
    assert (result.points[1], result.points[3]) == (0, 0)


FORCED = {0: "QC 7C AC KC JC 10C 9C 8C", 1: "QS AH"}


def test_rule_5_1_after_four_passes_in_color_four_points_are_won() -> None:
    table = finish(sit(FORCED, "pass pass pass pass", "simple C AH").table)
    assert table.scores[0].how == "forced_made"
    assert table.scores[0].points == (4, 4, 0, 0)


def test_rule_5_1_or_lost() -> None:
    hands = {0: "QC 7D 8D 9D 7H 8H 9H 10D", 1: "AH AS", 2: "QS 7C AC KC", 3: "JC 10C 9C 8C"}
    table = finish(sit(hands, "pass pass pass pass", "simple C AH").table)
    assert table.scores[0].how == "forced_lost"
    assert table.scores[0].points == (-4, -4, 0, 0)


def test_a_deal_is_scored_once() -> None:
    trial = sit(FORCED, "pass pass pass pass", "simple C AH")
    table = finish(trial.table)
    assert table.journal is not None
    assert sum(isinstance(event, Scored) for event in table.journal.events()) == 1


@pytest.mark.parametrize(
    ("number", "made", "how"),
    [(1, True, "simple_made"), (4, False, "solo_lost"), (6, True, "tout_made"), (5, False, "tout_lost")],
)
def test_a_deal_ends_in_the_word_for_its_game(number: int, made: bool, how: str) -> None:
    assert reckon(Contract(rung(number), 0), won(8 if made else 0)).how == how
