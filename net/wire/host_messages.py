"""Every message of a host to its clients. PROTOCOL.md shows each with an example.

A message is one map; its field "t" names it. framing.py makes the bytes.
"""

from typing import Annotated, Final

import msgspec

from engine.api import Act as Deed
from engine.api import Decision, Event, Share

from ..crypto.work import NONCE_BYTES
from .client_messages import (
    HEAD_BYTES,
    MAJOR,
    MINOR,
    PAKE_BYTES,
    PROOF_BYTES,
    ClientMessage,
    Line,
    Ping,
    Pong,
    Token,
    Version,
)
from .gallery import MOST_LINES, GalleryLine
from .handover import Moved, TakeOver
from .table_info import MOST_SEATS, Count, LookKind, Name, SeatNumber, TableInfo, Word

HELLO_LIMIT: Final = 4 * 1024
"""Bytes of a client's frame before it is welcome."""
CLIENT_LIMIT: Final = 16 * 1024
"""Bytes of a client's frame afterwards."""
HOST_LIMIT: Final = 256 * 1024
"""Bytes of a host's frame."""
RECORD_CHUNK: Final = 128 * 1024
"""Bytes of a match record in one frame."""

MOST_CLIENT_ITEMS: Final = 256
MOST_HOST_ITEMS: Final = 4096


# Clients ignore unknown fields, so that a minor version may add some.


