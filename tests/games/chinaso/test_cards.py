"""Chinaso §2-§4, §8.1: the pack, the contracts, what is a set and what a straight."""

import pytest

from engine.games.chinaso.cards import CONTRACTS, PACK, SET, STRAIGHT, HouseRules, points_in
from engine.games.chinaso.melds import HIGH, LOW, Meld, fault_in, lying, read_group
from engine.model.cards import Card

from .positions import CHINASO, cards


def fault(word: str, text: str) -> str:
    return fault_in(word, cards(text))


def read(word: str, text: str) -> Meld:
    meld = read_group(word, cards(text))
    assert meld is not None
    return meld


def on_table(text: str) -> Meld:
    return lying(cards(text))


def test_rule_2_1_the_pack_has_108_cards_and_1032_points() -> None:
    assert len(PACK) == 108
    assert PACK.count(Card("*")) == 4
    assert all(PACK.count(card) == 2 for card in set(PACK) - {Card("*")})
    assert points_in(PACK) == 1032
    assert CHINASO.deck({}).cards == PACK


def test_rule_2_2_two_to_six_play() -> None:
    assert (CHINASO.meta.least_seats, CHINASO.meta.most_seats) == (2, 6)


def test_rule_3_1_the_seven_contracts_and_their_deals() -> None:
    assert [(c.number, c.sets, c.straights, c.cards) for c in CONTRACTS] == [
        (1, 2, 0, 9),
        (2, 0, 2, 9),
        (3, 3, 0, 11),
        (4, 2, 1, 11),
        (5, 1, 2, 11),
        (6, 0, 3, 11),
        (7, 4, 0, 12),
    ]
    assert [c.title for c in CONTRACTS][:4] == [
        "two sets",
        "two straights",
        "three sets",
        "two sets and one straight",
    ]
    assert CONTRACTS[3].shape == ("set", "set", "straight")


def test_rule_3_1_stocks_of_four_players_after_one_card_is_turned_up() -> None:
    assert [108 - 4 * c.cards - 1 for c in CONTRACTS] == [71, 71, 63, 63, 63, 63, 59]


def test_rule_10_1_express_leaves_out_the_fourth_and_the_fifth_contract() -> None:
    express = HouseRules.of(CHINASO.meta.resolve({"express": True}))
    assert [c.number for c in express.contracts] == [1, 2, 3, 6, 7]
    assert [c.cards for c in express.contracts] == [9, 9, 11, 11, 12]
    assert CHINASO.meta.preset("express").options == {"express": True}


@pytest.mark.parametrize("express", [False, True])
def test_what_counts_lists_the_contracts_of_this_table(express: bool) -> None:
    options = CHINASO.meta.resolve({"express": express})
    rows = CHINASO.rulebook.counts(options)[0][1:]
    contracts = HouseRules.of(options).contracts
    assert [row[0].partition(" (")[0] for row in rows] == [str(contract.number) for contract in contracts]
    assert [int(row[2]) for row in rows] == [contract.cards for contract in contracts]


@pytest.mark.parametrize("text", ["7H 7S 7D", "7H 7H 7S", "AC AD AH AS", "2H 2S *", "7H 7H 7S 7S 7D 7D 7C 7C *"])
def test_rule_4_1_a_set_is_of_one_rank(text: str) -> None:
    assert fault(SET, text) == ""
    assert read(SET, text).kind == SET


def test_rule_4_1_what_is_no_set_is_told() -> None:
    assert fault(SET, "7H 7S 8D") == "All cards of a set need the same rank: 7H and 8D differ."


def test_rule_4_2_three_cards_at_least() -> None:
    assert fault(SET, "7H 7S") == "A set needs at least three cards."
    assert fault(STRAIGHT, "7H *") == "A straight needs at least three cards."
    assert fault(STRAIGHT, "") == "A straight needs at least three cards."


@pytest.mark.parametrize("text", ["4H 5H 6H", "9S 10S JS QS KS", "10D JD QD KD AD"])
def test_rule_4_3_a_straight_is_one_suit_in_a_row(text: str) -> None:
    assert fault(STRAIGHT, text) == ""
    assert read(STRAIGHT, text).cards == cards(text)


def test_rule_4_3_what_is_no_straight_is_told() -> None:
    assert fault(STRAIGHT, "4H 5H 6D") == "All cards of a straight need the same suit: 4H and 6D differ."
    assert fault(STRAIGHT, "4H 5H 5H") == "A straight cannot have 5H twice."
    assert fault(STRAIGHT, "4H 5H 7H") == "A straight has no gaps, but 6H is missing."
    assert fault(STRAIGHT, "4H 5H 8H") == "A straight has no gaps, but 6H and 7H are missing."
    assert fault(STRAIGHT, "4H * 8H 9H") == (
        "A straight has no gaps, but 5H, 6H and 7H are missing. The joker can stand for only one of these cards."
    )
    assert fault(STRAIGHT, "2H 9H QH") == "A straight has no gaps, but too many cards are missing between 2H and QH."


