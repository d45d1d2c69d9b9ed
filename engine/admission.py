"""What a table looks at in a move before a phase carries it out, and how it says no."""

from typing import TYPE_CHECKING

import msgspec

from .moves import BadMove, Choice, Decision, IllegalMove, Move

if TYPE_CHECKING:
    from .table import Table

_FOREIGN = "The move names a card that this pack does not have."


def in_order(move: Move, table: "Table") -> Move:
    """The move with its cards in the pack's order. Raises BadMove for a card that the pack does not have."""
    if not all(card in table.deck.counts for card in move.cards):
        raise BadMove(_FOREIGN)
    return msgspec.structs.replace(move, cards=table.deck.sort(move.cards))


def verify_groups(choice: Choice, move: Move, table: "Table") -> None:
    """Raises IllegalMove if some group is not what its word asks for."""
    for word, group in zip(choice.shape, move.groups, strict=True):
        fault = table.game.group_fault(word, group, table)
        if fault:
            raise IllegalMove(fault, choice.paragraph)


def refusal(decision: Decision, move: Move, table: "Table") -> Exception:
    """Why no choice of the decision admits the move."""
    if decision.choice(move.verb) is None and not table.game.has_verb(move.verb):
        return BadMove("There is no such move in this game.")
    named = (*move.cards, *(card for group in move.groups for card in group))
    if any(card not in table.deck.counts for card in named):
        return BadMove(_FOREIGN)
    return table.game.phases[table.phase].refusal(table, decision.seat, move)