class FromHost(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    """A message of a host."""


class Welcome(FromHost, frozen=True, kw_only=True, tag="welcome"):
    """The hello was accepted. minor: the lower of both minor versions, which both use. capabilities: those of both
    sides. seat: the client's, None for a watcher. token: brings the client back to the seat; the one before becomes
    invalid. resumed: whether an old seat or stream goes on. number: of events so far; those that the client lacks
    follow. code_proof: shows that the host knows the code, if the client proved that it does.
    """

    major: Version = MAJOR
    minor: Version = MINOR
    app: Word = ""
    capabilities: Annotated[tuple[Word, ...], msgspec.Meta(max_length=32)] = ()
    table: TableInfo
    name: Name
    seat: SeatNumber | None = None
    token: Token = b""
    resumed: bool = False
    number: Count = 0
    code_proof: Annotated[bytes, msgspec.Meta(max_length=PROOF_BYTES)] = b""


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """The work for a try of the code while many wrong ones come (net/crypto/work.py): a counter for this nonce."""

    nonce: Annotated[bytes, msgspec.Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
    bits: Annotated[int, msgspec.Meta(ge=0, le=256)]


class Refused(FromHost, frozen=True, kw_only=True, tag="refused"):
    """The client may not join. code: one of `codes.REFUSED_CODES`. sentence: for the person. table: the id of the table
    that wants its code. retry_ms: when to try again, 0 if waiting alone does not help. work: for the next knock, if
    that is the reason.
    """

    code: Word
    sentence: Line
    major: Version = MAJOR
    minor: Version = MINOR
    app: Word = ""
    table: Word = ""
    retry_ms: Count = 0
    work: Work | None = None


class Answer(FromHost, frozen=True, kw_only=True, tag="answer"):
    """The answer to a knock: the host's half of the code exchange; empty if the table has no code."""

    pake: Annotated[bytes, msgspec.Meta(max_length=PAKE_BYTES)] = b""


class TableCode(FromHost, frozen=True, kw_only=True, tag="code"):
    """The table's code, for its host only; "" if it has none any more. sentence: the news about it. shut_out: addresses
    without tries left, the latest first.
    """

    code: Word
    sentence: Line = ""
    shut_out: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()


class TableFrame(FromHost, frozen=True, kw_only=True, tag="table"):
    """The lobby changed."""

    info: TableInfo


class Events(FromHost, frozen=True, kw_only=True, tag="events", omit_defaults=True):
    """Events as the receiver may see them, the first with number `first`. fresh: forget all earlier events; the stream
    starts again. veils: of events that have one, in order, 16 bytes each. head: the beginning of the head of the chain
    after the last of them; empty before the match.
    """

    first: Count
    events: tuple[Event, ...]
    fresh: bool = False
    veils: Annotated[bytes, msgspec.Meta(max_length=HOST_LIMIT)] = b""
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


class Ask(FromHost, frozen=True, kw_only=True, tag="ask"):
    """The receiver's decision. remaining_ms: time left with the reserve, None without limit. reserve_ms: left in the
    reserve, for the rest of the match. When the time is over, the decision's default is played.
    """

    decision: Decision
    remaining_ms: Count | None = None
    reserve_ms: Count = 0


class Offer(FromHost, frozen=True, kw_only=True, tag="offer"):
    """The receiver's free moves, in place of earlier ones; None if there are none. They have no time limit and no
    default. Sent when they change, and once after a welcome.
    """

    decision: Decision | None = None


class Seated(FromHost, frozen=True, kw_only=True, tag="seated"):
    """The receiver has another seat now, None as a spectator. sentence: the reason. If the match has begun, fresh
    `events` follow.
    """

    seat: SeatNumber | None
    sentence: Line


class Looking(FromHost, frozen=True, kw_only=True, tag="looking"):
    """How the receiver watches from now on. sentence: the reason, if it did not ask. If the match has begun, fresh
    `events` follow. A spectator who sees hands gets everything late, and no clock.
    """

    how: LookKind
    seat: SeatNumber | None = None
    sentence: Line = ""


class Gallery(FromHost, frozen=True, kw_only=True, tag="gallery", omit_defaults=True):
    """Chat, joining and leaving of spectators, for clients with the capability "gallery". It is not part of the stream,
    the chain or the record. fresh: these are all lines that the host still has, including earlier ones; else they are
    new.
    """

    lines: Annotated[tuple[GalleryLine, ...], msgspec.Meta(max_length=MOST_LINES)]
    fresh: bool = False


class Clock(FromHost, frozen=True, kw_only=True, tag="clock"):
    """The seats that are asked, and their time (None: without limit). Reveals nothing about answers."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)]
    remaining_ms: Count | None = None


class Done(FromHost, frozen=True, kw_only=True, tag="done"):
    """The outcome of a request. accepted: whether it was carried out. code, reason, paragraph: if not, the reason for
    programs (`codes.DONE_CODES`), for people, and the rule.
    """

    id: Word
    accepted: bool
    reason: Line = ""
    paragraph: Word = ""
    code: Word = ""


class Fault(FromHost, frozen=True, kw_only=True, tag="error"):
    """A message without an id was not accepted; or it is a notice to everybody. code: one
    of `codes.ERROR_CODES`. about: the message's kind, "" if unknown.
    """

    code: Word
    sentence: Line
    about: Word = ""


class RecordPart(FromHost, frozen=True, kw_only=True, tag="record"):
    """A part of the match's record. offset: of its first byte. total: bytes in all."""

    offset: Count
    total: Count
    data: Annotated[bytes, msgspec.Meta(max_length=RECORD_CHUNK)]


class WantPledge(FromHost, frozen=True, kw_only=True, tag="pledging"):
    """The host has committed to its secret of the next deal and asks for a pledge. The client's program answers by
    itself.
    """

    deal: Count


class Pledges(FromHost, frozen=True, kw_only=True, tag="pledges"):
    """All pledges of the next deal, by seat. A client whose pledge is among them unchanged sends its share."""

    deal: Count
    pledges: Annotated[tuple[Share, ...], msgspec.Meta(max_length=MOST_SEATS)]


class ActsPart(FromHost, frozen=True, kw_only=True, tag="acts"):
    """A part of the acts of a finished deal, without those of the room. first: number of the first. total: in all."""

    deal: Count
    first: Count
    total: Count
    acts: tuple[Deed, ...]


class Bye(FromHost, frozen=True, kw_only=True, tag="bye"):
    """The host closes the connection. code: one of `codes.BYE_CODES`. to: the new table, if it moved."""

    code: Word
    sentence: Line
    to: Moved | None = None


HostMessage = (
    Welcome
    | Refused
    | Answer
    | TableCode
    | TableFrame
    | Events
    | Ask
    | Offer
    | Seated
    | Looking
    | Gallery
    | Clock
    | Done
    | Fault
    | RecordPart
    | WantPledge
    | Pledges
    | ActsPart
    | TakeOver
    | Bye
    | Ping
    | Pong
)
Message = ClientMessage | HostMessage


def kind_of(message: Message) -> str:
    """The name of a message: its field `t`."""
    return tag_of(type(message))


def tag_of(kind: type) -> str:
    """The name of a type of messages or events."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
