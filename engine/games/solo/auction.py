"""The auction: a state machine that knows no cards.

Seats bid by *place*: 0 is the dealer's left, 3 the dealer. One place holds the bid, and the next one challenges it rung
by rung. The place that gives way is out, and the following place challenges. Rule: solo §4, §5.
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
    """A bid that is not possible now."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The public state of the bidding. turn: the place that challenges or may open; 4 if none is left. holder: the
    place that holds the bid, -1 before the first bid. level: the rung that the holder has bid, 0 before. asked: the
    challenger asked for the next rung, and the holder must answer.
    """

    turn: int = 0
    holder: int = NOBODY
    level: int = 0
    asked: bool = False

    @property
    def is_over(self) -> bool:
        """Whether no challenger or no rung is left. Rule: solo §4.9, §4.10."""
        return self.turn == _LAST

    @property
    def actor(self) -> int:
        """The place that must answer; undefined after the auction."""
        return self.holder if self.asked else self.turn

    @property
    def next_rung(self) -> Rung:
        """The rung that is asked for, or would be next."""
        return rung(self.level + 1)

    def answers(self, *, both_queens: bool) -> tuple[str, ...]:
        """The possible answers of the actor, the bid before the refusal. both_queens: whether it holds both black
        queens. Rule: solo §5.2.
        """
        bid, refusal = (HOLD, YIELD) if self.asked else (ASK if self.holder == NOBODY else QUERY, PASS)
        if both_queens and self.level + 1 <= DUTY:
            return (bid,)
        return bid, refusal

    def after(self, answer: str) -> Auction:
        """The auction after an answer of the actor. Raises BidError for an impossible one."""
        if self.is_over or answer not in self.answers(both_queens=False):
            raise BidError(f"{answer!r} is not a possible answer now.")
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
        """The auction from its public fact. Raises BidError for a malformed one."""
        if not isinstance(fact, tuple) or len(fact) != 4:
            raise BidError(f"{fact!r} is not an auction.")
        turn, holder, level, asked = fact
        return Auction(turn, holder, level, bool(asked))
