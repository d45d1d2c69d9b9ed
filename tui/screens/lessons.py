"""The list of lessons, by game."""

from collections.abc import Iterable

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from engine.api import Lesson, games, lessons_of

from ..forms.host_config import get_game
from ..session.room_screen import BACK, HELP, RoomScreen
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList

_GAME = 14
"""Cells for the game."""


class LessonsScreen(RoomScreen):
    """Every lesson there is. game: the one whose lesson begins at once, "" for none; with its preset after a slash if
    that may have a lesson of its own."""

    WORDS = "Learn"
    HELP_TEXT = (
        "Each lesson teaches one game in a few minutes, at a real table. Press Enter to start the lesson, or to go on "
        "at the step where you left it.\n\nPress a to begin the lesson again from its first step."
    )
    BINDINGS = [Binding("a", "again", "begin again", show=False, id="learn.again")]

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self._game = game
        self._lessons: dict[str, Lesson] = {}

    def body(self) -> Iterable[Widget]:
        yield RowList((_GAME, 0), bright=2, id="lessons")

    def on_mount(self) -> None:
        self._lessons = {lesson.id: lesson for meta in games() for lesson in lessons_of(get_game(meta.id))}
        self._show()
        rows = self.query_one(RowList)
        wanted = next((each for each in (self._game, self._game.partition("/")[0]) if each in self._lessons), "")
        rows.go_to(wanted)
        rows.focus()
        if wanted:
            self.room.open_screen("lesson", self._lessons[wanted])
        keys = (KeyHint("up,down", "move"), KeyHint("enter", "learn", keep=True), KeyHint("a", "begin again"))
        self.query_one(KeyBar).show((*keys, BACK, HELP))

    def on_screen_resume(self) -> None:
        """A lesson may have been learned meanwhile."""
        if self._lessons:
            self._show()

    def _show(self) -> None:
        progress = self.room.lesson_progress
        rows = []
        for lesson in self._lessons.values():
            steps = progress.steps(lesson)
            state = f"step {steps + 1} of {len(lesson.steps)}" if steps else "done" if progress.is_done(lesson) else ""
            rows.append(Row(lesson.id, (lesson.game.meta.title, lesson.title, state)))
        width = max((len(row.cells[-1]) for row in rows), default=0)  # the titles get the remaining width
        listed = self.query_one(RowList)
        listed.lay_out((_GAME, 0, width) if width else (_GAME, 0), ())
        listed.show(rows if width else [Row(row.id, row.cells[:-1]) for row in rows], empty="There is no lesson.")

    @on(RowList.Chosen)
    def _begin(self, event: RowList.Chosen) -> None:
        self.room.open_screen("lesson", self._lessons[event.row_id])

    def action_again(self) -> None:
        row = self.query_one(RowList).current
        if row is not None:
            self.room.lesson_progress.forget(self._lessons[row.id])
            self.room.open_screen("lesson", self._lessons[row.id])
