"""Khamul §6: the powers of black kings, black queens and jacks."""

import pytest

from engine.api import UNKNOWN, IllegalMove, Shown
from engine.games.khamul.cards import PACK, POWER
from tests.games.tables import decision_of

from .positions import act, answer, begun, faces_told, offered, place, quiet, row, turn, verbs, view_of


def test_rule_6_1_which_cards_have_a_power() -> None:
    assert {card: kind for card in PACK if (kind := POWER[card])} == {
        "KC": "king",
        "KS": "king",
        "QC": "queen",
        "QS": "queen",
        "JC": "jack",
        "JD": "jack",
        "JH": "jack",
        "JS": "jack",
    }


@pytest.mark.parametrize(
    ("hand", "stock", "moves"),
    [("AC 2C 3C 4C", "JD", ("draw", "discard")), ("JD 2C 3C 4C", "5H", ("draw", "swap 1"))],
)
def test_rule_6_1_thrown_or_swapped_out_it_is_for_who_has_put_it_there(
    hand: str, stock: str, moves: tuple[str, ...]
) -> None:
    table = begun(3, {0: hand}, stock=stock)
    turn(table, 0, *moves)
    assert (table.phase, table.acting()) == ("power", (0,))


def test_rule_6_1_matched_too() -> None:
    table = begun(3, {2: "JS 2C 3C 4C"}, stock="JD 5H")
    turn(table, 0, "draw", "discard", s2="match 1")
    assert table.acting() == (0,)
    act(table, 0, "decline")
    assert (table.phase, table.acting()) == ("power", (2,))


def test_rule_6_1_wrongly_matched_it_has_none() -> None:
    table = begun(2, {1: "JS 2C 3C 4C"}, stock="10D 5H")
    turn(table, 0, "draw", "discard", s1="match 1")
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_6_1_a_red_king_or_queen_has_none() -> None:
    table = begun(2, stock="KH QH 5H")
    quiet(table, 2)
    assert all(not getattr(event, "fact", "").startswith("powers") for event in view_of(table, None).events)


def test_rule_11_3_without_match_powers_only_what_is_thrown_in_a_turn_has_them() -> None:
    table = begun(3, {2: "JS 2C 3C 4C"}, stock="JD 5H", match_powers=False)
    turn(table, 0, "draw", "discard", s2="match 1")
    assert table.acting() == (0,)
    act(table, 0, "decline")
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_6_2_powers_are_used_in_the_order_in_which_their_cards_came() -> None:
    table = begun(3, {0: "AC QS 2H 2S", 1: "QC 2C 3C 4C", 2: "QD 2D 3D 4D"}, stock="QH 5H 6H")
    turn(table, 0, "draw", "discard", s0="match 2", s1="match 1", s2="match 1")
    assert table.facts["powers"] == ("QC", 1, "QS", 0)
    act(table, 1, "burden @2")
    assert table.acting() == (0,)
    act(table, 0, "decline")
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_6_2_each_may_be_declined() -> None:
    for card in ("KS", "QS", "JS"):
        table = begun(2, stock=f"{card} 5H")
        before = table.zones["slot:1:0"], row(table, 0)
        turn(table, 0, "draw", "discard")
        assert decision_of(table, 0).default.verb == "decline"
        act(table, 0, "decline")
        assert (table.zones["slot:1:0"], row(table, 0)) == before
        assert table.acting() == (1,)


def test_rule_6_2_what_cannot_be_used_is_lost() -> None:
    table = begun(2, {0: "7C 7D 7S JC"}, stock="7H 5H JH 6H")
    turn(table, 0, "draw", "discard", s0="match 1 2 3")
    quiet(table)
    turn(table, 0, "draw", "discard", s0="match 4")  # two jacks, and no card left to look at
    assert (table.phase, table.acting()) == ("turn", (1,))
    assert table.facts["powers"] == ()


def test_rule_6_2_a_queen_is_lost_when_there_is_no_card_to_give() -> None:
    table = begun(3, stock="QS")
    act(table, 0, "draw")
    table.move(tuple(table.zones["stock"]), "stock", "aside")  # as if all other cards were in hands
    turn(table, 0, "discard")
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_6_2_a_king_is_lost_for_who_has_no_card_to_exchange() -> None:
    table = begun(3, stock="4D KS 4S")
    turn(table, 0, "draw", "discard")
    for number in range(4):
        place = f"slot:1:{number}"
        table.move(tuple(table.zones[place]), place, "open:1")
    table.renew()
    turn(table, 1, "draw", "discard")
    assert (table.phase, table.acting()) == ("turn", (2,))


def test_rule_6_2_a_power_that_comes_up_in_a_turn_is_used_before_the_turn_goes_on() -> None:
    table = begun(3, {2: "JS 2C 3C 4C"}, stock="JD 5H 6H")
    quiet(table)
    act(table, 1, "draw")
    act(table, 2, "match 1")
    assert (table.phase, table.acting()) == ("power", (2,))
    act(table, 2, "look 2")
    assert (table.phase, table.acting()) == ("deciding", (1,))
    assert table.zone("drawn", 1) == ["5H"]
    turn(table, 1, "discard")
    assert (table.phase, table.acting()) == ("turn", (2,))


