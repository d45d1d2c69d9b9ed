"""The free moves of each seat, as its player received them: moves that a seat may make while nobody waits for it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from engine.api import Decision, Seat, Table

from ..wire.rate_limits import TokenBucket

FREE_MOVES_A_SECOND, FREE_MOVES_AT_ONCE = 2, 8


@dataclass
class _Offer:
    """The free moves of one seat. decision: None if there are none any more. is_told: the seat has received this."""

    decision: Decision | None
    is_told: bool = False


class FreeMoves:
    """The free decisions of a match's seats, as their players received them."""

    def __init__(self) -> None:
        self._open: dict[Seat, _Offer] = {}
        self._looked_at = -1
        self._spent: dict[Seat, TokenBucket] = {}

    def update(self, table: Table, asked: Container[Seat]) -> None:
        """Update the free moves. asked: seats that must decide, and so need no free moves."""
        assert table.journal is not None
        acts = len(table.journal.records)
        if acts == self._looked_at:
            return
        self._looked_at = acts
        now = {decision.seat: decision for decision in table.free_decisions() if decision.seat not in asked}
        for seat in {*self._open, *now}:
            self._set(seat, now.get(seat), table.free_since)

    def look_again(self) -> None:
        self._looked_at = -1

    def begin_again(self) -> None:
        """A move was taken back. What players received before is void."""
        self._open = {seat: _Offer(None) for seat in self._open}
        self.look_again()

    def decision(self, seat: Seat) -> Decision | None:
        offer = self._open.get(seat)
        return offer.decision if offer is not None else None

    def has_news_for(self, seat: Seat) -> bool:
        """Whether the seat's person has not received its free moves yet; afterwards they count as received."""
        offer = self._open.get(seat)
        if offer is None or offer.is_told:
            return False
        offer.is_told = True
        return True

    def tell_again(self, seat: Seat) -> None:
        """The seat's person has a new connection, or is another person: send the free moves again."""
        if seat in self._open:
            self._open[seat].is_told = False

    def may_act(self, seat: Seat, now_ms: int) -> bool:
        """Whether a seat's free move comes slowly enough for the others to follow."""
        if seat not in self._spent:
            self._spent[seat] = TokenBucket(FREE_MOVES_A_SECOND, FREE_MOVES_AT_ONCE, now_ms)
        return self._spent[seat].take(now_ms)

    def _set(self, seat: Seat, decision: Decision | None, free_since: int) -> None:
        offer = self._open.get(seat)
        before = offer.decision if offer is not None else None
        if before is not None and decision is not None and before.id >= free_since:
            # An answer to the older offer is still valid, so an equal one need not be sent.
            if (before.phase, before.choices) == (decision.phase, decision.choices):
                return
        elif before is None and decision is None:
            return
        if decision is None and offer is not None and not offer.is_told:
            del self._open[seat]
        else:
            self._open[seat] = _Offer(decision)
