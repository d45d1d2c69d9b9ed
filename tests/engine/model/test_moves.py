"""What a choice admits and lists."""

from itertools import product

import pytest

from engine.api import Choice, Deck, Move, parse_cards

DECK = Deck(parse_cards("2C 3C 4C 9H 9H *"))


@pytest.mark.parametrize(
    ("choice", "count"),
    [
        (Choice("give", parse_cards("2C 9H 9H"), 2, 2), 2),
        (Choice("give", parse_cards("2C 3C 4C 9H"), 3, 3), 4),
        (Choice("play", parse_cards("2C 9H"), 1, 1), 2),
        (Choice("lay", parse_cards("2C 3C 4C 9H *"), 5, 5), 1),
        (Choice("leave"), 1),
        (Choice("lay", parse_cards("9H 9H"), 1, 2), 2),
        (Choice("bump", sets=(parse_cards("2C 3C"), parse_cards("9H 9H")), names=("a", "b")), 2),
    ],
)
def test_a_choice_lists_each_move_once_and_admits_those_alone(choice: Choice, count: int) -> None:
    listed = list(choice.moves(DECK))
    assert len(listed) == len(set(listed)) == count
    for size in range(6):
        for cards in product(DECK.faces, repeat=size):
            move = Move(choice.verb, DECK.sort(cards))
            assert choice.admits(move) == (move in listed)
    assert not choice.admits(Move("other", listed[0].cards))
