"""What I hold, explained by the game: my melds, their points, what is missing."""

from collections.abc import Sequence

from rich.cells import cell_len

from .canvas import Canvas, Grid, fit_cells


class Insight(Canvas):
    """The game's lines about my hand; in one row they stand side by side."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown, as far as it fits."""
        return self._lines

    def show(self, lines: Sequence[str]) -> None:
        """Show this; only cells that differ are sent."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self.redraw()

    def paint(self, grid: Grid) -> None:
        """The lines, the most useful first."""
        glyphs, look = self.glyphs, self.look
        lines = [_side_by_side(self._lines, grid.width - 2)] if grid.height == 1 else list(self._lines[: grid.height])
        for row, line in enumerate(lines):
            grid.put(1, row, fit_cells(glyphs.plain(line), grid.width - 2, glyphs.ellipsis), look["faint"])


def _side_by_side(lines: Sequence[str], width: int) -> str:
    """As many of the lines as fit whole, and the first in any case."""
    row = lines[0] if lines else ""
    for line in lines[1:]:
        if cell_len(row) + 3 + cell_len(line) > width:
            break
        row += f" · {line}"
    return row


class Head(Canvas):
    """The head of the table: the game and its state at the left, a word on the link or the watchers at the right."""

    GROUND = "bar"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._words = ("", "")

    def show(self, left: str, right: str = "") -> None:
        """Show this; only cells that differ are sent."""
        if (left, right) != self._words:
            self._words = (left, right)
            self.redraw()

    def paint(self, grid: Grid) -> None:
        """Both ends of the row."""
        glyphs, look = self.glyphs, self.look
        left, right = (glyphs.plain(words) for words in self._words)
        right = fit_cells(right, grid.width // 2, glyphs.ellipsis)
        game, *rest = left.split(f" {glyphs.dot} ", 1)
        x = grid.put(1, 0, game, look["bar_strong"])
        if rest:
            room = grid.width - x - len(right) - 4
            grid.put(x, 0, fit_cells(f" {glyphs.dot} {rest[0]}", room, glyphs.ellipsis), look["bar"])
        grid.put(grid.width - 1 - len(right), 0, right, look["bar_faint"])
