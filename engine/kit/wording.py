"""Cards in words, for the sentences in which a bot gives its reasons."""

from typing import Final

from ..model.cards import JOKER, Card, rank_of, suit_of

_RANKS: Final = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
SUIT_WORDS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def in_words(card: Card) -> str:
    """A French-suited card: "queen of spades"; "joker"."""
    if card == JOKER:
        return "joker"
    return f"{_RANKS[rank_of(card)]} of {SUIT_WORDS[suit_of(card)]}"


def number_in_words(count: int) -> str:
    """A small number: "three"; larger ones in digits."""
    return "one" if count == 1 else _RANKS.get(str(count), str(count))


def capital(text: str) -> str:
    """A sentence with its first letter large."""
    return text[:1].upper() + text[1:]
