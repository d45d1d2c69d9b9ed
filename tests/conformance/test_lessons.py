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
    View,
    find_game,
    games,
    lessons_of,
    redact,
    run_again,
)

LONGEST_SAY = 140
MOST_STEPS = 14
IMPOSSIBLE = re.compile(r"\byou cannot\b(?! be sure| win more)", re.IGNORECASE)
IN_A_GROUP = re.compile(r"(?:That card|The card that you chose) (?:is in|belongs to) [^,.]*\.")
LACKED = re.compile(r"needs two (\S+), and you have none")
SUITS = str.maketrans("♠♥♦♣", "SHDC")

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


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_an_answer_says_only_of_grouped_cards_that_they_are_in_a_group(lesson: Lesson) -> None:
    for run, move, answer in wrong_moves(lesson):
        if (claim := IN_A_GROUP.match(answer)) is None:
            continue
        view = View(run.table.game, run.table.seats, run.table.options, lesson.you)
        for number, event in enumerate(run.events):
            view.absorb(number, redact(event, lesson.you, view.game.plan))
        grouped = {card for group in view.game.hand_groups(view) if not group.missing for card in group.cards}
        assert set(move.cards) <= grouped, f"{lesson.id}, step {run.place + 1}: {move.cards} {claim[0]}"


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_step_says_only_of_cards_that_the_learner_lacks_that_there_are_none(lesson: Lesson) -> None:
    for run in paths(lesson):
        lacked = LACKED.search(run.step.say) if run.step is not None else None
        if lacked is not None:
            hand = run.table.zone("hand", lesson.you)
            assert lacked[1].translate(SUITS) not in hand, f"{lesson.id}, step {run.place + 1}: {lacked[0]}"


@pytest.mark.parametrize("game", [find_game(meta.id) for meta in games()], ids=lambda game: game.meta.id)
def test_the_lessons_of_a_game_want_each_of_its_verbs(game: Game) -> None:
    wanted = {move.verb for lesson in lessons_of(game) for step in lesson.steps for move in step.want}
    assert game.verbs - wanted == set()
