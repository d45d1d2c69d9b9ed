"""The description of a table, which lists of tables and lobbies show."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from engine.api import OptionValue

from ..crypto.signing import PERSON_KEY

MOST_SEATS: Final = 16
MOST_WATCHERS_NAMED: Final = 64
MOST_PETITIONS: Final = 64
MOST_FOREBEARS: Final = 8

Name = Annotated[str, msgspec.Meta(max_length=200)]
Word = Annotated[str, msgspec.Meta(max_length=48)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


BanMark = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{80})?\Z")]
LookKind = Literal["public", "shoulder", "hands"]
"""How a spectator watches: what everybody sees, over one seat's shoulder, or all hands."""
Talk = Literal["together", "apart"]
"""Whether spectators talk with the players, or among themselves while a deal is played."""


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat, as everybody sees it.

    kind: empty, person or bot. level: of a bot. state: here, lagging or away. user: the system's name of a person
    who came over the machine's own socket. bank_s: seconds left in the seat's time bank.
    is_dropped: the seat is out of the match; name: who sat there last.
    key: of the person (net/storage/person_key.py), "" if it has none. differs: its client was told different events.
    consents: whether the player lets spectators see their cards, if the table allows it.
    """

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
    key: Annotated[str, msgspec.Meta(pattern=rf"^({PERSON_KEY})?\Z")] = ""
    consents: bool = False


class LookInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A spectator who sees more than public cards. seat: whose cards, None for all hands."""

    name: Name
    how: LookKind
    seat: SeatNumber | None = None


class VoteInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open vote. what: stop the match, drop a seat, pause, resume, or kick a player. seat: the one to drop or kick.
    yes, no: seats that voted so. needed: the number of yes votes. ends_s: the table's age at which the vote ends.
    carried: the vote `drop` has passed and waits for the next pause between two deals.
    """

    what: Literal["drop", "stop", "pause", "resume", "kick"]
    seat: SeatNumber | None = None
    yes: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    no: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    needed: Count = 1
    ends_s: Count = 0
    carried: bool = False


class PetitionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A spectator asks for an absent player's seat. granted: the host agreed."""

    seat: SeatNumber
    name: Name
    granted: bool = False


class GoesOn(msgspec.Struct, frozen=True, kw_only=True):
    """The claim that a table continues the match of another one, whose host is gone or handed it over. table: id of the
    old table. seat: of the player who continues it and signed the statement `goes on` (net/crypto/signing.py).
    deal: the last finished one; number: events up to its end; head: of the chain there.
    """

    table: Word
    seat: SeatNumber
    deal: Count
    number: Count
    head: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    signature: Annotated[bytes, msgspec.Meta(max_length=64)]


class Forebear(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An earlier table of a match. table: its id. key: of its host. name: of the player whose machine hosted it.
    goes_on: its own claim, None for the first table.
    """

    table: Word
    key: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    name: Name = ""
    goes_on: GoesOn | None = None


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The facts that decide between two tables of one match (net/match/rivals.py). people: seats whose players are here
    now, without the player who hosts. deals: finished deals. agreed: the last deal signed by at least half of the
    people. witnessed: the last deal signed by anybody but the player who hosts. interrupted: the host did not run for a
    while, and nobody but that player has come back since.
    """

    people: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    deals: Count = 0
    agreed: Count = 0
    witnessed: Count = 0
    interrupted: bool = False


class OtherTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Another table with the same match. name: of the player who hosts it. deals: finished there. people: names of the
    players there. way: its join link, "" if there is none.
    """

    table: Word
    name: Name = ""
    deals: Count = 0
    people: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    way: Annotated[str, msgspec.Meta(max_length=480)] = ""


class HostKeySigned(msgspec.Struct, frozen=True, kw_only=True):
    """The key with which the host signs deals. key: of its person. signature: its signature of the statement `host`
    (net/crypto/signing.py).
    """

    key: Annotated[str, msgspec.Meta(pattern=rf"^{PERSON_KEY}\Z")]
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]


class PauseInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a table is paused. why: the players voted for it (vote), a player is away (away), nobody is here (empty), or
    the program fails in the next step (fault; clients without the capability "fault" are told vote). seat: of the
    absent player. ends_s: the table's age at which the pause ends, None for never. breaks_off: all players are away,
    and the match is then broken off unless one of them comes back; else the table goes on.
    """

    why: Literal["vote", "away", "empty", "fault"]
    seat: SeatNumber | None = None
    ends_s: Count | None = None
    breaks_off: bool = False


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The description of a table. options: of the game, complete. watchers: the first 64 names; watching: their number.
    phase: open (before the first deal), playing, between (deals), paused (then pause says why), over. host_seat: the
    seat with the host's rights now, None if a watcher or nobody has them; host: its name. on_loan: the owner is away,
    and a stand-in has some of the rights. age_s: since the table was opened. pace_ms: time a bot takes. away_policy,
    away_s: what happens on the turn of an absent player, and after how many seconds. turn_s: limit of a turn, 0 for
    none; bank_s: the time bank of each seat for a match. between_s: the longest pause between deals, 0 for no limit.
    listed: whether lists show it. coded: whether new people need a code. version: of the host's program. votes: the
    open votes. petitions: spectators who ask for an absent player's seat. looks: watchers who see hands. watch: the
    most that watchers may see.
    delay: 0; a host of an earlier version may send turns. chat: whether spectators chat with the players. locked:
    nobody new can join. bans: names of the banned people. ban_marks: of their keys, one for each ban, "" if no key is
    known (net/match/bans.py). key: the host's key on the network, "" if it does not listen there. goes_on: the claim,
    if it continues another table's match. descent: earlier tables of this match, oldest first, at most the last eight.
    standing: decides between this and another table of the match, None before the match and if nobody else plays.
    other: another known table of the same match. not_saved: the host's disk accepts nothing now, so what was played is
    lost if the host stops. settled: all options of this match from its first deal on; digests use these.
    host_key_signed: the key with which the host signs deals. watcher_marks: of the keys of watchers, in no order; only
    for the players of a table that is locked or has a code.
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
    on_loan: bool = False
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
    descent: Annotated[tuple[Forebear, ...], msgspec.Meta(max_length=MOST_FOREBEARS)] = ()
    standing: Standing | None = None
    other: OtherTable | None = None
    not_saved: bool = False
    settled: Annotated[dict[Word, OptionValue], msgspec.Meta(max_length=64)] = {}
    host_key_signed: HostKeySigned | None = None
    watcher_marks: Annotated[tuple[BanMark, ...], msgspec.Meta(max_length=MOST_WATCHERS_NAMED)] = ()
