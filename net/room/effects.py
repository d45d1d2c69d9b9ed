"""What a room wants done, in the order in which it has to be done. The driver does it; the room only says so.

The order carries three promises: a record is handed to the table's file before anybody hears of what it holds (a disk
may take nothing: see table_journal.py); who acted hears first, then the seats, then the spectators; a connection is
closed after the last word to it.
"""

from dataclasses import dataclass, field

from ..match.faults import Mishap
from ..match.outbox import Outbox, Think
from .table_journal import DoneRequest

ConnectionId = int
"""A number that the driver gives each connection, never twice."""


@dataclass(frozen=True, slots=True)
class Append:
    """Write one record to the table's file. urgent: a deal or the match ended, so bring it to the disk itself soon.

    The file is for the host alone: it holds all cards and tokens.
    """

    record: bytes
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Send:
    """Send bytes, one or several whole frames, to connections that all get the same."""

    to: tuple[ConnectionId, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Admitted:
    """The hello of a connection was accepted: from here on CLIENT_LIMIT holds for it, before that HELLO_LIMIT."""

    connection: ConnectionId


@dataclass(frozen=True, slots=True)
class Close:
    """Close a connection when what was sent to it is out. The room knows it no more."""

    connection: ConnectionId


@dataclass(frozen=True, slots=True)
class ComputePake:
    """Do a host's half of the arithmetic about a table's code (net/crypto/pake.py), in a thread: it takes some 30 ms.

    code: the table's, a secret. table: its id. key: the host's on the network. pake: what the guest said. Answer with
    Room.pake_done, whatever becomes of it and of the connection.
    """

    connection: ConnectionId
    code: str
    table: str
    key: str
    pake: bytes


@dataclass(frozen=True, slots=True)
class FollowUp:
    """The answer is out: call Room.follow_up for all that follows from it, before any other call."""


@dataclass(frozen=True, slots=True)
class Broadcast:
    """There is news for the spectators: call Room.broadcast when the players have theirs. Several of these are one."""


@dataclass(frozen=True, slots=True)
class Report:
    """A fault came to light and was dealt with: the log is to say where, and the evidence is to be kept."""

    mishap: Mishap


@dataclass(frozen=True, slots=True)
class EndTable:
    """The host has closed the table for good: tell everybody the sentence, and end."""

    sentence: str


Effect = Append | Send | Admitted | Close | Think | ComputePake | FollowUp | Broadcast | Report | EndTable


@dataclass
class RoomOutbox(Outbox):
    """What a room has done in this call, its match included; empty when the call, and its FollowUp, is over.

    answers: answers and farewells, in order. did: the request that was carried out. shown_changed: the table looks
    other to everybody (who is here), and nothing of that is written down. is_crowd_behind: the spectators are others
    than before, or some of them may hold less than the rest: who just came, moved, or reads again.
    """

    answers: list[Effect] = field(default_factory=list)
    did: DoneRequest | None = None
    shown_changed: bool = False
    is_crowd_behind: bool = False

    def take_answers(self) -> list[Effect]:
        """All answers and farewells; the list is empty afterwards."""
        answers, self.answers = self.answers, []
        return answers

    def take_thinks(self) -> list[Think]:
        """What bots are to think about; it is asked for then."""
        thinks, self.thinks = self.thinks, []
        return thinks
