"""What a seat knows of a deal in progress, only from its own view: cards gone, voids shown, bids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....bots.memory import events_of_deal
from ....kit.tricks import LEADER
from ....model.cards import Card, Seat
from ....model.events import Declared, Moved
from .. import auction
from ..cards import ANY, BLACK_QUEENS, PACK, QUEEN_OF_CLUBS, RANKINGS, SEATS, HouseRules, callable_cards, suit_in
from ..contracts import DUTY, SIMPLE
from ..scoring import Contract
from ..state import ALL_PASS, ALONE, CALLED, GAME, TRUMP_SUIT, house_of, public_contract, tricks_of
from .state import ALL, BIT, TrickState, set_of

if TYPE_CHECKING:
    from ....model.view import View

QUEENS: Final = set_of(BLACK_QUEENS)
_BIDS: Final = frozenset((auction.ASK, auction.QUERY, auction.HOLD))

SUITS_IN: Final = {
    trump: tuple(sum(BIT[card] for card in PACK if RANKINGS[trump].code[card] // 10 == suit) for suit in range(SEATS))
    for trump in RANKINGS
}
"""For each trump suit, the sets of 32 bits that its four suits are, by their numbers."""


@dataclass(frozen=True, slots=True)
class Said:
    """One answer in the bidding. rung: the one in question. bids: it goes on, rather than giving way."""

    seat: Seat
    rung: int
    bids: bool


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A deal in progress as one seat knows it. Sets of cards are numbers of 32 bits.

    me: the seat. hand: its cards. dealer: who speaks and plays last in the first round. said: the bidding so far.
    gone: every card played so far. sizes: how many cards each seat holds. cannot: cards that a seat cannot hold.
    sure: cards that it certainly holds. not_both: seats that cannot have been dealt both black queens.

    trump: "" before trumps are named, and then what follows stands still. contract: with the partner once everybody
    knows. alone: the declarer's own called card has fallen. leader: of the present trick; tricks: full ones, by taker.
    trick: codes of the cards on the table. plays: every card so far, with who played it, in order.
    """

    me: Seat
    house: HouseRules
    hand: int
    dealer: Seat
    said: tuple[Said, ...]
    gone: int
    sizes: tuple[int, ...]
    cannot: tuple[int, ...]
    sure: tuple[int, ...]
    not_both: frozenset[Seat]
    trump: str = ""
    contract: Contract | None = None
    alone: bool = False
    leader: Seat = 0
    tricks: tuple[int, ...] = (0, 0, 0, 0)
    trick: tuple[int, ...] = ()
    plays: tuple[tuple[Seat, Card], ...] = ()

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """What the viewer of a view knows. The viewer is a seat."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        history = _History(view)
        common = (
            me,
            house_of(view),
            set_of(view.hand),
            view.dealer,
            tuple(history.said),
            set_of(card for _, card in history.plays),
            tuple(len(view.zone("hand", seat)) for seat in range(SEATS)),
            tuple(history.cannot),
            tuple(history.sure),
            frozenset(history.not_both),
        )
        if view.phase != "tricks":
            return cls(*common)
        code = RANKINGS[TRUMP_SUIT.of(view)].code
        return cls(
            *common,
            TRUMP_SUIT.of(view),
            public_contract(view),
            ALONE.of(view),
            LEADER.of(view),
            tricks_of(view),
            tuple(code[card] for card in view.zone("trick")),
            tuple(history.plays),
        )

    @property
    def unseen(self) -> int:
        """Cards that are in the other hands."""
        return ALL & ~self.gone & ~self.hand

    @property
    def game(self) -> Contract:
        """The contract, while tricks are played."""
        assert self.contract is not None, "nothing has been declared yet"
        return self.contract

    def state(self, hands: Sequence[int], contract: Contract) -> TrickState:
        """The deal played on with these hands. contract: the game, with the partner that it has then."""
        return TrickState.of_hands(
            hands, contract, self.trump, leader=self.leader, trick=self.trick, tricks=self.tricks
        )

    @property
    def called_bit(self) -> int:
        """The called card as a set, if it has not fallen; 0 if there is none to look for."""
        contract = self.contract
        if contract is None or contract.called is None or contract.partner is not None or self.alone:
            return 0
        return BIT[contract.called]


class _History:
    """Reads the events of the present deal once, from its beginning."""

    def __init__(self, view: View) -> None:
        self.said: list[Said] = []
        self.cannot = [0] * SEATS
        self.sure = [0] * SEATS
        self.not_both: set[Seat] = set()
        self.plays: list[tuple[Seat, Card]] = []
        self._rung = 1
        self._trump = ""
        self._trick: list[Card] = []
        for event in events_of_deal(view):
            if isinstance(event, Declared):
                self._read_fact(event, view)
            elif isinstance(event, Moved) and event.dst == "trick":
                self._read_play(int(event.src.partition(":")[2]), event.cards[0])
        gone = set_of(card for _, card in self.plays)
        self.sure = [cards & ~gone for cards in self.sure]

    def _read_fact(self, event: Declared, view: View) -> None:
        seat = event.seat if event.seat is not None else 0
        if event.fact in auction.VERBS:
            self._read_bid(seat, event.fact)
        elif event.fact == ALL_PASS.name:
            self.sure[seat] |= BIT[QUEEN_OF_CLUBS]
        elif event.fact == TRUMP_SUIT.name:
            self._trump = str(event.value)
        elif event.fact == GAME.name and str(event.value).startswith(SIMPLE):
            self.not_both.add(seat)  # §5.3
        elif event.fact == CALLED.name:
            self._read_call(seat, Card(str(event.value)), house_of(view).call_rule)

    def _read_bid(self, seat: Seat, verb: str) -> None:
        self.said.append(Said(seat, self._rung, verb in _BIDS))
        if verb not in _BIDS and self._rung <= DUTY:
            self.not_both.add(seat)  # §5.2
        if verb in (auction.ASK, auction.HOLD, auction.YIELD):
            self._rung += 1

    def _read_call(self, seat: Seat, called: Card, rule: str) -> None:
        """If own cards may not be called, the declarer does not hold the called card; a called king shows where the
        aces are. §7.2, §11.7.
        """
        if rule == ANY:
            return
        self.cannot[seat] |= BIT[called]
        if called[0] == "K":
            self.sure[seat] |= set_of(callable_cards((), self._trump, rule))

    def _read_play(self, seat: Seat, card: Card) -> None:
        if len(self._trick) == SEATS:
            self._trick.clear()
        self.plays.append((seat, card))
        if self._trick:
            led = suit_in(self._trick[0], self._trump)
            if suit_in(card, self._trump) != led:
                self.cannot[seat] |= SUITS_IN[self._trump][RANKINGS[self._trump].suits.index(led)]
        self._trick.append(card)
