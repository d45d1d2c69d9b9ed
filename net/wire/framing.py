"""Messages to bytes and back: each frame is a length and one msgpack map.

A frame is four bytes of length, big-endian, then that many bytes. The length is checked before anything is stored, so a
false length cannot reserve memory.

A host squeezes (compresses) frames for clients that support it: raw deflate with a preset dictionary, each frame by
itself, so that one frame serves many receivers. Veils and heads are not squeezed, since they are as good as random: so
the length of a frame depends only on what its receiver may know.

Received data passes `sift` between unpacking and type checks. It cleans every text, so that no message or event has a
text that could harm a screen.
"""

import zlib
from typing import Any, Final, get_args

import msgspec

from engine.api import CodecError, decode, encode

from ..shipped import read_shipped
from .client_messages import ACTION_ID, HEAD_BYTES, MAGIC, MAJOR, MINOR, ClientMessage
from .host_messages import (
    CLIENT_LIMIT,
    HELLO_LIMIT,
    HOST_LIMIT,
    MOST_CLIENT_ITEMS,
    MOST_HOST_ITEMS,
    Events,
    FromHost,
    HostMessage,
    Message,
    RecordPart,
    tag_of,
)
from .sift import sift

PREFIX_BYTES: Final = 4
SQUEEZE_MARK: Final = 0xC1
"""The first byte of a squeezed payload; no msgpack value begins with it."""
LEAST_SQUEEZED: Final = 32
"""A payload of at least so many bytes is squeezed."""

_WINDOW: Final = -12
_TAIL: Final = 2

DICTIONARY: Final = read_shipped("squeeze-1.dict")
"""The dictionary of the capability `squeeze-1`."""
_SQUEEZER: Final = zlib.compressobj(6, zlib.DEFLATED, _WINDOW, 6, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
"""It is never used itself. A copy of it already knows the dictionary."""
_MOST_TAIL: Final = 32 * 1024
_CLIENT_KINDS: Final = frozenset(tag_of(kind) for kind in get_args(ClientMessage))


class FrameError(ValueError):
    """The bytes cannot be read from here on, and there is no place to start again."""


class EmptyFrame(FrameError):
    """A frame without content, which no message has."""


class OversizeFrame(FrameError):
    """A frame with a length above the limit. claimed, limit: in bytes."""

    def __init__(self, claimed: int, limit: int) -> None:
        super().__init__(f"A frame of {claimed} bytes exceeds the limit of {limit}.")
        self.claimed = claimed
        self.limit = limit


def frame(payload: bytes) -> bytes:
    """A payload after its length."""
    return len(payload).to_bytes(PREFIX_BYTES, "big") + payload


class FrameParser:
    """Takes bytes in any pieces and returns complete payloads. limit: the most bytes of one payload; it may rise
    between frames (after the welcome). After an error every call raises it again.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._failed: FrameError | None = None

    @property
    def held_bytes(self) -> int:
        """Bytes of an incomplete frame."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Add received bytes. Raises FrameError as soon as the next frame is known to be invalid."""
        if self._failed is not None:
            raise self._failed
        self._buffer += data
        self._verify()

    def next_payload(self) -> bytes | None:
        """The next complete payload, or None. Raises FrameError. It returns one at a time, since a message may change
        the limit for the next.
        """
        if self._failed is not None:
            raise self._failed
        length = self._verify()
        end = PREFIX_BYTES + length
        if not length or len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[PREFIX_BYTES:end])
        del self._buffer[:end]
        return payload

    def _verify(self) -> int:
        """The length of the next frame, 0 while it is not known. Raises FrameError."""
        if len(self._buffer) < PREFIX_BYTES:
            return 0
        length = int.from_bytes(self._buffer[:PREFIX_BYTES], "big")
        if 0 < length <= self.limit:
            return length
        self._failed = EmptyFrame("A frame is empty.") if not length else OversizeFrame(length, self.limit)
        self._buffer.clear()
        raise self._failed


class SqueezeError(ValueError):
    """The bytes are not a squeezed payload, or are too many."""


def squeeze(payload: bytes, tail: bytes = b"") -> bytes:
    """A squeezed payload. tail: bytes that are not squeezed."""
    squeezer = _SQUEEZER.copy()
    head = bytes([SQUEEZE_MARK]) + len(tail).to_bytes(_TAIL, "big")
    return head + tail + squeezer.compress(payload) + squeezer.flush()


def is_squeezed(payload: bytes) -> bool:
    """Whether a payload is squeezed."""
    return payload[:1] == bytes([SQUEEZE_MARK])


