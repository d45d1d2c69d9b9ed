"""The journal of a room: its table's file has all that is needed to restore the room after its process died.

The file is one opening and then entries. The host appends each entry before it sends any news of it, as long as the
disk takes it. If the disk is full, entries wait in the host's memory, in order, and the match continues: the host tells
everybody that the table is not saved, and would lose these entries if it died (net/host/journal_file.py).

An entry has the match's own records (acts and events), and data that never leaves the host: seats with their tokens,
and which request was carried out. A request is one entry, and what follows from it another: each is on disk as a whole
or not at all, and if the second is missing, it follows again. The record for players has the match's records only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.api import CodecError, Header, Journal, JournalError, Record, Sift, decode, encode

from ..match.lobby import Lobby
from ..match.people import Person
from ..match.settings import RoomConfig
from ..wire.table_info import MOST_SEATS


class LobbyDiff(msgspec.Struct, frozen=True, omit_defaults=True):
    """The changes of a lobby. lobby: all but the spectators, if any of that changed. came: new or changed spectators.
    went: numbers of people who no longer watch."""

    lobby: Lobby | None = None
    came: tuple[Person, ...] = ()
    went: tuple[int, ...] = ()


class LobbyDiffs:
    """The lobby as the file has it so far."""

    def __init__(self) -> None:
        self._lobby = b""
        self._watchers: dict[int, bytes] = {}

    @classmethod
    def of(cls, lobby: Lobby) -> LobbyDiffs:
        """The state of a lobby that was read from the file. If a person in it does not come back, a later entry must
        remove them.
        """
        ledger = cls()
        ledger.change(lobby)
        return ledger

    def change(self, lobby: Lobby) -> LobbyDiff | None:
        """The changes since the last call, None for none. They then count as written."""
        house = msgspec.structs.replace(lobby, people=lobby.seated)
        before, self._lobby = self._lobby, encode(house)
        known, self._watchers = self._watchers, {person.key: encode(person) for person in lobby.watchers}
        came = tuple(person for person in lobby.watchers if self._watchers[person.key] != known.get(person.key))
        went = tuple(sorted(known.keys() - self._watchers.keys()))
        if self._lobby == before and not came and not went:
            return None
        return LobbyDiff(house if self._lobby != before else None, came, went)


class LobbyReplay:
    """A lobby, restored from its changes one after the other."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._watchers: dict[int, Person] = {}

    def add(self, change: LobbyDiff) -> None:
        self._lobby = change.lobby or self._lobby
        self._watchers.update((person.key, person) for person in change.came)
        for key in change.went:
            self._watchers.pop(key, None)

    def lobby(self) -> Lobby:
        """The lobby after all that was added."""
        return msgspec.structs.replace(self._lobby, people=[*self._lobby.people, *self._watchers.values()])


JOURNAL_FORMAT = 1
_LARGEST_ENTRY = 4 * 1024 * 1024
_MOST_ITEMS = 16_384


class Opening(msgspec.Struct, frozen=True, tag_field="d", tag="opening"):
    """The first record: how the table was opened."""

    format: int
    config: RoomConfig


class DoneRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's request that was carried out. digest: of the request, b"" if it was not stored.
    failed: the program made a mistake in it, and it was refused."""

    person: int
    action: str
    digest: bytes = b""
    failed: bool = False


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="d", tag="entry"):
    """What one call of the room changed.

    age_ms: since the table was opened. header: of the match, when it begins. records: acts and their events.
    stands: where a move was taken back, how many of all records before still stand; these records follow them.
    lobby: what is new of it. did: the request that caused it.
    """

    age_ms: int
    header: Header | None = None
    stands: int | None = None
    records: tuple[Record, ...] = ()
    lobby: LobbyDiff | None = None
    did: DoneRequest | None = None


@dataclass
class SavedRoom:
    """A room's past, read from its file. records: all records, also those before the match. is_begun: the file has its
    lobby. A host writes the lobby as soon as the table is open.
    """

    config: RoomConfig
    lobby: Lobby
    age_ms: int = 0
    header: Header | None = None
    records: list[Record] = field(default_factory=list)
    done: list[DoneRequest] = field(default_factory=list)
    is_begun: bool = False

    @property
    def journal(self) -> Journal | None:
        """The match so far, None before it began."""
        return Journal(self.header, self.records) if self.header else None


def write(part: Opening | Entry) -> bytes:
    """One record for the file."""
    return encode(part)


def read_match(parts: Sequence[bytes], sift: Sift) -> Journal | None:
    """The match in a table's file, perhaps the file of another user. None before it began. Raises JournalError."""

    def of_match(plain: Any) -> Any:
        # The lobby is most of such a file, and checking its types takes longest.
        if isinstance(plain, dict) and plain.get("d") == "entry":
            plain = {key: value for key, value in plain.items() if key not in ("lobby", "did")}
        return sift(plain)

    try:
        return read_past(parts, of_match).journal
    except JournalError:
        raise
    except Exception as fault:
        # If another program wrote the file, a room, a game or this code may fail on it in any way.
        raise JournalError("The table's file describes a table that cannot exist.") from fault


def has_match(parts: Sequence[bytes]) -> bool:
    """Whether a match had begun by these records. Raises JournalError."""
    entries = (read_part(part, number) for number, part in enumerate(parts))
    return any(isinstance(entry, Entry) and entry.header is not None for entry in entries)


def is_opening(part: bytes) -> bool:
    """Whether a file that begins with this record is the file of a table, and not the record of a match."""
    try:
        return isinstance(read_part(part, 0), Opening)
    except JournalError:
        return False


def read_past(parts: Sequence[bytes], sift: Sift | None = None) -> SavedRoom:
    """The past in a file's records. sift: checks the records of another user's file before they are typed.

    Raises JournalError.
    """
    if not parts:
        raise JournalError("The table's file is empty.")
    opening = read_part(parts[0], 0, sift)
    if not isinstance(opening, Opening) or opening.format != JOURNAL_FORMAT:
        raise JournalError("The table's file begins with a malformed record.")
    past = SavedRoom(opening.config, Lobby.open(opening.config))
    books = LobbyReplay(past.lobby)
    for number, part in enumerate(parts[1:], start=1):
        entry = read_part(part, number, sift)
        if not isinstance(entry, Entry):
            raise JournalError(f"Entry {number} of the table's file starts the table a second time.")
        past.age_ms = entry.age_ms
        past.header = entry.header or past.header
        if entry.stands is not None:
            if not 0 <= entry.stands <= len(past.records):
                raise JournalError(f"Entry {number} of the table's file takes back more moves than were played.")
            del past.records[entry.stands :]
        past.records.extend(entry.records)
        if entry.lobby is not None:
            books.add(entry.lobby)
            past.is_begun = True
        if entry.did is not None:
            past.done.append(entry.did)
    past.lobby = books.lobby()
    past.lobby.has_owner = Lobby.open(opening.config).has_owner
    past.lobby.own_by_key()
    if not 0 < past.lobby.seats <= MOST_SEATS:
        raise JournalError(f"The table's file describes a table of {past.lobby.seats} seats, which is not possible.")
    return past


def read_part(part: bytes, number: int, sift: Sift | None = None) -> Opening | Entry:
    """One record of the file. number: its place there, for the error. Raises JournalError."""
    try:
        # mypy cannot take a union for a type[T].
        read: Opening | Entry = decode(part, Opening | Entry, limit=_LARGEST_ENTRY, most_items=_MOST_ITEMS, sift=sift)  # type: ignore[arg-type]
    except CodecError as error:
        raise JournalError(f"Entry {number} of the table's file is malformed.") from error
    return read
