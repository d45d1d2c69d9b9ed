"""Why a card is thrown, taken or left, in a sentence that a person at the table would say."""

from collections.abc import Sequence

from ....kit.wording import number_in_words
from ....model.cards import Card
from ..hand_solver.nearest import distance, loose_cards, outlook
from ..pack import ACES, FREE, EyesBook

_SUITS = {"C": "cash", "S": "strings", "M": "myriads"}
_HONOURS = {"RF": "red flower", "WF": "white flower", "OT": "old thousand"}


def in_words(card: Card) -> str:
    """A money card: "seven of strings", "red flower"."""
    if card in _HONOURS:
        return _HONOURS[card]
    return f"{'ace' if card[1:] == '1' else number_in_words(int(card[1:]))} of {_SUITS[card[0]]}"


def why_win() -> str:
    """Why a hand is shown."""
    return "All your cards fit, and the pot is yours."


def why_discard(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a card is thrown. hand: before the throw."""
    name = f"The {in_words(card)}"
    left = list(hand)
    left.remove(card)
    if distance(left, book) > max(1, distance(hand, book)):
        return f"Without the {in_words(card)} you need a card more, but there are more that can help you."
    if card in FREE:
        return f"{name} would fit anywhere, but you need room for cards that your groups want."
    if card in outlook(hand, book).thrown:
        return f"{name} is in no group that you are likely to make."
    return f"{name} takes you no farther from winning, and your other cards promise more."


def why_loose(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a beginner throws a card. hand: before the throw."""
    if card in loose_cards(hand, book):
        return f"The {in_words(card)} is in none of your whole groups."
    return f"One card must go, and the {in_words(card)} is as good as another."


def why_take(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a discard is taken. hand: before it."""
    if distance((*hand, card), book) == 0:
        return f"With the {in_words(card)} all your cards fit, and you win."
    if card in FREE:
        return f"{'An ace' if card in ACES else 'An honour'} fits anywhere: it is one card less that you need."
    return f"The {in_words(card)} fits your groups; a card from the stock rarely does so well."


def why_buy(hand: Sequence[Card], card: Card, book: EyesBook, *, may_take: bool) -> str:
    """Why a discard is left."""
    if not may_take:
        return "Discards have been taken so often in a row that none may be taken now."
    if distance((*hand, card), book) < distance(hand, book):
        return f"The {in_words(card)} would help a little, but the stock is likely to help more."
    return f"The {in_words(card)} brings you no nearer to winning."


def why_leave(card: Card) -> str:
    """Why the last discard is left, and the deal drawn."""
    return f"The stock is empty, and the {in_words(card)} is of no use: the deal is drawn."


def why_pass(card: Card) -> str:
    """Why a discard is not claimed."""
    return f"You do not win with the {in_words(card)}."
