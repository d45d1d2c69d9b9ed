"""Phases: the parts of a deal. A game is a handful of them, in the order of its rulebook.

A phase has no state of its own, for a suspended one could not be saved, copied, or moved to a guess of the hidden
hands: all that it knows stands on the table as zones, public facts and sealed answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ..model.board import Board
from ..model.cards import Seat
from ..model.events import BETWEEN
from ..model.moves import Choice, IllegalMove, Move

if TYPE_CHECKING:
    from .table import Table


class Phase:
    """One part of a deal.

    name: as in the rulebook. clock: which of the host's clocks runs while seats decide.
    sealed: all seats asked answer at once, and nobody learns anything before all have. window: besides, the host says
    when the phase closes (Table.close), so that the time of an answer tells nothing.
    """

    name: ClassVar[str]
    clock: ClassVar[str] = "turn"
    sealed: ClassVar[bool] = False
    window: ClassVar[bool] = False

    def enter(self, table: Table) -> None:
        """Do what happens by itself when the phase begins; may enter the next phase."""

    def acting(self, board: Board) -> tuple[Seat, ...]:
        """Seats that are asked. Uses public knowledge alone: clients work it out from their views.

        In a sealed phase all seats asked stay in it until the phase closes.
        """
        return ()

    def free(self, board: Board) -> tuple[Seat, ...]:
        """Seats that may do something though nobody waits for them, in a phase that is not sealed; public as acting.

        What they do does not touch what others are asked; where it does, the phase says so by `Table.renew`.
        """
        return ()

    def free_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        """All that a free seat may do; () when that is nothing after all."""
        return ()

    def play_free(self, table: Table, seat: Seat, move: Move) -> None:
        """Carry out a legal move of a free seat."""
        raise NotImplementedError

    def lapse_ms(self, board: Board) -> int:
        """After how long silence is an answer by the rules; 0 where only the host's clock says."""
        return 0

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        """All that an acting seat may answer: never empty."""
        raise NotImplementedError

    def default(self, table: Table, seat: Seat) -> Move:
        """The answer of a seat that gives none: legal and dull."""
        raise NotImplementedError

    def ask(self, table: Table, seat: Seat) -> tuple[tuple[Choice, ...], Move]:
        """Choices and default together, for a phase that would work the same thing out twice."""
        return self.choices(table, seat), self.default(table, seat)

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        """Carry out a legal move of an acting seat (phases that are not sealed)."""
        raise NotImplementedError

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        """Carry out the legal answers of all seats asked (sealed phases)."""
        raise NotImplementedError

    def close(self, table: Table) -> None:
        """What follows when the host closes a phase in which nobody acts."""
        raise NotImplementedError

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        """Why a move that is not among the choices is not: a sentence and its paragraph."""
        return IllegalMove("You cannot do that now.")


class Between(Phase):
    """The pause after a deal was reckoned: people read the score, and the host closes it."""

    name = BETWEEN
    window = True

    def close(self, table: Table) -> None:
        table.begin_deal()
