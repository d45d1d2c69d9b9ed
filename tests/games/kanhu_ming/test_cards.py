"""Kanhu (Ming) §1, §4 and §5: the cards, and what beats what."""

from itertools import combinations, pairwise

import pytest

from engine.games.kanhu_ming.cards import (
    ALL,
    CASH,
    HAND_SIZES,
    MELD_OF,
    MELDS,
    MYRIADS,
    PACK,
    STRINGS,
    beating,
    bonus,
    cards_of,
    melds_in,
    set_of,
)

from .positions import beats, cards


def bits(text: str) -> int:
    return set_of(cards(text))


def does(challenger: str, best: str) -> bool:
    """Whether one play beats another, both as text."""
    return beats(bits(challenger), bits(best))


def ranked(kind: str) -> list[str]:
    return [" ".join(cards_of(meld.cards)) for meld in MELDS if meld.kind == kind]


def what_beats(lead: str) -> list[str]:
    """Names of the melds that can meet a lead and beat it."""
    return [MELD_OF[found].name for found in beating(ALL & ~bits(lead), bits(lead))]


def test_rule_1_2_there_are_thirty_cards_each_once() -> None:
    assert (len(CASH), len(STRINGS), len(MYRIADS)) == (11, 9, 10)
    assert len(set(PACK)) == 30
    assert set(PACK) == set(cards("C9 C8 C7 C6 C5 C4 C3 C2 C1 CH C0 S1 S2 S3 S4 S5 S6 S7 S8 S9")) | set(
        cards("M1 M2 M3 M4 M5 M6 M7 M8 M9 TM")
    )


def test_rule_1_3_cash_runs_backwards_from_the_nine_to_the_zero() -> None:
    order = cards("C9 C8 C7 C6 C5 C4 C3 C2 C1 CH C0")
    for low, high in combinations(order, 2):
        assert does(high, low)
        assert not does(low, high)


def test_rule_1_3_strings_and_myriads_rise_to_the_nine_and_the_thousand() -> None:
    for order in (cards("S1 S2 S3 S4 S5 S6 S7 S8 S9"), cards("M1 M2 M3 M4 M5 M6 M7 M8 M9 TM")):
        for low, high in combinations(order, 2):
            assert does(high, low)
            assert not does(low, high)


def test_rule_1_4_cash_is_lowest_and_myriads_are_highest() -> None:
    assert cards_of(ALL) == (*CASH, *STRINGS, *MYRIADS)
    assert does("S1", "C0")
    assert does("M1", "C0")
    assert does("M1", "S9")
    assert not does("S9", "M1")


@pytest.mark.parametrize(
    ("challenger", "best"), [("C8", "C9"), ("CH", "C1"), ("C0", "CH"), ("C2", "C3"), ("TM", "M9"), ("S5", "S4")]
)
def test_rule_4_1_a_card_beats_every_lower_card_of_its_suit(challenger: str, best: str) -> None:
    assert does(challenger, best)
    assert not does(best, challenger)


@pytest.mark.parametrize(("challenger", "best"), [("S1", "C0"), ("M1", "S9"), ("M1", "C0"), ("S2", "C9"), ("M2", "C7")])
def test_rule_4_2_a_card_beats_every_card_of_a_lower_suit(challenger: str, best: str) -> None:
    assert does(challenger, best)
    assert not does(best, challenger)


def test_rule_4_3_the_thousand_myriad_beats_myriads_alone() -> None:
    assert [card for card in PACK if does("TM", card)] == list(MYRIADS[:-1])
    assert not does("TM", "S9")
    assert not does("TM", "C0")


def test_rule_4_4_nothing_beats_the_thousand_myriad() -> None:
    assert beating(ALL, bits("TM")) == ()


def test_a_card_and_a_meld_never_meet() -> None:
    assert not does("M9", "C9 C8 C7")
    assert not does("M7 M8 M9", "C9")
    assert not does("M9 S3 C1", "C9 C8 C7")


GIBBONS = [
    *("C9 C8 C7", "C8 C7 C6", "C7 C6 C5", "C6 C5 C4", "C5 C4 C3", "C4 C3 C2", "C3 C2 C1", "C2 C1 CH"),
    *("S1 S2 S3", "S2 S3 S4", "S3 S4 S5", "S4 S5 S6", "S5 S6 S7", "S6 S7 S8", "S7 S8 S9"),
    "C1 CH C0",
    *("M1 M2 M3", "M2 M3 M4", "M3 M4 M5", "M4 M5 M6", "M5 M6 M7", "M6 M7 M8", "M7 M8 M9", "M8 M9 TM"),
]


def test_rule_5_2_there_are_twenty_four_gibbons() -> None:
    assert ranked("gibbon") == GIBBONS
    assert len(GIBBONS) == 8 + 7 + 1 + 8


def test_rule_5_3_there_are_leopards_from_one_to_eight() -> None:
    assert ranked("leopard") == [f"C{rank} S{rank} M{rank}" for rank in range(1, 9)]


