"""The meld solver against a slow judge that knows the rules in another way, and against worked examples.

Paragraphs are those of Khanhoo's rulebook.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.games.khanhoo.melds.solver import (
    Meld,
    assess,
    best_packing,
    best_value,
    can_cover,
    cover,
    cover_value,
    last_throws,
    melds_with,
    read_meld,
)
from engine.games.khanhoo.melds.tables import MeldBook, patterns
from engine.model.cards import JOKER, Card, parse_cards

from .exhaustive import RANKS, Judge

DENEXA = MeldBook(
    suits=("H", "S", "D"),
    courts=(Card("JC"), Card("QC"), Card("KC")),
    khanhoo=(Card("AH"), Card("2S"), Card("3D")),
    court_groups=((Card("KC"), Card("9H")), (Card("QC"), Card("8S")), (Card("JC"), Card("7D"))),
)
MERGING = replace(DENEXA, split_runs=False)
ENGLISH = MeldBook(
    suits=("H", "C", "D"),
    courts=(Card("JS"), Card("QS"), Card("KS")),
    khanhoo=(Card("AH"), Card("2C"), Card("3D")),
    court_groups=((Card("KS"), Card("9H")), (Card("QS"), Card("8C")), (Card("JS"), Card("7D"))),
    copies=4,
    jokers=5,
    split_runs=False,
    trio=True,
    quartette=True,
)


def hand_of(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def run(first: str, last: str, suit: str) -> str:
    ranks = RANKS[RANKS.index(first) : RANKS.index(last) + 1]
    return " ".join(rank + suit for rank in ranks)


def pack_of(book: MeldBook) -> list[Card]:
    return [face for face in book.faces for _ in range(book.copies)] + [JOKER] * book.jokers


def hands_of_melds(book: MeldBook, chance: Random, size: int) -> list[Card]:
    """A hand put together from melds, whole or with a card wanting or a joker put in, and filled up at random."""
    loose = Counter(pack_of(book))
    hand: list[Card] = []
    shapes = [pattern.faces for pattern in patterns(book)]
    for _ in range(4 * size):
        if chance.random() < 0.5:
            suit, first = chance.choice(book.suits), chance.randrange(7)
            length = chance.choice((3, 3, 4, 5, 6, 8))
            meld = [Card(rank + suit) for rank in RANKS[first : first + length]]
        else:
            meld = list(chance.choice(shapes))
        if chance.random() < 0.35:
            meld[chance.randrange(len(meld))] = JOKER
        if chance.random() < 0.25:
            meld.pop()
        if len(hand) + len(meld) <= size and Counter(meld) <= loose:
            hand += meld
            loose -= Counter(meld)
    rest = sorted(loose.elements())
    return hand + chance.sample(rest, size - len(hand))


BOOKS = {
    "denexa": (DENEXA, 13),
    "runs merge": (MERGING, 12),
    "aces of up to five": (replace(DENEXA, aces_max=5), 12),
    "aces make triplets": (replace(DENEXA, ace_triplets=True), 12),
    "two jokers": (replace(DENEXA, jokers=2), 11),
    "two jokers, runs merge": (replace(MERGING, jokers=2), 11),
    "three copies, trios": (replace(DENEXA, copies=3, jokers=2, trio=True), 11),
    "english, five jokers": (ENGLISH, 8),
    "four jokers": (replace(DENEXA, copies=4, jokers=4), 8),
}


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_values_covers_and_witnesses_agree_with_the_judge(name: str, seed: int) -> None:
    book, largest = BOOKS[name]
    judge, chance = Judge(book), Random(f"{name} {seed}")
    for hand in _hands(book, chance, largest, count=50):
        best, whole = judge.best(hand), judge.cover(hand)
        assert assess(hand, book) == (best, whole), hand
        packing, covering = best_packing(hand, book), cover(hand, book)
        assert packing.points == best == sum(meld.points for meld in packing.melds)
        assert _all_cards(packing.melds, packing.left) == sorted(hand)
        assert (covering is None) == (whole is None)
        if covering is not None:
            assert covering.points == whole == sum(meld.points for meld in covering.melds)
            assert _all_cards(covering.melds, covering.left) == sorted(hand)
            assert covering.left == ()
        for meld in (*packing.melds, *(covering.melds if covering else ())):
            assert meld.points in {value for value, _ in judge.readings(tuple(sorted(meld.cards)))}
            assert sum(card != role for card, role in zip(meld.cards, meld.roles, strict=True)) == meld.cards.count(
                JOKER
            )


def _hands(book: MeldBook, chance: Random, largest: int, count: int) -> Iterator[list[Card]]:
    pack = pack_of(book)
    for number in range(count):
        size = chance.randint(3, largest)
        if number % 4:
            yield hands_of_melds(book, chance, size)
        else:
            yield chance.sample(pack, size)


def _all_cards(melds: tuple[Meld, ...], left: tuple[Card, ...]) -> list[Card]:
    return sorted([card for meld in melds for card in meld.cards] + list(left))


@pytest.mark.parametrize("name", BOOKS)
def test_whether_a_hand_can_be_covered_is_found_without_the_best_way(name: str) -> None:
    book, chance = BOOKS[name][0], Random(f"covered {name}")
    pack = pack_of(book)
    covered = 0
    for number in range(250):
        size = chance.choice((3, 4, 6, 7, 9, 12, 15))
        hand = hands_of_melds(book, chance, size) if number % 4 else chance.sample(pack, size)
        assert can_cover(hand, book) == (cover_value(hand, book) is not None), hand
        covered += can_cover(hand, book)
    assert covered > 20


@pytest.mark.parametrize("name", BOOKS)
def test_the_cards_that_may_be_thrown_last_are_those_without_which_the_rest_is_covered(name: str) -> None:
    book, chance = BOOKS[name][0], Random(f"last {name}")
    pack = pack_of(book)
    out = 0
    for number in range(80):
        size = chance.choice((4, 7, 10, 16))
        hand = hands_of_melds(book, chance, size) if number % 4 else chance.sample(pack, size)
        tried = {card for card in hand if cover_value(_without(hand, card), book) is not None}
        found = last_throws(hand, book)
        assert set(found) == tried, hand
        assert list(found) == sorted(tried, key=book.tables.order.__getitem__)
        out += bool(tried)
    assert out > 8


def _without(hand: list[Card], card: Card) -> list[Card]:
    left = list(hand)
    left.remove(card)
    return left


def test_full_hands_agree_with_the_judge() -> None:
    judge, chance = Judge(DENEXA), Random("fifteen")
    for _ in range(25):
        hand = hands_of_melds(DENEXA, chance, 15)
        assert assess(hand, DENEXA) == (judge.best(hand), judge.cover(hand)), hand


@pytest.mark.parametrize("book", [DENEXA, MERGING, replace(DENEXA, jokers=2)])
def test_every_meld_with_a_card_is_offered_once_and_at_its_best(book: MeldBook) -> None:
    judge, chance = Judge(book), Random("claims")
    for _ in range(60):
        *hand, card = hands_of_melds(book, chance, 8)
        offered = {tuple(sorted(meld.cards)): meld.points for meld in melds_with(card, hand, book)}
        assert len(offered) == len(melds_with(card, hand, book))
        assert offered == _melds_by_trial(judge, card, hand)
        for cards, points in offered.items():
            read = read_meld(cards, book)
            assert read is not None
            assert read.points == points


def _melds_by_trial(judge: Judge, card: Card, hand: list[Card]) -> dict[tuple[str, ...], int]:
    found: dict[tuple[str, ...], int] = {}
    for bits in range(1, 1 << len(hand)):
        cards = tuple(sorted([card, *(other for place, other in enumerate(hand) if bits >> place & 1)]))
        values = [value for value, _ in judge.readings(cards)]
        if values:
            found[cards] = max(values)
    return found


BEST_HAND = "AH AH 2S 2S 3D 3D 5H 5H 5S 5S 5D 5D KC 9H 9H"


@pytest.mark.parametrize("hand", [BEST_HAND, BEST_HAND.replace("AH", "*", 1)])
def test_rule_6_10_the_best_hand_of_the_pack_is_29_also_with_a_joker(hand: str) -> None:
    assert best_value(hand_of(hand), DENEXA) == 29
    assert cover_value(hand_of(hand), DENEXA) == 29
    assert best_value(hand_of(hand), MERGING) == 29


@pytest.mark.parametrize(
    ("hand", "split", "merged"),
    [
        (f"{run('A', '9', 'H')} {run('A', '6', 'S')}", 5, 2),
        (f"{run('A', '8', 'H')} {run('3', '9', 'D')}", 4, 2),
        (f"{run('3', '5', 'H')} {run('4', '6', 'H')}", 2, 2),
    ],
)
def test_rule_10_4_a_full_hand_of_runs(hand: str, split: int, merged: int) -> None:
    assert cover_value(hand_of(hand), DENEXA) == split
    assert cover_value(hand_of(hand), MERGING) == merged


def test_rule_10_4_a_card_left_over_keeps_two_runs_apart() -> None:
    hand = hand_of(f"{run('A', '9', 'H')} {run('A', '6', 'S')}")
    assert best_value(hand, MERGING) == 3


def test_rule_6_3_a_mixed_hand_with_one_long_run() -> None:
    hand = hand_of(f"{run('A', '6', 'H')} 5S 9D JC 9S AD 4D 7S KC 2D")
    assert best_value(hand, DENEXA) == 2
    assert best_value(hand, MERGING) == 1


def test_rule_6_12_three_court_melds_beat_the_royal_assembly() -> None:
    assert best_value(hand_of("JC QC KC 7D 7D 8S 8S 9H 9H 2H 3H 4H 4S 5S 6S"), DENEXA) == 14


def test_rule_6_12_three_court_melds_and_an_assembly_beat_the_double_royal() -> None:
    assert best_value(hand_of("JC JC QC QC KC KC 9H 9H 8S 8S 7D 7D 2H 3H 4H"), DENEXA) == 16


def test_rule_6_9_a_double_royal() -> None:
    assert best_value(hand_of("JC JC QC QC KC KC AH 2S 3D 4H 5H 6H 4S 5S 6S"), DENEXA) == 17


def test_rule_6_9_double_aces_with_a_joker() -> None:
    triplets = "5H 6H 7H 5S 6S 7S 5D 6D 7D"
    assert best_value(hand_of(f"AH AH AS AS AD * {triplets}"), DENEXA) == 16
    assert best_value(hand_of(f"AH AS AD {triplets} JC QC KC"), DENEXA) == 10


def test_rule_8_1_leaving_cards_over_may_pay_more_than_the_cover() -> None:
    hand = hand_of("AH 2H 3H 2S 3S 4S 3D 4D 5D 7H 8H 9H 7S 8S 9S")
    assert assess(hand, DENEXA) == (7, 5)
    assert {meld.kind for meld in best_packing(hand, DENEXA).melds} == {"khanhoo", "sequence"}


def test_rule_6_1_a_hand_of_single_cards_is_worth_nothing() -> None:
    hand = hand_of("AH 3H 5H 8H AS 4S 6S 9S 2D 4D 8D JC JC QC 3S")
    assert assess(hand, DENEXA) == (0, None)
    assert best_packing(hand, DENEXA).left == best_packing(hand[::-1], DENEXA).left


def test_rule_6_11_a_joker_stands_for_a_card_whose_copies_are_all_held() -> None:
    hand = hand_of("5H 5H 5S 5S 5D *")
    assert best_value(hand, DENEXA) == 10
    assert best_value(hand_of("2S 2S 3D 3D AH * 9D"), DENEXA) == 15


def test_rule_6_11_three_jokers_alone_are_no_meld() -> None:
    assert assess(hand_of("* * *"), ENGLISH) == (0, None)
    assert assess(hand_of("AH * *"), ENGLISH) == (6, 6)
    assert assess(hand_of("4H 5H 6H * * *"), ENGLISH) == (12, 7)


def test_cards_that_lengthen_a_sequence_are_not_called_left_over() -> None:
    packing = best_packing(hand_of("3H 4H 5H 6H 9S"), DENEXA)
    assert [meld.cards for meld in packing.melds] == [hand_of("3H 4H 5H 6H")]
    assert packing.left == hand_of("9S")


def test_a_joker_names_its_role() -> None:
    packing = best_packing(hand_of("AH * 3D"), DENEXA)
    assert dict(zip(packing.melds[0].cards, packing.melds[0].roles, strict=True))[JOKER] == "2S"


@pytest.mark.parametrize(
    ("size", "book", "best"),
    [(6, DENEXA, 15), (15, DENEXA, 29)],
)
def test_no_random_hand_beats_the_best_there_is(size: int, book: MeldBook, best: int) -> None:
    chance = Random(f"best {size}")
    assert max(best_value(hands_of_melds(book, chance, size), book) for _ in range(400)) <= best


def test_foreign_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="10H"):
        best_value(hand_of("10H"), DENEXA)
    with pytest.raises(ValueError, match="jokers"):
        best_value(hand_of("* *"), DENEXA)
