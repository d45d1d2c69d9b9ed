"""How a deal and a match come out, and the phase in which a deal is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..model.cards import Seat
from ..model.events import ScoreLine
from .phases import Phase

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The outcome of one deal.

    how: the way in which it ended, one word. points: of the deal, by seat. lines: where they come from.
    """

    how: str
    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The outcome of a match. how: what decided it, one word. winners: one seat, or several that share."""

    how: str
    winners: tuple[Seat, ...]


History = Sequence[Sequence[int]]
"""The totals after each deal so far, by seat, in order."""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """When a match is over, and who has won it.

    is_due: whether it ends here unless leaders are equal, from the totals of the seats that play and the number of
    deals played. ties_shared: equal leaders share it at once; else extra deals decide. won, spent, stopped: the words
    for a single leader, for too many extra deals, and for too many deals.
    """

    is_due: Callable[[Sequence[int], int], bool]
    ties_shared: bool
    high_wins: bool = True
    won: str = "won"
    spent: str = "shared"
    stopped: str = "stopped"
    most_extra: int = 5
    most_deals: int | None = None

    def result(self, history: History, playing: Sequence[Seat]) -> MatchResult | None:
        """The outcome, or None if another deal is due. playing: the seats that can win."""
        totals = history[-1]
        best = (max if self.high_wins else min)(totals[seat] for seat in playing)
        leaders = tuple(seat for seat in playing if totals[seat] == best)
        if self.is_due([totals[seat] for seat in playing], len(history)):
            if len(leaders) == 1:
                return MatchResult(self.won, leaders)
            if self.ties_shared:
                return MatchResult("shared", leaders)
            if self.extra_deals(history[:-1], playing) >= self.most_extra:
                return MatchResult(self.spent, leaders)
        if self.most_deals is not None and len(history) >= self.most_deals:
            return MatchResult(self.stopped, leaders)
        return None

    def extra_deals(self, history: History, playing: Sequence[Seat]) -> int:
        """How many deals have been, or are being, played on because equal leaders decided nothing."""
        return sum(
            self.is_due([totals[seat] for seat in playing], deals) for deals, totals in enumerate(history, start=1)
        )


class CountingPhase(Phase):
    """The deal is counted, and the match goes on or ends. extra_fact: tells which extra deal comes next."""

    name = "counting"
    extra_fact: ClassVar[str] = "extra_deal"

    def reckon(self, table: Table) -> Reckoning:
        """Show what is to be shown, and count."""
        raise NotImplementedError

    def match_end(self, table: Table) -> MatchEnd:
        raise NotImplementedError

    def payouts(self, table: Table) -> tuple[int, ...]:
        """What each seat gets or pays at the end, where the totals are settled."""
        return ()

    def enter(self, table: Table) -> None:
        reckoning = self.reckon(table)
        table.score(reckoning.how, reckoning.points, reckoning.lines)
        history, end = [scored.totals for scored in table.scores], self.match_end(table)
        result = end.result(history, table.playing)
        if result is not None:
            table.end_match(result.how, result.winners, self.payouts(table))
            return
        if end.is_due([table.totals[seat] for seat in table.playing], len(history)):
            table.declare(self.extra_fact, end.extra_deals(history, table.playing))
        table.next_deal()
