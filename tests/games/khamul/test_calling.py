"""Khamul §7 and §8: the call, the last round, who had to call, and what a round scores."""

import pytest

from engine.api import IllegalMove, Table
from engine.games.khamul.scoring import lowest_hands, reckon

from .positions import act, begun, cards, finish, quiet, row, turn, verbs


def points_of(*hands: str, silent: tuple[int, ...] = (), false_caller: int | None = None) -> tuple[int, ...]:
    """Points of a round with these hands."""
    held = {seat: cards(text) for seat, text in enumerate(hands)}
    return reckon(held, len(hands), silent=silent, false_caller=false_caller).points


def test_rule_7_1_khamul_is_called_in_place_of_the_turn() -> None:
    table = begun(3, {0: "AC 2C 2D KH"})
    act(table, 0, "khamul")
    assert table.facts["khamul"] == 0
    assert table.acting() == (1,)


def test_rule_7_1_nobody_can_call_after_another() -> None:
    table = begun(3)
    act(table, 0, "khamul")
    assert "khamul" not in verbs(table, 1)
    with pytest.raises(IllegalMove, match="already called") as caught:
        act(table, 1, "khamul")
    assert caught.value.paragraph == "7.1"


def test_rule_7_1_not_after_drawing() -> None:
    table = begun(2)
    act(table, 0, "draw")
    with pytest.raises(IllegalMove):
        act(table, 0, "khamul")


def test_rule_7_2_each_other_player_has_one_turn() -> None:
    table = begun(4, stock="2H 3H 4H 5H 6H 7H")
    quiet(table)
    act(table, 1, "khamul")
    for seat in (2, 3, 0):
        assert table.acting() == (seat,)
        turn(table, seat, "draw", "discard")
    assert table.scores[0].how == "khamul"


def test_rule_7_2_then_all_cards_are_shown() -> None:
    table = begun(2, {0: "AC 2C 2D KH", 1: "9C 9D 8H 7H"}, limit=500, stock="3D")
    finish(table, 0)
    assert table.zone("open", 0) == list(cards("AC 2C 2D KH"))
    assert table.zone("open", 1) == list(cards("9C 9D 8H 7H"))
    assert row(table, 0) == "- - - -"


KNOWS_ALL = {0: "2C 3H KH KD", 1: "9C 9S 8H 7H"}
"""Seat 0 has five points; it sees places 1 and 2 at the beginning, and the rest by jacks."""


def knowing(stock: str) -> Table:
    """Seat 0 has looked at all its cards, two of them by jacks, and it is its turn again. stock: the cards after."""
    table = begun(2, KNOWS_ALL, stock=f"JC 4S JD 4D {stock}", limit=500)
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 3")
    quiet(table)
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 4")
    quiet(table)
    assert table.acting() == (0,)
    return table


def test_rule_7_3_who_knows_five_or_less_and_does_not_call_is_charged_20() -> None:
    table = knowing("AH 5S 6S")
    turn(table, 0, "draw", "swap 2")  # down to 3 points
    quiet(table)
    finish(table, 0)
    assert row(table, 0) == "- - - -"
    assert table.zone("open", 0) == list(cards("2C AH KH KD"))
    assert table.scores[0].points[0] == 0 + 20
    assert "Khamul not called" in [line.label for line in table.scores[0].lines]


def test_rule_7_3_but_not_with_one_card_unseen() -> None:
    table = begun(2, KNOWS_ALL, stock="JC 4S 8D 4D AH 5S 6S", limit=500)
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 3")
    quiet(table, 3)
    turn(table, 0, "draw", "swap 2")
    quiet(table)
    finish(table, 0)
    assert table.scores[0].points[0] == 0


def test_rule_11_4_with_strict_khamul_knowledge_does_not_matter() -> None:
    table = begun(2, KNOWS_ALL, stock="AH 5S 6S", limit=500, strict_khamul=True)
    turn(table, 0, "draw", "swap 2")
    quiet(table)
    finish(table, 0)
    assert table.scores[0].points[0] == 20


