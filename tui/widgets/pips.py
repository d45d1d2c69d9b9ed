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
"""Columns of the pips, by rows of the card; a card of which less is in sight shows one pip."""


def draw_pips(grid: Grid, x: int, y: int, rows: int, card: Card, style: Style, glyphs: Glyphs, *, room: int) -> None:
    """Paint the middle of a card of five, seven or nine rows, its top left corner at a cell.

    room: its columns in sight.
    """
    pip = glyphs.pip(card)
    indent = 1 if rows < 7 else 2
    if card in (JOKER, UNKNOWN) or card in glyphs.pack.faces or room < indent + _WIDTH[rows]:
        grid.put(x + (room - 1) // 2, y + rows // 2, pip, style)
        return
    rank = rank_of(card)
    lines = _PIPS[rows].get(rank, _PIPS[rows]["court"])
    for row, line in enumerate(lines, start=1):
        for place, sign in enumerate(line):
            if sign != " ":
                grid.put(x + indent + place, y + row, pip if sign == "o" else glyphs.figures.get(rank, rank), style)
