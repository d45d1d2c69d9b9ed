"""Khanhoo §6, §8 and the options of §10 that bear on them: melds, and what a deal is worth."""

from collections.abc import Sequence

import pytest

from engine.games.khanhoo.melds.solver import best_packing, best_value, cover_value, read_meld
from engine.games.khanhoo.pack import HouseRules, book_of
from engine.games.khanhoo.scoring import Ending, Holding, laid_points, reckon
from engine.model.cards import Card
from engine.model.moves import IllegalMove
from engine.model.options import OptionValue

from .positions import KHANHOO, act, cards, claim, run, started, throw


def house(**options: OptionValue) -> HouseRules:
    return HouseRules.of(KHANHOO.meta.resolve(options))


def value(hand: str, **options: OptionValue) -> int:
    return best_value(cards(hand), house(**options).book)


def kind(meld: str, **options: OptionValue) -> tuple[str, int] | None:
    found = read_meld(cards(meld), book_of(KHANHOO.meta.resolve(options)))
    return (found.kind, found.points) if found else None


def score(hands: Sequence[str], out: int | None, **options: OptionValue) -> tuple[int, ...]:
    held = {seat: Holding(cards(text)) for seat, text in enumerate(hands)}
    ending = Ending("dead") if out is None else Ending("out", out)
    return reckon(held, ending, house(**options), seats=len(hands)).points


BEST = "AH AH 2S 2S 3D 3D 5H 5H 5S 5S 5D 5D KC 9H 9H"
NOTHING = "AH 3H 5H 8H AS 4S 6S 9S 2D 4D 8D JC JC QC 3S"
IDLE = "2H 2H 4H 4H 6H 8H 3S 4S 6S 8S 2D 9D QC QC KC"
"""Fifteen cards without a meld that can be held beside BEST."""


def test_rule_6_1_a_card_counts_in_one_meld_only() -> None:
    assert value("AH 2S 3D 2H 3H") == 5
    assert value("5H 5S 5D 6H 7H") == 2


def test_a_meld_that_lacks_a_card_between_two_events_counts_nothing_yet() -> None:
    book = house().book
    assert laid_points([cards("9H 9H KC"), cards("9H 9H")], book) == 4


def test_rule_6_1_a_hand_without_melds_is_worth_nothing() -> None:
    assert score([NOTHING, BEST], None) == (0, 29)


def test_rule_6_2_aces_are_low() -> None:
    assert kind("AH 2H 3H") == ("sequence", 1)
    assert kind("8H 9H AH") is None
    assert kind("QC KC AH") is None


@pytest.mark.parametrize("last", "3456789")
def test_rule_6_3_a_sequence_counts_one_however_long(last: str) -> None:
    assert kind(run("A", last, "S")) == ("sequence", 1)


def test_rule_6_3_a_sequence_is_of_one_suit_in_a_row() -> None:
    assert kind("4H 5H 6S") is None
    assert kind("4H 5H 7H") is None
    assert kind("4H 5H") is None
    assert kind("4H 5H 5H 6H") is None


def test_rule_6_3_six_in_a_row_may_be_two_sequences() -> None:
    assert value(f"{run('A', '6', 'H')} 5S 9D JC 9S AD 4D 7S KC 2D") == 2
    assert value("3H 4H 5H 4H 5H 6H") == 2


def test_rule_6_4_three_aces_of_any_suits() -> None:
    assert kind("AH AS AD") == ("aces", 1)
    assert kind("AH AH AS") == ("aces", 1)
    assert kind("AH AH AS AD") is None


def test_rule_6_5_a_triplet_has_one_of_each_suit() -> None:
    assert kind("5H 5S 5D") == ("triplet", 2)
    assert kind("5H 5H 5D") is None
    assert kind("JC JC JC") is None


def test_rule_6_6_a_royal_assembly() -> None:
    assert kind("JC QC KC") == ("royal assembly", 3)


