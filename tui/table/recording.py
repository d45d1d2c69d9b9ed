"""What happened, as a row of places to go to and fro: a whole record, or what one viewer of a match was told so far."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property

from engine.api import DealBegan, Event, Happened, Journal, Moved, Record, Seat, View, open_table, redact

from ..session.table_session import forgets
from .narration import Narration, blank_board
from .outline import Parts
from .picture import Picture, picture
from .second_person import YOU

OPEN = "open"
"""The way to look at a record in which every card is seen."""


class Timeline(ABC):
    """A row of places between steps. place: steps that have happened; view, story: the table there.

    deals: the places where deals have just begun.
    """

    view: View
    story: Narration
    deals: list[int]
    place = 0

    @property
    @abstractmethod
    def length(self) -> int:
        """How many steps there are."""

    @abstractmethod
    def step(self, number: int) -> Sequence[Event]:
        """The events of a step, as this viewer saw them."""

    @abstractmethod
    def blank(self) -> tuple[View, Narration]:
        """The table before the first step."""

    def rewind(self) -> None:
        """Back to before the first step."""
        self.view, self.story = self.blank()
        self.place = 0

    def go(self, place: int) -> None:
        """Go to a place. Going back starts from the first event, since a view only takes events in."""
        place = max(0, min(place, self.length))
        if place < self.place:
            self.rewind()
        for number in range(self.place, place):
            for seen in self.step(number):
                self.view.absorb(len(self.view.events), seen)
                self.story.tell(seen)
        self.place = place

    def deal_from_here(self, by: int) -> int:
        """The place of the next deal's beginning, or of this one's, or of the one before."""
        places = [*self.deals, self.length]
        if by > 0:
            return next((place for place in places if place > self.place), self.place)
        return next((place for place in reversed(places) if place < self.place), 0)


class Recording(Timeline):
    """A record as a row of places between its acts. place: acts that have happened; eyes: whose view it is. reader: the
    seat called "you", None for none."""

    def __init__(self, journal: Journal, reader: Seat | None = None) -> None:
        self.journal = journal
        table = open_table(journal)
        self.game, self.seats, self.options = table.game, table.seats, table.options
        self.reader = reader if reader in range(self.seats) else None
        self.acts = [record for record in journal.records if record.events]
        self.deals = [
            place + 1
            for place, record in enumerate(self.acts)
            if any(isinstance(event, DealBegan) for event in record.events)
        ]
        self.eyes: Seat | str | None = OPEN
        self.place = 0
        self.names = [f"Seat {seat + 1}" for seat in range(self.seats)]
        for event in journal.events():
            if isinstance(event, Happened) and event.seat is not None and event.name and 0 <= event.seat < self.seats:
                self.names[event.seat] = event.name
        self.rewind()

    @property
    def length(self) -> int:
        return len(self.acts)

    def step(self, number: int) -> Sequence[Event]:
        events = self.acts[number].events
        if self.eyes == OPEN:
            return events
        return [redact(event, self.view.viewer, self.game.plan) for event in events]

    def blank(self) -> tuple[View, Narration]:
        viewer: Seat | None = self.eyes if isinstance(self.eyes, int) else None
        viewer = self.reader or 0 if self.eyes == OPEN else viewer
        is_open = self.eyes == OPEN
        view = View(self.game, self.seats, self.options, viewer, remembers=is_open)
        forgetful = not is_open and forgets(view)
        board = blank_board(view)
        return view, Narration(self.game, viewer, self.name_of, view.deck, forgetful, self.reader, board)

    @cached_property
    def part_places(self) -> list[int]:
        """The places where deals have begun, tricks are taken, or turns begin."""
        parts, places = Parts(*self.blank()), [0]
        events: list[Event] = []
        for number in range(self.length):
            before = len(parts.places) + len(parts.deals)
            events += self.step(number)
            parts.note(events)
            if len(parts.places) + len(parts.deals) > before:
                places.append(number + 1)
        return [*places, self.length]

    def part_from_here(self, by: int) -> int:
        """The place of the next (1) or last (-1) trick or turn."""
        if by > 0:
            return next((place for place in self.part_places if place > self.place), self.place)
        return next((place for place in reversed(self.part_places) if place < self.place), 0)

    def look_through(self, eyes: Seat | str | None) -> None:
        """The same place through other eyes."""
        place, self.eyes = self.place, eyes
        self.rewind()
        self.go(place)

    def name_of(self, seat: Seat) -> str:
        """The name of a seat. The lobby may have had more seats than the match."""
        return self.names[seat] if seat in range(self.seats) else f"Seat {seat + 1}"

    @property
    def people(self) -> list[str]:
        """The names of the seats. The reader is "You"."""
        return [YOU if seat == self.reader else name for seat, name in enumerate(self.names)]

    def picture(self) -> Picture:
        return picture(self.view, self.story, [(name, "") for name in self.people])

    @property
    def act(self) -> Record | None:
        return self.acts[self.place - 1] if self.place else None

    def whose(self) -> str:
        if self.eyes == OPEN:
            return "all cards open"
        if self.eyes is None:
            return "as a spectator saw it"
        return f"as {'you' if self.eyes == self.reader else self.names[int(self.eyes)]} saw it"


class LiveReview(Timeline):
    """What one viewer of a running match was told, event by event: no more than it knew then. It grows with the match.

    live: the view that takes the events in as they come. names: of the seats. reader: the seat called "you".
    """

    def __init__(self, live: View, names: Callable[[Seat], str], reader: Seat | None = None) -> None:
        self._live, self._names, self._reader = live, names, reader
        self.parts = Parts(*self.blank())
        self.deals = self.parts.deals
        self.rewind()

    @property
    def length(self) -> int:
        return len(self._live.events)

    @property
    def is_over(self) -> bool:
        """Whether the match is over, so that nothing goes on meanwhile."""
        return self._live.over is not None

    def step(self, number: int) -> Sequence[Event]:
        return (self._live.events[number],)

    def blank(self) -> tuple[View, Narration]:
        live = self._live
        view = View(live.game, live.seats, dict(live.options), live.eyes)
        forgetful, board = forgets(live), blank_board(live)
        return view, Narration(live.game, live.viewer, self._names, live.deck, forgetful, self._reader, board)

    def note(self) -> None:
        """Events may have come: find the deals among them, and what these are made of."""
        self.parts.note(self._live.events)

    def card_from_here(self, by: int) -> int:
        """The place after the next or the last event that moved cards to or from a zone that everybody sees. Examples:
        a card played to a trick, a taken trick, a discard."""
        events, step, plan = self._live.events, 1 if by > 0 else -1, self._live.game.plan
        at = self.place - 1 + step
        while 0 <= at < len(events):
            event = events[at]
            if isinstance(event, Moved) and (plan.sees(event.src, None) or plan.sees(event.dst, None)):
                break
            at += step
        return max(0, min(at + 1, len(events)))

    def picture(self, people: Sequence[tuple[str, str]]) -> Picture:
        return picture(self.view, self.story, people)
