"""Faces that are not French: in letters, in their own signs, in both, and what else is read of a layout."""

import pytest
from rich.cells import cell_len
from rich.style import Style

from engine.api import Card, find_game, games
from tui.config.themes import styles_of
from tui.table.game_words import read_layout
from tui.table.narration import printed, spoken
from tui.widgets.canvas import Grid
from tui.widgets.card_faces import draw_tile
from tui.widgets.fans import STEPS, draw_fan
from tui.widgets.glyphs import ASCII, UNICODE, face, with_pack
from tui.widgets.packs import FRENCH, make_pack, read_pack

from ..scene import grid_text

PACK = make_pack(
    {
        "C9": {"native": "九文", "latin": "C9", "suit": "cash"},
        "S5": {"native": "五索", "latin": "S5", "suit": "strings"},
        "TM": {"native": "千萬", "latin": "TM", "suit": "myriads"},
        "RF": {"native": "紅花", "latin": "RF", "suit": "flowers"},
    }
)
CARDS = tuple(PACK.faces)


def test_a_face_is_written_in_letters_or_in_its_own_signs() -> None:
    assert face(Card("C9"), with_pack(UNICODE, PACK, "native")) == "九文"
    assert face(Card("C9"), with_pack(UNICODE, PACK, "both")) == "C9"
    assert face(Card("C9"), with_pack(ASCII, PACK, "latin")) == "C9"
    assert face(Card("QS"), with_pack(UNICODE, PACK, "both")) == "Q♠"


def test_a_sentence_names_a_card_in_both_ways_and_is_drawn_in_those_that_can_be_shown() -> None:
    said = f"ann plays {spoken(Card('C9'), PACK)}, {spoken(Card('TM'), PACK)}"
    assert said == "ann plays C9 九文, TM 千萬"
    assert with_pack(UNICODE, PACK, "both").plain(said) == said
    assert with_pack(UNICODE, PACK, "native").plain(said) == "ann plays 九文, 千萬"
    assert with_pack(ASCII, PACK, "latin").plain(said) == "ann plays C9, TM"
    assert with_pack(ASCII, PACK, "latin").plain("the 紅花 is gone") == "the RF is gone"


def test_the_groups_of_suits_wear_colours_apart() -> None:
    assert len({PACK.tone(card) for card in CARDS}) == 4
    styles = {styles_of("felt").card(PACK.tone(card), "lit").color for card in CARDS}
    assert len(styles) == 4


@pytest.mark.parametrize("height", [3, 5])
@pytest.mark.parametrize("script", ["both", "native", "latin"])
def test_a_tile_shows_letters_and_signs_and_stays_within_its_cells(height: int, script: str) -> None:
    glyphs = with_pack(UNICODE, PACK, script)
    grid = Grid(9, height + 2, Style())
    draw_tile(grid, 1, 1, height, Card("C9"), styles_of("felt"), glyphs)
    text = grid_text(grid)
    assert ("C9" in text) == (script != "native")
    assert ("九文" in text) == (script != "latin")
    assert all(not line.strip() for line in (text.split("\n")[0], text.split("\n")[-1]))
    assert all(cell_len(line) <= 8 for line in text.split("\n"))


@pytest.mark.parametrize("step", STEPS)
def test_cards_over_each_other_show_one_writing(step: int) -> None:
    grid = Grid(20, 3, Style())
    cards = (Card("C9"), Card("S5"), Card("TM"))
    draw_fan(grid, 0, 0, 3, cards, styles_of("felt"), with_pack(UNICODE, PACK, "native"), step=step)
    rows = ["".join(sign for sign in row if sign not in " │") for row in grid_text(grid).split("\n")]
    assert rows[:2] == ["九五千", "文索萬"]


def test_half_of_a_wide_sign_is_never_sent_alone() -> None:
    one, other = Grid(6, 1, Style()), Grid(6, 1, Style())
    one.put(1, 0, "九文", Style())
    other.put(1, 0, "八文", Style())
    (region,) = one.changes(other)
    assert (region.x, region.width) == (1, 2)


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_every_card_of_every_game_has_a_face_of_few_cells(game: str) -> None:
    found = find_game(game)
    pack = read_pack(found)
    options = found.complete_options(found.meta.resolve({}), found.meta.usual_seats)
    for card in found.deck(options).faces:
        for base, script in ((UNICODE, "both"), (ASCII, "latin")):
            printed_face = face(card, with_pack(base, pack, script))
            assert 1 <= cell_len(printed_face) <= 3
            assert base is not ASCII or printed_face.isascii()


def test_a_sentence_of_a_game_names_its_cards_by_their_faces() -> None:
    found = find_game("kanhu_ming")
    deck = found.deck(found.meta.resolve({}))
    assert printed("C9 beats nothing, TM cannot be beaten", deck, read_pack(found)) == (
        "C9 九文 beats nothing, TM 千萬 cannot be beaten"
    )
    assert read_pack(find_game("hearts")) is FRENCH


def test_a_layout_says_where_play_goes_and_what_lies_in_a_trick() -> None:
    assert read_layout(find_game("kanhu_ming")).turns == "right"
    assert read_layout(find_game("hearts")).turns == "left"
    assert read_layout(find_game("hearts")).trick_zones == ("trick",)


def test_a_name_of_the_records_is_shown_as_players_read_it() -> None:
    solo = find_game("solo")
    pack = read_pack(solo)
    assert printed("Is it a solo in color?", solo.deck({}), pack) == "Is the bid a favoured solo?"
    assert pack.named("partner of the simple in color") == "partner of the favoured simple game"
    assert "color" not in " ".join(str(words) for words in solo.layout["words"].values())
