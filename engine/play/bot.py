"""What a bot is: a view and a decision in, a move and its reason out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Protocol

import msgspec

from ..model.moves import Decision, Move

if TYPE_CHECKING:
    from ..model.view import View


OutOfTime = Callable[[], bool]
"""Asked by a bot between its thoughts: whether it has to answer now, with the best found."""


class Level(msgspec.Struct, frozen=True):
    """A strength of play that a person can choose. id: easy, medium, hard. description: how it plays, a sentence."""

    id: str
    title: str
    description: str


class Advice(msgspec.Struct, frozen=True, eq=False):
    """A move, and in a sentence why: from what the seat knows.

    why: the sentence, or what makes it, where that takes time which a bot at a table need not spend.
    """

    move: Move
    why: str | Callable[[], str]

    @property
    def reason(self) -> str:
        """The sentence; only as long as what the move was chosen from stays as it was."""
        return self.why if isinstance(self.why, str) else self.why()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Advice) and (self.move, self.reason) == (other.move, other.reason)

    __hash__ = None  # type: ignore[assignment]


class Bot(Protocol):
    """A player of the house. Stateless: all that it knows is in the view, which holds every event it was told."""

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer.

        chance: the bot's own randomness. out_of_time: once true, answer with the best found.
        """
        ...


def never() -> bool:
    """For callers who let a bot think to its own limit."""
    return False
