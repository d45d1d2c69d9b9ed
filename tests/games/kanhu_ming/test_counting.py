"""Kanhu (Ming) §7: what a hand counts."""

from random import Random

import pytest

from engine.games.kanhu_ming.cards import bonus, set_of
from engine.games.kanhu_ming.scoring import Prize, reckon
from engine.games.kanhu_ming.state import BEST, captured_count, prizes_of
from tests.games.trials import Trial

from .endings import begun, play_hand
from .positions import cards, finish, play, sit


def prize(seat: int, text: str) -> Prize:
    return Prize(seat, set_of(cards(text)))


def earned(trial: Trial) -> list[tuple[int, int]]:
    """The bonuses so far: seat and points."""
    return [(won.seat, won.points) for won in prizes_of(trial.table)]


def test_rule_7_1_each_card_taken_counts_one_the_sluffed_ones_too() -> None:
    trial = sit({0: "M7 M8 M9 C9", 1: "C1 S4 M2", 2: "C8 S1 TM"}, "lead M7 M8 M9; sluff C8 S1 TM; sluff C1 S4 M2")
    assert captured_count(trial.table, 0) == 9
    assert reckon([9, 0, 0], ()).points == (9, 0, 0)


@pytest.mark.parametrize(("card", "points"), [("M5", 2), ("M8", 3)])
def test_rule_7_2_the_five_and_the_eight_of_myriads_earn_when_they_win_as_singles(card: str, points: int) -> None:
    led = sit({0: card, 1: "C1"}, f"lead {card}; sluff C1", seats=2)
    assert earned(led) == [(0, points)]
    beating = sit({0: "C1", 1: card}, f"lead C1; beat {card}", seats=2)
    assert earned(beating) == [(1, points)]


def test_rule_7_2_a_five_that_is_beaten_or_sluffed_earns_nothing() -> None:
    assert earned(sit({0: "M5", 1: "M6"}, "lead M5; beat M6", seats=2)) == []
    assert earned(sit({0: "C1", 1: "M5"}, "lead C1; sluff M5", seats=2)) == []


def test_rule_7_2_nothing_is_earned_inside_a_gibbon() -> None:
    assert earned(sit({0: "M4 M5 M6", 1: "C1 C2 C3"}, "lead M4 M5 M6; sluff C1 C2 C3", seats=2)) == []


def test_rule_7_3_the_half_leopard_earns_one_led_or_not() -> None:
    led = sit({0: "C1 CH C0", 1: "C9 C8 C7"}, "lead C1 CH C0; sluff C9 C8 C7", seats=2)
    assert earned(led) == [(0, 1)]
    beating = sit({0: "S7 S8 S9", 1: "C1 CH C0"}, "lead S7 S8 S9; beat C1 CH C0", seats=2)
    assert earned(beating) == [(1, 1)]


def test_rule_7_3_a_gibbon_trick_of_three_won_by_eight_nine_thousand_is_ten() -> None:
    trial = sit({0: "M8 M9 TM", 1: "C1 S4 M2", 2: "C8 S1 C9"}, "lead M8 M9 TM; sluff C8 S1 C9; sluff C1 S4 M2")
    result = reckon([captured_count(trial.table, seat) for seat in range(3)], prizes_of(trial.table))
    assert result.points == (10, 0, 0)


@pytest.mark.parametrize(
    ("special", "points"),
    [
        ("C7 S3 M3", 3),
        ("C8 S2 M2", 4),
        ("C9 S1 M1", 5),
        ("C0 S9 TM", 6),
        ("C9 S9 M9", 7),
        ("C0 S9 M9", 8),
        ("S1 M1 TM", 9),
    ],
)
def test_rule_7_4_winning_with_a_special_earns_its_bonus(special: str, points: int) -> None:
    trial = sit({0: special, 1: "C5 C6 S5"}, f"lead {special}; sluff C5 C6 S5", seats=2)
    assert earned(trial) == [(0, points)]


