"""A simulation of a deal without a table, a log or secrets, on which bots try cards.

The state is a handful of small numbers. A card is its place in PACK (0..51: clubs, diamonds, spades, hearts, each from
two to ace; rank = card % 13, suit = card // 13). A hand is four sets of 13 bits, one for each suit, bit 0 the two.

`cards.py` decides which cards are legal, as at the table. Only the winner of a trick has a second, faster form; a test
plays thousands of deals through both, under every option.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.cards import Seat
from ..cards import BIT, HAND_SIZE, PLACE, QUEEN, SEATS, SUITS, TWO, HouseRules, may_play
from ..scoring import deal_points


def _rows(suit: int) -> tuple[tuple[int, ...], ...]:
    rows: list[tuple[int, ...]] = [()]
    for rank in range(13):
        rows += [(*row, suit * 13 + rank) for row in rows]
    return tuple(rows)


ROWS: Final = tuple(_rows(suit) for suit in range(4))
"""ROWS[suit][bits]: the cards of a suit's 13-bit set, lowest first."""

SUIT: Final = tuple(card // 13 for card in range(52))
RANK_BIT: Final = tuple(1 << card % 13 for card in range(52))
CARD_BIT: Final = tuple(1 << card for card in range(52))

CLUBS, DIAMONDS, SPADES, HEARTS = ROWS
_QUEEN: Final = PLACE[QUEEN]
_NO_SUIT: Final = -1
_LED: Final = (*SUITS, "")
"""The letter of the suit led; the last entry is for no suit."""


class TrickStateError(ValueError):
    """Cards that do not make a deal in progress."""


class TrickState:
    """One deal between the first lead and the last card.

    `TrickState.of_hands` makes it. `legal` and `play` go through it, and `points` reads the end.
    Other code may read its fields, but not write them:

    hands: sixteen sets of 13 bits, hands[seat * 4 + suit]. taken: a 52-bit set for each seat, of full tricks only.
    turn: the seat to play. leader: of the present trick. led: its suit, -1 before the lead. best, taker: the card that
    takes it so far, and whose it is. count: cards on the table. trick: those cards as a 52-bit set.
    broken: hearts may be led. first: no trick is full yet. left: cards still to be played, by all.
    """

    __slots__ = (
        "_breaker",
        "best",
        "broken",
        "count",
        "first",
        "hands",
        "house",
        "leader",
        "led",
        "left",
        "taken",
        "taker",
        "trick",
        "turn",
    )

    def __init__(
        self,
        hands: list[int],
        *,
        house: HouseRules,
        leader: Seat,
        taken: list[int],
        broken: bool,
        first: bool,
    ) -> None:
        self.house = house
        self.hands = hands
        self.taken = taken
        self.leader = self.turn = leader
        self.led = _NO_SUIT
        self.best = -1
        self.taker = leader
        self.count = 0
        self.trick = 0
        self.broken = broken
        self.first = first
        self.left = sum(bits.bit_count() for bits in hands)
        self._breaker = _QUEEN if house.queen_breaks else -1

    @classmethod
    def of_hands(
        cls,
        hands: Sequence[int],
        *,
        house: HouseRules = HouseRules(),  # noqa: B008 - frozen
        leader: Seat | None = None,
        trick: Sequence[int] = (),
        taken: Sequence[int] = (0, 0, 0, 0),
        broken: bool = False,
    ) -> TrickState:
        """A deal in progress.

        hands: what each seat still holds, as 52-bit sets, without the cards on the table. trick: the cards on the
        table, in order. leader: of that trick; None for the holder of the two of clubs, at the start.
        taken: the cards of full tricks, by taker. Raises TrickStateError if the numbers cannot be.
        """
        whole = list(hands)
        if leader is None:
            leader = next((seat for seat, cards in enumerate(whole) if cards & BIT[TWO]), None)
            if leader is None:
                raise TrickStateError("Nobody holds the two of clubs, so the leader must be named.")
        for turn, card in enumerate(trick):
            whole[(leader + turn) % SEATS] |= CARD_BIT[card]
        if len({cards.bit_count() for cards in whole}) != 1:
            raise TrickStateError("The hands do not all have the same size.")
        state = cls(
            [cards >> 13 * suit & 0x1FFF for cards in whole for suit in range(4)],
            house=house,
            leader=leader,
            taken=list(taken),
            broken=broken,
            first=whole[0].bit_count() == HAND_SIZE,
        )
        for card in trick:
            state.play(card)
        return state

    def clone(self) -> TrickState:
        other = TrickState.__new__(TrickState)
        other.house = self.house
        other.hands = self.hands[:]
        other.taken = self.taken[:]
        other.turn = self.turn
        other.leader = self.leader
        other.led = self.led
        other.best = self.best
        other.taker = self.taker
        other.count = self.count
        other.trick = self.trick
        other.broken = self.broken
        other.first = self.first
        other.left = self.left
        other._breaker = self._breaker
        return other

    def legal(self) -> tuple[int, ...]:
        """The cards that the seat in turn may play, in the order of the pack; none when the deal is over."""
        hands, seat = self.hands, self.turn << 2
        held = hands[seat] | hands[seat + 1] << 13 | hands[seat + 2] << 26 | hands[seat + 3] << 39
        may, _ = may_play(held, _LED[self.led], first_trick=self.first, broken=self.broken, house=self.house)
        return CLUBS[may & 0x1FFF] + DIAMONDS[may >> 13 & 0x1FFF] + SPADES[may >> 26 & 0x1FFF] + HEARTS[may >> 39]

    def play(self, card: int) -> None:
        """Play a card of the seat in turn. The caller must take it from `legal()`."""
        suit, turn = SUIT[card], self.turn
        self.hands[(turn << 2) + suit] ^= RANK_BIT[card]
        self.left -= 1
        if suit == 3 or card == self._breaker:
            self.broken = True  # §5.2
        if self.led < 0:
            self.led = suit
            self.best = card
            self.taker = turn
            self.trick = CARD_BIT[card]
            self.count = 1
            self.turn = turn + 1 & 3
            return
        if suit == self.led and card > self.best:  # §4.4
            self.best = card
            self.taker = turn
        if self.count < 3:
            self.trick |= CARD_BIT[card]
            self.count += 1
            self.turn = turn + 1 & 3
            return
        taker = self.taker
        self.taken[taker] |= self.trick | CARD_BIT[card]
        self._open_trick(taker)
        self.first = False

    def _open_trick(self, leader: Seat) -> None:
        self.leader = self.turn = leader
        self.led = _NO_SUIT
        self.best = -1
        self.taker = leader
        self.count = 0
        self.trick = 0

    def points(self, *, off_own_score: bool = False) -> tuple[int, ...]:
        """Points by seat of the cards taken so far, or of the finished deal. off_own_score: what a shooter would choose
        if the table allows it. Rule: hearts §7, §9.
        """
        return deal_points(self.taken, self.house, off_own_score=off_own_score)
