"""What is typed at a prompt means the move that a person would expect."""

import io
from itertools import combinations
from pathlib import Path

import pytest
from msgspec import structs

from engine.api import Card, Decision, Move, Table, find_game, games
from net.news import Answered
from tests.harness.tabletop import Tabletop, new_table
from tui.config.mutes import Mutes
from tui.config.settings import Settings
from tui.forms.host_config import get_game
from tui.plain.choices import Menu, Narrowing, Option, Unclear, plain
from tui.plain.commands import Commands
from tui.plain.people import PlainPeople
from tui.plain.table import PlainTable
from tui.plain.told import Told
from tui.plain.voice import Voice
from tui.problems import Problem
from tui.table.choice.picker import Picker
from tui.table.game_words import read_layout
from tui.table.wording import Words


def heard(tabletop: Tabletop) -> PlainTable:
    """A table as its viewer hears it."""
    told = Told(tabletop.as_session, tabletop.table.game, tabletop.view.options, lambda line: None)
    return PlainTable(tabletop.as_session, told, Voice(), Settings())


def asked(tabletop: Tabletop) -> tuple[Decision, Words]:
    """What the viewer is asked now."""
    decision = tabletop.decision
    assert decision is not None
    return decision, heard(tabletop).words()


def hearts() -> Tabletop:
    """A deal of Hearts before the pass."""
    game = find_game("hearts")
    return Tabletop(Table(game, 4, game.meta.resolve({}), seed="plain")).begin()


@pytest.mark.parametrize(
    "typed", ["1 2 3", "3, 2, 1", "{0} {1} {2}", "pass {0} {1} {2}", "PASS {2} {1} {0}", "pass 1 2 3"]
)
def test_cards_are_named_by_number_and_by_spelling(typed: str) -> None:
    tabletop = hearts()
    decision, words = asked(tabletop)
    cards = tabletop.table.deck.sort(tabletop.view.hand)[:3]
    answer = Menu(decision, words).meaning(typed.format(*cards))
    assert isinstance(answer, Move)
    assert (answer.verb, set(answer.cards)) == ("pass", set(cards))


@pytest.mark.parametrize("typed", ["1 1 2", "pass 2 3 2", " ".join("1" * 300)])
def test_a_number_counts_once(typed: str) -> None:
    """No card can be chosen twice, and no answer is too long for the table."""
    decision, words = asked(hearts())
    answer = Menu(decision, words).meaning(typed)
    assert isinstance(answer, Unclear)
    assert "once" in answer.sentence


def test_glyphs_and_letters_name_the_same_card() -> None:
    decision, words = asked(hearts())
    menu = Menu(decision, words)
    for typed in ("q♠ 10♥ 2♣", "QS 10H 2C", "qs10h"):
        answer = menu.meaning(typed)
        if typed == "qs10h":
            assert isinstance(answer, Unclear)
        else:
            assert answer == Move("pass", (Card("QS"), Card("10H"), Card("2C")))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("99", "There is no choice 99. Type a number from 1 to 13."),
        ("0", "There is no choice 0. Type a number from 1 to 13."),
        ("fold", "'fold' is not a choice now. Type a number from 1 to 13, or ? for help."),
        ("pass", "Type the cards too, for example: pass "),
    ],
)
def test_an_answer_that_means_nothing_gets_a_sentence(typed: str, sentence: str) -> None:
    answer = Menu(*asked(hearts())).meaning(typed)
    assert isinstance(answer, Unclear)
    assert answer.sentence.startswith(sentence)


def test_what_has_many_ways_is_asked_part_by_part() -> None:
    game = find_game("khamul")
    tabletop = Tabletop(Table(game, 2, game.meta.resolve({}), seed="plain")).begin()
    decision, words = asked(tabletop)
    picker = Menu(decision, words).meaning("look at")
    assert isinstance(picker, Picker)
    narrowing = Narrowing(picker, words)
    said = (narrowing.prompt(), narrowing.typed(), narrowing.lines())
    assert said == ("Which of your cards do you look at first?", "Type two numbers (1 to 4), or 0 to go back.", [])
    assert narrowing.meaning("2") is None
    assert narrowing.meaning("0") is None, "one part back"
    assert narrowing.meaning("2") is None
    assert isinstance(narrowing.meaning("9"), Unclear)
    move = narrowing.meaning("your card 4")
    assert isinstance(move, Move)
    assert move.places == ("slot:0:1", "slot:0:3")


def test_the_number_of_parts_that_are_needed_is_said() -> None:
    game = find_game("khamul")
    decision, words = asked(Tabletop(Table(game, 2, game.meta.resolve({}), seed="plain")).begin())
    (peek,) = decision.choices
    row = [f"slot:0:{number}" for number in range(4)]
    for sizes, said in (((2, 3), "two or three numbers"), ((1, 2, 3), "one to three numbers")):
        places = tuple(places for size in sizes for places in combinations(row, size))
        some = structs.replace(decision, choices=(structs.replace(peek, places=places),))
        picker = Menu(some, words).meaning("look at")
        assert isinstance(picker, Picker)
        assert Narrowing(picker, words).typed() == f"Type {said} (1 to 4), or 0 to go back."


