"""Every message of a host with one thing in it that is not so.

What is altered follows from the types: a message, or a field of one, that comes to the protocol is altered by itself,
once there is a sample of it.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec

from engine.api import Event, encode, games
from net.wire.host_messages import HostMessage

NUMBERS: Final = (-1, 15, 2**62)
WORDS: Final = ("", "nosuch")
ALIKE: Final = 3
"""So many parts of a list are altered: those after them are of the same kind."""

Plain = Any
"""What msgpack is made of."""


def plain(value: Any) -> Plain:
    """A value with every field of every struct in it, also those that are left out on the wire."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        head = {config.tag_field: config.tag} if config.tag_field else {}
        return head | {field.encode_name: plain(getattr(value, field.name)) for field in msgspec.structs.fields(value)}
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def lies(message: HostMessage) -> Iterator[tuple[str, bytes]]:
    """The message with one thing altered, as bytes of a frame, for each thing and each way; where, in words."""
    for where, altered in _altered(plain(message), ""):
        yield f"{type(message).__name__}{where}", encode(altered)


def _altered(value: Plain, where: str) -> Iterator[tuple[str, Plain]]:
    match value:
        case dict():
            for name, part in value.items():
                if name in ("t", "e"):
                    continue
                yield f"{where} without {name}", {key: kept for key, kept in value.items() if key != name}
                for below, other in _altered(part, f"{where}.{name}"):
                    yield below, value | {name: other}
        case list():
            yield f"{where} empty", []
            yield f"{where} shortened", value[:-1]
            yield f"{where} lengthened", [*value, *(value[-1:] or [0])]
            for place, part in enumerate(value[:ALIKE]):
                for below, other in _altered(part, f"{where}[{place}]"):
                    yield below, [*value[:place], other, *value[place + 1 :]]
        case bool() | None:
            for other in (not value, None, *NUMBERS, "nosuch"):
                yield f"{where} = {other!r}", other
        case int():
            for number in NUMBERS:
                yield f"{where} = {number}", number
        case str():
            for word in {*WORDS, *_OTHERS.get(value, ())} - {value}:
                yield f"{where} = {word!r}", word
        case bytes():
            for other in (b"", value + b"\x00", value[:-1]):
                yield f"{where} = {len(other)} bytes", other


def kinds_in(value: Any) -> set[type[msgspec.Struct]]:
    """The structs that a value is made of."""
    if isinstance(value, msgspec.Struct):
        parts = [getattr(value, name) for name in value.__struct_fields__]
        return {type(value)}.union(*map(kinds_in, parts))
    if isinstance(value, dict):
        return set().union(*map(kinds_in, value.values()))
    return set().union(*map(kinds_in, value)) if isinstance(value, list | tuple) else set()


def kinds_of(*types: Any) -> set[type[msgspec.Struct]]:
    """The structs that values of these types may be made of."""
    found: set[type[msgspec.Struct]] = set()
    words: list[tuple[str, ...]] = []
    for each in types:
        _walk(each, found, words)
    return found


def filled(value: Any) -> Any:
    """A message in which every kind of part that it may have is there, made up where it is not."""
    if not isinstance(value, msgspec.Struct):
        return tuple(map(filled, value)) if isinstance(value, tuple) else value
    changes: dict[str, Any] = {}
    for field in msgspec.structs.fields(value):
        part = getattr(value, field.name)
        has_structs = bool(kinds_of(field.type))
        changes[field.name] = example(field.type) if has_structs and part in (None, ()) else filled(part)
    return msgspec.structs.replace(value, **changes)


def example(kind: Any) -> Any:
    """The plainest value of a type, with something in each list."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind(**{field.name: example(field.type) for field in msgspec.structs.fields(kind)})
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        meta = next((part for part in parts if isinstance(part, msgspec.Meta)), msgspec.Meta())
        if meta.pattern:
            return next(text for text in ("ab" * 32, "ab" * 40, "") if re.search(meta.pattern, text))
        plainest = example(parts[0])
        return bytes(meta.min_length or 0) if isinstance(plainest, bytes) else plainest
    if origin is tuple:
        return (example(parts[0]),)
    if origin is dict:
        return {}
    if parts:
        return parts[0] if isinstance(parts[0], str) else example(parts[0])
    return kind()


def _walk(kind: Any, found: set[type[msgspec.Struct]], words: list[tuple[str, ...]]) -> None:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in found:
            found.add(kind)
            for field in msgspec.structs.fields(kind):
                _walk(field.type, found, words)
        return
    parts = get_args(kind)
    if parts and all(isinstance(part, str) for part in parts):
        words.append(parts)
    for part in parts:
        _walk(part, found, words)


def _alternatives() -> dict[str, set[str]]:
    """What else may stand where a word does: the other words of an enumeration, the other games."""
    words: list[tuple[str, ...]] = [tuple(meta.id for meta in games())]
    _walk(HostMessage, set(), words)
    _walk(Event, set(), words)
    others: dict[str, set[str]] = {}
    for group in words:
        for word in group:
            others.setdefault(word, set()).update(group)
    return others


_OTHERS: Final = _alternatives()
