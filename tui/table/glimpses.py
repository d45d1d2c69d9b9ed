"""Faces that are shown to me for a moment: they are drawn where they lie, and kept nowhere.

They come from the news alone, never from a stream that is sent again. Neither log nor view keeps them.
"""

from collections.abc import Callable
from typing import Final

from engine.api import UNKNOWN, Card, DealBegan, Event, Moved, Shown, Shuffled, Turned, View, capital, listed

from ..session.table_session import forgets
from .wording import Words

UNREAD_S: Final = 1.0
"""Enter is a habit, and needs so long to be meant for a face that is shown."""


class Glimpses:
    """The faces that I see for a moment.

    seen: faces by the zone in which they lie. is_held: the faces stay until I press a key. now: a clock in seconds.
    early_s: how long Enter does not turn the faces down.
    """

    def __init__(self, now: Callable[[], float], early_s: float) -> None:
        self._now, self._early_s, self._since = now, early_s, 0.0
        self.seen: dict[str, tuple[Card, ...]] = {}
        self.is_held = False

    def tell(self, event: Event, view: View) -> bool:
        """Take in an event. Returns whether it shows me a face that will not be shown again."""
        match event:
            case Shown(zone=zone, cards=cards) | Turned(zone=zone, cards=cards):
                if UNKNOWN in cards or not _is_passing(zone, view):
                    return False
                self.seen[zone], self.is_held, self._since = cards, False, self._now()
                return True
            case Moved(src=src, dst=dst):
                self._forget(src, dst)
            case Shuffled(zone=zone):
                self._forget(zone)
            case DealBegan():
                self.clear()
        return False

    @property
    def is_early(self) -> bool:
        """Whether a face has just come: Enter was pressed before it could be read."""
        return self._now() - self._since < self._early_s

    def faces(self, words: Words) -> str:
        """What I see, as a sentence without a full stop; "" for nothing."""
        return capital(listed([f"{words.part(zone)} is {words.cards(cards)}" for zone, cards in self.seen.items()]))

    def words(self, words: Words) -> str:
        """What I see, in short, and how long; it is said nowhere else."""
        if not self.seen:
            return ""
        seen = ", ".join(f"{words.part(zone)}: {words.cards(cards)}" for zone, cards in self.seen.items())
        them = "it" if sum(map(len, self.seen.values())) == 1 else "them"
        rest = f"the next key hides {them}" if self.is_held else f"any key hides {them}, Space keeps {them}"
        return f"{capital(seen)} ({rest})"

    def clear(self) -> None:
        self.seen.clear()
        self.is_held = False

    def _forget(self, *zones: str) -> None:
        for zone in zones:
            self.seen.pop(zone, None)


def _is_passing(zone: str, view: View) -> bool:
    plan = view.game.plan
    return forgets(view) and plan.kind(zone).shown_once and not plan.sees(zone, view.viewer)
