"""Reasons for the moves of a bot or a hint, one sentence each."""

from collections.abc import Sequence

from ....model.cards import Card
from ..hand_solver.nearest import distance, loose_cards, outlook
from ..pack import ACES, FREE, EyesBook


def why_win() -> str:
    """Why a hand is shown."""
    return "All your cards fit, and you take the pot."


def why_discard(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a card is discarded. hand: before the discard."""
    left = list(hand)
    left.remove(card)
    if distance(left, book) > max(1, distance(hand, book)):
        return f"Without {card} you need one more card to win, but more cards of the stock can help you."
    if card in FREE:
        return f"{card} fits anywhere, but the cards of your groups are worth more."
    if card in outlook(hand, book).thrown:
        return f"{card} is in no group that you are likely to complete."
    return f"Without {card} you are as close to winning, and your other cards are more likely to help."


def why_loose(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a beginner discards a card. hand: before the discard."""
    if card in loose_cards(hand, book):
        return f"{card} is in no complete group of yours."
    return f"You must discard a card, and {card} is as good as any other."


def why_take(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a discard is taken. hand: before it."""
    if distance((*hand, card), book) == 0:
        return f"With {card} all your cards fit, and you win."
    if card in FREE:
        return f"{'An ace' if card in ACES else 'An honour'} fits anywhere, so you need one card less."
    return f"{card} fits your groups better than most cards of the stock."


def why_buy(hand: Sequence[Card], card: Card, book: EyesBook, *, may_take: bool) -> str:
    """Why a discard is left."""
    if not may_take:
        return "You cannot take the discard: too many discards in a row were taken."
    if distance((*hand, card), book) < distance(hand, book):
        return f"{card} would help a little, but the stock is likely to help more."
    return f"{card} brings you no closer to winning."


def why_leave(card: Card) -> str:
    """Why the last discard is left, so that nobody wins."""
    return f"You do not need {card}. The stock is empty, so nobody wins this deal."


def why_pass(card: Card) -> str:
    """Why a discard is not claimed."""
    return f"You cannot win with {card}."
