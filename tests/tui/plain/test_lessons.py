"""Every lesson can be learned by lines."""

import io

import pytest

from engine.api import Lesson, games, lessons_of
from tui.config.settings import Settings
from tui.forms.host_config import get_game
from tui.plain.lesson import PlainLesson
from tui.plain.voice import Voice
from tui.session.lesson_progress import LessonProgress

LESSONS = [lesson for meta in games() for lesson in lessons_of(get_game(meta.id))]


class Learner:
    """Somebody who reads on, and does what a step wants."""

    def __init__(self, lesson: Lesson, ends_at: int = -1) -> None:
        self._answers = ["do" if step.want else "next" for step in lesson.steps]
        if ends_at >= 0:
            self._answers[ends_at:] = ["quit"]

    async def next_line(self) -> str | None:
        """The next line."""
        return self._answers.pop(0) if self._answers else None


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
async def test_a_lesson_is_learned_by_lines(lesson: Lesson) -> None:
    said = io.StringIO()
    progress = LessonProgress()
    voice = Voice(said)
    voice.speak_of(lesson.game)
    assert await PlainLesson(lesson, progress, voice, Settings()).learn(Learner(lesson))
    assert progress.is_done(lesson)
    count = len(lesson.steps)
    assert all(f"Step {number} of {count}: " in said.getvalue() for number in range(1, count + 1))
    assert said.getvalue().count("Now: ") == sum(bool(step.want) for step in lesson.steps)
    assert "{" not in said.getvalue()


async def test_a_step_says_only_what_can_be_typed_in_it() -> None:
    lesson, said = LESSONS[0], io.StringIO()
    learner = Learner(lesson, 0)
    wanted = next(number for number, step in enumerate(lesson.steps) if step.want)
    learner._answers = [*["next"] * wanted, "?", "say hello", "hint", "do", "quit"]
    assert not await PlainLesson(lesson, LessonProgress(), Voice(said), Settings()).learn(learner)
    assert "  hint: show the move that the step wants.\n  do: make this move.\n" in said.getvalue()
    assert "  quit: leave. Next time, the lesson goes on from here.\n" in said.getvalue()
    assert "This command does not work in a lesson. Type ? for the commands.\n" in said.getvalue()
    assert not [
        word for word in ("Undo", "Skip", "Say TEXT", "People", "Score") if f"  {word.lower()}: " in said.getvalue()
    ]


async def test_a_lesson_goes_on_where_it_was_left() -> None:
    lesson = LESSONS[0]
    progress = LessonProgress()
    assert not await PlainLesson(lesson, progress, Voice(io.StringIO()), Settings()).learn(Learner(lesson, 2))
    said = io.StringIO()
    again = LessonProgress()

    class Returning(Learner):
        """Reads the first sentence, and goes on."""

        def __init__(self) -> None:
            super().__init__(lesson)
            self._answers = ["next", *self._answers[2:]]

    assert await PlainLesson(lesson, again, Voice(said), Settings()).learn(Returning())
    assert said.getvalue().startswith(f"You left this lesson at step 3 of {len(lesson.steps)}. Type next to go on.")
    assert "Step 1 of" not in said.getvalue()


async def test_a_lesson_that_goes_on_ends_with_its_input() -> None:
    """The end of the input leaves it where it was."""
    lesson, progress = LESSONS[0], LessonProgress()
    assert not await PlainLesson(lesson, progress, Voice(io.StringIO()), Settings()).learn(Learner(lesson, 2))
    said, ended = io.StringIO(), Learner(lesson)
    ended._answers = []
    assert not await PlainLesson(lesson, progress, Voice(said), Settings()).learn(ended)
    assert said.getvalue().startswith("You left this lesson at step 3")
