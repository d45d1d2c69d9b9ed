"""The clock of a decision on the screen: it ticks by tens of seconds until the time is near, so that a slow line is not
kept busy by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine.api import Decision

from ..forms.time_words import NEAR_S, turn_words
from .presenters import bar_words

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

BAR_STEPS: Final = 10
COARSE_S: Final = 10.0
LEAST_STEP_S: Final = 0.2


class Countdown:
    """Time that is left, in words. on_tick: is called when the words may have changed."""

    def __init__(self, screen: Screen[Any], on_tick: Callable[[], None]) -> None:
        self._screen, self._on_tick = screen, on_tick
        self._deadline: float | None = None
        self._reserve_s = self._lapse_s = 0.0
        self._shows_all = False
        self._ticker: Timer | None = None

    @property
    def runs(self) -> bool:
        return self._deadline is not None

    @property
    def left_s(self) -> float:
        """What is left; below zero when it is over."""
        return 0.0 if self._deadline is None else self._deadline - time.monotonic()

    def words(self) -> str:
        """What the clock shows: what is left, and the bank after it; a bar while silence is an answer soon."""
        if self._lapse_s:
            return bar_words(self.left_s / self._lapse_s)
        return turn_words(self.left_s - self._reserve_s, self._reserve_s)

    def stop(self) -> None:
        if self._ticker is not None:
            self._ticker.stop()
            self._ticker = None
        self._deadline, self._lapse_s = None, 0.0

    def ask(self, decision: Decision | None, remaining_ms: int | None, reserve_ms: int) -> None:
        """The clock of a decision of mine; none of it, no clock."""
        if decision is not None and decision.lapse_ms:
            self._lapse(decision.lapse_ms if remaining_ms is None else min(decision.lapse_ms, remaining_ms))
        else:
            self.begin(None if decision is None else remaining_ms, reserve_ms)

    def begin(self, remaining_ms: int | None, reserve_ms: int = 0, *, shows_all: bool = False) -> None:
        """Begin to count. reserve_ms: how much of it is my reserve. shows_all: every second, also while it is long."""
        self.stop()
        if remaining_ms is None:
            return
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
            self._ticker = self._screen.set_timer(far_s % COARSE_S or COARSE_S, self._come_nearer)

    def _lapse(self, remaining_ms: int) -> None:
        """Silence is an answer soon: a bar runs, in a few steps, so that a slow line keeps up."""
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
        if self._ticker is not None and self.left_s < 0:
            self._ticker.stop()
