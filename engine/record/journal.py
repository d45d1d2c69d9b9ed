"""The record of a match: a header, and each act with its events. A move and its events are one record, so they are on
disk together or not at all. Records are framed by length and checksum; an incomplete last record is cut off, a damaged
earlier one is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from ..model.cards import Seat
from ..model.events import Event, Share
from ..model.moves import Move
from ..model.options import OptionValue
from .codec import CodecError, Sift, decode, encode
from .framing import LARGEST_RECORD, MOST_RECORDS, TooManyRecords, frame_record, read_records

FORMAT = 1


class JournalError(ValueError):
    """A record that is damaged or breaks the rules; the message says where."""


class UnplayableRecord(JournalError):
    """The rules raised an error while a record was replayed; that error is the cause."""


class Header(msgspec.Struct, frozen=True):
    """How a match was set up. seed: the secret of its deals. deal: a given first deal as text, or "". opened: after a
    change of host, the secrets of the earlier deals, from the first on; the seed is then the new host's. Unset if there
    was one host.
    """

    format: int
    game: str
    seats: int
    options: dict[str, OptionValue]
    seed: str
    deal: str = ""
    opened: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


MOST_EVENTS = 2 * MOST_RECORDS
"""Events of a match in a file at most, with all that was said at the table."""


class Act(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The cause of events. kind: "start"; a seat's "play"; the host's "close", "drop" of a seat, "abandon", or "void"
    (the same without refunds from the game); "commit" or "stir" before a deal; "room" for events outside the game; at
    the end "seal", in an exported record. shares: of a stir. digest: of a seal.
    """

    kind: str
    seat: Seat | None = None
    move: Move | None = None
    shares: tuple[Share, ...] = ()
    digest: str = ""


class Record(msgspec.Struct, frozen=True, gc=False):
    """One act and its events, in order; a sealed answer has no events yet."""

    act: Act
    events: tuple[Event, ...] = ()


class Journal:
    """The journal of a match. Events are numbered from 0 through all records."""

    def __init__(self, header: Header, records: list[Record] | None = None) -> None:
        self.header = header
        self.records = records if records is not None else []

    def events(self) -> Iterator[Event]:
        """Every event of the match, in order."""
        for record in self.records:
            yield from record.events

    def to_bytes(self) -> bytes:
        """The whole journal as the bytes of a file."""
        return pack_record(self.header) + b"".join(pack_record(record) for record in self.records)

    def sealed(self) -> bytes:
        """The journal for export: its last record is a digest of everything before, including the chat."""
        content = self.to_bytes()
        return content + pack_record(Record(Act("seal", digest=sha256(content).hexdigest())))

    def verify_seal(self) -> bool:
        """Whether the journal has a seal. Raises JournalError if the seal is wrong or is not the last record."""
        places = [place for place, record in enumerate(self.records) if record.act.kind == "seal"]
        if not places:
            return False
        last = self.records[-1]
        content = Journal(self.header, self.records[:-1]).to_bytes()
        if places != [len(self.records) - 1] or last.events or last.act != Act("seal", digest=last.act.digest):
            raise JournalError("The seal of this game record is malformed, or another entry follows the seal.")
        if sha256(content).hexdigest() != last.act.digest:
            raise JournalError("The seal is broken: an entry was changed after the match ended.")
        return True

    @classmethod
    def from_bytes(cls, data: bytes, *, sift: Sift | None = None) -> Journal:
        """Read a whole journal, without an incomplete last record. Raises JournalError. sift: filters the records of an
        untrusted file, as in `codec.decode`.
        """
        try:
            found = read_records(data, most=MOST_RECORDS)
        except TooManyRecords as error:
            raise JournalError(str(error)) from None
        frames = found.payloads
        if not frames:
            raise JournalError("This is not a game record: its header is incomplete.")
        if found.is_damaged:
            raise JournalError(f"Entry {len(frames)} (at byte {found.length}) is damaged.")
        try:
            header = decode(frames[0], Header, limit=LARGEST_RECORD)
        except CodecError as error:
            raise JournalError("This is not a game record: it does not begin with a header.") from error
        if header.format != FORMAT:
            raise JournalError(f"The game record has format {header.format}. This program reads only format {FORMAT}.")
        journal, events = cls(header), 0
        for number, frame in enumerate(frames[1:], start=1):
            journal.records.append(read_record(frame, number, sift=sift))
            events += len(journal.records[-1].events)
            if events > MOST_EVENTS:
                raise JournalError(f"The game record has more than {MOST_EVENTS} events. No match has so many events.")
        if journal.records and journal.records[-1].act.kind == "seal" and journal.to_bytes() != data:
            # The seal does not cover an unknown or a repeated field, or bytes after the end, and another reader might
            # see them; so such a file is refused.
            raise JournalError("The game record was changed: it contains bytes that its seal does not cover.")
        return journal


def pack_record(value: Header | Record) -> bytes:
    """A header or record after its length and checksum."""
    return frame_record(encode(value))


def read_record(payload: bytes, number: int, *, sift: Sift | None = None) -> Record:
    """The record in a frame. number: its place in the file, for the error. Raises JournalError."""
    try:
        return decode(payload, Record, limit=LARGEST_RECORD, sift=sift)
    except CodecError as error:
        raise JournalError(f"Entry {number} is malformed.") from error
