"""A host's frames made smaller: raw deflate with a dictionary of what such frames are made of, each frame by itself.

Each by itself, so that a frame is made once for all who get it. What stands for hidden cards (veils, heads) is not
squeezed, since it is as good as drawn by lot: so the length of a frame follows from what its receiver may know alone.
"""

import zlib
from typing import Final

import msgpack

MARK: Final = 0xC1
"""The first byte of a squeezed payload; no msgpack value begins with it."""
LEAST: Final = 32
"""Bytes of a payload from which on it is squeezed."""

_WINDOW: Final = -12
_TAIL: Final = 2
_DIGITS: Final = "0123456789abcdef" * 2

_TYPICAL: Final = (
    {"kind": "play", "seat": 3, "move": {"verb": "pass", "cards": ["10S", "JD", "QD"]}},
    {"t": "acts", "deal": 1, "first": 0, "total": 57, "acts": [{"kind": "commit"}, {"kind": "stir", "shares": []}]},
    {"t": "pledges", "deal": 1, "pledges": [{"seat": 0, "pledge": _DIGITS, "value": _DIGITS}]},
    {"t": "events", "first": 4, "events": [{"e": "room", "what": "watching", "name": "", "text": ""}], "fresh": True},
    {"e": "committed", "deal": 1, "digest": _DIGITS},
    {"e": "stirred", "deal": 1, "shares": []},
    {"e": "opened", "deal": 1, "secret": _DIGITS},
    {"e": "signed", "table": "", "deal": 1, "number": 109, "head": b"", "key": _DIGITS, "signature": b"", "seat": 2},
    {
        "e": "scored",
        "number": 1,
        "how": "played",
        "points": [0],
        "totals": [0],
        "lines": [{"seat": 1, "label": "hearts"}],
    },
    {"table_id": "", "title": "Hearts", "game": "hearts", "options": {}, "watchers": [], "watching": 0},
    {"phase": "between", "host_seat": 0, "host": "", "age_s": 0, "pace_ms": 900, "away_policy": "wait", "listed": True},
    {"seat": 1, "name": "", "kind": "person", "state": "here", "ready": True, "is_host": True, "key": _DIGITS},
    {"t": "table", "info": {}, "version": "", "votes": [], "petitions": []},
    {
        "t": "ask",
        "decision": {"id": 7, "seat": 1, "phase": "tricks", "choices": [{"verb": "play", "cards": ["2C", "QS"]}]},
    },
    {"default": {"verb": "play", "cards": ["10H"]}, "remaining_ms": 45000, "reserve_ms": 120000},
    {"t": "clock", "seats": [0], "remaining_ms": 45000},
    {"e": "entered", "phase": "tricks"},
    {"e": "declared", "fact": "led", "value": 0, "seat": 0},
    {"e": "moved", "src": "trick", "dst": "taken:3", "cards": ["AC", "KD", "QH", "JS"]},
    {"t": "events", "first": 40, "events": [{"e": "moved", "src": "hand:2", "dst": "trick", "cards": ["10C"]}]},
)
DICTIONARY: Final = b"".join(map(msgpack.packb, _TYPICAL))
_SQUEEZER: Final = zlib.compressobj(6, zlib.DEFLATED, _WINDOW, 6, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
"""Never used itself: a copy of it knows the dictionary already."""


class SqueezeError(ValueError):
    """Bytes that are no squeezed payload, or more than fit."""


def squeeze(payload: bytes, tail: bytes = b"") -> bytes:
    """A payload made smaller. tail: bytes that stand beside it as they are."""
    squeezer = _SQUEEZER.copy()
    head = bytes([MARK]) + len(tail).to_bytes(_TAIL, "big")
    return head + tail + squeezer.compress(payload) + squeezer.flush()


def is_squeezed(payload: bytes) -> bool:
    """Whether a payload is one that was made smaller."""
    return payload[:1] == bytes([MARK])


def expand(payload: bytes, limit: int) -> tuple[bytes, bytes]:
    """A squeezed payload as it was, and its tail. limit: bytes at most. Raises SqueezeError."""
    begin = 1 + _TAIL + int.from_bytes(payload[1 : 1 + _TAIL], "big")
    tail, squeezed = payload[1 + _TAIL : begin], payload[begin:]
    expander = zlib.decompressobj(_WINDOW, DICTIONARY)
    try:
        found = expander.decompress(squeezed, limit)
    except zlib.error:
        raise SqueezeError("The frame is not squeezed as it says.") from None
    if not expander.eof or expander.unused_data:
        raise SqueezeError("The frame is larger than it may be, or not whole.")
    return found, tail
