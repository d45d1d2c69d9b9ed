"""Faults in the rules of a game or in the program around them: the sentence, the report, and how many are allowed.

A fault never ends a table. The failed step is taken back, and the table is restored from its records.
"""

from collections import deque
from dataclasses import dataclass

from .people import LobbyRefusal

MOVE_TAKEN_BACK = "The program made a mistake with your move, and took the move back. Choose another move."
NOT_NOW = "The program made the same mistake with your request again. Nothing has changed. Try again in ten minutes."
REQUEST_TAKEN_BACK = "The program made a mistake with your request. Nothing has changed."
SHARE_LEFT_OUT = "The program made a mistake with your random number for the shuffle. The deal begins without it."
NOT_LET_IN = "The program made a mistake when you joined. Nobody new can join for a minute."
SHUT = "Nobody new can join for a minute: the program made a mistake when a player joined."
KNOCK_FAILED = "The program made a mistake when it checked your join code. Ask the host."
SENT_AWAY = "The program made a mistake. The last action was undone. You will rejoin automatically."
NOT_WHILE_FAULTY = (
    "The table is paused because of a bug. When the host has updated Khanhoo, vote to resume. "
    "Or vote to break off the match. The points of the finished deals stay."
)


class RulesFailed(LobbyRefusal):
    """An act of the table failed and was taken back: the table is as it was before. The failure is the cause."""

    def __init__(self) -> None:
        super().__init__(MOVE_TAKEN_BACK, "fault")


@dataclass(frozen=True, slots=True)
class Mishap:
    """A fault that was caught. where: the part of the program that caught it. game, deal, step: of the table then.
    records: how many of the match there were."""

    fault: BaseException
    where: str
    game: str = ""
    deal: int = 0
    step: int = 0
    records: int = 0


class Repairs:
    """How often the program may repair something: once in `apart_ms`, and at most `most` times in `span_ms`."""

    def __init__(self, apart_ms: int, most: int, span_ms: int) -> None:
        self._apart_ms = apart_ms
        self._most = most
        self._span_ms = span_ms
        self._times: deque[int] = deque()

    def admit(self, now_ms: int) -> bool:
        """Count one more repair. Returns whether it is within the limits."""
        times = self._times
        while times and now_ms - times[0] >= self._span_ms:
            times.popleft()
        is_apart = not times or now_ms - times[-1] >= self._apart_ms
        times.append(now_ms)
        return is_apart and len(times) <= self._most
