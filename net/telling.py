"""What is new for whom: after each call of a room the news for its seats, and then that for the spectators.

What everybody may know is made once for each audience, however many connections it has (net/stream.py).
"""

import msgspec

from engine.api import Viewer

from .effects import ConnectionId, Effect, Send
from .links import Link
from .people import Person
from .protocol import TableFrame, TableInfo, pack
from .state import RoomState

_Holds = tuple[Viewer, int, bool, int, int, bool, bool]
"""As whom a spectator is told things, and what it was told so far; who holds the same gets the same bytes."""


def _held_by(link: Link, person: Person) -> _Holds:
    steps = (link.clock_step, link.shares_step)
    return person.eyes, link.told, link.is_fresh, *steps, person.gives_shares, link.wants_table


class Teller:
    """Tells the people of one room what they have not been told."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._shown: TableInfo | None = None
        self._shows_crowd = False
        self._crowd_mark = (-1, -1, -1)

    def looks_new(self, now_ms: int) -> bool:
        """Whether the table looks other than everybody was shown it last.

        A reserve that was used, or a missed answer, is written down and not seen: a frame that came for it would tell
        when a sealed question was answered.
        """
        before, self._shown = self._shown, msgspec.structs.replace(self._state.info(now_ms), age_s=0)
        return self._shown != before

    def tell_seats(self, now_ms: int, *, shows_table: bool) -> list[Effect]:
        """What is new for whom has a seat, in the order of the seats."""
        state = self._state
        self._shows_crowd |= shows_table
        table_frame = b""
        effects: list[Effect] = []
        for person in state.lobby.seated:
            link = state.link_of(person)
            if link is None:
                continue
            link.wants_table |= shows_table
            if link.is_congested:
                continue
            if link.wants_table and not table_frame:
                table_frame = pack(TableFrame(info=state.info(now_ms)))
            data = (table_frame if link.wants_table else b"") + self._match_news(link, now_ms)
            link.wants_table = False
            if data:
                effects.append(Send((link.id,), data))
        return effects

    def has_news_for_crowd(self) -> bool:
        """Whether `tell_crowd` would tell anything: a sealed answer, or a ping, is not worth a look at a thousand."""
        return self._shows_crowd or self._state.is_crowd_behind or self._crowd_mark != self._mark()

    def tell_crowd(self, now_ms: int) -> list[Effect]:
        """What is new for the spectators. Most of them hold the same, and get the same bytes, made once."""
        shows_table, self._shows_crowd, self._state.is_crowd_behind = self._shows_crowd, False, False
        self._crowd_mark = self._mark()
        table_frame = b""
        made: dict[_Holds, tuple[bytes, _Holds, list[ConnectionId]]] = {}
        for link in self._state.links.values():
            person = link.person
            if person is None or person.seat is not None:
                continue
            if shows_table:
                link.wants_table = True
            if link.is_congested:
                continue
            holds = _held_by(link, person)
            found = made.get(holds)
            if found is None:
                if link.wants_table:
                    table_frame = table_frame or pack(TableFrame(info=self._state.info(now_ms)))
                data = (table_frame if link.wants_table else b"") + self._match_news(link, now_ms)
                link.wants_table = False
                found = made[holds] = (data, _held_by(link, person), [])
            else:
                _, link.told, link.is_fresh, link.clock_step, link.shares_step, _, link.wants_table = found[1]
            found[2].append(link.id)
        return [Send(tuple(to), data) for data, _, to in made.values() if data]

    def _mark(self) -> tuple[int, int, int]:
        match = self._state.match
        return len(match.stream), match.step, match.shares.step

    def _match_news(self, link: Link, now_ms: int) -> bytes:
        assert link.person is not None
        match, seat, person = self._state.match, link.person.seat, link.person
        data = b""
        reach = match.reach(person)
        if link.told < reach or link.is_fresh:
            is_late = not link.told and match.shows_once
            data += match.stream.frames(person.eyes, link.told, reach, fresh=link.is_fresh, is_late=is_late)
            link.told = reach
            link.is_fresh = False
        if person.is_behind:
            return data  # who is asked now, and what is drawn now, belongs to what is not told yet
        if match.table is not None and link.clock_step != match.step:
            link.clock_step = match.step
            data += pack(match.clock(now_ms))
        if link.shares_step != match.shares.step:
            link.shares_step = match.shares.step
            if (word := match.shares.word(link.person)) is not None:
                data += pack(word)
        if seat is not None and match.has_news_for(seat) and (ask := match.ask(seat, now_ms)) is not None:
            data += pack(ask)
        if seat is not None and (offer := match.offer(seat)) is not None:
            data += pack(offer)
        return data
