"""Frames: how messages lie in a stream of bytes. Four bytes of length, big-endian, then so many bytes.

The length is checked before anything is kept, so nobody can make this side set memory aside by a claim alone.
"""

from typing import Final

PREFIX_BYTES: Final = 4


class FrameError(ValueError):
    """The stream cannot be understood from here on: there is no place at which to begin again."""


class EmptyFrame(FrameError):
    """A frame without content, which no message has."""


class OversizeFrame(FrameError):
    """A frame that claims to be longer than it may be. claimed, limit: in bytes."""

    def __init__(self, claimed: int, limit: int) -> None:
        super().__init__(f"A frame of {claimed} bytes is more than the {limit} allowed here.")
        self.claimed = claimed
        self.limit = limit


def frame(payload: bytes) -> bytes:
    """A payload with its length before it."""
    return len(payload).to_bytes(PREFIX_BYTES, "big") + payload


class FrameParser:
    """Takes bytes as they come, in any pieces, and gives whole payloads.

    limit: the most bytes of one payload; may be raised between frames (a client may send more once it is welcome).
    After an error the parser is of no further use and says so again.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._failed: FrameError | None = None

    @property
    def held_bytes(self) -> int:
        """Bytes that wait for the rest of their frame."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take in what came. Raises FrameError as soon as the next frame is known to be none."""
        if self._failed is not None:
            raise self._failed
        self._buffer += data
        self._verify()

    def next_payload(self) -> bytes | None:
        """The next whole payload, or None until more has come. Raises FrameError.

        One at a time, since a message may change what the next one is allowed to be.
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
        """Length that the next frame claims, 0 while it is not known. Raises FrameError."""
        if len(self._buffer) < PREFIX_BYTES:
            return 0
        length = int.from_bytes(self._buffer[:PREFIX_BYTES], "big")
        if 0 < length <= self.limit:
            return length
        self._failed = EmptyFrame("A frame is empty.") if not length else OversizeFrame(length, self.limit)
        self._buffer.clear()
        raise self._failed
