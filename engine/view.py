"""What one viewer knows of a match, folded from the events that it was told."""

from typing import TYPE_CHECKING

from .board import Board, Undeclared
from .cards import UNKNOWN, Card, Seat, Viewer, hand_of
from .events import Event, Moved, Shown, Shuffled, Turned
from .options import OptionValue

if TYPE_CHECKING:
    from .game import Game


class GapError(ValueError):
    """An event came that is not the next one."""


class View(Board):
    """A match as one viewer knows it; faces that it does not know are UNKNOWN.

    eyes: whose knowledge it is: a seat's, or that of any kind of spectator. viewer: the seat whose hand lies before
    them, the one over whose shoulder a spectator looks included; None for all others. events: all that it was told, in
    order; event n stands at index n.
    remembers: whether faces that were shown once stay in the zones where they lie; else the table's options say so.
    """

    game: "Game"

    def __init__(
        self,
        game: "Game",
        seats: int,
        options: dict[str, OptionValue],
        viewer: Viewer,
        *,
        remembers: bool = False,
    ) -> None:
        super().__init__(game, seats, options)
        self.eyes = viewer
        self.viewer = hand_of(viewer)
        self.events: list[Event] = []
        self._forgets = game.plan.has_fleeting and not (remembers or game.remembers(self))

    def absorb(self, number: int, event: Event) -> None:
        """Take in the next event. Raises GapError if its number is not the next."""
        if number != len(self.events):
            raise GapError(f"Event {number} came where {len(self.events)} is due.")
        self.fold(event)
        self.events.append(event)

    def fold(self, event: Event) -> None:
        """Take one event in; a face that was shown once is not kept."""
        super().fold(event)
        if self._forgets and isinstance(event, (Moved, Turned, Shown, Shuffled)):
            zone = event.dst if isinstance(event, Moved) else event.zone
            if zone and self.game.plan.kind(zone).fleeting and not self.game.plan.sees(zone, self.eyes):
                self.zones[zone] = [UNKNOWN] * len(self.zones[zone])

    def acting(self) -> tuple[Seat, ...]:
        """Seats that are asked, as far as everybody may know; nobody in the middle of an act.

        An act may be told event by event: its phase is entered before the facts are declared by which that phase knows
        who is asked.
        """
        try:
            return super().acting()
        except Undeclared:
            return ()

    @property
    def hand(self) -> list[Card]:
        """The hand that lies before the viewer; a spectator of the whole table has none."""
        return self.zone("hand", self.viewer) if self.viewer is not None else []
