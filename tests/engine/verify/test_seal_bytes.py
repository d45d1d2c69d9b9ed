"""A sealed record is one file of bytes: what one reader may overlook in it and another not breaks it."""

from functools import cache
from typing import Any

import msgpack
import pytest

from engine.api import Journal, JournalError, frame_record, read_records

from .test_audit import played


@cache
def payloads() -> tuple[bytes, ...]:
    """A sealed match of Hearts, record by record."""
    journal = played("hearts", 1).journal
    assert journal is not None
    return tuple(read_records(journal.sealed()).payloads)


def written(*records: bytes) -> bytes:
    return b"".join(map(frame_record, records))


def with_first(payload: bytes, name: str, value: Any) -> bytes:
    """A map with one more entry before its others."""
    plain = msgpack.unpackb(payload)
    assert len(plain) < 15
    entries: bytes = b"".join(msgpack.packb(key) + msgpack.packb(kept) for key, kept in plain.items())
    entry: bytes = msgpack.packb(name) + msgpack.packb(value)
    return bytes([0x80 | len(plain) + 1]) + entry + entries


def with_long_lengths(payload: bytes) -> bytes:
    """The same value with its outermost map's length in two bytes."""
    assert payload[0] & 0xF0 == 0x80
    return b"\xde" + (payload[0] & 0x0F).to_bytes(2, "big") + payload[1:]


def test_a_sealed_record_is_read() -> None:
    assert Journal.from_bytes(written(*payloads())).verify_seal()


CHANGES: dict[str, Any] = {
    "a field of the header that nobody knows": lambda head, *rest: written(with_first(head, "note", "x"), *rest),
    "a header that says two seeds": lambda head, *rest: written(with_first(head, "seed", "another"), *rest),
    "a header written otherwise": lambda head, *rest: written(with_long_lengths(head), *rest),
    "a record that says two acts": lambda head, one, *rest: written(head, with_first(one, "act", {}), *rest),
    "a field of a record that nobody knows": lambda head, one, *rest: written(head, with_first(one, "note", ""), *rest),
    "a record written otherwise": lambda head, one, *rest: written(head, with_long_lengths(one), *rest),
    "a field of the seal that nobody knows": lambda *whole: written(*whole[:-1], with_first(whole[-1], "note", "x")),
    "zeros after it": lambda *whole: written(*whole) + bytes(40),
    "half a record after it": lambda *whole: written(*whole) + b"\0\0\0\x10abcdefgh",
    "a byte after it": lambda *whole: written(*whole) + b"!",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_a_sealed_record_with_other_bytes_that_read_the_same_is_refused(change: Any) -> None:
    with pytest.raises(JournalError, match="its seal does not cover"):
        Journal.from_bytes(change(*payloads()))


def test_two_records_in_one_file_are_none() -> None:
    with pytest.raises(JournalError):
        Journal.from_bytes(written(*payloads(), *payloads()))


def test_without_its_seal_it_is_a_record_that_is_not_sealed_and_its_torn_end_is_left_out() -> None:
    journal = Journal.from_bytes(written(*payloads())[:-1])
    assert not journal.verify_seal()
    assert len(journal.records) == len(payloads()) - 2
