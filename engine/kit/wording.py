"""Words for cards, numbers, lists and neighbours, in the sentences of rules, hints and bots."""

from collections.abc import Sequence
from typing import Final

from ..model.cards import JOKER, Card, rank_of, suit_of

RANK_WORDS: Final = {
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
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SUIT_WORDS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def in_words(card: Card) -> str:
    """A French-suited card: "queen of spades"; "joker"."""
    if card == JOKER:
        return "joker"
    return f"{RANK_WORDS[rank_of(card)]} of {SUIT_WORDS[suit_of(card)]}"


def number_in_words(count: int, most: int = 10) -> str:
    """A small number in words: "three". Larger ones and 0 are in digits. most: the largest in words, at most 12."""
    return _NUMBERS[count - 1] if 1 <= count <= most else str(count)


def counted(count: int, word: str, *, words_to: int = 0) -> str:
    """A number with its noun: "1 point", "3 points". words_to: the largest number written in words."""
    return f"{number_in_words(count, words_to)} {word}{'' if count == 1 else 's'}"


def gain_words(points: int) -> str:
    """Points that a deal gave or took: "+3", "-3", "0"."""
    return f"{points:+d}" if points else "0"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence: "Chariot, Leopard 9 and Wealth"."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def spoken(card: Card) -> str:
    """A card by its sign, in a sentence."""
    return "the joker" if card == JOKER else card


def player_of_four(steps: int) -> str:
    """Of four players, the one so many places to the left: "the player on your left"."""
    return ("you", "the player on your left", "the player across", "the player on your right")[steps % 4]


def capital(text: str) -> str:
    """A sentence with a capital first letter; a card at its start stays as it is."""
    return text[:1].upper() + text[1:]
