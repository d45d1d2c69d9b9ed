"""The one numbered stream of a table, and what of it each audience is sent.

An audience is a seat, or None for all spectators together. New events are redacted once and encoded once for each
audience, however many connections it has.
"""

from collections.abc import Iterable

from engine.api import Event, Viewer, ZonePlan, redact, redact_late

from .protocol import HOST_LIMIT, Events, pack

_EVENTS_A_FRAME = 256


class Stream:
    """Everything that happened, in order. plan: who sees which zone; the events before a match need none."""

    def __init__(self, plan: ZonePlan) -> None:
        self._plan = plan
        self._events: list[Event] = []
        self._encoded: dict[tuple[Viewer, int, bool, bool], bytes] = {}

    def __len__(self) -> int:
        return len(self._events)

    def add(self, events: Iterable[Event]) -> None:
        """Append what happened."""
        self._events.extend(events)
        self._encoded.clear()

    def seen_by(self, viewer: Viewer, first: int) -> tuple[Event, ...]:
        """All events from a number on as an audience may see them."""
        return tuple(redact(event, viewer, self._plan) for event in self._events[first:])

    def frames(self, viewer: Viewer, first: int, *, fresh: bool, is_late: bool = False) -> bytes:
        """The same as frames. fresh: the receiver is to forget what it held.

        is_late: it begins at event 0 in the middle of a match in which faces are shown once: it gets none of those.
        """
        key = (viewer, first, fresh, is_late)
        known = self._encoded.get(key)
        if known is None:
            events = redact_late(self._events, viewer, self._plan) if is_late else self.seen_by(viewer, first)
            known = self._encoded[key] = _in_frames(first, events, fresh=fresh)
        return known


def _in_frames(first: int, events: tuple[Event, ...], *, fresh: bool) -> bytes:
    frames: list[bytes] = []
    at, size = 0, _EVENTS_A_FRAME
    while at < len(events) or not frames:
        part = events[at : at + size]
        packed = pack(Events(first=first + at, events=part, fresh=fresh and not at))
        if len(packed) > HOST_LIMIT and len(part) > 1:
            size = len(part) // 2
            continue
        frames.append(packed)
        at += len(part)
    return b"".join(frames)
