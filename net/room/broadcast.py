"""The news for each client. After each call of a room, the players get their news first, and then the spectators.

News that everybody may know is made once for each audience, however many connections it has (net/match/stream.py).
"""

from dataclasses import dataclass, replace
from typing import Final

import msgspec

from engine.api import Viewer

from ..match.faults import SENT_AWAY, Mishap
from ..match.people import Person
from ..wire.framing import pack
from ..wire.host_messages import Bye, Gallery, TableFrame
from ..wire.table_info import TableInfo
from .connections import Connection, Cursor
from .effects import Broadcast, ConnectionId, Effect, Report, Send
from .state import RoomState

PORTION: Final = 1_024
"""Events that a client far behind gets at a time. Between two portions, the other clients get their news."""

_Standing = tuple[Viewer, bool, bool, bool, bool, bool, tuple[int, bool, bool, int, int, int, int]]
"""A spectator's view, where their stream starts, and what they have. It is equal for spectators who get the
same bytes.
"""


@dataclass
class _Row:
    """Spectators who receive the same as the first of them, `link`. to: all of them."""

    link: Connection
    to: tuple[ConnectionId, ...]


def _person_at(link: Connection) -> Person:
    assert link.person is not None
    return link.person


def _standing(link: Connection) -> _Standing:
    assert link.person is not None
    return (
        link.person.eyes,
        link.person.gives_shares,
        bool(link.user),
        link.hears_gallery,
        link.is_squeezed,
        link.knows_faults,
        link.held.key,
    )


class _SharedFrames:
    """Frames that many clients receive, squeezed or not, each made once: the clock, and the present table, for clients
    on this machine and for others."""

    def __init__(self, state: RoomState, now_ms: int) -> None:
        self._state = state
        self._now_ms = now_ms
        self._made: dict[tuple[bool, bool, bool, bool], bytes] = {}
        self._clocks: dict[bool, bytes] = {}

    def clock(self, link: Connection) -> bytes:
        """Which seats must decide and for how long, as one client sees it."""
        if link.is_squeezed not in self._clocks:
            clock = self._state.match.clock(self._now_ms)
            self._clocks[link.is_squeezed] = pack(clock, squeezed=link.is_squeezed)
        return self._clocks[link.is_squeezed]

    def table(self, link: Connection) -> bytes:
        is_seated = link.person is not None and link.person.seat is not None
        kind = (bool(link.user), link.is_squeezed, link.knows_faults, is_seated)
        if kind not in self._made:
            shown = TableFrame(info=self._state.shown_to(link, self._now_ms))
            self._made[kind] = pack(shown, squeezed=link.is_squeezed)
        return self._made[kind]


