"""The results of deals and matches, and the phase in which a deal is scored."""

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

    how: how it ended, one word. points: of the deal, by seat. lines: where they come from.
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

    is_due: whether the match ends now unless the leaders are equal, from the totals of the playing seats and the number
    of deals. ties_shared: equal leaders share the win at once; otherwise extra deals decide. won, spent, stopped: the
    result's `how` for a single leader, after too many extra deals, and after too many deals
    or steps of the table.
    """

    is_due: Callable[[Sequence[int], int], bool]
    ties_shared: bool
    high_wins: bool = True
    won: str = "won"
    spent: str = "shared"
    stopped: str = "stopped"
    most_extra: int = 5
    most_deals: int | None = None
    most_steps: int | None = None

    def result(self, history: History, playing: Sequence[Seat], steps: int = 0) -> MatchResult | None:
        """The result, or None if another deal follows. playing: the seats that can win. steps: of the match so far."""
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
        has_dealt = self.most_deals is not None and len(history) >= self.most_deals
        if has_dealt or (self.most_steps is not None and steps >= self.most_steps):
            return MatchResult(self.stopped, leaders)
        return None

    def extra_deals(self, history: History, playing: Sequence[Seat]) -> int:
        """How many extra deals were played or are being played because of equal leaders."""
        return sum(
            self.is_due([totals[seat] for seat in playing], deals) for deals, totals in enumerate(history, start=1)
        )


class CountingPhase(Phase):
    """The deal is scored, and the match goes on or ends. extra_fact: the fact with the number of the next extra
    deal.
    """

    name = "counting"
    extra_fact: ClassVar[str] = "extra_deal"

    def reckon(self, table: Table) -> Reckoning:
        """Show the cards that the rules show, and score the deal."""
        raise NotImplementedError

    def match_end(self, table: Table) -> MatchEnd:
        raise NotImplementedError

    def payouts(self, table: Table) -> tuple[int, ...]:
        """What each seat gets or pays at the end, if the players settle up."""
        return ()

    def enter(self, table: Table) -> None:
        reckoning = self.reckon(table)
        table.score(reckoning.how, reckoning.points, reckoning.lines)
        history, end = [scored.totals for scored in table.scores], self.match_end(table)
        result = end.result(history, table.playing, table.step)
        if result is not None:
            table.end_match(result.how, result.winners, self.payouts(table))
            return
        if end.is_due([table.totals[seat] for seat in table.playing], len(history)):
            table.declare(self.extra_fact, end.extra_deals(history, table.playing))
        table.next_deal()
