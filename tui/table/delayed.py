"""What happens at the table a while later, unless it is called off."""

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer


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
