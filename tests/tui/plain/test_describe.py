"""The table in statements: hidden cards are counted, and named by number only where a number says something."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.api import Card, OptionValue, find_game
from tui.plain.describe import hand_words, longer_note, middle_words, seat_standing

from ...harness.tabletop import Tabletop, new_table
from .test_choices import asked, heard

PEEK = ("0 peek @slot:0:0 @slot:0:1", "1 peek @slot:1:0 @slot:1:1")
MATCHED = (*PEEK, "0 draw", "0 discard", "0 match @slot:0:1", "1 pass", "close")


@pytest.mark.parametrize(("moves", "options", "said"), [
    ((), {}, ["Your 4 cards are face down"]),
    (MATCHED, {}, ["Your cards 1, 3 and 4 are face down"]),
    (PEEK, {"memory_aid": True}, ["Your card 1 is 2♣ and card 2 is 3♣", "Your cards 3 and 4 are face down"]),
])  # fmt: skip
def test_a_row_of_cards_is_one_short_sentence_unless_some_are_known(
    moves: Sequence[str], options: dict[str, OptionValue], said: list[str]
) -> None:
    table = new_table("khamul", seats=2, deal="dealer: 1\n0: 2C 3C 4C 5C\nstock: 3D", options=options)
    tabletop = Tabletop(table, 0, others_play=False).begin().script(*moves)
    assert hand_words(asked(tabletop)[1])[: len(said)] == said


def test_a_name_keeps_its_letters_at_the_start_of_a_sentence() -> None:
    tabletop = Tabletop(new_table("hearts"), names=("Ann", "McKay", "dOr", "Bea")).begin()
    words = heard(tabletop).words()
    taken = replace(words.picture, plays=((1, (Card("2C"),)), (2, (Card("3C"),))), taker=1)
    assert middle_words(replace(words, picture=taken)) == ["McKay took the last trick: McKay 2♣, dOr 3♣"]
    assert middle_words(replace(words, picture=replace(taken, taker=0)))[0].startswith("You took the last trick")


def test_a_group_that_lacks_a_rank_says_so_in_words() -> None:
    hand = "C9 S1 M1 C3 C4 C5 S3 S4 S5 M4 M5 M6 S8 M8 WF"
    tabletop = Tabletop(new_table("kanhu_qing", deal=f"dealer: 0\n0: {hand}"), 0, others_play=False).begin()
    assert "S8 M8 (needs an 8 of any suit)" in hand_words(asked(tabletop)[1])[0]


@pytest.mark.parametrize(("game", "note", "mine", "theirs"), [
    ("hearts", "took 4 points", "you took 4 points", "Bea took 4 points"),
    ("solo", "declarer, 2 tricks", "you are the declarer and have 2 tricks", "Bea is the declarer and has 2 tricks"),
    (
        "kanhu_ming", "9 taken, +5, best now",
        "you took 9 cards, won a bonus of 5 and are winning the trick",
        "Bea took 9 cards, won a bonus of 5 and is winning the trick",
    ),
    ("khamul", "called, no cards", "you called Khamul and have no cards", "Bea called Khamul and has no cards"),
    ("hearts", "", "", ""),
])  # fmt: skip
def test_a_note_beside_a_name_is_a_sentence_by_lines(game: str, note: str, mine: str, theirs: str) -> None:
    seats = find_game(game).meta.usual_seats
    words = heard(Tabletop(new_table(game, seats=seats), names=("Ann", "Bea", "Cy", "Di")[:seats]).begin()).words()
    said = [seat_standing(replace(seat, note=note), words) for seat in words.picture.seats[:2]]
    assert said == [mine, theirs]


def test_a_text_without_longer_words_stays_as_it_is() -> None:
    longer = {"pot #": "the pot has # chips"}
    assert longer_note("pot 12", longer) == "the pot has 12 chips"
    assert longer_note("seat #3 of 4", longer) == "seat #3 of 4"
    assert longer_note("seat #", longer) == "seat #"
