"""Spectators who lost their connection and come back: the same people as before, and not new ones.

A spectator has no seat, so each arrival is news for everybody, and new spectators may join only at a limited rate.
Returning spectators joined before. A connection may break a few times in a row and then now and then; a spectator who
comes and goes more often counts as new again, so that nobody can flood the table with arrivals. Nothing of this is on
disk: after a start of the host, all earlier spectators may come back, and as many new ones as may watch can join at
once.
"""

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256

from engine.api import Viewer

from ..match.people import Person
from ..wire.rate_limits import TokenBucket

AT_ONCE = 3
A_SECOND = 1 / 30
_SPARE = 64


@dataclass(frozen=True, slots=True)
class Absentee:
    """A disconnected spectator. key: number of the person. account: how often they may still come back at once. marks:
    of their tokens. eyes, since: their view, and the event from which it is exact (see Person).
    """

    key: int
    account: TokenBucket
    marks: tuple[bytes, ...]
    eyes: Viewer
    since: int


class ReturningSpectators:
    """The spectators of one room who may come back. most: how many may watch at once. The room remembers a few more."""

    def __init__(self, most: int) -> None:
        self._most = 4 * (most + _SPARE)
        self._absent: OrderedDict[int, Absentee] = OrderedDict()
        self._by_mark: dict[bytes, Absentee] = {}
        self._accounts: dict[int, TokenBucket] = {}

    def lost(self, person: Person) -> int | None:
        """A spectator lost the connection. Either of their tokens brings them back. Returns the number of the spectator
        who is forgotten instead, if any.
        """
        account = self._accounts.get(person.key) or TokenBucket(A_SECOND, AT_ONCE, 0)
        self.forget(person.key)
        marks = tuple(_mark(token) for token in (person.token, person.old_token) if token)
        self._absent[person.key] = absent = Absentee(person.key, account, marks, person.eyes, person.since)
        self._by_mark.update(dict.fromkeys(marks, absent))
        if len(self._absent) <= self._most:
            return None
        oldest = next(iter(self._absent))
        self.forget(oldest)
        return oldest

    def find(self, token: bytes) -> Absentee | None:
        """The spectator with this token, if they may come back."""
        return self._by_mark.get(_mark(token))

    def came(self, person: Person, absent: Absentee) -> None:
        """This person is back. The old token stays valid, because the welcome with the new one may be lost."""
        self._accounts[person.key] = absent.account

    def since(self, person: Person, reach: int) -> int:
        """The event from which a spectator sees everything exactly, also faces that are shown once.

        reach: the end of the stream, where a new spectator starts.
        """
        absent = self._absent.get(person.key)
        return absent.since if absent is not None and absent.eyes == person.eyes else reach

    def forget(self, person_key: int) -> None:
        """Forget the person of this number."""
        self._accounts.pop(person_key, None)
        absent = self._absent.pop(person_key, None)
        for mark in absent.marks if absent is not None else ():
            self._by_mark.pop(mark, None)


def _mark(token: bytes) -> bytes:
    """The form in which a token is kept. The time to find a digest does not show how close a guess was."""
    return sha256(token).digest()
