"""A table of bots alone: each sees its own view and answers its own decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from ..model.cards import Seat
from ..model.events import Event
from ..model.moves import Decision
from ..model.redact import redact_for
from ..model.view import View
from ..play.bot import Bot, OutOfTime, never
from ..play.table import Table

if TYPE_CHECKING:
    from ..model.deal import Deal
    from ..model.options import OptionValue
    from ..play.game import Game

Clock = Callable[[], OutOfTime]
"""Called when a bot begins to think; gives the `out_of_time` for that decision."""


def no_clock() -> OutOfTime:
    """No time limit, so that the same seed gives the same play on every machine."""
    return never


class SelfPlay:
    """A table, a view for each seat, and the bots that look at them.

    The bots' own randomness comes from the table's seed and the seat, so that a match can be played again.
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, OptionValue],
        bots: Sequence[Bot],
        *,
        seed: str,
        deal: Deal | None = None,
        clock: Clock = no_clock,
    ) -> None:
        seats = len(bots)
        self.table = Table(game, seats, options, seed=seed, deal=deal)
        self._seats = range(seats)
        self.views = [View(game, seats, options, seat) for seat in self._seats]
        self._bots = tuple(bots)
        self._chances = [Random(f"{seed} bot {seat}") for seat in self._seats]
        self._clock = clock
        self._told = 0

    def play(self, deals: int | None = None) -> Table:
        """Play so many deals, or the whole match, and return the table."""
        if not self.table.deal:
            self._tell(self.table.start())
        while self.table.over is None and (deals is None or len(self.table.scores) < deals):
            self.step()
        return self.table

    def step(self) -> None:
        """Let every asked seat answer, or do what the table expects of the host. Needs a match in progress."""
        if self.table.awaits_close:
            self._tell(self.table.close())
            return
        for decision in self.table.decisions():
            self._answer(decision.seat, decision)

    def _answer(self, seat: Seat, decision: Decision) -> None:
        advice = self._bots[seat].choose(self.views[seat], decision, self._chances[seat], self._clock())
        self._tell(self.table.play(seat, decision.id, advice.move))

    def _tell(self, events: tuple[Event, ...]) -> None:
        for number, event in enumerate(events, start=self._told):
            for view, seen in zip(self.views, redact_for(self._seats, event, self.table.game.plan), strict=True):
                view.absorb(number, seen)
        self._told += len(events)
