"""Cards as text, and packs."""

import pytest

from engine.api import JOKER, UNKNOWN, Card, CardError, Deck, format_cards, parse_cards, rank_of, suit_of


def test_cards_are_read_in_either_case_and_with_commas() -> None:
    assert parse_cards("qs, 10h *") == ("QS", "10H", "*")


@pytest.mark.parametrize("text", ["1S", "QX", "S", "10", "??", "Q S", "ＱＳ", "QS\x1b"])
def test_what_is_no_card_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_cards(text)


def test_a_card_of_another_pack_is_refused_with_the_cards_of_this_pack() -> None:
    deck = Deck(parse_cards("2H 3H KS KS *"))
    with pytest.raises(CardError, match=r"^'qs' is not a card of this pack. The pack has 2H 3H KS \*\.$"):
        parse_cards("2H qs", deck.counts)


def test_cards_written_are_read_back() -> None:
    cards = parse_cards("AH 10D KC * 2S")
    assert parse_cards(format_cards(cards)) == cards


def test_rank_and_suit_of_faces_without_them_are_empty() -> None:
    assert [(rank_of(card), suit_of(card)) for card in (Card("10H"), JOKER, UNKNOWN)] == [
        ("10", "H"),
        ("", ""),
        ("", ""),
    ]


def test_a_deck_sorts_in_the_order_of_the_fresh_pack_and_unknown_faces_last() -> None:
    deck = Deck(parse_cards("KC KC 2H *"))
    assert deck.sort([UNKNOWN, JOKER, Card("2H"), Card("KC")]) == ("KC", "2H", "*", "??")
    assert deck.counts[Card("KC")] == 2


def test_a_deck_refuses_a_foreign_face() -> None:
    with pytest.raises(CardError, match="3S"):
        Deck(parse_cards("KC 2H")).sort(parse_cards("KC 3S"))