@pytest.mark.parametrize("strict", [False, True])
def test_rule_7_3_with_more_than_five_no_call_is_due(strict: bool) -> None:
    table = begun(
        2, {0: "2C 9H KH KD", 1: "9C 9S 8H 7H"}, stock="JC 4S JD 4D 6D 5S 6S", limit=500, strict_khamul=strict
    )
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 3")
    quiet(table)
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 4")
    quiet(table, 3)  # eleven points, all known, and no call
    finish(table, 0)
    assert {line.label for line in table.scores[0].lines if line.seat == 0} == {"cards", "called with more than five"}


def test_rule_7_3_once_however_often() -> None:
    table = knowing("4H 5S 5D 6S 6C")
    quiet(table, 4)
    finish(table, 0)
    assert table.scores[0].points[0] == 20


def test_rule_7_3_to_take_instead_is_charged_too() -> None:
    table = knowing("5S 6S")
    turn(table, 0, "take 3")
    quiet(table)
    finish(table, 0)
    assert "Khamul not called" in [line.label for line in table.scores[0].lines]


def test_rule_7_3_after_another_has_called_no_call_is_due() -> None:
    table = knowing("4H 5S 5D 6S")
    act(table, 0, "khamul")
    quiet(table)
    assert table.scores[0].points[0] == 0
    table = begun(2, KNOWS_ALL, stock="4H 5S", limit=500, strict_khamul=True, starter=1)
    act(table, 1, "khamul")
    quiet(table)
    assert table.scores[0].points[0] == 0


def test_rule_7_3_what_is_laid_in_is_known_and_an_unseen_card_is_not() -> None:
    table = begun(2, {0: "2C 3H 9D 9H"}, stock="KH 4S KD 4D 5S 6S 7S", limit=500)
    turn(table, 0, "draw", "swap 3")
    quiet(table)
    turn(table, 0, "draw", "swap 4")
    quiet(table)
    quiet(table, 2)  # five points, all known, and no call
    finish(table, 0)
    assert table.scores[0].points[0] == 20
    table = begun(2, {0: "2C 3H 9D 9H", 1: "8D 8S 7D 7C"}, stock="KH QS 4D KD 4S 5S 6S AS 8H", limit=500)
    turn(table, 0, "draw", "swap 3")
    turn(table, 1, "draw", "discard")
    act(table, 1, "burden @0")
    turn(table, 0, "draw", "swap 4")
    assert row(table, 0) == "2C 3H KH KD 4D"
    finish_quietly(table)
    assert "Khamul not called" not in [line.label for line in table.scores[0].lines if line.seat == 0]


def finish_quietly(table: Table) -> None:
    """The round goes on for two turns, and then seat 0 calls."""
    quiet(table)
    quiet(table, 2)
    finish(table, 0)


def test_rule_7_3_the_own_rearranging_does_not_make_one_forget() -> None:
    table = knowing("4H 5S 5D 6S")
    act(table, 0, "rearrange 1 4")
    quiet(table, 2)
    finish(table, 0)
    assert table.scores[0].points[0] == 20


def test_rule_7_3_a_card_got_by_a_king_is_known_for_one_looks_at_it() -> None:
    table = begun(2, {0: "9C 3H KH KD", 1: "2C 9S 8H 7H"}, peeks={0: "2 3"}, limit=500, stock="JC 4S KS 4D 5S 6S 7S")
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 4")
    quiet(table)
    turn(table, 0, "draw", "discard")
    act(table, 0, "exchange 1 1:1")
    assert row(table, 0) == "2C 3H KH KD"
    quiet(table, 3)
    finish(table, 0)
    assert table.scores[0].points[0] == 20


