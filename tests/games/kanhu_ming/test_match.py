"""Kanhu (Ming) §8 and §9: how long a match is, who is eldest, who has won, who pays whom."""

from collections.abc import Sequence
from random import Random

import pytest

from engine.api import Declared, Table
from engine.games.kanhu_ming.cards import PLACE, HouseRules
from engine.games.kanhu_ming.scoring import match_end, next_eldest, settle
from engine.play.match_end import MatchResult
from tests.games.trials import Trial

from .endings import KANHU, begun, ended_match, play_hand, tied_match
from .positions import cards, finish, sit


def verdict(history: Sequence[Sequence[int]], house: HouseRules) -> MatchResult | None:
    return match_end(house).result(history, range(len(history[-1])))


EXTRA = HouseRules(ties_shared=False)


def played(table: Table, hands: int) -> list[int]:
    """Play so many hands; gives the eldest of each."""
    eldest = []
    for number in range(hands):
        play_hand(table, Random(f"{number}"))
        eldest.append(table.dealer)
    return eldest


def test_rule_8_1_a_match_is_six_hands_and_the_highest_total_wins() -> None:
    table = ended_match("most")
    assert table.over is not None
    assert table.deal == 6
    assert [table.totals[seat] for seat in table.over.winners] == [max(table.totals)]
    assert verdict([(10, 20, 5)] * 5, HouseRules()) is None
    assert verdict([(10, 20, 5)] * 6, HouseRules()) == MatchResult("most", (1,))


def test_rule_8_2_equal_highest_totals_share() -> None:
    assert verdict([(20, 20, 5)] * 6, HouseRules()) == MatchResult("shared", (0, 1))
    table = ended_match("shared")
    assert table.over is not None
    assert table.over.how == "shared"
    assert [table.totals[seat] for seat in table.over.winners] == [max(table.totals)] * len(table.over.winners)
    assert len(table.over.winners) > 1


def test_rule_8_3_extra_hands_until_one_leads_alone() -> None:
    tied, ahead = (20, 20, 5), (30, 25, 6)
    assert verdict([tied] * 6, EXTRA) is None
    assert verdict([*[tied] * 6, ahead], EXTRA) == MatchResult("most", (0,))


def test_rule_8_3_after_five_extra_hands_they_share() -> None:
    tied = (20, 20, 5)
    assert verdict([tied] * 10, EXTRA) is None
    assert verdict([tied] * 11, EXTRA) == MatchResult("extra_hands_spent", (0, 1))
    table = ended_match("extra_hands_spent")
    assert table.deal == 6
    assert table.journal is not None
    told = [e.value for e in table.journal.events() if isinstance(e, Declared) and e.fact == "extra_hand"]
    assert told == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_8_4_the_eldest_moves_one_seat_to_the_right(seats: int) -> None:
    eldest = played(begun(seats, {}, "rotate"), 4)
    assert eldest == [(eldest[0] - number) % seats for number in range(4)]


def test_rule_9_1_the_number_of_hands_is_the_tables() -> None:
    assert verdict([(10, 20)], HouseRules(hands=1)) == MatchResult("most", (1,))
    assert verdict([(10, 20)] * 29, HouseRules(hands=30)) is None
    table = begun(2, {"hands": 2}, "two hands")
    played(table, 2)
    assert table.over is not None


def test_rule_9_2_the_target_ends_the_match_and_the_number_of_hands_does_not() -> None:
    house = HouseRules(hands=1, target=50)
    assert verdict([(30, 49)], house) is None
    assert verdict([(30, 49), (50, 49)], house) == MatchResult("most", (0,))
    table = begun(3, {"target": 60, "hands": 1}, "target")
    while table.over is None:
        play_hand(table, Random(table.deal))
    assert max(table.totals) >= 60
    assert all(max(scored.totals) < 60 for scored in table.scores[:-1])


def test_rule_9_2_equal_totals_at_the_target_always_play_an_extra_hand() -> None:
    house = HouseRules(target=50)
    assert house.ties_shared
    assert verdict([(50, 50)], house) is None
    assert verdict([(50, 50), (60, 66)], house) == MatchResult("most", (1,))
    assert verdict([(50, 50)] * 6, house) == MatchResult("extra_hands_spent", (0, 1))
    table = tied_match({"target": 9}, 3)
    assert table.over is not None
    assert table.over.how == "extra_hands_spent"


