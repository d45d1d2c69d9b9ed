"""What one viewer knows of a match, computed from the events that it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .board import Board, Undeclared
from .cards import UNKNOWN, Card, Seat, Viewer, hand_of
from .events import (
    BETWEEN,
    OVER,
    DealBegan,
    Declared,
    Dropped,
    Entered,
    Event,
    MatchEnded,
    Moved,
    Rearranged,
    Scored,
    Shown,
    Shuffled,
    Turned,
)
from .options import OptionValue
from .zones import BOX, zone_id

if TYPE_CHECKING:
    from ..play.game import Game


_LONGEST_ZONE: Final = 48
_MOST_GROUPS: Final = 128
"""Far more than a seat can have before it: a pack has fewer cards."""


class GapError(ValueError):
    """The event is not the next one."""


class ImpossibleEvent(ValueError):
    """An event that is impossible at this table, because something that it names does not exist."""


class View(Board):
    """A match as one viewer knows it; faces that it does not know are UNKNOWN.

    eyes: the seat or the kind of spectator whose knowledge this is. viewer: the seat whose hand it shows (a player's
    own, or the one that a spectator watches); None for other spectators. events: all events that it was told; event n
    is at index n.
    remembers: whether faces that were shown once stay visible; by default the table's options decide.
    """

    game: Game

    def __init__(
        self,
        game: Game,
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
        self._forgets = game.plan.shows_once and not (remembers or game.remembers(self))

    def absorb(self, number: int, event: Event) -> None:
        """Apply the next event. Raises GapError if its number is not the next, and a LookupError or a ValueError (such
        as ImpossibleEvent) for one that cannot happen at this table. A screen can draw every view: each seat, zone and
        card in it exists at the table, and each list by seat has one entry for each seat.
        """
        if number != len(self.events):
            raise GapError(f"Event {number} came, but event {len(self.events)} was expected.")
        self._verify(event)
        self.fold(event)
        self.events.append(event)

    def fold(self, event: Event) -> None:
        """Apply one event; do not keep a face that was shown once."""
        super().fold(event)
        if self._forgets and isinstance(event, (Moved, Turned, Shown, Shuffled)):
            zone = event.dst if isinstance(event, Moved) else event.zone
            if zone and self.game.plan.kind(zone).shown_once and not self.game.plan.sees(zone, self.eyes):
                self.zones[zone] = [UNKNOWN] * len(self.zones[zone])

    def _verify(self, event: Event) -> None:
        """Raises ImpossibleEvent, UnknownZone."""
        match event:
            case Moved(src=src, dst=dst, cards=cards):
                self._verify_zones(*(zone for zone in (src, dst) if zone != BOX))
                self._verify_cards(cards)
            case Shuffled(zone=zone, cards=cards) | Turned(zone=zone, cards=cards):
                self._verify_zones(zone)
                self._verify_cards(cards)
            case Shown(zone=zone, seat=seat, cards=cards):
                self._verify_zones(zone)
                self._verify_seats(seat)
                self._verify_cards(cards)
            case Rearranged(kind=kind, seat=seat, order=order):
                self._verify_seats(seat)
                if order and sorted(order) != list(range(len(self.groups(kind, seat)))):
                    raise ImpossibleEvent("The new order of the groups must name each group once.")
            case DealBegan(number=number, dealer=dealer):
                self._verify_seats(dealer)
                if number < 1:
                    raise ImpossibleEvent(f"There is no deal {number}.")
            case Declared(seat=seat):
                self._verify_seats(seat)
            case Entered(phase=phase):
                if phase not in self.game.phases and phase not in (BETWEEN, OVER):
                    raise ImpossibleEvent(f"The game has no phase {phase!r}.")
            case Dropped(seat=seat):
                if seat not in self.playing:
                    raise ImpossibleEvent(f"Seat {seat} cannot be dropped: this seat is not playing.")
            case Scored(points=points, totals=totals, lines=lines):
                self._verify_lists(points, totals)
                self._verify_seats(*(line.seat for line in lines))
                self._verify_cards(tuple(card for line in lines for card in line.cards))
            case MatchEnded(winners=winners, totals=totals, payouts=payouts):
                self._verify_lists(totals, *([payouts] if payouts else []))
                self._verify_seats(*winners)
                if len(set(winners)) != len(winners):
                    raise ImpossibleEvent("The list of winners names one seat twice.")

    def _verify_seats(self, *seats: Seat | None) -> None:
        for seat in seats:
            if seat is not None and not 0 <= seat < self.seats:
                raise ImpossibleEvent(f"The table has no seat {seat}.")

    def _verify_lists(self, *lists: tuple[int, ...]) -> None:
        for given in lists:
            if len(given) != self.seats:
                raise ImpossibleEvent(f"There are {len(given)} numbers for {self.seats} seats.")

    def _verify_cards(self, cards: tuple[Card, ...]) -> None:
        known = self.deck.counts
        for card in cards:
            if card not in known and card != UNKNOWN:
                raise ImpossibleEvent("The pack has no such card.")

    def _verify_zones(self, *zones: str) -> None:
        for zone in zones:
            if zone not in self.zones:
                if len(zone) > _LONGEST_ZONE:
                    raise ImpossibleEvent("That name is too long for a zone of this game.")
                kind, owner = self.game.plan.kind(zone), self.game.plan.owner(zone)
                self._verify_seats(owner)
                number = int(zone.rpartition(":")[2]) if kind.grouped else None
                if zone != zone_id(kind.name, owner, number) or (number or 0) >= _MOST_GROUPS:
                    raise ImpossibleEvent(f"The game has no zone {zone!r}.")

    def acting(self) -> tuple[Seat, ...]:
        """Seats that are asked, from public knowledge; empty in the middle of an act. The events of an act may come one
        by one: a phase is entered before the facts that say who is asked in it.
        """
        try:
            return super().acting()
        except Undeclared:
            return ()

    @property
    def hand(self) -> list[Card]:
        """The hand that the viewer sees as its own; empty for a spectator of the whole table."""
        return self.zone("hand", self.viewer) if self.viewer is not None else []
