"""The questioning duel: a state machine of its own, which knows nothing of cards.

Seats bid by *place*: 0 is the dealer's left, 3 the dealer. One place holds the bid, the next challenges it rung by
rung; who gives way is out, and the following place takes the challenge up. Rule: solo §4, §5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from .contracts import DUTY, TOP, Rung, rung

NOBODY: Final = -1
_LAST: Final = 4

PASS, ASK, QUERY, HOLD, YIELD = "pass", "ask", "query", "hold", "yield"
VERBS: Final = (ASK, QUERY, HOLD, YIELD, PASS)

OFFERED_BY: Final = {PASS: "4.8", ASK: "4.3", QUERY: "4.4", HOLD: "4.5", YIELD: "4.6"}
"""The paragraph under which each answer is given."""


class BidError(ValueError):
    """A bid that cannot be made now."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding as everybody hears it.

    turn: the place that challenges or may open; 4 when none is left. holder: the place that holds the bid, -1 before
    anybody asked. level: the rung that it is committed to, 0 before. asked: the next rung is in question, and the
    holder is to answer.
    """

    turn: int = 0
    holder: int = NOBODY
    level: int = 0
    asked: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nobody is left to challenge, or there is nothing left to ask. Rule: solo §4.9, §4.10."""
        return self.turn == _LAST

    @property
    def actor(self) -> int:
        """The place that has to speak; not to be asked when the auction is over."""
        return self.holder if self.asked else self.turn

    @property
    def next_rung(self) -> Rung:
        """The rung that is in question, or would be next."""
        return rung(self.level + 1)

    def answers(self, *, both_queens: bool) -> tuple[str, ...]:
        """What the actor may say, the bid before the refusal. both_queens: whether it holds them. Rule: solo §5.2."""
        bid, refusal = (HOLD, YIELD) if self.asked else (ASK if self.holder == NOBODY else QUERY, PASS)
        if both_queens and self.level + 1 <= DUTY:
            return (bid,)
        return bid, refusal

    def after(self, answer: str) -> Auction:
        """The auction after an answer of the actor. Raises BidError for one that does not fit."""
        if self.is_over or answer not in self.answers(both_queens=False):
            raise BidError(f"{answer!r} cannot be said now.")
        if answer == PASS:
            return replace(self, turn=self.turn + 1)
        if answer == ASK:
            return Auction(self.turn + 1, self.turn, 1)
        if answer == QUERY:
            return replace(self, asked=True)
        level = self.level + 1
        if answer == HOLD:
            return Auction(_LAST if level == TOP else self.turn, self.holder, level)
        return Auction(_LAST if level == TOP else self.turn + 1, self.turn, level)

    def to_fact(self) -> tuple[int, ...]:
        return self.turn, self.holder, self.level, int(self.asked)

    @staticmethod
    def of_fact(fact: object) -> Auction:
        """The auction that a public fact tells. Raises BidError for what is no such fact."""
        if not isinstance(fact, tuple) or len(fact) != 4:
            raise BidError(f"{fact!r} is no auction.")
        turn, holder, level, asked = fact
        return Auction(turn, holder, level, bool(asked))
