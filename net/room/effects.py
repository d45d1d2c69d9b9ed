"""The effects of a room, in the order in which the driver must carry them out.

The order keeps three promises. A record goes to the table's file before anybody hears of it (for a full disk see
table_journal.py). The person who acted hears first, then the seats, then the spectators. A connection is closed after
the last message to it.
"""

from dataclasses import dataclass, field

from ..match.faults import Mishap
from ..match.outbox import Outbox, Think
from .table_journal import DoneRequest

ConnectionId = int
"""The number that the driver gives a connection. No number is used twice."""


@dataclass(frozen=True, slots=True)
class Append:
    """Write one record to the table's file. urgent: a deal or the match ended, so bring it to the disk itself soon.

    The file is for the host alone: it holds all cards and tokens.
    """

    record: bytes
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Send:
    """Send the same bytes, one or several whole frames, to some connections."""

    to: tuple[ConnectionId, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Admitted:
    """The hello of a connection was accepted: from now on its limit is CLIENT_LIMIT, not HELLO_LIMIT."""

    connection: ConnectionId


@dataclass(frozen=True, slots=True)
class Close:
    """Close a connection after everything was sent. The room has forgotten it."""

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
    """The answer was sent: call Room.follow_up before any other call."""


@dataclass(frozen=True, slots=True)
class Broadcast:
    """There is news for the spectators: call Room.broadcast after the players got theirs. Several of these count as
    one.
    """


@dataclass(frozen=True, slots=True)
class Report:
    """A fault was caught and repaired: write its place to the log, and keep the evidence."""

    mishap: Mishap


@dataclass(frozen=True, slots=True)
class EndTable:
    """The host closed the table for good: send everybody the sentence, and end."""

    sentence: str


Effect = Append | Send | Admitted | Close | Think | ComputePake | FollowUp | Broadcast | Report | EndTable


@dataclass
class RoomOutbox(Outbox):
    """The results of a call to the room and its match; empty after the call and its FollowUp. answers: answers and
    farewells, in order. did: the request that was carried out. shown_changed: the table's description changed in a way
    that is not stored (who is here). is_crowd_behind: spectators changed, or some may have fewer events than the rest:
    those who just joined, moved, or read again.
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
        """The decisions for bots; the list is empty afterwards."""
        thinks, self.thinks = self.thinks, []
        return thinks
