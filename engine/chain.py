"""One hash over everything that happened, the same for all who watch, whatever each of them may see.

What is hidden enters as its veil, which the host sends along and which the opened secret of the deal bears out later.
So two viewers who hold the same head were told the same story, and a host that tells two stories has two heads.
"""

from .codec import encode
from .events import Event
from .fairness import first_head, next_head
from .options import OptionValue
from .redact import redact
from .zones import ZonePlan


class Chain:
    """The head as it grows. plan: who sees which zone. length: number of events in it."""

    def __init__(self, game: str, seats: int, options: dict[str, OptionValue], plan: ZonePlan) -> None:
        self.head = first_head(game, seats, encode(sorted(options.items())))
        self.length = 0
        self._plan = plan

    def add(self, event: Event, veiled: bytes = b"") -> bytes:
        """Take in the next event, as any viewer was told it, with its veil if it has one; gives the new head."""
        public = encode(redact(event, None, self._plan))
        self.head = next_head(self.head, self.length, public, veiled)
        self.length += 1
        return self.head


def needs_veil(event: Event, plan: ZonePlan) -> bool:
    """Whether some viewer is told less of an event than there is."""
    return redact(event, None, plan) != event