def expand(payload: bytes, limit: int) -> tuple[bytes, bytes]:
    """The original of a squeezed payload, and its tail. limit: bytes at most. Raises SqueezeError."""
    begin = 1 + _TAIL + int.from_bytes(payload[1 : 1 + _TAIL], "big")
    tail, squeezed = payload[1 + _TAIL : begin], payload[begin:]
    expander = zlib.decompressobj(_WINDOW, DICTIONARY)
    try:
        found = expander.decompress(squeezed, limit)
    except zlib.error:
        raise SqueezeError("The frame's compressed data is invalid.") from None
    if not expander.eof or expander.unused_data:
        raise SqueezeError("The frame is too large, or incomplete.")
    return found, tail


class ProtocolError(ValueError):
    """A frame's content is not a message of this protocol. The text says where, and quotes nothing. request_id: of an
    unreadable request, for the answer. about: the message's kind. "" for none.
    """

    def __init__(self, sentence: str, request_id: str = "", about: str = "") -> None:
        super().__init__(sentence)
        self.request_id = request_id
        self.about = about


class OtherVersion(ProtocolError):
    """A hello of another major version. major, minor: the sender's."""

    def __init__(self, major: int, minor: int) -> None:
        super().__init__(version_sentence((MAJOR, MINOR), (major, minor)))
        self.major = major
        self.minor = minor


def version_sentence(host: tuple[int, int], client: tuple[int, int]) -> str:
    """Why two versions cannot play together, a sentence with both."""
    older = "this table's host" if host < client else "your program"
    used = f"The table uses version {host[0]}.{host[1]} of the protocol, and your program uses {client[0]}.{client[1]}."
    return f"{used} Update {older}."


def _verify_major(hello: dict[Any, Any]) -> None:
    """Check the version before anything else, since other fields may differ in another major version. Raises
    OtherVersion.
    """
    if hello.get("magic") != MAGIC:
        return
    major, minor = hello.get("major"), hello.get("minor")
    if type(major) is not int or type(minor) is not int or major == MAJOR:
        return
    if 0 <= major <= 65535 and 0 <= minor <= 65535:
        raise OtherVersion(major, minor)


def pack(message: Message, *, squeezed: bool = False) -> bytes:
    """A message as one frame. squeezed: for a client with the capability SQUEEZE."""
    return frame(_squeezed(message) if squeezed and isinstance(message, FromHost) else encode(message))


def read_client_message(payload: bytes, *, welcome: bool = True) -> ClientMessage:
    """A client's message, typed and clean. welcome: whether its hello was accepted; before that the limits are lower.

    Raises OtherVersion for a first hello of another major version, else ProtocolError.
    """
    limit = CLIENT_LIMIT if welcome else HELLO_LIMIT
    message: ClientMessage = _read(payload, ClientMessage, limit, MOST_CLIENT_ITEMS, look_for_other_version=not welcome)
    return message


def read_host_message(payload: bytes) -> HostMessage:
    """A host's message, typed and clean. Raises ProtocolError."""
    tail = b""
    if is_squeezed(payload):
        try:
            payload, tail = expand(payload, HOST_LIMIT)
        except SqueezeError as error:
            raise ProtocolError(str(error)) from None
    message: HostMessage = _read(payload, HostMessage, HOST_LIMIT, MOST_HOST_ITEMS, look_for_other_version=False)
    if not tail:
        return message
    if not isinstance(message, Events) or len(tail) < HEAD_BYTES:
        raise ProtocolError("The frame contains extra data.")
    return msgspec.structs.replace(message, veils=tail[:-HEAD_BYTES], head=tail[-HEAD_BYTES:])


def _squeezed(message: FromHost) -> bytes:
    """A host's message, squeezed except for veils and heads."""
    tail = b""
    if isinstance(message, Events) and message.head and len(message.veils) < _MOST_TAIL:
        tail = message.veils + message.head
        message = msgspec.structs.replace(message, veils=b"", head=b"")
    payload = encode(message)
    if isinstance(message, RecordPart) or len(payload) + len(tail) < LEAST_SQUEEZED:
        return payload
    return squeeze(payload, tail)


def _labels(plain: Any) -> tuple[str, str]:
    """The id and the kind of an unreadable message, for the answer; "" if missing."""
    if not isinstance(plain, dict):
        return "", ""
    request_id, kind = plain.get("id"), plain.get("t")
    return (
        request_id if isinstance(request_id, str) and ACTION_ID.match(request_id) else "",
        kind if isinstance(kind, str) and kind in _CLIENT_KINDS else "",
    )


def _read(payload: bytes, kind: Any, limit: int, items: int, *, look_for_other_version: bool) -> Any:
    request_id = about = ""

    def look(plain: Any) -> Any:
        nonlocal request_id, about
        request_id, about = _labels(plain)
        clean = sift(plain)
        if look_for_other_version and isinstance(clean, dict) and clean.get("t") == "hello":
            _verify_major(clean)
        return clean

    try:
        return decode(payload, kind, limit=limit, most_items=items, longest_text=limit, sift=look)
    except CodecError as error:
        raise ProtocolError(str(error), request_id, about) from None
