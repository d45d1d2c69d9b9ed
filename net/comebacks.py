"""Who was watching, has lost the line and comes back: no newcomer, unless it happens all the time.

A spectator has no seat that is kept, so each coming is news to all and stays in the stream, and newcomers are let in no
faster than people come. Who comes back was let in before. A line may break a few times in a row and then now and then;
whoever comes and goes more often than that stands with the newcomers again, so that nobody who was let in once can fill
the stream by it. This is kept in memory alone: after a start of the host as many newcomers as may watch are let in at
once.
"""

from collections import OrderedDict
from hashlib import sha256

from .clocks import TokenBucket
from .people import Person

AT_ONCE = 3
A_SECOND = 1 / 30
_SPARE = 64


class Comebacks:
    """The spectators of one room who may come back. most: how many are kept in mind."""

    def __init__(self, most: int) -> None:
        self._most = 2 * (most + _SPARE)
        self._gone: OrderedDict[bytes, TokenBucket] = OrderedDict()
        self._of: dict[int, TokenBucket] = {}

    def lost(self, person: Person, now_ms: int) -> None:
        """A spectator's line broke: either of its tokens brings it back."""
        bucket = self._of.get(person.key) or TokenBucket(A_SECOND, AT_ONCE, now_ms)
        for token in (person.token, person.old_token):
            if token:
                self._gone[_mark(token)] = bucket
        while len(self._gone) > self._most:
            self._gone.popitem(last=False)

    def find(self, token: bytes) -> TokenBucket | None:
        """How often whoever comes back with this token still may; None for who does not come back."""
        return self._gone.get(_mark(token))

    def came(self, person: Person, bucket: TokenBucket) -> None:
        """Somebody is back, as this person."""
        self._of[person.key] = bucket

    def forget(self, person_key: int) -> None:
        """The person of this number is no longer at the table."""
        self._of.pop(person_key, None)


def _mark(token: bytes) -> bytes:
    """What a token is kept by: how long a digest takes to be found says nothing of how near a guess was."""
    return sha256(token).digest()
