"""Every message between a table's host and those who join it. PROTOCOL.md shows each with an example.

A message is one msgpack map in one frame; its field "t" says which message it is. Whatever comes from elsewhere
passes `sift` between unpacking and typing: each text in it is cleaned there, so that no struct of this module, and no
event in one, ever holds a text that could harm a screen.
"""

from typing import Annotated, Any, Final, Literal

import msgspec

from engine.api import Card, CodecError, Decision, Event, Move, OptionValue, decode, encode

from .frames import frame
from .sift import sift
from .text import LINE_CELLS, clean_line

MAGIC: Final = "khanhoo"
MAJOR: Final = 1
MINOR: Final = 0
CAPABILITIES: Final = ("record", "resume", "watch")

HELLO_LIMIT: Final = 4 * 1024
"""Bytes of a client's frame before it is welcome."""
CLIENT_LIMIT: Final = 16 * 1024
"""Bytes of a client's frame afterwards."""
HOST_LIMIT: Final = 256 * 1024
"""Bytes of a host's frame."""
RECORD_CHUNK: Final = 128 * 1024
"""Bytes of a match record in one frame."""
TOKEN_BYTES: Final = 16
MOST_SEATS: Final = 16
MOST_WATCHERS_NAMED: Final = 64

_MOST_CLIENT_ITEMS: Final = 256
_MOST_HOST_ITEMS: Final = 4096

Name = Annotated[str, msgspec.Meta(max_length=200)]
Word = Annotated[str, msgspec.Meta(max_length=48)]
Line = Annotated[str, msgspec.Meta(max_length=4 * LINE_CELLS)]
ActionId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,48}\Z", max_length=48)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Version = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Token = Annotated[bytes, msgspec.Meta(max_length=TOKEN_BYTES)]


class ProtocolError(ValueError):
    """A frame's content that is no message of this protocol. The text says where, and quotes nothing secret."""


class OtherVersion(ProtocolError):
    """A hello of another major version. major, minor: of the one who said it."""

    def __init__(self, major: int, minor: int) -> None:
        super().__init__(version_sentence((MAJOR, MINOR), (major, minor)))
        self.major = major
        self.minor = minor


# What a client says. Unknown fields are refused, except in a hello, to which later versions may add.


class _FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """A message of a client."""


class _Request(_FromClient, frozen=True, kw_only=True):
    """A request that is answered with one `done`. id: chosen by the client, never twice for two requests."""

    id: ActionId


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="hello"):
    """The first message of a connection.

    major, minor: of the protocol. app: the program's version. capabilities: what the client can do.
    name: what the person is called. role: player, watcher, or probe (is told the table and sent away).
    table: id of the table meant, "" for whichever is there. token: of the seat that is resumed, or the owner's key, or
    empty. held: number of the last event that the client holds of this table, -1 for none; the stream goes on after
    it. viewer: the seat as which it was told them, None as a spectator; if that is not what it is now, it begins anew.
    """

    magic: Literal["khanhoo"] = MAGIC
    major: Version = MAJOR
    minor: Version = MINOR
    app: Word = ""
    capabilities: Annotated[tuple[Word, ...], msgspec.Meta(max_length=32)] = CAPABILITIES
    name: Name = ""
    role: Literal["player", "watcher", "probe"] = "player"
    table: Word = ""
    token: Token = b""
    held: Annotated[int, msgspec.Meta(ge=-1, le=2**31)] = -1
    viewer: SeatNumber | None = None


class ClientMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move as a client sends it: bounded, and not yet looked at by the rules."""

    verb: Word
    cards: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=4)], ...], msgspec.Meta(max_length=64)] = ()


class Act(_Request, frozen=True, kw_only=True, tag="act"):
    """The answer of this connection's seat to its decision. Sent again after a drop with the same id."""

    decision: Count
    move: ClientMove


class Say(_Request, frozen=True, kw_only=True, tag="say"):
    """Chat."""

    text: Line


