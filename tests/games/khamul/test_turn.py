"""Khamul §4: who begins, drawing, swapping, taking, the stock, and who has no card left."""

import pytest

from engine.api import IllegalMove, Moved, Table
from tests.games.tables import decision_of

from .positions import KHAMUL, act, answer, begun, cards, faces_told, finish, offered, place, quiet, row, turn, verbs


def test_rule_4_1_who_begins_sits_on_the_dealers_left_and_play_goes_clockwise() -> None:
    table = begun(3, starter=2)
    assert table.dealer == 1
    assert table.acting() == (2,)
    quiet(table)
    assert table.acting() == (0,)
    quiet(table)
    assert table.acting() == (1,)


def test_rule_4_1_the_next_round_is_begun_by_the_next_on_the_left() -> None:
    table = begun(3, starter=2, limit=500)
    finish(table, 2)
    table.close()
    assert (table.deal, table.dealer) == (2, 2)
    for seat in range(3):
        act(table, seat, "peek 1 2")
    assert table.acting() == (0,)


def test_rule_4_1_the_first_to_begin_is_drawn_by_lot() -> None:
    dealers = set()
    for seed in range(30):
        table = Table(KHAMUL, 4, KHAMUL.meta.resolve({}), seed=str(seed))
        table.start()
        dealers.add(table.dealer)
    assert dealers == {0, 1, 2, 3}


def test_rule_4_2_in_the_first_turn_there_is_no_card_to_take() -> None:
    table = begun(3)
    assert verbs(table, 0) == {"khamul", "draw", "rearrange"}
    with pytest.raises(IllegalMove, match="discard pile is empty") as caught:
        act(table, 0, "take 1")
    assert caught.value.paragraph == "4.2"


def test_rule_4_2_later_one_calls_draws_or_takes() -> None:
    table = begun(3, stock="5C")
    quiet(table)
    assert {"khamul", "draw", "take"} <= verbs(table, 1)
    assert "pass" not in verbs(table, 1)


def test_rule_4_2_only_the_seat_in_turn_does() -> None:
    table = begun(3, stock="5C")
    with pytest.raises(IllegalMove, match="not your turn") as caught:
        act(table, 1, "draw")
    assert caught.value.paragraph == "4.2"


def test_rule_4_3_the_card_drawn_is_thrown() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"}, stock="9D")
    act(table, 0, "draw")
    assert table.zone("drawn", 0) == ["9D"]
    assert {"discard", "swap"} <= verbs(table, 0)
    act(table, 0, "discard")
    assert table.zone("discard") == ["9D"]
    assert row(table, 0) == "AC 2C 3C 4C"


def test_rule_4_3_or_laid_in_a_place_whose_card_is_thrown() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"}, stock="9D")
    act(table, 0, "draw")
    assert offered(table, 0, "swap") == [(place(0, str(number)),) for number in (1, 2, 3, 4)]
    act(table, 0, "swap 2")
    assert row(table, 0) == "AC 9D 3C 4C"
    assert table.zone("discard") == ["2C"]
    assert table.zone("drawn", 0) == []


@pytest.mark.parametrize(
    ("text", "reason"), [("swap 1:2", "not yours"), ("swap 1 2", "one of your cards"), ("swap 9", "one")]
)
def test_rule_4_3_in_one_place_of_ones_own(text: str, reason: str) -> None:
    table = begun(2)
    act(table, 0, "draw")
    with pytest.raises(IllegalMove, match=reason) as caught:
        act(table, 0, text)
    assert caught.value.paragraph == "4.3"


def test_rule_4_4_a_card_taken_is_laid_in_and_the_card_there_is_thrown() -> None:
    table = begun(2, {1: "AC 2C 3C QH"}, stock="4D 9D")
    turn(table, 0, "draw", "discard")
    act(table, 1, "take 4")
    assert row(table, 1) == "AC 2C 3C 4D"
    assert table.zone("discard") == ["QH"]
    assert table.phase == "matching"


def test_rule_4_4_without_a_place_it_is_not_taken() -> None:
    table = begun(2, stock="4D")
    turn(table, 0, "draw", "discard")
    with pytest.raises(IllegalMove, match="one of your cards") as caught:
        act(table, 1, "take")
    assert caught.value.paragraph == "4.4"


def test_rule_4_4_it_may_be_any_card_a_matched_one_too_and_what_goes_out_may_have_a_power() -> None:
    table = begun(2, {0: "4C 2C 3C QH", 1: "JS 9C 8C 7C"}, stock="4D")
    turn(table, 0, "draw", "discard", s0="match 1")
    assert table.zone("discard") == list(cards("4D 4C"))
    turn(table, 1, "take 1")
    assert table.zone("discard") == list(cards("4D JS"))
    assert row(table, 1) == "4C 9C 8C 7C"
    assert (table.phase, table.acting()) == ("power", (1,))


