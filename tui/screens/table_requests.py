"""Shared by the screens on which a player sends requests to the table."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, ClassVar

from ..session.room_screen import RoomScreen

if TYPE_CHECKING:
    from net.news import Outcome


class TableRequests(RoomScreen):
    """Shows refusals; a success is visible by itself. REFUSED: for a refusal without a reason."""

    REFUSED: ClassVar[str]
    _sure = ""
    """What the last key does if it is pressed again."""

    def show_table(self) -> None:
        raise NotImplementedError

    def ask_table(self, answer: Awaitable[Outcome], done: str = "") -> None:
        """Send a request. done: what to say after success."""
        self._sure = ""
        self.tell("")
        self.run_worker(self._told(answer, done), group="asking")

    async def _told(self, answer: Awaitable[Outcome], done: str) -> None:
        outcome = await answer
        if not outcome.accepted:
            self.tell(outcome.reason or self.REFUSED, "warning")
        elif self.is_attached:
            self.show_table()
            if done:
                self.tell(done)

    def is_sure(self, what: str, question: str) -> bool:
        """Whether a key was pressed for the second time on the same line. The first press asks the question."""
        is_sure, self._sure = self._sure == what, what
        if is_sure:
            self.be_unsure()
        else:
            self.tell(question, "warning", about="sure")
        return is_sure

    def be_unsure(self) -> None:
        """Forget the first press of a key, and its question: its line has changed or is gone."""
        self._sure = ""
        self.drop_notice("sure")
