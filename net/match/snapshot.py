"""What a table leaves behind when its host is gone: enough for another machine to be its host from there on.

Everything in it is known to each player who has checked the finished deals (net/verification/verifier.py): the match
up to the end of the last of them, who sat where by the keys of the people, what was agreed on, and what is left of
each bank as all were shown it. Only a host that hands its table over itself adds what nobody else knows: the clocks,
and the reserves.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from engine.api import CodecError, Header, Heritage, Journal, Record, Seat, decode, encode

from ..problems import StoreProblem
from ..wire.sift import sift
from ..wire.table_info import MOST_FOREBEARS, Forebear, GoesOn, LookKind, SeatInfo, TableInfo, Talk
from .bans import Ban, ban_elsewhere, bans_shown
from .clocks import Clocks
from .lobby import Lobby, RoomConfig
from .people import Gone, HouseBot, Person
from .rivals import line_of
from .settings import LEAST_DELAY, MOST_DELAY
from .snapshot_check import verify_told, with_told

FORMAT: Final = 1
ESTATE_NAME: Final = "estate"
LARGEST_ESTATE: Final = 16 * 1024 * 1024
MOST_ESTATE_ITEMS: Final = 262_144
_RECORDS_AN_ENTRY: Final = 4096
_BYTES_AN_ENTRY: Final = 1024 * 1024


class Will(msgspec.Struct, frozen=True):
    """What only a host knows that hands its table over itself: the lobby, without its people, and the clocks."""

    lobby: Lobby
    clocks: Clocks


class Sitter(msgspec.Struct, frozen=True):
    """Whose seat it is. key: of the person, by which it is known when it comes. bank_s: what the seat could still
    overdraw; None for all that a seat may. consents: as in SeatInfo."""

    seat: Seat
    name: str
    key: str
    bank_s: int | None = None
    consents: bool = False


class Estate(msgspec.Struct, frozen=True, kw_only=True):
    """A table to be gone on with.

    goes_on: what the heir has signed, and from which table. header, records: of the match, without a seed. heir: the
    seat whose player goes on with it. locked: nobody new was let in. is_halted: the players had agreed on a pause.
    watch, delay, chat: what watchers may, as in TableInfo. bans: as all were shown them. lobby: only from a host that
    hands its table over. descent: the tables of this match before the new one.
    """

    format: int
    goes_on: GoesOn
    header: Header
    records: tuple[Record, ...]
    sitters: tuple[Sitter, ...]
    bots: tuple[HouseBot, ...] = ()
    gone: tuple[Gone, ...] = ()
    heir: Seat
    locked: bool = False
    is_halted: bool = False
    watch: LookKind = "public"
    delay: int = 0
    chat: Talk = "together"
    bans: tuple[Ban, ...] = ()
    lobby: Lobby | None = None
    descent: tuple[Forebear, ...] = ()

    @property
    def journal(self) -> Journal:
        """The match so far."""
        return Journal(self.header, list(self.records))


def write_will(lobby: Lobby, clocks: Clocks) -> bytes:
    """What the next host is told of a table: no token, no code, and of nobody where they came from but of the banned.

    Who sits where it knows, and their keys bring them back. What goes by people's numbers is void with these."""
    bans = [ban_elsewhere(ban) for ban in lobby.bans]
    nobody = msgspec.structs.replace(lobby, people=[], waived=[], voided=[], passes=[], votes=[], petitions=[])
    nobody.owner_tokens = ()
    return encode(Will(msgspec.structs.replace(nobody, bans=bans, code=""), clocks))


def read_will(will: bytes) -> Will:
    """Read it. Raises StoreProblem."""
    try:
        told = decode(will, Will, limit=LARGEST_ESTATE, sift=sift)
    except CodecError as fault:
        raise StoreProblem(f"What the host told of its table is not understood: {fault}") from fault
    verify_told(told.lobby, told.clocks)
    return told


def estate_of(old: TableInfo, left: Heritage, claim: GoesOn, lobby: Lobby | None = None) -> Estate:
    """What a table leaves to the seat that claims it."""
    return Estate(
        format=FORMAT,
        goes_on=claim,
        header=left.journal.header,
        records=tuple(left.journal.records),
        sitters=tuple(_sitter(one) for one in old.seats if one.kind == "person"),
        bots=tuple(HouseBot(one.seat, one.name, one.level) for one in old.seats if one.kind == "bot"),
        gone=tuple(Gone(one.seat, one.name) for one in old.seats if one.is_dropped),
        heir=claim.seat,
        locked=old.locked,
        is_halted=old.pause is not None and old.pause.why in ("vote", "fault"),
        watch=old.watch,
        delay=old.delay if LEAST_DELAY <= old.delay <= MOST_DELAY else 0,
        chat=old.chat,
        bans=tuple(bans_shown(old.bans, old.ban_marks)),
        lobby=lobby,
        descent=line_of(old)[-MOST_FOREBEARS:],
    )


def _sitter(seat: SeatInfo) -> Sitter:
    return Sitter(seat.seat, seat.name, seat.key, bank_s=seat.bank_s, consents=seat.consents)


def inherited(config: RoomConfig, estate: Estate) -> Lobby:
    """The lobby of the new table: everybody on the old seats, nobody here yet, the heir as the owner.

    Raises what Lobby.open raises.
    """
    lobby = Lobby.open(config)
    lobby.watching, lobby.delay, lobby.chat = estate.watch, estate.delay, estate.chat
    lobby.is_halted, lobby.bans = estate.is_halted, list(estate.bans)
    for sitter in estate.sitters:
        if sitter.bank_s is not None:
            lobby.reserves_ms[sitter.seat] = min(lobby.bank_ms, sitter.bank_s * 1000)
    if estate.lobby is not None:
        lobby = with_told(lobby, estate.lobby, estate.goes_on.deal)
    lobby.locked = lobby.locked or estate.locked
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
