"""What a seat knows of a deal in progress, only from its own view: the cards that may still come, and who took what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from ....bots.discard_tracker import DiscardTracker
from ....model.cards import Card, Seat
from ..cards import Contract
from ..melds import Meld
from ..state import IN_TURN, TURNS, contract_of, is_down, melds_on

if TYPE_CHECKING:
    from ....model.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A deal in progress as one seat knows it. hand: my cards. live: cards that I have not seen and that nobody is
    known to hold; they may be in the deck or in a hand. held: by seat, cards that it took and has not discarded since.
    counts: cards in each hand.
    down: seats that have laid the contract. melds: those on the table. turn: the seat in turn. others: the other
    players, the next in turn first. rounds: played so far.
    """

    me: Seat
    contract: Contract
    hand: tuple[Card, ...]
    live: Counter[Card]
    held: tuple[Counter[Card], ...]
    counts: tuple[int, ...]
    down: frozenset[Seat]
    melds: tuple[tuple[str, Meld], ...]
    turn: Seat
    others: tuple[Seat, ...]
    rounds: float

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """What the viewer of a view knows. The viewer is a seat."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        melds = tuple(melds_on(view))
        laid = chain(*(meld.cards for _, meld in melds))
        tracked = DiscardTracker.of(view, laid, open_zones=("discard", "cut"))
        return cls(
            me,
            contract_of(view),
            tuple(view.hand),
            tracked.live,
            tracked.taken_by,
            tuple(len(view.zone("hand", seat)) for seat in range(view.seats)),
            frozenset(seat for seat in view.playing if is_down(view, seat)),
            melds,
            IN_TURN.of(view),
            tuple(seat for seat in view.clockwise_from(me) if seat != me),
            TURNS.of(view) / len(view.playing),
        )

    @property
    def is_down(self) -> bool:
        """Whether I have laid my contract."""
        return self.me in self.down

    def fits(self, card: Card) -> bool:
        """Whether a card fits a meld on the table."""
        return any(meld.ends_for(card) for _, meld in self.melds)
