"""What a seat knows of a deal in progress, only from its own view: cards gone, voids shown, cards passed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....bots.memory import events_of_deal
from ....kit.tricks import LEADER
from ....model.cards import Card, Seat
from ....model.events import Moved
from ..cards import ALL, BIT, HEARTS, PLACE, QUEEN, SEATS, SUIT_SETS, HouseRules, passes_in, receiver, set_of
from ..state import BROKEN, house_of
from .state import TrickState

if TYPE_CHECKING:
    from ....model.view import View

_SPADES: Final = SUIT_SETS["S"]
_HIGH_SPADES: Final = (PLACE[Card("KS")], PLACE[Card("AS")])


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A deal in progress as one seat knows it. Sets of cards are numbers of 52 bits.

    me: the seat. hand: its cards. trick: cards on the table, in order, as places in PACK; leader: who led them.
    taken: cards of full tricks, by taker. gone: every card played so far. broken: hearts may be led.
    sizes: how many cards each seat holds. cannot: cards that a seat cannot hold, by the rules (it showed a void).
    unlikely: cards that it would have played before now. sure: cards that it certainly holds: those I passed to it.
    totals: of the match before this deal.
    """

    me: Seat
    house: HouseRules
    hand: int
    trick: tuple[int, ...]
    leader: Seat
    taken: tuple[int, ...]
    gone: int
    broken: bool
    sizes: tuple[int, ...]
    cannot: tuple[int, ...]
    unlikely: tuple[int, ...]
    sure: tuple[int, ...]
    totals: tuple[int, ...] = (0,) * SEATS

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """What the viewer of a view knows while tricks are played. The viewer is a seat."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        taken = tuple(set_of(view.zone("taken", seat)) for seat in range(SEATS))
        trick = tuple(PLACE[card] for card in view.zone("trick"))
        gone = set_of(view.zone("trick"))
        for cards in taken:
            gone |= cards
        history = _History(view, me)
        return cls(
            me,
            house_of(view),
            set_of(view.hand),
            trick,
            LEADER.of(view),
            taken,
            gone,
            BROKEN.of(view),
            tuple(len(view.zone("hand", seat)) for seat in range(SEATS)),
            tuple(history.cannot),
            tuple(history.unlikely),
            tuple(cards & ~gone for cards in history.sure),
            tuple(view.totals),
        )

    @property
    def unseen(self) -> int:
        """Cards that are in the other hands."""
        return ALL & ~self.gone & ~self.hand

    @property
    def queen_out(self) -> bool:
        """Whether the queen of spades is in another hand."""
        return bool(self.unseen & BIT[QUEEN])

    @property
    def first_trick(self) -> bool:
        return not any(self.taken)

    @property
    def is_last(self) -> bool:
        """Whether nobody plays after me in this trick."""
        return len(self.trick) == SEATS - 1

    @property
    def collector(self) -> Seat | None:
        """The one seat that has taken points so far, if there is exactly one."""
        counting = HEARTS | BIT[QUEEN]
        seats = [seat for seat, cards in enumerate(self.taken) if cards & counting]
        return seats[0] if len(seats) == 1 else None

    def state(self, hands: Sequence[int]) -> TrickState:
        """The deal played on with these hands."""
        return TrickState.of_hands(
            hands,
            house=self.house,
            leader=self.leader,
            trick=self.trick,
            taken=self.taken,
            broken=self.broken,
        )

    def moon_suspect(self, points: int) -> Seat | None:
        """Another seat that alone has taken points, and at least so many of them."""
        seat = self.collector
        if seat is None or seat == self.me:
            return None
        taken = self.taken[seat]
        collected = (taken & HEARTS).bit_count() + (13 if taken & BIT[QUEEN] else 0)
        return seat if collected >= points else None


class _History:
    """Reads the events of the present deal once, from its beginning."""

    def __init__(self, view: View, me: Seat) -> None:
        self.cannot = [0] * SEATS
        self.unlikely = [0] * SEATS
        self.sure = [0] * SEATS
        self._house = house_of(view)
        self._trick: list[Card] = []
        self._tricks = 0
        for event in events_of_deal(view):
            if isinstance(event, Moved):
                self._read(event, me, passes_in(view.deal))

    def _read(self, event: Moved, me: Seat, way: str) -> None:
        if event.dst == "trick":
            self._read_play(int(event.src.partition(":")[2]), event.cards[0])
        elif event.dst.startswith("passing") and event.src == f"hand:{me}" and way != "none":
            self.sure[receiver(me, way)] |= set_of(event.cards)

    def _read_play(self, seat: Seat, card: Card) -> None:
        if len(self._trick) == SEATS:
            self._trick.clear()
            self._tricks += 1
        if self._trick:
            self._read_answer(seat, card)
        elif card[-1] == "H" and not self._hearts_seen:
            self.cannot[seat] |= ALL & ~HEARTS  # §5.1: it had nothing else to lead
        self._hearts_seen = self._hearts_seen or card[-1] == "H" or (self._house.queen_breaks and card == QUEEN)
        self._trick.append(card)

    _hearts_seen = False

    def _read_answer(self, seat: Seat, card: Card) -> None:
        led = self._trick[0][-1]
        queen_welcome = self._tricks > 0 or self._house.first_trick_points
        if card[-1] != led:
            self.cannot[seat] |= SUIT_SETS[led]
            if card != QUEEN and queen_welcome:
                self.unlikely[seat] |= BIT[QUEEN]
            if card[-1] in "HS" and not queen_welcome:
                self._read_first_discard(seat, card)
        elif led == "S" and card != QUEEN and any(PLACE[other] in _HIGH_SPADES for other in self._trick):
            self.unlikely[seat] |= BIT[QUEEN]

    def _read_first_discard(self, seat: Seat, card: Card) -> None:
        if self._house.scoring_cards & BIT[card]:
            self.cannot[seat] |= ALL & ~self._house.scoring_cards  # §4.3: it had nothing else
