"""A lesson in a real terminal, by the keys that the screen shows."""

import pytest

from .conftest import House

LAST = 9


@pytest.mark.slow
def test_the_lesson_of_khanhoo_is_learned_to_its_end(house: House) -> None:
    ann = house.open("ann", "learn", "khanhoo")
    for number in range(1, LAST + 1):
        ann.wait_for(f"{number}/{LAST} ")
        if "Read" in ann.wait_for("Read the lines above|h hint")[0]:
            ann.press("enter")
            continue
        ann.press("h")
        ann.wait_for("Press h again to make this move")
        ann.press("h")
    ann.wait_for("Done. You score 18: 13 for melds and 5 for going out")
    ann.press("escape")
    ann.wait_for(r"Khanhoo in four minutes +done")
    ann.press("enter")
    ann.wait_for("1/9 ")


@pytest.mark.slow
def test_the_end_of_a_lesson_leads_to_a_first_game_whose_help_offers_the_lesson(house: House) -> None:
    ann = house.open("ann", "learn", "hearts")
    for number in range(1, 14):
        ann.wait_for(f"{number}/13 ")
        if "Read" in ann.wait_for("Read the lines above|h hint")[0]:
            ann.press("enter")
            continue
        ann.press("h")
        ann.wait_for("Press h again to make this move")
        ann.press("h")
    ann.wait_for("Enter  play a first game")
    ann.press("enter")
    ann.wait_for("Choose three cards to pass")
    ann.press("?")
    ann.wait_for("t learn this game")
    ann.press("t")
    ann.wait_for("1/13 ")


def test_without_a_terminal_the_lessons_are_listed(house: House) -> None:
    ann = house.open("ann", "learn", "khanhoo", "--list")
    ann.wait_for("Khanhoo in four minutes, 9 steps")
