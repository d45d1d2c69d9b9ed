"""Track unseen cards and taken discards in draw-and-discard games, from a seat's own view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model.cards import UNKNOWN, Card, Seat
from ..model.events import Moved
from .memory import events_of_deal

if TYPE_CHECKING:
    from ..model.view import View


@dataclass(frozen=True, slots=True)
class DiscardTracker:
    """The cards of a deal in progress as one seat knows them."""

    live: Counter[Card]
    """Cards that the seat sees nowhere and that no player is known to hold: in the stock or in another hand."""
    taken_by: tuple[Counter[Card], ...]
    """By seat, what the others took face up and have not played since."""
    discarded: int
    """How often a card was discarded in this deal."""

    @classmethod
    def of(cls, view: View, seen: Iterable[Card] = (), *, open_zones: Collection[str] = ("discard",)) -> DiscardTracker:
        """What the viewer knows.

        seen: cards that the viewer sees outside the own hand and the discards, for example in melds. open_zones: from
        which cards are taken face up.
        """
        taken_by = tuple(Counter[Card]() for _ in range(view.seats))
        discarded = 0
        for event in events_of_deal(view):
            if not isinstance(event, Moved):
                continue
            if event.src in open_zones and event.dst.startswith("hand:"):
                taken_by[_owner(event.dst)].update(event.cards)
            elif event.src.startswith("hand:"):
                discarded += event.dst == "discard"
                taken = taken_by[_owner(event.src)]
                taken.subtract(card for card in event.cards if taken[card] > 0)
        if view.viewer is not None:
            taken_by[view.viewer].clear()
        live = Counter(view.deck.cards)
        live.subtract(view.hand)
        live.subtract(card for card in view.zones["discard"] if card != UNKNOWN)
        live.subtract(seen)
        for taken in taken_by:
            live.subtract(taken)
        return cls(+live, tuple(+taken for taken in taken_by), discarded)


def _owner(zone: str) -> Seat:
    return int(zone.partition(":")[2])
