"""Cards as they are drawn: whole, in fans and in one line, in every size, state and depth of colours."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color
from rich.style import Style

from engine.api import JOKER, UNKNOWN, Card, find_game
from tui.widgets.canvas import Grid
from tui.widgets.cards import (
    ABOVE,
    BELOW,
    FAN_GAPS,
    FAN_STEPS,
    CardView,
    Fan,
    card_width,
    fit_fan,
    fit_rows,
    paint_card,
    paint_fan,
    paint_place,
    paint_slip,
    slip_width,
)
from tui.widgets.figures import ACES, COURTS, PIPS, STICKS
from tui.widgets.glyphs import ASCII, UNICODE, Glyphs, face, short_face, with_pack
from tui.widgets.packs import FRENCH, Pack, read_pack

from ..scene import grid_text

_COLOURS: Final[Mapping[str, tuple[str, int, int]]] = {
    "ground": ("#1c4a38", 23, 0),
    "line": ("#6fa287", 72, 2),
    "text": ("#f6efdc", 230, 15),
    "dim": ("#bcd0b9", 151, 7),
    "back": ("#27466f", 24, 4),
    "back2": ("#6e93bd", 110, 12),
    "shadow": ("#0f2d22", 233, 0),
    "paper": ("#f4ead0", 230, 15),
    "paper_dim": ("#cabd98", 187, 7),
    "shade": ("#9c8d69", 144, 8),
    "ink": ("#1d1916", 16, 0),
    "suit_S": ("#1d1916", 16, 0),
    "suit_H": ("#920f12", 88, 1),
    "suit_D": ("#133f86", 19, 4),
    "suit_C": ("#124c29", 22, 0),
    "suit_J": ("#5b2a78", 54, 5),
    "gold": ("#eabf5c", 221, 11),
    "gold_ink": ("#1d1916", 16, 0),
    "seal": ("#b3261e", 124, 1),
    "seal_ink": ("#fff6e0", 230, 15),
    "court_gold": ("#d9a62e", 178, 3),
    "court_red": ("#b3261e", 124, 1),
    "court_blue": ("#2a5699", 25, 4),
    "court_green": ("#3d7a4a", 65, 2),
    "court_skin": ("#e6c19a", 223, 11),
    "court_hair": ("#7a4a1e", 94, 0),
    "court_beard": ("#8c8577", 245, 8),
    "court_white": ("#fffaf0", 231, 15),
    "court_ink": ("#1d1916", 16, 0),
}


@dataclass(frozen=True)
class _Look:
    colours: Mapping[str, Color | None]
    outlined: bool = False

    @property
    def ground(self) -> Style:
        return Style(bgcolor=self.colours["ground"])


LOOKS: Final = {
    "true": _Look({name: Color.parse(values[0]) for name, values in _COLOURS.items()}),
    "256": _Look({name: Color.from_ansi(values[1]) for name, values in _COLOURS.items()}),
    "16": _Look({name: Color.from_ansi(values[2]) for name, values in _COLOURS.items()}),
    "none": _Look(dict.fromkeys(_COLOURS), outlined=True),
}
DEPTHS: Final = {
    "true": (LOOKS["true"], UNICODE),
    "256": (LOOKS["256"], UNICODE),
    "16": (LOOKS["16"], UNICODE),
    "none": (LOOKS["none"], UNICODE),
    "ascii": (LOOKS["none"], ASCII),
    "ascii in colours": (LOOKS["true"], ASCII),
}
FRENCH_CARDS: Final = (
    *(
        Card(rank + suit)
        for suit in "SHDC"
        for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    ),
    JOKER,
)
PACKS: Final = {"french": FRENCH, **{name: read_pack(find_game(name)) for name in ("kanhu_ming", "kanhu_qing")}}
WRITINGS: Final = [("french", "both"), *product(("kanhu_ming", "kanhu_qing"), ("latin", "both", "native"))]
HEIGHTS: Final = (3, 4, 5, 7)
PLAIN: Final = CardView(UNKNOWN)
BELOW_THE_EDGE: Final = CardView(UNKNOWN, sunk=True, cursor=True)
RAISED: Final = CardView(UNKNOWN, selected=True, cursor=True, hint="h", new=True)
MARGIN: Final = 3


def _cards(pack: Pack) -> tuple[Card, ...]:
    return tuple(pack.faces) or FRENCH_CARDS


def _in_all_states(card: Card) -> list[CardView]:
    return [
        CardView(card, sunk, selected, cursor, "h" * has_hint, new, last)
        for sunk, selected, cursor, has_hint, new, last in product((False, True), repeat=6)
    ]


def _painted(fan: Fan, look: _Look, glyphs: Glyphs) -> Grid:
    """A fan with an empty margin around it."""
    grid = Grid(fan.width + 2 * MARGIN, fan.height + ABOVE + BELOW + 2 * MARGIN, look.ground)
    paint_fan(grid, MARGIN, MARGIN + ABOVE, fan, look, glyphs)
    return grid


def _free(view: CardView, height: int, look: _Look, glyphs: Glyphs, *, is_pile: bool = False) -> Grid:
    """A whole card with an empty margin around it."""
    grid = Grid(card_width(height, glyphs) + is_pile + 2 * MARGIN, height + ABOVE + BELOW + 2 * MARGIN, look.ground)
    paint_card(grid, MARGIN, MARGIN + ABOVE, height, view, look, glyphs, is_pile=is_pile)
    return grid


def _touched(grid: Grid, look: _Look) -> set[tuple[int, int]]:
    empty = (" ", look.ground)
    return {(x, y) for y, row in enumerate(grid.rows) for x, cell in enumerate(row) if cell != empty}


def _is_whole(grid: Grid) -> bool:
    """Whether every row is as wide as the grid, with no half of a wide sign."""
    return all(cell_len(grid.strip(y).text) == grid.width for y in range(grid.height))


def _fan_of(view: CardView, height: int, step: int, glyphs: Glyphs) -> Fan:
    """A card between two others."""
    other = CardView(_cards(glyphs.pack)[1])
    return Fan(((other, view, other),), height, step, step + 1, ())


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(("height", "step"), [(4, 3), (4, 4), (5, 4), (5, 6), (7, 8)])
def test_states_differ(depth: str, height: int, step: int) -> None:
    """All sixty-four sets of states of a card in a fan look different, in every depth, of faces and of backs."""
    look, glyphs = DEPTHS[depth]
    for card in (Card("10H"), Card("KS"), UNKNOWN):
        shown = [_painted(_fan_of(view, height, step, glyphs), look, glyphs) for view in _in_all_states(card)]
        assert len({tuple(map(tuple, grid.rows)) for grid in shown}) == 64


@pytest.mark.parametrize("base", [UNICODE, ASCII])
@pytest.mark.parametrize(("height", "step"), [(4, 3), (5, 4), (5, 6), (7, 8)])
def test_states_differ_in_signs_alone(base: Glyphs, height: int, step: int) -> None:
    """Without colours and without bold, the sets of states still differ."""
    look = LOOKS["none"]
    for card in (Card("10H"), UNKNOWN):
        texts = [grid_text(_painted(_fan_of(view, height, step, base), look, base)) for view in _in_all_states(card)]
        assert len(set(texts)) == 64


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("height", HEIGHTS)
def test_states_of_a_free_card_differ(depth: str, height: int) -> None:
    """All sets of states of a card that lies free look different."""
    look, glyphs = DEPTHS[depth]
    shown = [_free(view, height, look, glyphs) for view in _in_all_states(Card("10H"))]
    assert len({tuple(map(tuple, grid.rows)) for grid in shown}) == 64


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(("pack", "script"), WRITINGS)
def test_a_card_stays_in_its_place(depth: str, pack: str, script: str) -> None:
    """No card of any pack paints outside its columns, and outside the rows above and below that are its own; no sign of
    two cells is cut; every cell that is its own has a colour."""
    look, base = DEPTHS[depth]
    if not look.outlined:
        look = _Look({**look.colours, "ground": Color.parse("#010203")})  # a colour that no card has
    glyphs = with_pack(base, PACKS[pack], script if base is UNICODE else "latin")
    for card, height in product((*_cards(PACKS[pack])[:: 1 if depth == "true" else 5], UNKNOWN), HEIGHTS):
        for states in (PLAIN, BELOW_THE_EDGE, RAISED):
            view = replace(states, card=card)
            grid = _free(view, height, look, glyphs, is_pile=True)
            assert _is_whole(grid)
            width = card_width(height, glyphs) + 1
            for x, y in _touched(grid, look):
                assert MARGIN <= x < MARGIN + width
                assert MARGIN <= y < MARGIN + ABOVE + height + BELOW
            if not look.outlined:
                top = MARGIN + ABOVE + view.sunk - view.selected
                for y, x in product(range(top, top + height - view.sunk), range(MARGIN, MARGIN + width - 1)):
                    style = grid.rows[y][x][1]
                    assert style.bgcolor is not None
                    assert not style.bgcolor.is_default
                    assert style.bgcolor != look.colours["ground"]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(("pack", "script"), WRITINGS)
def test_an_index_can_be_read(depth: str, pack: str, script: str) -> None:
    """In every fan and state, the name of each card stands on it: in letters, or in its own writing."""
    look, base = DEPTHS[depth]
    is_native = script == "native" and base is UNICODE
    glyphs = with_pack(base, PACKS[pack], script if base is UNICODE else "latin")
    cards = _cards(PACKS[pack])
    for step, height in product(FAN_STEPS, (4, 5, 7)):
        if step + 1 > card_width(height, glyphs):
            continue
        for states in (PLAIN, BELOW_THE_EDGE, RAISED):
            fan = Fan((tuple(replace(states, card=card) for card in cards),), height, step, step + 1, ())
            grid = _painted(fan, look, glyphs)
            assert _is_whole(grid)
            top = MARGIN + ABOVE + states.sunk - states.selected
            for index, card in enumerate(cards):
                left = MARGIN + step * index
                inside = [row[left + 1 : left + step] for row in grid.rows[top : top + height]]
                rows = ["".join(sign for sign, _ in row) for row in inside]
                if step == 2:
                    assert "".join(rows).startswith(short_face(card, glyphs))
                elif is_native:
                    assert "".join(rows).replace(" ", "").startswith(glyphs.pack.native(card))
                elif step == 3:
                    assert (rows[0].strip() + rows[1]).startswith(face(card, glyphs))
                else:
                    assert rows[0].startswith(face(card, glyphs))


@pytest.mark.parametrize("depth", ["true", "none", "ascii"])
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from((*FRENCH_CARDS, UNKNOWN)), min_size=1, max_size=7), min_size=1, max_size=6),
    st.sampled_from((4, 5, 7)),
    st.integers(20, 200),
    st.booleans(),
)
def test_a_fan_is_as_wide_as_it_says(
    depth: str, groups: list[list[Card]], height: int, width: int, is_chosen: bool
) -> None:
    """The columns that are painted are those of its width; its places are the columns in sight of each card."""
    look, glyphs = DEPTHS[depth]
    fan = fit_fan([[CardView(card, selected=is_chosen) for card in group] for group in groups], width, height, glyphs)
    count = sum(map(len, groups))
    assert len(fan.places) == count
    assert fan.width <= width or fan.step == FAN_STEPS[-1]
    columns = {x - MARGIN for x, _ in _touched(_painted(fan, look, glyphs), look)}
    assert (min(columns), max(columns)) == (0, fan.width - 1)
    assert columns == {x + each for x, sight in fan.places for each in range(sight)}


def test_the_largest_step_that_fits() -> None:
    """A step larger by one, a whole last card or a larger gap would not fit."""
    views = [[CardView(Card("AH"))] * 3, [CardView(Card("KS"))] * 4]
    seen = set()
    for width in range(20, 90):
        fan = fit_fan(views, width, 5, UNICODE)
        seen.add((fan.step, fan.last, fan.gaps[0]))
        better = [
            (step, last, gap)
            for step in FAN_STEPS
            if step < 7
            for last in (7, step + 1)
            for gap in FAN_GAPS
            if 5 * step + 2 * last + gap <= width
        ]
        assert (fan.step, fan.last, fan.gaps[0]) == max(better)
    assert {step for step, _, _ in seen} == {2, 3, 4, 5, 6}


def test_a_caption_gets_free_columns() -> None:
    """Groups move apart for the words over them as far as the width allows, and not at the cost of a step."""
    views = [[CardView(Card("AH"))], [CardView(Card("KS"))], [CardView(Card("2D"))]]
    assert fit_fan(views, 40, 5, UNICODE, captions=(12, 0, 0)).starts == (0, 13, 22)
    assert fit_fan(views, 26, 5, UNICODE, captions=(12, 12, 0)).width == 26
    assert fit_fan(views, 25, 5, UNICODE, captions=(12, 12, 0)).width == 25
    assert fit_fan([], 25, 5, UNICODE).width == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 9), max_size=8), st.integers(12, 80), st.integers(1, 3), st.sampled_from((3, 5, 7)))
def test_rows_of_fans_hold_all_cards(sizes: list[int], width: int, rows: int, height: int) -> None:
    """Fans under each other show every card once, in their order, within the width and the rows."""
    views = [
        [CardView(FRENCH_CARDS[10 * group + each % 10]) for each in range(size)] for group, size in enumerate(sizes[:5])
    ]
    fans = fit_rows(views, width, rows, height, UNICODE)
    if fans is not None:
        assert len(fans) <= rows
        assert all(fan.width <= width for fan in fans)
        shown = [view for fan in fans for group in fan.groups for view in group]
        assert shown == [view for group in views for view in group]
        assert len({fan.step for fan in fans}) <= 1


def test_rows_of_fans_need_room() -> None:
    """A group goes on in the next row; where the rows are not enough, there is nothing."""
    views = [[CardView(Card("AH"))] * 9]
    fans = fit_rows(views, 20, 2, 5, UNICODE)
    assert fans is not None
    assert [len(fan.groups[0]) for fan in fans] == [5, 4]
    assert fit_rows(views, 20, 1, 5, UNICODE) is None


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(("pack", "script"), WRITINGS)
def test_a_slip_is_as_wide_as_it_says(depth: str, pack: str, script: str) -> None:
    """Cards in one row take the columns that are told beforehand."""
    look, base = DEPTHS[depth]
    glyphs = with_pack(base, PACKS[pack], script if base is UNICODE else "latin")
    for count in range(1, 6):
        cards = (*_cards(PACKS[pack])[-count:], UNKNOWN)
        grid = Grid(80, 3, look.ground)
        assert paint_slip(grid, 2, 1, cards, look, glyphs) == 2 + slip_width(cards, glyphs)
        assert {y for _, y in _touched(grid, look)} == {1}
        assert _is_whole(grid)


@pytest.mark.parametrize("depth", DEPTHS)
def test_an_empty_place(depth: str) -> None:
    """The outline of a place where nothing lies holds a short word, and no longer one than it has room for."""
    look, glyphs = DEPTHS[depth]
    grid = Grid(20, 9, look.ground)
    paint_place(grid, 2, 2, 5, look, glyphs, "yours")
    assert "yours" in grid_text(grid)
    assert {x for x, _ in _touched(grid, look)} == set(range(2, 9))
    paint_place(grid, 2, 2, 5, look, glyphs, "too long")
    assert "too" not in grid_text(grid)


def test_a_card_throws_a_shade() -> None:
    """The left half of an edge is shade where a card lies under it, and the table where none does."""
    look = LOOKS["true"]
    grid = _painted(_fan_of(CardView(Card("KS"), selected=True), 5, 4, UNICODE), look, UNICODE)

    def beside(x: int, y: int) -> Color | None:
        sign, style = grid.rows[MARGIN + y][MARGIN + x]
        assert (sign, style.bgcolor) == ("▌", look.colours["paper"])
        return style.color

    assert beside(4, 0) == look.colours["ground"], "nothing lies beside a card that stands higher"
    assert beside(4, 1) == look.colours["shade"]
    assert beside(0, 1) == look.colours["ground"]


def test_an_edge_on_the_own_background_of_the_terminal() -> None:
    """Where the table is the terminal's own background, an edge has no other colour but that of paper."""
    look = replace(LOOKS["16"], colours={**LOOKS["16"].colours, "ground": Color.default()})
    row = _free(CardView(Card("2S")), 5, look, UNICODE).rows[MARGIN + ABOVE + 2]
    for x, sign in ((MARGIN, "▐"), (MARGIN + 6, "▌")):
        assert row[x] == (sign, Style(color=look.colours["paper"], bgcolor=Color.default()))


