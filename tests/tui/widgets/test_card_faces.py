"""Card faces, the key bar, themes: what a terminal is asked to show."""

import re
from itertools import combinations

import pytest
from rich.cells import cell_len
from rich.color import Color
from rich.style import Style

from engine.api import JOKER, UNKNOWN, Card
from tui.config.themes import ANSI, MONO, PALETTES, THEME_NAMES, fitting_theme, styles_of, textual_themes
from tui.widgets.canvas import Grid, fit_cells, fit_clauses
from tui.widgets.card_faces import draw_chips, draw_tile
from tui.widgets.glyphs import ASCII, UNICODE, Glyphs, face, short_face
from tui.widgets.key_bar import key_word
from tui.widgets.pips import draw_pips

from ..scene import grid_text

SUITS = ("S", "H", "D", "C")
PLAIN = Style()
CONSOLE = {
    "black": "#000000",
    "red": "#aa0000",
    "yellow": "#aa5500",
    "blue": "#0000aa",
    "magenta": "#aa00aa",
    "white": "#aaaaaa",
}
XTERM = {
    "black": "#000000",
    "red": "#cd0000",
    "yellow": "#cdcd00",
    "blue": "#0000ee",
    "magenta": "#cd00cd",
    "white": "#e5e5e5",
}
"""Colours as a Linux console and an xterm draw them."""


@pytest.mark.parametrize(("glyphs", "printed"), [(UNICODE, "10♥ Q♠ ★ ▒▒"), (ASCII, "10H QS * ##")])
def test_a_card_is_printed_as_rank_and_suit(glyphs: Glyphs, printed: str) -> None:
    cards = (Card("10H"), Card("QS"), JOKER, UNKNOWN)
    assert " ".join(face(card, glyphs) for card in cards) == printed


def test_a_crowded_fan_prints_the_ten_as_one_letter() -> None:
    assert short_face(Card("10D"), UNICODE) == "T♦"
    assert short_face(Card("9D"), UNICODE) == "9♦"


def test_suits_are_bare_glyphs_one_cell_wide() -> None:
    for suit in SUITS:
        assert cell_len(UNICODE.suits[suit]) == 1
        assert len(UNICODE.suits[suit]) == 1


def test_ascii_faces_hold_ascii_alone() -> None:
    signs = "".join(str(value) for value in vars(ASCII).values() if isinstance(value, str))
    assert signs.isascii()
    assert ASCII.plain("A♠ – “§4.2” … José").isascii()
    assert ASCII.plain("José, Čeněk 看") == "Jose, Cenek ?"
    assert ASCII.plain("A♠ · 2♥") == "AS - 2H"


@pytest.mark.parametrize("name", ["joker", "point", "turn", "new"])
def test_a_sign_of_the_table_is_the_same_in_words_about_it(name: str) -> None:
    assert ASCII.plain(getattr(UNICODE, name)) == getattr(ASCII, name)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("height", [3, 5])
def test_a_tile_shows_its_face_and_stays_within_its_cells(glyphs: Glyphs, height: int) -> None:
    grid = Grid(7, height, PLAIN)
    draw_tile(grid, 0, 0, height, Card("10S"), styles_of("felt"), glyphs)
    assert face(Card("10S"), glyphs) in grid_text(grid)
    other = Grid(9, height + 2, PLAIN)
    draw_tile(other, 1, 1, height, Card("10S"), styles_of("felt"), glyphs)
    assert not other.strip(0).text.strip()
    assert not other.strip(height + 1).text.strip()


def test_a_back_shows_no_face() -> None:
    grid = Grid(7, 5, PLAIN)
    draw_tile(grid, 0, 0, 5, UNKNOWN, styles_of("felt"), UNICODE)
    assert set(grid_text(grid)) <= {"▒", "\n"}


def test_chips_stand_a_blank_apart() -> None:
    grid = Grid(20, 1, PLAIN)
    assert draw_chips(grid, 0, 0, (Card("JC"), Card("10C")), styles_of("felt"), UNICODE) == 6
    assert grid_text(grid) == "J♣ 10♣"


