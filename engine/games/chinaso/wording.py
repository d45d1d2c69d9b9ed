"""Ranks, suits and cards in the sentences of this game."""

from collections.abc import Sequence
from typing import Final

from ...model.cards import JOKER, Card

RANK_WORDS: Final = {
    "A": "aces",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "8": "eights",
    "9": "nines",
    "10": "tens",
    "J": "jacks",
    "Q": "queens",
    "K": "kings",
}
SUIT_WORDS: Final = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def in_row(cards: Sequence[Card], last: str = "and", *, begins: bool = False) -> str:
    """Cards in a sentence: "5H or 9H"; "the joker". begins: whether they begin it."""
    named = ["the joker" if card == JOKER else str(card) for card in cards]
    row = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} {last} {named[-1]}"
    return row[:1].upper() + row[1:] if begins else row
