"""Solo §2 and §3: the pack, what is trump, how the cards rank; and the deal."""

from collections.abc import Iterable
from itertools import permutations

import pytest

from engine.api import DealBegan, SeatsError, Table, parse_cards
from engine.games.solo.cards import PACK, RANKINGS, SUITS, TRUMP, HouseRules, plain, suit_in, trick_winner, trumps
from engine.games.solo.contracts import games_from

from .positions import SOLO, sit


def text(cards: Iterable[str]) -> str:
    return " ".join(cards)


def test_rule_2_1_the_pack_has_every_suit_from_seven_to_ace() -> None:
    assert sorted(PACK) == sorted(
        f"{rank}{suit}" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A") for suit in "CDHS"
    )
    assert SOLO.deck({}).cards == PACK


def test_rule_2_2_one_suit_is_in_color_and_three_are_not() -> None:
    ways = {(step.in_color, suit) for step, suit in games_from(1, "C")}
    assert ways == {(True, "C"), (False, "D"), (False, "H"), (False, "S")}


@pytest.mark.parametrize(("word", "letter"), [("clubs", "C"), ("diamonds", "D"), ("hearts", "H"), ("spades", "S")])
def test_rule_11_1_the_color_is_the_tables(word: str, letter: str) -> None:
    house = HouseRules.of(SOLO.meta.resolve({"color": word}))
    assert house.color == letter
    assert {suit for step, suit in games_from(1, letter) if step.in_color} == {letter}


def test_rule_2_3_exactly_four_play() -> None:
    for seats in (3, 5):
        with pytest.raises(SeatsError):
            Table(SOLO, seats, SOLO.meta.resolve({}), seed="seats")


@pytest.mark.parametrize("trump", SUITS)
def test_rule_2_4_the_black_queens_are_trumps_in_every_suit(trump: str) -> None:
    for queen in parse_cards("QC QS"):
        assert suit_in(queen, trump) == trump
        assert RANKINGS[trump].code[queen] // 10 == TRUMP
        assert all(queen not in plain(suit) for suit in SUITS)


def test_rule_2_5_hearts_as_trumps_from_the_highest() -> None:
    assert text(trumps("H")) == "QC 7H QS AH KH QH JH 10H 9H 8H"


def test_rule_2_5_clubs_as_trumps_from_the_highest() -> None:
    assert text(trumps("C")) == "QC 7C QS AC KC JC 10C 9C 8C"


def test_rule_2_6_plain_suits_from_the_highest() -> None:
    assert text(plain("D")) == "AD KD QD JD 10D 9D 8D 7D"
    assert text(plain("S")) == "AS KS JS 10S 9S 8S 7S"


@pytest.mark.parametrize(("trump", "sizes"), [("H", [10, 8, 7, 7]), ("C", [9, 7, 8, 8]), ("S", [9, 7, 8, 8])])
def test_rule_2_6_trumps_and_plain_suits_are_the_whole_pack(trump: str, sizes: list[int]) -> None:
    others = {"H": "DSC", "C": "SDH", "S": "CDH"}[trump]
    suits = [trumps(trump), *(plain(suit) for suit in others)]
    assert [len(cards) for cards in suits] == sizes
    assert sorted(card for cards in suits for card in cards) == sorted(PACK)


@pytest.mark.parametrize("trump", SUITS)
def test_rankings_give_every_card_its_code_and_back(trump: str) -> None:
    ranking = RANKINGS[trump]
    assert all(ranking.cards[ranking.code[card]] == card for card in PACK)
    assert [card for card in ranking.cards if card] == [
        card
        for number, suit in enumerate(ranking.suits)
        for card in reversed(trumps(suit) if number == TRUMP else plain(suit))
    ]


def test_rule_8_4_the_highest_trump_takes_the_trick() -> None:
    assert trick_winner(parse_cards("AH 7S QS QC"), 0, "S") == 3
    assert trick_winner(parse_cards("AH 7S QS 9S"), 0, "S") == 1
    assert trick_winner(parse_cards("AH KH QS 9D"), 2, "S") == 0


def test_rule_8_4_without_trumps_the_highest_of_the_suit_led() -> None:
    assert trick_winner(parse_cards("9D AC KD AS"), 1, "H") == 3
    assert trick_winner(parse_cards("7D AC KC AS"), 1, "H") == 1


def test_rule_8_4_whatever_the_order_the_trick_falls_in() -> None:
    for played in permutations(parse_cards("8H QS AD JH"), 4):
        assert played[trick_winner(played, 0, "H")] == "QS"
    for played in permutations(parse_cards("8C KC AD JC"), 4):
        led = [card for card in played if card[-1] == played[0][-1]]
        assert played[trick_winner(played, 0, "H")] == max(led, key=RANKINGS["H"].code.__getitem__)


def test_rule_3_1_the_first_dealer_is_drawn_and_the_deal_passes_left() -> None:
    drawn = set()
    for number in range(20):
        table = Table(SOLO, 4, SOLO.meta.resolve({}), seed=f"draw {number}")
        events = table.start()
        assert isinstance(events[0], DealBegan)
        drawn.add(table.dealer)
    assert drawn == {0, 1, 2, 3}
    first = table.dealer
    for _ in range(2):
        while not table.awaits_close:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)
        table.close()
    assert table.dealer == (first + 2) % 4


def test_rule_3_2_eight_cards_each_and_none_is_left() -> None:
    table = sit({}).table
    assert [len(table.zone("hand", seat)) for seat in range(4)] == [8, 8, 8, 8]
    assert table.zone("stock") == []


def test_a_hand_lies_with_its_trumps_last() -> None:
    trial = sit({0: "QC 7C AC 9D AD 8S QS JH"}, "ask pass pass pass", "solo C")
    arranged = SOLO.arrange(list(trial.view.hand), "suit", trial.view)
    assert text(arranged) == "9D AD 8S JH AC QS 7C QC"
    assert text(SOLO.arrange(list(trial.view.hand), "rank", trial.view)) == "8S 9D JH AD AC QS 7C QC"


def test_before_trumps_are_named_only_the_queens_lie_with_them() -> None:
    trial = sit({0: "QC 7C AC 9D AD 8S QS JH"})
    assert text(SOLO.arrange(list(trial.view.hand), "suit", trial.view)) == "7C AC 9D AD 8S JH QS QC"
    assert text(SOLO.arrange(list(trial.view.hand), "rank", trial.view)) == "7C 8S 9D JH AC AD QS QC"
