"""Answers that leave no choice: the program gives them, so that nobody presses a key for nothing."""

from collections.abc import Iterable
from itertools import islice
from random import SystemRandom
from typing import Final

from engine.api import Decision, Move, View, recommended_by

from ..game_words import TableLayout, words_or

_LEAST_S: Final = 0.6
_MOST_S: Final = 2.0
"""With other people at the table, a forced answer comes after a random time between these: the time tells nothing."""
_CHANCE: Final = SystemRandom()
_MANY: Final = 3
"""After so many claims that I passed, the key bar has the key that passes all."""


def can_decline(decision: Decision, layout: TableLayout) -> bool:
    """Whether a decision is about a card that is offered to everybody, and may be left to the others."""
    return any(layout.verb(choice.verb).declines for choice in decision.choices)


class Passes:
    """The claims that I passed myself, one after the other."""

    def __init__(self, layout: TableLayout) -> None:
        self._layout, self._count = layout, 0

    def note(self, decision: Decision, move: Move) -> None:
        """I gave an answer of my own."""
        if can_decline(decision, self._layout):
            self._count = self._count + 1 if self._layout.verb(move.verb).declines else 0

    def key_words(self, decision: Decision | None, *, skips: bool) -> str:
        """The words for the key that passes all claims, once I have passed enough claims. skips: the key is on."""
        if skips:
            return "ask me again"
        is_of_use = self._count >= _MANY and decision is not None and can_decline(decision, self._layout)
        return "pass claims" if is_of_use else ""


def can_claim(decision: Decision | None, view: View) -> bool:
    """Whether the viewer is asked something, and nothing that is left to decide changes the points."""
    return decision is not None and not decision.free and words_or(False, lambda: view.game.is_settled(view))


def recommended(decision: Decision | None, lines: Iterable[str]) -> Move | None:
    """The answer that the lines about the viewer's hand recommend, if it is possible."""
    move = recommended_by(lines)
    if decision is None or decision.free or move is None:
        return None
    return move if decision.choice(move.verb) is not None else None


def forced_move(
    decision: Decision,
    view: View,
    layout: TableLayout,
    *,
    forced: bool = False,
    skips: bool = False,
    plays_on: bool = False,
    only_card: bool = False,
    only_useful: bool = False,
) -> Move | None:
    """The answer to a decision that needs no thought, if the player leaves this kind of answer to the program.

    forced: the only answer, if it is a word such as "pass" or the last card of the hand. A card that must be played
    while others are held is left to its player, who wants to see why. only_card: this card too. only_useful: in a claim
    window, whose answers nobody sees, decline what the lines about the hand say is of no use. skips: decline whatever
    can be declined. plays_on: any only answer, and any answer at all once nothing that is left to decide changes the
    points.
    """
    if decision.free:
        return None
    if plays_on and can_claim(decision, view):
        return decision.default
    if skips:
        for choice in decision.choices:
            if layout.verb(choice.verb).declines:
                return Move(choice.verb)
    if only_useful and decision.window:
        useless = recommended(decision, words_or((), lambda: view.game.insight(view)))
        if useless is not None and layout.verb(useless.verb).declines:
            return useless
    if len(decision.choices) > 1 or decision.choices[0].shape:
        return None
    moves = list(islice(decision.moves(view.deck), 2))
    if len(moves) != 1 or moves[0].places:
        return None
    is_card = bool(moves[0].cards)
    is_last = len(moves[0].cards) == 1 == len(view.hand)
    is_given = plays_on or (only_card and is_card) or (forced and (is_last or not is_card))
    return moves[0] if is_given else None


def forced_after_s(*, alone: bool) -> float:
    """How long a forced answer waits."""
    return 0.0 if alone else _CHANCE.uniform(_LEAST_S, _MOST_S)
