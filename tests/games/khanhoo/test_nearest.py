"""How far a hand is from going out, against a search that tries every exchange of cards."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from engine.games.khanhoo.melds.nearest import FEW, nearest
from engine.games.khanhoo.melds.solver import can_cover
from engine.games.khanhoo.melds.tables import MeldBook
from engine.games.khanhoo.state import house_of
from engine.model.cards import JOKER, Card

from .positions import KHANHOO, cards, started
from .test_hints import seen_by

BOOK = house_of(started(3)).book
PACK = [face for face in BOOK.faces for _ in range(BOOK.copies)] + [JOKER] * BOOK.jokers


def exchanges(hand: tuple[Card, ...], size: int, count: int, book: MeldBook) -> set[tuple[Card, ...]]:
    """Every set of so many faces of the pack that, for cards of the hand, puts all of them into melds."""
    held, found = Counter(hand), set()
    rests = {tuple(sorted(rest)) for rest in combinations(hand, size - count)}
    for faces in combinations_with_replacement(book.faces, count):
        if all(held[face] + faces.count(face) <= book.copies for face in faces) and any(
            can_cover((*rest, *faces), book) for rest in rests
        ):
            found.add(faces)
    return found


def near_hand(chance: Random, size: int, strangers: int) -> tuple[Card, ...]:
    """Cards of whole melds, some of them exchanged for others."""
    melds = [("6H", "7H", "8H"), ("4H", "4S", "4D"), ("JC", "QC", "KC"), ("AH", "2S", "3D"), ("KC", "9H", "9H")]
    hand = [Card(card) for meld in chance.sample(melds, size // 3) for card in meld]
    for _ in range(strangers):
        hand[chance.randrange(len(hand))] = chance.choice(PACK)
    return tuple(hand)


@pytest.mark.parametrize("seed", range(12))
def test_the_distance_and_the_cards_are_those_of_every_exchange(seed: int) -> None:
    chance = Random(seed)
    size = 9 if seed % 2 else 6
    hand = near_hand(chance, size, 3)
    while any(count > (BOOK.jokers if card == JOKER else BOOK.copies) for card, count in Counter(hand).items()):
        hand = near_hand(chance, size, 3)
    if seed % 3 == 0:
        others = Counter(PACK) - Counter(hand)
        hand = (*hand, chance.choice(sorted(others.elements())))  # the card to be discarded
    if can_cover(hand[:size], BOOK):
        return
    found = nearest(hand, size, BOOK)
    closer = (exchanges(hand, size, count, BOOK) for count in range(found.distance if len(hand) == size else 1))
    assert not any(closer)
    if found.distance <= 2:
        assert {tuple(sorted(way)) for way in found.ways} == {
            tuple(sorted(way)) for way in exchanges(hand, size, found.distance, BOOK)
        }


def test_a_far_hand_is_told_one_way_that_leads_there() -> None:
    hand = cards("AH 9H KC 2S 7S JC 5D 9D 3H 6S QC 8D AS 4H 2D")
    found = nearest(hand, 15, BOOK)
    assert found.distance > FEW
    (way,) = found.ways
    rests = combinations(hand, 15 - found.distance)
    assert any(can_cover((*rest, *way), BOOK) for rest in rests)


def test_it_is_said_at_every_distance_also_with_a_card_to_discard() -> None:
    """2H makes a triplet; then 6S and 9S complete a sequence, and 8D a triplet beside 5H 6H 7H."""
    table = started(2, {0: "6H 7H 8H 4H 4S 4D JC QC KC AH 2S 7S 8S 2D 9D 5H", 1: "9H QC 3S AD 9S 6D"})
    assert (
        KHANHOO.insight(seen_by(table, 0))[0]
        == "You need two cards to go out, for example 2H, and one of 6S, 8D or 9S."
    )
    assert " cards to go out" in KHANHOO.insight(seen_by(table, 1))[0]


def test_cards_that_must_come_are_told_from_an_example() -> None:
    """Without 4D this hand cannot go out with two cards."""
    hand = "4H 4S 4S 5S 6H 6S 7D 7H 7S 8H 8S 9S AD AH KC"
    assert all("4D" in way for way in nearest(cards(hand), 15, BOOK).ways)
    line = KHANHOO.insight(seen_by(started(2, {0: "9H QC 3S", 1: hand}), 1))[0]
    assert line == "You need two cards to go out: 4D, and one of AD, AH or AS."


def test_of_many_last_cards_one_is_named() -> None:
    """Besides 2D and 4D, the third card may also be a second 2D or 4D."""
    hand = "2S 3D * 6H 6S 6D 2H 4H 4H 4S 4S 8S 8S AD 3D"
    line = KHANHOO.insight(seen_by(started(2, {0: hand, 1: "9H QC 3S AD 9S 6D"}), 0))[0]
    assert line == "You need three cards to go out, for example 2D, 4D and QC."
    rests = list(combinations(cards(hand), 12))
    faces = sorted(set(PACK) - {"*"})
    last = [card for card in faces if any(can_cover((*rest, *cards("2D 4D"), card), BOOK) for rest in rests)]
    assert len(last) == 6
    assert {"2D", "4D", "QC"} < set(last)
