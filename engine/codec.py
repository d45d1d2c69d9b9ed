"""Plain data in and out: the one place where values become bytes and bytes become values.

Encoding is msgspec's, decoding the msgpack package's with its limits set, then msgspec's strict typing; both speak
the same bytes. What was not asked for, is of another type, or is larger than it may be is refused.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import msgpack
import msgspec

T = TypeVar("T")

Sift = Callable[[Any], Any]
"""What plain data passes before it is typed; gives what is left of it, or raises CodecError."""

_encoder = msgspec.msgpack.Encoder()
_HELD = "value"


class CodecError(ValueError):
    """Bytes that are not what they should be; the message says where, never what a secret held."""


def encode(value: Any) -> bytes:
    """A struct, or plain data, as msgpack."""
    return _encoder.encode(value)


def decode(
    data: bytes,
    kind: type[T],
    *,
    limit: int,
    most_items: int = 4096,
    longest_text: int = 65536,
    sift: Sift | None = None,
) -> T:
    """Bytes of one msgpack value as a value of a type.

    limit: bytes at most. most_items: entries of any one list or map. longest_text: bytes of any one text.
    sift: what the plain value passes before it is typed; gives what is left of it, or raises CodecError.
    Raises CodecError.
    """
    if len(data) > limit:
        raise CodecError(f"{len(data)} bytes are more than the {limit} that fit here.")
    try:
        plain = msgpack.unpackb(
            data,
            max_array_len=most_items,
            max_map_len=most_items,
            max_str_len=longest_text,
            max_bin_len=longest_text,
            max_ext_len=0,
            strict_map_key=True,
            use_list=True,
        )
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException):
        raise CodecError("The bytes are not one well-formed msgpack value within the limits.") from None
    try:
        held = msgspec.convert({_HELD: plain if sift is None else sift(plain)}, _holder(cast(Any, kind)), strict=True)
    except msgspec.ValidationError as error:
        raise CodecError(str(error).replace(f"`$.{_HELD}", "`$")) from None
    except RecursionError:
        raise CodecError("The value is nested too deeply.") from None
    value: T = getattr(held, _HELD)
    return value


@cache
def _holder(kind: Any) -> type[msgspec.Struct]:
    """A struct that holds one value of a type. What a union is made of is looked up anew at each conversion, and takes
    many times as long as converting a message; of a struct it is looked up once."""
    return msgspec.defstruct("Held", [(_HELD, kind)])
