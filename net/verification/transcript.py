"""What one viewer was told of a table, from its first event, and the view that the match's events make."""

from typing import Final

from engine.api import Committed, Event, Happened, SharesMixed, UnknownGame, View, Viewer, find_game

from ..wire.table_info import TableInfo

MOST_EVENTS: Final = 262_144
"""Far more than the longest match with the longest talk; a host that goes on after that wants our memory."""


_IMPOSSIBLE: Final = "What this table sent is impossible in its game."


class BadTranscript(Exception):
    """What the table tells cannot be; the text is a sentence for the person."""


class TranscriptGap(BadTranscript):
    """An event is missing: the connection is of no use any more, the next one will bring it."""


class Transcript:
    """Events by number, those before the match included. view: None until the match has begun.

    past: events with lower numbers had happened before the table answered last, or were told before.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.view: View | None = None
        self.past = 0

    def begin_anew(self) -> None:
        """Forget everything. What is told again after this is past."""
        self.past = max(self.past, len(self.events))
        self.events.clear()
        self.view = None

    def caught_up(self) -> None:
        """The table asks us something, so all that had happened was told: what comes now happens now."""
        self.past = min(self.past, len(self.events))

    def cut(self, number: int, info: TableInfo, eyes: Viewer) -> None:
        """Forget everything from an event on. Raises BadTranscript."""
        kept = self.events[:number]
        self.begin_anew()
        for place, event in enumerate(kept):
            self.add(place, event, info, eyes)

    def add(self, number: int, event: Event, info: TableInfo, eyes: Viewer) -> bool:
        """The next event; whether it was news. info: the table as it stands; eyes: the viewer's. Raises
        BadTranscript."""
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
            # Whatever a host makes up that no rule could, it ends the visit and not the program.
            raise BadTranscript(_IMPOSSIBLE) from fault
        return True

    def verify(self) -> None:
        """Whether the facts that were told make sense to the game, once a frame is told whole. Raises BadTranscript."""
        if self.view is None:
            return
        try:
            fits = all(0 <= seat < self.view.seats for seat in self.view.acting())
        except Exception as fault:
            # What a fact has to be, only the phase that reads it knows.
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
