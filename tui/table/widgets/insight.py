"""What I hold, explained by the game: my melds, their points, what is missing."""

from dataclasses import dataclass

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


class Insight(Display[InsightLook]):
    """The game's lines about my hand; in one row they stand side by side."""

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
            parts = wrapped(text, width)
            row += bool(x)
            if row >= grid.height or (row and grid.height == 1):
                break
            if row + len(parts) > grid.height:
                # Rather letters alone than half of the line.
                parts = wrapped(glyphs.pack.rewritten(text, "latin"), width)
            if row + len(parts) > grid.height:
                parts = cut(parts, grid.height - row)
            for place, part in enumerate(parts):
                x = grid.put(1, row + place, fit_cells(part, width, glyphs.ellipsis), look[role]) - 1
            row += len(parts) - 1
