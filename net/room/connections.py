"""Connections as the room sees them: the person, what they have received, and when they last sent something."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Literal

from ..match.people import Person, Presence
from ..match.settings import TimeControls
from ..wire.rate_limits import TokenBucket
from .effects import ConnectionId

Stage = Literal["new", "knocked", "joined"]
"""The stage of a connection: nothing received yet; a knock at a private table; or a hello and its welcome."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 40
CHATS_A_SECOND, CHATS_AT_ONCE = 1, 5
MOST_BAD_FRAMES = 3
MOST_IGNORED = 100
NEVER = 2**62


@dataclass
class Cursor:
    """What one connection, or a row of spectators together (net/room/broadcast.py), has received.

    told: how many events it was sent, or had when it came. is_fresh: its events are void, and it must be told so.
    wants_table: it was not sent the present description of the table. clock_step: the step whose clock it was sent.
    late_until: how many events there were when it began at event 0, if faces in them are shown once; else 0.
    shares_step: the step of the last message about the coming deal's shares. gallery: how many lines of the gallery it
    was sent, or were dropped before it came; -1 until it was sent the first ones.
    """

    told: int = 0
    is_fresh: bool = False
    wants_table: bool = False
    clock_step: int = -1
    shares_step: int = -1
    gallery: int = -1
    late_until: int = 0

    @property
    def key(self) -> tuple[int, bool, bool, int, int, int, int]:
        """Equal for connections that have received the same."""
        standing = (self.told, self.is_fresh, self.wants_table, self.clock_step, self.shares_step)
        return (*standing, self.gallery, self.late_until)


@dataclass
class Connection:
    """A connection.

    stage: how far it has come. person: None until its hello was accepted. due_ms: when the room next looks at it. held:
    what it has received. audits: how many deals it may ask for now. peer: the address at its other end. is_own: the
    user whose table this is, on this machine. host_user: our own user, if the system tells the client on a Unix socket.
    knock_code: the code for which it has knocked. secret: shared with the client, if the client knows that code.
    code_told: the code that it was sent. warned: the last warning about wrong codes that it was sent. hears_gallery:
    its client knows the message `gallery`. is_squeezed: it gets squeezed frames. knows_faults: its client understands
    the pause "fault" and the farewell "fault". is_congested: it gets nothing but answers until it reads again.
    bad_frames, ignored: its mistakes so far.
    """

    id: ConnectionId
    user: str
    heard_ms: int
    messages: TokenBucket
    chats: TokenBucket
    audits: TokenBucket
    since_ms: int
    pinged_ms: int = 0
    due_ms: int = 0
    stage: Stage = "new"
    person: Person | None = None
    held: Cursor = field(default_factory=Cursor)
    knows_faults: bool = False
    is_congested: bool = False
    hears_gallery: bool = False
    is_confirmed: bool = False
    bad_frames: int = 0
    ignored: int = 0
    peer: str = ""
    is_own: bool = False
    host_user: int | None = None
    knock_code: str = ""
    secret: bytes = b""
    code_told: str = ""
    is_squeezed: bool = False
    warned: int = 0

    @classmethod
    def open(
        cls,
        connection: ConnectionId,
        user: str,
        now_ms: int,
        *,
        peer: str = "",
        is_own: bool = False,
        host_user: int | None = None,
    ) -> Connection:
        """A new connection, of which nothing is known but its address, or the peer's user on this machine."""
        return cls(
            id=connection,
            user=user,
            heard_ms=now_ms,
            messages=TokenBucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now_ms),
            chats=TokenBucket(CHATS_A_SECOND, CHATS_AT_ONCE, now_ms),
            audits=TokenBucket(CHATS_A_SECOND, CHATS_AT_ONCE, now_ms),
            since_ms=now_ms,
            pinged_ms=now_ms,
            peer=peer,
            is_own=is_own,
            host_user=host_user,
        )

    def presence(self, clocks: TimeControls, now_ms: int) -> Presence:
        """The state of the person at the other end, by how long the connection has been silent."""
        silence = now_ms - self.heard_ms
        if silence < clocks.lagging_ms:
            return "here"
        return "lagging" if silence < clocks.away_ms else "away"

    def ping_due_ms(self, clocks: TimeControls) -> int:
        """When the host next sends a ping to this connection."""
        return max(self.heard_ms, self.pinged_ms) + clocks.ping_ms

    def next_ms(self, clocks: TimeControls, now_ms: int) -> int:
        """The next time when something about this connection changes by time alone."""
        if self.person is None:
            return self.since_ms + clocks.hello_ms
        silences = (clocks.lagging_ms, clocks.away_ms, clocks.silent_ms)
        turns = [self.heard_ms + silence for silence in silences if self.heard_ms + silence > now_ms]
        return min(self.ping_due_ms(clocks), *turns) if turns else self.ping_due_ms(clocks)


