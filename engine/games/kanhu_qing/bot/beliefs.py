"""What a seat knows of a deal in progress, only from its own view: the cards that may still come, and who took what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....bots.discard_tracker import DiscardTracker
from ....model.cards import Card, Seat
from ..pack import DECK, HouseRules
from ..state import house_of, in_turn_from, may_take

if TYPE_CHECKING:
    from ....model.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A deal in progress as one seat knows it.

    hand: my cards. live: cards that I have not seen. They may be in the stock or in another hand. held: by seat, cards
    that it took from the discards and still holds. others: the players after me, the next in turn first. stock: how
    many cards it has. thrown: how many discards there were in this deal.
    """

    me: Seat
    house: HouseRules
    hand: tuple[Card, ...]
    live: Counter[Card]
    held: tuple[Counter[Card], ...]
    others: tuple[Seat, ...]
    stock: int
    thrown: int
    may_take: bool

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """What the viewer of a view knows. The viewer is a seat that plays in the deal."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        others = tuple(in_turn_from(view, me))[1:]
        tracked = DiscardTracker.of(view)
        return cls(
            me,
            house_of(view),
            DECK.sort(view.hand),
            tracked.live,
            tracked.taken_by,
            others,
            len(view.zones["stock"]),
            tracked.discarded,
            may_take(view),
        )

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The live cards one by one, in the order of the pack."""
        return DECK.sort(self.live.elements())
