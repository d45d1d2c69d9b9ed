"""Why a play is not allowed: a sentence that teaches, and its paragraph."""

from collections.abc import Sequence
from typing import Final

from ...model.cards import Card
from ...model.moves import IllegalMove, Move
from .cards import BIT, MELD_OF, MELD_SIZE, SUITS, THOUSAND, set_of
from .wording import play_name

_WANTED: Final = {1: "one card", MELD_SIZE: "three cards"}


def no_lead(hand: Sequence[Card], move: Move) -> IllegalMove:
    """Why a move is no lead."""
    if move.verb != "lead":
        return IllegalMove("You lead: play one card, or three that make a meld.", "3.2")
    if len(move.cards) not in _WANTED:
        return IllegalMove(f"A lead is one card or three; you chose {len(move.cards)}.", "3.2")
    missing = _not_held(hand, move, "3.2")
    if missing is not None:
        return missing
    return IllegalMove("These three make no gibbon, leopard or special, so they cannot be led together.", "3.2")


def no_answer(hand: Sequence[Card], move: Move, best: tuple[Card, ...]) -> IllegalMove:
    """Why a move does not answer the lead. best: what holds the trick."""
    if move.verb == "lead":
        return IllegalMove("A trick is on: beat what was played, or sluff.", "3.3")
    if len(move.cards) != len(best):
        wanted = _WANTED[len(best)]
        return IllegalMove(f"Answer with as many cards as were led: {wanted}; you chose {len(move.cards)}.", "3.3")
    missing = _not_held(hand, move, "3.3")
    if missing is not None:
        return missing
    if len(best) == 1:
        return _no_single(move.cards[0], best[0])
    return _no_meld(move.cards, best)


def _no_single(card: Card, best: Card) -> IllegalMove:
    held = play_name(BIT[best])
    if best == THOUSAND:
        return IllegalMove("Nothing beats the Thousand Myriad; you can only sluff.", "4.4")
    if card == THOUSAND:
        return IllegalMove(f"The Thousand Myriad beats Myriads alone, not the {held}.", "4.3")
    if any(BIT[card] & suit and BIT[best] & suit for suit in SUITS):
        return IllegalMove(f"The {play_name(BIT[card])} is lower than the {held}.", "4.1")
    return IllegalMove(f"The {held} is of a higher suit than the {play_name(BIT[card])}.", "4.2")


def _no_meld(cards: tuple[Card, ...], best: tuple[Card, ...]) -> IllegalMove:
    holding = MELD_OF[set_of(best)]
    meld = MELD_OF.get(set_of(cards))
    if meld is None:
        return IllegalMove(
            f"These three make no meld, and the {holding.name} holds the trick; you can sluff them.", "3.3"
        )
    if meld.kind == holding.kind:
        paragraph = {"gibbon": "5.5", "leopard": "5.6", "special": "5.7"}[meld.kind]
        return IllegalMove(f"{meld.name} is lower than {holding.name}.", paragraph)
    if holding.kind == "leopard":
        return IllegalMove("A leopard is beaten by a higher leopard or by the Hero, by nothing else.", "5.6")
    paragraph = "5.5" if holding.kind == "gibbon" else "5.7"
    return IllegalMove(f"A {holding.kind} is beaten only by a higher {holding.kind}; {meld.name} is none.", paragraph)


def _not_held(hand: Sequence[Card], move: Move, paragraph: str) -> IllegalMove | None:
    missing = next((card for card in move.cards if card not in hand), None)
    if missing is not None:
        return IllegalMove(f"You do not hold {missing}.", paragraph)
    if len(set(move.cards)) < len(move.cards):
        return IllegalMove("You have named a card twice.", paragraph)
    return None
