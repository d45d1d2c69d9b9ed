"""The one numbered stream of a table, what of it each audience is sent, and how far spectators with open hands are.

An audience is a seat, or all spectators together who watch in the same way. New events are redacted once and encoded
once for each audience, however many connections it has.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.api import (
    BETWEEN,
    DealBegan,
    Event,
    HostChain,
    Record,
    Signed,
    Table,
    Viewer,
    ZonePlan,
    encode,
    is_seat,
    redact,
    redact_for_rejoin,
)

from ..wire.client_messages import HEAD_BYTES
from ..wire.framing import pack
from ..wire.host_messages import HOST_LIMIT, Events
from .lobby import Lobby
from .new_table import is_mark
from .people import OpenHands
from .visibility import is_open_to, now_open

_EVENTS_A_FRAME = 256
_MOST_LATE = 8
"""Number of new clients that can get the stream in portions at once without computing each portion again."""


class Stream:
    """All events, in order.

    plan: who sees which zone; events before a match need none. starts: number of each deal's first event. looks: which
    hands of each deal are open to spectators who see hands; a missing deal has none. signed: (deal, seat) of each
    signature. is_retold: a move was taken back, so clients may have void events.
    """

    def __init__(self, plan: ZonePlan) -> None:
        self.starts: Sequence[int] = ()
        self.looks: Sequence[OpenHands] = ()
        self._plan = plan
        self._events: list[Event] = []
        self._host_chain: HostChain | None = None
        self.signed: set[tuple[int, int | None]] = set()
        self.is_retold = False
        self._late: dict[tuple[Viewer, int, tuple[OpenHands, ...]], tuple[Event, ...]] = {}
        self._encoded: dict[tuple[Viewer, int, int, int, bool, int, bool], bytes] = {}

    def __len__(self) -> int:
        return len(self._events)

    def begin(self, table: Table) -> None:
        """The match has begun, and with it the chain. table: whose secrets veil what is hidden."""
        self._host_chain = HostChain(table)

    @property
    def host_chain(self) -> HostChain | None:
        """The chain over all events from event 0; None before the match. It is computed when it is needed, so no move
        waits for it.
        """
        host_chain = self._host_chain
        if host_chain is not None:
            for event in self._events[host_chain.chain.length :]:
                host_chain.add(event)
        return host_chain

    def clear(self) -> None:
        """Forget all events. Those that remain valid are added again."""
        self._events.clear()
        self._encoded.clear()
        self._late.clear()
        self.signed.clear()

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            self._events.append(event)
            self.is_retold |= is_mark(event)
            if isinstance(event, Signed):
                self.signed.add((event.deal, event.seat))
        self._encoded.clear()

    def seen_by(self, viewer: Viewer, first: int, end: int | None = None, *, late_until: int = 0) -> tuple[Event, ...]:
        """All events from a number on, up to another one, as an audience may see them. late_until: see `frames`."""
        end = len(self._events) if end is None else end
        if first < late_until:
            late = self._seen_late(viewer, late_until)[first:end]
            return (*late, *self.seen_by(viewer, late_until, end)) if end > late_until else late
        told: list[Event] = []
        for begin, until, eyes in self._parts(viewer, end):
            if until > first:
                told += [redact(event, eyes, self._plan) for event in self._events[max(first, begin) : until]]
        return tuple(told)

    def _seen_late(self, viewer: Viewer, end: int) -> tuple[Event, ...]:
        """All events up to a number, as a client that starts there may see them.

        A client that is far behind asks once for each portion, so the newest answers are kept.
        """
        key = (viewer, end, tuple(self.looks))
        known = self._late.get(key)
        if known is None:
            told: list[Event] = []
            for begin, until, eyes in self._parts(viewer, end):
                told += redact_for_rejoin(self._events[begin:until], eyes, self._plan, is_past_deal=until < end)
            known = self._late[key] = tuple(told)
            if len(self._late) > _MOST_LATE:
                del self._late[next(iter(self._late))]
        return known

    def frames(
        self,
        viewer: Viewer,
        first: int,
        end: int | None = None,
        *,
        fresh: bool,
        late_until: int = 0,
        squeezed: bool = False,
    ) -> bytes:
        """The same events as frames. fresh: the receiver must forget the events that it has. squeezed: as in `pack`.
        late_until: how many events there were when the receiver began at event 0, in a match with faces that are shown
        once. It does not get these faces of earlier events.
        """
        end = len(self._events) if end is None else end
        key = (viewer, first, end, len(self.looks), fresh, late_until, squeezed)
        known = self._encoded.get(key)
        if known is None:
            events = self.seen_by(viewer, first, end, late_until=late_until)
            known = self._encoded[key] = self._in_frames(first, events, fresh=fresh, squeezed=squeezed)
        return known

    def _parts(self, viewer: Viewer, end: int) -> Iterator[tuple[int, int, Viewer]]:
        """The stream in parts, each for one viewer: in a deal without open hands, a spectator who looks at hands sees
        what everybody sees.
        """
        if viewer is None or is_seat(viewer):
            yield 0, end, viewer
            return
        edges = [start for start in self.starts if start < end]
        yield 0, edges[0] if edges else end, None
        for deal, begin in enumerate(edges):
            until = edges[deal + 1] if deal + 1 < len(edges) else end
            is_open = deal < len(self.looks) and is_open_to(self.looks[deal], viewer)
            yield begin, until, viewer if is_open else None

    def _in_frames(self, first: int, events: tuple[Event, ...], *, fresh: bool, squeezed: bool) -> bytes:
        frames: list[bytes] = []
        at, size = 0, _EVENTS_A_FRAME
        while at < len(events) or not frames:
            part = self._frame(first + at, events[at : at + size], fresh=fresh and not at)
            if len(part.events) > 1 and len(encode(part)) > HOST_LIMIT:
                size = len(part.events) // 2
                continue
            frames.append(pack(part, squeezed=squeezed))
            at += size
        return b"".join(frames)

    def _frame(self, first: int, events: tuple[Event, ...], *, fresh: bool) -> Events:
        """Some events as a frame, with their veils and the head after them."""
        host_chain, end = self.host_chain, first + len(events)
        if host_chain is None or not events:
            return Events(first=first, events=events, fresh=fresh)
        veils = b"".join(host_chain.veils.get(number, b"") for number in range(first, end))
        return Events(first=first, events=events, fresh=fresh, veils=veils, head=host_chain.heads[end - 1][:HEAD_BYTES])


class SpectatorDelay:
    """The part of the stream that spectators who see hands may get.

    They get nothing of the present deal: their stream stops where it began, and continues when it is over. A delay of
    some turns would not be enough: a card that was in a hand some turns ago is usually still there, and a player with
    a second terminal would know it.

    starts: number of each deal's first event.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.starts: list[int] = []
        self._lobby = lobby
        self._length = 0

    def clear(self) -> None:
        """Forget all events. Those that remain valid are added again."""
        self.starts.clear()
        self._length = 0

    def add(self, record: Record) -> None:
        for event in record.events:
            if isinstance(event, DealBegan):
                self.starts.append(self._length)
            self._length += 1

    def update(self, table: Table) -> bool:
        """If a deal has ended, decide which of its hands are open. Returns whether that changed the lobby."""
        lobby = self._lobby
        missing = table.deal - _is_running(table) - len(lobby.looks)
        if missing > 0:
            lobby.looks = [*lobby.looks, *[now_open(lobby)] * missing]
        return missing > 0

    def reach(self, table: Table | None) -> int:
        """Number of the first event that spectators who see hands do not get yet."""
        return self.starts[-1] if table is not None and _is_running(table) else self._length


def _is_running(table: Table) -> bool:
    """Whether a deal is still being played."""
    return table.over is None and table.phase != BETWEEN and table.deal > 0
