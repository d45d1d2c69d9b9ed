"""Khamul §5: matching, when everybody is asked and at any other time."""

import pytest

from engine.api import Card, IllegalMove, Move, Moved, StaleMove
from engine.games.khamul.cards import MOST_FREE_MOVES, MOST_IN_A_TURN, matches, most_matched, subsets
from engine.games.khamul.state import MATCHED_AGAIN, TURN_NUMBER, free_moves
from tests.games.tables import decision_of

from .positions import act, answer, begun, cards, faces_told, offered, place, quiet, row, started, turn, verbs


@pytest.mark.parametrize(
    ("card", "top", "right"),
    [("KH", "KC", True), ("7D", "7C", True), ("JS", "10C", False), ("QC", "KC", False), ("AS", "AH", True)],
)
def test_rule_5_1_same_rank_matches_and_points_do_not_count(card: str, top: str, right: bool) -> None:
    assert matches(*cards(f"{card} {top}")) is right


def test_rule_5_2_everybody_who_has_a_card_is_asked_the_thrower_too() -> None:
    table = begun(4, stock="7C")
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert table.acting() == (0, 1, 2, 3)
    assert all(decision.sealed and decision.window for decision in table.decisions())
    assert verbs(table, 0) == {"match", "pass"}


def test_rule_5_2_the_caller_is_asked_too() -> None:
    table = begun(3, stock="7C 7D")
    act(table, 0, "khamul")
    act(table, 1, "draw")
    act(table, 1, "discard")
    assert 0 in table.acting()


def test_rule_5_2_who_has_no_card_is_not_asked() -> None:
    table = begun(3, {1: "7C 7D 7S 4C"}, stock="7H 4D 5S")
    turn(table, 0, "draw", "discard", s1="match 1 2 3")
    turn(table, 1, "draw", "discard", s1="match 4")
    act(table, 2, "draw")
    act(table, 2, "discard")
    assert table.acting() == (0, 2)


def test_rule_5_2_answers_are_opened_together() -> None:
    table = begun(3, {1: "7C AD 7S 4C", 2: "7D AH 2C 2D"}, stock="7H")
    act(table, 0, "draw")
    act(table, 0, "discard")
    for seat, text in ((2, "match 1"), (0, "pass"), (1, "match 1 3")):
        assert act(table, seat, text) == ()
    assert table.awaits_close
    events = table.close()
    assert [event.cards[0] for event in events if isinstance(event, Moved)] == ["7C", "7S", "7D"]


def test_rule_5_2_who_answers_sooner_has_no_advantage() -> None:
    outcomes = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        table = begun(3, {0: "7C 2S 3S 4S", 1: "7S AD 5S 4C", 2: "7D AH 2C 2D"}, stock="7H")
        act(table, 0, "draw")
        act(table, 0, "discard")
        for seat in order:
            act(table, seat, "match 1")
        outcomes.append((table.close(), table.zones))
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_rule_5_2_up_to_three_places_are_named_at_once() -> None:
    table = begun(2, stock="7C")
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert len(offered(table, 0, "match")) == 4 + 6 + 4
    with pytest.raises(IllegalMove, match="Select one to three") as caught:
        act(table, 0, "match 1 2 3 4")
    assert caught.value.paragraph == "5.2"
    with pytest.raises(IllegalMove):
        act(table, 0, "match 1 1")
    with pytest.raises(IllegalMove, match="own cards"):
        act(table, 0, "match 1:1")


@pytest.mark.parametrize(("held", "most"), [(4, 3), (12, 3), (13, 2), (30, 2), (31, 1), (48, 1)])
def test_rule_5_2_fewer_by_who_has_many(held: int, most: int) -> None:
    assert most_matched(held) == most
    assert max(len(chosen) for chosen in subsets(tuple(place(0, str(n + 1)) for n in range(held)))) == most


def test_rule_5_3_every_card_that_matches_is_thrown() -> None:
    table = begun(3, {1: "7D AD 5S 4C", 2: "7H AH 2C 2D"}, stock="7C")
    turn(table, 0, "draw", "discard", s1="match 1", s2="match 1")
    assert row(table, 1) == "- AD 5S 4C"
    assert row(table, 2) == "- AH 2C 2D"
    assert table.zone("discard") == list(cards("7C 7D 7H"))


