"""The English game against worked examples: runs that merge, takes that are shown, several bumpers.

Paragraphs are those of §4, §6, §8 and §10, which hold for both games; the cards are those of §12.1.
"""

import pytest

from engine.games.khanhoo.melds.solver import assess
from engine.games.khanhoo.pack import HouseRules, complete_options
from engine.games.khanhoo.scoring import Ending, Holding, reckon
from engine.model.cards import Seat
from engine.model.moves import IllegalMove

from .positions import act, cards, claim, english, facts_told, hand, offered, options_of, run, started, throw, verbs

HOUSE = HouseRules.of(complete_options(options_of("english"), 2))
FILLER = "2H 4H QS 9C KS 9D 5C 4C AC 9H"


@pytest.mark.parametrize(
    ("text", "best", "whole"),
    [
        ("AH AH 2S 2S 3D 3D 5H 5H 5S 5S 5D 5D KC 9H 9H", 29, 29),
        ("AH * 2S 2S 3D 3D 5H 5H 5S 5S 5D 5D KC 9H 9H", 29, 29),
        (f"{run('A', '9', 'H')} {run('A', '6', 'S')}", 3, 2),  # a five of hearts left over parts the long run
        (f"{run('A', '8', 'H')} {run('3', '9', 'D')}", 4, 2),
        (f"{run('A', '6', 'H')} 5S 9D JC 9S AD 4D 7S KC 2D", 1, None),
        ("3H 4H 5H 4H 5H 6H", 2, 2),
        ("JC QC KC 7D 7D 8S 8S 9H 9H 2H 3H 4H 4S 5S 6S", 14, 14),
        ("JC JC QC QC KC KC 9H 9H 8S 8S 7D 7D 2H 3H 4H", 16, 16),
        ("JC JC QC QC KC KC AH 2S 3D 4H 5H 6H 4S 5S 6S", 17, 17),
        ("AH AH AS AS AD * 5H 6H 7H 5S 6S 7S 5D 6D 7D", 16, 16),
        ("AH AS AD JC QC KC 5H 6H 7H 5S 6S 7S 5D 6D 7D", 10, 10),
        ("AH 2H 3H 2S 3S 4S 3D 4D 5D 7H 8H 9H 7S 8S 9S", 7, 5),
        ("AH 3H 5H 8H AS 4S 6S 9S 2D 4D 8D JC JC QC 3S", 0, None),
    ],
)
def test_rule_6_12_the_same_hands_in_english_suits_and_by_english_rules(
    text: str, best: int, whole: int | None
) -> None:
    hand_of_it = cards(english(text))
    assert assess(hand_of_it, HOUSE.book) == (best, whole)
    held = {0: Holding(hand_of_it), 1: Holding(hand_of_it)}
    counted = reckon(held, Ending("dead" if whole is None else "out", 0 if whole is not None else None), HOUSE, seats=2)
    assert counted.points == (best if whole is None else whole + 5, best)


@pytest.mark.parametrize(
    ("thrown", "next_hand", "answer", "bump_hand", "bump", "winner"),
    [
        ("7D", "7H 7C", "take 7H 7C", "JS 7D", "7D JS", 2),  # 4 against 2
        ("7D", "7H 7C", "take 7H 7C", "7H 7C", "7H 7C", 1),  # 2 against 2
        ("7D", "8D 9D", "take 8D 9D", "7H 7C", "7H 7C", 2),  # 2 against a sequence
        ("AD", "2D 3D", "take 2D 3D", "AH AC", "AH AC", 1),  # aces against a sequence
        ("7D", "JS 7D", "leave", "7H 7C", "7H 7C", 2),  # whatever is left goes to any bump
    ],
)
def test_rule_4_5_the_duel_for_a_card(
    thrown: str, next_hand: str, answer: str, bump_hand: str, bump: str, winner: Seat
) -> None:
    table = started(3, {0: thrown, 1: next_hand, 2: bump_hand}, preset="english")
    act(table, 0, f"discard {thrown}")
    events = claim(table, s1=answer, s2=f"bump {bump}")
    assert table.acting() == (winner,)
    assert len(table.groups("meld", winner)) == 1
    assert table.groups("meld", 3 - winner) == []
    assert bool(facts_told(events, "defended")) is (winner == 1)


def test_rule_4_7_four_bump_at_once() -> None:
    hands = {2: "7H 7C", 3: "JS 7D", 4: "JS *", 5: "7H *"}
    table = started(6, {0: "7D", **hands}, preset="english", copies=4, jokers=5)
    throw(
        table, 0, "7D", s1="leave", s2="bump 7H 7C", s3="bump 7D JS", s4="bump JS *", s5="bump 7H *"
    )  # the third and the fourth have 4 points each, and the third is the elder
    assert table.acting() == (3,)


def test_rule_10_5_a_taken_discard_is_laid_and_its_meld_never_changes() -> None:
    table = started(3, {0: "6H", 1: "4H 5H 7H 8H"}, preset="english")
    act(table, 0, "discard 6H")
    assert set(offered(table, 1, "take")) >= {cards("4H 5H"), cards("4H 5H 7H"), cards("7H 8H"), cards("5H 7H")}
    claim(table, s1="take 4H 5H")
    assert table.facts["roles:1:0"] == ("sequence", "4H", "5H", "6H")
    assert len(hand(table, 1)) == 13
    assert "7H" in hand(table, 1)


def test_rule_3_4_another_card_like_the_one_laid_may_be_thrown() -> None:
    table = started(3, {0: "6H", 1: "4H 5H 6H"}, preset="english")
    throw(table, 0, "6H", s1="take 4H 5H")
    act(table, 1, "discard 6H")
    assert table.phase == "claims"


def test_rule_3_5_a_discard_that_is_taken_and_laid_is_no_draw() -> None:
    table = started(3, {0: "6H", 1: "4H 5H 2D", 2: "3D 4D"}, preset="english")
    table.declare("takes", 11)  # as if eleven discards had been taken in turn
    throw(table, 0, "6H", s1="take 4H 5H")
    act(table, 1, "discard 2D")
    assert verbs(table, 2) == {"leave"}


def test_rule_10_5_a_card_that_makes_no_meld_is_left() -> None:
    table = started(2, {0: "6H", 1: f"{FILLER} 7C 8D JS JS KS"}, preset="english")
    act(table, 0, "discard 6H")
    assert verbs(table, 1) == {"leave"}
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "take")
    assert refused.value.paragraph == "10.5"


def test_rule_4_10_a_bumped_khanhoo_and_one_in_hand_are_five_each() -> None:
    table = started(3, {0: "3D", 2: "AH 2C AH 2C 3D 4H 5H 6H 7C 8C 9C 7D 8D 9D KS"}, preset="english")
    throw(table, 0, "3D", s1="leave", s2="bump AH 2C")
    act(table, 2, "out KS")
    assert table.scores[0].points[2] == 5 + 5 + 1 + 1 + 1 + 5


def test_rule_4_1_eight_players_are_all_asked() -> None:
    table = started(8, {0: "JS"}, preset="english", copies=4, jokers=2)
    act(table, 0, "discard JS")
    assert table.acting() == (1, 2, 3, 4, 5, 6, 7)
    claim(table)
    assert table.acting() == (1,)
