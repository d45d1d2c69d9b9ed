"""What a seat knows of a deal in progress, read from its view alone: which cards may still come, and who took what."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....bots.memory import events_of_deal
from ....model.cards import UNKNOWN, Card, Seat
from ....model.events import Moved
from ..pack import DECK, HouseRules
from ..state import house_of, in_turn_from, may_take

if TYPE_CHECKING:
    from ....model.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A deal in progress as one seat knows it.

    hand: my cards. live: cards that I see nowhere, which may lie in the stock or in another hand. held: by seat, cards
    that it took from the discards and has not thrown since. others: the players after me, the next in turn first.
    stock: cards in it. thrown: cards thrown in this deal.
    """

    me: Seat
    house: HouseRules
    hand: tuple[Card, ...]
    live: Counter[Card]
    held: dict[Seat, Counter[Card]]
    others: tuple[Seat, ...]
    stock: int
    thrown: int
    may_take: bool

    @classmethod
    def of(cls, view: "View") -> "Knowledge":
        """What the viewer of a view knows. The viewer is a seat that plays in the deal."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        others = tuple(in_turn_from(view, me))[1:]
        held, thrown = _histories(view)
        live = Counter(DECK.counts)
        live.subtract(view.hand)
        live.subtract(card for card in view.zones["discard"] if card != UNKNOWN)
        for seat in others:
            live.subtract(held.get(seat, Counter()))
        return cls(
            me,
            house_of(view),
            DECK.sort(view.hand),
            +live,
            {seat: +held.get(seat, Counter()) for seat in others},
            others,
            len(view.zones["stock"]),
            thrown,
            may_take(view),
        )

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The live cards one by one, in the order of the pack."""
        return DECK.sort(self.live.elements())


def _histories(view: "View") -> tuple[dict[Seat, Counter[Card]], int]:
    """What everybody took from the discards and still holds, and how many cards were thrown in this deal."""
    held: dict[Seat, Counter[Card]] = {}
    thrown = 0
    for event in events_of_deal(view):
        if not isinstance(event, Moved):
            continue
        if event.src == "discard":
            held.setdefault(_seat_of(event.dst), Counter()).update(event.cards)
        elif event.dst == "discard":
            thrown += 1
            cards = held.get(_seat_of(event.src))
            if cards is not None and cards[event.cards[0]] > 0:
                cards[event.cards[0]] -= 1
    return held, thrown


def _seat_of(hand: str) -> Seat:
    return int(hand.partition(":")[2])
