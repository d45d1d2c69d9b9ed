"""The card room of a person who logged in."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any, ClassVar

from textual.driver import Driver

from ...app import KhanhooApp
from .driver import ClientLine, SshDriver

if TYPE_CHECKING:
    from ...config.settings import Settings
    from ...config.terminal import Terminal
    from ...session.saved_seat import SavedSeat


class DoorApp(KhanhooApp):
    """One of the many apps of a door's process.

    line: to the client's terminal. seats: kept for the guest; the first screen leads to the best of them. greeting:
    told on the first screen. is_open: set once that is shown.
    """

    OWNS_PROCESS: ClassVar[bool] = False

    def __init__(
        self, settings: Settings, terminal: Terminal, line: ClientLine, seats: SavedSeat, greeting: str = ""
    ) -> None:
        self.line = line
        self.driver: SshDriver | None = None
        self.is_open = asyncio.Event()
        super().__init__(settings, terminal=terminal)
        self._seats, self._greeting = seats, greeting
        # Textual puts these in the place of the process's own streams while an app runs. Apps that run side by side
        # would put back each other's.
        streams: Any = self
        streams._capture_stdout, streams._capture_stderr = sys.stdout, sys.stderr

    def get_driver_class(self) -> type[Driver]:
        return SshDriver

    def _set_out(self) -> None:
        """Greet, and go to the table where a seat is kept."""
        super()._set_out()
        self.is_open.set()
        if self._seats.found and not self.keys:
            self.tables.go_back(self._seats)
        if self._greeting:
            self.tell(self._greeting)