def test_rule_5_3_first_those_on_the_left_of_whose_turn_it_is_the_throwers_last() -> None:
    table = begun(3, {0: "7S 2S 3S 4S", 1: "7D AD 5S 4C", 2: "7H AH 2C 2D"}, stock="5D 7C", starter=0)
    quiet(table)
    turn(table, 1, "draw", "discard", s0="match 1", s1="match 1", s2="match 1")
    assert table.zone("discard") == list(cards("5D 7C 7H 7S 7D"))


def test_rule_5_4_a_card_that_does_not_match_is_shown_and_goes_back_and_one_is_drawn() -> None:
    table = begun(3, {1: "9S AD 5S 4C"}, stock="7C KD")
    act(table, 0, "draw")
    act(table, 0, "discard")
    events = answer(table, s1="match 1")
    assert faces_told(events, "Turned") == ["9S"]
    assert row(table, 1) == "9S AD 5S 4C KD"
    assert table.zone("discard") == ["7C"]


def test_rule_5_4_each_mistake_costs_a_card_and_what_is_right_still_stands() -> None:
    table = begun(2, {1: "9S 7D JS 4C"}, stock="7C KD 2H")
    turn(table, 0, "draw", "discard", s1="match 1 2 3")
    assert row(table, 1) == "9S 2H JS 4C KD"  # the first mistake was paid before the place was empty
    assert table.zone("discard") == list(cards("7C 7D"))


def test_rule_5_5_when_a_card_has_matched_everybody_is_asked_again() -> None:
    table = begun(2, {0: "7S 2S 3S 4S", 1: "7D AD 5S 7H"}, stock="7C 9C")
    act(table, 0, "draw")
    act(table, 0, "discard")
    answer(table, s1="match 1")
    assert (table.phase, table.acting()) == ("matching", (0, 1))
    answer(table, s1="match 4", s0="match 1")
    assert table.phase == "matching"
    answer(table)
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_5_5_after_a_mistake_alone_nobody_is_asked_again() -> None:
    table = begun(2, {1: "9S AD 5S 4C"}, stock="7C KD")
    act(table, 0, "draw")
    act(table, 0, "discard")
    answer(table, s1="match 1")
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_5_6_the_top_may_be_matched_later_out_of_turn() -> None:
    table = begun(3, {2: "7D AD 5S 4C"}, stock="7C 9C")
    quiet(table)
    assert table.acting() == (1,)
    assert [decision.seat for decision in table.free_decisions()] == [0, 2]
    act(table, 2, "match 1")
    assert table.zone("discard") == list(cards("7C 7D"))
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_5_6_and_in_the_own_turn_before_and_after_drawing() -> None:
    table = begun(2, {1: "7D 7S 5S 4C"}, stock="7C 9C")
    quiet(table)
    act(table, 1, "match 1")
    assert table.acting() == (1,)
    act(table, 1, "draw")
    act(table, 1, "match 2")
    assert row(table, 1) == "- - 5S 4C"
    turn(table, 1, "swap 3")
    assert table.zone("discard") == list(cards("7C 7D 7S 5S"))


def test_rule_5_6_until_another_card_is_thrown_or_the_top_is_taken() -> None:
    table = begun(2, {0: "2C 7D 3S 4C", 1: "QH 2D 2H 2S"}, stock="7C 9C")
    quiet(table)
    turn(table, 1, "take 1")
    assert row(table, 1).startswith("7C")
    events = act(table, 0, "match 2")
    assert faces_told(events, "Turned") == ["7D"]  # a queen lies on top now


def test_rule_5_6_a_mistake_is_carried_out_at_once() -> None:
    table = begun(2, {0: "2C 7D 3S 4C"}, stock="8C KD")
    quiet(table)
    act(table, 0, "match 2")
    assert row(table, 0) == "2C 7D 3S 4C KD"


def test_rule_5_6_one_card_at_a_time() -> None:
    table = begun(2, stock="7C")
    quiet(table)
    with pytest.raises(IllegalMove, match="one card at a time") as caught:
        act(table, 0, "match 1 2")
    assert caught.value.paragraph == "5.6"


