"""What the screen says of a round of Khamul: what lies open and what cards are worth, and never a memory."""

import tomllib
from pathlib import Path
from random import Random

from engine.api import View, redact
from engine.bots.random import random_move
from engine.games.khamul import rules
from engine.games.khamul.cards import CHARGE

from .positions import KHAMUL, act, begun, started, turn, view_of


def test_it_says_what_is_drawn_and_what_it_can_do() -> None:
    table = begun(2, stock="QS")
    act(table, 0, "draw")
    lines = " ".join(KHAMUL.insight(view_of(table, 0)))
    assert "You drew QS, which counts 10." in lines
    assert "make another player draw" in lines
    assert "QS" not in " ".join(KHAMUL.insight(view_of(table, 1)))


def test_it_says_what_lies_on_the_pile() -> None:
    table = begun(2, stock="5D")
    turn(table, 0, "draw", "discard")
    assert any("5D counts 5. You may take it" in line for line in KHAMUL.insight(view_of(table, 1)))
    assert any("any 5 matches it" in line for line in KHAMUL.insight(view_of(table, 0)))


def test_a_player_who_must_decide_first_hears_nothing_of_a_match() -> None:
    table = begun(2, stock="5D 6D")
    turn(table, 0, "draw", "discard")
    act(table, 1, "draw")
    assert any("any 5 matches it" in line for line in KHAMUL.insight(view_of(table, 0)))
    assert not any("matches it" in line for line in KHAMUL.insight(view_of(table, 1)))


def test_it_gives_nobody_a_memory() -> None:
    """Two tables at which a seat has seen different cards say the same to it."""
    said = []
    for hand in ("AC 2C 3C 4C", "KD QD 3C 4C"):
        table = begun(2, {0: hand, 1: "9C 9D 9H 9S"}, stock="5D 6D")
        turn(table, 0, "draw", "discard")
        turn(table, 1, "draw", "discard")
        view = view_of(table, 0)
        said.append((KHAMUL.insight(view), KHAMUL.table_note(view), [KHAMUL.seat_note(view, seat) for seat in (0, 1)]))
    assert said[0] == said[1]
    assert not any("seen" in line for line in said[0][0]), "nothing is added up for anybody"


def test_with_memory_aid_it_adds_up_what_was_seen() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"}, stock="5D 6D", memory_aid=True)
    assert any("count 3 in all. You have not seen 2 cards." in line for line in KHAMUL.insight(view_of(table, 0)))


def test_the_look_at_two_is_the_only_one_unless_the_table_helps_memory() -> None:
    for aid, words in ((False, "you see them only once."), (True, "At this table they stay visible to you.")):
        assert KHAMUL.insight(view_of(started(2, memory_aid=aid), 0))[0].endswith(words)


def test_seats_say_how_many_cards_and_who_has_called() -> None:
    table = begun(2, {0: "7C 2C 3C 4C"}, stock="7D 6D")
    turn(table, 0, "draw", "discard", s0="match 1")
    view = view_of(table, None)
    assert [KHAMUL.seat_note(view, seat) for seat in (0, 1)] == ["3 cards", "4 cards"]
    act(table, 1, "khamul")
    view = view_of(table, None)
    assert KHAMUL.seat_note(view, 1) == "called, 4 cards"
    assert KHAMUL.table_note(view) == "turn 3, last turns"
    assert KHAMUL.insight(view) == ()


def test_nobody_is_told_to_call_after_the_call() -> None:
    table = begun(2, stock="7D 6D")
    assert KHAMUL.insight(view_of(table, 1))[-1].startswith("If you begin a turn with 5 points or fewer, call. ")
    act(table, 0, "khamul")
    assert KHAMUL.insight(view_of(table, 1))[-1] == "Red kings count 0, red queens 20."


def test_the_turns_that_are_left_are_said_when_they_are_few() -> None:
    table = begun(2, turn_cap=3)
    assert KHAMUL.table_note(view_of(table, 0)) == "turn 1, 5 turns left"
    assert KHAMUL.table_note(view_of(begun(2), 0)) == "turn 1"


def test_all_of_it_can_be_said_to_anybody_at_any_time() -> None:
    table = begun(4, memory_aid=True)
    views = [View(KHAMUL, 4, table.options, viewer) for viewer in (0, 1, 2, 3, None)]
    chance, told = Random("said"), 0
    assert table.journal is not None
    for _ in range(300):
        for view in views:
            for number, event in enumerate(table.journal.events()):
                if number >= len(view.events):
                    view.absorb(number, redact(event, view.viewer, KHAMUL.plan))
            told += len(KHAMUL.insight(view))
        if table.over is not None:
            break
        if table.awaits_close:
            table.close()
            continue
        decision = chance.choice(table.decisions())
        table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
    assert told > 100


def test_every_short_text_says_what_a_wrong_and_a_missed_call_cost() -> None:
    folder = Path(rules.__file__).parent
    words = tomllib.loads((folder / "table.toml").read_text("utf-8"))
    lesson = tomllib.loads((folder / "lesson.toml").read_text("utf-8"))
    (at_usual_tables,) = [line["text"] for line in words["card"] if line.get("if") == "false_call = penalty"]
    page = " ".join(KHAMUL.rulebook.sections[0].intro.split())
    said = " ".join(step["say"] for step in lesson["step"])
    for text, wrong, missed in (
        (at_usual_tables, "Mistakes", "Mistakes"),
        (words["verbs"]["khamul"]["help"], "call with more", "do not call"),
        (page, "call with more than five", "do not call"),
        (said, "call with more than five", "do not call"),
    ):
        assert wrong in text
        assert missed in text
        assert str(CHARGE) in text
    assert f"each player has had {KHAMUL.meta.resolve({})['turn_cap']} turns" in page
