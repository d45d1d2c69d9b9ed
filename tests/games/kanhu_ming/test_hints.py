"""What a player of Kanhu (Ming) is told besides the cards: only what its own view holds."""

from itertools import combinations

import pytest

from engine.api import find_game
from engine.games.kanhu_ming.cards import ALL, MELD_BEATERS, PACK, set_of
from engine.games.kanhu_ming.hints import (
    arrange,
    card_name,
    insight,
    lead_words,
    play_name,
    seat_note,
    standing,
    table_note,
    trick_note,
)
from engine.games.kanhu_ming.state import unseen_by

from .positions import cards, sit

KANHU = find_game("kanhu_ming")

NAMES = (
    "Nine Cash, Eight Cash, Seven Cash, Six Cash, Five Cash, Four Cash, Three Cash, Two Cash, One Cash, "
    "Half Cash, Zero Cash, One String, Two Strings, Three Strings, Four Strings, Five Strings, Six "
    "Strings, Seven Strings, Eight Strings, Nine Strings, One Myriad, Two Myriads, Three Myriads, Four "
    "Myriads, Five Myriads, Six Myriads, Seven Myriads, Eight Myriads, Nine Myriads, Thousand Myriad"
)


def bits(text: str) -> int:
    return set_of(cards(text))


def rank(text: str, held: str = "") -> str:
    """A lead in words, by a player who holds it and some cards more."""
    lead = bits(text)
    return lead_words(lead, ALL & ~lead & ~bits(held), 0)


def test_a_lead_is_ranked_by_what_can_still_stand_against_it() -> None:
    assert rank("C9 S1 M1") == "Tiger, beaten only by Chariot or Wealth"
    assert rank("C9 S1 M1", "M9") == "Tiger, beaten only by Chariot"
    assert rank("C9 S1 M1", "C0") == "Tiger, sure to take the trick"
    assert rank("C0 S9 TM") == "Chariot, sure to take the trick"
    assert rank("S1 M1 TM") == "Hero, sure to take the trick"
    assert rank("M7 M8 M9") == "Gibbon 7-8-9 of Myriads, sure to take the trick"
    assert rank("M6 M7 M8") == "Gibbon 6-7-8 of Myriads, sure to take the trick"
    assert rank("M5 M6 M7") == "Gibbon 5-6-7 of Myriads, beaten only by 8-9-Thousand of Myriads"
    assert rank("C1 CH C0") == "Half Leopard, beaten by 8 melds of unseen cards"
    assert rank("TM") == "Thousand Myriad, sure to take the trick"
    assert rank("M9") == "Nine Myriads, beaten only by the Thousand Myriad"
    assert rank("S9", "M1 M2 M3 M4 M5") == "Nine Strings, beaten by 4 unseen cards"
    assert rank("C9 C8 C7", "S3 S6 S9 M3 M6 M9") == "Gibbon 9-8-7 of Cash, beaten by 6 melds of unseen cards"


def test_melds_that_beat_a_meld_are_named_only_as_far_as_a_row_of_80_columns_has_room() -> None:
    for meld, beaters in MELD_BEATERS.items():
        for pair in combinations(beaters, 2):
            line = f"{play_name(meld)} can be {standing(meld, pair[0] | pair[1])}."
            assert len(line) <= 78 or line.endswith("melds of unseen cards."), line


def test_what_a_lead_would_earn_is_said() -> None:
    assert lead_words(bits("M8"), 0, 3) == "Eight Myriads, sure to take the trick and +3 points"


def test_the_names_of_the_choices_tell_no_hidden_card() -> None:
    """Two deals that differ in cards unseen by the leader name its leads alike."""
    hand = "C9 S1 M1 M2 M3 S5 C4 C1 S7"
    one = sit({0: hand, 1: "C0 S9", 2: "TM M9"})
    other = sit({0: hand, 1: "C8 S2", 2: "C2 C3"}, stock="C0 S9 TM")
    assert one.table.decisions()[0].choices == other.table.decisions()[0].choices
    names = dict(zip(one.table.decisions()[0].choices[0].sets, one.table.decisions()[0].choices[0].names, strict=True))
    assert names[cards("C9 S1 M1")] == "Tiger, beaten only by Chariot or Wealth, worth +5 points if it wins"


def test_the_table_and_the_view_agree_on_what_a_seat_has_not_seen() -> None:
    trial = sit({0: "C7", 2: "S5", 1: "C6 M2"}, "lead C7; sluff S5; beat C6; lead M2", viewer=2)
    assert unseen_by(trial.view, 2) == unseen_by(trial.table, 2)
    assert not unseen_by(trial.view, 2) & bits("C7 S5 C6 M2")