def test_rule_5_4_the_seven_specials_and_their_bonuses() -> None:
    told = [(meld.name, " ".join(cards_of(meld.cards)), meld.bonus) for meld in MELDS if meld.kind == "special"]
    assert told == [
        ("Pangolin", "C7 S3 M3", 3),
        ("Poverty", "C8 S2 M2", 4),
        ("Tiger", "C9 S1 M1", 5),
        ("Chariot", "C0 S9 TM", 6),
        ("Leopard 9", "C9 S9 M9", 7),
        ("Wealth", "C0 S9 M9", 8),
        ("Hero", "S1 M1 TM", 9),
    ]


def test_thirty_nine_melds_and_no_three_cards_make_two_of_them() -> None:
    assert len(MELDS) == len(MELD_OF) == 39
    assert all(meld.cards.bit_count() == 3 for meld in MELDS)


def test_rule_5_5_gibbons_go_by_suit_and_then_by_rank() -> None:
    for low, high in combinations(GIBBONS, 2):
        assert does(high, low)
        assert not does(low, high)


def test_rule_5_5_the_half_leopard_stands_between_strings_and_myriads() -> None:
    order = ["C3 C2 C1", "C2 C1 CH", "S1 S2 S3", "S7 S8 S9", "C1 CH C0", "M1 M2 M3", "M8 M9 TM"]
    assert all(does(high, low) for low, high in pairwise(order))
    assert not does("C1 CH C0", "M1 M2 M3")


def test_rule_5_6_a_leopard_falls_to_a_higher_leopard_or_the_hero() -> None:
    assert what_beats("C3 S3 M3") == [
        "Leopard 4",
        "Leopard 5",
        "Leopard 6",
        "Leopard 7",
        "Leopard 8",
        "Leopard 9",
        "Hero",
    ]
    assert does("C4 S4 M4", "C3 S3 M3")
    assert does("S1 M1 TM", "C3 S3 M3")
    assert not does("C9 S1 M1", "C3 S3 M3")
    assert not any(does(gibbon, "C3 S3 M3") for gibbon in GIBBONS)
    assert not does("C2 S2 M2", "C3 S3 M3")


@pytest.mark.parametrize("special", ["C7 S3 M3", "C8 S2 M2", "C9 S1 M1", "C0 S9 TM", "C0 S9 M9"])
def test_rule_5_6_no_other_special_beats_a_leopard(special: str) -> None:
    assert not any(does(special, leopard) for leopard in ranked("leopard"))


def test_rule_5_6_the_hero_meets_leopards_from_two_to_nine() -> None:
    hunted = [leopard for leopard in [*ranked("leopard"), "C9 S9 M9"] if not bits(leopard) & bits("S1 M1 TM")]
    assert hunted == [f"C{rank} S{rank} M{rank}" for rank in range(2, 10)]
    assert all("Hero" in what_beats(leopard) for leopard in hunted)


@pytest.mark.parametrize(
    ("special", "beaten_by"),
    [
        ("C7 S3 M3", ["Poverty", "Tiger", "Chariot", "Leopard 9", "Wealth", "Hero"]),
        ("C8 S2 M2", ["Tiger", "Chariot", "Leopard 9", "Wealth", "Hero"]),
        ("C9 S1 M1", ["Chariot", "Wealth"]),
        ("C0 S9 TM", []),
        ("C9 S9 M9", ["Hero"]),
        ("C0 S9 M9", ["Hero"]),
        ("S1 M1 TM", []),
    ],
)
def test_rule_5_7_a_special_is_beaten_by_a_higher_special_alone(special: str, beaten_by: list[str]) -> None:
    assert what_beats(special) == beaten_by


def test_rule_5_7_leopards_and_gibbons_beat_no_special() -> None:
    specials = ranked("special")
    assert not any(does(other, special) for special in specials for other in [*GIBBONS, *ranked("leopard")])


def test_rule_5_7_leopard_nine_is_a_special_once_it_is_played() -> None:
    assert not any(does(leopard, "C9 S9 M9") for leopard in ranked("leopard"))
    assert does("C0 S9 M9", "C9 S9 M9")  # by the table, though they share two cards and never meet


def test_a_gibbon_is_beaten_by_gibbons_alone() -> None:
    others = [*ranked("leopard"), *ranked("special")]
    assert not any(does(other, gibbon) for gibbon in GIBBONS for other in others)


def test_the_melds_of_a_hand_may_overlap() -> None:
    names = {meld.name for meld in melds_in(bits("S1 S2 S3 S4 M1 TM C9"))}
    assert names == {"Gibbon 1-2-3 of Strings", "Gibbon 2-3-4 of Strings", "Tiger", "Hero"}


def test_rule_7_2_singles_that_earn_more() -> None:
    assert {card: bonus(bits(card)) for card in PACK if bonus(bits(card))} == {"M5": 2, "M8": 3}


def test_rule_7_3_gibbons_that_earn_more() -> None:
    assert [gibbon for gibbon in GIBBONS if bonus(bits(gibbon))] == ["C1 CH C0", "M8 M9 TM"]
    assert {bonus(bits(gibbon)) for gibbon in ("C1 CH C0", "M8 M9 TM")} == {1}
    assert not any(bonus(bits(leopard)) for leopard in ranked("leopard"))


def test_rule_2_2_thirteen_and_four_or_nine_and_three() -> None:
    assert {seats: (size, 30 - seats * size) for seats, size in HAND_SIZES.items()} == {2: (13, 4), 3: (9, 3)}
