"""Says in the log where the program is if one step of a table does not end."""

import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread, get_ident

STUCK_AFTER_S = 5.0
_MOST_PLACES = 12


class Watchdog:
    """Watches the thread that makes it. busy_since: when its step began, by time.monotonic, None between two."""

    def __init__(
        self, busy_since: Callable[[], float | None], say: Callable[[str], None], *, after_s: float = STUCK_AFTER_S
    ) -> None:
        self._busy_since = busy_since
        self._say = say
        self._after_s = after_s
        self._watched = get_ident()
        self._ended = Event()
        Thread(target=self._watch, daemon=True, name="watchdog").start()

    def close(self) -> None:
        self._ended.set()

    def _watch(self) -> None:
        told: float | None = None
        while not self._ended.wait(self._after_s / 2):
            since = self._busy_since()
            if since is None or since == told or time.monotonic() - since < self._after_s:
                continue
            told = since
            frame = sys._current_frames().get(self._watched)
            places = [f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in traceback.extract_stack(frame)]
            self._say(f"A step has run for more than {self._after_s:g} s at {' > '.join(places[-_MOST_PLACES:])}")