class Sit(_Request, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or another one."""

    seat: SeatNumber


class Stand(_Request, frozen=True, kw_only=True, tag="stand"):
    """Give the seat up and watch."""


class Ready(_Request, frozen=True, kw_only=True, tag="ready"):
    """Before the first deal: ready or not. Afterwards: I am back."""

    ready: bool = True


class SetOption(_Request, frozen=True, kw_only=True, tag="option"):
    """The host sets an option of the game, or of the table ("table.seats", "table.away", "table.pace",
    "table.listed", "table.title")."""

    name: Word
    value: OptionValue


class SetBot(_Request, frozen=True, kw_only=True, tag="bot"):
    """The host seats a bot of a level, or (None) sends it away."""

    seat: SeatNumber
    level: Word | None = None


class Kick(_Request, frozen=True, kw_only=True, tag="kick"):
    """The host sends a player or a bot from a seat."""

    seat: SeatNumber


class Start(_Request, frozen=True, kw_only=True, tag="start"):
    """The host begins the match."""


class NextDeal(_Request, frozen=True, kw_only=True, tag="next"):
    """Between deals: I have read the score."""


class GetRecord(_Request, frozen=True, kw_only=True, tag="record"):
    """Ask for the record of the finished match; it comes as `record` frames before the `done`."""


class Leave(_FromClient, frozen=True, tag="leave"):
    """Go for good: the seat and its token are given up."""


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping"):
    """Are you there? Either side may ask; answered by a `pong` with the same number."""

    n: Count


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong"):
    """I am here."""

    n: Count


Request = Act | Say | Sit | Stand | Ready | SetOption | SetBot | Kick | Start | NextDeal | GetRecord
ClientMessage = Hello | Request | Leave | Ping | Pong


# What a host says. Clients take unknown fields and leave them be, so that a minor version may add some.


class _FromHost(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    """A message of a host."""


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat, as everybody sees it.

    kind: empty, person or bot. level: of a bot. state: here, lagging or away. user: the system's name of a person
    who came over the machine's own socket.
    """

    seat: SeatNumber
    name: Name = ""
    kind: Literal["empty", "person", "bot"] = "empty"
    level: Word = ""
    state: Literal["here", "lagging", "away"] = "here"
    ready: bool = False
    is_host: bool = False
    user: Word = ""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The table from outside: all that a list of tables or a lobby shows.

    options: of the game, complete. watchers: names, the first 64; watching: how many there are. phase: open (before
    the first deal), playing, between (deals), paused (somebody is waited for, or nobody is here), over.
    host_seat: seat with the host's rights now, None when a watcher or nobody has them; host: its name.
    age_s: since the table was opened. pace_ms: time a bot takes. away_policy: what becomes of an absent player's
    turn. listed: whether others may find it. version: of the program that hosts.
    """

    table_id: Word
    title: Name
    game: Word
    options: Annotated[dict[Word, OptionValue], msgspec.Meta(max_length=64)]
    seats: Annotated[tuple[SeatInfo, ...], msgspec.Meta(max_length=MOST_SEATS)]
    watchers: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_WATCHERS_NAMED)] = ()
    watching: Count = 0
    phase: Literal["open", "playing", "between", "paused", "over"] = "open"
    host_seat: SeatNumber | None = None
    host: Name = ""
    age_s: Count = 0
    pace_ms: Count = 0
    away_policy: Literal["wait", "bot"] = "wait"
    listed: bool = True
    version: Word = ""


class Welcome(_FromHost, frozen=True, kw_only=True, tag="welcome"):
    """You are in.

    minor: the lower of both sides' minors, which is spoken from here on. capabilities: those that both have.
    seat: yours, None for a watcher. token: keep it; it brings you back to the seat, and the one before is void.
    resumed: whether an old seat or stream goes on. number: events that have happened; those after the one you hold
    follow.
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


class Refused(_FromHost, frozen=True, kw_only=True, tag="refused"):
    """You are not let in. code: version, table, full, early or malformed. sentence: for the person."""

    code: Word
    sentence: Line
    major: Version = MAJOR
    minor: Version = MINOR
    app: Word = ""


class TableFrame(_FromHost, frozen=True, kw_only=True, tag="table"):
    """The lobby changed."""

    info: TableInfo


class Events(_FromHost, frozen=True, kw_only=True, tag="events"):
    """Events as you may see them, the first with number `first`. fresh: forget what you held, this begins anew."""

    first: Count
    events: tuple[Event, ...]
    fresh: bool = False


class Ask(_FromHost, frozen=True, kw_only=True, tag="ask"):
    """Your decision. remaining_ms: until your reserve is used, None without limit. reserve_ms: what it still holds,
    for the rest of the match; when both are gone the decision's default is played."""

    decision: Decision
    remaining_ms: Count | None = None
    reserve_ms: Count = 0


class Clock(_FromHost, frozen=True, kw_only=True, tag="clock"):
    """Who is asked, for everybody to see, and the time they have (None: without limit). Tells nothing of answers."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)]
    remaining_ms: Count | None = None


class Done(_FromHost, frozen=True, kw_only=True, tag="done"):
    """What became of your request. accepted: whether it was carried out. reason, paragraph: if not, why, and by which
    rule."""

    id: Word
    accepted: bool
    reason: Line = ""
    paragraph: Word = ""


class Fault(_FromHost, frozen=True, kw_only=True, tag="error"):
    """Something you sent was not taken, and it had no request's number to answer. code: malformed, slow or host."""

    code: Word
    sentence: Line


class RecordPart(_FromHost, frozen=True, kw_only=True, tag="record"):
    """A piece of the match's record. offset: of its first byte. total: bytes in all."""

    offset: Count
    total: Count
    data: Annotated[bytes, msgspec.Meta(max_length=RECORD_CHUNK)]


class Bye(_FromHost, frozen=True, kw_only=True, tag="bye"):
    """The host hangs up. code: left, kicked, displaced, silent, slow, malformed, probe or closed."""

    code: Word
    sentence: Line


HostMessage = Welcome | Refused | TableFrame | Events | Ask | Clock | Done | Fault | RecordPart | Bye | Ping | Pong
Message = ClientMessage | HostMessage


def pack(message: Message) -> bytes:
    """A message as one frame, ready to be sent."""
    return frame(encode(message))


def read_client_message(payload: bytes, *, welcome: bool = True) -> ClientMessage:
    """What a client sent, typed and clean. welcome: whether its hello was accepted; until then less fits.

    Raises OtherVersion for a hello of another major version, ProtocolError for everything else that is no message.
    """
    limit = CLIENT_LIMIT if welcome else HELLO_LIMIT
    message: ClientMessage = _read(payload, ClientMessage, limit, _MOST_CLIENT_ITEMS, look_for_other_version=True)
    return message


def read_host_message(payload: bytes) -> HostMessage:
    """What a host sent, typed and clean. Raises ProtocolError."""
    message: HostMessage = _read(payload, HostMessage, HOST_LIMIT, _MOST_HOST_ITEMS, look_for_other_version=False)
    return message


def version_sentence(host: tuple[int, int], client: tuple[int, int]) -> str:
    """Why two versions cannot play, naming both."""
    older = "this table's host" if host < client else "your card room"
    return (
        f"The table speaks protocol {host[0]}.{host[1]} and you speak {client[0]}.{client[1]}: "
        f"{older} has to be updated."
    )


def to_move(sent: ClientMove) -> Move:
    """A client's move as the engine takes it."""
    return Move(sent.verb, tuple(Card(card) for card in sent.cards))


def to_client_move(move: Move) -> ClientMove:
    """A move as it is sent to a host."""
    return ClientMove(move.verb, tuple(move.cards))


def _read(payload: bytes, kind: Any, limit: int, items: int, *, look_for_other_version: bool) -> Any:
    def look(plain: Any) -> Any:
        clean = sift(plain)
        if look_for_other_version:
            _verify_major(clean)
        return clean

    try:
        return decode(payload, kind, limit=limit, most_items=items, longest_text=limit, sift=look)
    except CodecError as error:
        # The words of the typing library quote field names of ours and of the sender: bounded and clean either way.
        raise ProtocolError(clean_line(str(error), LINE_CELLS)) from None


def _verify_major(plain: Any) -> None:
    """Look for another major version before anything else: of its hello nothing but these fields is known."""
    if not isinstance(plain, dict) or plain.get("t") != "hello" or plain.get("magic") != MAGIC:
        return
    major, minor = plain.get("major"), plain.get("minor")
    if type(major) is not int or type(minor) is not int or major == MAJOR:
        return
    if 0 <= major <= 65535 and 0 <= minor <= 65535:
        raise OtherVersion(major, minor)
