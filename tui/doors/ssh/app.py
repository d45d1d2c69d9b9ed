"""The card room of a person who logged in."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.driver import Driver

from ...app import KhanhooApp
from .driver import ClientLine, SshDriver

if TYPE_CHECKING:
    from ...config.settings import Settings
    from ...config.terminal import Terminal


class DoorApp(KhanhooApp):
    """One of the many apps of a door's process.

    line: to the client's terminal. greeting: told on the first screen. is_open: set once that is shown.
    """

    OWNS_PROCESS: ClassVar[bool] = False

    def __init__(self, settings: Settings, terminal: Terminal, line: ClientLine, greeting: str = "") -> None:
        self.line = line
        self.driver: SshDriver | None = None
        self.is_open = asyncio.Event()
        super().__init__(settings, terminal=terminal)
        self._greeting = greeting
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
        if self._greeting:
            self.tell(self._greeting)
        self._go_on()

    @work(group="kept")
    async def _go_on(self) -> None:
        if await self.tables.find_kept():
            self.tables.resume_kept()
