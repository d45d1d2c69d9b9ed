"""A fault in a screen closes that screen, and the table if there is one, but not the program."""

from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any, Final

from textual._context import active_message_pump
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

from ..fault_report import write_fault
from .shell import Shell

AGAIN_WITHIN_S: Final = 60.0
"""A second fault of a table within this time ends the program: the first was no accident of one table. So does a second
one of the menu, unless a key was pressed in between."""


class Recovery:
    """Takes the app back to a new menu after a fault. part: disconnects, and keeps the seat. A table shows what its
    host sends, and anybody may run a modified host. The session and the view check it first; this handles what they
    miss.
    """

    def __init__(self, app: Shell, part: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._app = app
        self._part = part
        self._table_failed_at = -AGAIN_WITHIN_S
        self._menu_failed_at = -AGAIN_WITHIN_S
        self._is_under_way = False
        self._is_hopeless = False
        self._menu: Screen[Any] | None = None
        """The menu that is being put up, until it has failed as well."""

    def survives(self, error: Exception, *, is_at_table: bool) -> bool:
        """Whether the program outlives a fault; if so, the way back to the menu has begun."""
        stack, source = self._app.screen_stack, _source()
        if self._is_hopeless or not stack:  # without a screen, such as if the terminal cannot be taken
            return False
        screen = next((screen for screen in stack if source and screen in source.ancestors_with_self), None)
        if source is not None and screen is None:
            return True  # the app is leaving this screen, which may still draw its last data
        if self._is_under_way and (screen is None or screen is not self._menu):
            return True
        if is_at_table:
            self._is_hopeless = self._is_again(self._table_failed_at)
            self._table_failed_at = monotonic()
        elif screen is not None and screen is stack[0]:
            self._note_menu_failed()
        if self._is_hopeless:
            return False
        cause = error.error if isinstance(error, WorkerFailed) and isinstance(error.error, Exception) else error
        if not is_at_table and cause is not error and len(stack) == 1:
            self._app.call_later(self._app.tell, _sentence("The last action failed because of a bug.", cause), "error")
            return True  # work failed, and the menu is still shown
        told = (
            "A bug closed the table's screen. Your seat is kept."
            if is_at_table
            else "A bug closed the screen that you were on."
        )
        self._is_under_way, self._menu = True, None
        self._app.call_later(self._go_back, _sentence(told, cause))
        return True

    def hear_key(self) -> None:
        """A key was pressed: the player has seen the menu that is shown now."""
        if not self._is_under_way:
            self._menu_failed_at = -AGAIN_WITHIN_S

    def _note_menu_failed(self) -> None:
        self._is_hopeless = self._is_again(self._menu_failed_at)
        self._menu_failed_at = monotonic()

    @staticmethod
    def _is_again(before: float) -> bool:
        return monotonic() - before < AGAIN_WITHIN_S

    async def _go_back(self, sentence: str) -> None:
        try:
            await self._part()
        finally:
            try:
                self._menu = self._app.renew_menu()
            except Exception:
                self._note_menu_failed()
                if self._is_hopeless:
                    raise
                self._app.call_later(self._go_back, sentence)
            else:
                self._app.call_after_refresh(self._arrived, self._menu, sentence)

    def _arrived(self, menu: Screen[Any], sentence: str) -> None:
        if menu is self._menu:
            self._is_under_way, self._menu = False, None
            self._app.tell(sentence, "error")


def _sentence(told: str, cause: Exception) -> str:
    place = write_fault(cause)
    return f"{told} Please report it: {place}" if place else told


def _source() -> Widget | None:
    """In which widget the fault is, if it is in one."""
    source = active_message_pump.get(None)
    return source if isinstance(source, Widget) else None
