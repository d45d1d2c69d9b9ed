"""What is left of a table when its host is gone: enough for another machine to host it from then on.

Everything in it is known to each player who has checked the finished deals (net/verification/deal_replay.py): the match
up to the end of the last of them, who sat where by the keys of the people, what the players agreed on, and the rest of
each time bank as everybody saw it. Only a host that hands over its table adds what nobody else knows: the clocks and
the exact time banks.
"""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from engine.api import Checkpoint, CodecError, Header, Journal, Record, Seat, decode, encode

from ..crypto.join_code import read_code
from ..crypto.signing import is_person_key
from ..problems import StoreProblem
from ..wire.sanitize import clean_name, clean_title
from ..wire.sift import sift
from ..wire.table_info import MOST_FOREBEARS, MOST_SEATS, Forebear, GoesOn, LookKind, SeatInfo, TableInfo, Talk
from .bans import MOST_BANS, SALT_BYTES, BannedPerson, ban_elsewhere, bans_shown
from .lobby import Lobby
from .people import BotSeat, DroppedSeat, Person
from .rivals import line_of
from .settings import (
    LONGEST_PACE_MS,
    LONGEST_S,
    MOST_WATCHERS,
    SETTING_FIELDS,
    RoomConfig,
    TimeControls,
)

SNAPSHOT_FORMAT: Final = 1
ESTATE_NAME: Final = "estate"
LARGEST_ESTATE: Final = 16 * 1024 * 1024
MOST_ESTATE_ITEMS: Final = 262_144
_RECORDS_AN_ENTRY: Final = 4096
_BYTES_AN_ENTRY: Final = 1024 * 1024


class PrivateSnapshot(msgspec.Struct, frozen=True):
    """What only a host that hands over its table knows: the lobby without its people, the clocks, and the code of a
    private table.
    """

    lobby: Lobby
    clocks: TimeControls
    code: str = ""


class SeatOwner(msgspec.Struct, frozen=True):
    """The owner of a seat. key: the key by which the new host recognises this person. bank_s: the rest of the seat's
    time bank; None for all of it. consents: as in SeatInfo.
    """

    seat: Seat
    name: str
    key: str
    bank_s: int | None = None
    consents: bool = False


class MatchSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A table that another host continues. goes_on: the claim that the new host's player signed. header, records: of
    the match, without a seed. heir: the seat of that player. locked: nobody new could join. is_halted: the players had
    agreed on a pause. watch, chat: what spectators may do, as in TableInfo. bans: as everybody saw them. admitted:
    marks of the keys of spectators. lobby, code: only if the old host handed its table over. descent: the tables of
    this match before the new one.
    """

    format: int
    goes_on: GoesOn
    header: Header
    records: tuple[Record, ...]
    sitters: tuple[SeatOwner, ...]
    bots: tuple[BotSeat, ...] = ()
    gone: tuple[DroppedSeat, ...] = ()
    heir: Seat
    locked: bool = False
    is_halted: bool = False
    watch: LookKind = "public"
    chat: Talk = "together"
    bans: tuple[BannedPerson, ...] = ()
    admitted: tuple[str, ...] = ()
    lobby: Lobby | None = None
    code: str = ""
    descent: tuple[Forebear, ...] = ()

    @property
    def journal(self) -> Journal:
        return Journal(self.header, list(self.records))


def write_will(lobby: Lobby, clocks: TimeControls) -> bytes:
    """The old host's data about a table for the next host. It has no token, and no address except those of banned
    people. The next host knows who sits where, and recognises people by their keys. Everything that refers to
    people by number becomes void.
    """
    bans = [ban_elsewhere(ban) for ban in lobby.bans]
    nobody = msgspec.structs.replace(lobby, people=[], waived=[], voided=[], passes=[], votes=[], petitions=[])
    nobody.owner_tokens = ()
    code = lobby.code if lobby.private else ""
    return encode(PrivateSnapshot(msgspec.structs.replace(nobody, bans=bans, code=""), clocks, code))


def read_will(will: bytes) -> PrivateSnapshot:
    """Read the data of the old host. Raises StoreProblem."""
    try:
        told = decode(will, PrivateSnapshot, limit=LARGEST_ESTATE, sift=sift)
    except CodecError as fault:
        raise StoreProblem(f"The host's description of its table cannot be read: {fault}") from fault
    verify_told(told.lobby, told.clocks)
    if told.code and not _is_code(told.code):
        raise StoreProblem("The host described a table that cannot exist.")
    return told


def estate_of(
    old: TableInfo, left: Checkpoint, claim: GoesOn, lobby: Lobby | None = None, code: str = ""
) -> MatchSnapshot:
    """The snapshot of a table for the player on the seat that claims it. lobby, code: from the host's will."""
    return MatchSnapshot(
        format=SNAPSHOT_FORMAT,
        goes_on=claim,
        header=left.journal.header,
        records=tuple(left.journal.records),
        sitters=tuple(_sitter(one) for one in old.seats if one.kind == "person"),
        bots=tuple(BotSeat(one.seat, one.name, one.level) for one in old.seats if one.kind == "bot"),
        gone=tuple(DroppedSeat(one.seat, one.name) for one in old.seats if one.is_dropped),
        heir=claim.seat,
        locked=old.locked,
        is_halted=old.pause is not None and old.pause.why in ("vote", "fault"),
        watch=old.watch,
        chat=old.chat,
        bans=tuple(bans_shown(old.bans, old.ban_marks)),
        admitted=old.watcher_marks,
        lobby=lobby,
        code=code,
        descent=line_of(old)[-MOST_FOREBEARS:],
    )


