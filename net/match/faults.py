"""When the rules of a game, or the program around them, fail: what is said, what is kept, and how often it may be.

A fault never stops a table. What failed is taken back whole, and the table is made again from its records.
"""

from collections import deque
from dataclasses import dataclass

from .people import LobbyRefusal

MOVE_TAKEN_BACK = "The program made a mistake with that move and took it back. Nothing has changed; choose another one."
NOT_NOW = "The program has made a mistake with that twice. Nothing has changed; try again in ten minutes."
REQUEST_TAKEN_BACK = "The program made a mistake with that and took it back. Nothing has changed."
SHARE_LEFT_OUT = "The program made a mistake with your share of the deal. The deal begins without it."
NOT_LET_IN = "The program of this table made a mistake when you came in. Nobody new can join for a minute."
SHUT = "Nobody new can join for a minute: the program of this table made a mistake when somebody came in."
KNOCK_FAILED = "The program of this table made a mistake with your try of the code. Ask its host."
SENT_AWAY = "The program made a mistake; what was done last was taken back. You come back by yourself."
NOT_WHILE_FAULTY = (
    "The table pauses: the program cannot carry out what comes next. You can vote to go on once the host is updated, "
    "or break off; finished deals stand."
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
    """How often something may be made again: once in `apart_ms`, and at most `most` times in `span_ms`."""

    def __init__(self, apart_ms: int, most: int, span_ms: int) -> None:
        self._apart_ms = apart_ms
        self._most = most
        self._span_ms = span_ms
        self._times: deque[int] = deque()

    def admit(self, now_ms: int) -> bool:
        """Note one more; whether it is within the bounds."""
        times = self._times
        while times and now_ms - times[0] >= self._span_ms:
            times.popleft()
        is_apart = not times or now_ms - times[-1] >= self._apart_ms
        times.append(now_ms)
        return is_apart and len(times) <= self._most
