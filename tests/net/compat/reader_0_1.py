"""How version 0.1 reads what a host says: its types and limits as they were at its release, frozen.

Nothing here follows the program: a host must go on to say to such a client only what this accepts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgpack
import msgspec

Card = str
Seat = int
OptionValue = int | str | bool
FactValue = int | str | bool | None | tuple[int | str, ...]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Word = Annotated[str, msgspec.Meta(max_length=48)]
Line = Annotated[str, msgspec.Meta(max_length=1600)]
_Way = Annotated[str, msgspec.Meta(max_length=1600)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=16)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Version = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Token = Annotated[bytes, msgspec.Meta(max_length=16)]
BanMark = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{80})?\Z")]
LookKind = Literal["public", "shoulder", "hands"]
Talk = Literal["together", "apart"]
MOST_SEATS, MOST_WATCHERS_NAMED, MOST_PETITIONS = 16, 64, 64
MAJOR, MINOR = 1, 0
PROOF_BYTES, PAKE_BYTES, HEAD_BYTES = 32, 33, 16
HOST_LIMIT, RECORD_CHUNK = 256 * 1024, 128 * 1024
CAPABILITIES = ("fair", "record", "resume", "watch")
"""What a client of that version says that it can do."""


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: Seat
    pledge: str
    value: str = ""


class Moved(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="moved"):
    src: str
    dst: str
    cards: tuple[Card, ...]


class Shuffled(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="shuffled"):
    zone: str
    cards: tuple[Card, ...]


class Turned(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="turned"):
    zone: str
    cards: tuple[Card, ...]


class Shown(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="shown"):
    zone: str
    seat: Seat
    cards: tuple[Card, ...]


class Rearranged(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="rearranged", omit_defaults=True):
    kind: str
    seat: Seat
    order: tuple[int, ...] = ()


class Dropped(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="dropped"):
    seat: Seat


class Committed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="committed"):
    deal: int
    digest: str


class Stirred(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="stirred"):
    deal: int
    shares: tuple[Share, ...]


class Opened(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="opened"):
    deal: int
    secret: str


class Declared(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="declared", omit_defaults=True):
    fact: str
    value: FactValue
    seat: Seat | None = None


class Entered(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="entered"):
    phase: str


class DealBegan(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="deal"):
    number: int
    dealer: Seat


class ScoreLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    seat: Seat
    label: str
    points: int
    cards: tuple[Card, ...] = ()
    paragraph: str = ""


class Scored(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="scored"):
    number: int
    how: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...] = ()


class MatchEnded(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="ended", omit_defaults=True):
    how: str
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    payouts: tuple[int, ...] = ()


class Happened(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="room", omit_defaults=True):
    what: str
    seat: Seat | None = None
    name: str = ""
    text: str = ""


class Signed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="signed", omit_defaults=True):
    table: str
    deal: int
    number: int
    head: bytes
    key: str
    signature: bytes
    seat: Seat | None = None


Event = (
    Moved
    | Shuffled
    | Turned
    | Shown
    | Rearranged
    | Dropped
    | Committed
    | Stirred
    | Opened
    | Declared
    | Entered
    | DealBegan
    | Scored
    | MatchEnded
    | Happened
    | Signed
)


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    verb: str
    cards: tuple[Card, ...] = ()
    places: tuple[str, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    verb: str
    cards: tuple[Card, ...] = ()
    least: int = 0
    most: int = 0
    sets: tuple[tuple[Card, ...], ...] = ()
    names: tuple[str, ...] = ()
    paragraph: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    shape: tuple[str, ...] = ()
    divisions: tuple[tuple[tuple[Card, ...], ...], ...] = ()


class Decision(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    id: int
    seat: Seat
    phase: str
    choices: tuple[Choice, ...]
    default: Move
    clock: str = "turn"
    sealed: bool = False
    window: bool = False
    free: bool = False
    lapse_ms: int = 0


class Deed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    kind: str
    seat: Seat | None = None
    move: Move | None = None
    shares: tuple[Share, ...] = ()
    digest: str = ""


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    seat: SeatNumber
    name: Name = ""
    kind: Literal["empty", "person", "bot"] = "empty"
    level: Word = ""
    state: Literal["here", "lagging", "away"] = "here"
    ready: bool = False
    is_host: bool = False
    user: Word = ""
    bank_s: Count = 0
    is_dropped: bool = False
    differs: bool = False
    key: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    consents: bool = False


class LookInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: Name
    how: LookKind
    seat: SeatNumber | None = None


class VoteInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    what: Literal["drop", "stop", "pause", "resume", "kick"]
    seat: SeatNumber | None = None
    yes: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    no: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    needed: Count = 1
    ends_s: Count = 0
    carried: bool = False


class PetitionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    seat: SeatNumber
    name: Name
    granted: bool = False


class GoesOn(msgspec.Struct, frozen=True, kw_only=True):
    table: Word
    seat: SeatNumber
    deal: Count
    number: Count
    head: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    signature: Annotated[bytes, msgspec.Meta(max_length=64)]


class PauseInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    why: Literal["vote", "away", "empty"]
    seat: SeatNumber | None = None
    ends_s: Count | None = None


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
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
    pause: PauseInfo | None = None
    away_policy: Literal["wait", "pause", "bot"] = "wait"
    away_s: Count = 0
    turn_s: Count = 0
    bank_s: Count = 0
    between_s: Count = 0
    listed: bool = True
    coded: bool = False
    version: Word = ""
    votes: Annotated[tuple[VoteInfo, ...], msgspec.Meta(max_length=64)] = ()
    looks: Annotated[tuple[LookInfo, ...], msgspec.Meta(max_length=MOST_WATCHERS_NAMED)] = ()
    watch: LookKind = "public"
    delay: Count = 0
    chat: Talk = "together"
    petitions: Annotated[tuple[PetitionInfo, ...], msgspec.Meta(max_length=MOST_PETITIONS)] = ()
    locked: bool = False
    bans: Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)] = ()
    ban_marks: Annotated[tuple[BanMark, ...], msgspec.Meta(max_length=64)] = ()
    key: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    goes_on: GoesOn | None = None


class MovedTable(msgspec.Struct, frozen=True, kw_only=True):
    ways: Annotated[tuple[_Way, ...], msgspec.Meta(max_length=8)]
    table: Word
    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
    goes_on: GoesOn


class TakeOver(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="take_over"):
    name: Name
    will: Annotated[bytes, msgspec.Meta(max_length=65_536)] = b""


class _FromHost(msgspec.Struct, frozen=True, kw_only=True, tag_field="t"):
    pass


class Welcome(_FromHost, frozen=True, kw_only=True, tag="welcome"):
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


class Refused(_FromHost, frozen=True, kw_only=True, tag="refused"):
    code: Word
    sentence: Line
    major: Version = MAJOR
    minor: Version = MINOR
    app: Word = ""
    table: Word = ""


class Answer(_FromHost, frozen=True, kw_only=True, tag="answer"):
    pake: Annotated[bytes, msgspec.Meta(max_length=PAKE_BYTES)] = b""


class TableCode(_FromHost, frozen=True, kw_only=True, tag="code"):
    code: Word
    sentence: Line = ""


class TableFrame(_FromHost, frozen=True, kw_only=True, tag="table"):
    info: TableInfo


class Events(_FromHost, frozen=True, kw_only=True, tag="events", omit_defaults=True):
    first: Count
    events: tuple[Event, ...]
    fresh: bool = False
    veils: Annotated[bytes, msgspec.Meta(max_length=HOST_LIMIT)] = b""
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


class Ask(_FromHost, frozen=True, kw_only=True, tag="ask"):
    decision: Decision
    remaining_ms: Count | None = None
    reserve_ms: Count = 0


class Offer(_FromHost, frozen=True, kw_only=True, tag="offer"):
    decision: Decision | None = None


class Seated(_FromHost, frozen=True, kw_only=True, tag="seated"):
    seat: SeatNumber | None
    sentence: Line


class Looking(_FromHost, frozen=True, kw_only=True, tag="looking"):
    how: LookKind
    seat: SeatNumber | None = None
    sentence: Line = ""


class Clock(_FromHost, frozen=True, kw_only=True, tag="clock"):
    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)]
    remaining_ms: Count | None = None


class Done(_FromHost, frozen=True, kw_only=True, tag="done"):
    id: Word
    accepted: bool
    reason: Line = ""
    paragraph: Word = ""


class Fault(_FromHost, frozen=True, kw_only=True, tag="error"):
    code: Word
    sentence: Line


class RecordPart(_FromHost, frozen=True, kw_only=True, tag="record"):
    offset: Count
    total: Count
    data: Annotated[bytes, msgspec.Meta(max_length=RECORD_CHUNK)]


class WantPledge(_FromHost, frozen=True, kw_only=True, tag="pledging"):
    deal: Count


class Pledges(_FromHost, frozen=True, kw_only=True, tag="pledges"):
    deal: Count
    pledges: Annotated[tuple[Share, ...], msgspec.Meta(max_length=MOST_SEATS)]


class ActsPart(_FromHost, frozen=True, kw_only=True, tag="acts"):
    deal: Count
    first: Count
    total: Count
    acts: tuple[Deed, ...]


class Bye(_FromHost, frozen=True, kw_only=True, tag="bye"):
    code: Word
    sentence: Line
    to: MovedTable | None = None


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping", omit_defaults=True):
    n: Count
    number: Count = 0
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong", omit_defaults=True):
    n: Count
    number: Count = 0
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


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
    | Clock
    | Done
    | Fault
    | RecordPart
    | WantPledge
    | Pledges
    | ActsPart
    | Bye
    | TakeOver
    | Ping
    | Pong
)


class _Held(msgspec.Struct):
    value: HostMessage


def read(payload: bytes) -> HostMessage:
    """What a host said. Raises ValueError if a client of that version would hang up."""
    if len(payload) > HOST_LIMIT:
        raise ValueError(f"{len(payload)} bytes")
    plain = msgpack.unpackb(
        payload, max_array_len=4096, max_map_len=4096, max_str_len=HOST_LIMIT, max_bin_len=HOST_LIMIT, max_ext_len=0
    )
    _verify_depth(plain, 8)
    return msgspec.convert({"value": plain}, _Held, strict=True).value


def _verify_depth(plain: Any, depth: int) -> None:
    if isinstance(plain, float):
        raise ValueError("a float")
    if isinstance(plain, list | dict):
        if not depth:
            raise ValueError("nested too deeply")
        for inner in plain.values() if isinstance(plain, dict) else plain:
            _verify_depth(inner, depth - 1)
