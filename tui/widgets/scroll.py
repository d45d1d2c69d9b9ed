"""Scrolling: which lines are visible, and the keys and the wheel that move them."""

from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import Binding

from .canvas import Canvas, Grid
from .glyphs import Glyphs
from .key_bar import KeyBar

_WHEEL: Final = 3
"""Lines for each turn of the wheel."""


def put_more(grid: Grid, y: int, count: int, glyphs: Glyphs, style: Style, *, below: bool = True) -> None:
    """Say at the right end of a row how many lines lie below or above, in as many words as cover nothing."""
    if count <= 0:
        return
    where = "below" if below else "above"
    is_ascii = glyphs.name == "ascii"
    sign = "+" if is_ascii else "↓" if below else "↑"
    plain = (f"{count} more {where}", f"{count} {where}", "more")
    ways = plain if is_ascii else (f"{sign} {count} more", f"{sign} {count}")
    free = grid.free_cells(y)
    words = next((words for words in ways if cell_len(words) < free), sign)
    grid.put(grid.width - cell_len(words), y, words, style)


class Scrolled(Canvas, can_focus=True):
    """A canvas over lines. Arrows, j and k, Space and Page keys scroll; Home and End jump.

    Subclasses say how many lines there are (`length`), and paint those from `top` on.
    """

    DEFAULT_CSS = "Scrolled { height: 1fr; width: 1fr; }"
    BINDINGS = [
        Binding("up,k", "scroll(-1)", "up", show=False, id="page.up"),
        Binding("down,j", "scroll(1)", "down", show=False, id="page.down"),
        Binding("pageup,b", "leaf(-1)", "page up", show=False, id="page.back"),
        Binding("pagedown,space", "leaf(1)", "page down", show=False, id="page.on"),
        Binding("home,g", "edge(False)", "top", show=False, id="page.home"),
        Binding("end,G", "edge(True)", "bottom", show=False, id="page.end"),
    ]

    def __init__(self, *, at_end: bool = False, id: str | None = None) -> None:  # noqa: A002
        """at_end: the last lines are in sight until the reader scrolls."""
        super().__init__(id=id)
        self._top = -1 if at_end else 0

    @property
    def length(self) -> int:
        raise NotImplementedError

    @property
    def deepest(self) -> int:
        """The line that stands at the top when the end is in sight."""
        return max(0, self.length - self.size.height)

    @property
    def top(self) -> int:
        return self.deepest if self._top < 0 else min(self._top, self.deepest)

    def scroll_lines_to(self, top: int) -> None:
        """Bring a line to the top, as far as there are enough below it."""
        before = self.top
        self._top = max(0, min(top, self.deepest))
        if self._top != before:
            self.redraw()

    def put_ends(self, grid: Grid) -> None:
        """Say at the right edge how much more there is above and below, and in the key bar whether that is any."""
        put_more(grid, 0, self.top, self.glyphs, self.look["point"], below=False)
        put_more(grid, grid.height - 1, self.length - self.top - grid.height, self.glyphs, self.look["point"])
        for bar in self.screen.query(KeyBar):
            self.call_later(bar.set_scrolls, self.deepest > 0)

    def action_scroll(self, lines: int) -> None:
        self.scroll_lines_to(self.top + lines)

    def action_leaf(self, pages: int) -> None:
        """Go by a page, keeping a line of the last one in sight."""
        self.scroll_lines_to(self.top + pages * max(1, self.size.height - 1))

    def action_edge(self, is_end: bool) -> None:
        self.scroll_lines_to(self.deepest if is_end else 0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_lines_to(self.top + _WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_lines_to(self.top - _WHEEL)
