"""The gallery: the latest lines about spectators (chat, joining, leaving), outside the stream of the match. Unlike the
stream it is not stored and verified. A host keeps the latest lines in memory and sends them to each new client. A
client keeps the latest lines that it received.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

import msgspec

from .sanitize import LINE_CELLS
from .table_info import Count, Name, Word

MOST_LINES: Final = 200
MOST_BYTES: Final = 64 * 1024
"""The most bytes of the names and texts of all lines together, as UTF-8."""
LINES_A_MINUTE: Final = 120


class GalleryLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a spectator said or did. what: said, watching (joined) or unwatching (left). text: what was said.
    after: how many events the stream had then."""

    name: Name
    what: Word = "said"
    text: Annotated[str, msgspec.Meta(max_length=4 * LINE_CELLS)] = ""
    after: Count = 0


class GalleryLines:
    """The latest lines. count: of all lines so far; the latest has the number count - 1."""

    def __init__(self) -> None:
        self.count = 0
        self._lines: deque[tuple[GalleryLine, bool]] = deque()
        self._bytes = 0
        self._said_ms: deque[int] = deque(maxlen=LINES_A_MINUTE)

    def add(self, line: GalleryLine, *, is_apart: bool = False) -> None:
        """Add a line. is_apart: for spectators only."""
        self.count += 1
        self._bytes += _size(line)
        self._lines.append((line, is_apart))
        while len(self._lines) > MOST_LINES or self._bytes > MOST_BYTES:
            self._bytes -= _size(self._lines.popleft()[0])

    def is_full(self, now_ms: int) -> bool:
        """Whether spectators have reached the limit of this minute; if not, count one more line."""
        if len(self._said_ms) == LINES_A_MINUTE and now_ms - self._said_ms[0] < 60_000:
            return True
        self._said_ms.append(now_ms)
        return False

    def since(self, number: int, *, with_apart: bool = True) -> tuple[GalleryLine, ...]:
        """The lines from a number on that are still kept."""
        first = self.count - len(self._lines)
        kept = list(self._lines)[max(0, number - first) :]
        return tuple(line for line, is_apart in kept if with_apart or not is_apart)

    def add_told(self, lines: Sequence[GalleryLine], *, is_fresh: bool) -> tuple[GalleryLine, ...]:
        """Add lines from a host; return the new ones. is_fresh: these are all lines that the host still has."""
        news = list(lines)
        if is_fresh:
            own, told = _words(line for line, _ in self._lines), _words(lines)
            known = next((k for k in range(min(len(own), len(told)), 0, -1) if own[-k:] == told[:k]), 0)
            news = news[known:]
        for line in news:
            self.add(line)
        return tuple(news)


def _words(lines: Iterable[GalleryLine]) -> list[tuple[str, str, str]]:
    return [(line.name, line.what, line.text) for line in lines]


def _size(line: GalleryLine) -> int:
    return len(line.name.encode()) + len(line.text.encode())
