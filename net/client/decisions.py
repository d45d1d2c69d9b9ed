"""The open decision and the free moves of a session."""

import asyncio
from collections.abc import Callable
from typing import Final

from engine.api import Decision, Seat

from .. import news
from ..wire.host_messages import Ask

_EARLY_MS: Final = 1_000
"""The host may say this much before our own clock's end that a decision is over."""


class Decisions:
    """The open decision of a session's seat, and its free moves. tell: sends news.

    decision, offer, bank_ms: as ClientSession has them.
    """

    def __init__(self, tell: Callable[..., None]) -> None:
        self.decision: Decision | None = None
        self.offer: Decision | None = None
        self._bank_ms: int | None = None
        self._is_bank_used = False
        self._ends_s: float | None = None
        self._tell = tell

    @property
    def remaining_ms(self) -> int | None:
        """The time left for the decision."""
        if self._ends_s is None:
            return None
        return max(0, round((self._ends_s - asyncio.get_running_loop().time()) * 1000))

    @property
    def bank_ms(self) -> int | None:
        """What is left in the time bank; None until the host has said it."""
        left_ms, bank_ms = self.remaining_ms, self._bank_ms
        if bank_ms is None or left_ms is None or not self._is_bank_used:
            return bank_ms
        return min(bank_ms, left_ms)

    def asked(self, message: Ask) -> None:
        remaining_ms = message.remaining_ms
        if self.decision is not None and self.decision.id != message.decision.id:
            # The next decision is ours too. After a free move, it is the same one with other choices and no new time.
            left_ms = self.remaining_ms
            is_new = left_ms is None or remaining_ms is None or remaining_ms - left_ms > _EARLY_MS
            self.over(self.decision.id, is_late=is_new and self._is_late())
        self.decision = message.decision
        has_own_time = not message.decision.lapse_ms  # the time of the rules has no bank
        self._bank_ms = message.reserve_ms if has_own_time else self._bank_ms
        # The host's short time for a player whom it counts as absent does not use the bank either.
        self._is_bank_used = has_own_time and remaining_ms is not None and remaining_ms >= message.reserve_ms
        self._ends_s = None if remaining_ms is None else asyncio.get_running_loop().time() + remaining_ms / 1000
        self._tell(news.Asked(message.decision, remaining_ms, message.reserve_ms))

    def offered(self, offer: Decision | None) -> None:
        """The free moves changed."""
        if offer != self.offer:
            self.offer = offer
            self._tell(news.Offered(offer))

    def awaited(self, seats: tuple[Seat, ...], remaining_ms: int | None, seat: Seat | None) -> None:
        """The table waits for these seats. seat: our own."""
        if self.decision is not None and seat not in seats:
            self.over(self.decision.id, is_late=self._is_late())
        self._tell(news.Waiting(seats, remaining_ms))

    def over(self, decision_id: int, *, is_late: bool = False) -> None:
        """A decision is over or was withdrawn. is_late: its time ran out."""
        decision = self.decision
        if decision is not None and decision.id == decision_id:
            self.forget()
            self._tell(news.Answered(decision_id, decision if is_late else None))

    def lost(self) -> None:
        """The connection is lost: until the host asks again, nobody here knows whose clock runs."""
        self._ends_s = self._bank_ms = None

    def _is_late(self) -> bool:
        """Whether the time of the open decision is over. A time that the rules set is an answer, and no lateness."""
        left_ms = self.remaining_ms
        return self.decision is not None and not self.decision.lapse_ms and left_ms is not None and left_ms <= _EARLY_MS

    def forget(self) -> None:
        """Drop the decision without news."""
        self._bank_ms = self.bank_ms
        self.decision = self._ends_s = None

    def clear(self) -> None:
        """Drop the decision and the offer, and what belonged to the seat."""
        if self.decision is not None:
            self.over(self.decision.id)
        self._bank_ms = None
        self.offered(None)