def test_a_grid_never_holds_a_sign_that_cannot_be_printed() -> None:
    grid = Grid(30, 1, PLAIN)
    grid.put(0, 0, "a\x1b[31m\u202eb\x9b\u2066c\x07", PLAIN)
    assert grid_text(grid) == "a[31mbc"


def test_a_wide_sign_takes_two_cells_and_is_dropped_where_only_one_is_left() -> None:
    grid = Grid(3, 1, PLAIN)
    assert grid.put(0, 0, "文文", PLAIN) == 4
    assert grid_text(grid) == "文"
    assert cell_len(grid.strip(0).text) == 3


def test_a_grid_names_only_the_cells_that_changed() -> None:
    before, after = Grid(10, 3, PLAIN), Grid(10, 3, PLAIN)
    after.put(4, 1, "ab", PLAIN)
    regions = list(after.changes(before))
    assert [(r.x, r.y, r.width, r.height) for r in regions] == [(4, 1, 2, 1)]


def test_a_text_that_is_cut_says_so_and_fits() -> None:
    assert fit_cells("a long name", 6) == "a lon…"
    assert cell_len(fit_cells("文字文字", 5)) <= 5
    assert fit_cells("ann", 3) == "ann"
    assert fit_clauses("a name, and more", 9, "…") == "a name …"
    assert fit_clauses("a name, and more", 0, "…") == "", "no row, no ellipsis"


def test_keys_are_written_as_on_the_keyboard() -> None:
    assert [key_word(key) for key in ("enter", "left,right", "question_mark", "ctrl+c", "s")] == [
        "Enter", "←→", "?", "^c", "s",
    ]  # fmt: skip
    assert key_word("left,right", ascii=True).isascii()


