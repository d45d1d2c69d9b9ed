"""The player who reads a table is "you" there: verbs agree, and so do words after a number."""

import re

import pytest

from engine.api import DealBegan, GameInfo, Happened, Seat, find_game, games
from tui.table.game_words import read_layout
from tui.table.narration import Narration
from tui.table.second_person import one_of, plain_verb, to_reader

from ...harness.tabletop import NAMES

SAME = ("may",)  # with every subject
PAST = ("called", "chose", "cut", "drew", "left", "shot", "took")
"""What "you" does not change; any other word after a name must be a verb of the present, or the next one is missed."""


@pytest.mark.parametrize(
    ("template", "mine", "said"),
    [
        ("{seat} draws from the stock", "seat", "You draw from the stock"),
        ("{seat} is the orphan and plays with six cards", "seat", "You are the orphan and play with six cards"),
        (
            "{value} were cut. {seat} cut the highest and deals",
            "seat",
            "{value} were cut. You cut the highest and deal",
        ),
        ("Deal {number}. Dealer: {seat}", "seat", "Deal {number}. Dealer: you"),
        ("{other} gets {count} cards from {seat}", "seat", "{other} gets {count} cards from you"),
        ("{other} gets {count} cards from {seat}", "other", "You get {count} cards from {seat}"),
        ("{seat}'s card {slot} does not match", "seat", "Your card {slot} does not match"),
        ("{seat} looks at {other}'s card {slot}", "other", "{seat} looks at your card {slot}"),
        ("{seat} rearranges two of their cards", "seat", "You rearrange two of your cards"),
        ("{seat} drew the lowest", "seat", "You drew the lowest"),
        ("{seat} drew the lowest and deals", "other", "{seat} drew the lowest and deals"),
    ],
)
def test_a_sentence_about_its_reader_says_you(template: str, mine: str, said: str) -> None:
    assert to_reader(template, (mine,)) == said


@pytest.mark.parametrize(
    ("verb", "plain"),
    [("passes", "pass"), ("buys", "buy"), ("matches", "match"), ("goes", "go"), ("loses", "lose"), ("must", "must")],
)
def test_a_verb_follows_you_without_its_ending(verb: str, plain: str) -> None:
    assert plain_verb(verb) == plain


def test_one_card_is_not_called_cards() -> None:
    assert one_of("{count} discards become the new stock") == "{count} discard becomes the new stock"
    assert one_of("{seat} passes {count} cards") == "{seat} passes {count} card"


def _told(reader: Seat | None) -> Narration:
    game = find_game("hearts")
    story = Narration(game, 0, NAMES.__getitem__, game.deck(game.meta.resolve({})), reader=reader)
    story.tell(DealBegan(1, 0))
    story.tell(Happened("asked", 2, "gus", NAMES[0]))
    story.tell(Happened("said", 0, NAMES[0], "hello"))
    story.tell(Happened("paused", 0, NAMES[0], f"until {NAMES[0]} is back, or until 20 seconds have passed"))
    return story


def test_the_log_names_its_reader_you_and_keeps_the_name_before_what_they_said() -> None:
    lines = [line.text for line in _told(0).log]
    assert lines[0].lower().endswith("dealer: you")
    assert lines[1:] == [
        "gus asks for your seat",
        f'{NAMES[0]}: "hello"',
        "The table pauses until you are back, or until 20 seconds have passed",
    ]


def test_a_seat_whose_player_has_left_is_named_by_its_number() -> None:
    story = _told(0)
    story.tell(Happened("took", 2, "gus", ""))
    assert story.log[-1].text == "gus takes over seat 3"


def test_a_log_that_no_player_reads_names_everybody() -> None:
    lines = [line.text for line in _told(None).log]
    assert lines[0].endswith(f"Dealer: {NAMES[0]}")
    assert lines[1] == f"gus asks for {NAMES[0]}'s seat"
    assert lines[3] == f"The table pauses until {NAMES[0]} is back, or until 20 seconds have passed"


@pytest.mark.parametrize("meta", games(), ids=lambda meta: meta.id)
def test_every_line_of_a_game_agrees_with_you(meta: GameInfo) -> None:
    for words in read_layout(find_game(meta.id)).words.values():
        said = to_reader(words, ("seat",)).lower()
        assert not any(bad in said for bad in ("you is ", "you has ", "you does ", "you's"))
        assert not [verb for verb in re.findall(r"\byou (\w+)", said) if plain_verb(verb) != verb]
        verbs = re.findall(r"\{seat\} (\w+)", words)
        assert not [verb for verb in verbs if plain_verb(verb) == verb and verb not in PAST + SAME], words
