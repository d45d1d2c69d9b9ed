"""Records in a file, each after its length and checksum, so that an incomplete end can be told from damage.

A record is u32 length, u32 crc32 of the payload, payload; integers are big-endian.
"""

from dataclasses import dataclass
from typing import Final
from zlib import crc32

LARGEST_RECORD: Final = 4 * 1024 * 1024
"""Bytes of a payload at most; a longer length is damage."""

MOST_RECORDS: Final = 131_072
"""Records of a match at most: far more than the longest one has. A file with more records is refused."""

_LONGEST_SCAN: Final = 1024 * 1024

RECORD_PREFIX: Final = 8
"""Bytes before a payload."""


@dataclass(frozen=True, slots=True)
class Records:
    """The content of a file. payloads: of the complete records at its start. length: bytes that they fill. is_damaged:
    the rest is neither the beginning of a record, nor the zeros that a power failure may leave.
    """

    payloads: list[bytes]
    length: int
    is_damaged: bool


def frame_record(payload: bytes) -> bytes:
    """A payload after its length and checksum. Raises ValueError for an empty or too large one."""
    if not 0 < len(payload) <= LARGEST_RECORD:
        raise ValueError(f"This entry has {len(payload)} bytes. An entry must have 1 to {LARGEST_RECORD} bytes.")
    return len(payload).to_bytes(4, "big") + crc32(payload).to_bytes(4, "big") + payload


class TooManyRecords(ValueError):
    """More records than such a file may have; the message says the limit."""


def read_records(data: bytes, *, most: int | None = None) -> Records:
    """The complete records at the start of a file's bytes. Raises TooManyRecords for more than `most`."""
    payloads: list[bytes] = []
    place = 0
    while place + RECORD_PREFIX <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        if not 0 < length <= LARGEST_RECORD:
            return Records(payloads, place, is_damaged=any(data[place:]))
        start = place + RECORD_PREFIX
        payload = data[start : start + length]
        checksum = int.from_bytes(data[place + 4 : start], "big")
        if len(payload) < length:
            return Records(payloads, place, is_damaged=_has_record(payload, checksum))
        if crc32(payload) != checksum:
            return Records(payloads, place, is_damaged=any(payload))
        if len(payloads) == most:
            raise TooManyRecords(f"The file has more than {most} entries. No match has so many entries.")
        payloads.append(payload)
        place = start + length
    return Records(payloads, place, is_damaged=False)


def _has_record(data: bytes, checksum: int) -> bool:
    """Whether the beginning of these bytes is a payload with this checksum: then its length was damaged."""
    found = 0
    for place in range(min(len(data), _LONGEST_SCAN)):
        found = crc32(data[place : place + 1], found)
        if found == checksum:
            return True
    return False
