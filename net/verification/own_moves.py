"""The moves of ours that the table took: each of them has to be among those that it says were played.

What was answered under seal, and lost, is seen by nobody else and leaves no trace on the table. A host that put another
answer in its place would make a deal in which everything follows from the rules.
"""

from collections.abc import Sequence

from engine.api import Act, Move, Seat

from .transcript import Transcript


class OwnMoves:
    """What one session has played, by deal, as its table has acknowledged it."""

    def __init__(self, story: Transcript) -> None:
        self._story = story
        self._made: dict[int, list[tuple[Seat, Move]]] = {}

    @property
    def deal(self) -> int:
        """Number of the deal that is played now, 0 before the first."""
        return self._story.view.deal if self._story.view is not None else 0

    def add(self, deal: int, seat: Seat | None, move: Move) -> None:
        """The table has taken a move. deal: that was played when it was made."""
        if seat is not None:
            self._made.setdefault(deal, []).append((seat, _plain(move)))

    def cut(self, deal: int) -> None:
        """What came after a deal is void."""
        self._made = {known: made for known, made in self._made.items() if known <= deal}

    def missing(self, deal: int, acts: Sequence[Act]) -> Move | None:
        """The first of our moves in a deal that is not among its acts, in their order; None if all are."""
        played = iter([(act.seat, _plain(act.move)) for act in acts if act.kind == "play" and act.move is not None])
        return next((move for seat, move in self._made.get(deal, ()) if (seat, move) not in played), None)


def _plain(move: Move) -> Move:
    """A move whatever the order in which its cards were named."""
    return Move(move.verb, tuple(sorted(move.cards)), move.places, move.groups)
