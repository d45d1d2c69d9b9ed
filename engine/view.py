"""What one viewer knows of a match, folded from the events that it was told."""

from typing import TYPE_CHECKING

from .board import Board
from .cards import Card, Viewer
from .events import Event
from .options import OptionValue

if TYPE_CHECKING:
    from .game import Game


class GapError(ValueError):
    """An event came that is not the next one."""


class View(Board):
    """A match as one viewer knows it; faces that it does not know are UNKNOWN.

    viewer: a seat, or None for a spectator. events: all that it was told, in order; event n stands at index n.
    """

    def __init__(self, game: "Game", seats: int, options: dict[str, OptionValue], viewer: Viewer) -> None:
        super().__init__(game, seats, options)
        self.viewer = viewer
        self.events: list[Event] = []

    def absorb(self, number: int, event: Event) -> None:
        """Take in the next event. Raises GapError if its number is not the next."""
        if number != len(self.events):
            raise GapError(f"Event {number} came where {len(self.events)} is due.")
        self.fold(event)
        self.events.append(event)

    @property
    def hand(self) -> list[Card]:
        """The viewer's own hand; a spectator has none."""
        return self.zone("hand", self.viewer) if self.viewer is not None else []