def test_the_own_sluffs_are_remembered_and_others_do_not_see_them() -> None:
    plays = "lead C7; sluff S5; beat C6"
    assert "You discarded S5." in insight(sit({0: "C7", 2: "S5", 1: "C6"}, plays, viewer=2).view)
    assert not any("discarded" in line for line in insight(sit({0: "C7", 2: "S5", 1: "C6"}, plays, viewer=0).view))


def test_who_is_to_answer_is_told_what_beats_the_trick() -> None:
    trial = sit({0: "S8", 1: "S9 M8 C1 C2 C3 C4 C5 C6 C7 C8 C9 S1 S2"}, "lead S8", seats=2, viewer=1)
    lines = insight(trial.view)
    assert lines[:2] == ("Nine Strings would take the trick.", "Eight Myriads would take the trick (+3 points).")
    trial = sit({0: "TM", 1: "S9"}, "lead TM", seats=2, viewer=1)
    assert insight(trial.view)[0] == "You cannot beat the Thousand Myriad."
    asking = sit({0: "TM", 1: "S9"}, "lead TM", seats=2, viewer=0)
    assert not any("beat the Thousand Myriad" in line for line in insight(asking.view)), "who is not asked is not told"


def test_the_sure_cards_of_a_hand_are_named() -> None:
    trial = sit({0: "TM M9 C9 S1 S3 S5 S7 C3 C5"})
    assert "M9 and TM win if you lead them, because nothing higher is left." in insight(trial.view)


def test_who_is_not_at_the_table_or_whose_hand_is_over_is_told_nothing() -> None:
    trial = sit({})
    trial.view.viewer = None
    assert insight(trial.view) == ()
    trial = sit({})
    trial.view.phase = "between"
    assert insight(trial.view) == ()


def test_notes_say_what_was_taken_and_what_is_to_be_beaten() -> None:
    trial = sit({0: "M5", 1: "C1", 2: "C2"}, "lead M5; sluff C2; sluff C1")
    assert seat_note(trial.view, 0) == "3 taken, +2"
    assert seat_note(trial.view, 1) == ""
    assert table_note(trial.view) == ""
    for seat in range(3):
        del trial.view.zones[f"hand:{seat}"][1:]
    assert table_note(trial.view) == "last trick"
    trial = sit({0: "C9 S1 M1"}, "lead C9 S1 M1")
    assert table_note(trial.view) == "to beat: Tiger"
    assert seat_note(trial.view, 0) == "best now"


def test_the_middle_says_what_is_led_and_before_that_how_many_cards_are_taken() -> None:
    hands = {0: "M5 C9 S1 M1", 1: "C1", 2: "C2"}
    assert trick_note(sit(hands).view) == "0 of 27 cards taken"
    assert trick_note(sit(hands, "lead M5").view) == "one card led"
    assert trick_note(sit(hands, "lead C9 S1 M1").view) == "meld of three led"
    assert trick_note(sit(hands, "lead M5; sluff C2; sluff C1").view) == "3 of 27 cards taken"


@pytest.mark.parametrize(
    ("how", "ordered"),
    [
        ("suit", "C9 C1 C0 S1 S9 M1 TM"),
        ("number", "C0 C1 S1 M1 C9 S9 TM"),
        ("melds", "S1 M1 TM C9 C1 C0 S9"),
    ],
)
def test_a_hand_can_be_laid_out_in_three_ways(how: str, ordered: str) -> None:
    board = sit({}).table
    assert arrange(list(cards("TM C1 M1 S9 C9 S1 C0")), how, board) == cards(ordered)


def test_every_card_and_play_has_a_name_in_words_and_a_native_one() -> None:
    faces = KANHU.layout["faces"]
    assert set(faces) == set(PACK)
    assert ", ".join(map(card_name, PACK)) == NAMES
    assert {card: faces[card]["native"] for card in cards("C9 S5 TM CH C0")} == {
        "C9": "九文",
        "S5": "五索",
        "TM": "千萬",
        "CH": "枝花",
        "C0": "空沒文",
    }
    assert all(1 <= len(faces[card]["latin"]) <= 2 for card in PACK)
    assert play_name(bits("M8")) == "Eight Myriads"
    assert lead_words(bits("TM"), ALL, 0) == "Thousand Myriad, sure to take the trick"
