"""The lessons of our games take three to six minutes, and what Khanhoo says of a wrong discard fits the card."""

from collections.abc import Iterator

import pytest

from engine.api import Lesson, LessonRun, Move, View, find_game, games, lessons_of, redact
from tests.games.khanhoo.positions import KHANHOO

LEAST_STEPS = 8
LESSONS = {lesson.id: lesson for meta in games() for lesson in lessons_of(find_game(meta.id))}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_is_long_enough_to_teach_and_ends_with_a_piece_of_strategy(lesson: Lesson) -> None:
    assert len(lesson.steps) >= LEAST_STEPS
    assert "Strategy: " in lesson.end.say


def steps() -> Iterator[LessonRun]:
    """The first lesson at each of its steps, on one path."""
    run = LessonRun(lessons_of(KHANHOO)[0])
    while run.step is not None:
        while not run.is_ready:
            run.play_line()
        yield run
        wanted, decision = run.wanted(), run.decision()
        if decision is None:
            run.next_step()
        else:
            assert run.play(decision.id, wanted[0]) == ""


def seen_by_learner(run: LessonRun) -> View:
    view = View(KHANHOO, run.lesson.seats, run.table.options, run.lesson.you)
    for number, event in enumerate(run.events):
        view.absorb(number, redact(event, run.lesson.you, KHANHOO.plan))
    return view


def test_a_card_that_is_said_to_be_in_a_meld_is_in_one_and_every_other_card_is_named() -> None:
    answers = 0
    for run in steps():
        decision, step = run.decision(), run.step
        if decision is None or step is None or decision.choice("out") is not None or decision.phase != "turn":
            continue
        melded = {card for group in KHANHOO.hand_groups(seen_by_learner(run)) for card in group.cards}
        for move in run.legal():
            if step.wants(move):
                continue
            (card,) = move.cards
            said = step.answer(Move("discard", (card,)))
            answers += 1
            if "may still make one" in said:
                continue
            named = card.replace("S", "♠").replace("H", "♥").replace("D", "♦").replace("C", "♣")
            is_in_meld = said.startswith(("Keep all cards of your melds.", "Keep all cards of your sequences."))
            assert (card in melded) is is_in_meld, f"{card}: {said}"
            assert is_in_meld or f"{named}" in said, f"{card}: {said}"
    assert answers > 20
