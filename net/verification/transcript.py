"""All events that one viewer received from a table, from event 0, and the view that follows from them."""

from typing import Final

from engine.api import Committed, Event, Happened, SharesMixed, UnknownGame, View, Viewer, find_game

from ..wire.table_info import TableInfo

MOST_EVENTS: Final = 262_144
"""Far more events than the longest match with the longest chat. A host that sends more wants to fill our memory."""


_IMPOSSIBLE: Final = "This table sent something that is impossible in its game."


class BadTranscript(Exception):
    """The table sent something impossible; the text is a sentence for the user."""


class TranscriptGap(BadTranscript):
    """An event is missing: this connection is useless now, and the next one will bring the event."""


class Transcript:
    """Events by number, including those before the match. view: None until the match has begun. past: events with lower
    numbers happened before the table last answered, or were received before.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.view: View | None = None
        self.past = 0

    def begin_anew(self) -> None:
        """Forget everything. Events that are received again after this count as past."""
        self.past = max(self.past, len(self.events))
        self.events.clear()
        self.view = None

    def caught_up(self) -> None:
        """The table asks us something, so all earlier events have been received: later events happen now."""
        self.past = min(self.past, len(self.events))

    def cut(self, number: int, info: TableInfo, eyes: Viewer) -> None:
        """Forget everything from an event on. Raises BadTranscript."""
        kept = self.events[:number]
        self.begin_anew()
        for place, event in enumerate(kept):
            self.add(place, event, info, eyes)

    def add(self, number: int, event: Event, info: TableInfo, eyes: Viewer) -> bool:
        """Add the next event. Returns whether it was new. info: the present table; eyes: the viewer. Raises
        BadTranscript.
        """
        if number < len(self.events):
            return False
        if number > len(self.events):
            raise TranscriptGap("Part of the game record was lost on the way.")
        if number >= MOST_EVENTS:
            raise BadTranscript("This table sent more events than a match can have.")
        self.events.append(event)
        try:
            self._absorb(number, event, info, eyes)
        except UnknownGame as fault:
            raise BadTranscript(f"This program does not know the game that this table plays. {fault}") from fault
        except Exception as fault:
            # If a host invents something that no rule allows, the session leaves that table, and the program continues.
            raise BadTranscript(_IMPOSSIBLE) from fault
        return True

    def verify(self) -> None:
        """Check the facts of a complete frame with the rules of the game. Raises BadTranscript."""
        if self.view is None:
            return
        try:
            fits = all(0 <= seat < self.view.seats for seat in self.view.acting())
        except Exception as fault:
            # Only the phase that reads a fact knows which values are possible.
            raise BadTranscript(_IMPOSSIBLE) from fault
        if not fits:
            raise BadTranscript(_IMPOSSIBLE)

    def _absorb(self, number: int, event: Event, info: TableInfo, eyes: Viewer) -> None:
        if self.view is not None:
            self.view.absorb(number, event)
        elif not isinstance(event, (Happened, Committed, SharesMixed)):
            # The first event of a deal: from here on options and seats are settled.
            self.view = View(find_game(info.game), len(info.seats), dict(info.options), eyes)
            for earlier, told in enumerate(self.events):
                self.view.absorb(earlier, told)
