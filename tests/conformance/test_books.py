"""Every game's rulebook, options and layout say what its code does, and all that binds is tested."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.api import (
    Card,
    DealBegan,
    Declared,
    Entered,
    Event,
    MatchEnded,
    Moved,
    Option,
    Rearranged,
    Scored,
    Shown,
    Shuffled,
    Turned,
    find_game,
    games,
    parse_cards,
)
from tests.arch.sources import ROOT, nodes

from .cases import Case, act, every_option, presets

GAMES = [meta.id for meta in games()]
NUMBER = re.compile(r"\d{1,2}\.\d{1,2}")
CITED = re.compile(r"§(\d+(?:\.\d+)?)")
NAMED = re.compile(r"test_rule_(\d+)_(\d+)_")

HOUSE_PHASES = {"between", "over"}
LONGEST_ROW = 60
"""Signs of a row in a table of a rulebook."""


def sources(game: str) -> list[Path]:
    return sorted((ROOT / "engine" / "games" / game).glob("*.py"))


def proofs(game: str) -> list[Path]:
    return sorted((ROOT / "tests" / "games" / game).glob("test_*.py"))


def cited(game: str) -> Iterator[tuple[str, str]]:
    """(file, paragraph or section) for every one that the code of a game names."""
    for path in sources(game):
        yield from ((path.name, number) for number in CITED.findall(path.read_text("utf-8")))
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value):
                yield path.name, node.value


def rules_named(game: str) -> set[str]:
    """Paragraphs that tests of a game name."""
    text = "\n".join(path.read_text("utf-8") for path in proofs(game))
    return {f"{section}.{part}" for section, part in NAMED.findall(text)}


@pytest.mark.parametrize("game", GAMES)
def test_code_cites_only_paragraphs_that_exist(game: str) -> None:
    book = find_game(game).rulebook
    there = {paragraph.number for paragraph in book.paragraphs} | {section.number for section in book.sections}
    assert {(file, number) for file, number in cited(game) if number not in there} == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_refers_only_to_paragraphs_that_it_has(game: str) -> None:
    book = find_game(game).rulebook
    there = {paragraph.number for paragraph in book.paragraphs} | {section.number for section in book.sections}
    texts = [book.intro, *(s.intro for s in book.sections), *(p.text for p in book.paragraphs)]
    assert {number for text in texts for number in CITED.findall(text)} <= there


@pytest.mark.parametrize("game", GAMES)
def test_every_binding_paragraph_is_named_by_a_test(game: str) -> None:
    binding = {paragraph.number for paragraph in find_game(game).rulebook.paragraphs if paragraph.is_rule}
    assert binding - rules_named(game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_tests_name_only_paragraphs_that_exist(game: str) -> None:
    assert rules_named(game) <= {paragraph.number for paragraph in find_game(game).rulebook.paragraphs}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_binding_paragraph_that_names_it_and_a_test_that_sets_it(game: str) -> None:
    book = find_game(game).rulebook
    tested = "\n".join(path.read_text("utf-8") for path in proofs(game))
    for option in find_game(game).meta.options:
        paragraph = book.paragraph(option.paragraph)
        assert paragraph.is_rule, option.name
        assert paragraph.text.startswith(option.title), option.name
        assert re.search(rf"\b{option.name}\b", tested), option.name
        assert option.help.endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_begins_with_the_game_on_one_page_and_a_table_of_what_counts(game: str) -> None:
    page = find_game(game).rulebook.sections[0]
    assert page.number == "0"
    rows = [line for line in page.intro.splitlines() if line.startswith("|")]
    assert len(rows) > 3
    assert {row.count("|") for row in rows} <= {3, 4}
    assert max(len(row) for row in rows) <= LONGEST_ROW


def values_of(option: Option) -> set[str]:
    """All values that an option can take, as on the command line."""
    if isinstance(option.default, bool):
        return {"on", "off"}
    if isinstance(option.default, int):
        return {str(number) for number in range(option.least, option.most + 1)}
    return set(option.choices)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_paragraph_depends_on_is_an_option_that_can_be_both_so_and_otherwise(game: str) -> None:
    known = {option.name: values_of(option) for option in find_game(game).meta.options}
    for part in find_game(game).rulebook.parts:
        for clauses in part.condition.alternatives:
            fitting = dict(known)
            for clause in clauses:
                assert clause.option in known, f"§{part.number}"
                assert set(clause.values) < known[clause.option], f"§{part.number}: {clause}"
                fits = known[clause.option] - set(clause.values) if clause.is_not else set(clause.values)
                fitting[clause.option] = fitting[clause.option] & fits
                assert fitting[clause.option], f"§{part.number} never applies"


@pytest.mark.parametrize("game", GAMES)
def test_presets_and_options_can_be_played(game: str) -> None:
    meta = find_game(game).meta
    assert len({preset.id for preset in meta.presets}) == len(meta.presets) > 0
    for preset in meta.presets:
        assert set(preset.options) <= set(meta.resolve(preset.options))
    assert meta.resolve({}) == meta.resolve(meta.presets[0].options)
    assert meta.least_seats <= meta.usual_seats <= meta.most_seats


@cache
def happened(game: str) -> dict[str, Event]:
    """Every kind of event that play-outs of a game make, by the key of its words, with one of each."""
    found: dict[str, Event] = {}
    for case in presets() + every_option():
        if case.game_id == game:
            found |= _happened_in(case)
    return found


def _happened_in(case: Case) -> dict[str, Event]:
    table, chance = case.table(f"words {case}"), Random("words")
    table.start()
    for number in range(900):
        if table.over is not None:
            break
        if number % 300 < 150 or table.awaits_close:
            act(table, chance)
        else:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)
    assert table.journal is not None
    return {_key(event): event for event in table.journal.events()}


def _key(event: Event) -> str:
    match event:
        case Moved(src=src, dst=dst):
            return f"moved {_kind(src)} {_kind(dst)}"
        case Turned(zone=zone):
            return f"turned {_kind(zone)}"
        case Shuffled(zone=zone):
            return f"shuffled {_kind(zone)}"
        case Shown(zone=zone):
            return f"shown {_kind(zone)}"
        case Rearranged(kind=kind):
            return f"rearranged {kind}"
        case Declared(fact=fact):
            return f"declared {fact.partition(':')[0]}"
        case Entered(phase=phase):
            return f"entered {phase}"
        case Scored(how=how):
            return f"scored {how}"
        case DealBegan():
            return "deal"
        case MatchEnded():
            return "ended"
    raise AssertionError(event)


def _kind(zone: str) -> str:
    return zone.partition(":")[0] or "box"


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_has_words_for_everything_that_happens(game: str) -> None:
    assert set(happened(game)) - set(find_game(game).layout["words"]) == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_names_every_verb_and_phase_and_no_other(game: str) -> None:
    rules, layout = find_game(game), find_game(game).layout
    assert set(layout["verbs"]) == rules.verbs
    assert set(layout["phases"]) | HOUSE_PHASES == set(rules.phases) | HOUSE_PHASES
    for words in layout["verbs"].values():
        assert words["label"]
        assert len(words.get("key", "x")) == 1  # without one, the move is made by Enter or by a number
        assert words["help"].endswith(".")
    for words in layout["phases"].values():
        assert words["title"]
        assert words["why"]
        assert {verb for needed in words.get("prompts", {}) for verb in needed.split()} <= rules.verbs


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_the_layout_have_only_places_that_are_filled(game: str) -> None:
    layout = find_game(game).layout
    filled = {"seat", "other", "cards", "count", "n", "value", "fact", "number", "points", "winners", "slot", "to"}
    filled |= {"card", "line", "before", "passed"}  # of a taken trick, of the line so far, of players skipped
    assert set(layout.get("banners", {})) <= set(layout["words"])
    told = [*layout["words"].values(), *layout.get("banners", {}).values()]
    for text in [*told, *(text for text in layout["facts"].values() if isinstance(text, str))]:
        assert fields_of(text) <= filled
    piles = set(layout.get("piles", {}).get("order", ()))
    assert all(fields_of(words.get("named", "")) <= piles for words in layout["verbs"].values())
    assert all(fields_of(words.get("said", "")) <= piles | {"0", "1"} for words in layout["verbs"].values())
    for words in layout["phases"].values():
        for text in (words["why"], *words.get("prompts", {}).values()):
            assert fields_of(text) <= piles, text


def fields_of(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


@pytest.mark.parametrize("case", presets(), ids=str)
def test_moves_that_are_offered_together_have_keys_of_their_own(case: Case) -> None:
    table, chance = case.table("keys"), Random("keys")
    verbs = case.game.layout["verbs"]
    table.start()
    for _ in range(200):
        if table.over is not None:
            break
        for decision in table.decisions():
            keys = [verbs[choice.verb]["key"] for choice in decision.choices if "key" in verbs[choice.verb]]
            assert len(set(keys)) == len(keys)
        act(table, chance)


@pytest.mark.parametrize("game", GAMES)
def test_the_deck_is_one_that_text_can_name(game: str) -> None:
    rules = find_game(game)
    for case in [case for case in presets() + every_option() if case.game_id == game]:
        deck = rules.deck(rules.meta.resolve(case.options))
        assert parse_cards(" ".join(deck.cards), deck.faces) == deck.cards
        assert deck.sort(reversed(deck.cards)) == deck.sort(deck.cards)
        assert all(isinstance(card, str) and Card(card) in deck.order for card in deck.faces)
