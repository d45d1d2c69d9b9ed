"""The record of a match: header, and for each act the events that it made.

A move and its events are one record, so that none of them can be on disk without the others. Records are framed by
length and checksum; a torn last record is cut off, a damaged earlier one is an error.
"""

from collections.abc import Iterator
from zlib import crc32

import msgspec

from .cards import Seat
from .codec import CodecError, Sift, decode, encode
from .events import Event
from .moves import Move
from .options import OptionValue

FORMAT = 1
_FRAME = 8  # four bytes of length, four of checksum
RECORD_LIMIT = 1 << 20


class JournalError(ValueError):
    """A record that is damaged, or that the rules do not bear out; the message says where."""


class Header(msgspec.Struct, frozen=True):
    """How a match was set up. seed: the secret of its deals. deal: a given first deal as text, or ""."""

    format: int
    game: str
    seats: int
    options: dict[str, OptionValue]
    seed: str
    deal: str = ""


class Act(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What made events: "start", a seat's "play", a "close" by the host, or the "room" around the table."""

    kind: str
    seat: Seat | None = None
    move: Move | None = None


class Record(msgspec.Struct, frozen=True, gc=False):
    """One act and its events, in order; a sealed answer has none yet."""

    act: Act
    events: tuple[Event, ...] = ()


class Journal:
    """A match as it is written down. Events are numbered through all records from 0."""

    def __init__(self, header: Header, records: list[Record] | None = None) -> None:
        self.header = header
        self.records = records if records is not None else []

    def events(self) -> Iterator[Event]:
        """Every event of the match, in order."""
        for record in self.records:
            yield from record.events

    def to_bytes(self) -> bytes:
        """The whole journal as a file holds it."""
        return pack_record(self.header) + b"".join(pack_record(record) for record in self.records)

    @classmethod
    def from_bytes(cls, data: bytes, *, sift: Sift | None = None) -> "Journal":
        """Read a whole journal. A torn last record is left out. Raises JournalError.

        sift: what the records of a stranger's file pass before they are typed, as in `codec.decode`.
        """
        frames = _unpack_frames(data)
        if not frames:
            raise JournalError("This is no record of a match: not even its header is whole.")
        try:
            header = decode(frames[0], Header, limit=RECORD_LIMIT)
        except CodecError as error:
            raise JournalError(f"This is no record of a match: {error}") from None
        if header.format != FORMAT:
            raise JournalError(f"The record has format {header.format}; this program reads format {FORMAT}.")
        return cls(header, [read_record(frame, number, sift=sift) for number, frame in enumerate(frames[1:], start=1)])


def pack_record(value: Header | Record) -> bytes:
    """A header or record with its length and checksum before it."""
    payload = encode(value)
    return len(payload).to_bytes(4, "big") + crc32(payload).to_bytes(4, "big") + payload


def read_record(payload: bytes, number: int, *, sift: Sift | None = None) -> Record:
    """The record in a frame. number: its place in the file, for the error. Raises JournalError."""
    try:
        return decode(payload, Record, limit=RECORD_LIMIT, sift=sift)
    except CodecError as error:
        raise JournalError(f"Record {number}: {error}") from None


def _unpack_frames(data: bytes) -> list[bytes]:
    """The payloads of the whole frames in a file. Raises JournalError for a damaged frame before the last.

    A torn tail is the beginning of a frame, or the zeros that a power cut may leave in its place.
    """
    frames: list[bytes] = []
    place = 0
    while place + _FRAME <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        if not length and not any(data[place:]):
            break
        if not 0 < length <= RECORD_LIMIT:  # no frame begins so
            if not frames:
                break  # and no record of a match
            raise JournalError(f"Record {len(frames)} (at byte {place}) is damaged.")
        checksum = int.from_bytes(data[place + 4 : place + _FRAME], "big")
        payload = data[place + _FRAME : place + _FRAME + length]
        end = place + _FRAME + length
        if len(payload) < length:
            break
        if crc32(payload) != checksum:
            if end >= len(data):
                break
            raise JournalError(f"Record {len(frames)} (at byte {place}) is damaged.")
        frames.append(payload)
        place = end
    return frames
