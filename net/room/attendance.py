"""Who of a room's people is connected, how silent each of them is, and when that says something new by time alone.

A look costs as much as there is news: with a thousand spectators, no move and no ping is worth a look at them all. So
each connection stands in a heap by the time at which it is to be looked at next, and people who came, went or spoke
after a silence are looked at once.
"""

from heapq import heappop, heappush

from ..match.clocks import TimeControls
from ..match.people import Person
from .connections import Connection
from .effects import ConnectionId

NEVER = 2**62


class Attendance:
    """The connections of one room. links: all of them; those whose hello was not accepted have no person yet."""

    def __init__(self, clocks: TimeControls) -> None:
        self.links: dict[ConnectionId, Connection] = {}
        self._clocks = clocks
        self._by_person: dict[int, Connection] = {}
        self._lost_ms: dict[int, int] = {}
        self._stirred: set[int] = set()
        self._due: list[tuple[int, ConnectionId]] = []

    def came(self, link: Connection, now_ms: int) -> None:
        """There is a new connection."""
        self.links[link.id] = link
        self.look_again(link, now_ms)

    def greeted(self, link: Connection, person: Person, now_ms: int) -> None:
        """A connection is this person's from here on."""
        link.person = person
        self._by_person[person.key] = link
        self._lost_ms.pop(person.key, None)
        self.look_again(link, now_ms)

    def heard(self, link: Connection) -> None:
        """A connection spoke of which it may be news that it is there."""
        if link.person is not None:
            self._stirred.add(link.person.key)

    def gone(self, link: Connection) -> None:
        """A connection is over. Its person is missed since the last word from it."""
        self.links.pop(link.id, None)
        person = link.person
        if person is not None and self._by_person.get(person.key) is link:
            del self._by_person[person.key]
            self._lost_ms.setdefault(person.key, link.heard_ms)
            self._stirred.add(person.key)

    def miss(self, person: Person, now_ms: int) -> None:
        """A person has no connection, and is waited for."""
        self._lost_ms[person.key] = now_ms
        self._stirred.add(person.key)

    def forget(self, key: int) -> None:
        """The person of this number is no longer at the table."""
        self._lost_ms.pop(key, None)

    def link_of(self, person: Person) -> Connection | None:
        """The connection of a person who is here."""
        return self._by_person.get(person.key)

    def person_of(self, key: int) -> Person | None:
        """The person of a number, if connected."""
        link = self._by_person.get(key)
        return link.person if link is not None else None

    @property
    def is_anybody_here(self) -> bool:
        """Whether somebody is connected whose hello was accepted."""
        return bool(self._by_person)

    def lost_ms(self, person: Person) -> int:
        """Since when a person who has no connection is missed."""
        return self._lost_ms[person.key]

    def take_due(self, now_ms: int, soon_ms: int = 0) -> list[Connection]:
        """Connections that are to be looked at; if there are any, also those that would be so soon: so they fall into
        step. Each is to be given back to `look_again`, unless it ends."""
        if self.next_ms > now_ms:
            return []
        due: dict[ConnectionId, Connection] = {}
        while self._due and self._due[0][0] <= now_ms + soon_ms:
            due_ms, connection = heappop(self._due)
            if self._is_valid(due_ms, connection):
                due[connection] = self.links[connection]
        return list(due.values())

    def to_look_at(self) -> list[int]:
        """Numbers of the people about whom something may be new, in the order of their coming; each is named once.

        Who is missed is always among them.
        """
        keys = sorted(self._stirred | self._lost_ms.keys())
        self._stirred.clear()
        return keys

    def is_quiet(self, now_ms: int, absences_end_ms: int) -> bool:
        """Whether nothing about anybody can be new."""
        return not self._stirred and now_ms < min(self.next_ms, absences_end_ms)

    @property
    def next_ms(self) -> int:
        """When a connection is to be looked at by time alone."""
        while self._due and not self._is_valid(*self._due[0]):
            heappop(self._due)
        return self._due[0][0] if self._due else NEVER

    def absences_end_ms(self, waits_ms: list[int], now_ms: int) -> int:
        """When somebody who is missed has been so for the next of these times."""
        ends = (lost + wait for lost in self._lost_ms.values() for wait in waits_ms if lost + wait > now_ms)
        return min(ends, default=NEVER)

    def look_again(self, link: Connection, now_ms: int) -> None:
        """There may be news of a connection, and it is to be looked at again in its time. Whatever is heard meanwhile
        only puts that off: the entry may be too early, and never is too late."""
        self.heard(link)
        link.due_ms = link.next_ms(self._clocks, now_ms)
        heappush(self._due, (link.due_ms, link.id))

    def _is_valid(self, due_ms: int, connection: ConnectionId) -> bool:
        link = self.links.get(connection)
        return link is not None and link.due_ms == due_ms
