"""Who was watching a moment ago and comes back: the same person as before, and no newcomer.

A spectator has no seat that is kept, so each coming is news to all and stays in the stream, and newcomers are let in no
faster than people come. Who comes back was let in before. A line may break a few times in a row and then now and then;
whoever comes and goes more often than that stands with the newcomers again, so that nobody who was let in once can fill
the stream by it. Nothing of this is on disk: after a start of the host, all who were watching before are those who may
come back, and as many newcomers as may watch are let in at once.
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
    """A spectator whose line broke. key: number of the person. account: how often they still may come back at once.
    marks: of their tokens. eyes, since: as whom they were told things, and from where on exactly (see Person)."""

    key: int
    account: TokenBucket
    marks: tuple[bytes, ...]
    eyes: Viewer
    since: int


class ReturningSpectators:
    """The spectators of one room who may come back. most: how many may watch; some more are kept in mind."""

    def __init__(self, most: int) -> None:
        self._most = 4 * (most + _SPARE)
        self._absent: OrderedDict[int, Absentee] = OrderedDict()
        self._by_mark: dict[bytes, Absentee] = {}
        self._accounts: dict[int, TokenBucket] = {}

    def lost(self, person: Person) -> int | None:
        """A spectator's line broke: either of its tokens brings it back. Gives whom it makes us forget."""
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
        """Who comes back with this token, if anybody does."""
        return self._by_mark.get(_mark(token))

    def came(self, person: Person, absent: Absentee) -> None:
        """Somebody is back, as this person. The token is good once more: the welcome, with another, may be lost."""
        self._accounts[person.key] = absent.account

    def since(self, person: Person, reach: int) -> int:
        """From where on somebody who came in is told exactly, faces that are shown once included. reach: how far the
        stream goes, from where on a newcomer is."""
        absent = self._absent.get(person.key)
        return absent.since if absent is not None and absent.eyes == person.eyes else reach

    def forget(self, person_key: int) -> None:
        """The person of this number is gone for good, or was never here."""
        self._accounts.pop(person_key, None)
        absent = self._absent.pop(person_key, None)
        for mark in absent.marks if absent is not None else ():
            self._by_mark.pop(mark, None)


def _mark(token: bytes) -> bytes:
    """What a token is kept by: how long a digest takes to be found says nothing of how near a guess was."""
    return sha256(token).digest()
