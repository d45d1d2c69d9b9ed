"""A simulation of a deal without a table, a log or secrets, on which bots try plays.

The state is a handful of small numbers. A hand is a set of 30 bits (see `cards.py`). A play is also a number: the set
of its cards for a lead or for cards that beat, the same below zero for cards that are discarded.

`cards.py` decides which plays are legal, as at the table. A test plays thousands of deals through both, under every
option, and finds the same plays at every turn and the same points at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from ....model.cards import Card, Seat
from ..cards import BONUSES, beating, cards_of, melds_in, singles


@lru_cache(maxsize=1 << 16)
def melds(hand: int) -> tuple[int, ...]:
    """Each meld of a hand as a play, in the order of MELDS."""
    return tuple([meld.cards for meld in melds_in(hand)])


def sluffs(hand: int, size: int) -> tuple[int, ...]:
    """Each way to discard one card of a hand, or three."""
    return tuple([-sum(cards) for cards in combinations(singles(hand), size)])


class TrickState:
    """One deal between the first lead and the last card.

    `TrickState.of_hands` makes it. `legal` and `play` go through it. `points` has each seat's points, including this
    deal's once it is over. Other code may read its fields, but not write them:

    hands: each seat's cards. leader: of the current trick. turn: the seat to play. best: the best play of the trick, 0
    before the lead; taker: its player. size: cards of a play in this trick. answered: how many have played to the
    trick.
    """

    __slots__ = ("answered", "best", "hands", "leader", "points", "seats", "size", "taker", "turn")

    def __init__(self, hands: list[int], leader: Seat, points: list[int]) -> None:
        self.hands = hands
        self.seats = len(hands)
        self.leader = self.turn = self.taker = leader
        self.points = points
        self.best = self.size = self.answered = 0

    @classmethod
    def of_hands(
        cls,
        hands: Sequence[int],
        leader: Seat,
        *,
        points: Sequence[int] = (),
        best: int = 0,
        taker: Seat = 0,
        answered: int = 0,
    ) -> TrickState:
        """A deal in progress.

        hands: what each seat still holds, as sets. points: what each has so far, nothing if left out. best, taker,
        answered: of a trick that is on, as in the fields.
        """
        state = cls(list(hands), leader, list(points) or [0] * len(hands))
        if best:
            state.best, state.taker, state.answered = best, taker, answered
            state.size = best.bit_count()
            state.turn = (leader - answered) % state.seats
        return state

    def clone(self) -> TrickState:
        other = TrickState.__new__(TrickState)
        other.hands = self.hands[:]
        other.points = self.points[:]
        other.seats = self.seats
        other.leader = self.leader
        other.turn = self.turn
        other.best = self.best
        other.taker = self.taker
        other.size = self.size
        other.answered = self.answered
        return other

    def legal(self) -> tuple[int, ...]:
        """Every play of the seat in turn; none when the deal is over."""
        hand = self.hands[self.turn]
        if not self.best:
            return melds(hand) + singles(hand)
        return beating(hand, self.best) + sluffs(hand, self.size)

    def play(self, play: int) -> None:
        """Make a play of the seat in turn. The caller must take it from `legal()`."""
        turn = self.turn
        if play > 0:
            self.hands[turn] ^= play
            if not self.best:
                self.size = 1 if play & play - 1 == 0 else 3
            self.best = play
            self.taker = turn
        else:
            self.hands[turn] ^= -play
        self.answered += 1
        if self.answered < self.seats:
            self.turn = turn - 1 if turn else self.seats - 1
            return
        taker = self.taker
        self.points[taker] += self.size * self.seats + BONUSES.get(self.best, 0)
        self.leader = self.turn = taker
        self.best = self.size = self.answered = 0


def cards_in(play: int) -> tuple[Card, ...]:
    """The cards of a play."""
    return cards_of(abs(play))
