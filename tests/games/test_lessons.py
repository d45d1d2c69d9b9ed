"""The lessons of our games take three to six minutes."""

import pytest

from engine.api import Lesson, find_game, games, lessons_of

LEAST_STEPS = 8
LESSONS = {lesson.id: lesson for meta in games() for lesson in lessons_of(find_game(meta.id))}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_is_long_enough_to_teach_and_ends_with_a_piece_of_strategy(lesson: Lesson) -> None:
    assert len(lesson.steps) >= LEAST_STEPS
    assert "Strategy: " in lesson.end.say
