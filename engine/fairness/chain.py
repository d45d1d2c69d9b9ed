"""One hash over everything that happened, the same for all who watch, whatever each of them may see.

What is hidden enters as its veil, which the host sends along and which the opened secret of the deal bears out later.
So two viewers who hold the same head were told the same story, and a host that tells two stories has two heads.
"""

from ..model.board import Board
from ..model.events import BETWEEN, Entered, Event, Happened, MatchEnded, Scored
from ..model.redact import redact_for_all
from ..model.zones import ZonePlan
from ..record.codec import encode
from .commitments import first_head, next_head

_PAUSE = Entered(BETWEEN)


def head_of(board: Board) -> bytes:
    """The head of a table before its first event: it names the game, the seats and the options."""
    return first_head(board.game.meta.id, board.seats, encode(sorted(board.options.items())))


def needs_commitment(event: Event, plan: ZonePlan) -> bool:
    """Whether an event has a veil: some viewer is told fewer of its faces than there are, now or when it comes late.

    That follows from its kind and its zones, and so each viewer finds the same, whatever it was told.
    """
    return not isinstance(event, Happened) and redact_for_all(event, plan) is not event


class Chain:
    """The head as it grows. board: of which table. length: number of events in it.

    ends: of every finished deal, by its number, the number of its last event and the head there.
    """

    def __init__(self, board: Board) -> None:
        self.head = head_of(board)
        self.length = 0
        self.ends: dict[int, tuple[int, bytes]] = {}
        self._plan = board.game.plan
        self._scored = 0

    def add(self, event: Event, veiled: bytes = b"") -> bytes:
        """Take in the next event, as any viewer was told it, with its veil if it has one; gives the new head."""
        number = self.length
        self.head = next_head(self.head, number, encode(redact_for_all(event, self._plan)), veiled)
        self.length += 1
        if isinstance(event, Scored):
            self._scored = event.number
        elif self._scored and (event == _PAUSE or isinstance(event, MatchEnded)):
            self.ends[self._scored] = (number, self.head)
            self._scored = 0
        return self.head
