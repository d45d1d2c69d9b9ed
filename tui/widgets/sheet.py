"""A sheet: lines of styled words that are laid out already, scrolled by keys. For score sheets and logs."""

from collections.abc import Iterable
from dataclasses import dataclass

from textual import events
from textual.binding import Binding

from .canvas import Canvas, Grid


@dataclass(frozen=True)
class Span:
    """Words in a place of a line. column: where they begin; role: of the look's words. end: they end there instead."""

    text: str
    column: int = 1
    role: str = "felt"
    end: bool = False


Line = tuple[Span, ...]


class Sheet(Canvas, can_focus=True):
    """Lines, scrolled as a page is. at_end: it opens at its last line."""

    DEFAULT_CSS = "Sheet { height: 1fr; width: 1fr; }"
    BINDINGS = [
        Binding("up,k", "scroll(-1)", "up", show=False, id="sheet.up"),
        Binding("down,j", "scroll(1)", "down", show=False, id="sheet.down"),
        Binding("pageup,b", "leaf(-1)", "page up", show=False, id="sheet.back"),
        Binding("pagedown,space", "leaf(1)", "page down", show=False, id="sheet.on"),
        Binding("home", "edge(False)", "top", show=False, id="sheet.home"),
        Binding("end", "edge(True)", "bottom", show=False, id="sheet.end"),
    ]

    def __init__(self, lines: Iterable[Line] = (), *, at_end: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines = tuple(lines)
        self._top = -1 if at_end else 0

    @property
    def top(self) -> int:
        """The first line in sight."""
        deepest = max(0, len(self._lines) - self.size.height)
        return deepest if self._top < 0 else min(self._top, deepest)

    def show(self, lines: Iterable[Line]) -> None:
        """Show other lines, at the same place."""
        self._lines = tuple(lines)
        self.redraw()

    def action_scroll(self, lines: int) -> None:
        """Go up or down by lines."""
        self._to(self.top + lines)

    def action_leaf(self, pages: int) -> None:
        """Go by a page, keeping a line of the last one in sight."""
        self._to(self.top + pages * max(1, self.size.height - 1))

    def action_edge(self, is_end: bool) -> None:
        """Go to an end."""
        self._to(len(self._lines) if is_end else 0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        event.stop()
        self._to(self.top + 3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel."""
        event.stop()
        self._to(self.top - 3)

    def paint(self, grid: Grid) -> None:
        """The lines in sight, and at the right edge whether there are more."""
        glyphs, top = self.glyphs, self.top
        for row, line in enumerate(self._lines[top : top + grid.height]):
            for span in line:
                text = glyphs.plain(span.text)
                column = span.column - len(text) if span.end else span.column
                grid.put(column, row, text, self.look[span.role])
        edge = grid.width - 1
        if top:
            grid.put(edge, 0, "^", self.look["point"])
        if top + grid.height < len(self._lines):
            grid.put(edge, grid.height - 1, "v", self.look["point"])

    def _to(self, top: int) -> None:
        self._top = max(0, min(top, len(self._lines) - self.size.height))
        self.redraw()
