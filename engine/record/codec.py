"""The codec: the one place where values become bytes and bytes become values. msgspec encodes; the msgpack package
decodes with limits, and msgspec then checks the types strictly. Unknown fields, wrong types and values beyond a limit
are refused.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import msgpack
import msgspec

_T = TypeVar("_T")

Sift = Callable[[Any], Any]
"""A filter for plain data before its types are checked. It returns what is left, or raises CodecError."""

_encoder = msgspec.msgpack.Encoder()
_HELD = "value"


_KINDS = {
    "int": "a whole number",
    "str": "a text",
    "bytes": "bytes",
    "bool": "true or false",
    "array": "a list",
    "object": "a map",
    "null": "nothing",
}
_BOUNDS = {"<=": "at most", ">=": "at least"}
_UNITS = {"str": " characters", "bytes": " bytes", "array": " entries", "object": " entries", "int": ""}
_WRONG_KIND = re.compile(r"^Expected `([a-z |]+)`, got `")
_OUT_OF_BOUNDS = re.compile(r"Expected `([a-z]+)` (?:of length )?(<=|>=) (-?\d+)$")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `([a-z_]{1,32})`$")


class CodecError(ValueError):
    """Malformed bytes; the message says where, but never quotes the content."""


def encode(value: Any) -> bytes:
    """A struct, or plain data, as msgpack."""
    return _encoder.encode(value)


def decode(
    data: bytes,
    kind: type[_T],
    *,
    limit: int,
    most_items: int = 4096,
    longest_text: int = 65536,
    sift: Sift | None = None,
) -> _T:
    """Decode one msgpack value as a value of a type.

    limit: bytes at most. most_items: entries of any one list or map. longest_text: bytes of any one text.
    sift: a function that filters the plain value before its types are checked; it may raise CodecError.
    Raises CodecError.
    """
    if len(data) > limit:
        raise CodecError(f"The data has {len(data)} bytes. At most {limit} are allowed.")
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
        raise CodecError("The bytes are not one valid msgpack value, or the value is too large.") from None
    try:
        sifted = plain if sift is None else sift(plain)
        # msgpack has bytes, so a text is never read as base64.
        held = msgspec.convert({_HELD: sifted}, _holder(cast(Any, kind)), strict=True, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise CodecError(_sentence(str(error))) from None
    except RecursionError:
        raise CodecError("The value is nested too deeply.") from None
    value: _T = getattr(held, _HELD)
    return value


@cache
def _holder(kind: Any) -> type[msgspec.Struct]:
    """A struct that holds one value of a type. msgspec looks up the parts of a union at each conversion, which takes
    many times as long as the conversion; for a struct it looks them up once.
    """
    return msgspec.defstruct("Held", [(_HELD, kind)])


def _sentence(fault: str) -> str:
    """The error of msgspec in our own words, because its message quotes the content."""
    what, _, where = fault.rpartition(" - at `") if " - at `" in fault else (fault, "", "")
    place = where.rstrip("`").removeprefix(f"$.{_HELD}").removeprefix(".")
    said = _said(what)
    return f"{place}: {said}." if place else f"{said[0].upper()}{said[1:]}."


def _said(what: str) -> str:
    if match := _WRONG_KIND.match(what):
        return "expected " + " or ".join(_KINDS.get(kind, kind) for kind in match[1].split(" | "))
    if match := _OUT_OF_BOUNDS.match(what):
        kind, bound, number = match.groups()
        of = " of" if kind == "int" else " with"
        return f"expected {_KINDS.get(kind, kind)}{of} {_BOUNDS[bound]} {number}{_UNITS.get(kind, '')}"
    if match := _FIELD.match(what):
        return (
            f"the field {match[2]} is unknown"
            if match[1].startswith("contains")
            else f"the field {match[2]} is missing"
        )
    if "unknown field" in what:
        return "there is an unknown field"
    if what.startswith("Invalid"):
        return "this is not one of the allowed words"
    return "this does not have the expected form"