@pytest.mark.parametrize(("rearranged", "charged"), [(False, True), (True, False)])
def test_rule_7_3_another_players_card_is_followed_until_it_is_rearranged(rearranged: bool, charged: bool) -> None:
    """Seat 1 shows its two of clubs by a mistake, and a king then gives that card to seat 0."""
    table = begun(2, {0: "9C 3H KH KD", 1: "2C 9S 8H 7H"}, peeks={0: "2 3"}, limit=500, stock="JC 4S KS 5S 6S 7S 8S")
    turn(table, 0, "draw", "discard", s1="match 1")
    act(table, 0, "look 4")
    if rearranged:
        act(table, 1, "rearrange 1 2")
    turn(table, 1, "draw", "discard")
    act(table, 1, f"exchange {2 if rearranged else 1} 0:1")
    assert row(table, 0) == "2C 3H KH KD"
    quiet(table, 2)
    finish(table, 0)
    assert table.scores[0].points[0] == (20 if charged else 0)


def test_rule_7_3_a_card_that_another_took_from_the_pile_is_known_to_all() -> None:
    """Seat 1 takes the two of clubs before everybody, and a king then gives it to seat 0."""
    stock = "JC 10S 2C 4S KS 5S 6S 7S"
    table = begun(2, {0: "9C 3H KH KD", 1: "8C 9S 8H 7H"}, peeks={0: "2 3"}, limit=500, stock=stock)
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 4")
    quiet(table, 2)
    turn(table, 1, "take 1")
    quiet(table)
    turn(table, 1, "draw", "discard")
    act(table, 1, "exchange 1 0:1")
    assert row(table, 0) == "2C 3H KH KD"
    quiet(table, 2)
    finish(table, 0)
    assert table.scores[0].points[0] == 20


def test_rule_7_3_a_card_that_has_gone_to_the_pile_is_not_known_when_it_comes_back_unseen() -> None:
    """Seat 0 throws the ace of spades, and a queen brings it back from a pile that was made a stock."""
    stock = "JC 4S AS QS AD 5S 6S 7S 8S"
    table = begun(2, {0: "9C 2C KH KD", 1: "10C 9S 8H 7H"}, peeks={0: "3 4"}, limit=500, stock=stock)
    turn(table, 0, "draw", "discard")
    act(table, 0, "look 2")
    quiet(table, 2)
    turn(table, 1, "draw", "discard")
    left = tuple(table.zones["stock"])
    table.move(left, "stock", "aside")
    table.move(cards("JC 4S"), "discard", "aside")
    act(table, 1, "burden @0")
    table.move(left, "aside", "stock")
    turn(table, 0, "draw", "swap 1")
    assert row(table, 0) == "AD 2C KH KD AS"
    quiet(table, 3)
    finish(table, 0)
    assert table.scores[0].points[0] == 0


def test_rule_7_4_who_calls_with_more_than_five_is_charged_and_cannot_be_lowest() -> None:
    assert points_of("AC 7C", "10C", "JC 9D", false_caller=0) == (28, 0, 19)
    table = begun(2, {0: "AC 2C 3C 4C", 1: "10C 10D 9C 9D"}, stock="8D", limit=500)
    finish(table, 0)
    assert table.scores[0].points == (30, 0)


def test_rule_7_4_what_counts_are_the_cards_at_the_call() -> None:
    table = begun(2, {0: "5C 6C KH KD", 1: "10C 10D 9C 9D"}, stock="6D", limit=500)
    act(table, 0, "khamul")
    turn(table, 1, "draw", "discard", s0="match 2")
    assert table.scores[0].points == (5 + 20, 0)
    table = begun(2, {0: "AC 2C 2D KH", 1: "10C 10D 9C 9D"}, stock="QS QH 8D", limit=500)
    act(table, 0, "khamul")
    turn(table, 1, "draw", "discard")
    act(table, 1, "burden @0")
    assert table.scores[0].points == (0, 38)


def test_rule_11_5_with_reject_a_false_call_is_refused_before_all_and_the_turn_goes_on() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"}, false_call="reject")
    act(table, 0, "khamul")
    assert "khamul" not in table.facts
    assert (table.phase, table.acting()) == ("turn", (0,))
    assert "khamul" not in verbs(table, 0)
    with pytest.raises(IllegalMove, match="more than five") as caught:
        act(table, 0, "khamul")
    assert caught.value.paragraph == "11.5"
    quiet(table, 2)
    assert "khamul" in verbs(table, 0)


