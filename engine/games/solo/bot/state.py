"""A simulation of the play of a deal without a table, a log or secrets, on which bots try cards.

The bidding has a state machine of its own (`auction.py`), which the table uses as well; this is what comes after the
trumps are named. A card is its code in the `Ranking` of the trump suit (0..39: ten times the number of its suit, plus
its height; trumps are suit 3). A hand is four sets of 10 bits, one for each suit, bit 0 the lowest.

`cards.py` decides which cards are legal, as at the table. Only the winner of a trick and the result of a game have
second, faster forms; a test plays thousands of deals through both, under every option.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....kit.card_sets import CardSets
from ....model.cards import Seat
from ..cards import PACK, RANKINGS, SEATS, SUIT_CODES, SUITS, TRICKS, TRUMP, following
from ..contracts import NEEDED
from ..scoring import Contract, points_of

_SETS: Final = CardSets(PACK)
BIT: Final = _SETS.bit
"""The set of 32 bits that holds one card, whatever is trump."""

set_of: Final = _SETS.set_of
cards_of: Final = _SETS.cards_of

ALL: Final = (1 << 32) - 1

SUIT: Final = tuple(code // 10 for code in range(40))
RANK_BIT: Final = tuple(1 << code % 10 for code in range(40))


def _rows(suit: int) -> tuple[tuple[int, ...], ...]:
    rows: list[tuple[int, ...]] = [()]
    for height in range(10):
        rows += [(*row, suit * 10 + height) for row in rows]
    return tuple(rows)


ROWS: Final = tuple(_rows(suit) for suit in range(SEATS))
"""ROWS[suit][bits]: the codes of a suit's 10-bit set, lowest first."""

_FIRST, _SECOND, _THIRD, _TRUMPS = ROWS
_LED: Final = (*SUIT_CODES, 0)
"""The codes of the suit led; the last entry is for no suit."""


