"""Our moves that the table accepted. Each of them must be among the moves that the host says were played.

If a sealed answer loses, nobody else sees it, and it leaves no trace on the table. If a host replaced such an answer,
the deal would still follow the rules.
"""

from collections.abc import Sequence

from engine.api import Act, Move, Seat

from .transcript import Transcript


class OwnMoves:
    """The moves of one session, by deal, that its table has acknowledged."""

    def __init__(self, story: Transcript) -> None:
        self._story = story
        self._made: dict[int, list[tuple[Seat, Move]]] = {}

    @property
    def deal(self) -> int:
        """Number of the deal that is played now, 0 before the first."""
        return self._story.view.deal if self._story.view is not None else 0

    def add(self, deal: int, seat: Seat | None, move: Move) -> None:
        """The table has accepted a move. deal: the deal in which it was made."""
        if seat is not None:
            self._made.setdefault(deal, []).append((seat, _plain(move)))

    def cut(self, deal: int) -> None:
        """Everything after a deal becomes void."""
        self._made = {known: made for known, made in self._made.items() if known <= deal}

    def missing(self, deal: int, acts: Sequence[Act]) -> Move | None:
        """Our first move in a deal that is missing from its acts, in their order; None if none is missing."""
        played = iter([(act.seat, _plain(act.move)) for act in acts if act.kind == "play" and act.move is not None])
        return next((move for seat, move in self._made.get(deal, ()) if (seat, move) not in played), None)


def _plain(move: Move) -> Move:
    """A move in a form that does not depend on the order of its cards."""
    return Move(move.verb, tuple(sorted(move.cards)), move.places, move.groups)