def test_rule_7_4_a_special_that_beats_earns_too_and_the_beaten_one_does_not() -> None:
    trial = sit({0: "C9 S1 M1", 1: "C0 S9 TM"}, "lead C9 S1 M1; beat C0 S9 TM", seats=2)
    assert earned(trial) == [(1, 6)]


@pytest.mark.parametrize(("special", "points"), [("C9 S9 M9", 7), ("S1 M1 TM", 9)])
def test_rule_7_4_leopard_nine_and_the_hero_earn_theirs_on_a_leopard(special: str, points: int) -> None:
    trial = sit({0: "C4 S4 M4", 1: special}, f"lead C4 S4 M4; beat {special}", seats=2)
    assert earned(trial) == [(1, points)]


def test_ten_singles_and_the_tiger_with_two_players() -> None:
    """Seven singles to A, one of them with the Eight Myriads, and the Tiger led; three singles to B."""
    trial = sit(
        {0: "C9 S1 M1 M2 M3 M4 M6 M7 M8 M9 C8 C7 C6", 1: "C5 C4 C3 C2 C1 CH S2 S3 S4 S5 S6 S7 S8"},
        "lead C9 S1 M1; sluff C5 C4 C3;"
        "lead M9; sluff C2; lead M8; sluff C1; lead M7; sluff CH; lead M6; sluff S2;"
        "lead M4; sluff S3; lead M3; sluff S4; lead M2; sluff S5;"
        "lead C8; beat S6; lead S7; sluff C7; lead S8; sluff C6",
        seats=2,
    )
    scored = trial.table.scores[0]
    assert scored.points == (28, 6)
    told = [(line.seat, line.label, line.points) for line in scored.lines]
    assert told == [
        (0, "cards taken", 20),
        (0, "Tiger", 5),
        (0, "Eight Myriads won a trick", 3),
        (1, "cards taken", 6),
    ]
    assert sum(scored.points) == 26 + 8


def test_the_five_of_myriads_led_and_not_beaten_is_four_points_with_two_players() -> None:
    trial = sit({0: "M5", 1: "C1"}, "lead M5; sluff C1", seats=2)
    assert reckon([captured_count(trial.table, seat) for seat in range(2)], prizes_of(trial.table)).points == (4, 0)


def test_the_lines_add_up_to_the_points_and_cite_their_rules() -> None:
    result = reckon([3, 24, 0], (prize(1, "M8"), prize(0, "C1 CH C0"), prize(1, "S1 M1 TM")))
    assert result.points == (4, 36, 0)
    assert [(line.seat, line.paragraph, line.points) for line in result.lines] == [
        (0, "7.1", 3),
        (0, "7.3", 1),
        (1, "7.1", 24),
        (1, "7.2", 3),
        (1, "7.4", 9),
    ]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_points_of_a_hand_are_the_cards_and_the_bonuses(seats: int) -> None:
    """26 or 27 for the cards, and the bonus of every trick's winning play, counted again from the plays."""
    chance = Random(f"sums {seats}")
    for number in range(60):
        table = begun(seats, {}, f"sums {number}")
        bonuses = 0
        while not table.scores:
            decision = table.decisions()[0]
            moves = [*decision.moves(table.deck)]
            table.play(decision.seat, decision.id, chance.choice(moves))
            if table.phase in ("lead", "counting", "between"):
                bonuses += bonus(set_of(BEST.of(table)[1]))
        assert sum(table.scores[0].points) == {2: 26, 3: 27}[seats] + bonuses


def test_played_to_the_end_nobody_holds_a_card_and_all_are_taken() -> None:
    table = begun(3, {}, "all")
    play_hand(table, Random("all"))
    assert sum(captured_count(table, seat) for seat in range(3)) == 27


def test_who_takes_nothing_has_no_line() -> None:
    trial = sit({0: "M1 M2 M3 M4 M5 M6 M7 M8 M9"})
    play(trial, "lead M7 M8 M9")
    finish(trial)
    scored = trial.table.scores[0]
    assert {line.seat for line in scored.lines} == {seat for seat in range(3) if scored.points[seat]}
