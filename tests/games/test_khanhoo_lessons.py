"""Khanhoo's lessons: what they say of the learner's cards is true at every step of every path."""

import re

from engine.api import View, redact
from tests.conformance.test_lessons import LESSONS, paths, wrong_moves

KHANHOO = [lesson for lesson in LESSONS.values() if lesson.game.meta.id == "khanhoo"]
IN_A_GROUP = re.compile(r"Keep all cards of your \w+\.")
LACKED = re.compile(r"and you have no (\w+[♠♥♦♣])")
SUITS = str.maketrans("♠♥♦♣", "SHDC")


def test_an_answer_says_only_of_grouped_cards_that_they_are_in_a_group() -> None:
    claims = 0
    for lesson in KHANHOO:
        for run, move, answer in wrong_moves(lesson):
            if (claim := IN_A_GROUP.match(answer)) is None:
                continue
            view = View(run.table.game, run.table.seats, run.table.options, lesson.you)
            for number, event in enumerate(run.events):
                view.absorb(number, redact(event, lesson.you, view.game.plan))
            grouped = {card for group in view.game.hand_groups(view) if not group.missing for card in group.cards}
            assert set(move.cards) <= grouped, f"{lesson.id}, step {run.place + 1}: {move.cards} {claim[0]}"
            claims += 1
    assert claims


def test_a_step_says_only_of_cards_that_the_learner_lacks_that_there_are_none() -> None:
    claims = 0
    for lesson in KHANHOO:
        for run in paths(lesson):
            lacked = LACKED.search(run.step.say) if run.step is not None else None
            if lacked is not None:
                hand = run.table.zone("hand", lesson.you)
                assert lacked[1].translate(SUITS) not in hand, f"{lesson.id}, step {run.place + 1}: {lacked[0]}"
                claims += 1
    assert claims
