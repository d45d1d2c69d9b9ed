"""Limits for events of the room in a table's stream: chat, and who sat, voted, watched or was away.

The host keeps the whole stream and sends it to new clients, which verify it, so only the acts of the match may make it
long. Events of the room have limits for a minute, for a match, and for one person.
"""

from collections import Counter, OrderedDict, deque
from typing import Final

from engine.api import Event, Happened, RoomEvent

from ..wire.rate_limits import TokenBucket
from .new_table import TAKEN_BACK
from .people import LobbyRefusal, Person

WORDS_A_MINUTE: Final = 20
"""Lines that a player or spectator may say in a minute."""
MOST_WORDS: Final = 4_000
MOST_WORD_BYTES: Final = 512 * 1024
CHANGES_A_MINUTE: Final = 20
MOST_CHANGES: Final = 4_000
LAST_ROOM_EVENT: Final = 65_536
"""When the stream has so many events, it takes only those events of the room that the match needs."""

_CHANGES_AT_ONCE = 200
_OWN_CHANGES_A_MINUTE, _OWN_CHANGES_AT_ONCE = 12, 40
_MOST_PEOPLE = 1_024
_NEEDED: Final = frozenset(("timeout", "sealed", "carried", "fault", TAKEN_BACK))
"""Events about the progress of the match, whose number the match itself limits."""


def is_change(what: str) -> bool:
    """Whether an event of this kind counts towards MOST_CHANGES. Chat does not."""
    return what not in _NEEDED


class RoomBudget:
    """What is left of these limits at one table. now_ms: the room's time, which the room sets before each step."""

    def __init__(self) -> None:
        self.now_ms = 0
        self._length = 0
        self._words: Counter[str] = Counter()
        self._word_bytes: Counter[str] = Counter()
        self._changes = 0
        self._said_ms: dict[int, deque[int]] = {}
        self._changes_a_minute = TokenBucket(CHANGES_A_MINUTE / 60, _CHANGES_AT_ONCE, 0)
        self._people: OrderedDict[int, TokenBucket] = OrderedDict()

    def count(self, events: tuple[Event, ...]) -> None:
        """Note events that are now in the stream."""
        self._length += len(events)
        for event in events:
            if isinstance(event, Happened) and event.what == "said":
                self._words[event.name] += 1
                self._word_bytes[event.name] += len(event.text.encode())
            elif isinstance(event, Happened) and is_change(event.what):
                self._changes += 1

    def verify_word(self, text: str, person: Person, seats: int) -> None:
        """Count what a player says. Each player has an equal part of the limits of a match, whatever their seat, so
        nobody uses up the part of another. Raises LobbyRefusal if they cannot say it now.
        """
        if self._length >= LAST_ROOM_EVENT or self._words.total() >= MOST_WORDS:
            raise LobbyRefusal(
                "This match has reached its limit for chat. Nobody can write any more messages.", "unavailable"
            )
        size = self._word_bytes[person.name] + len(text.encode())
        if self._words[person.name] >= MOST_WORDS // seats or size > MOST_WORD_BYTES // seats:
            raise LobbyRefusal(
                "You have reached your limit for chat in this match. You cannot write any more messages.", "unavailable"
            )
        self.verify_pace(person)

    def verify_pace(self, person: Person) -> None:
        """Count a line that a player or spectator says in this minute. Raises LobbyRefusal if it is one too many."""
        since_ms = self.now_ms - 60_000
        self._said_ms = {key: times for key, times in self._said_ms.items() if times[-1] > since_ms}
        times = self._said_ms.setdefault(person.key, deque(maxlen=WORDS_A_MINUTE))
        if len(times) == WORDS_A_MINUTE and times[0] > since_ms:
            raise LobbyRefusal("You are chatting too fast. Wait a moment.", "slow")
        times.append(self.now_ms)

    def takes_change(self, person_key: int) -> bool:
        """Whether a person may request one more change that everybody sees. If so, it counts."""
        bucket = self._people.pop(person_key, None)
        if bucket is None:
            bucket = TokenBucket(_OWN_CHANGES_A_MINUTE / 60, _OWN_CHANGES_AT_ONCE, self.now_ms)
        self._people[person_key] = bucket
        if len(self._people) > _MOST_PEOPLE:
            self._people.popitem(last=False)
        return bucket.take(self.now_ms)

    def admits(self, event: RoomEvent) -> bool:
        """Whether an event of the room may go into the stream.

        If not, it is left out; everybody still sees in the lobby what changed.
        """
        if not isinstance(event, Happened) or not is_change(event.what):
            return True
        if self._length >= LAST_ROOM_EVENT:
            return False
        if event.what == "said":
            return True  # see verify_word
        return self._changes < MOST_CHANGES and self._changes_a_minute.take(self.now_ms)
