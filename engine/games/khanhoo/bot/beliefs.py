"""What a seat knows of a deal in progress, only from its own view: the cards that may still come, and who took what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from ....bots.discard_tracker import DiscardTracker
from ....model.cards import JOKER, Card, Seat
from ..melds.tables import MeldBook, patterns
from ..pack import HouseRules
from ..scoring import laid_points
from ..state import CALLED, PASSED_ON, RESTOCK, TAKEN, has_stock, house_of, top_discard

if TYPE_CHECKING:
    from ....model.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A deal in progress as one seat knows it.

    opponents: the other seats that play, the next in turn first.
    hand: my concealed cards. live: cards that I have not seen, which may be in the stock or in another hand.
    held: by seat, cards that it took from the discards and still holds. concealed: cards in each hand.
    laid: points of the melds that each seat has laid. caches: how many each has.
    stock: cards in it, with those that would come back into it once. thrown: discards in this deal.
    taken: the discard that the seat in turn has just taken. passed_on: how often one card was passed on in a row.
    """

    me: Seat
    opponents: tuple[Seat, ...]
    house: HouseRules
    hand: tuple[Card, ...]
    live: Counter[Card]
    held: tuple[Counter[Card], ...]
    concealed: tuple[int, ...]
    laid: tuple[int, ...]
    caches: tuple[int, ...]
    stock: int
    has_stock: bool
    thrown: int
    taken: Card | None = None
    passed_on: int = 0

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """What the viewer of a view knows. The viewer is a seat."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        house = house_of(view)
        melds = [view.groups("meld", seat) for seat in range(view.seats)]
        tracked = DiscardTracker.of(view, chain(*view.groups("cache", me), *chain(*melds)))
        return cls(
            me,
            tuple(seat for seat in view.clockwise_from(me) if seat != me),
            house,
            tuple(view.hand),
            tracked.live,
            tracked.taken_by,
            tuple(len(view.zone("hand", seat)) for seat in range(view.seats)),
            tuple(laid_points(groups, house.book) for groups in melds),
            tuple(len(view.groups("cache", seat)) for seat in range(view.seats)),
            len(view.zones["stock"]) + RESTOCK.cards_left(view),
            has_stock(view),
            tracked.discarded,
            TAKEN.of(view),
            PASSED_ON.of(view),
        )

    @property
    def book(self) -> MeldBook:
        return self.house.book

    @property
    def players(self) -> int:
        return len(self.opponents) + 1

    def chance_held(self, seat: Seat, card: Card) -> float:
        """The chance that another seat holds a card of a face."""
        if self.held[seat][card]:
            return 1.0
        unseen = self.live.total()
        if not unseen or not self.live[card]:
            return 0.0
        return float(1 - (1 - min(1.0, self.concealed[seat] / unseen)) ** self.live[card])


def cannot_be_true(view: View, caller: Seat) -> bool:
    """Whether the unseen cards are too few for the bump that a seat has called."""
    known, card = Knowledge.of(view), top_discard(view)
    kind = dict(CALLED.of(view)).get(caller)
    unseen = known.live + known.held[caller]
    for pattern in patterns(known.book):
        if pattern.kind != kind or card not in (*pattern.faces, JOKER):
            continue
        wanted = Counter(pattern.faces)
        if card != JOKER:
            wanted -= Counter((card,))
        missing = (wanted - unseen).total()
        if missing <= unseen[JOKER] + (card == JOKER):
            return False
    return True
