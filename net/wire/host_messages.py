"""Every message of a table's host to those who join it. PROTOCOL.md shows each with an example.

A message is one map; its field "t" says which message it is. How it becomes bytes: framing.py.
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


# What a host says. Clients take unknown fields and leave them be, so that a minor version may add some.


class FromHost(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    """A message of a host."""


class Welcome(FromHost, frozen=True, kw_only=True, tag="welcome"):
    """You are in.

    minor: the lower of both sides' minors, which is spoken from here on. capabilities: those that both have.
    seat: yours, None for a watcher. token: keep it; it brings you back to the seat, and the one before is void.
    resumed: whether an old seat or stream goes on. number: events that have happened; those after the one you hold
    follow. code_proof: that the host knows the code, if you proved that you do.
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
    """What a try of the code costs while many wrong ones come (net/crypto/work.py): a counter for this nonce."""

    nonce: Annotated[bytes, msgspec.Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
    bits: Annotated[int, msgspec.Meta(ge=0, le=256)]


class Refused(FromHost, frozen=True, kw_only=True, tag="refused"):
    """You are not let in. code: one of `codes.REFUSED_CODES`. sentence: for the person. table: the id of the table
    that wants its code. retry_ms: when it is worth another try, 0 if waiting alone does not help. work: what the next
    knock has to bring, if that is why."""

    code: Word
    sentence: Line
    major: Version = MAJOR
    minor: Version = MINOR
    app: Word = ""
    table: Word = ""
    retry_ms: Count = 0
    work: Work | None = None


class Answer(FromHost, frozen=True, kw_only=True, tag="answer"):
    """To a knock: the host's half of the exchange about the code; empty where the table has none."""

    pake: Annotated[bytes, msgspec.Meta(max_length=PAKE_BYTES)] = b""


class TableCode(FromHost, frozen=True, kw_only=True, tag="code"):
    """The table's code, for its host alone; "" when it has none any more. sentence: what is new about it.
    shut_out: addresses that have used up their tries, the last one first."""

    code: Word
    sentence: Line = ""
    shut_out: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()


class TableFrame(FromHost, frozen=True, kw_only=True, tag="table"):
    """The lobby changed."""

    info: TableInfo


class Events(FromHost, frozen=True, kw_only=True, tag="events", omit_defaults=True):
    """Events as you may see them, the first with number `first`. fresh: forget what you held, this begins anew.

    veils: of those that have one, in order, 16 bytes each. head: the beginning of the head of the chain after the last
    of them, as everybody has to find it; empty before the match."""

    first: Count
    events: tuple[Event, ...]
    fresh: bool = False
    veils: Annotated[bytes, msgspec.Meta(max_length=HOST_LIMIT)] = b""
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


class Ask(FromHost, frozen=True, kw_only=True, tag="ask"):
    """Your decision. remaining_ms: until your reserve is used, None without limit. reserve_ms: what it still holds,
    for the rest of the match; when both are gone the decision's default is played."""

    decision: Decision
    remaining_ms: Count | None = None
    reserve_ms: Count = 0


class Offer(FromHost, frozen=True, kw_only=True, tag="offer"):
    """What you may do though nobody waits for you, in place of what you were offered before; None: nothing any more.

    It has no limit, and its default is never played. It comes when it changes, and once more after a welcome."""

    decision: Decision | None = None


class Seated(FromHost, frozen=True, kw_only=True, tag="seated"):
    """Your seat is another one now, None if you only watch from here on. sentence: why, for the person.

    If the match has begun, `events` follow that begin anew."""

    seat: SeatNumber | None
    sentence: Line


class Looking(FromHost, frozen=True, kw_only=True, tag="looking"):
    """You watch in this way from here on. sentence: why, if you did not ask for it.

    If the match has begun, `events` follow that begin anew. Who looks at hands is told all of it late, and no clock."""

    how: LookKind
    seat: SeatNumber | None = None
    sentence: Line = ""


class Gallery(FromHost, frozen=True, kw_only=True, tag="gallery", omit_defaults=True):
    """What spectators said, and who of them came or went; for clients with the capability "gallery". It has no numbers
    and is no part of the chain or the record. fresh: these are all lines that the host still has, the ones that you
    were told before among them; else they are new."""

    lines: Annotated[tuple[GalleryLine, ...], msgspec.Meta(max_length=MOST_LINES)]
    fresh: bool = False


class Clock(FromHost, frozen=True, kw_only=True, tag="clock"):
    """Who is asked, for everybody to see, and the time they have (None: without limit). Tells nothing of answers."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)]
    remaining_ms: Count | None = None


class Done(FromHost, frozen=True, kw_only=True, tag="done"):
    """What became of your request. accepted: whether it was carried out. code, reason, paragraph: if not, why, for
    programs (`codes.DONE_CODES`) and for people, and by which rule."""

    id: Word
    accepted: bool
    reason: Line = ""
    paragraph: Word = ""
    code: Word = ""


class Fault(FromHost, frozen=True, kw_only=True, tag="error"):
    """Something you sent was not taken, and it had no id by which a `done` could answer it; or, with the code host, the
    host's machine has a problem. code: one of `codes.ERROR_CODES`. about: the message's kind, "" if unknown."""

    code: Word
    sentence: Line
    about: Word = ""


class RecordPart(FromHost, frozen=True, kw_only=True, tag="record"):
    """A piece of the match's record. offset: of its first byte. total: bytes in all."""

    offset: Count
    total: Count
    data: Annotated[bytes, msgspec.Meta(max_length=RECORD_CHUNK)]


class WantPledge(FromHost, frozen=True, kw_only=True, tag="pledging"):
    """The host is bound to its secret of the coming deal: give a pledge. Said to seats; a program answers by itself."""

    deal: Count


class Pledges(FromHost, frozen=True, kw_only=True, tag="pledges"):
    """All pledges of the coming deal, by seat. If yours is among them unchanged, open your share."""

    deal: Count
    pledges: Annotated[tuple[Share, ...], msgspec.Meta(max_length=MOST_SEATS)]


class ActsPart(FromHost, frozen=True, kw_only=True, tag="acts"):
    """Some of the acts of a finished deal, those of the room left out. first: number of the first. total: in all."""

    deal: Count
    first: Count
    total: Count
    acts: tuple[Deed, ...]


class Bye(FromHost, frozen=True, kw_only=True, tag="bye"):
    """The host hangs up. code: one of `codes.BYE_CODES`. to: where the table is, if it moved."""

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
    """The word by which a message says what it is: its field `t`."""
    return tag_of(type(message))


def tag_of(kind: type) -> str:
    """The word by which messages of a type say what they are, or events."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
