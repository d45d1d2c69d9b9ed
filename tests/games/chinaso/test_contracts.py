"""The solver of contracts: legal, the best, and sure when it says no; held against trying everything."""

from collections import Counter
from random import Random

import pytest

from engine.games.chinaso.cards import CONTRACTS, PACK, STRAIGHT, Contract, face_at, points_in
from engine.games.chinaso.melds import fault_in, lying, read_group
from engine.games.chinaso.solver import best_division, can_lay, code_of
from engine.model.cards import JOKER, Card

from .exhaustive import least_left
from .positions import cards

BY_NUMBER = {contract.number: contract for contract in CONTRACTS}
HANDS = 90  # of each contract


def dense_hand(chance: Random, contract: Contract, size: int) -> tuple[Card, ...]:
    """A hand that holds the contract more often than chance would have it: begun with parts of it."""
    left = list(PACK)
    hand: list[Card] = []
    for word in contract.shape:
        group = _some_group(chance, word)
        chance.shuffle(group)
        for card in group[: chance.choice((2, 3, 3, 4))]:
            if card in left and len(hand) < size:
                left.remove(card)
                hand.append(card)
    chance.shuffle(left)
    jokers = [card for card in left if card == JOKER][: chance.choice((0, 0, 1, 1, 2, 3))]
    for card in [*jokers, *(card for card in left if card != JOKER)]:
        if len(hand) < size:
            hand.append(card)
    return tuple(hand)


def _some_group(chance: Random, word: str) -> list[Card]:
    if word == STRAIGHT:
        low, suit = chance.randint(1, 11), chance.choice("CDHS")
        return [face_at(low + step, suit) for step in range(min(5, 15 - low))]
    rank = chance.randint(1, 13)
    return [face_at(rank, suit) for suit in "CDHSCD"]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.title)
def test_the_best_division_is_the_best_there_is(contract: Contract) -> None:
    chance, found = Random(contract.number), 0
    for number in range(HANDS):
        size = contract.cards + 1 if number % 3 else chance.randint(6, 10)
        hand = dense_hand(chance, contract, size)
        division, least = best_division(hand, contract), least_left(hand, contract)
        assert (division is None) == (least is None), hand
        if division is None:
            continue
        found += 1
        thrown = max((points_in((card,)) for card in division.left), default=0)
        assert division.points == points_in(division.left)
        assert (division.points - thrown, division.points) == least, hand
        _verify(division.groups, division.left, hand, contract)
    assert HANDS // 20 < found < HANDS


def _verify(
    groups: tuple[tuple[Card, ...], ...], left: tuple[Card, ...], hand: tuple[Card, ...], contract: Contract
) -> None:
    assert Counter(left) + Counter(card for group in groups for card in group) == Counter(hand)
    for word, group in zip(contract.shape, groups, strict=True):
        assert fault_in(word, group) == ""
        meld = read_group(word, group)
        assert meld is not None
        assert meld.cards == group or word != STRAIGHT
        assert lying(meld.cards) == meld


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.title)
def test_the_quick_question_is_never_wrong_about_a_no(contract: Contract) -> None:
    chance = Random(contract.number)
    for _ in range(300):
        hand = dense_hand(chance, contract, contract.cards + chance.randint(0, 5))
        quick = can_lay(code_of(hand), contract)
        real = best_division(hand, contract) is not None
        assert quick or not real
        if not contract.sets or not contract.straights:
            assert quick == real, hand


@pytest.mark.parametrize(
    ("number", "text", "left"),
    [
        (1, "5H 5S 5D 5C 9H 9S 9C * 2C 3C", "2C 3C"),
        (1, "7H 7S 7D 7C 7H 7S 2C", "2C"),
        (1, "7H 7S 7D 7C * * 2C", "2C"),
        (1, "7H 7S * * 9H 9D", ""),
        (1, "7H 7S * * * 9H 9D", "*"),
        (2, "4H 5H 6H 7H 8H 9H", ""),
        (2, "AH 2H 3H QH KH AH", ""),
        (2, "AH 2H * QH KH *", ""),
        (2, "KH QH * AS 2S *", ""),
        (4, "7H 7S 7D 8H 9H 10H 7C QC QS QD 2C", "2C"),
        (5, "7H 8H 9H 7S 8S 9S 7D 7C * KC KD", "7C 7D"),
        (6, "9C 10C 10C JC QC KC KC 4S 5S 6S * *", ""),
        (6, "AH 2H 3H AH KH QH 4S 5S 7S *", ""),
        (7, "2H 2S 2D 2C 2H 2S 2D 2C * * * *", ""),
    ],
)
def test_hands_that_a_player_would_recognise(number: int, text: str, left: str) -> None:
    division = best_division(cards(text), BY_NUMBER[number])
    assert division is not None
    assert sorted(division.left) == sorted(cards(left))


def test_a_dear_card_that_can_be_thrown_stays_rather_than_two_cheap_ones() -> None:
    hand = "3S 4S 6S 7S 9S 4D 5D 6D 7D *"
    division = best_division(cards(hand), BY_NUMBER[2])
    assert division is not None
    assert division.left == cards("9S"), (
        "with 6S 7S * 9S the threes and fours would stay: fewer points, but a card too many"
    )
    _verify(division.groups, division.left, cards(hand), BY_NUMBER[2])


def test_a_straight_of_thirteen_takes_no_joker_besides() -> None:
    row = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    division = best_division(cards(f"{row} 4S 5S 6S * *"), BY_NUMBER[2])
    assert division is not None
    # One joker goes with the spades, the other into the long straight in place of its cheapest card.
    assert division.left == cards("2H")
    _verify(division.groups, division.left, cards(f"{row} 4S 5S 6S * *"), BY_NUMBER[2])


def test_no_contract_is_found_where_there_is_none() -> None:
    assert best_division(cards("7H * *"), BY_NUMBER[1]) is None
    assert best_division(cards("7H 7S 7D 8H 9H *"), BY_NUMBER[1]) is None
    assert best_division(cards("KH AH 2H 4S 5S 6S"), BY_NUMBER[2]) is None
    assert best_division((), BY_NUMBER[6]) is None


def test_large_hands_are_divided_rightly_too() -> None:
    chance = Random(3)
    for number in range(40):
        contract = CONTRACTS[number % len(CONTRACTS)]
        hand = tuple(chance.sample(PACK, 24))
        division = best_division(hand, contract)
        if division is not None:
            _verify(division.groups, division.left, hand, contract)