def test_rule_4_5_the_pile_but_its_top_becomes_the_stock() -> None:
    table = begun(2, turn_cap=100)
    while table.zone("stock"):
        quiet(table)
    pile = list(table.zone("discard"))
    assert len(pile) == 44
    seat = table.acting()[0]
    events = act(table, seat, "draw")
    assert table.zone("discard") == pile[-1:]
    assert len(table.zone("stock")) == 42
    assert {*table.zone("stock"), *table.zone("drawn", seat)} == set(pile[:-1])
    assert "Shuffled" in [type(event).__name__ for event in events]


def test_rule_4_5_if_nothing_is_left_the_top_is_taken() -> None:
    table = begun(2, stock="4D")
    turn(table, 0, "draw", "discard")
    table.move(tuple(table.zones["stock"]), "stock", "open:0")  # as if all other cards were in hands
    table.renew()
    assert "draw" not in verbs(table, 1)
    assert decision_of(table, 1).default.verb == "take"
    with pytest.raises(IllegalMove, match="stock is empty") as caught:
        act(table, 1, "draw")
    assert caught.value.paragraph == "4.5"
    act(table, 1, "take 1")
    assert row(table, 1).startswith("4D")


def test_rule_4_5_or_passed_if_one_cannot() -> None:
    table = begun(2, stock="4D")
    turn(table, 0, "draw", "discard")
    for number in range(4):
        zone = f"slot:1:{number}"
        table.move(tuple(table.zones[zone]), zone, "open:0")
    table.move(tuple(table.zones["stock"]), "stock", "open:0")
    table.declare("khamul", 0, 0)  # for who has no card calls, unless somebody has
    table.renew()
    assert decision_of(table, 1).default.verb == "pass"
    assert verbs(table, 1) == {"pass"}
    act(table, 1, "pass")
    assert [line.label for line in table.scores[0].lines if line.seat == 1] == ["cards", "lowest hand", "no card left"]


def test_rule_4_5_an_unseen_card_that_is_not_there_is_not_drawn() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"}, stock="9D")
    act(table, 0, "draw")
    act(table, 0, "discard")
    table.move(tuple(table.zones["stock"]), "stock", "open:0")
    events = answer(table, s0="match 1")
    assert faces_told(events, "Turned") == ["AC"]
    assert row(table, 0) == "AC 2C 3C 4C"


def test_rule_4_6_who_has_no_card_calls_at_the_next_own_turn() -> None:
    table = begun(2, {1: "7C 7D 7S 4C"}, stock="7H 4D 5S 8D")
    turn(table, 0, "draw", "discard", s1="match 1 2 3")
    assert "khamul" not in table.facts
    turn(table, 1, "draw", "discard", s1="match 4")
    turn(table, 0, "draw", "discard")
    assert table.facts["khamul"] == 1
    assert table.acting() == (0,)  # for whom the last turn is left
    turn(table, 0, "draw", "discard")
    assert table.scores[0].points[1] == -5


def test_rule_4_6_who_has_no_card_after_anothers_call_draws_and_throws() -> None:
    table = begun(2, {1: "7C 7D 7S 4C"}, stock="7H 4D 5S 5D")
    turn(table, 0, "draw", "discard", s1="match 1 2 3")
    turn(table, 1, "draw", "discard", s1="match 4")
    act(table, 0, "khamul")
    assert table.acting() == (1,)
    assert verbs(table, 1) == {"draw"}
    events = act(table, 1, "draw")
    assert [event.dst for event in events if isinstance(event, Moved)] == ["drawn:1"]
    assert verbs(table, 1) == {"discard"}
    turn(table, 1, "discard")
    assert table.scores


def test_rule_4_6_when_nobody_has_a_card_nobody_is_asked_to_match() -> None:
    table = begun(2, {0: "4H 4S 8C 8D", 1: "7C 7D 7S 4C"}, stock="7H 4D 8H 5S")
    turn(table, 0, "draw", "discard", s1="match 1 2 3")
    turn(table, 1, "draw", "discard", s1="match 4", s0="match 1 2")
    turn(table, 0, "draw", "discard", s0="match 3 4")
    assert (table.phase, table.acting(), table.facts["khamul"]) == ("turn", (0,), 1)
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert table.scores[0].points == (-5, -5)
