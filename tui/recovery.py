"""A fault in a screen of a table ends the visit there, and not the program."""

from collections.abc import Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from textual._context import active_message_pump
from textual.widget import Widget
from textual.worker import WorkerFailed

from .faults import write_fault

if TYPE_CHECKING:
    from .cardroom import CardRoom

AGAIN_WITHIN_S: Final = 60.0
"""A second fault within this time ends the program: the first was no accident of one table."""


class Recovery:
    """Takes the app back to its menu after a fault. part: hangs up, and keeps the seat.

    What a table shows was said by its host, which anybody may have written; the doors of the session and of a view
    look at it, and this is for what they do not find.
    """

    def __init__(self, app: "CardRoom", part: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._app = app
        self._part = part
        self._failed_at = -AGAIN_WITHIN_S
        self._is_under_way = False

    def survives(self, error: Exception, *, is_at_table: bool) -> bool:
        """Whether the program outlives a fault; if so, the way back to the menu has begun."""
        if self._is_under_way or self._is_of_a_screen_that_is_gone():
            return True
        now = monotonic()
        has_a_way_back = is_at_table or len(self._app.screen_stack) > 1
        if not has_a_way_back or now - self._failed_at < AGAIN_WITHIN_S:
            return False
        self._failed_at, self._is_under_way = now, True
        cause = error.error if isinstance(error, WorkerFailed) and isinstance(error.error, Exception) else error
        place = write_fault(cause)
        closed = "The table was closed by a fault; your seat is kept." if is_at_table else "A fault closed that screen."
        details = f" Please report it: {place}" if place else ""
        self._app.call_later(self._go_back, f"{closed}{details}")
        return True

    async def _go_back(self, sentence: str) -> None:
        try:
            await self._part()
        finally:
            self._app.back_to_menu()
            self._app.call_after_refresh(self._arrived, sentence)

    def _arrived(self, sentence: str) -> None:
        self._is_under_way = False
        self._app.tell(sentence, "error")

    def _is_of_a_screen_that_is_gone(self) -> bool:
        """Whether what failed is on its way out: a screen that was taken down may still draw what it was told."""
        try:
            source = active_message_pump.get()
        except LookupError:
            return False
        return isinstance(source, Widget) and not any(screen in source.ancestors_with_self for screen in self._stack)

    @property
    def _stack(self) -> list[Any]:
        return list(self._app.screen_stack)