def test_rule_5_6_not_when_no_card_is_left_to_pay() -> None:
    table = begun(2, {0: "7D 2C 3C 4C"}, stock="7C")
    act(table, 0, "draw")
    act(table, 0, "discard")
    table.move(tuple(table.zones["stock"]), "stock", "open:0")
    answer(table)
    with pytest.raises(IllegalMove, match="no penalty card is left") as caught:
        act(table, 1, "match 1")
    assert caught.value.paragraph == "5.6"
    assert [choice.verb for decision in table.free_decisions() for choice in decision.choices] == ["rearrange"]


def test_rule_5_5_the_matching_starts_again_three_times_in_a_turn() -> None:
    table = begun(2, {0: "7D 2C 3C 4C"}, stock="7C")
    act(table, 0, "draw")
    act(table, 0, "discard")
    MATCHED_AGAIN.declare(table, (TURN_NUMBER.of(table), MOST_IN_A_TURN - 1))
    answer(table, s0="match 1")
    assert table.phase == "matching"
    table.move((Card("7H"),), next(zone for zone in table.zones if "7H" in table.zones[zone]), "slot:0:0")
    answer(table, s0="match 1")
    assert table.phase == "turn"


def test_rule_5_6_three_times_in_a_turn() -> None:
    table = begun(2, {0: "8D 2C 3C 4C"}, stock="7C 9C 9D 9H 9S")
    quiet(table)
    for _ in range(3):
        act(table, 0, "match 1")
    with pytest.raises(IllegalMove, match="three times in one turn") as caught:
        act(table, 0, "match 1")
    assert caught.value.paragraph == "5.6"
    act(table, 1, "match 1")
    turn(table, 1, "draw", "discard")
    act(table, 0, "rearrange 1 2")


def test_rule_5_8_fifty_times_in_a_round() -> None:
    table = begun(2, {0: "8D 2C 3C 4C", 1: "5C 6C 9C 10C"}, stock="7C")
    quiet(table)
    made = 0
    while made < MOST_FREE_MOVES:
        if free_moves(table, 0).rearranged == MOST_IN_A_TURN:
            quiet(table)
        act(table, 0, "rearrange 2 3")
        made += 1
    quiet(table)
    for refused in ("rearrange 2 3", "match 1"):
        with pytest.raises(IllegalMove, match="fifty times in this round") as caught:
            act(table, 0, refused)
        assert caught.value.paragraph == "5.8"


def test_rule_5_6_not_before_a_card_lies_there() -> None:
    table = begun(2)
    with pytest.raises(IllegalMove, match="discard pile is empty"):
        act(table, 1, "match 1")


def test_rule_5_7_a_match_for_a_card_that_is_no_more_on_top_is_void() -> None:
    table = begun(2, {0: "7D 2C 3C 4C"}, stock="7C 9C")
    quiet(table)
    meant_for = table.step
    act(table, 1, "draw")
    turn(table, 1, "discard")
    with pytest.raises(StaleMove):
        table.play(0, meant_for, Move("match", places=(place(0, "1"),)))
    assert row(table, 0) == "7D 2C 3C 4C"


def test_rule_5_7_two_who_match_the_same_card_at_the_same_time_both_do() -> None:
    table = begun(3, {0: "7D 2C 3C 4C", 2: "7H AD 5S 4D"}, stock="7C 9C")
    quiet(table)
    seen = table.step
    for seat in (0, 2):
        table.play(seat, seen, Move("match", places=(place(seat, "1"),)))
    assert table.zone("discard") == list(cards("7C 7D 7H"))
    with pytest.raises(StaleMove):  # whose turn it is is asked anew, for what the others hold has changed
        table.play(1, seen, Move("draw"))
    assert decision_of(table, 1).id == table.step


def test_rule_11_2_the_window_lapses_after_match_s() -> None:
    for given in (1, 3):
        table = begun(2, match_s=given, stock="7C")
        assert decision_of(table, 0).lapse_ms == 0
        act(table, 0, "draw")
        act(table, 0, "discard")
        assert {decision.lapse_ms for decision in table.decisions()} == {1000 * given}
    assert started(2).options["match_s"] == 3