def test_narrow_fans_are_calm() -> None:
    """In a fan of fewer than six columns a card has an index and one sign; in wider ones as many pips as it counts."""
    for step, signs in ((4, 2), (5, 2), (6, 9)):
        fan = _fan_of(CardView(Card("8D")), 5, step, UNICODE)
        assert grid_text(_painted(fan, LOOKS["true"], UNICODE)).count("♦") == signs


def test_cards_bear_as_many_pips_as_they_count() -> None:
    """Each table of pips has as many as its number says, in no more rows and columns than there are."""
    for tables in (PIPS, STICKS):
        for rows, table in tables.items():
            for count, lines in table.items():
                assert sum(line.count("o") for line in lines) == count
                assert len(lines) == rows
                assert max(map(len, lines)) <= 5


def test_figures_have_their_size() -> None:
    """Courts reach from the row below the index to the foot; the large pip of an ace leaves a row free at its ends."""
    for width, height in ((5, 5), (7, 7)):
        for figure in COURTS[width].values():
            assert {len(line) for line in figure} == {width}
            assert len(figure) == 2 * (height - 1)
        for lines in ACES[width].values():
            assert {len(line) for line in lines} == {5}
            assert len(lines) <= height - 2


@pytest.mark.parametrize("step", [4, 5, 6])
def test_both_eyes_are_in_sight(step: int) -> None:
    """A court in a fan shows both its eyes, however narrow."""
    for height, rank in product((5, 7), ("JS", "QH", "KC", "*")):
        fan = _fan_of(CardView(Card(rank)), height, step, UNICODE)
        text = grid_text(_painted(fan, LOOKS["true"], UNICODE))
        assert (text.count("▝"), text.count("▘")) == (1, 1)


def test_only_signs_that_fonts_have() -> None:
    """Cards are drawn with the few signs that common fonts of terminals have."""
    signs = set("─│╭╮╰╯╳▀▄█▌▐▘▝▲◆◎▣║★♠♣♥♦═_+[] ")
    for depth in ("true", "none"):
        look, base = DEPTHS[depth]
        for pack, height in product(PACKS.values(), HEIGHTS):
            glyphs = with_pack(base, pack, "latin")
            for card, states in product((*_cards(pack), UNKNOWN), (PLAIN, replace(RAISED, sunk=True, last=True))):
                shown = grid_text(_free(replace(states, card=card), height, look, glyphs))
                assert {sign for sign in shown if not sign.isalnum() and sign != "\n"} <= signs


def test_half_of_a_wide_sign_is_never_left() -> None:
    """What covers half of a sign of two cells takes its other half away."""
    for x in (1, 2, 3, 4):
        grid = Grid(6, 1, Style())
        grid.put(1, 0, "九文", Style())
        grid.put(x, 0, "a", Style())
        assert cell_len(grid.strip(0).text) == 6
        assert grid.sign(x, 0) == "a"
        assert grid_text(grid).strip(" a") in ("九", "文")
