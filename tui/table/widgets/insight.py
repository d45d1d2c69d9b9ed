"""What I hold, explained by the game: my melds, their points, what is missing."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.glyphs import Glyphs
from .log import cut, wrapped


@dataclass(frozen=True)
class InsightLook:
    """The game's lines about my hand. announce: the first one is brought out. hint: comes before them."""

    lines: tuple[str, ...] = ()
    announce: bool = False
    hint: str = ""


def hint_lines(hint: str, width: int, glyphs: Glyphs) -> list[str]:
    """A hint in the lines that it needs; in letters alone, if that is shorter."""
    lines = wrapped(glyphs.plain(hint), width)
    plain = wrapped(glyphs.pack.rewritten(glyphs.plain(hint), "latin"), width)
    return plain if len(plain) < len(lines) else lines


_ITEM: Final = " · "
"""Between the items of a line: where there is no room for all of them, the first ones are shown."""


def lines_in(text: str, width: int, rows: int, glyphs: Glyphs) -> list[str]:
    """A line in at most `rows` rows: in letters if needed, and then without its last items. Empty if nothing fits."""
    parts = wrapped(text, width)
    items = glyphs.pack.rewritten(text, "latin").split(_ITEM)
    while len(parts) > rows and items:
        parts = wrapped(_ITEM.join(items), width)
        items.pop()
    return parts if len(parts) <= rows else []


class Insight(Display[InsightLook]):
    """The game's lines about my hand; in one row they stand side by side. A line that does not fit is left out."""

    def __init__(self) -> None:
        super().__init__(InsightLook())

    def paint(self, grid: Grid) -> None:
        glyphs, look, width = self.glyphs, self.look, grid.width - 2
        hint = hint_lines(self.value.hint, width, glyphs)[: grid.height] if self.value.hint else []
        for row, line in enumerate(hint):
            grid.put(1, row, line, look["strong"])
        row, x = len(hint), 0
        for number, line in enumerate(self.value.lines):
            role = "turn" if self.value.announce and number == 0 else "faint"
            text = glyphs.plain(line)
            if x and x + 2 + cell_len(text) <= width:
                x = grid.put(x + 3, row, text, look[role]) - 1
                continue
            top = row + bool(x)
            if top >= grid.height or (top and grid.height == 1):
                break
            parts = lines_in(text, width, grid.height - top, glyphs)
            if not parts and top:
                continue
            parts = parts or cut(wrapped(text, width), grid.height)
            for place, part in enumerate(parts):
                x = grid.put(1, top + place, fit_cells(part, width, glyphs.ellipsis), look[role]) - 1
            row = top + len(parts) - 1
