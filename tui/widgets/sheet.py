"""A sheet: lines of styled words that are laid out already, scrolled by keys. For score sheets and logs."""

from collections.abc import Iterable
from dataclasses import dataclass

from .canvas import Grid
from .scroll import Scrolled


@dataclass(frozen=True)
class Span:
    """Words in a place of a line. column: where they begin; role: of the look's words. end: they end there instead."""

    text: str
    column: int = 1
    role: str = "felt"
    end: bool = False


Line = tuple[Span, ...]


class Sheet(Scrolled):
    """Lines, scrolled as a page is. at_end: it opens at its last line."""

    def __init__(self, lines: Iterable[Line] = (), *, at_end: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(at_end=at_end, id=id)
        self._lines = tuple(lines)

    @property
    def length(self) -> int:
        return len(self._lines)

    def show(self, lines: Iterable[Line]) -> None:
        """Show other lines, at the same place."""
        self._lines = tuple(lines)
        self.redraw()

    def paint(self, grid: Grid) -> None:
        glyphs, top = self.glyphs, self.top
        for row, line in enumerate(self._lines[top : top + grid.height]):
            for span in line:
                text = glyphs.plain(span.text)
                column = span.column - len(text) if span.end else span.column
                grid.put(column, row, text, self.look[span.role])
        self.put_ends(grid)