@pytest.mark.parametrize("meld", ["KC 9H 9H", "QC 8S 8S", "JC 7D 7D"])
def test_rule_6_7_a_court_card_with_its_two_numerals(meld: str) -> None:
    assert kind(meld) == ("court meld", 4)


def test_rule_6_7_other_numerals_do_not_go_with_it() -> None:
    assert kind("KC 8S 8S") is None
    assert kind("KC KC 9H") is None


def test_rule_6_7_three_court_melds_beat_a_royal_assembly() -> None:
    assert value("JC QC KC 7D 7D 8S 8S 9H 9H 2H 3H 4H 4S 5S 6S") == 14


def test_rule_6_8_a_khanhoo() -> None:
    assert kind("AH 2S 3D") == ("khanhoo", 5)
    assert kind("AS 2H 3D") is None


@pytest.mark.parametrize(
    ("meld", "name"),
    [
        ("AH AH AS AS AD AD", "double aces"),
        ("5H 5H 5S 5S 5D 5D", "double triplet"),
        ("JC JC QC QC KC KC", "double royal"),
    ],
)
def test_rule_6_9_doubles_count_ten(meld: str, name: str) -> None:
    assert kind(meld) == (name, 10)


def test_rule_6_9_a_double_royal_in_a_hand() -> None:
    assert value("JC JC QC QC KC KC AH 2S 3D 4H 5H 6H 4S 5S 6S") == 17


def test_rule_6_9_five_of_a_double_are_a_single_and_cards_left_over() -> None:
    assert value("5H 5H 5S 5S 5D") == 2


def test_rule_6_10_a_double_khanhoo() -> None:
    assert kind("AH AH 2S 2S 3D 3D") == ("double khanhoo", 15)


@pytest.mark.parametrize("hand", [BEST, BEST.replace("AH", "*", 1)])
def test_rule_6_10_the_best_hand_there_is(hand: str) -> None:
    assert value(hand) == 29
    assert score([hand, NOTHING], 0) == (34, 0)


@pytest.mark.parametrize(
    ("meld", "name"),
    [
        ("AH * 3D", "khanhoo"),
        ("5H 5S *", "triplet"),
        ("KC 9H *", "court meld"),
        ("9H 9H *", "court meld"),
        ("4H * 6H", "sequence"),
        ("* 8H 9H", "sequence"),
        ("AH AH *", "aces"),
        ("JC * KC", "royal assembly"),
        ("5H 5H 5S 5S 5D *", "double triplet"),
    ],
)
def test_rule_6_11_the_joker_stands_for_any_card(meld: str, name: str) -> None:
    found = kind(meld)
    assert found is not None
    assert found[0] == name


def test_rule_6_11_a_hand_with_double_aces_by_the_joker() -> None:
    triplets = "5H 6H 7H 5S 6S 7S 5D 6D 7D"
    assert value(f"AH AH AS AS AD * {triplets}") == 16
    assert value(f"AH AS AD {triplets} JC QC KC") == 10


def test_rule_6_12_the_best_division_counts() -> None:
    assert value("JC JC QC QC KC KC 9H 9H 8S 8S 7D 7D 2H 3H 4H") == 16
    assert value("5H 5S 5D 6H 6S 6D 7H 7S 7D") == 6
    packing = best_packing(cards("4S 5S 6S 7S 9D"), house().book)
    assert packing.points == 1
    assert packing.left == cards("9D")


