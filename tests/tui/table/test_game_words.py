"""What the layouts of single games say where the usual words would be wrong."""

from collections.abc import Callable

import pytest

from engine.api import JOKER, Card, OptionValue, find_game
from tui.table.game_words import read_layout
from tui.table.narration import Narration, spoken_all

from ...harness.screens import settled
from ...harness.tabletop import NAMES, TableApp, Tabletop, new_table
from ..scene import screen_text
from ..scenes_games import USUAL, ming_lead
from ..scenes_table import hearts

CACHES: dict[str, OptionValue] = {"skin": "english", "copies": 4, "jokers": 1, "trio_quartette_cache": True}


def told(table: Tabletop) -> list[str]:
    """The log of a table."""
    story = Narration(table.view.game, table.view.viewer, NAMES.__getitem__, table.view.deck)
    story.catch_up(table.view.events)
    return [line.text for line in story.log]


def begun(game: str, seats: int, deal: str, **options: OptionValue) -> Tabletop:
    """A table at its first decision, seen by seat 0."""
    return Tabletop(new_table(game, seats=seats, deal=deal, options=options), 0, others_play=False).begin()


@pytest.mark.parametrize(("made", "word", "not_said"), [(ming_lead, "first", "dealer"), (hearts, "dealer", "first")])
async def test_the_dealer_has_the_name_that_the_game_gives(
    made: Callable[[], Tabletop], word: str, not_said: str
) -> None:
    async with TableApp(made()).run_test(size=USUAL) as pilot:
        await settled(pilot)
        shown = screen_text(pilot.app)
    assert word in shown
    assert not_said not in shown


@pytest.mark.parametrize(
    ("face_down", "said"),
    [(False, "bea plays C9 九文"), (True, "bea discards 1 card face down")],
    ids=["open", "hidden"],
)
def test_nobody_plays_a_card_of_kanhu_ming_that_is_sluffed(face_down: bool, said: str) -> None:
    table = begun("kanhu_ming", 2, "dealer: 0\n0: TM C7\n1: C9 C8", sluff_face_down=face_down)
    table.script("0 lead TM", "1 sluff C9")
    assert said in told(table)
    assert "ann plays TM 千萬" in told(table)


def fours() -> Tabletop:
    """Seat 1 has four fives, and its turn."""
    made = begun("khanhoo", 3, "dealer: 2\n0: KS\n1: 5H 5H 5H 5H", **CACHES).script("0 discard KS")
    return made.drive(lambda table: table.phase == "turn")


def test_a_quartette_comes_from_the_hand() -> None:
    table = fours().script("1 quartette 5H 5H 5H 5H")
    assert "bea lays down 5♥ 5♥ 5♥ 5♥ from the hand" in told(table)


def test_the_joker_has_a_name_alone_and_is_a_sign_among_cards() -> None:
    assert spoken_all([JOKER]) == "the joker"
    assert spoken_all([Card("7H"), JOKER]) == "7♥ ★"


def test_three_cards_and_the_fourth_are_laid_aside_for_a_cache() -> None:
    table = fours().script("1 cache 5H 5H 5H")
    assert told(table)[-1] == "bea lays 3 cards face down in a cache"
    table.script("1 quartette 5H")
    assert "bea lays 1 card face down in a cache" in told(table)


@pytest.mark.parametrize(
    ("verbs", "prompt"),
    [
        (["take", "leave"], "Your turn: take {discard}, or leave it."),
        (["leave"], "Your turn: you cannot take {discard}. Leave it and draw."),
        (["bump", "pass"], "Not your turn, but you may bump {discard}, or pass."),
        (["pass"], "Not your turn, and you cannot bump {discard}."),
        ([], "Do you want the discard?"),
    ],
)
def test_a_prompt_names_only_what_can_be_done(verbs: list[str], prompt: str) -> None:
    assert read_layout(find_game("khanhoo")).phase("claims").prompt(verbs) == prompt


@pytest.mark.parametrize(
    ("viewer", "lines"),
    [
        (0, ["You pass 10♠ J♠ Q♠ to bea", "di passes 10♥ J♥ Q♥ to you"]),
        (None, ["Everybody chooses three cards to pass"]),
    ],
)
def test_a_player_of_hearts_reads_only_of_the_cards_that_they_passed_and_got(
    viewer: int | None, lines: list[str]
) -> None:
    deal = "dealer: 3\n0: 10S JS QS 2C\n1: 10D JD QD\n2: 10C JC QC\n3: 10H JH QH"
    table = Tabletop(new_table("hearts", deal=deal), viewer, others_play=False).begin()
    table.script("0 pass 10S JS QS", "1 pass 10D JD QD", "2 pass 10C JC QC", "3 pass 10H JH QH")
    view = table.view
    story = Narration(view.game, view.viewer, NAMES.__getitem__, view.deck, reader=viewer)
    story.catch_up(view.events)
    assert [line.text for line in story.log if "pass" in line.text][-len(lines) :] == lines
