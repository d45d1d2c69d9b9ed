"""What I hold, explained by the game: my melds, their points, what is missing."""

from dataclasses import dataclass

from rich.cells import cell_len

from ...widgets.canvas import Display, Grid, fit_cells
from .log import cut, wrapped


@dataclass(frozen=True)
class InsightLook:
    """The game's lines about my hand. announce: the first one is brought out."""

    lines: tuple[str, ...] = ()
    announce: bool = False


class Insight(Display[InsightLook]):
    """The game's lines about my hand; in one row they stand side by side."""

    def __init__(self) -> None:
        super().__init__(InsightLook())

    def paint(self, grid: Grid) -> None:
        glyphs, look, width = self.glyphs, self.look, grid.width - 2
        row, x = 0, 0
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