class Connections:
    """The connections of one room: who is here, how silent each of them is, and when silence alone means something.

    The work depends on how much is new. With a thousand spectators, no move and no ping may cost a look at them all. So
    a heap has each connection by the time at which the room must look at it next. People who came, went or sent
    something after a silence are looked at once. links: all of them; without an accepted hello a connection has no
    person yet.
    """

    def __init__(self, clocks: TimeControls) -> None:
        self.links: dict[ConnectionId, Connection] = {}
        self._clocks = clocks
        self._by_person: dict[int, Connection] = {}
        self._lost_ms: dict[int, int] = {}
        self._left: set[int] = set()
        self._stirred: set[int] = set()
        self._due: list[tuple[int, ConnectionId]] = []

    def came(self, link: Connection, now_ms: int) -> None:
        self.links[link.id] = link
        self.look_again(link, now_ms)

    def greeted(self, link: Connection, person: Person, now_ms: int) -> None:
        link.stage, link.person = "joined", person
        self._by_person[person.key] = link
        self._lost_ms.pop(person.key, None)
        self._left.discard(person.key)
        self.look_again(link, now_ms)

    def heard(self, link: Connection) -> None:
        """A connection sent something after which its person may count as here again."""
        if link.person is not None:
            self._stirred.add(link.person.key)

    def gone(self, link: Connection) -> None:
        """A connection is over. Its person counts as missing since the last message from it."""
        self.links.pop(link.id, None)
        person = link.person
        if person is not None and self._by_person.get(person.key) is link:
            del self._by_person[person.key]
            self._lost_ms.setdefault(person.key, link.heard_ms)
            self._stirred.add(person.key)

    def miss(self, person: Person, now_ms: int) -> None:
        """A person has no connection, and the room waits for them."""
        self._lost_ms[person.key] = now_ms
        self._stirred.add(person.key)

    def leaves(self, person: Person) -> None:
        """A person without a connection left for now, so nobody has to wait for their answer."""
        self._left.add(person.key)

    def forget(self, key: int) -> None:
        """The person of this number is no longer at the table."""
        self._lost_ms.pop(key, None)
        self._left.discard(key)

    def link_of(self, person: Person) -> Connection | None:
        return self._by_person.get(person.key)

    def person_of(self, key: int) -> Person | None:
        link = self._by_person.get(key)
        return link.person if link is not None else None

    @property
    def is_anybody_here(self) -> bool:
        """Whether any connection has an accepted hello."""
        return bool(self._by_person)

    def has_left(self, person: Person) -> bool:
        """Whether a person without a connection left for now, and did not just lose it."""
        return person.key in self._left

    def lost_ms(self, person: Person) -> int:
        """Since when a person has had no connection."""
        return self._lost_ms[person.key]

    def take_due(self, now_ms: int, soon_ms: int = 0) -> list[Connection]:
        """The connections that are due to be looked at. If there are any, those that are due soon come with them, so
        that fewer calls are needed. Give each connection back to `look_again`, unless it ends.
        """
        if self.next_ms > now_ms:
            return []
        due: dict[ConnectionId, Connection] = {}
        while self._due and self._due[0][0] <= now_ms + soon_ms:
            due_ms, connection = heappop(self._due)
            if self._is_valid(due_ms, connection):
                due[connection] = self.links[connection]
        return list(due.values())

    def to_look_at(self) -> list[int]:
        """The numbers of the people about whom something may be new, in the order of their coming, each once.

        People without a connection are always among them.
        """
        keys = sorted(self._stirred | self._lost_ms.keys())
        self._stirred.clear()
        return keys

    def is_quiet(self, now_ms: int, absences_end_ms: int) -> bool:
        """Whether nothing can be new about anybody."""
        return not self._stirred and now_ms < min(self.next_ms, absences_end_ms)

    @property
    def next_ms(self) -> int:
        """The next time when a connection must be looked at."""
        while self._due and not self._is_valid(*self._due[0]):
            heappop(self._due)
        return self._due[0][0] if self._due else NEVER

    def absences_end_ms(self, waits_ms: list[int], now_ms: int) -> int:
        """The next time when an absent person has been absent for one of these times."""
        ends = (lost + wait for lost in self._lost_ms.values() for wait in waits_ms if lost + wait > now_ms)
        return min(ends, default=NEVER)

    def look_again(self, link: Connection, now_ms: int) -> None:
        """There may be news of a connection, and the room must look at it again in time. A message from it only makes
        that time later. So an entry of the heap may be too early, but is never too late.
        """
        self.heard(link)
        link.due_ms = link.next_ms(self._clocks, now_ms)
        heappush(self._due, (link.due_ms, link.id))

    def _is_valid(self, due_ms: int, connection: ConnectionId) -> bool:
        link = self.links.get(connection)
        return link is not None and link.due_ms == due_ms
