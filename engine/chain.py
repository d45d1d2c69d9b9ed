"""One hash over everything that happened, the same for all who watch, whatever each of them may see.

What is hidden enters as its veil, which the host sends along and which the opened secret of the deal bears out later.
So two viewers who hold the same head were told the same story, and a host that tells two stories has two heads.
"""

from .board import Board
from .codec import encode
from .events import Event
from .fairness import first_head, next_head
from .redact import redact
from .zones import ZonePlan


def head_of(board: Board) -> bytes:
    """The head of a table before its first event: it names the game, the seats and the options."""
    return first_head(board.game.meta.id, board.seats, encode(sorted(board.options.items())))


class Chain:
    """The head as it grows. board: of which table. length: number of events in it."""

    def __init__(self, board: Board) -> None:
        self.head = head_of(board)
        self.length = 0
        self._plan = board.game.plan

    def add(self, event: Event, veiled: bytes = b"") -> bytes:
        """Take in the next event, as any viewer was told it, with its veil if it has one; gives the new head."""
        public = encode(redact(event, None, self._plan))
        self.head = next_head(self.head, self.length, public, veiled)
        self.length += 1
        return self.head


def needs_veil(event: Event, plan: ZonePlan) -> bool:
    """Whether some viewer is told less of an event than there is."""
    return redact(event, None, plan) != event
