"""Kanhu, Qing §5: what wins. The test of a hand against a slow judge and worked examples."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.games.kanhu_qing.bot.valuation import holds_win
from engine.games.kanhu_qing.hand_solver import parts
from engine.games.kanhu_qing.hand_solver.nearest import distance, loose_cards, outlook
from engine.games.kanhu_qing.hand_solver.wins import (
    ATTACHED,
    EYES,
    NO_EYES,
    assess,
    division,
    left_over,
    winning_cards,
    wins,
)
from engine.games.kanhu_qing.pack import COPIES, DECK, FACES, FREE, HAND_SIZE, HONOURS, EyesBook, cards_of, code_of
from engine.model.cards import Card

from ...harness.slow import slow
from .exhaustive import Judge
from .positions import WON, altered, book, cards, hand_of_groups, run

TABLES = [
    (eye6, honours, size, count)
    for eye6 in ("wealth", "culin", "both")
    for honours, size, count in (("attach", 15, 900), ("wild", 10, 220), ("wild", 15, 12))
]


@pytest.mark.parametrize(("eye6", "honours", "size", "count"), [TABLES[0], *slow(TABLES[1:])])
def test_every_hand_is_judged_as_by_trying_every_way(eye6: str, honours: str, size: int, count: int) -> None:
    played, judge = book(eye6, honours), Judge(eye6, wild=honours == "wild")
    chance, winning = Random(f"{eye6} {honours} {size}"), 0
    for number in range(count):
        if number % 5:
            wilds = chance.randrange(3) if played.wild else 0
            hand = altered(hand_of_groups(played, chance, size), chance, number % 4 % 3, wilds)
        else:
            hand = chance.sample(DECK.cards, size)
        found = wins(hand, played)
        assert found == judge.wins(tuple(hand)), hand
        winning += found
        _verify_division(hand, played, is_winning=found)
    assert count / 6 < winning < count * 5 / 6


def _verify_division(hand: list[Card], played: EyesBook, *, is_winning: bool) -> None:
    """Read a division by the words of the rulebook."""
    groups = division(hand, played)
    assert (groups is not None) == is_winning
    if groups is None:
        return
    assert Counter(card for group in groups for card in group.cards) == Counter(hand)
    assert groups[0].kind == EYES
    for group in groups:
        for card, role in zip(group.cards, group.roles, strict=True):
            assert card == role or (played.wild and card in HONOURS and group.kind in ("run", "set"))
        if group.kind == EYES:
            assert any(eyes.name == group.name and eyes.cards == group.cards for eyes in played.eyes)
        elif group.kind == ATTACHED:
            assert set(group.cards) <= FREE
        else:
            assert group.cards[0] == group.roles[0] or any(
                a == b for a, b in zip(group.cards, group.roles, strict=True)
            )
            ranks, suits = [role[1:] for role in group.roles], {role[0] for role in group.roles}
            if group.kind == "run":
                first = int(ranks[0])
                assert ranks == [str(rank) for rank in range(first, first + len(ranks))]
                assert len(ranks) >= 3
                assert len(suits) == 1
            else:
                assert len(group.roles) == 3
                assert len(set(ranks)) == 1
                assert group.roles[0] not in HONOURS or len(set(group.roles)) == 1


@pytest.mark.parametrize("honours", ["attach", "wild"])
def test_what_was_forgotten_is_learned_again(honours: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played, chance = book("both", honours), Random(f"forgotten {honours}")
    hands = [altered(hand_of_groups(played, chance), chance, number % 3) for number in range(60)]
    hands += [[*cards("C9 S1 M1 C9 S1 M1 C8 S2 M2 C7 S3 M3 RF S9"), Card(last)] for last in ("OT", "M9", "S3", "M2")]
    before = [(wins(hand, played), assess(hand, played)) for hand in hands]
    monkeypatch.setattr(parts, "_MOST_KNOWN", 0)
    sides = parts.CASH, parts.STRINGS, parts.MYRIADS
    for side in sides:
        side.clear()
    assert [(wins(hand, played), assess(hand, played)) for hand in hands] == before
    assert list(map(len, sides)) == [1, 1, 1]
    assert 10 < sum(found for found, _ in before) < 54


def test_rule_5_1_a_hand_is_eyes_boys_and_attached_cards_with_nothing_left_over() -> None:
    assert wins(cards(WON), book())
    assert [group.kind for group in division(cards(WON), book()) or ()] == [EYES, "run", "run", "run", "set"]
    for place, card in enumerate(cards(WON)):
        hand = [*cards(WON)]
        hand[place] = Card("M3")
        assert not wins(hand, book()), card


ORACLES = [
    (f"C9 S1 M1 {run('C', 4, 6)} {run('S', 4, 6)} {run('M', 7, 9)} S7 C7 M7", "wealth culin both"),
    (f"C9 S1 M1 {run('C', 4, 6)} {run('S', 4, 6)} {run('M', 7, 9)} RF C1 OT", "wealth culin both"),
    (f"C9 S1 M1 {run('C', 4, 6)} {run('S', 4, 6)} {run('M', 7, 9)} RF C1 M5", ""),
    (f"{run('C', 4, 6)} {run('S', 4, 6)} {run('M', 4, 6)} C7 S7 M7 M1 S1 C1", ""),
    (f"C8 S3 M2 {run('C', 4, 6)} {run('S', 4, 6)} {run('M', 7, 9)} S7 S8 S9", "culin both"),
    (f"C1 C2 C3 {run('S', 1, 9)} M5 M5 M5", "wealth culin both"),
    ("RF S9 M9 RF S9 OT M1 M1 S1 M1 C2 S2 M2 WF WF", "wealth both"),
    ("C1 C2 C3 S1 S1 S1 M1 M1 M1 RF RF WF WF OT OT", "wealth culin both"),
]
"""Hands, and the tables at which they win with honours attached."""


@pytest.mark.parametrize(("hand", "where"), ORACLES)
def test_rule_5_1_hands_that_win_and_hands_that_do_not(hand: str, where: str) -> None:
    assert len(cards(hand)) == HAND_SIZE
    for eye6 in ("wealth", "culin", "both"):
        assert wins(cards(hand), book(eye6)) == (eye6 in where.split())


@pytest.mark.parametrize(
    ("eyes", "name"),
    [
        ("C1 C2 C3", "first cash"),
        ("RF S9 OT", "chariot"),
        ("WF S8 M9", "seconds"),
        ("C9 S1 M1", "tiger"),
        ("C8 S2 M2", "poverty"),
        ("C7 S3 M3", "pangolin"),
        ("RF S9 M9", "wealth"),
    ],
)
def test_rule_5_2_each_of_the_eyes(eyes: str, name: str) -> None:
    rest = f"{run('S', 4, 6)} {run('M', 4, 6)} C5 C5 S5 WF WF WF"
    groups = division(cards(f"{eyes} {rest}"), book())
    assert groups is not None
    assert (groups[0].name, groups[0].cards) == (name, cards(eyes))
    assert not wins(cards(f"{eyes.split(maxsplit=1)[0]} {eyes.split()[1]} {rest} C1"), book())


def test_rule_5_2_no_card_of_the_eyes_may_be_another() -> None:
    assert not wins(cards(f"C8 S2 M3 {run('C', 4, 6)} {run('S', 4, 6)} {run('M', 7, 9)} RF C1 OT"), book())
    for wild in ("attach", "wild"):
        assert not wins(
            cards(f"RF S3 M3 {run('C', 4, 6)} {run('S', 5, 7)} {run('M', 6, 8)} C1 C1 C1"), book(honours=wild)
        )


@pytest.mark.parametrize("length", range(3, 10))
def test_rule_5_3_a_run_may_have_any_length(length: int) -> None:
    free = ["C1", "C1", "C1", "M1", "S1", "RF", "WF", "OT", "OT"][: 12 - length]
    assert wins(cards(f"C9 S1 M1 {run('C', 1, length)} {' '.join(free)}"), book())


@pytest.mark.parametrize("torn", ["C4 C5", "C4 C5 S6", "C8 C9 C1", "C4 C5 C7", "C3 C4 M5"])
def test_rule_5_3_a_run_is_three_in_a_row_of_one_suit_and_ends_at_nine(torn: str) -> None:
    free = ["M1", "M1", "M1", "S1", "S1", "S1", "RF", "RF", "WF", "WF", "OT", "OT"][: 12 - len(torn.split())]
    assert not wins(cards(f"C9 S1 M1 {torn} {' '.join(free)}"), book())


@pytest.mark.parametrize("boy", ["C7 S7 M7", "M5 M5 S5", "M5 M5 M5", "RF RF RF", "WF WF WF", "OT OT OT", "S1 M1 M1"])
def test_rule_5_4_a_set_is_three_of_a_rank_of_any_suits(boy: str) -> None:
    hand = cards(f"C9 S1 M1 {run('C', 2, 4)} {run('S', 3, 5)} {run('M', 6, 8)} {boy}")
    groups = division(hand, book())
    assert groups is not None
    assert any(group.kind == "set" and sorted(group.cards) == sorted(cards(boy)) for group in groups)


def test_rule_5_4_four_of_a_rank_are_no_set() -> None:
    assert not wins(cards(f"C9 S1 M1 {run('C', 2, 4)} {run('S', 3, 5)} RF RF M7 M7 S7 C7"), book())
    assert wins(cards(f"C9 S1 M1 {run('C', 2, 4)} {run('S', 3, 5)} RF RF M1 M1 S1 C1"), book())


@pytest.mark.parametrize("free", sorted(FREE))
def test_rule_5_5_aces_and_honours_attach(free: str) -> None:
    assert wins(cards(f"C7 S3 M3 {run('C', 2, 6)} {run('S', 5, 7)} {free} {free} RF OT"), book())


def test_rule_5_5_no_other_card_attaches_and_an_attached_one_stands_for_none() -> None:
    hand = cards(f"C9 S1 M1 {run('S', 4, 6)} {run('M', 4, 6)} C1 C1 C1 OT OT")
    assert set(winning_cards(hand, book())) == FREE | set(cards("S3 S7 M3 M7"))
    assert not wins(cards(f"C9 S1 M1 C4 RF C6 {run('S', 4, 6)} {run('M', 7, 9)} S7 C7 M7"), book())


def test_rule_5_6_several_eyes_or_eyes_alone() -> None:
    assert wins(cards("C9 S1 M1 C9 S1 M1 C8 S2 M2 C7 S3 M3 RF S9 OT"), book())
    assert wins(cards("C9 S1 M1 RF RF RF RF WF WF OT C1 C1 C1 S1 M1"), book())


def test_rule_8_2_wild_honours_stand_for_cards_in_boys() -> None:
    hand = cards(f"C9 S1 M1 C4 RF C6 {run('S', 4, 6)} {run('M', 7, 9)} S7 C7 M7")
    groups = division(hand, book(honours="wild"))
    assert groups is not None
    (filled,) = [group for group in groups if "RF" in group.cards]
    assert (filled.cards, filled.roles) == (cards("C4 RF C6"), cards("C4 C5 C6"))


def test_rule_8_2_even_for_a_card_of_which_all_are_in_sight() -> None:
    hand = cards("C9 S1 M1 C5 C5 C5 C4 C6 C5 C7 WF C6 S1 S1 S1")  # 4 5 6 7 and 5 5 5 and WF 6, which wants a fifth five
    assert not wins(hand, book())
    assert wins(cards("C9 S1 M1 C5 C5 C5 C5 C4 C6 C4 WF C6 S1 S1 S1"), book(honours="wild"))


def test_rule_8_2_honours_stand_for_nothing_in_eyes_and_aces_are_not_wild() -> None:
    wild = book(honours="wild")
    assert not wins(cards(f"C9 S1 RF {run('C', 2, 4)} {run('S', 3, 5)} {run('M', 6, 8)} C1 C1 OT"), wild)
    assert not wins(cards(f"C9 S1 M1 C4 C1 C6 {run('S', 4, 6)} {run('M', 7, 9)} S7 C7 M7"), wild)


def test_cards_that_win_are_those_that_make_a_winning_hand() -> None:
    hand = [*cards(WON)]
    hand.remove(Card("C5"))
    assert winning_cards(hand, book()) == cards("C5")
    hand = [*cards("C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 C1 RF")]
    told = winning_cards(hand, book())
    assert set(told) == FREE | set(cards("C3 C7 C9 S3 S7 M6")) - {"C9"} | ({"C9"} & set(told))
    for face in FACES:
        assert (face in told) == wins([*hand, face], book())


def test_a_card_that_is_held_four_times_is_not_waited_for() -> None:
    hand = cards(f"C9 S1 M1 RF RF RF RF {run('C', 4, 6)} {run('S', 4, 6)} C1")
    assert "RF" not in winning_cards(hand, book())
    assert "WF" in winning_cards(hand, book())


@pytest.mark.slow
@pytest.mark.parametrize("honours", ["attach", "wild"])
@pytest.mark.parametrize("size", [14, 15])
def test_the_distance_is_the_fewest_cards_that_must_come(honours: str, size: int) -> None:
    played, chance = book("both", honours), Random(f"far {honours} {size}")
    counted: Counter[int] = Counter()
    for number in range(120):
        hand = altered(hand_of_groups(played, chance, 15), chance, number % 4)[:size]
        far = distance(hand, played)
        counted[far] += 1
        assert (far == 0) == (size == 15 and wins(hand, played))
        assert (far <= 1) == _within_one(hand, played), hand
        assert far == min((distance(more, played) + 1 for more in _after_a_card(hand)), default=99) or not far
        _verify_outlook(hand, played, far)
    assert all(counted[far] > 8 for far in (1, 2))


def _after_a_card(hand: list[Card]) -> list[list[Card]]:
    """What a hand of fifteen, one of them thrown if need be, can be after a card more."""
    thrown = [hand] if len(hand) < HAND_SIZE else [_less(hand, card) for card in sorted(set(hand))]
    return [[*rest, face] for rest in thrown for face in FACES if rest.count(face) < COPIES]


def _within_one(hand: list[Card], played: EyesBook) -> bool:
    if len(hand) == HAND_SIZE and wins(hand, played):
        return True
    return any(wins(more, played) for more in _after_a_card(hand))


def _verify_outlook(hand: list[Card], played: EyesBook, far: int) -> None:
    """The plan of an outlook leads where it says: what it lacks comes, what it throws goes, and the hand wins."""
    plan = outlook(hand, played)
    assert plan.distance == far
    held = Counter(card for part in plan.parts for card in part.held) + Counter(plan.thrown)
    assert held <= Counter(hand)
    assert set(Counter(hand) - held) <= FREE
    wanted = len(plan.lacking) - (sum(card in HONOURS for card in hand) if played.wild else 0)
    assert wanted <= far
    assert len(plan.thrown) + HAND_SIZE - len(hand) <= far
    if not played.wild:
        made = Counter(hand) - Counter(plan.thrown) + Counter(plan.lacking)
        assert wins(made.elements(), played)


def _less(hand: list[Card], card: Card) -> list[Card]:
    left = hand.copy()
    left.remove(card)
    return left


@pytest.mark.parametrize("honours", ["attach", "wild"])
def test_more_than_fifteen_cards_hold_a_win_if_fifteen_of_them_do(honours: str) -> None:
    played, chance = book(honours=honours), Random(f"hold {honours}")
    counted: Counter[bool] = Counter()
    for number in range(150):
        hand = altered(hand_of_groups(played, chance), chance, number % 4)
        rest = DECK.sort(Counter(DECK.cards) - Counter(hand))
        more = [*hand, chance.choice(rest)]
        found = holds_win(code_of(more), len(more), played)
        assert found == any(wins(_less(more, card), played) for card in set(more)), more
        counted[found] += 1
    assert min(counted.values()) > 15


@pytest.mark.parametrize("honours", ["attach", "wild"])
def test_as_few_numerals_as_can_be_are_left_over(honours: str) -> None:
    played, chance = book("both", honours), Random(f"left {honours}")
    counted: Counter[int] = Counter()
    for number in range(60):
        hand = altered(hand_of_groups(played, chance), chance, number % 5)
        left, is_won = assess(hand, played)
        assert is_won == wins(hand, played)
        assert len(loose_cards(hand, played)) == left
        if any(Counter(eyes.cards) <= Counter(hand) for eyes in played.eyes):
            assert min(left, 3) == _fewest_left(hand, played), hand
            counted[min(left, 3)] += 1
    assert all(counted[left] > 3 for left in range(4))


def _fewest_left(hand: list[Card], played: EyesBook) -> int:
    """The same by taking numerals out until the rest wins; 3 for more than two."""
    numerals = [card for card in hand if card not in FREE]
    for count in range(3):
        if any(wins((Counter(hand) - Counter(gone)).elements(), played) for gone in set(combinations(numerals, count))):
            return count
    return 3


def test_without_eyes_what_is_left_over_is_counted_without_them() -> None:
    assert assess(cards(WON), book()) == (0, True)
    assert assess(cards("C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 C9 S9 M2"), book()) == (3, False)
    assert assess(cards("C2 C2 C2 M4 M5 S7"), book()) == (3, False)
    assert left_over(code_of(cards("C2 C2 C2")), book()) == NO_EYES


def test_a_hand_is_a_number_and_back() -> None:
    chance = Random("code")
    for _ in range(50):
        hand = DECK.sort(chance.sample(DECK.cards, 15))
        assert cards_of(code_of(hand)) == hand
    with pytest.raises(KeyError):
        code_of((*cards(WON)[:3], Card("QS")))
