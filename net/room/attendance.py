"""Which people of a room are here, silent, away, or away for too long."""

from ..match.absence import MISSES_TO_DOZE
from ..match.people import Person
from ..match.settings import HELD_IDLES
from ..wire.client_messages import Ping
from ..wire.host_messages import Bye
from .connections import NEVER
from .state import RoomState

UNREADY_KEPT_MS = 10_000
"""How long a seat is kept for a person who was never ready. Programs that come and go must not keep all seats."""


class Attendance:
    """Notices who comes and goes in one room, and tells the table.

    A player who is back after the host did not run for a while, and has not followed the match elsewhere, ends that.
    """

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._absences_end_ms = 0
        self._idle_end_ms = NEVER
        self._waits_since_ms: int | None = None
        self._host_since: tuple[int | None, int] = (None, 0)
        self._held_since_ms: dict[tuple[int, bool], int] = {}

    def look_after_connections(self, now_ms: int) -> None:
        """Send pings to silent connections, and close those that have been silent for too long."""
        state, clocks = self._state, self._state.config.clocks
        soon_ms = clocks.ping_ms // 8
        for link in state.connections.take_due(now_ms, soon_ms):
            silence = now_ms - link.heard_ms
            if link.person is None and now_ms - link.since_ms >= clocks.hello_ms:
                state.hang_up(link, Bye(code="silent", sentence="No hello arrived."))
                continue
            if link.person is not None and silence >= clocks.silent_ms:
                state.hang_up(link, Bye(code="silent", sentence="The host received nothing from you for too long."))
                continue
            if link.person is not None and now_ms >= link.ping_due_ms(clocks) - soon_ms:
                link.pinged_ms = now_ms
                state.reply(link, Ping(n=now_ms % 2**31))
            state.connections.look_again(link, now_ms)

    def settle(self, now_ms: int) -> None:
        """Update who is here, by connections and their silence. Spectators without a connection have left."""
        self._note_presence(now_ms)
        state = self._state
        if state.lobby.stage == "open":
            self._note_idleness(now_ms)
        state.match.is_attended = state.is_attended
        if state.is_interrupted and not state.is_held and state.others_here():
            state.is_interrupted = False

    def due_ms(self, now_ms: int) -> int | None:
        """The next time at which a person's state changes by time alone."""
        if self._state.lobby.stage != "open":
            self._idle_end_ms = NEVER
        due = min(self._state.connections.next_ms, self._absences_end_ms, self._idle_end_ms)
        return due if due < NEVER else None

    def _note_idleness(self, now_ms: int) -> None:
        """Before the first deal, the host and those who are not ready count as away while another player waits for
        them: if they do nothing, and in the end whatever they do."""
        lobby, idle_ms, self._idle_end_ms = self._state.lobby, self._state.config.clocks.idle_ms, NEVER
        here = [person for person in lobby.seated if person.state != "away"]
        if not any(person.ready for person in here):
            self._waits_since_ms = None
        elif self._waits_since_ms is None:
            self._waits_since_ms = now_ms
        host = lobby.host()
        if host is not None and host.key != self._host_since[0]:
            self._host_since = (host.key, now_ms)
        agreed = [person for person in here if person.was_ready and not person.is_owner]
        if not agreed:
            self._held_since_ms.clear()
        watching = [host] if host is not None and host.seat is None and host.state != "away" else []
        for person in [*here, *watching] if idle_ms else ():
            if agreed in ([], [person]) or (person.ready and person is not host):
                continue
            held_ms = self._held_since_ms.setdefault((person.key, person is host), now_ms)
            ends_ms = held_ms + HELD_IDLES * idle_ms
            if self._waits_since_ms is not None and any(other.ready for other in agreed):
                since_ms = max(self._waits_since_ms, held_ms, self._state.asked_ms.get(person.key, 0))
                if person is host:
                    since_ms = max(since_ms, self._host_since[1])
                ends_ms = min(ends_ms, since_ms + idle_ms)
            if ends_ms <= now_ms:
                person.missed, person.is_dozing = MISSES_TO_DOZE, True
                self._state.outbox.lobby_changed = True
            else:
                self._idle_end_ms = min(self._idle_end_ms, ends_ms)

    def _note_presence(self, now_ms: int) -> None:
        state = self._state
        if state.connections.is_quiet(now_ms, self._absences_end_ms):
            return
        for link in state.connections.take_due(now_ms):
            state.connections.look_again(link, now_ms)
        for key in state.connections.to_look_at():
            person = state.connections.person_of(key) or state.lobby.person(key)
            if person is None:
                state.connections.forget(key)
            else:
                self._note(person, now_ms)
        if state.connections.is_anybody_here:
            state.idle_since_ms = None
        elif state.idle_since_ms is None:
            state.idle_since_ms = now_ms
        clocks = state.config.clocks
        waits_ms = [clocks.away_ms]
        if state.lobby.stage == "open":
            waits_ms += [clocks.seat_kept_ms, min(UNREADY_KEPT_MS, clocks.seat_kept_ms)]
        self._absences_end_ms = state.connections.absences_end_ms(waits_ms, now_ms)

    def _note(self, person: Person, now_ms: int) -> None:
        state, clocks, link = self._state, self._state.config.clocks, self._state.connections.link_of(person)
        if link is not None:
            presence = link.presence(clocks, now_ms)
        elif person.seat is None:
            state.depart(person, "unwatching")
            return
        else:
            missed_ms = now_ms - state.connections.lost_ms(person)
            if state.lobby.stage == "open" and missed_ms >= self._seat_kept_ms(person):
                state.depart(person, "left")
                return
            is_away = missed_ms >= clocks.away_ms or state.connections.has_left(person)
            presence = "away" if is_away else "lagging"
        if presence != person.presence:
            person.presence = presence
            state.outbox.shown_changed = True

    def _seat_kept_ms(self, person: Person) -> int:
        """How long the seat of a disconnected person is kept before the first deal."""
        kept_ms = self._state.config.clocks.seat_kept_ms
        is_known = person.was_ready or person.is_owner or person.holds_key
        return kept_ms if is_known else min(UNREADY_KEPT_MS, kept_ms)