def test_rule_6_3_a_king_exchanges_two_cards_unseen_and_its_owner_looks() -> None:
    table = begun(3, {0: "AC 2C 3C QH", 2: "5D KH 6D 7D"}, stock="KS 9H")
    turn(table, 0, "draw", "discard")
    assert len(offered(table, 0, "exchange")) == 4 * 8
    events = act(table, 0, "exchange 4 2:2")
    assert row(table, 0) == "AC 2C 3C KH"
    assert row(table, 2) == "5D QH 6D 7D"
    assert faces_told(events, "Shown") == ["KH"]
    for viewer in (1, 2, None):
        told = [event for event in view_of(table, viewer).events if isinstance(event, Shown)]
        assert told[-1].cards == (UNKNOWN,)
    assert table.acting() == (1,)


@pytest.mark.parametrize("text", ["exchange 1 0:2", "exchange 1:1 2:1", "exchange 1", "exchange 9 1:1"])
def test_rule_6_3_an_own_card_for_one_of_another_player(text: str) -> None:
    table = begun(3, stock="KS 9H")
    turn(table, 0, "draw", "discard")
    with pytest.raises(IllegalMove, match="own cards") as caught:
        act(table, 0, text)
    assert caught.value.paragraph == "6.3"


def test_rule_6_3_places_that_change_while_the_king_waits_are_asked_anew() -> None:
    table = begun(3, {1: "KH 2C 3C 4C"}, stock="KS 9H")
    turn(table, 0, "draw", "discard")
    asked = decision_of(table, 0)
    act(table, 1, "match 1")
    again = decision_of(table, 0)
    assert again.id > asked.id
    assert (place(0, "1"), place(1, "1")) not in offered(table, 0, "exchange")
    act(table, 0, "decline")
    assert (table.phase, table.acting()) == ("turn", (1,))


def test_rule_6_4_a_queen_makes_another_draw_unseen() -> None:
    table = begun(3, {0: "AC QS 2H 2S"}, stock="9H 8D 7C")
    turn(table, 0, "draw", "swap 2")
    assert offered(table, 0, "burden") == [("seat:1",), ("seat:2",)]
    events = act(table, 0, "burden @1")
    assert row(table, 1).endswith(" 8D")
    assert len(table.groups("slot", 1)) == 5
    assert not faces_told(events, "Shown")
    assert all(view_of(table, viewer).groups("slot", 1)[4] == [UNKNOWN] for viewer in (0, 1, 2, None))


def test_rule_6_4_not_the_own_seat() -> None:
    table = begun(3, stock="QS 8D 7C")
    turn(table, 0, "draw", "discard")
    with pytest.raises(IllegalMove, match="Select another player") as caught:
        act(table, 0, "burden @0")
    assert caught.value.paragraph == "6.4"


def test_rule_6_5_a_jack_looks_at_one_own_card() -> None:
    table = begun(3, {0: "AC 2C 3C 4C"}, stock="JD 5H")
    turn(table, 0, "draw", "discard")
    assert len(offered(table, 0, "look")) == 4
    with pytest.raises(IllegalMove) as caught:
        act(table, 0, "look 1:1")
    assert caught.value.paragraph == "6.5"
    events = act(table, 0, "look 3")
    assert faces_told(events, "Shown") == ["3C"]
    assert view_of(table, 0).groups("slot", 0)[2] == [UNKNOWN]


def test_rule_6_5_another_verb_is_refused() -> None:
    table = begun(2, stock="JD 5H")
    turn(table, 0, "draw", "discard")
    with pytest.raises(IllegalMove, match="may use its power") as caught:
        act(table, 0, "draw")
    assert caught.value.paragraph == "6.2"
    with pytest.raises(IllegalMove, match="another player discarded") as caught:
        act(table, 1, "look 1")
    assert caught.value.paragraph == "6.1"


def test_rule_6_6_who_has_called_can_be_chosen() -> None:
    table = begun(3, stock="QS 5H")
    act(table, 0, "khamul")
    turn(table, 1, "draw", "discard")
    assert offered(table, 1, "burden") == [("seat:2",), ("seat:0",)]


def test_rule_11_6_lock_caller_spares_who_has_called() -> None:
    table = begun(3, {2: "KC 2C 3C 4C"}, stock="QS KS 5H", lock_caller=True)
    act(table, 0, "khamul")
    turn(table, 1, "draw", "discard")
    assert offered(table, 1, "burden") == [("seat:2",)]
    act(table, 1, "decline")
    turn(table, 2, "draw", "discard")
    assert {places[1].split(":")[1] for places in offered(table, 2, "exchange")} == {"1"}


def test_rule_11_6_with_two_players_there_is_nobody_left_to_choose() -> None:
    table = begun(2, stock="QS", lock_caller=True)
    act(table, 0, "khamul")
    act(table, 1, "draw")
    act(table, 1, "discard")
    answer(table)
    assert table.scores


def test_rule_5_6_a_power_matched_freely_in_another_power_waits_for_its_turn() -> None:
    table = begun(3, {1: "JS 2C 3C 4C"}, stock="JD 5H")
    turn(table, 0, "draw", "discard")
    act(table, 1, "match 1")
    assert table.acting() == (0,)
    act(table, 0, "look 1")
    assert (table.phase, table.acting()) == ("power", (1,))
    assert "look" in verbs(table, 1)