def _sitter(seat: SeatInfo) -> SeatOwner:
    return SeatOwner(seat.seat, seat.name, seat.key, bank_s=seat.bank_s, consents=seat.consents)


def inherited(config: RoomConfig, estate: MatchSnapshot) -> Lobby:
    """The lobby of the new table: everybody on the old seats, nobody here yet, and the new host's player as the owner.

    Raises what Lobby.open raises.
    """
    lobby = Lobby.open(config)
    lobby.watching, lobby.chat = estate.watch, estate.chat
    lobby.is_halted, lobby.bans = estate.is_halted, list(estate.bans)
    lobby.admitted = list(estate.admitted)
    for sitter in estate.sitters:
        if sitter.bank_s is not None:
            lobby.reserves_ms[sitter.seat] = min(lobby.bank_ms, sitter.bank_s * 1000)
    if estate.lobby is not None:
        lobby = with_told(lobby, estate.lobby, estate.goes_on.deal)
    lobby.locked = lobby.locked or estate.locked
    lobby.code = estate.code if lobby.private else ""
    lobby.bots = list(estate.bots)
    lobby.gone = list(estate.gone)
    for sitter in estate.sitters:
        person = Person(key=lobby.next_key, name=sitter.name, seat=sitter.seat, key_ed=sitter.key)
        person.consents = sitter.consents
        lobby.next_key += 1
        lobby.people.append(person)
        if sitter.seat == estate.heir:
            lobby.give_key(person)
    return lobby


def portions(records: Sequence[Record]) -> list[tuple[Record, ...]]:
    """The same records in portions that fit into entries of a table's file."""
    found: list[tuple[Record, ...]] = []
    portion: list[Record] = []
    size = 0
    for record in records:
        length = len(encode(record))
        if portion and (len(portion) >= _RECORDS_AN_ENTRY or size + length > _BYTES_AN_ENTRY):
            found.append(tuple(portion))
            portion, size = [], 0
        portion.append(record)
        size += length
    return [*found, tuple(portion)] if portion else found


_LONGEST_DWELL_MS: Final = 60_000


_LEAST_MS: Final = 50
"""The shortest time between two pings. A host that pings more often does nothing else."""


_MOST_LIMITS: Final = 64


_MARK: Final = re.compile(rf"([0-9a-f]{{{2 * SALT_BYTES + 64}}})?")


def verify_told(lobby: Lobby, clocks: TimeControls) -> None:
    """Raises StoreProblem if no host could have sent these settings and clocks."""
    settings = lobby.settings(lobby.paced(TimeControls()))
    reserves = (*lobby.reserves_ms, *lobby.banks_ms, lobby.bank_ms)
    fits = (
        len(lobby.reserves_ms) == len(lobby.banks_ms) == MOST_SEATS
        and all(0 <= left <= LONGEST_S * 1000 for left in reserves)
        and all(0 <= value <= LONGEST_S for name, value in settings.items() if name.endswith("_s"))
        and all(0 <= value <= LONGEST_PACE_MS for name, value in settings.items() if name.endswith("_ms"))
        and 0 <= lobby.most_watchers <= MOST_WATCHERS
        and len(lobby.bans) <= MOST_BANS
        and all(map(_is_sound, lobby.bans))
    )
    if not fits or not _can_run(clocks):
        raise StoreProblem("The host described a table that cannot exist.")


def with_told(own: Lobby, told: Lobby, deals: int) -> Lobby:
    """A new table's lobby with the settings that another host may decide, and nothing else from that host. deals:
    number of finished deals; the old host may have opened hands of these to spectators.
    """
    return msgspec.structs.replace(
        own,
        **{name: getattr(told, name) for name in SETTING_FIELDS if name != "title"},
        title=clean_title(told.title) or own.title,
        most_watchers=told.most_watchers,
        reserves_ms=list(told.reserves_ms),
        banks_ms=list(told.banks_ms),
        is_halted=told.is_halted,
        bans=[msgspec.structs.replace(ban, name=clean_name(ban.name), tokens=(), user="") for ban in told.bans],
        looks=list(told.looks[:deals]),
    )


def _is_code(code: str) -> bool:
    try:
        return read_code(code) == code
    except ValueError:
        return False


def _is_sound(ban: BannedPerson) -> bool:
    return (not ban.key or is_person_key(ban.key)) and _MARK.fullmatch(ban.mark) is not None


def _can_run(clocks: TimeControls) -> bool:
    """Whether a host can run with these clocks, and people can play with them."""
    least, most = clocks.dwell_ms
    heartbeats = (clocks.ping_ms, clocks.hello_ms, clocks.silent_ms, clocks.away_ms, clocks.lagging_ms)
    return (
        least <= most <= _LONGEST_DWELL_MS
        and all(span >= _LEAST_MS for span in heartbeats)
        and len(clocks.limits_ms) <= _MOST_LIMITS
    )