def test_rule_8_1_others_score_their_best_melds_whoever_is_out() -> None:
    left_over = "AS AD 4S 5D 6H 9S QC KC KC"
    table = started(2, {0: f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC", 1: f"AH 2S 3D 5D 6D 7D {left_over}"})
    act(table, 0, "out JC")
    assert table.scores[0].points == (5 + 5, 5 + 1)
    assert [line.label for line in table.scores[0].lines if line.seat == 1] == ["khanhoo", "sequence"]


def test_rule_8_1_others_score_the_melds_that_they_have_laid() -> None:
    table = started(3, {0: "7D", 2: "7D JC"})
    throw(table, 0, "7D", s2="bump 7D JC")
    table.zones["hand:2"] = list(cards(IDLE)[:12])
    table.zones["hand:0"] = list(cards(f"{run('A', '9', 'H')} {run('A', '6', 'S')}"))
    act(table, 2, "discard 2H")
    claim(table, s0="take")
    act(table, 0, "out 2H")
    assert table.scores[0].points[2] == 4


def test_rule_8_1_all_cards_are_shown() -> None:
    table = started(3, {0: f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC"})
    shown = {getattr(e, "zone", "") for e in act(table, 0, "out JC") if type(e).__name__ == "Turned"}
    assert shown == {"hand:0", "hand:1", "hand:2"}


def test_rule_8_1_cards_left_over_may_bring_more_than_a_cover() -> None:
    hand = "AH 2H 3H 2S 3S 4S 3D 4D 5D 7H 8H 9H 7S 8S 9S"
    assert score([hand, NOTHING], None) == (7, 0)
    assert cover_value(cards(hand), house().book) == 5


def test_rule_8_2_who_is_out_scores_the_full_cover_and_five() -> None:
    hand = "AH 2H 3H 2S 3S 4S 3D 4D 5D 7H 8H 9H 7S 8S 9S"
    assert score([hand, NOTHING], 0) == (5 + 5, 0)


def test_rule_8_2_lines_of_the_score_name_melds_cards_and_rules() -> None:
    table = started(2, {0: f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC"})
    act(table, 0, "out JC")
    lines = [line for line in table.scores[0].lines if line.seat == 0]
    assert [line.points for line in lines] == [1, 1, 1, 1, 1, 5]
    assert lines[-1].label == "out"
    assert {line.paragraph for line in lines} == {"6.3", "8.2"}
    assert sorted(card for line in lines for card in line.cards) == sorted(table.zone("hand", 0))


def test_rule_8_2_a_laid_khanhoo_and_one_in_hand_are_five_each() -> None:
    held = Holding(cards("AH 2S 3D 4H 5H 6H 4S 5S 6S 4D 5D 6D"), (cards("AH 2S 3D"),))
    result = reckon({0: held, 1: Holding(cards(NOTHING))}, Ending("out", 0), house(), seats=2)
    assert result.points[0] == 5 + 5 + 3 * 2 + 5


def test_rule_8_3_a_dead_hand_scores_melds_alone() -> None:
    table = started(2, {0: f"{BEST} 7S", 1: IDLE})
    act(table, 0, "discard 7S")
    table.zones["stock"].clear()  # nothing to draw, and no other discard to make a stock of
    events = claim(table)
    assert (table.scores[0].how, table.scores[0].points) == ("dead", (29, 0))
    assert {getattr(e, "zone", "") for e in events if type(e).__name__ == "Turned"} == {"hand:0", "hand:1"}


@pytest.mark.parametrize(
    ("most", "values"),
    [(3, (1, None, None)), (4, (1, 1, None)), (5, (1, 1, 1))],
)
def test_rule_10_2_longer_aces_melds_still_count_one(most: int, values: tuple[int | None, ...]) -> None:
    found = [kind(aces, aces_max=most) for aces in ("AH AS AD", "AH AH AS AD", "AH AH AS AS AD")]
    assert [meld[1] if meld else None for meld in found] == list(values)
    assert kind("AH AH AS AS AD AD", aces_max=most) == ("double aces", 10)


def test_rule_10_3_three_different_aces_may_be_a_triplet() -> None:
    assert kind("AH AS AD", ace_triplets=True) == ("triplet", 2)
    assert kind("AH AH AD", ace_triplets=True) == ("aces", 1)
    assert kind("AH AH AS AS AD AD", ace_triplets=True) == ("double aces", 10)


@pytest.mark.parametrize(
    ("hand", "split", "merged"),
    [
        (f"{run('A', '9', 'H')} {run('A', '6', 'S')}", 5, 2),
        (f"{run('A', '8', 'H')} {run('3', '9', 'D')}", 4, 2),
    ],
)
def test_rule_10_4_neighbouring_sequences_count_as_one(hand: str, split: int, merged: int) -> None:
    assert score([hand, NOTHING], 0, split_runs=True) == (split + 5, 0)
    assert score([hand, NOTHING], 0, split_runs=False) == (merged + 5, 0)


def test_rule_10_4_a_card_left_over_keeps_sequences_apart() -> None:
    assert value(f"{run('A', '9', 'H')} {run('A', '6', 'S')}", split_runs=False) == 3
    assert value(f"{run('A', '6', 'H')} 5S 9D JC 9S AD 4D 7S KC 2D", split_runs=False) == 1
    assert value("3H 4H 5H 4H 5H 6H", split_runs=False) == 2


def test_rule_10_4_laid_sequences_stay_apart() -> None:
    held = Holding(cards("4H 5H 6H"), (cards("AH 2H 3H"), cards("7H 8H 9H")))
    assert reckon({0: held}, Ending("dead"), house(split_runs=False), seats=1).points == (3,)


def test_rule_10_5_a_taken_discard_is_laid_at_once() -> None:
    table = started(2, {0: "6H", 1: "4H 5H 7S JC"}, expose_taken_discard=True)
    throw(table, 0, "6H", s1="take 4H 5H")
    assert sorted(table.zone("meld", 1, 0)) == sorted(cards("4H 5H 6H"))
    assert len(table.zone("hand", 1)) == 13
    assert table.acting() == (1,)


def test_rule_10_5_without_a_meld_it_cannot_be_taken() -> None:
    full = "2S 4S 3H 9H 2D 5D 8D 5H 8H QC KC AS 7S JC AD"
    table = started(2, {0: "6H", 1: full}, expose_taken_discard=True)
    act(table, 0, "discard 6H")
    choices = {choice.verb for choice in table.decisions()[0].choices}
    assert choices == {"leave"}
    for refused in ("take", "take 4S 5H"):
        with pytest.raises(IllegalMove) as caught:
            act(table, 1, refused)
        assert caught.value.paragraph == "10.5"


def test_rule_10_5_the_meld_that_is_named_is_the_defence() -> None:
    for named, winner in (("7H 8H", 2), ("7S 7D", 1)):
        thrown, meld = ("9H", named) if winner == 2 else ("7H", named)
        hands = {0: thrown, 1: f"{named} 2S 4D", 2: "9S 9D 7S 7D" if winner == 2 else "7S 7D"}
        table = started(3, hands, expose_taken_discard=True)
        act(table, 0, f"discard {thrown}")
        claim(table, s1=f"take {meld}", s2="bump 9S 9D" if winner == 2 else "bump 7S 7D")
        assert table.acting() == (winner,)


def test_rule_10_5_where_there_is_no_stock_nothing_is_shown() -> None:
    table = started(4, {0: "6H", 1: "4H 5H"}, expose_taken_discard=True)
    throw(table, 0, "6H", s1="take")
    assert table.groups("meld", 1) == []
    assert "6H" in table.zone("hand", 1)


def test_rule_10_5_a_card_must_be_kept_to_throw() -> None:
    table = started(2, {0: "6H"}, expose_taken_discard=True)
    table.zones["hand:1"] = list(cards("4H 5H"))
    act(table, 0, "discard 6H")
    assert {choice.verb for choice in table.decisions()[0].choices} == {"leave"}
    table.zones["hand:1"].append(Card("KC"))
    table._asked.clear()
    claim(table, s1="take 4H 5H")
    assert table.zone("hand", 1) == list(cards("KC"))