def test_rule_11_5_a_call_that_is_refused_costs_nothing() -> None:
    hands = {0: "AC 2C 3C 4C", 1: "10C 10D 9C 9D"}
    table = begun(2, hands, stock="8D 8C", false_call="reject", turn_cap=1, limit=500)
    act(table, 0, "khamul")
    quiet(table, 2)
    assert table.scores[0].points == (0, 38)


def test_rule_11_5_who_was_refused_need_not_call_in_that_turn() -> None:
    """Seat 0 is refused, then matches until few points are left; in this turn it may not call any more."""
    hands = {0: "AC 2C 9D 9H", 1: "10C 10D 8S 8C"}
    stock = "9S 4S 5S 6S"
    table = begun(2, hands, stock=stock, starter=1, false_call="reject", strict_khamul=True, limit=500)
    turn(table, 1, "draw", "discard")
    for text in ("khamul", "match 3", "match 4"):
        act(table, 0, text)
    assert "khamul" not in verbs(table, 0)
    turn(table, 0, "draw", "discard")
    quiet(table)
    finish(table, 0)
    assert table.scores[0].points[0] == 0


def test_rule_11_5_a_true_call_is_not_refused() -> None:
    table = begun(2, {0: "AC 2C 2D KH"}, false_call="reject")
    act(table, 0, "khamul")
    assert table.facts["khamul"] == 0


def test_rule_7_5_a_round_without_a_call_is_counted_after_50_turns_each() -> None:
    table = begun(2, limit=500)
    quiet(table, 99)
    assert not table.scores
    quiet(table, 1)
    assert table.scores[0].how == "turn_cap"
    assert {line.label for line in table.scores[0].lines} <= {"cards", "lowest hand", "Khamul not called"}


@pytest.mark.parametrize("cap", [1, 3])
def test_rule_11_9_turn_cap_sets_another_number(cap: int) -> None:
    table = begun(3, turn_cap=cap, limit=500)
    quiet(table, 3 * cap - 1)
    assert not table.scores
    quiet(table)
    assert table.scores[0].how == "turn_cap"


def test_rule_11_9_who_calls_in_the_last_turn_gives_the_others_theirs() -> None:
    table = begun(3, turn_cap=1, limit=500)
    quiet(table, 2)
    act(table, 2, "khamul")
    quiet(table)
    assert not table.scores
    quiet(table)
    assert table.scores[0].how == "khamul"


def test_rule_8_1_a_hand_scores_its_cards_unless_it_is_the_lowest() -> None:
    assert points_of("AC 3C", "3D", "10C 5C", "QH 2D") == (4, 0, 15, 22)


def test_rule_8_2_of_equal_lowest_hands_all_score_nothing_caller_or_not() -> None:
    assert points_of("4C", "4D", "9C", "10C QH") == (0, 0, 9, 30)
    assert lowest_hands({0: cards("4C"), 1: cards("4D")}, None) == {0, 1}


def test_rule_8_3_who_has_no_card_scores_5_less() -> None:
    assert points_of("", "KH KD", "7C", "QS 2C") == (-5, 0, 7, 12)
    assert points_of("", "8C 7S", false_caller=0) == (-5 + 20, 0), "not the lowest hand, but no card left"


def test_rule_8_3_a_queen_that_feeds_such_a_seat_takes_that_away() -> None:
    assert points_of("AC", "KH KD", "7C", "QS 2C") == (1, 0, 7, 12)


def test_rule_8_4_charges_are_added_afterwards() -> None:
    assert points_of("3C", "4C", "9C", silent=(0,)) == (20, 4, 9)
    assert points_of("3C", "4C", "9C", silent=(0,), false_caller=0) == (43, 0, 9)
    assert points_of("", "4C", silent=(0,)) == (15, 4)


def test_rule_8_1_the_lines_of_a_round_add_up_to_its_points() -> None:
    held = {0: cards("AC 7C"), 1: (), 2: cards("QH KD")}
    result = reckon(held, 3, silent=(1,), false_caller=0)
    for seat in range(3):
        assert sum(line.points for line in result.lines if line.seat == seat) == result.points[seat]
