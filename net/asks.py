"""One open decision as the host sees it: who is to answer, and how much time is left."""

from dataclasses import dataclass
from typing import Literal

from engine.api import Decision, Move

from .clocks import Clocks

BOT_PATIENCE_MS = 20_000
"""How long after its move was due a bot that has not answered is waited for."""

Player = Literal["person", "bot", "nobody"]


@dataclass
class OpenAsk:
    """An open decision.

    player: who answers it: the person on the seat, a bot, or nobody, then its default is played at due_ms.
    limit_ms: 0 for none. left_ms: until limit and reserve are used up, as of running_since, or while the clock stands.
    due_ms: when a bot's or nobody's move is made. advice: the bot's, once it has thought. is_told: the seat has been
    sent the decision.
    """

    decision: Decision
    player: Player
    limit_ms: int
    reserve_ms: int
    left_ms: int
    running_since: int | None = None
    due_ms: int | None = None
    advice: Move | None = None
    is_thinking: bool = False
    is_told: bool = False

    def run(self, now_ms: int) -> None:
        """Let the person's clock run."""
        if self.running_since is None:
            self.running_since = now_ms

    def pause(self, now_ms: int) -> None:
        """Let the person's clock stand still."""
        self.left_ms = self._left(now_ms)
        self.running_since = None

    def hand_to(self, player: Player, clocks: Clocks, pace_ms: int, now_ms: int) -> None:
        """Somebody else is to answer."""
        self.player = player
        self.advice = None
        self.is_thinking = False
        self.due_ms = None
        if player != "person":
            self.due_ms = now_ms + (pace_ms if player == "bot" else clocks.absent_ms)

    def remaining_ms(self, now_ms: int) -> int | None:
        """Time that the seat has, its reserve included; None without limit."""
        if self.player == "nobody" and self.due_ms is not None:
            return max(0, self.due_ms - now_ms)
        return self._left(now_ms) if self.limit_ms else None

    def reserve_left_ms(self, now_ms: int) -> int:
        """What is left of the seat's reserve if it answers now."""
        return min(self.reserve_ms, self._left(now_ms)) if self.limit_ms else self.reserve_ms

    def ends_ms(self) -> int | None:
        """When a move is made, as things stand, if nothing comes in; None for never."""
        if self.player == "person":
            if not self.limit_ms or self.running_since is None:
                return None
            return self.running_since + self.left_ms
        if self.due_ms is None or self.player == "nobody" or self.advice is not None:
            return self.due_ms
        return self.due_ms + BOT_PATIENCE_MS

    def _left(self, now_ms: int) -> int:
        gone = now_ms - self.running_since if self.running_since is not None else 0
        return max(0, self.left_ms - gone)
