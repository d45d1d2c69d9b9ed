"""The open decision and the free moves of a session."""

import asyncio
from collections.abc import Callable

from engine.api import Decision, Seat

from .. import news
from ..wire.host_messages import Ask


class Decisions:
    """The open decision of a session's seat, and its free moves. tell: sends news.

    decision, offer, reserve_ms: as ClientSession has them.
    """

    def __init__(self, tell: Callable[..., None]) -> None:
        self.decision: Decision | None = None
        self.offer: Decision | None = None
        self.reserve_ms = 0
        self._ends_s: float | None = None
        self._tell = tell

    @property
    def remaining_ms(self) -> int | None:
        """The time left for the decision."""
        if self._ends_s is None:
            return None
        return max(0, round((self._ends_s - asyncio.get_running_loop().time()) * 1000))

    def asked(self, message: Ask) -> None:
        if self.decision is not None and self.decision.id != message.decision.id:
            self.over(self.decision.id)  # it ran out, and the next decision is ours too
        self.decision, self.reserve_ms = message.decision, message.reserve_ms
        remaining_ms = message.remaining_ms
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
            self.over(self.decision.id)
        self._tell(news.Waiting(seats, remaining_ms))

    def over(self, decision_id: int) -> None:
        """A decision is over or was withdrawn."""
        if self.decision is not None and self.decision.id == decision_id:
            self.forget()
            self._tell(news.Answered(decision_id))

    def forget(self) -> None:
        """Drop the decision without news."""
        self.decision = self._ends_s = None

    def clear(self) -> None:
        """Drop the decision and the offer."""
        self.forget()
        self.offered(None)
