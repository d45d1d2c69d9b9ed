"""Lessons as they are read and played: faults are told with file and step, and a wrong move changes nothing."""

import pytest

from engine.api import (
    Card,
    IllegalMove,
    LessonError,
    Move,
    find_game,
    format_move,
    lessons_of,
    parse_move,
    read_lesson,
    run_again,
)

KHANHOO = find_game("khanhoo")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('want = ["leave"]', 'want = ["fly"]', "khanhoo/lesson.toml, step 2: The game has no verb 'fly'."),
        ('rule = "3.3"', 'rule = "99.3"', "khanhoo/lesson.toml, step 3: The rulebook of Khanhoo has no §99.3."),
        ("seats = 3", "seats = 3\nchairs = 4", "khanhoo/lesson.toml: Object contains unknown field `chairs`"),
        ('"1 pass"]', '"1 dance"]', "khanhoo/lesson.toml, step 2: The game has no verb 'dance'."),
    ],
)
def test_a_fault_of_a_lesson_is_told_with_its_file_and_step(before: str, after: str, told: str) -> None:
    text = KHANHOO.texts("lesson", ".toml")["lesson"].replace(before, after, 1)
    with pytest.raises(LessonError) as fault:
        read_lesson(KHANHOO, "lesson", text)
    assert str(fault.value).startswith(told)


def test_a_bot_that_cannot_do_its_line_is_told_with_the_step() -> None:
    text = KHANHOO.texts("lesson", ".toml")["lesson"].replace('"2 discard QC"', '"2 discard KC"', 1)
    with pytest.raises(LessonError, match=r"khanhoo, step 2: Seat 2 cannot discard KC: "):
        run_again(read_lesson(KHANHOO, "lesson", text), (None,))


def test_the_usual_answer_is_the_one_that_is_given_when_time_runs_out() -> None:
    text = KHANHOO.texts("lesson", ".toml")["lesson"].replace('["2 discard QC", "1 pass"]', '["usual 1"]')
    lesson = read_lesson(KHANHOO, "lesson", text)
    asked = lesson.table()
    asked.start()
    run = run_again(lesson, (None,))
    assert run.table.zones["discard"] == list(asked.decisions()[0].default.cards)


def test_a_legal_move_that_is_not_wanted_is_answered_and_changes_nothing() -> None:
    run = run_again(lessons_of(KHANHOO)[0], (None,))
    decision, events = run.decision(), len(run.events)
    assert decision is not None
    assert run.play(decision.id, Move("take")).startswith("You may take Q♣, but")
    assert (run.place, len(run.events), run.decision()) == (1, events, decision)
    assert run.play(decision.id, Move("leave")) == ""
    assert run.place == 2


def test_an_illegal_move_gets_the_refusal_of_the_rules() -> None:
    run = run_again(lessons_of(KHANHOO)[0], (None, Move("leave")))
    decision = run.decision()
    assert decision is not None
    with pytest.raises(IllegalMove):
        run.play(decision.id, Move("out", (Card("JC"),)))


def test_answers_of_another_lesson_are_refused() -> None:
    with pytest.raises(LessonError, match="belong to another lesson"):
        run_again(lessons_of(KHANHOO)[0], (Move("leave"),))


def test_a_move_is_read_as_it_is_written() -> None:
    game = find_game("chinaso")
    deck = game.deck(game.meta.resolve({}))
    for text in ("discard KC", "lay_down | 4H 4S 4D | 7C 7D 7S", "lay_off 4H @meld:1:0"):
        assert format_move(parse_move(text, game, deck)) == text
