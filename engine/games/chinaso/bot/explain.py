"""Reasons for buying, laying or discarding a card."""

from collections.abc import Sequence

from ....kit.wording import capital, counted, in_words, number_in_words
from ....model.cards import JOKER, Card
from ..cards import Contract, points_in, points_of
from .policy import helpful, missing, use_of


def named(card: Card) -> str:
    """A card with its article: "the queen of spades"."""
    return f"the {in_words(card)}"


def why_get(hand: Sequence[Card], card: Card, contract: Contract) -> str:
    """Why a discard is taken or bought before the contract is down."""
    use = use_of(hand, card, contract)
    if use.completes:
        return f"With {named(card)} you have {contract.title}, and you can lay them down."
    if use.helps:
        return f"With {named(card)} you need only {counted(use.after, 'more card', words_to=10)} for {contract.title}."
    if use.fits:
        return f"You have {contract.title}, and you can lay {named(card)} down with them."
    needs = counted(use.after, "more card", words_to=10)
    now, then = (len(helpful(held, contract)) for held in (hand, (*hand, card)))
    if then > now:
        many, few = counted(then, "different card", words_to=10), number_in_words(now)
        return f"You still need {needs}. With {named(card)}, {many} can help you, instead of {few}."
    return f"With {named(card)} you still need {needs}, but it goes with cards that you keep."


def why_leave(hand: Sequence[Card], card: Card, contract: Contract, *, in_turn: bool) -> str:
    """Why a discard is left or not bought before the contract is down."""
    use = use_of(hand, card, contract)
    if use.helps:
        return f"{capital(named(card))} would help the contract, but it is more likely to cost you points."
    if use.fits:
        return f"You have {contract.title}. You can lay them down without {named(card)}."
    if not use.before:
        return f"You have {contract.title}, and {named(card)} would only cost points."
    if in_turn:
        return f"{capital(named(card))} brings you no closer to {contract.title}. A card from the stock may help."
    return f"{capital(named(card))} brings you no closer to {contract.title}, and it would only cost points."


def why_take_when_down(card: Card) -> str:
    """Why a player who is down takes a discard."""
    return f"You can lay off {named(card)} at once, and then discard another card."


def why_draw_when_down(card: Card) -> str:
    """Why a player who is down draws."""
    return f"{capital(named(card))} fits no meld on the table. A card from the stock may fit."


def why_lay_down(left: Sequence[Card]) -> str:
    """Why the contract is laid."""
    if not left:
        return "You can lay down all your cards at once."
    cards = counted(len(left), "card", words_to=10)
    points = counted(points_in(left), "point")
    stay = "stays" if len(left) == 1 else "stay"
    return f"Then only {cards} {stay} in your hand, worth {points}."


def why_lay(card: Card) -> str:
    """Why a card is laid on a meld."""
    saved = counted(points_of(card), "point")
    return f"{capital(named(card))} fits a meld on the table, so you can save {saved}."


def why_replace(card: Card) -> str:
    """Why a joker is replaced."""
    return f"{capital(named(card))} takes the joker's place and leaves your hand."


def why_discard(hand: Sequence[Card], card: Card, contract: Contract, *, is_down: bool) -> str:
    """Why a card is discarded."""
    if len(hand) == 1:
        return f"{capital(named(card))} is your last card. Discard it to go out."
    if is_down:
        points = counted(points_of(card), "point")
        return f"{capital(named(card))} fits no meld on the table. If you keep it, it may cost {points}."
    rest = list(hand)
    rest.remove(card)
    if card == JOKER:
        return "The deal is nearly over, and a joker in your hand costs 50 points."
    lacking = missing(rest, contract)
    if lacking > missing(hand, contract):
        return f"{capital(named(card))} would help the contract, but now it could cost you too many points."
    if not lacking:
        return f"Without {named(card)} you still have {contract.title}."
    points = counted(points_of(card), "point")
    return f"Without {named(card)} you are just as close to {contract.title}. If you keep it, it may cost {points}."
