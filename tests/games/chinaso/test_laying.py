"""Chinaso §6: laying down, laying off, jokers that are replaced."""

import pytest

from engine.model.events import Shuffled
from engine.model.moves import IllegalMove
from engine.play.table import Table
from tests.games.tables import decision_of

from .positions import act, answer, facts_told, hand, laid, loose, offered, placed, to_play, verbs

TWO_SETS = "4H 4S 4D 9H 9S 9C"


def refused(table: Table, seat: int, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        act(table, seat, text)
    return caught.value


def test_rule_6_1_the_contract_is_laid_down_all_at_once() -> None:
    table = to_play(placed(1, {0: f"{TWO_SETS} 2C 6D JS"}), s0="take")
    assert verbs(table, 0) == {"lay_down", "discard"}
    events = act(table, 0, "lay_down 4H 4S 4D | 9H 9S 9C")
    assert laid(table, 0) == ["4H 4S 4D", "9H 9S 9C"]
    assert hand(table, 0) == ["2C", "3C", "6D", "JS"]
    assert facts_told(events, "laid_down") == [(0, 10)]
    assert table.facts["roles:0:0"] == ("set", "4H", "4S", "4D")
    assert table.acting() == (0,)


def test_rule_6_1_less_than_the_contract_is_refused() -> None:
    table = to_play(placed(1, {0: f"{TWO_SETS} 2C 6D JS"}), s0="take")
    assert refused(table, 0, "lay_down 4H 4S 4D").reason == "You must lay down the whole contract at once: two sets."
    assert refused(table, 0, "lay_down 4H 4S 4D | 9H 9S 6D").reason == (
        "All cards of a set need the same rank: 9H and 6D differ."
    )
    assert "more copies of 9D than you hold" in refused(table, 0, "lay_down 4H 4S 4D | 9H 9S 9D").reason
    assert (
        refused(table, 0, "lay_off 4H @ meld:1:0").reason
        == "You cannot lay off before you lay down your contract: two sets. Lay down your contract, or discard a card."
    )


def test_rule_6_1_without_the_contract_it_is_not_offered_and_refused() -> None:
    table = to_play(placed(1, {0: loose(9)}), s0="take")
    assert verbs(table, 0) == {"discard"}
    assert refused(table, 0, "lay_down 3C 3S | 5D 7C").paragraph == "6.1"
    assert refused(table, 0, "lay_down 2C 3C 3S | 5D 7C 9H").paragraph == "6.1"


def test_rule_6_1_a_hand_of_another_contract_does_not_do() -> None:
    table = to_play(placed(2, {0: f"{TWO_SETS} 2C 6D JS"}), s0="take")
    assert verbs(table, 0) == {"discard"}


def test_rule_6_1_what_is_offered_first_leaves_the_fewest_points() -> None:
    table = to_play(placed(1, {0: "4H 4S 4D KH KS KD QC QD QS"}, discard="9H"), s0="take")
    choice = decision_of(table, 0).choice("lay_down")
    assert choice is not None
    assert choice.shape == ("set", "set")
    assert sorted(sorted(group) for group in choice.divisions[0]) == [["KD", "KH", "KS"], ["QC", "QD", "QS"]]


def test_rule_6_1_any_division_of_ones_own_may_be_laid() -> None:
    table = to_play(placed(1, {0: "4H 4S 4D KH KS KD QC QD QS"}, discard="9H"), s0="take")
    act(table, 0, "lay_down 4H 4S 4D | QC QD QS")
    assert laid(table, 0) == ["4H 4S 4D", "QC QD QS"]


def test_rule_6_1_the_order_laid_gives_the_joker_its_place() -> None:
    for row, lies in (("* 5H 6H", "* 5H 6H"), ("6H 5H *", "* 5H 6H"), ("5H 6H *", "5H 6H *")):
        table = to_play(placed(2, {0: "5H 6H * 9S 10S JS 2C 4D KC"}), s0="take")
        act(table, 0, f"lay_down {row} | 9S 10S JS")
        assert laid(table, 0) == [lies, "9S 10S JS"]
    table = to_play(placed(2, {0: "5H 6H * 9S 10S JS 2C 4D KC"}), s0="take")
    assert "Select the cards of the straight in order" in refused(table, 0, "lay_down 5H * 6H | 9S 10S JS").reason


def test_rule_4_5_two_jokers_in_a_set_are_refused() -> None:
    table = to_play(placed(1, {0: "7H 7S * * 9H 9S 9C"}), s0="take")
    assert refused(table, 0, "lay_down 7H 7S * * | 9H 9S 9C").reason == "A set has at most one joker."
    act(table, 0, "lay_down 7H 7S * | 9H 9S 9C *")


def test_rule_6_2_larger_melds_sets_of_one_rank_and_straights_that_adjoin() -> None:
    table = to_play(placed(1, {0: "7H 7S 7D 7C 7H 7S 2C"}), s0="take")
    act(table, 0, "lay_down 7H 7S 7D | 7C 7H 7S")
    table = to_play(placed(2, {0: "4H 5H 6H 7H 8H 9H 10H 2C"}), s0="take")
    act(table, 0, "lay_down 4H 5H 6H | 7H 8H 9H 10H")
    assert laid(table, 0) == ["4H 5H 6H", "7H 8H 9H 10H"]
    table = to_play(placed(1, {0: "7H 7S 7D 7C 9H 9S 9C 2C"}), s0="take")
    act(table, 0, "lay_down 7H 7S 7D 7C | 9H 9S 9C")


def test_rule_6_3_no_more_melds_follow() -> None:
    table = to_play(placed(1, {0: f"{TWO_SETS} KC KD KS 2D"}), s0="take")
    assert refused(table, 0, "lay_down 4H 4S 4D | 9H 9S 9C | KC KD KS").paragraph == "6.1"
    act(table, 0, "lay_down 4H 4S 4D | 9H 9S 9C")
    assert "lay_down" not in verbs(table, 0)
    assert refused(table, 0, "lay_down KC KD KS").paragraph == "6.3"


def test_rule_6_4_single_cards_go_on_any_meld_once_one_is_down() -> None:
    table = placed(
        4, {0: "7H 10H 6H 6S 2C"}, {0: ["4H 4S 4D", "6C 6D 6S", "2S 3S 4S"], 2: ["7C 7D 7S", "9C 9D 9S", "7H 8H 9H"]}
    )
    to_play(table, s0="deck")
    drawn = next(card for card in hand(table, 0) if card not in ("7H", "10H", "6H", "6S", "2C"))
    assert {move for move in offered(table, 0, "lay_off") if not move.startswith(f"{drawn} ")} == {
        "7H @ meld:2:0",
        "6H @ meld:0:1",
        "6S @ meld:0:1",
        "10H @ meld:2:2",
        "6H @ meld:2:2",
    }
    act(table, 0, "lay_off 6H @ meld:2:2")
    assert laid(table, 2)[2] == "6H 7H 8H 9H"
    act(table, 0, "lay_off 10H @ meld:2:2")
    assert laid(table, 2)[2] == "6H 7H 8H 9H 10H"
    act(table, 0, "lay_off 7H @ meld:2:0")
    assert laid(table, 2)[0] == "7C 7D 7S 7H"
    assert table.facts["roles:2:2"] == ("straight", "6H", "7H", "8H", "9H", "10H")


def test_rule_6_4_in_the_turn_of_laying_down_already() -> None:
    table = to_play(placed(1, {0: f"{TWO_SETS} 4C 6D JS"}), s0="take")
    act(table, 0, "lay_down 4H 4S 4D | 9H 9S 9C")
    act(table, 0, "lay_off 4C @ meld:0:0")
    assert laid(table, 0)[0] == "4H 4S 4D 4C"


def test_rule_6_4_not_before_one_is_down() -> None:
    table = to_play(placed(1, {0: "4C 2C 6D"}, {1: ["4H 4S 4D", "9H 9S 9C"]}), s0="take")
    assert verbs(table, 0) == {"discard"}
    assert refused(table, 0, "lay_off 4C @ meld:1:0").paragraph == "6.4"


def test_rule_6_4_refusals_say_why_a_card_does_not_fit() -> None:
    table = placed(4, {0: "7H JH 6S 2C *"}, {0: ["4H 4S 4D", "6C 6D *", "7H 8H 9H"]})
    to_play(table, s0="take")
    assert refused(table, 0, "lay_off 7H @ meld:0:0").reason == "7H does not have the rank of this set."
    assert refused(table, 0, "lay_off JH @ meld:0:2").reason == "JH fits at neither end of 7H 8H 9H."
    assert refused(table, 0, "lay_off * @ meld:0:1").paragraph == "4.5"
    assert refused(table, 0, "lay_off * @ meld:0:2").paragraph == "6.7"
    assert refused(table, 0, "lay_off 6S @ meld:1:1").reason == "Choose a meld on the table."
    assert refused(table, 0, "lay_off KH @ meld:0:1").reason == "KH is not in your hand."
    assert refused(table, 0, "lay_off 6S 2C @ meld:0:1").reason == "Select exactly one card."


def test_rule_4_4_nothing_goes_on_a_straight_of_thirteen() -> None:
    row = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
    table = to_play(placed(2, {0: "AH * 2C"}, {0: [row, "4S 5S 6S"]}), s0="take")
    assert offered(table, 0, "lay_off") == {"* @ meld:0:1 low", "* @ meld:0:1 high"}
    assert refused(table, 0, "lay_off AH @ meld:0:0").paragraph == "4.4"


def test_rule_6_5_a_joker_is_replaced_by_the_very_card() -> None:
    table = to_play(placed(2, {0: "9H 8H 2C"}, {0: ["4S 5S 6S", "7C 8C 9C"], 1: ["8H * 10H", "2D 3D 4D"]}), s0="take")
    assert offered(table, 0, "replace_joker") == {"9H @ meld:1:0 low", "9H @ meld:1:0 high"}
    assert refused(table, 0, "replace_joker 8H @ meld:1:0 low").reason == ("Only 9H can replace this joker.")
    assert refused(table, 0, "replace_joker 9H @ meld:1:1 low").reason == "This meld has no joker."
    assert refused(table, 0, "replace_joker 9H @ meld:1:0").paragraph == "6.6"


@pytest.mark.parametrize(("end", "row", "role"), [("low", "* 8H 9H 10H", "7H"), ("high", "8H 9H 10H *", "JH")])
def test_rule_6_6_the_joker_goes_to_an_end_of_the_same_straight(end: str, row: str, role: str) -> None:
    table = to_play(placed(2, {0: "9H 8H 2C"}, {0: ["4S 5S 6S", "7C 8C 9C"], 1: ["8H * 10H", "2D 3D 4D"]}), s0="take")
    events = act(table, 0, f"replace_joker 9H @ meld:1:0 {end}")
    assert laid(table, 1)[0] == row
    assert "9H" not in hand(table, 0)
    assert role in table.facts["roles:1:0"]  # type: ignore[operator]
    assert any(isinstance(event, Shuffled) and event.zone == "meld:1:0" for event in events)


def test_rule_6_6_one_end_may_be_the_only_one_and_without_any_the_joker_stays() -> None:
    table = to_play(placed(2, {0: "QS 2C"}, {0: ["* KS AS", "7C 8C 9C"]}), s0="take")
    assert offered(table, 0, "replace_joker") == {"QS @ meld:0:0 low"}
    full = "2H 3H 4H 5H 6H 7H 8H * 10H JH QH KH AH"
    table = to_play(placed(2, {0: "9H 2C"}, {0: [full, "7C 8C 9C"]}), s0="take")
    assert offered(table, 0, "replace_joker") == set()
    assert refused(table, 0, "replace_joker 9H @ meld:0:0 low").paragraph == "6.6"


def test_rule_6_5_the_joker_of_a_set_stays() -> None:
    table = to_play(placed(1, {0: "6H 2C"}, {0: ["6C 6D *", "9H 9S 9C"]}), s0="take")
    assert offered(table, 0, "replace_joker") == set()
    assert refused(table, 0, "replace_joker 6H @ meld:0:0").reason.startswith("You cannot replace a joker in a set. ")
    act(table, 0, "lay_off 6H @ meld:0:0")


def test_rule_6_5_not_before_one_is_down() -> None:
    table = to_play(placed(2, {0: "9H 8H 2C"}, {1: ["8H * 10H", "2D 3D 4D"]}), s0="take")
    assert refused(table, 0, "replace_joker 9H @ meld:1:0 low").paragraph == "6.4"


def test_rule_6_7_who_lays_off_a_joker_or_a_middle_ace_names_the_end() -> None:
    row = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    table = to_play(placed(2, {0: "AH * 2C"}, {0: [row, "7C 8C 9C"]}), s0="take")
    assert offered(table, 0, "lay_off") >= {"AH @ meld:0:0 low", "AH @ meld:0:0 high", "* @ meld:0:1 low"}
    assert refused(table, 0, "lay_off AH @ meld:0:0").paragraph == "6.7"
    low, high = table.clone(), table.clone()
    act(low, 0, "lay_off AH @ meld:0:0 low")
    act(high, 0, "lay_off AH @ meld:0:0 high")
    assert laid(low, 0)[0] == f"AH {row}"
    assert laid(high, 0)[0] == f"{row} AH"
    act(table, 0, "lay_off * @ meld:0:1 low")
    assert laid(table, 0)[1] == "* 7C 8C 9C"
    assert table.facts["roles:0:1"] == ("straight", "6C", "7C", "8C", "9C")


def test_rule_7_4_nothing_is_laid_out_of_turn() -> None:
    table = placed(1, {2: f"{TWO_SETS} 2C"})
    assert refused(table, 2, "lay_down 4H 4S 4D | 9H 9S 9C").paragraph == "7.4"
    answer(table, s2="buy")
    assert table.acting() == (0,)
