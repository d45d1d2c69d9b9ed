"""A hand played forward with no table, no log and no secrets: what bots try their guesses out on.

The state is a handful of small numbers. A hand is a set of 30 bits (see `cards.py`). A play is a number, too: the set
of its cards for a lead or for cards that beat, the same below zero for cards that are sluffed.

The rules are those of `cards.py`, laid out in tables for speed; a test plays thousands of hands through both, under
every option, and finds the same plays at every turn and the same points at the end.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from ....model.cards import Card, Seat
from ..cards import BEATERS, MELD_BEATERS, MELDS, SINGLE_BONUSES, cards_of, set_of

if TYPE_CHECKING:
    from ....model.board import Board


def _rows(first: int, size: int) -> tuple[tuple[int, ...], ...]:
    rows: list[tuple[int, ...]] = [()]
    for place in range(first, first + size):
        rows += [(*row, 1 << place) for row in rows]
    return tuple(rows)


_LOW, _HIGH = _rows(0, 15), _rows(15, 15)
_HALF: Final = 0x7FFF
_LOW_SLUFFS, _HIGH_SLUFFS = (tuple(tuple(-card for card in row) for row in rows) for rows in (_LOW, _HIGH))

BONUS: Final[dict[int, int]] = SINGLE_BONUSES | {meld.cards: meld.bonus for meld in MELDS if meld.bonus}
"""Points for winning with these cards, where there are any."""


_MELDS: Final = tuple(meld.cards for meld in MELDS)


def singles(hand: int) -> tuple[int, ...]:
    """Each card of a hand as a play, lowest first."""
    return _LOW[hand & _HALF] + _HIGH[hand >> 15]


@lru_cache(maxsize=1 << 16)
def melds(hand: int) -> tuple[int, ...]:
    """Each meld of a hand as a play, in the order of `laws.MELDS`."""
    return tuple([cards for cards in _MELDS if hand & cards == cards])


def sluffs(hand: int, size: int) -> tuple[int, ...]:
    """Each way to sluff one card of a hand, or three."""
    if size == 1:
        return _LOW_SLUFFS[hand & _HALF] + _HIGH_SLUFFS[hand >> 15]
    return tuple([-(one | two | three) for one, two, three in combinations(singles(hand), 3)])


def answers(hand: int, best: int) -> tuple[int, ...]:
    """Each play of a hand that beats what holds the trick, lowest first."""
    beaters = BEATERS.get(best)
    if beaters is not None:
        beaters &= hand
        return _LOW[beaters & _HALF] + _HIGH[beaters >> 15]
    return tuple([cards for cards in MELD_BEATERS[best] if hand & cards == cards])


class Sim:
    """One hand between the first lead and the last card.

    Made by `Sim.of_hands` or `Sim.of_board`; `legal` and `play` go through it, `points` holds what each seat has, the
    hand's own points once it is over. Its fields may be read, not written:

    hands: each seat's cards. leader: of the present trick. turn: the seat to play. best: what holds the trick, 0 before
    the lead; taker: whose it is. size: cards of a play in this trick. answered: how many have played to it.
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
    ) -> "Sim":
        """A hand in progress.

        hands: what each seat still holds, as sets. points: what each has so far, nothing if left out. best, taker,
        answered: of a trick that is on, as in the fields.
        """
        state = cls(list(hands), leader, list(points) or [0] * len(hands))
        if best:
            state.best, state.taker, state.answered = best, taker, answered
            state.size = best.bit_count()
            state.turn = (leader - answered) % state.seats
        return state

    @classmethod
    def of_board(cls, board: "Board", hands: Sequence[Iterable[Card]]) -> "Sim":
        """The hand that a board shows, with the cards given: a table's own, or a guess from a view."""
        from ..state import answers_to_come, best_of, captured_count, leader_of, prizes_of

        points = [captured_count(board, seat) for seat in range(board.seats)]
        for prize in prizes_of(board):
            points[prize.seat] += prize.points
        held = [set_of(cards) for cards in hands]
        if board.phase == "lead":
            return cls.of_hands(held, leader_of(board), points=points)
        taker, cards = best_of(board)
        answered = board.seats - answers_to_come(board)
        return cls.of_hands(held, leader_of(board), points=points, best=set_of(cards), taker=taker, answered=answered)

    def clone(self) -> "Sim":
        """A state of its own."""
        other = Sim.__new__(Sim)
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
        """Every play of the seat in turn; none when the hand is over."""
        hand = self.hands[self.turn]
        if not self.best:
            return melds(hand) + _LOW[hand & _HALF] + _HIGH[hand >> 15]
        return answers(hand, self.best) + sluffs(hand, self.size)

    def play(self, play: int) -> None:
        """The seat in turn plays. Whether it may is the caller's affair: the play was in `legal()`."""
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
        self.points[taker] += self.size * self.seats + BONUS.get(self.best, 0)
        self.leader = self.turn = taker
        self.best = self.size = self.answered = 0

    def play_out(self, choose: Callable[[tuple[int, ...]], int]) -> None:
        """Play on to the last card. choose: one of the plays it is given, for whoever is in turn."""
        legal, play = self.legal, self.play
        while plays := legal():
            play(choose(plays))


def cards_in(play: int) -> tuple[Card, ...]:
    """The cards of a play."""
    return cards_of(abs(play))
