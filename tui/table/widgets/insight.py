"""What I hold, explained by the game: my melds, their points, what is missing."""

from collections.abc import Sequence

from rich.cells import cell_len

from ...widgets.canvas import Canvas, Grid, fit_cells
from .log import cut, wrapped


class Insight(Canvas):
    """The game's lines about my hand; in one row they stand side by side."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: tuple[str, ...] = ()
        self._announces = False

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown, as far as it fits."""
        return self._lines

    def show(self, lines: Sequence[str], *, announce: bool = False) -> None:
        """Show this; only cells that differ are sent. announce: the first line is brought out."""
        if (tuple(lines), announce) != (self._lines, self._announces):
            self._lines, self._announces = tuple(lines), announce
            self.redraw()

    def paint(self, grid: Grid) -> None:
        """As many of the lines as fit whole, the most useful first, side by side where there is room."""
        glyphs, look, width = self.glyphs, self.look, grid.width - 2
        row, x = 0, 0
        for number, line in enumerate(self._lines):
            role = "turn" if self._announces and number == 0 else "faint"
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
