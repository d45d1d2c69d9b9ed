"""The clocks of a table on its screen: whom it waits for, a pause that ends by itself, and what comes a while later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.api import Seat, View

from ..forms.time_words import coarse_words, pause_head, turn_words
from .countdown import Countdown
from .picture import Picture

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

    from net.client.session import ClientSession
    from net.wire.table_info import TableInfo


class TableClocks:
    """What is left of the time that is asked for now, and of a pause. on_tick: the words may have changed."""

    def __init__(self, screen: Screen[Any], on_tick: Callable[[], None]) -> None:
        self._turn = Countdown(screen, on_tick)
        self._pause = Countdown(screen, on_tick)
        self._ends_s: int | None = None
        self._is_mine = False

    def ask(self, session: ClientSession) -> None:
        """My own decision, or none."""
        self._is_mine = session.decision is not None
        self._turn.ask(session.decision, session.remaining_ms, session.reserve_ms)

    def of_others(self, remaining_ms: int | None) -> None:
        """Others are asked: everybody's clock."""
        self._is_mine = False
        self._turn.begin(remaining_ms)

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
        return {seat.seat: turn_words(self._turn.left_s, seat.bank_s) for seat in asked}


class Delayed:
    """Something that is done a while after the last time it was begun."""

    def __init__(self, screen: Screen[Any], act: Callable[[], None]) -> None:
        self._screen, self._act = screen, act
        self._timer: Timer | None = None

    def begin(self, after_s: float) -> None:
        """From now on; what was begun before is called off."""
        self.drop()
        self._timer = self._screen.set_timer(after_s, self._act)

    def drop(self) -> None:
        """Call it off."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
