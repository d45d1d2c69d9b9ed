"""One hash over everything that happened: the same for every viewer, whatever each may see.

A hidden event enters as its veil. The host sends the veil, and the opened secret of the deal confirms it later.
So two viewers with the same head were told the same events, and a host that tells them different events has two heads.
"""

from ..model.board import Board
from ..model.events import BETWEEN, Entered, Event, Happened, MatchEnded, Scored
from ..model.redact import redact_for_all
from ..model.zones import ZonePlan
from ..record.codec import encode
from .commitments import first_head, next_head

_PAUSE = Entered(BETWEEN)


def head_of(board: Board) -> bytes:
    """The head of a table before its first event. It names the game, the seats and the options."""
    return first_head(board.game.meta.id, board.seats, encode(sorted(board.options.items())))


def needs_commitment(event: Event, plan: ZonePlan) -> bool:
    """Whether an event has a veil. It has one if some viewer is not told all its faces, now or when joining late. The
    kind and the zones decide this, so every viewer gets the same answer.
    """
    return not isinstance(event, Happened) and redact_for_all(event, plan) is not event


class Chain:
    """The head after each event so far. board: the table. length: number of events in it.

    ends: of every finished deal, by its number, the number of its last event and the head there.
    """

    def __init__(self, board: Board) -> None:
        self.head = head_of(board)
        self.length = 0
        self.ends: dict[int, tuple[int, bytes]] = {}
        self._plan = board.game.plan
        self._scored = 0

    def add(self, event: Event, veiled: bytes = b"") -> bytes:
        """Add the next event as any viewer was told it, with its veil if it has one; return the new head."""
        number = self.length
        self.head = next_head(self.head, number, encode(redact_for_all(event, self._plan)), veiled)
        self.length += 1
        if isinstance(event, Scored):
            self._scored = event.number
        elif self._scored and (event == _PAUSE or isinstance(event, MatchEnded)):
            self.ends[self._scored] = (number, self.head)
            self._scored = 0
        return self.head