def _luminance(colour: str) -> float:
    parts = [channel / 255 for channel in Color.parse(colour).get_truecolor()]
    red, green, blue = ((c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", PALETTES)
def test_every_theme_is_readable(name: str) -> None:
    palette = PALETTES[name]
    for suit in SUITS:
        assert _contrast(palette.suits[suit], palette.tile) >= 4.5
        assert _contrast(palette.suits[suit], palette.tile_pick) >= 3
        assert _contrast(palette.suits[suit], palette.tile_spare) >= 3.5
        assert _contrast(palette.suits[suit], palette.tile_dim) >= 2.5
    for word in (palette.ink, palette.faint, palette.accent, palette.good, palette.bad):
        assert _contrast(word, palette.felt) >= 4.5
    for word in (palette.ink, palette.faint, palette.accent):
        assert _contrast(word, palette.bar) >= 4.5


@pytest.mark.parametrize("ground", ["#000000", "#ffffff"])
@pytest.mark.parametrize("terminal", [CONSOLE, XTERM], ids=["console", "xterm"])
def test_words_in_a_terminals_own_colours_are_readable_on_black_and_on_white(
    terminal: dict[str, str], ground: str
) -> None:
    for role, style in styles_of(ANSI).words.items():
        is_word = role != "sliver" and style.color is not None and style.bgcolor == Color.parse("default")
        if is_word and style.color is not None and style.color.name != "default":
            assert _contrast(terminal[style.color.name], ground) >= 2.5, role


CONSOLE_COLOURS = [
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
]


def _drawn_on_console(style: Style) -> tuple[str, str]:
    """Colours of the words and behind them, as Linux draws them (build_attr in vt.c): it first makes dimmed words grey,
    then reverses the colours, then makes those of bold words brighter."""
    fore, back = (
        usual if colour is None or colour.number is None else colour.number
        for colour, usual in ((style.color, 7), (style.bgcolor, 0))
    )
    fore = 8 if style.dim else fore
    if style.reverse:
        fore, back = fore & 8 | back, fore & 7
    return CONSOLE_COLOURS[fore ^ 8 if style.bold else fore], CONSOLE_COLOURS[back]


@pytest.mark.parametrize("name", [ANSI, MONO])
def test_words_and_cards_are_readable_on_a_linux_console(name: str) -> None:
    look = styles_of(name)
    styles = {role: style for role, style in look.words.items() if role != "sliver"} | dict(look.cards)
    for role, style in styles.items():
        has_own = {style.color, style.bgcolor} <= {None, Color.parse("default")}
        assert _contrast(*_drawn_on_console(style)) >= (4.5 if has_own and not style.dim else 2.5), role


@pytest.mark.parametrize("terminal", [CONSOLE, XTERM], ids=["console", "xterm"])
def test_cards_in_a_terminals_own_colours_are_readable(terminal: dict[str, str]) -> None:
    for tint in ("lit", "pick"):
        for suit in (*SUITS, ""):
            style = styles_of(ANSI).card(suit, tint)
            assert style.color is not None
            assert style.bgcolor is not None
            assert _contrast(terminal[style.color.name], terminal[style.bgcolor.name]) >= 2.5, (suit, tint)


def test_the_four_suits_have_four_colours_and_two_when_asked() -> None:
    four = {styles_of("felt").card(suit, "lit").color for suit in SUITS}
    two = {styles_of("felt", "two").card(suit, "lit").color for suit in SUITS}
    assert (len(four), len(two)) == (4, 2)


def test_the_colourless_look_has_no_colour_and_still_tells_cards_apart() -> None:
    mono = styles_of(MONO)
    assert all(style.color is None and style.bgcolor is None for style in mono.words.values())
    tints = [mono.card("S", tint) for tint in ("lit", "dim", "pick")]
    assert all(one != other for one, other in combinations(tints, 2))
    assert mono.outlined


def test_every_look_has_every_role() -> None:
    roles = set(styles_of("felt").words)
    assert all(set(styles_of(name).words) == roles for name in THEME_NAMES)


def test_textual_knows_every_theme_by_the_same_name() -> None:
    themes = {theme.name: theme for theme in textual_themes()}
    assert set(themes) == set(THEME_NAMES)
    assert themes[ANSI].ansi
    assert themes[MONO].ansi


@pytest.mark.parametrize(
    ("wanted", "no_color", "colours", "fits"),
    [
        ("felt", False, "truecolor", "felt"),
        ("claret", False, "256", "claret"),
        ("felt", True, "truecolor", MONO),
        ("felt", False, "standard", ANSI),
        ("no such theme", False, "truecolor", "felt"),
    ],
)
def test_the_theme_fits_the_terminal(wanted: str, no_color: bool, colours: str, fits: str) -> None:
    assert fitting_theme(wanted, no_color=no_color, colours=colours) == fits


def test_no_emoji_form_is_ever_printed() -> None:
    signs = "".join(str(value) for value in vars(UNICODE).values())
    assert not re.search("[\ufe0e\ufe0f\U0001f000-\U0001faff]", signs)


@pytest.mark.parametrize("theme", [ANSI, MONO])
def test_a_column_of_the_log_is_no_bright_block_in_the_colours_of_the_terminal(theme: str) -> None:
    look = styles_of(theme)
    assert look["panel"].bgcolor == look["felt"].bgcolor
    assert not any(look[role].reverse for role in ("panel", "panel_strong", "panel_faint"))


@pytest.mark.parametrize("edge", [False, True])
@pytest.mark.parametrize("rows", [5, 7, 9])
def test_pips_stand_in_the_middle(rows: int, edge: bool) -> None:
    """The pips of a card are in the middle of what is in sight of it, and never on its edge."""
    for room in range(3, 14):
        for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"):
            grid = Grid(room, rows, PLAIN)
            draw_pips(grid, 0, 0, rows, Card(f"{rank}H"), PLAIN, UNICODE, room=room, edge=edge)
            columns = [x for row in grid.rows for x, (sign, _) in enumerate(row) if sign != " "]
            before, after = min(columns) - edge, room - 1 - max(columns)
            assert before >= 0
            assert abs(before - after) <= 1, (room, rank, grid_text(grid))
