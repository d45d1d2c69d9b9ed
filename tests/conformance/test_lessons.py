"""Every lesson of every game: each path is legal, each legal wrong move has an answer, each rule and word exists."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.api import (
    BETWEEN,
    OVER,
    Game,
    Lesson,
    LessonRun,
    Move,
    find_game,
    games,
    lessons_of,
    run_again,
)

LONGEST_SAY = 140
MOST_STEPS = 14
IMPOSSIBLE = re.compile(r"\byou cannot\b(?! be sure| win more)", re.IGNORECASE)

LESSONS = {lesson.id: lesson for meta in games() for lesson in lessons_of(find_game(meta.id))}


def paths(lesson: Lesson) -> Iterator[LessonRun]:
    """A run at every step of every path through the alternatives, and at the end of each."""
    open_ends: list[tuple[Move | None, ...]] = [()]
    while open_ends:
        answers = open_ends.pop()
        run = run_again(lesson, answers)
        yield run
        if run.step is not None:
            nexts: tuple[Move | None, ...] = run.wanted() if run.step.want else (None,)
            assert nexts, f"{lesson.id}, step {run.place + 1}: none of the moves wanted is possible"
            open_ends += [(*answers, move) for move in nexts]


def texts(lesson: Lesson) -> list[str]:
    """Every text that a lesson shows."""
    return [*(text for step in lesson.steps for text in (step.say, *step.wrong.values())), lesson.end.say]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_path_is_legal_every_wrong_move_is_answered_and_the_points_are_those_of_the_end(lesson: Lesson) -> None:
    for run in paths(lesson):
        where = f"{lesson.id}, step {run.place + 1}"
        if run.step is None:
            assert lesson.end.points in (None, run.points), f"{where}: the points are {run.points}"
            assert lesson.end.points is None or run.table.phase in (BETWEEN, OVER)
        elif run.step.want:
            wanted = set(run.wanted())
            unanswered = {move.verb for move in run.legal() if move not in wanted} - set(run.step.wrong)
            assert not unanswered, f"{where}: no answer to {unanswered}"


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_is_short_and_so_is_each_of_its_texts(lesson: Lesson) -> None:
    assert len(lesson.steps) <= MOST_STEPS
    assert {text: len(text) for text in texts(lesson) if len(text) > LONGEST_SAY} == {}


def wrong_moves(lesson: Lesson) -> Iterator[tuple[LessonRun, Move, str]]:
    """Each legal move that a step does not want, with the run at this step and the answer."""
    for run in paths(lesson):
        wanted = set(run.wanted())
        if run.step is not None and wanted:
            yield from ((run, move, run.step.answer(move)) for move in run.legal() if move not in wanted)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_no_answer_calls_a_legal_move_impossible(lesson: Lesson) -> None:
    for run, move, answer in wrong_moves(lesson):
        assert not IMPOSSIBLE.search(answer), f"{lesson.id}, step {run.place + 1}: {move} is legal"


@pytest.mark.parametrize("game", [find_game(meta.id) for meta in games()], ids=lambda game: game.meta.id)
def test_the_lessons_of_a_game_want_each_of_its_verbs(game: Game) -> None:
    wanted = {move.verb for lesson in lessons_of(game) for step in lesson.steps for move in step.want}
    assert game.verbs - wanted == set()