class Broadcaster:
    """Sends the people of one room what they have not received yet."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._shown: TableInfo | None = None
        self._shows_crowd = False
        self._crowd_mark = (-1, -1, -1, -1)
        self._rows: list[_Row] = []
        self._has_equal_rows = False
        self._left_out: list[Cursor] = []
        self._are_some_behind = self._has_crowd_moved = False

    def looks_new(self, now_ms: int) -> bool:
        """Whether the table differs from what everybody saw last.

        Used time of a time bank and a missed answer are recorded, but they are no news: a frame about them would show
        when a sealed decision was answered.
        """
        before, self._shown = self._shown, msgspec.structs.replace(self._state.info(now_ms), age_s=0)
        return self._shown != before

    def tell_seats(self, now_ms: int, *, shows_table: bool) -> list[Effect]:
        """Send each player their news, in the order of the seats."""
        state = self._state
        self._shows_crowd |= shows_table
        frames = _SharedFrames(state, now_ms)
        effects: list[Effect] = []
        length = len(state.match.stream)
        for person in state.lobby.seated:
            link = state.connections.link_of(person)
            if link is None:
                continue
            held = link.held
            held.wants_table |= shows_table
            if link.is_congested:
                continue
            if length - held.told > PORTION:
                self._are_some_behind = True  # gets it with the spectators, after the other players
                continue
            effects += self._tell((link.id,), link, frames, now_ms)
        return effects

    def has_news_for_spectators(self) -> bool:
        """Whether there is news for spectators. A sealed answer or a ping is no news for them."""
        self._has_crowd_moved |= self._state.outbox.is_crowd_behind
        self._state.outbox.is_crowd_behind = False
        is_behind = self._are_some_behind or self._has_crowd_moved
        return self._shows_crowd or is_behind or self._crowd_mark != self._mark()

    def tell_spectators(self, now_ms: int) -> list[Effect]:
        """Send the spectators their news. Those with the same events are in one row, and get it together.

        A spectator who is far behind gets a portion; while there is more, call this again.
        """
        state, shows_table = self._state, self._shows_crowd
        self._shows_crowd = False
        self._crowd_mark = self._mark()
        if self._has_crowd_moved or self._has_equal_rows:
            self._has_crowd_moved = False
            self._line_up()
        frames = _SharedFrames(state, now_ms)
        effects = self._tell_seats_behind(frames, now_ms) if self._are_some_behind else []
        for held in self._left_out:
            held.wants_table |= shows_table
        for row in self._rows:
            held = row.link.held
            held.wants_table |= shows_table
            effects += self._tell(row.to, row.link, frames, now_ms)
            self._are_some_behind |= held.told < state.match.reach(_person_at(row.link))
        self._has_equal_rows = len({_standing(row.link) for row in self._rows}) < len(self._rows)
        return [*effects, Broadcast()] if self._are_some_behind else effects

    def _tell(self, to: tuple[ConnectionId, ...], link: Connection, frames: _SharedFrames, now_ms: int) -> list[Effect]:
        """Send the news to clients that have the same events as this connection. If it cannot be made, only they are
        disconnected.
        """
        held = link.held
        try:
            data = frames.table(link) if held.wants_table else b""
            data += self._match_news(link, frames, now_ms) + self._gallery_news(link)
        except Exception as fault:  # noqa: BLE001 - the room made again would fail for the same people
            return self._send_away(to, fault)
        held.wants_table = False
        return [Send(to, data)] if data else []

    def _send_away(self, to: tuple[ConnectionId, ...], fault: Exception) -> list[Effect]:
        state = self._state
        for connection in to:
            link = state.connections.links.get(connection)
            if link is not None:
                state.hang_up(link, Bye(code="fault" if link.knows_faults else "silent", sentence=SENT_AWAY))
        self._has_crowd_moved |= state.outbox.is_crowd_behind
        state.outbox.is_crowd_behind = False
        return [Report(Mishap(fault, "telling", state.lobby.game_id)), *state.outbox.take_answers()]

    def _tell_seats_behind(self, frames: _SharedFrames, now_ms: int) -> list[Effect]:
        """Send the next portion to each player who is far behind."""
        self._are_some_behind = False
        effects: list[Effect] = []
        for person in self._state.lobby.seated:
            link = self._state.connections.link_of(person)
            if link is None or link.is_congested or link.held.told >= self._state.match.reach(person):
                continue
            effects += self._tell((link.id,), link, frames, now_ms)
            if link.held.told < self._state.match.reach(person):
                self._are_some_behind = True
        return effects

    def _line_up(self) -> None:
        """Put spectators with the same events into rows. A spectator who does not read is in none."""
        found: dict[_Standing, list[Connection]] = {}
        self._left_out = []
        for link in self._state.connections.links.values():
            person = link.person
            if person is None or person.seat is not None:
                continue
            if link.is_congested:
                link.held = replace(link.held)
                self._left_out.append(link.held)
            else:
                found.setdefault(_standing(link), []).append(link)
        self._rows = []
        for links in found.values():
            for link in links:
                link.held = links[0].held
            self._rows.append(_Row(links[0], tuple(link.id for link in links)))

    def _mark(self) -> tuple[int, int, int, int]:
        match = self._state.match
        return len(match.stream), match.step, match.shares.step, self._state.gallery.count

    def _gallery_news(self, link: Connection) -> bytes:
        person, held, gallery = link.person, link.held, self._state.gallery
        if person is None or not link.hears_gallery or held.gallery == gallery.count:
            return b""
        lines = gallery.since(max(0, held.gallery), with_apart=person.seat is None)
        if person.is_behind:
            reach = self._state.match.reach(person)
            lines = tuple(msgspec.structs.replace(line, after=min(line.after, reach)) for line in lines)
        is_fresh, held.gallery = held.gallery < 0, gallery.count
        return pack(Gallery(lines=lines, fresh=is_fresh), squeezed=link.is_squeezed) if lines else b""

    def _match_news(self, link: Connection, frames: _SharedFrames, now_ms: int) -> bytes:
        assert link.person is not None
        match, seat, person, held = self._state.match, link.person.seat, link.person, link.held
        data = b""
        reach = match.reach(person)
        if held.told < reach or held.is_fresh:
            if not held.told and match.shows_once:
                held.late_until = reach
            end, late_until = min(reach, held.told + PORTION), min(reach, held.late_until)
            data += match.stream.frames(
                person.eyes, held.told, end, fresh=held.is_fresh, late_until=late_until, squeezed=link.is_squeezed
            )
            held.told = end
            held.is_fresh = False
            held.late_until = held.late_until if held.told < held.late_until else 0
        if held.told < reach:
            return data  # the client does not have the events yet on which this decision depends
        if person.is_behind:
            return data  # the client does not have the events yet on which these clocks and shares depend
        if match.table is not None and held.clock_step != match.step:
            held.clock_step = match.step
            data += frames.clock(link)
        if held.shares_step != match.shares.step:
            held.shares_step = match.shares.step
            if (word := match.shares.word(link.person)) is not None:
                data += pack(word, squeezed=link.is_squeezed)
        if seat is not None and match.has_news_for(seat) and (ask := match.ask(seat, now_ms)) is not None:
            data += pack(ask, squeezed=link.is_squeezed)
        if seat is not None and (offer := match.offer(seat)) is not None:
            data += pack(offer, squeezed=link.is_squeezed)
        return data
