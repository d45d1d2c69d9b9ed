"""Phases: the parts of a deal. A game is a handful of them, in the order of its rulebook.

A phase has no state of its own, so a match can be saved, copied, and played on with sampled hands: the table holds
everything as zones, public facts and sealed answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ..model.board import Board
from ..model.cards import Seat
from ..model.events import BETWEEN
from ..model.moves import Choice, IllegalMove, Move

if TYPE_CHECKING:
    from ..model.view import View
    from .table import Table


class Phase:
    """One part of a deal.

    name: as in the rulebook. clock: which of the host's clocks runs while seats decide.
    sealed: all asked seats answer at once, and nobody learns anything before all have answered. window: in addition,
    the host decides when the phase closes (Table.close), so that the time of an answer reveals nothing.
    free_verbs: verbs of moves that leave the decision of the asked seat open, whoever makes them. No time begins again
    because of such a move, so the rules must limit their number.
    """

    name: ClassVar[str]
    clock: ClassVar[str] = "turn"
    sealed: ClassVar[bool] = False
    window: ClassVar[bool] = False
    free_verbs: ClassVar[frozenset[str]] = frozenset()

    def enter(self, table: Table) -> None:
        """Do what the rules do when the phase begins; may enter the next phase."""

    def acting(self, board: Board) -> tuple[Seat, ...]:
        """Seats that are asked. From public knowledge only, since clients compute it too. In a sealed phase the asked
        seats stay the same until the phase closes.
        """
        return ()

    def free(self, board: Board) -> tuple[Seat, ...]:
        """Seats that may move although nobody waits for them, in a phase that is not sealed; public like acting. Their
        moves do not change what others are asked; if one does, the phase calls `Table.renew`.
        """
        return ()

    def free_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        """All choices of a free seat; () if there are none."""
        return ()

    def play_free(self, table: Table, seat: Seat, move: Move) -> None:
        """Carry out a legal move of a free seat, or one of `free_verbs` of an asked seat. If it leads to another phase,
        the rules return to this one before they ask anything else of its seats.
        """
        raise NotImplementedError

    def lapse_ms(self, board: Board) -> int:
        """The time after which the rules take silence as an answer; 0 if only the host's clock counts."""
        return 0

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        """All choices of an acting seat, at least one."""
        raise NotImplementedError

    def default(self, table: Table, seat: Seat) -> Move:
        """The answer for a seat that gives none: legal and cautious."""
        raise NotImplementedError

    def ask(self, table: Table, seat: Seat) -> tuple[tuple[Choice, ...], Move]:
        """Choices and default together, for a phase that would otherwise compute something twice."""
        return self.choices(table, seat), self.default(table, seat)

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        """Carry out a legal move of an acting seat (phases that are not sealed)."""
        raise NotImplementedError

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        """Carry out the legal answers of all asked seats (sealed phases)."""
        raise NotImplementedError

    def close(self, table: Table) -> None:
        """Go on after the host closed a phase in which nobody acts."""
        raise NotImplementedError

    def is_settled(self, view: View) -> bool:
        """Whether the viewer can prove, from what they know, that no decision left in the deal changes its points."""
        return False

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        """Why a move is not among the choices: a sentence and its paragraph. In place of an empty sentence the table
        says "You cannot … now.", by the game's deeds. Where the verb is not possible at all, it adds what is possible.
        """
        return IllegalMove("")


class Between(Phase):
    """The pause after a deal was scored: people read the score, and the host ends the pause."""

    name = BETWEEN
    window = True

    def close(self, table: Table) -> None:
        table.begin_deal()
