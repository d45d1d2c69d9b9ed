"""Reasons for the moves of a bot or a hint."""

from collections import Counter
from collections.abc import Sequence

from ....kit.wording import counted, number_in_words
from ....model.cards import Card
from ..hand_solver.nearest import distance, loose_cards, outlook
from ..hand_solver.reach import SET
from ..hand_solver.wins import EYES
from ..pack import ACES, FREE, EyesBook

Live = Counter[Card] | None
"""How many cards of each face may still come, for a level that counts them."""


def why_win() -> str:
    """Why a hand is shown."""
    return "All your cards fit into groups, so you take the pot."


def why_discard(hand: Sequence[Card], card: Card, book: EyesBook, live: Live = None) -> str:
    """Why a card is discarded, and what others are kept for. hand: before the discard."""
    left = list(hand)
    left.remove(card)
    if distance(left, book) > max(1, distance(hand, book)):
        return (
            f"If you discard {card}, you need one more card than now. "
            "But you are more likely to win than after other discards."
        )
    if card in FREE:
        return f"{card} fits anywhere, but you need your other cards more."
    hope = None if live is None else _hope(left, book, live)
    if hope is not None:
        held, coming, makes = hope
        return f"Keep {' '.join(held)}: with {coming} ({_unseen(coming, live)}) they make {makes}."
    if card in outlook(hand, book).thrown:
        return f"{card} is in no group that you are likely to complete."
    return f"You need {card} least: your other cards are more likely to help you win."


def why_loose(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a beginner discards a card. hand: before the discard."""
    if card in loose_cards(hand, book):
        return f"{card} is in no complete group of yours."
    return f"You must discard a card, and {card} is as good as any other."


def why_take(hand: Sequence[Card], card: Card, book: EyesBook) -> str:
    """Why a discard is taken. hand: before it."""
    if distance((*hand, card), book) == 0:
        return f"With {card} all your cards fit into groups, and you win."
    free = f"{'An ace' if card in ACES else 'An honour'} fits anywhere"
    far, near = distance(hand, book), distance((*hand, card), book)
    if near >= far:
        helps = "it is likely to help more than a card from the stock"
        use = f"{free[0].lower()}{free[1:]}" if card in FREE else helps
        return f"{card} brings you no closer to winning now, but {use}."
    if card in FREE:
        return f"{free}, so you need one card fewer to win."
    return f"With {card} you need only {counted(near, 'card', words_to=9)} to win, not {number_in_words(far)}."


def why_buy(hand: Sequence[Card], card: Card, book: EyesBook, live: Live = None, *, may_take: bool) -> str:
    """Why a discard is left."""
    if not may_take:
        return "You cannot take the discard: the players took too many discards in a row."
    if distance((*hand, card), book) < distance(hand, book):
        return f"{card} brings you closer to winning, but a card from the stock is likely to help more."
    hope = None if live is None else _hope(hand, book, live)
    if hope is None:
        return f"{card} brings you no closer to winning."
    _, coming, makes = hope
    return (
        f"{card} brings you no closer to winning. "
        f"Buying may bring {coming} ({_unseen(coming, live)}) to complete {makes}."
    )


def why_leave(card: Card) -> str:
    """Why the last discard is left, so that nobody wins."""
    return f"You do not need {card}. The stock is empty, so nobody wins this deal."


def why_pass(card: Card) -> str:
    """Why a discard is not claimed."""
    return f"You cannot win with {card}."


def _hope(hand: Sequence[Card], book: EyesBook, live: Counter[Card]) -> tuple[tuple[Card, ...], Card, str] | None:
    """A group of the nearest win that one card completes: its cards in hand, that card, and what they make."""
    plan = outlook(hand, book)
    names = iter(plan.names)
    found = []
    for part in plan.parts:
        name = f'the group "{next(names)}"' if part.kind == EYES else f"a {part.kind}"
        if len(part.lacking) == 1 and part.held and live[part.lacking[0]]:
            coming = part.lacking[0]
            found.append((part.held, coming, f"{name} of {coming[1:]}s" if part.kind == SET else name))
    found.sort(key=lambda hope: -live[hope[1]])
    return next((hope for hope in found if distance((*hand, hope[1]), book) < plan.distance), None)


def _unseen(card: Card, live: Live) -> str:
    count = live[card] if live is not None else 0
    return f"{number_in_words(count)} {'copy' if count == 1 else 'copies'} unseen"