def test_rule_9_3_the_winner_of_a_hand_is_eldest_in_the_next() -> None:
    assert next_eldest(0, (3, 20, 4), "winner") == 1
    table = begun(3, {"eldest_next": "winner"}, "winner")
    play_hand(table, Random("winner"))
    points = table.scores[0].points
    table.close()
    assert points[table.dealer] == max(points)


@pytest.mark.parametrize(
    ("eldest", "points", "following"),
    [(0, (9, 9, 9), 0), (1, (9, 9, 9), 1), (1, (12, 3, 12), 0), (2, (12, 12, 3), 1), (0, (3, 12, 12), 2)],
)
def test_rule_9_3_of_equals_the_first_in_turn_from_the_old_eldest(
    eldest: int, points: tuple[int, ...], following: int
) -> None:
    assert next_eldest(eldest, points, "winner") == following


def test_rule_9_3_redraw_draws_anew_for_every_hand() -> None:
    table = begun(3, {"eldest_next": "redraw"}, "redraw")
    draws = set()
    for number in range(5):
        drawn = table.facts["eldest_draw"]
        assert isinstance(drawn, tuple)
        assert drawn[table.dealer] == max(drawn, key=PLACE.__getitem__)  # type: ignore[arg-type]
        draws.add(drawn)
        play_hand(table, Random(number))
        table.close()
    assert len(draws) > 3


@pytest.mark.parametrize("eldest_next", ["rotate", "winner"])
def test_rule_9_3_without_redraw_only_the_first_hand_has_a_draw(eldest_next: str) -> None:
    table = begun(3, {"eldest_next": eldest_next}, "once")
    assert "eldest_draw" in table.facts
    play_hand(table, Random("once"))
    table.close()
    assert "eldest_draw" not in table.facts


OPEN = {"sluff_face_down": False}


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_rule_9_4_sluffs_may_be_thrown_face_up(viewer: int) -> None:
    trial = sit({0: "C7", 2: "S5", 1: "C6"}, "lead C7; sluff S5", viewer=viewer, options=OPEN)
    assert trial.view.zone("trick") == list(cards("C7 S5"))
    trial.do(1, trial.table.decisions()[0].default)
    assert set(cards("C7 S5")) < set(trial.view.zone("taken", 0))


def test_rule_9_4_a_sluff_that_is_shown_takes_nothing_however_high() -> None:
    trial = sit({0: "C7", 2: "M9", 1: "C6"}, "lead C7; sluff M9; beat C6", options=OPEN)
    assert trial.table.zone("taken", 1) == list(cards("C7 M9 C6"))
    assert trial.table.acting() == (1,)


def test_rule_9_4_three_cards_that_would_have_beaten_are_only_sluffed() -> None:
    trial = sit(
        {0: "C7 C8 C9", 2: "M7 M8 M9", 1: "C1 C2 C3"},
        "lead C7 C8 C9; sluff M7 M8 M9; beat C1 C2 C3",
        options=OPEN,
    )
    assert len(trial.table.zone("taken", 1)) == 9


def test_rule_9_4_the_same_plays_count_the_same_open_or_face_down() -> None:
    points = set()
    for face_down in (True, False):
        trial = sit({}, options={"sluff_face_down": face_down})
        finish(trial)
        points.add(trial.table.scores[0].points)
    assert len(points) == 1


def test_rule_9_5_everybody_settles_with_everybody() -> None:
    assert settle((52, 49, 47)) == (8, -1, -7)
    assert settle((30, 20)) == (10, -10)
    table = ended_match("most")
    assert table.options["settlement"] == "pairwise"
    assert table.over is not None
    assert len(table.over.payouts) == 3
    assert sum(table.over.payouts) == 0
    for seat, payout in enumerate(table.over.payouts):
        assert payout == sum(table.totals[seat] - other for other in table.totals)


def test_rule_9_5_without_settlement_nobody_pays() -> None:
    table = ended_match("shared")
    assert table.over is not None
    assert table.over.payouts == ()


@pytest.mark.parametrize(("tie_break", "ends"), [("shared", True), ("extra", False)])
def test_rule_9_6_equal_totals_share_or_play_on(tie_break: str, ends: bool) -> None:
    house = HouseRules.of(KANHU.meta.resolve({"tie_break": tie_break}))
    assert (verdict([(20, 20)] * 6, house) is not None) is ends


def test_a_match_needs_everybody() -> None:
    assert not KANHU.meta.can_shrink


def test_rule_8_5_a_match_of_defaults_ends() -> None:
    trial: Trial = sit({}, options={"hands": 1})
    finish(trial)
    assert trial.table.over is not None
