"""The middle of a large card: as many pips as it counts, or the figure of a court card."""

from collections.abc import Mapping
from typing import Final

from rich.style import Style

from engine.api import JOKER, UNKNOWN, Card, rank_of

from .canvas import Grid
from .glyphs import Glyphs

_PIPS: Final[Mapping[int, Mapping[str, tuple[str, ...]]]] = {
    5: {
        "A": ("", "  o", ""),
        "2": ("  o", "", "  o"),
        "3": ("  o", "  o", "  o"),
        "4": ("o   o", "", "o   o"),
        "5": ("o   o", "  o", "o   o"),
        "6": ("o   o", "o   o", "o   o"),
        "7": ("o   o", "o o o", "o   o"),
        "8": ("o o o", "o   o", "o o o"),
        "9": ("o o o", "o o o", "o o o"),
        "10": ("o o o", "oo oo", "o o o"),
        "court": ("o", "  f", "    o"),
    },
    7: {
        "A": ("", "", "  o", "", ""),
        "2": ("  o", "", "", "", "  o"),
        "3": ("  o", "", "  o", "", "  o"),
        "4": ("o   o", "", "", "", "o   o"),
        "5": ("o   o", "", "  o", "", "o   o"),
        "6": ("o   o", "", "o   o", "", "o   o"),
        "7": ("o   o", "  o", "o   o", "", "o   o"),
        "8": ("o   o", "  o", "o   o", "  o", "o   o"),
        "9": ("o   o", "o   o", "  o", "o   o", "o   o"),
        "10": ("o   o", "o o o", "", "o o o", "o   o"),
        "court": ("o", "", "  f", "", "    o"),
    },
    9: {
        "A": ("", "", "", "   o", "", "", ""),
        "2": ("   o", "", "", "", "", "", "   o"),
        "3": ("   o", "", "", "   o", "", "", "   o"),
        "4": ("o     o", "", "", "", "", "", "o     o"),
        "5": ("o     o", "", "", "   o", "", "", "o     o"),
        "6": ("o     o", "", "", "o     o", "", "", "o     o"),
        "7": ("o     o", "   o", "", "o     o", "", "", "o     o"),
        "8": ("o     o", "   o", "", "o     o", "", "   o", "o     o"),
        "9": ("o     o", "", "o     o", "   o", "o     o", "", "o     o"),
        "10": ("o     o", "   o", "o     o", "", "o     o", "   o", "o     o"),
        "court": ("o", "", "", "   f", "", "", "      o"),
    },
}
"""By rows of the card, the rows between its first and last: o for a pip, f for a figure."""

_WIDTH: Final = {5: 5, 7: 5, 9: 7}
"""Columns of the pips, by rows of the card, with a blank on both sides; they move together where less is in sight."""
_LEAST: Final = 3
"""Columns of the pips at least; a card on which they would cover each other shows one pip."""


def draw_pips(
    grid: Grid, x: int, y: int, rows: int, card: Card, style: Style, glyphs: Glyphs, *, room: int, edge: bool = False
) -> None:
    """Paint the middle of a card of five, seven or nine rows, its top left corner at a cell.

    room: its columns in sight. edge: the first of them is the card's edge.
    """
    pip, width = glyphs.pip(card), _WIDTH[rows]
    is_plain = card in (JOKER, UNKNOWN) or card in glyphs.pack.faces
    lines = () if is_plain else _PIPS[rows].get(rank_of(card), _PIPS[rows]["court"])
    signs: dict[tuple[int, int], str] = {}
    for each in range(width, _LEAST - 1, -2):
        if room >= each + (2 if each == width else edge):
            left = (room - each + 1) // 2
            placed = [
                (left + place * (each - 1) // (width - 1), row, sign)
                for row, line in enumerate(lines, start=1)
                for place, sign in enumerate(line)
                if sign != " "
            ]
            signs = {(column, row): sign for column, row, sign in placed}
            if len(signs) == len(placed):
                break
            signs = {}
    if not signs:
        signs = {(room // 2, rows // 2): "o"}
    for (column, row), sign in signs.items():
        shown = pip if sign == "o" else glyphs.figures.get(rank_of(card), rank_of(card))
        grid.put(x + column, y + row, shown, style)
