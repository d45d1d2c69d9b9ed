"""The interface of a bot: it gets a view and a decision, and answers a move with a reason."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Protocol

import msgspec

from ..model.moves import Decision, Move

if TYPE_CHECKING:
    from ..model.view import View


OutOfTime = Callable[[], bool]
"""A bot calls this between its thoughts. True: it must answer now, with the best move found so far."""


class Level(msgspec.Struct, frozen=True):
    """A level of play that a person can choose. id: easy, medium, hard. description: how it plays, a sentence."""

    id: str
    title: str
    description: str


class Advice(msgspec.Struct, frozen=True, eq=False):
    """A move, and the reason for it from what the seat knows. why: the sentence, or a function that makes it, since a
    bot at a table needs no sentence.
    """

    move: Move
    why: str | Callable[[], str]

    @property
    def reason(self) -> str:
        """The sentence. Read it before the view changes."""
        return self.why if isinstance(self.why, str) else self.why()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Advice) and (self.move, self.reason) == (other.move, other.reason)

    __hash__ = None  # type: ignore[assignment]


class Bot(Protocol):
    """A player run by the program. Stateless: it knows only the view, which holds every event that it was told."""

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer.

        chance: the bot's own randomness. out_of_time: when it returns true, answer with the best move found so far.
        """
        ...


def never() -> bool:
    """No time limit."""
    return False