def test_rule_4_4_an_ace_is_low_or_high_but_never_both() -> None:
    assert fault(STRAIGHT, "QS KS AS") == ""
    assert fault(STRAIGHT, "AD 2D 3D") == ""
    assert fault(STRAIGHT, "KS AS 2S") == ("A straight cannot go on after the ace: king, ace, two is not allowed.")
    assert (read(STRAIGHT, "AD 2D 3D").low, read(STRAIGHT, "QS KS AS").low) == (1, 12)


def test_rule_4_4_thirteen_cards_are_the_longest_straight_and_take_no_second_ace() -> None:
    high = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
    assert on_table(high).ends_for(Card("AH")) == ()
    assert on_table(high).free_ends() == ()
    low = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert on_table(low).ends_for(Card("AH")) == ()
    assert on_table(low).ends_for(Card("*")) == ()
    assert fault(STRAIGHT, f"AH {high}").startswith("A straight has at most thirteen cards")


def test_rule_4_5_one_joker_and_two_other_cards() -> None:
    assert fault(SET, "7H 7S *") == ""
    assert fault(SET, "7H * *") == "A set has at most one joker."
    assert fault(SET, "7H 7S * *") == "A set has at most one joker."
    assert fault(STRAIGHT, "7H * *") == "A straight has at most one joker."
    assert on_table("7H 7S *").ends_for(Card("*")) == ()
    assert on_table("7H 8H *").ends_for(Card("*")) == ()
    assert on_table("7H 7S 7D").ends_for(Card("*")) == ("",)


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("8H * 10H", "8H 9H 10H"),
        ("* 9H 10H", "8H 9H 10H"),
        ("9H 10H *", "9H 10H JH"),
        ("JH 10H *", "9H 10H JH"),
        ("QH KH *", "QH KH AH"),
        ("* 2H 3H", "AH 2H 3H"),
        ("AH * 3H", "AH 2H 3H"),
        ("* KH AH", "QH KH AH"),
    ],
)
def test_rule_4_6_the_order_gives_the_joker_its_place_and_an_ace_its_end(text: str, roles: str) -> None:
    meld = read(STRAIGHT, text)
    assert meld.roles == tuple(roles.split())
    assert lying(meld.cards) == meld


def test_rule_4_6_the_order_of_thirteen_ranks_gives_the_ace_its_end() -> None:
    middle = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert read(STRAIGHT, f"AH {middle}").low == 1
    assert read(STRAIGHT, f"{middle} AH").low == 2
    assert lying(cards(f"AH {middle}")).low == 1
    assert lying(cards(f"{middle} AH")).low == 2
    assert fault(STRAIGHT, f"2H AH {middle[3:]}") == (
        "Select the cards of the straight in order, to show the place of the ace."
    )


def test_rule_4_6_cards_of_one_reading_need_no_order() -> None:
    assert read(STRAIGHT, "6H 4H 5H").cards == cards("4H 5H 6H")
    assert read(STRAIGHT, "* 8H 10H").cards == cards("8H * 10H")
    assert fault(STRAIGHT, "5H * 6H") == "Select the cards of the straight in order, to show the place of the joker."
    assert read(SET, "* 7H 7S").roles == ("7H", "7S", "7")


def test_rule_6_4_what_may_be_laid_on_a_meld() -> None:
    assert on_table("7H 7S 7D").ends_for(Card("7H")) == ("",)
    assert on_table("7H 7S 7D").ends_for(Card("8H")) == ()
    assert on_table("7H 8H 9H").ends_for(Card("6H")) == (LOW,)
    assert on_table("7H 8H 9H").ends_for(Card("10H")) == (HIGH,)
    assert on_table("7H 8H 9H").ends_for(Card("8H")) == ()
    assert on_table("7H 8H 9H").ends_for(Card("6S")) == ()
    assert on_table("JH QH KH").ends_for(Card("AH")) == (HIGH,)
    assert on_table("2H 3H 4H").ends_for(Card("AH")) == (LOW,)
    assert on_table("QH KH AH").ends_for(Card("2H")) == ()
    assert on_table("2H 3H *").ends_for(Card("5H")) == (HIGH,)


def test_rule_6_7_what_fits_at_both_ends() -> None:
    middle = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert on_table(middle).ends_for(Card("AH")) == (LOW, HIGH)
    assert on_table("7H 8H 9H").ends_for(Card("*")) == (LOW, HIGH)
    assert on_table("AH 2H 3H").ends_for(Card("*")) == (HIGH,)


def test_rule_6_6_where_a_replaced_joker_goes() -> None:
    meld = on_table("8H * 10H")
    assert meld.joker_stands_for == "9H"
    assert meld.with_joker_replaced(LOW).cards == cards("* 8H 9H 10H")
    assert meld.with_joker_replaced(LOW).joker_stands_for == "7H"
    assert meld.with_joker_replaced(HIGH).joker_stands_for == "JH"


def test_rule_8_1_what_cards_cost() -> None:
    assert points_in(cards("AS KD 7C *")) == 87
    assert [points_in(cards(card)) for card in ("2H", "9S", "10D", "JC", "QH", "AC", "*")] == [2, 9, 10, 10, 10, 20, 50]
