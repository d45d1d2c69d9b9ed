"""Bytes in and out: what is refused, and that two libraries speak the same bytes."""

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import CodecError, DealBegan, Declared, Moved, Scored, ScoreLine, decode, encode, parse_cards

EVENTS = [
    Moved("hand:0", "pile", parse_cards("QS *")),
    Declared("meld:0:1", ("court", 7), 2),
    Scored(1, "out", (5, 0), (5, 0), (ScoreLine(0, "sequence", 1, parse_cards("2H 3H 4H"), "5.1"),)),
]


@pytest.mark.parametrize("event", EVENTS)
def test_a_value_comes_back_and_both_libraries_write_the_same_bytes(event: Moved | Declared | Scored) -> None:
    data = encode(event)
    assert decode(data, type(event), limit=1000) == event
    assert msgpack.packb(msgspec.to_builtins(event)) == data


@pytest.mark.parametrize(
    "plain",
    [
        {"e": "moved", "src": "a", "dst": "b", "cards": [1]},
        {"e": "moved", "src": "a", "dst": "b"},
        {"e": "other", "src": "a", "dst": "b", "cards": []},
        {"e": "moved", "src": True, "dst": "b", "cards": []},
        ["moved", "a", "b", []],
        None,
    ],
)
def test_what_is_of_another_shape_is_refused(plain: object) -> None:
    with pytest.raises(CodecError):
        decode(msgpack.packb(plain), Moved, limit=1000)


def test_a_refusal_says_where_the_fault_is() -> None:
    plain = {"e": "moved", "src": "a", "dst": "b", "cards": [1]}
    with pytest.raises(CodecError, match=r"^cards\[0\]: expected a text\.$"):
        decode(msgpack.packb(plain), Moved, limit=1000)


@pytest.mark.parametrize(
    "plain", [{"e": "deal", "number": "1", "dealer": 0}, {"e": "deal", "number": 1.0, "dealer": 0}]
)
def test_a_number_as_text_or_with_a_point_is_no_whole_number(plain: object) -> None:
    with pytest.raises(CodecError):
        decode(msgpack.packb(plain), DealBegan, limit=1000)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        encode(EVENTS[0])[:-1],
        encode(EVENTS[0]) + b"\x00",
        b"\xdd\xff\xff\xff\xff",
        b"\x91" * 100_000,
        b"\xa2\xff\xfe",
        b"\xc7\x01\x05\x00",
        b"\xc1",
        b"\x81\x01\x02",
    ],
)
def test_bytes_that_are_not_one_value_within_the_limits_are_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        decode(data, Moved, limit=200_000)


def test_more_bytes_than_allowed_are_refused_before_they_are_read() -> None:
    with pytest.raises(CodecError, match="At most 10 are allowed"):
        decode(encode(EVENTS[0]), Moved, limit=10)


@given(st.binary(max_size=300))
def test_any_bytes_give_a_value_or_the_one_named_error(data: bytes) -> None:
    try:
        value = decode(data, Moved, limit=300)
    except CodecError:
        return
    assert decode(encode(value), Moved, limit=1000) == value
