"""Why a card is bought, laid or thrown, in a sentence that a person at the table would say."""

from collections.abc import Sequence

from ....kit.wording import capital, counted, in_words
from ....model.cards import JOKER, Card
from ..cards import Contract, points_in, points_of
from .policy import missing


def named(card: Card) -> str:
    """A card with its article: "the queen of spades"."""
    return f"the {in_words(card)}"


def why_get(hand: Sequence[Card], card: Card, contract: Contract) -> str:
    """Why a discard is taken, or bought, before the contract is down."""
    after, before = missing((*hand, card), contract), missing(hand, contract)
    if not after:
        return f"With {named(card)} you have {contract.title}, and can lay down."
    if after < before:
        return f"With {named(card)} you lack {counted(after, 'card', words_to=10)} for {contract.title}."
    return f"{capital(named(card))} goes with cards that you keep; what the deck brings rarely fits so well."


def why_leave(hand: Sequence[Card], card: Card, contract: Contract, *, in_turn: bool) -> str:
    """Why a discard is left, or not bought, before the contract is down."""
    if missing((*hand, card), contract) < missing(hand, contract):
        return f"{capital(named(card))} would fit, but it costs more to hold than it helps."
    if in_turn:
        return f"{capital(named(card))} brings you no nearer to {contract.title}; the deck may."
    return f"{capital(named(card))} brings you no nearer to {contract.title}, and one card more is one more to lose."


def why_take_when_down(card: Card) -> str:
    """Why a discard is taken once one is down."""
    return f"You can lay {named(card)} at once, and then throw a card besides."


def why_draw_when_down(card: Card) -> str:
    """Why a card is drawn once one is down."""
    return f"{capital(named(card))} fits nowhere on the table, and the deck may bring what does."


def why_lay_down(left: Sequence[Card]) -> str:
    """Why the contract is laid."""
    if not left:
        return "You have the contract, and all your cards go down with it."
    cards = counted(len(left), "card", words_to=10)
    return f"You have the contract: laid down, it leaves you {cards} and {points_in(left)} points."


def why_lay(card: Card) -> str:
    """Why a card is laid on a meld."""
    return f"{capital(named(card))} fits on the table, and is worth {points_of(card)} to be rid of."


def why_replace(card: Card) -> str:
    """Why a joker is replaced."""
    return f"{capital(named(card))} takes the joker's place, and is out of your hand."


def why_discard(hand: Sequence[Card], card: Card, contract: Contract, *, is_down: bool) -> str:
    """Why a card is thrown."""
    if len(hand) == 1:
        return f"{capital(named(card))} is your last card: with it you are out."
    if is_down:
        return f"{capital(named(card))} fits nowhere, and is the dearest that you could be left with."
    rest = list(hand)
    rest.remove(card)
    if card == JOKER:
        return "The hand is nearly over, and a joker costs 50 to be left with."
    if missing(rest, contract) > missing(hand, contract):
        return f"{capital(named(card))} would help the contract, but costs too much to be left with now."
    return f"You need {named(card)} least for {contract.title}."
