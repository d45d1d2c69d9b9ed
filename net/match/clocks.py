"""Time at a table: how long things may take, and how much of it a seat has left. All in milliseconds, passed in."""

from __future__ import annotations

from typing import Annotated

import msgspec

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**31)]

USUAL_LIMITS_MS = {
    "turn": 60_000,
    "claim": 15_000,
    "pass": 45_000,
    "declare": 45_000,
    "bid": 30_000,
    "moon": 20_000,
}


class TimeControls(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table's time. For a limit, 0 means: no limit.

    limits_ms: for a decision, by the name of its clock; other_ms: for clocks that are not named there.
    reserve_ms: what each seat may overdraw in a match. between_ms: pause between deals, unless all say next.
    pace_ms: a bot's move, always the same. dwell_ms: least and most of the time a claim window stays open.
    absent_ms: an inattentive seat's default move. lagging_ms, away_ms: silence after which a player is shown so.
    abandon_ms: how long a match that no player is at
    is looked at by others before it is broken off. vote_ms: how long a vote is open. seat_kept_ms: how long a seat is
    kept for one before the first deal. ping_ms: silence after which the host asks; silent_ms: after which it hangs up.
    hello_ms: time for the first message. share_ms: how long a person's program is waited for before a deal, once for
    its pledge and once for its share; 0 waits for nobody.
    """

    limits_ms: dict[str, Milliseconds] = msgspec.field(default_factory=lambda: dict(USUAL_LIMITS_MS))
    other_ms: Milliseconds = 60_000
    reserve_ms: Milliseconds = 120_000
    between_ms: Milliseconds = 30_000
    pace_ms: Milliseconds = 900
    dwell_ms: tuple[Milliseconds, Milliseconds] = (300, 900)
    absent_ms: Milliseconds = 2_000
    lagging_ms: Milliseconds = 6_000
    away_ms: Milliseconds = 10_000
    abandon_ms: Milliseconds = 600_000
    vote_ms: Milliseconds = 60_000
    seat_kept_ms: Milliseconds = 60_000
    ping_ms: Milliseconds = 4_000
    silent_ms: Milliseconds = 12_000
    hello_ms: Milliseconds = 5_000
    share_ms: Milliseconds = 3_000

    def limit_ms(self, clock: str) -> int:
        """Time for a decision, 0 for no limit."""
        return self.limits_ms.get(clock, self.other_ms)

    def paced(self, turn_s: int | None, between_s: int | None = None) -> TimeControls:
        """The same with so many seconds for a turn, the usual other limits in proportion, and so many between two
        deals; None: as they are."""
        if between_s is not None:
            return msgspec.structs.replace(self, between_ms=between_s * 1000).paced(turn_s)
        if turn_s is None:
            return self
        limits_ms = {name: ms * turn_s * 1000 // USUAL_LIMITS_MS["turn"] for name, ms in USUAL_LIMITS_MS.items()}
        return msgspec.structs.replace(self, limits_ms=limits_ms, other_ms=turn_s * 1000)


OVERSLEPT_MS = 3_000
"""How much later than it wanted to be called a room is called that still counts as in time."""


class SleepAwareClock:
    """The driver's clock without the time in which the host did not run: its machine slept, or its process stood still.

    Nobody could be heard or answer then, so that time is nobody's: no clock ran, and nobody was away.
    slept_ms: how much of it there was. due_ms: when the driver is to call next, by this time; None for never.
    """

    def __init__(self, now_ms: int) -> None:
        self.slept_ms = 0
        self.due_ms: int | None = None
        self._called_ms = now_ms

    def overslept(self, now_ms: int) -> bool:
        """Note a call, by the driver's clock; whether the host slept since the one before.

        When it fell asleep is not known: at once, it is taken, so that whatever was due then is due after the waking,
        and whoever had a moment left has it again.
        """
        awake_ms = now_ms - self.slept_ms
        has_slept = self.due_ms is not None and awake_ms - self.due_ms > OVERSLEPT_MS
        if has_slept:
            self.slept_ms += awake_ms - self._called_ms
        self._called_ms = now_ms - self.slept_ms
        return has_slept


class PausableClock:
    """A clock that can be stopped. It shows the driver's time less all the time that it has stood."""

    def __init__(self) -> None:
        self._stood_ms = 0
        self._since_ms: int | None = None

    @property
    def stands(self) -> bool:
        """Whether it is stopped."""
        return self._since_ms is not None

    def at(self, now_ms: int) -> int:
        """What it shows."""
        return (now_ms if self._since_ms is None else self._since_ms) - self._stood_ms

    def set(self, now_ms: int, *, stands: bool) -> bool:
        """Stop it or let it go on from now; whether it goes on only now."""
        if stands:
            self._since_ms = now_ms if self._since_ms is None else self._since_ms
            return False
        if self._since_ms is None:
            return False
        self._stood_ms += now_ms - self._since_ms
        self._since_ms = None
        return True

    def comes_at(self, table_ms: int | None) -> int | None:
        """When it will show a time, by the driver's clock; None for never, as things stand."""
        return None if table_ms is None or self.stands else table_ms + self._stood_ms
