"""Cards, numbers, lists and neighbours in words."""

import pytest

from engine.api import Card
from engine.kit.wording import capital, counted, gain_words, in_words, listed, number_in_words, player_of_four, spoken


def test_cards_are_named_in_words_or_by_their_sign() -> None:
    assert [in_words(Card(face)) for face in ("QS", "10H", "*")] == ["queen of spades", "ten of hearts", "joker"]
    assert [capital(spoken(Card(face))) for face in ("7D", "*")] == ["7D", "The joker"]


def test_small_numbers_are_written_out() -> None:
    assert [number_in_words(count) for count in (0, 1, 10, 11)] == ["0", "one", "ten", "11"]
    assert [number_in_words(count, 12) for count in (11, 12, 13)] == ["eleven", "twelve", "13"]
    assert [counted(count, "card") for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [counted(count, "card", words_to=10) for count in (1, 2, 11)] == ["one card", "two cards", "11 cards"]


def test_points_have_a_sign_unless_there_are_none() -> None:
    assert [gain_words(points) for points in (3, 0, -3)] == ["+3", "0", "-3"]


@pytest.mark.parametrize(("words", "row"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_a_list_ends_with_and(words: list[str], row: str) -> None:
    assert listed(words) == row
    assert listed(words, "or") == row.replace("and", "or")


def test_players_are_named_clockwise_from_the_one_who_is_told() -> None:
    assert [player_of_four(steps) for steps in (0, 1, -1)] == [
        "you",
        "the player on your left",
        "the player on your right",
    ]
    assert player_of_four(2) == "the player across"
