"""A deal played forward with no table, no log and no secrets: for play-outs by the thousand.

A card is its place in FACES, 0 to 29; a hand is a list of such places and their sum as a number. Players stand in the
order of play, the dealer first. The rules are those of `rules.py`, written out once more for speed; a test plays deals
through both and finds the same legal moves at every step and the same end.

Who may win out of turn is asked one after the other, beginning with the next player: the first who says yes is the one
whose turn would come first, so nobody after needs to be asked.
"""

from collections.abc import Callable, Sequence
from typing import Final

from ..hand_solver.wins import code_wins
from ..pack import COPIES, COUNT_BITS, FACES, HAND_SIZE, EyesBook
from ..state import TAKES_A_SEAT

WIN: Final = len(FACES)
TAKE: Final = WIN + 1
BUY: Final = WIN + 2
LEAVE: Final = WIN + 3
PASS: Final = WIN + 4
"""Moves; those below are throws, of the face in that place."""

_CODE: Final = tuple(1 << COUNT_BITS * place for place in range(len(FACES)))
_TURN, _CLAIMS, _OFFER, _OVER = range(4)
_OFFERED: Final = (TAKE, BUY)
_MUST_BUY: Final = (BUY,)
_LAST_OFFERED: Final = (TAKE, LEAVE)
_MUST_LEAVE: Final = (LEAVE,)
_CLAIM: Final = (WIN, PASS)
_NO_CLAIM: Final = (PASS,)


class SimError(ValueError):
    """Cards that do not make a deal."""


class Sim:
    """One deal between the dealer's first throw and its end. Its fields may be read, not written.

    hands: places of the cards of each player. codes: the same as numbers. stock: the card to be bought next last.
    discards: the newest last. turn: who holds fifteen cards, or has just thrown. asked: who is asked now.
    winner: who has won, or None; over: whether the deal has ended. moves: made since the deal began.
    """

    __slots__ = (
        "_book",
        "_claims",
        "_limit",
        "_phase",
        "_players",
        "_taken",
        "_takes",
        "asked",
        "codes",
        "discards",
        "hands",
        "moves",
        "stock",
        "turn",
        "winner",
    )

    def __init__(self, hands: Sequence[Sequence[int]], stock: Sequence[int], book: EyesBook, *, claims: bool) -> None:
        """hands: fifteen cards of the dealer, fourteen of each other. claims: whether one may win out of turn.

        Raises SimError if these are not the sizes of a deal, or a face is there too often.
        """
        if len(hands) < 2 or [len(hand) for hand in hands] != [HAND_SIZE] + [HAND_SIZE - 1] * (len(hands) - 1):
            raise SimError("The dealer has fifteen cards, the others fourteen.")
        everything = [*stock, *(place for hand in hands for place in hand)]
        if any(everything.count(place) > COPIES for place in range(len(FACES))):
            raise SimError("There are four of each card.")
        self.hands = [list(hand) for hand in hands]
        self.codes = [sum(_CODE[place] for place in hand) for hand in hands]
        self.stock = list(stock)
        self.discards: list[int] = []
        self.turn = self.asked = 0
        self.winner: int | None = None
        self.moves = 0
        self._book = book
        self._players = len(hands)
        self._claims = claims and len(hands) > 2
        self._limit = TAKES_A_SEAT * len(hands)
        self._takes = 0
        self._taken = -1
        self._phase = _TURN

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self._phase == _OVER

    def legal(self) -> tuple[int, ...]:
        """What the player who is asked may do; nothing when the deal is over."""
        phase = self._phase
        if phase == _TURN:
            turn = self.turn
            throws = set(self.hands[turn])
            throws.discard(self._taken)
            return (*throws, WIN) if code_wins(self.codes[turn], self._book) else tuple(throws)
        if phase == _OFFER:
            if self._takes < self._limit:
                return _OFFERED if self.stock else _LAST_OFFERED
            return _MUST_BUY if self.stock else _MUST_LEAVE
        if phase == _CLAIMS:
            with_it = self.codes[self.asked] + _CODE[self.discards[-1]]
            return _CLAIM if code_wins(with_it, self._book) else _NO_CLAIM
        return ()

    def play(self, move: int) -> None:
        """The player who is asked does this. Whether it may be done is the caller's affair: it was in `legal()`."""
        self.moves += 1
        if move < WIN:
            self.hands[self.turn].remove(move)
            self.codes[self.turn] -= _CODE[move]
            self.discards.append(move)
            self.asked = (self.turn + 1) % self._players
            self._phase = _CLAIMS if self._claims else _OFFER
        elif move == BUY:
            self._takes = 0
            self._taken = -1
            self._get(self.stock.pop())
        elif move == TAKE:
            self._takes += 1
            self._taken = self.discards.pop()
            self._get(self._taken)
        elif move == PASS:
            self.asked = (self.asked + 1) % self._players
            if self.asked == self.turn:
                self.asked = (self.turn + 1) % self._players
                self._phase = _OFFER
        elif move == WIN:
            if self._phase == _CLAIMS:
                self._get(self.discards.pop())
            self.winner = self.asked
            self._phase = _OVER
        else:
            self._phase = _OVER

    def play_out(self, choose: Callable[[tuple[int, ...]], int]) -> None:
        """Play on to the end. choose: one of the moves it is given, for whoever is asked."""
        legal, play = self.legal, self.play
        while moves := legal():
            play(choose(moves))

    def _get(self, place: int) -> None:
        """The player who is asked gets a card, and is in turn."""
        self.turn = self.asked
        self.hands[self.turn].append(place)
        self.codes[self.turn] += _CODE[place]
        self._phase = _TURN
