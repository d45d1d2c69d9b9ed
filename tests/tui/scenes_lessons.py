"""Named scenes of the lessons: each at its first step that points at something on the table, the rest of it faded."""

from typing import Any, Final, cast

from textual.pilot import Pilot

from engine.api import Lesson, LessonRun, find_game, games, lessons_of, run_again
from tui.app import KhanhooApp
from tui.session.lesson_progress import LessonProgress
from tui.table.lesson.screen import LessonScreen

from ..harness.screens import until, until_shown
from .scene import Scene
from .scenes import Until, room

LESSONS: Final = {lesson.id: lesson for meta in games() for lesson in lessons_of(find_game(meta.id))}


def _shows_a_part(run: LessonRun) -> bool:
    """Whether the step is told, and points at more than the whole hand and keys."""
    return run.step is not None and any(not thing.startswith("key:") and thing != "hand" for thing in run.step.show)


def at_a_pointer(lesson: Lesson) -> Until:
    """A lesson at its first step with a move that points at something."""

    async def enter(pilot: Pilot[Any]) -> None:
        run = LessonRun(lesson)
        while run.step is not None and not (_shows_a_part(run) and run.step.want):
            run = run_again(lesson, [*run.answers, next(iter(run.wanted()), None)])
        LessonProgress().note(lesson, run.answers)
        app = cast("KhanhooApp", pilot.app)
        await until_shown(pilot, "Choose a game")
        app.open_screen("lesson", lesson)
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen.is_mounted)
        screen = cast("LessonScreen", app.screen)
        if run.answers:
            await until_shown(pilot, "You left this lesson")
            await pilot.press("enter")
        session, state = screen.lesson_session, screen.state
        await until(pilot, lambda: session.run.is_ready and state.chooser.decision == session.run.decision())

    return enter


SCENES: Final[dict[str, Scene]] = {
    f"lesson-{name.replace('/', '-').replace('_', '-')}": Scene(
        lambda: room(pace="instant", bell=False), until=at_a_pointer(lesson), title=lesson.title
    )
    for name, lesson in LESSONS.items()
}
