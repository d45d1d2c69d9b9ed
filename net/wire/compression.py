"""A host's frames made smaller: raw deflate with a dictionary of what such frames are made of, each frame by itself.

Each by itself, so that a frame is made once for all who get it. What stands for hidden cards (veils, heads) is not
squeezed, since it is as good as drawn by lot: so the length of a frame follows from what its receiver may know alone.
"""

import zlib
from typing import Final

from ..shipped import read_shipped

MARK: Final = 0xC1
"""The first byte of a squeezed payload; no msgpack value begins with it."""
LEAST: Final = 32
"""Bytes of a payload from which on it is squeezed."""

_WINDOW: Final = -12
_TAIL: Final = 2

DICTIONARY: Final = read_shipped("squeeze-1.dict")
"""The dictionary of the capability `squeeze-1`."""
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
