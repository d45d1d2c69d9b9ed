"""A table from outside, as every list of tables and every lobby shows it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from engine.api import OptionValue

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
    who came over the machine's own socket. bank_s: what the seat may still overdraw.
    is_dropped: the seat is out of the match; name: who sat there last.
    key: of the person (net/storage/person_key.py), "" if it has none. differs: its client was told another story.
    consents: whether its person lets spectators look over its shoulder, where the table allows it.
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
    key: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    consents: bool = False


class LookInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who watches more than everybody sees. seat: over whose shoulder, None for all hands."""

    name: Name
    how: LookKind
    seat: SeatNumber | None = None


class VoteInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A vote that is open.

    what: to stop the match, to drop a seat from it, to pause, to go on (resume), or to send a player away (kick). seat:
    the one to be dropped, or whose player it is. yes, no: seats that have said so.
    needed: how many must say yes. ends_s: age of the table at which it is void. carried: agreed on, and done at the
    next pause between two deals.
    """

    what: Literal["drop", "stop", "pause", "resume", "kick"]
    seat: SeatNumber | None = None
    yes: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    no: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    needed: Count = 1
    ends_s: Count = 0
    carried: bool = False


class PetitionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who watches would like to go on in an absent player's place. granted: the host has said yes."""

    seat: SeatNumber
    name: Name
    granted: bool = False


class GoesOn(msgspec.Struct, frozen=True, kw_only=True):
    """That a table goes on with the match of another one whose host is gone, or has passed it on.

    table: id of the old one. seat: whose player goes on with it, and has signed `statements.goes_on` with its key.
    deal: the last finished one; number: events up to its end; head: of the chain there.
    """

    table: Word
    seat: SeatNumber
    deal: Count
    number: Count
    head: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    signature: Annotated[bytes, msgspec.Meta(max_length=64)]


class Forebear(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table whose match went on at another one. table: its id. key: of its host. name: of the player on whose
    machine it was. goes_on: its own claim, None for the table at which the match began."""

    table: Word
    key: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    name: Name = ""
    goes_on: GoesOn | None = None


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What decides between two tables of one match (net/match/rivals.py).

    people: seats whose players are here now, without the one whose machine hosts the table. deals: finished deals.
    agreed: the last deal that at least half of the people have signed. witnessed: the last deal that anybody has signed
    besides the player whose machine hosts. interrupted: the host did not run for a while, and nobody has come back
    since besides that player.
    """

    people: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    deals: Count = 0
    agreed: Count = 0
    witnessed: Count = 0
    interrupted: bool = False


class OtherTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Another table at which the same match is played now. name: whose machine hosts it. deals: finished there.
    people: names of the players who are there. way: its join link, "" where there is none."""

    table: Word
    name: Name = ""
    deals: Count = 0
    people: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    way: Annotated[str, msgspec.Meta(max_length=480)] = ""


class HostKeySigned(msgspec.Struct, frozen=True, kw_only=True):
    """Whose signatures of deals are the host's. key: of its person. signature: by it, of `statements.host`."""

    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]


class PauseInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a table stands still.

    why: the players agreed on it (vote), somebody is waited for (away), nobody is here (empty), or the program cannot
    carry out what comes next (fault; clients without the capability "fault" are told vote). seat: of the one who is
    waited for. ends_s: age of the table at which it ends by itself, None for never. breaks_off: the match is broken off
    then, since no player is here; else the table goes on.
    """

    why: Literal["vote", "away", "empty", "fault"]
    seat: SeatNumber | None = None
    ends_s: Count | None = None
    breaks_off: bool = False


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The table from outside: all that a list of tables or a lobby shows.

    options: of the game, complete. watchers: names, the first 64; watching: how many there are. phase: open (before
    the first deal), playing, between (deals), paused (then pause says why), over. host_seat: seat with the host's
    rights now, None when a watcher or nobody has them; host: its name. on_loan: the table belongs to somebody who
    is not here, and the host has only some of the rights. age_s: since the table was opened. pace_ms: time a bot
    takes. away_policy, away_s: what becomes of the turn of an absent player, and after how many seconds. turn_s:
    limit of a turn, 0 for none; bank_s: what each seat may overdraw in a match. between_s: the longest pause
    between deals, 0 for no limit. listed: whether others may find it. coded: whether newcomers need its code.
    version: of the program that hosts. votes: what the players vote on. petitions: who would like to sit on an
    absent player's seat. looks: watchers who look at hands, and at whose. watch: the most that watchers may see.
    delay: 0; a host of an earlier version may send turns. chat: whether spectators talk with the players. locked:
    nobody new is let in. bans: names of the people who are not until the match is over. ban_marks: of their keys,
    one for each ban, "" where no key is known (net/match/bans.py). key: fingerprint of the key with which the host
    answers on the network, "" if it does not listen there. goes_on: with which other table's match, if it does.
    descent: the tables of this match before, oldest first, at most the last eight. standing: what decides between
    this table and another one of the same match, None before the match and where nobody else plays. other: another
    table of the same match, of which this one knows. settled: all options as this match is played, from its first
    deal on; the digests are over these. host_key_signed: with which key the host signs how deals ended, bound to
    the key of its connections.
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
    settled: Annotated[dict[Word, OptionValue], msgspec.Meta(max_length=64)] = {}
    host_key_signed: HostKeySigned | None = None