def _spread(trump: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each suit of the pack and each set of its cards: the same set in its own suit, and among the trumps."""
    code = RANKINGS[trump].code
    tables = []
    for place in range(len(SUITS)):
        rows = []
        for bits in range(256):
            own = trumps = 0
            for rank in range(8):
                if bits >> rank & 1:
                    number, height = divmod(code[PACK[place * 8 + rank]], 10)
                    if number == TRUMP:
                        trumps |= 1 << height
                    else:
                        own |= 1 << height
            rows.append((own, trumps))
        tables.append(tuple(rows))
    return tuple(tables)


_SPREAD: Final = {trump: _spread(trump) for trump in SUITS}
_NUMBER: Final = {trump: tuple(RANKINGS[trump].suits.index(suit) for suit in SUITS) for trump in SUITS}


def by_suits(cards: int, trump: str) -> list[int]:
    """A set of 32 bits as the four sets of 10 bits that a trump suit makes of it."""
    tables, numbers = _SPREAD[trump], _NUMBER[trump]
    sets = [0, 0, 0, 0]
    for place in (0, 1, 2, 3):
        own, trumps = tables[place][cards >> 8 * place & 255]
        sets[numbers[place]] |= own
        sets[3] |= trumps
    return sets


class TrickStateError(ValueError):
    """Cards that do not make a deal in progress."""


class TrickState:
    """One deal between the first lead and the last card.

    `TrickState.of_hands` makes it. `legal` and `play` go through it, and `points` reads the end. Other code may read
    its fields, but not write them:

    hands: sixteen sets of 10 bits, hands[seat * 4 + suit]. tricks: taken, by seat. turn: the seat to play. leader: of
    the present trick. led: its suit, -1 before the lead. best, taker: the card that takes it so far, and whose it is.
    count: cards on the table. left: tricks to be finished, 0 when the deal is over. declarer, partner: who plays
    together, -1 for no partner. called: code of the called card, -1 for none. shown: it has been played.
    played: cards played since the state was made, in order. contract, trump: of the deal.
    """

    __slots__ = (
        "_needed",
        "_stops",
        "best",
        "called",
        "contract",
        "count",
        "declarer",
        "hands",
        "leader",
        "led",
        "left",
        "partner",
        "played",
        "shown",
        "taker",
        "tricks",
        "trump",
        "turn",
    )

    def __init__(
        self, hands: list[int], contract: Contract, trump: str, *, leader: Seat, tricks: list[int], stops: bool
    ) -> None:
        self.contract = contract
        self.trump = trump
        self.hands = hands
        self.tricks = tricks
        self.leader = self.turn = self.taker = leader
        self.led = self.best = -1
        self.count = 0
        self.left = TRICKS - sum(tricks)
        self.declarer = contract.declarer
        self.partner = -1 if contract.partner is None else contract.partner
        self.called = -1 if contract.called is None else RANKINGS[trump].code[contract.called]
        self.shown = self.called >= 0 and not any(
            hands[seat * 4 + SUIT[self.called]] & RANK_BIT[self.called] for seat in range(SEATS)
        )
        self.played: list[int] = []
        self._needed = NEEDED[contract.rung.kind]
        self._stops = stops

    @classmethod
    def of_hands(
        cls,
        hands: Sequence[int],
        contract: Contract,
        trump: str,
        *,
        leader: Seat,
        trick: Sequence[int] = (),
        tricks: Sequence[int] = (0, 0, 0, 0),
        stops: bool = False,
    ) -> TrickState:
        """A deal in progress.

        hands: what each seat still holds, as sets of 32 bits, without the cards on the table. trick: codes of the cards
        on the table, in order. leader: of that trick. tricks: full ones, by taker. stops: the deal ends as soon as it
        is decided (§11.8). Raises TrickStateError if the numbers cannot be.
        """
        sets = [bits for cards in hands for bits in by_suits(cards, trump)]
        for turn, card in enumerate(trick):
            sets[(leader + turn) % SEATS * 4 + SUIT[card]] |= RANK_BIT[card]
        sizes = {sum(bits.bit_count() for bits in sets[seat * 4 : seat * 4 + 4]) for seat in range(SEATS)}
        if sizes != {TRICKS - sum(tricks)}:
            raise TrickStateError(
                "For each trick that is left, each player must have one card, in the hand or on the table."
            )
        state = cls(sets, contract, trump, leader=leader, tricks=list(tricks), stops=stops)
        for card in trick:
            state.play(card)
        return state

    def clone(self) -> TrickState:
        other = TrickState.__new__(TrickState)
        other.contract = self.contract
        other.trump = self.trump
        other.hands = self.hands[:]
        other.tricks = self.tricks[:]
        other.leader = self.leader
        other.turn = self.turn
        other.taker = self.taker
        other.led = self.led
        other.best = self.best
        other.count = self.count
        other.left = self.left
        other.declarer = self.declarer
        other.partner = self.partner
        other.called = self.called
        other.shown = self.shown
        other.played = self.played[:]
        other._needed = self._needed
        other._stops = self._stops
        return other

    def legal(self) -> tuple[int, ...]:
        """The cards that the seat in turn may play, by code; none when the deal is over."""
        if not self.left:
            return ()
        may = self.may_play()
        return _FIRST[may & 0x3FF] + _SECOND[may >> 10 & 0x3FF] + _THIRD[may >> 20 & 0x3FF] + _TRUMPS[may >> 30]

    def may_play(self) -> int:
        """The same as a set in which bit i stands for code i, while the deal is on."""
        hands, seat = self.hands, self.turn << 2
        held = hands[seat] | hands[seat + 1] << 10 | hands[seat + 2] << 20 | hands[seat + 3] << 30
        return following(held, _LED[self.led])

    def play(self, card: int) -> None:
        """Play a card of the seat in turn. The caller must take it from `legal()`."""
        suit, turn = SUIT[card], self.turn
        self.hands[(turn << 2) + suit] ^= RANK_BIT[card]
        self.played.append(card)
        if card == self.called:
            self.shown = True
        if self.led < 0:
            self.led = suit
            self.best = card
            self.taker = turn
            self.count = 1
            self.turn = turn + 1 & 3
            return
        if card > self.best and (suit == self.led or suit == 3):  # §8.4
            self.best = card
            self.taker = turn
        if self.count < 3:
            self.count += 1
            self.turn = turn + 1 & 3
            return
        taker = self.taker
        self.tricks[taker] += 1
        self.left -= 1
        self.leader = self.turn = taker
        self.led = self.best = -1
        self.count = 0
        if self._stops and self.made() is not None:
            self.left = 0

    def made(self) -> bool | None:
        """Whether the game is made or lost by now; None while it is open. Rule: solo §9.1."""
        tricks = self.tricks
        own = tricks[self.declarer]
        if self.partner >= 0:
            own += tricks[self.partner]
        if own >= self._needed:
            return True
        return False if sum(tricks) - own > TRICKS - self._needed else None

    def points(self) -> tuple[int, ...]:
        """Points by seat once the deal is decided. Raises TrickStateError before. Rule: solo §9."""
        made = self.made()
        if made is None:
            raise TrickStateError("The game is not decided yet.")
        return points_of(self.contract, made=made)
