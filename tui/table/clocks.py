"""The clocks of a table on its screen: whom it waits for, a pause that ends by itself, and what comes a while later."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.api import Decision, Seat, View

from ..forms.time_words import NEAR_S, coarse_words, pause_head, shows_banks, turn_words
from ..widgets.timers import call_after
from .picture import Picture
from .presenters import bar_words

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

    from net.wire.table_info import TableInfo

    from ..session.table_session import TableSession

BAR_STEPS: Final = 10
ENDING_S: Final = 3
"""From here on the clock of my decision is a bar that shrinks."""
COARSE_S: Final = 10.0
LEAST_STEP_S: Final = 0.2


class Countdown:
    """Time that is left, in words.

    It ticks by tens of seconds until the time is nearly over, to spare a slow connection. on_tick: called when the
    words may have changed.
    """

    def __init__(self, screen: Screen[Any], on_tick: Callable[[], None]) -> None:
        self._screen, self._on_tick = screen, on_tick
        self._deadline: float | None = None
        self._reserve_s = self._lapse_s = self._beyond_s = 0.0
        self._shows_all = False
        self._far = Delayed(screen, self._come_nearer)
        self._ticker: Timer | None = None

    @property
    def runs(self) -> bool:
        return self._deadline is not None

    @property
    def left_s(self) -> float:
        """What is left; below zero when it is over."""
        return 0.0 if self._deadline is None else self._deadline - time.monotonic()

    @property
    def is_ending(self) -> bool:
        """Whether the last seconds run, after which the table decides."""
        return self.runs and not self._lapse_s and round(self.left_s) <= ENDING_S

    def words(self) -> str:
        """What the clock shows: what is left, and the bank after it; a bar while silence is an answer soon."""
        if self._lapse_s:
            return bar_words(self.left_s / self._lapse_s)
        left = turn_words(self.left_s - self._reserve_s, self._reserve_s)
        return f"{bar_words(self.left_s / ENDING_S)} {left}" if self.is_ending else left

    def stop(self) -> None:
        self._far.drop()
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None
        self._deadline, self._lapse_s, self._beyond_s = None, 0.0, 0.0

    def ask(self, decision: Decision | None, remaining_ms: int | None, reserve_ms: int) -> None:
        """Show the clock of my decision. Without a decision, show none."""
        if decision is not None and decision.lapse_ms:
            self._lapse(decision.lapse_ms if remaining_ms is None else min(decision.lapse_ms, remaining_ms))
        else:
            self.begin(None if decision is None else remaining_ms, reserve_ms)

    def begin(
        self, remaining_ms: int | None, reserve_ms: int = 0, *, beyond_s: float = 0.0, shows_all: bool = False
    ) -> None:
        """Begin to count. reserve_ms: how much of it is my reserve. beyond_s: how long the words change after it is
        over. shows_all: every second, also while it is long."""
        self.stop()
        if remaining_ms is None:
            return
        self._beyond_s = beyond_s
        self._deadline = time.monotonic() + remaining_ms / 1000
        self._reserve_s = min(reserve_ms, remaining_ms) / 1000
        self._shows_all = shows_all
        self._wait()

    def _wait(self) -> None:
        """Until the next words: ten seconds while the time is long, one when it is near or the bank runs."""
        far_s = self.left_s - self._reserve_s - NEAR_S
        if far_s <= 0 or self._shows_all:
            self._ticker = self._ticking(1.0)
        else:
            self._far.begin(far_s % COARSE_S or COARSE_S)

    def _lapse(self, remaining_ms: int) -> None:
        """Silence will soon count as an answer. A bar shows the time in few steps, for slow connections."""
        self.stop()
        self._lapse_s = max(0.001, remaining_ms / 1000)
        self._deadline = time.monotonic() + self._lapse_s
        self._ticker = self._ticking(max(LEAST_STEP_S, self._lapse_s / BAR_STEPS))

    def _come_nearer(self) -> None:
        self._wait()
        self._tick()

    def _ticking(self, every_s: float) -> Timer:
        return self._screen.set_interval(every_s, self._tick)

    def _tick(self) -> None:
        self._on_tick()
        if self._ticker is not None and self.left_s < -self._beyond_s:
            self._ticker.stop()


class TableClocks:
    """The time that is left for the present question, and for a pause.

    on_tick: called when the words may have changed.
    """

    def __init__(self, screen: Screen[Any], on_tick: Callable[[], None]) -> None:
        self._turn = Countdown(screen, on_tick)
        self._pause = Countdown(screen, on_tick)
        self._ends_s: int | None = None
        self._is_mine = False

    def ask(self, session: TableSession) -> None:
        """Start the clock of my own decision, or stop it if there is none."""
        self._is_mine = session.decision is not None
        self._turn.ask(session.decision, session.remaining_ms, session.reserve_ms)

    def of_others(self, remaining_ms: int | None, info: TableInfo | None) -> None:
        """Others are asked: everybody's clock. After their time, their banks run."""
        self._is_mine = False
        bank_s = max((seat.bank_s for seat in info.seats), default=0) if info is not None else 0
        self._turn.begin(remaining_ms, beyond_s=bank_s)

    def stop(self) -> None:
        self._turn.stop()

    def note(self, info: TableInfo | None) -> None:
        """The table as it looks now: a pause may have begun or ended."""
        ends_s = info.pause.ends_s if info is not None and info.pause is not None else None
        if ends_s != self._ends_s and info is not None:
            self._pause.begin(None if ends_s is None else max(0, ends_s - info.age_s) * 1000, shows_all=True)
        self._ends_s = ends_s

    @property
    def pause_left_s(self) -> float | None:
        """Until the pause ends by itself, None for never."""
        return self._pause.left_s if self._pause.runs else None

    def head(self, info: TableInfo | None) -> str:
        """That the table pauses, and until when."""
        if info is None or info.pause is None:
            return ""
        return pause_head(info, self.pause_left_s)

    @property
    def is_ending(self) -> bool:
        """Whether the last seconds of my own decision run."""
        return self._is_mine and self._turn.is_ending

    def words(self, view: View, info: TableInfo | None) -> str:
        """The clock of whom the table waits for, myself or others; "" when there is none, or in a pause."""
        if not self._turn.runs or (info is not None and info.phase == "paused"):
            return ""
        if self._is_mine or info is None:
            return self._turn.words()
        times = self._of_seats(view, info)
        if len(times) == 1:
            return next(iter(times.values()))
        return coarse_words(self._turn.left_s) if self._turn.left_s > 0 else ""

    def shown_in(self, picture: Picture, view: View, info: TableInfo | None) -> Picture:
        """A picture with the clock beside each seat that is asked."""
        if not self._turn.runs or self._is_mine or info is None or info.phase == "paused":
            return picture
        times = self._of_seats(view, info)
        seats = tuple(replace(seat, time=times[seat.seat]) if seat.seat in times else seat for seat in picture.seats)
        return replace(picture, seats=seats)

    def _of_seats(self, view: View, info: TableInfo) -> dict[Seat, str]:
        """The clock of each seat that is asked openly. While answers are sealed, no player's own time is shown."""
        phase = view.game.phases.get(view.phase)
        if phase is None or phase.sealed:
            return {}
        seats = [info.seats[seat] for seat in view.acting() if seat < len(info.seats)]
        asked = [seat for seat in seats if seat.kind == "person" and seat.state != "away"]
        is_shown = shows_banks(view.game) or not info.bank_s
        return {seat.seat: turn_words(self._turn.left_s, seat.bank_s if is_shown else None) for seat in asked}


class Delayed:
    """Something that is done a while after the last time it was begun."""

    def __init__(self, screen: Screen[Any], act: Callable[[], None]) -> None:
        self._screen, self._act = screen, act
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, after_s: float) -> None:
        """Start the delay now. An earlier delay is cancelled."""
        self.drop()
        self._timer = call_after(self._screen, after_s, self._act)

    def drop(self) -> None:
        """Cancel the planned action."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
