"""Every game explains itself in six lines that fit the smallest window, and only what its table allows."""

import re
import string

import pytest
from rich.cells import cell_len

from engine.api import Condition, View, condition_of, find_game, games
from tests.conformance.cases import Case, Playing, every_option, presets
from tui.table.coach.card import card_lines, card_look
from tui.table.game_words import holds_at, layout_at, read_layout
from tui.table.geometry import LEAST_HEIGHT, LEAST_WIDTH, TableNeeds, plan_table
from tui.table.key_bindings import KeyNames
from tui.widgets.global_keys import KEY_OF
from tui.widgets.glyphs import ASCII, UNICODE, with_pack
from tui.widgets.packs import read_pack

from ....harness.slow import one_of_each

LINES, ROOM = 6, LEAST_WIDTH - 3
TABLES = presets() + every_option()


def presets_of(game: str) -> list[Case]:
    return [case for case in presets() if case.game_id == game]


def view_of(case: Case) -> View:
    """What the first player sees of a table of the case."""
    return Playing.begin(case, "card").views[0]


def told(case: Case) -> list[tuple[str, str]]:
    """The card of the case's table."""
    layout = read_layout(case.game)
    return card_lines(layout, view_of(case), KeyNames(layout))


@pytest.mark.parametrize("case", one_of_each(TABLES, lambda case: case.game_id), ids=str)
def test_the_card_of_each_table_has_six_lines_that_fit_the_smallest_window(case: Case) -> None:
    lines = told(case)
    assert len(lines) == LINES
    assert len({head for head, _ in lines}) == LINES
    assert lines[0][0] == "Goal"
    assert lines[-1][0] == "Keys"
    head = max(cell_len(head) for head, _ in lines)
    for glyphs in (ASCII, UNICODE):
        written = with_pack(glyphs, read_pack(case.game), "both" if glyphs is UNICODE else "latin")
        for _, text in lines:
            assert head + 2 + cell_len(written.plain(text)) <= ROOM, text
            assert not set("{};") & set(text)
    title = card_look(read_layout(case.game), view_of(case), KeyNames(read_layout(case.game))).title
    assert cell_len(title) + 4 < LEAST_WIDTH


def test_the_card_has_room_in_the_smallest_window_at_every_table() -> None:
    for others in range(1, 8):
        assert plan_table(LEAST_WIDTH, LEAST_HEIGHT, TableNeeds(others)).area.height >= LINES + 2


@pytest.mark.parametrize("case", one_of_each(TABLES, lambda case: case.game_id), ids=str)
def test_the_card_names_keys_that_exist_and_moves_that_the_table_allows(case: Case) -> None:
    view, layout = view_of(case), read_layout(case.game)
    possible = {words.verb for words in layout.verbs_at(view)}
    options = {option.name for option in case.game.meta.options} - case.game.verbs
    named = {
        name
        for line in layout.card
        if holds_at(line.condition, view)
        for _, name, _, _ in string.Formatter().parse(line.text)
        if name
    }
    assert named <= possible | options | set(KEY_OF)
    assert {"hint", "help"} <= named


@pytest.mark.parametrize("case", one_of_each(TABLES, lambda case: case.game_id), ids=str)
def test_what_a_table_offers_is_possible_by_its_layout(case: Case) -> None:
    playing = Playing.begin(case, "possible")
    possible = {words.verb for words in read_layout(case.game).verbs_at(playing.views[0])}
    for _ in playing.acts(150):
        for decision in playing.table.decisions() if playing.table.over is None else ():
            assert {choice.verb for choice in decision.choices} <= possible


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_the_conditions_of_a_layout_name_options_and_values_that_exist(game: str) -> None:
    layout, meta = read_layout(find_game(game)), find_game(game).meta
    options = {option.name: option for option in meta.options}
    named = view_of(presets_of(game)[0]).game.circumstances(view_of(presets_of(game)[0]))
    conditions: list[Condition] = [line.condition for line in layout.card]
    conditions += [words.condition for words in layout.verbs.values()]
    conditions += [condition_of(variant) for variant in find_game(game).layout.get("variant", ())]
    for clause in (clause for each in conditions for clauses in each.alternatives for clause in clauses):
        if clause.option == "seats":
            assert all(meta.least_seats <= int(value) <= meta.most_seats for value in clause.values)
        elif clause.option not in named and isinstance(options[clause.option].default, str):
            assert set(clause.values) <= set(options[clause.option].choices)


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        (Case("khanhoo", 3), Case("khanhoo", 3, {"expose_taken_discard": True, "skin": "english"})),
        (Case("khanhoo", 3), Case("khanhoo", 2)),
        (Case("chinaso", 3), Case("chinaso", 3, {"express": True})),
        (Case("hearts", 4), Case("hearts", 4, {"omnibus": True, "moon": "choice"})),
        (Case("kanhu_qing", 3), Case("kanhu_qing", 3, {"honours": "wild"})),
    ],
    ids=str,
)
def test_the_card_differs_where_the_rules_do(usual: Case, other: Case) -> None:
    assert told(usual) != told(other)


def test_two_players_of_khanhoo_are_told_nothing_of_bumps_and_modern_ones_nothing_of_english_moves() -> None:
    layout = read_layout(find_game("khanhoo"))

    def verbs(seats: int, preset: str) -> set[str]:
        options = dict(find_game("khanhoo").meta.preset(preset).options)
        return {words.verb for words in layout.verbs_at(view_of(Case("khanhoo", seats, options)))}

    modern = {"discard", "out", "take", "leave"}
    assert verbs(2, "denexa") == modern
    assert verbs(3, "denexa") == modern | {"bump", "pass"}
    assert verbs(8, "english") == modern | {"bump", "pass", "orphan", "decline"}


@pytest.mark.parametrize("preset", ["denexa", "english"])
def test_without_a_stock_the_card_and_the_moves_speak_of_no_draw(preset: str) -> None:
    options = dict(find_game("khanhoo").meta.preset(preset).options) | {"orphan": False}
    for seats, has_stock in ((3, True), (4, False)):
        case = Case("khanhoo", seats, options)
        layout, turn = layout_at(view_of(case)), dict(told(case))["Turn"]
        texts = [turn, *(f"{words.label} {words.help} {words.first}" for words in layout.verbs.values())]
        assert any(re.search(r"\b(draw|stock|leave)", text) for text in texts) is has_stock
        assert ("stock" in dict(layout.piles)) is has_stock


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_the_coach_has_a_short_sentence_for_the_moves_of_each_game(game: str) -> None:
    layouts = [layout_at(view_of(case)) for case in presets_of(game)]
    sentences = {words.first for layout in layouts for words in layout.verbs.values() if words.first}
    assert len(sentences) >= 3
    for sentence in sentences:
        assert cell_len(sentence) <= 55
        assert sentence.endswith(".")
        assert sentence[0].islower()
        assert not sentence.startswith(("or ", "and "))
