"""Cards as they are drawn: whole ones as tiles, rows of them as chips."""

from collections.abc import Iterable

from rich.cells import cell_len
from rich.style import Style

from engine.api import UNKNOWN, Card

from ..config.themes import Styles, Tint
from .canvas import Grid
from .glyphs import Glyphs, face, short_face
from .pips import draw_pips


def card_style(card: Card, look: Styles, glyphs: Glyphs, tint: Tint) -> Style:
    """The style of a card that lies there, or of the back of one that is not seen."""
    return look["back"] if card == UNKNOWN else look.card(glyphs.pack.tone(card), tint)


def tile_size(height: int) -> int:
    """Width of a tile of a height: 11 for nine rows, 9 for seven, 7 for five, 5 for three."""
    return 11 if height >= 9 else 9 if height >= 7 else 7 if height >= 5 else 5


def draw_tile(
    grid: Grid, x: int, y: int, height: int, card: Card | None, look: Styles, glyphs: Glyphs, tint: Tint = "lit"
) -> None:
    """Paint one whole card, its top left corner at a cell; None paints the outline of an empty place.

    height: 3, 5, 7 or 9 rows; the width follows from it.
    """
    width = tile_size(height)
    if card is None:
        _outline(grid, x, y, width, height, look["faint"], glyphs)
        return
    if card == UNKNOWN:
        grid.fill(x, y, width, height, look["back"], glyphs.back)
        return
    style = look.card(glyphs.pack.tone(card), tint)
    printed = short_face(card, glyphs) if glyphs.is_wide else face(card, glyphs)
    if glyphs.script == "native" and glyphs.pack.native(card):
        printed = ""  # its name stands in the middle
    if look.outlined or glyphs.name == "ascii":
        grid.fill(x, y, width, height, style)
        _outline(grid, x, y, width, height, style, glyphs)
        grid.put(x + 1, y + 1, printed, style)
        if height >= 7:
            draw_pips(grid, x + 1, y + 1, height - 2, card, style, glyphs, room=width - 2)
        if height >= 5:
            grid.put(x + width - 1 - cell_len(printed), y + height - 2, printed, style)
        return
    grid.fill(x, y, width, height, style)
    grid.put(x, y, " " + printed if height >= 5 else printed, style)
    pip = glyphs.pip(card)
    while cell_len(pip) > width:
        pip = pip[:-1]
    if height >= 5 and not glyphs.is_wide:
        draw_pips(grid, x, y, height, card, style, glyphs, room=width)
    elif glyphs.is_wide:
        grid.put(x + (width - cell_len(pip)) // 2, y + height // 2, pip, style)
    if height >= 5:
        grid.put(x + width - 1 - cell_len(printed), y + height - 1, printed, style)
    else:
        grid.put(x + width - cell_len(printed), y + height - 1, printed, style)


def _outline(grid: Grid, x: int, y: int, width: int, height: int, style: Style, glyphs: Glyphs) -> None:
    corner_a, flat, corner_b, side, corner_c, corner_d = tuple(glyphs.box)
    grid.put(x, y, corner_a + flat * (width - 2) + corner_b, style)
    for row in range(y + 1, y + height - 1):
        grid.put(x, row, side, style)
        grid.put(x + width - 1, row, side, style)
    grid.put(x, y + height - 1, corner_c + flat * (width - 2) + corner_d, style)


def draw_chips(
    grid: Grid, x: int, y: int, cards: Iterable[Card], look: Styles, glyphs: Glyphs, tint: Tint = "lit"
) -> int:
    """Paint cards as one strip of chips in a row, a blank apart; returns the column after the last one."""
    for index, card in enumerate(cards):
        style = card_style(card, look, glyphs, tint)
        x = grid.put(x, y, (" " if index else "") + face(card, glyphs), style)
    return x
