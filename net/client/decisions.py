"""What a session is asked and offered at its table, and its answers."""

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING

from engine.api import Decision, Move, Seat

from .. import news
from ..news import Outcome
from ..wire.host_messages import Ask, PlayMove, to_client_move
from .requests import Asking, Deadline

if TYPE_CHECKING:
    from ..verification.verifier import Fairness


class Questioned(Asking):
    """Keeps the open decision of a session, and what it may do besides.

    decision: what we are asked now; reserve_ms: what our reserve held when it was asked. offer: what we may do though
    nobody waits for us. awaited: seats that are asked now.
    """

    seat: Seat | None
    fairness: "Fairness"

    def __init__(self) -> None:
        self.decision: Decision | None = None
        self.offer: Decision | None = None
        self.reserve_ms = 0
        self.awaited: tuple[Seat, ...] = ()
        self._deadline = Deadline()

    async def submit(self, decision_id: int, move: Move) -> Outcome:
        """Answer a decision, or make a move of an offer. Sent again after a break; it counts once."""
        deal, seat, moves = self.fairness.moves.deal, self.seat, self.fairness.moves
        outcome = await self._request(partial(PlayMove, decision=decision_id, move=to_client_move(move)))
        if outcome.accepted:
            moves.note(deal, seat, move)
            self._decision_over(decision_id)
        return outcome

    @property
    def remaining_ms(self) -> int | None:
        """Time left for the decision, None without a limit or a decision."""
        return self._deadline.left_ms

    def _asked(self, message: Ask) -> None:
        if self.decision is not None and self.decision.id != message.decision.id:
            self._decision_over(self.decision.id)  # it ran out, and the next one is ours again
        self.reserve_ms = message.reserve_ms
        self._set_decision(message.decision, message.remaining_ms)
        self._tell(news.Asked(message.decision, message.remaining_ms, message.reserve_ms))

    def _asked_nothing(self) -> None:
        """Neither a decision nor an offer is ours any more."""
        self._set_decision(None, None)
        self._set_offer(None)

    def _clock(self, seats: tuple[Seat, ...], remaining_ms: int | None) -> None:
        self.awaited = seats
        if self.decision is not None and self.seat not in seats:
            self._decision_over(self.decision.id)
        self._tell(news.Waiting(seats, remaining_ms))

    def _set_decision(self, decision: Decision | None, remaining_ms: int | None) -> None:
        self.decision = decision
        self._deadline.set(remaining_ms)

    def _set_offer(self, offer: Decision | None) -> None:
        if offer != self.offer:
            self.offer = offer
            self._tell(news.Offered(offer))

    def _decision_over(self, decision_id: int) -> None:
        if self.decision is not None and self.decision.id == decision_id:
            self._set_decision(None, None)
            self._tell(news.Answered(decision_id))

    @abstractmethod
    def _tell(self, *items: news.News) -> None:
        """Tell news."""
