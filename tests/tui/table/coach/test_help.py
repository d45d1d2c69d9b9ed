"""The help of a table: the card, what can be done now, the marks, and the keys of what the table allows."""

import pytest

from tests.conformance.cases import Case, Playing, presets
from tui.table.game_words import layout_at
from tui.table.help import table_help
from tui.table.key_bindings import has_melds, table_keys

from ....harness.screens import settled
from ....harness.tabletop import TableApp
from ...scenes_table import hearts


def told(case: Case, *verbs: str, seated: bool = True, alone: bool = False) -> str:
    """The help at a table of the case, where these moves can be made now."""
    view, layout = Playing.begin(case, "help").views[0], layout_at(Playing.begin(case, "help").views[0])
    offers = [("x", layout.verb(verb)) for verb in verbs]
    actions = table_keys().values()
    return table_help(view, actions, now="▸ Your turn.", offers=offers, seated=seated, owns=seated, alone=alone)


@pytest.mark.parametrize("case", presets(), ids=str)
def test_the_help_is_about_what_the_table_has(case: Case) -> None:
    view = Playing.begin(case, "help").views[0]
    game, layout, text = case.game, layout_at(view), told(case)
    possible = layout.verbs_at(view)
    assert all(f": {words.label}. {words.help}" in text for words in possible)
    assert all(f": {words.label}. {words.help}" not in text for words in layout.verbs.values() if words not in possible)
    assert ("When you lay out groups" in text) == bool(layout.groups)
    assert ("If the program shows you a card" in text) == game.plan.shows_once
    assert ("When the table asks whether you claim a card" in text) == any(
        phase.window for phase in game.phases.values()
    )
    assert ("n: always pass" in text) == any(words.declines for words in possible)
    assert ("m again: the melds of all players" in text) == has_melds(Playing.begin(case, "help").views[0], layout)
    assert f"]: point at {layout.next_card}." in text
    assert ("★" in text) == ("*" in game.deck(Playing.begin(case, "help").views[0].options).cards)


@pytest.mark.parametrize("game", ["hearts", "solo"])
def test_the_help_of_a_game_without_melds_speaks_of_none(game: str) -> None:
    text = told(Case(game, 4))
    assert "meld" not in text.lower()
    assert "m: what scores in this game" in text


@pytest.mark.parametrize("case", presets(), ids=str)
def test_the_help_of_a_spectator_has_no_keys_of_a_player(case: Case) -> None:
    text = told(case, seated=False)
    assert text.startswith("Goal: ")
    assert "Left: look back" in text
    assert "hint" not in text
    assert "Your turn" not in text
    assert "select" not in text.replace("selected", "")


def test_the_help_begins_with_the_game_then_now_then_the_marks_then_the_keys() -> None:
    parts = told(Case("khanhoo", 3), "take", "leave").split("\n\n")
    assert parts[0].startswith("Goal: put all cards into melds")
    assert parts[1].startswith("▸ Your turn.\nx: take the discard. ")
    assert parts[2].startswith("▸ before a name")
    assert parts[3].startswith("Other moves at this table:\nd: discard. ")
    assert "take the discard." not in parts[3]
    assert "orphan" not in "".join(parts)


def test_alone_with_bots_the_help_speaks_of_no_other_people_and_in_company_of_no_move_taken_back() -> None:
    alone, company = told(Case("hearts", 4), alone=True), told(Case("hearts", 4))
    assert "u (people): the players, and how others can join." in alone
    for words in ("votes", "c (chat)", "You are the host", "✓ fair"):
        assert words in company
        assert words not in alone
    for words in ("z (take back)", "Space makes the bots move at once"):
        assert words in alone
        assert words not in company


def test_the_help_of_a_move_follows_the_options_of_the_table() -> None:
    usual, refusing = told(Case("khamul", 3)), told(Case("khamul", 3, {"false_call": "reject"}))
    assert "A call with more points costs you 20." in usual
    assert "The program refuses a call with more points, and your turn goes on." in refusing
    assert "A call with more points costs you" not in refusing


async def test_the_key_brings_the_card_back() -> None:
    app = TableApp(hearts(0, 2), coach="on")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        text = await settled(pilot)
        assert "Goal: get few points: the lowest total wins" in text