def test_a_prompt_that_repeats_its_choices_says_only_whose_turn_it_is() -> None:
    game = find_game("khamul")
    tabletop = Tabletop(Table(game, 2, game.meta.resolve({}), seed="plain")).begin()
    decision, words = asked(tabletop)
    menu = Menu(decision, words)
    menu.options = [Option("take 7♥", menu.offers[0]), Option("leave it and draw", menu.offers[0])]
    assert menu.prompt("Your turn: take 7♥, or leave it.") == "Your turn."
    for other in (
        "Your turn: take 8♥, or leave it.",
        "Your turn: the stock is empty. Leave it.",
        "Take 7♥, or leave it.",
    ):
        assert menu.prompt(other) == other


def test_cards_stand_side_by_side_behind_their_numbers_in_lines_of_a_narrow_terminal() -> None:
    said = io.StringIO()
    menu = Menu(*asked(hearts()))
    assert menu.typed() == "Type three numbers:"
    Voice(said).list(*menu.lines())
    lines = said.getvalue().splitlines()
    assert len(lines) == 2
    assert all(line.startswith("  (") and len(line) < 80 for line in lines)
    assert lines[0].startswith(f"  (1) {menu.options[0].text}, (2) {menu.options[1].text}, ")


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_no_move_has_the_name_of_a_command(game: str) -> None:
    tabletop = hearts()
    commands = Commands(heard(tabletop), Voice())
    people = PlainPeople(tabletop.as_session, Voice(), Mutes())
    words = read_layout(get_game(game)).verbs.values()
    names = {name for each in words for name in (plain(each.label), each.verb.replace("_", " "), each.key) if name}
    known = {name for name in names if commands.knows(name) or people.knows(name)}
    assert not known | (names & {"quit", "again", "other", "log"})
    assert all(commands.knows(each.split()[0].rstrip(",")) for each in commands.about())


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_the_words_of_a_choice_mean_the_same_as_its_number(game: str) -> None:
    rules = find_game(game)
    tabletop = Tabletop(Table(rules, rules.meta.usual_seats, rules.meta.resolve({}), seed="words")).begin()
    tried = 0
    while tabletop.decision is not None and tabletop.table.step < 60:
        menu = Menu(*asked(tabletop))
        texts = [plain(option.text) for option in menu.options]
        for number, option in enumerate(menu.options, 1):
            if option.card is None and texts.count(plain(option.text)) == 1:
                meant, numbered = menu.meaning(option.text), menu.meaning(str(number))
                assert (type(meant), option.move or meant) == (type(numbered), meant), option.text
                tried += 1
        tabletop.advance(1)
    assert tried or game in ("hearts", "kanhu_ming"), "other games have choices in words"


async def test_the_hand_is_put_in_another_order() -> None:
    said = io.StringIO()
    commands = Commands(heard(hearts()), Voice(said))
    for _ in range(3):
        await commands.take("sort")
    orders = said.getvalue().splitlines()
    assert orders[::2] == ["Sorted by rank.", "Sorted by suit.", "Sorted by rank."]
    assert orders[1] == orders[5] != orders[3]
    assert all(order.startswith("You hold 13 cards: ") for order in orders[1::2])


def test_an_output_that_is_full_gives_a_sentence() -> None:
    with Path("/dev/full").open("wb", buffering=0) as full:
        stream = io.TextIOWrapper(full, "utf-8", write_through=True)
        with pytest.raises(Problem, match="cannot be written: No space"):
            Voice(stream).say("Deal 1")


async def test_a_person_is_warned_once_before_the_time_ends() -> None:
    said, tabletop = io.StringIO(), hearts()
    told = Told(tabletop.as_session, tabletop.table.game, tabletop.view.options, lambda line: None)
    table = PlainTable(tabletop.as_session, told, Voice(said), Settings(forced=False))
    tabletop.remaining_ms = 60_000
    table.settle()
    assert table.until_warning_s == 45.0
    table.warn()
    assert said.getvalue().endswith("You have 15 seconds left.\n")
    assert table.until_warning_s is None


def test_a_missed_claim_is_said_to_its_player() -> None:
    tabletop, said = Tabletop(new_table("khanhoo"), 2).begin(), io.StringIO()
    told = Told(tabletop.as_session, tabletop.table.game, tabletop.view.options, lambda line: None)
    table, claim = PlainTable(tabletop.as_session, told, Voice(said), Settings(forced=False)), tabletop.decision
    assert claim is not None
    table.hear(Answered(claim.id))
    assert said.getvalue() == ""
    table.hear(Answered(claim.id, late=claim))
    assert said.getvalue() == "Your time ran out: you passed.\n"
