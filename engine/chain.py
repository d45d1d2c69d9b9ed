"""One hash over everything that happened, the same for all who watch, whatever each of them may see.

What is hidden enters as its veil, which the host sends along and which the opened secret of the deal bears out later.
So two viewers who hold the same head were told the same story, and a host that tells two stories has two heads.
"""

from typing import TYPE_CHECKING

from .board import Board
from .codec import encode
from .events import DealBegan, Entered, Event, Happened, MatchEnded, Scored
from .fairness import first_head, next_head, veil
from .phases import BETWEEN
from .redact import public_form
from .zones import ZonePlan

if TYPE_CHECKING:
    from .verbs import Truth

_PAUSE = Entered(BETWEEN)


def head_of(board: Board) -> bytes:
    """The head of a table before its first event: it names the game, the seats and the options."""
    return first_head(board.game.meta.id, board.seats, encode(sorted(board.options.items())))


def needs_veil(event: Event, plan: ZonePlan) -> bool:
    """Whether an event has a veil: some viewer is told fewer of its faces than there are, now or when it comes late.

    That follows from its kind and its zones, and so each viewer finds the same, whatever it was told.
    """
    return not isinstance(event, Happened) and public_form(event, plan) is not event


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
        self.head = next_head(self.head, number, encode(public_form(event, self._plan)), veiled)
        self.length += 1
        if isinstance(event, Scored):
            self._scored = event.number
        elif self._scored and (event == _PAUSE or isinstance(event, MatchEnded)):
            self.ends[self._scored] = (number, self.head)
            self._scored = 0
        return self.head


class Weaver:
    """The chain as whoever knows the secrets of the deals makes it, veils and all. table: whose secrets.

    heads: after each event. veils: of the events that have one, by number.
    """

    def __init__(self, table: "Truth") -> None:
        self.chain = Chain(table)
        self.heads: list[bytes] = []
        self.veils: dict[int, bytes] = {}
        self._table = table
        self._plan = table.game.plan
        self._deal = 0

    def add(self, event: Event) -> bytes:
        """Take in the next event, with all its faces; gives its veil, b"" if it has none."""
        if isinstance(event, DealBegan):
            self._deal = event.number
        number, veiled = self.chain.length, b""
        if needs_veil(event, self._plan):
            veiled = self.veils[number] = veil(self._table.secret(self._deal), number, encode(event))
        self.heads.append(self.chain.add(event, veiled))
        return veiled
