"""Check the form of a move before a game explains why its rules forbid it."""

from collections import Counter

from ..model.cards import Deck, are_words
from ..model.moves import BadMove, Decision, Move


def verify_types(seat: object, decision_id: object, move: object) -> None:
    """Raises BadMove unless all fields of a move have the right types."""
    if type(seat) is not int or type(decision_id) is not int:
        raise BadMove("The numbers of the seat and the decision must be whole numbers.")
    if type(move) is not Move:
        raise BadMove("An answer must be a move.")
    if type(move.verb) is not str:
        raise BadMove("The verb of a move must be a word.")
    if not are_words(move.cards) or not are_words(move.places):
        raise BadMove("The cards and places of a move must be tuples of words.")
    if type(move.groups) is not tuple or (move.groups and not all(map(are_words, move.groups))):
        raise BadMove("The groups of a move must be a tuple. Each group is a tuple of cards.")


def verify_form(decision: Decision, move: Move, deck: Deck) -> None:
    """Raises BadMove for a field of a move that no choice with its verb uses. The deck must have the move's cards."""
    named = Counter(card for cards in (move.cards, *move.groups) for card in cards)
    for card, count in named.items():
        if count > deck.counts[card]:
            raise BadMove(f"You chose more copies of {card} than the pack has.")
    choices = [choice for choice in decision.choices if choice.verb == move.verb]
    if not choices:
        return
    if move.places and not any(choice.places for choice in choices):
        raise BadMove("This move takes no places. Choose none.")
    if move.groups and not any(choice.shape for choice in choices):
        raise BadMove("This move takes no groups of cards. Choose none.")
    if move.cards and all(choice.shape for choice in choices):
        raise BadMove("Put each card of this move into a group.")
    if move.places or move.groups:
        bare = Move(move.verb, move.cards)
        if any(choice.admits(bare) for choice in choices):
            raise BadMove("This move is complete without places and groups. Choose none.")
