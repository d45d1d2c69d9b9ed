"""A canvas: a widget that paints cells, and sends only the cells that changed.

Textual repaints a changed row from the left edge of the widget in which it lies. So a wide canvas can be cut into
slices. Each slice is a narrow widget that shows its part of one common grid. The slices are made once and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ..config.themes import Styles, faded, look_of
from .glyphs import Glyphs, glyphs_of
from .packs import FRENCH

_T = TypeVar("_T")
_CLAUSE_END: Final = re.compile(r"[,:.] | \(")

Cell = tuple[str, Style]
"""What stands in a cell; the second cell of a wide glyph holds ""."""


@lru_cache(maxsize=4096)
def fit_cells(text: str, width: int, ellipsis: str = "…") -> str:
    """A text cut to a width in cells, with an ellipsis where something was cut off."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    if room < 0:
        return ellipsis[:width]
    kept = ""
    for sign in text:
        if cell_len(kept + sign) > room:
            break
        kept += sign
    return kept + ellipsis


def fit_clauses(text: str, width: int, ellipsis: str) -> str:
    """A sentence cut to a width in cells where a clause ends. If that leaves less than a third, it is cut anywhere."""
    if cell_len(text) <= width:
        return text
    ends = [match.start() for match in _CLAUSE_END.finditer(text)]
    kept = next((text[:end] for end in reversed(ends) if cell_len(f"{text[:end]} {ellipsis}") <= width), "")
    return f"{kept} {ellipsis}" if kept and 3 * cell_len(kept) >= width else fit_cells(text, width, ellipsis)


class Grid:
    """Cells of a canvas, painted from the top left; what lies outside is dropped."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self.rows: list[list[Cell]] = [[(" ", style)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write a text from a cell on; returns the column after it."""
        if not 0 <= y < self.height:
            return x + cell_len(text)
        row = self.rows[y]
        for sign in text:
            wide = cell_len(sign)
            if wide == 0:
                continue
            if x >= 0 and x + wide <= self.width:
                end = x + wide
                if not row[x][0] and x:
                    row[x - 1] = (" ", row[x - 1][1])  # a wide glyph of which only half would be left
                if end < self.width and not row[end][0]:
                    row[end] = (" ", row[end][1])
                row[x] = (sign, style)
                if wide == 2:
                    row[x + 1] = ("", style)
            x += wide
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, sign: str = " ") -> None:
        for row in range(y, y + height):
            self.put(x, row, sign * width, style)

    def free_cells(self, y: int) -> int:
        """Cells at the right end of a row in which nothing stands."""
        row = self.rows[y]
        return next((place for place, (sign, _) in enumerate(reversed(row)) if sign != " "), self.width)

    def restyle(self, x: int, y: int, width: int, style: Style) -> None:
        """Give cells of a row another style and leave what stands in them."""
        if 0 <= y < self.height:
            row = self.rows[y]
            for column in range(max(0, x), min(self.width, x + width)):
                row[column] = (row[column][0], style)

    def fade(self, bright: Sequence[Region], ground: Style) -> None:
        """Darken all cells that are in none of some regions."""
        for y, row in enumerate(self.rows):
            for x, (sign, style) in enumerate(row):
                if not any(region.contains(x, y) for region in bright):
                    row[x] = (sign, faded(style, ground))

    def strip(self, y: int, left: int = 0, right: int | None = None) -> Strip:
        """A row, or the part of it between two columns, as a strip of as few segments as its styles allow."""
        segments: list[Segment] = []
        text, style = "", None
        cells = self.rows[y][left:right]
        for sign, sign_style in cells:
            if sign_style is not style and sign_style != style:
                if text:
                    segments.append(Segment(text, style))
                text = ""
            text, style = text + sign, sign_style
        if text:
            segments.append(Segment(text, style))
        return Strip(segments, len(cells))

    def changes(self, other: Grid) -> Iterator[Region]:
        """The rows in which two grids of one size differ, each as the stretch from its first to its last difference."""
        for y, (mine, others) in enumerate(zip(self.rows, other.rows, strict=True)):
            if mine == others:
                continue
            differing = [x for x in range(self.width) if mine[x] != others[x]]
            first, last = differing[0], differing[-1]
            if not (mine[first][0] and others[first][0]):
                first -= 1  # the second cell of a wide glyph goes with its first
            if last + 1 < self.width and not (mine[last + 1][0] and others[last + 1][0]):
                last += 1
            yield Region(first, y, last - first + 1, 1)


class Slice(Widget):
    """Shows some columns of a canvas. It takes no focus and has no data of its own."""

    DEFAULT_CSS = "Slice { width: 1fr; height: 1fr; }"

    def __init__(self, canvas: Canvas) -> None:
        super().__init__()
        self._canvas = canvas
        self._columns = slice(0, 0)

    @property
    def left(self) -> int:
        """Column of the canvas at which this slice begins."""
        return self.region.x - self._canvas.region.x

    def render_lines(self, crop: Region) -> list[Strip]:
        left = self.left  # looked up once for all lines
        self._columns = slice(left, left + self.size.width)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        return self._canvas.strip(y, self._columns.start, self._columns.stop)


class Canvas(Widget):
    """A widget that paints itself into a grid. Subclasses give `paint`; a change to them calls `redraw`."""

    DEFAULT_CSS = "Canvas { height: 1; width: 1fr; layout: horizontal; }"
    SLICES: ClassVar[int] = 1
    GROUND: ClassVar[str] = "felt"
    """Role of the style of empty cells."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._grid: Grid | None = None
        self._spotlight: frozenset[str] | None = None

    @property
    def look(self) -> Styles:
        return look_of(self.app)

    @property
    def glyphs(self) -> Glyphs:
        """The signs that the terminal can show, for the cards of the screen's game."""
        return glyphs_of(self.app, getattr(self.screen, "pack", FRENCH) if self.is_attached else FRENCH)

    def paint(self, grid: Grid) -> None:
        """Draw everything into an empty grid."""
        raise NotImplementedError

    def bright(self, things: frozenset[str], grid: Grid) -> Sequence[Region]:
        """The cells that stay bright under a spotlight."""
        return ()

    def light(self, things: frozenset[str] | None) -> None:
        """Point a spotlight at some things and darken the rest. None: no spotlight."""
        if things != self._spotlight:
            self._spotlight = things
            self.redraw()

    def compose(self) -> ComposeResult:
        if self.SLICES > 1:
            for _ in range(self.SLICES):
                yield Slice(self)

    def redraw(self) -> None:
        """Paint again, and send only the cells that differ."""
        if not self.is_attached or not self.size:
            return
        self._slice_up()
        old, new = self._grid, self._painted()
        self._grid = new
        if old is None or (old.width, old.height) != (new.width, new.height):
            self._refresh_all()
            return
        regions = tuple(new.changes(old))
        if regions:
            self._refresh_regions(regions)

    def strip(self, y: int, left: int, right: int) -> Strip:
        """A part of a row as it is now."""
        grid = self._grid
        if grid is None or (grid.width, grid.height) != (self.size.width, self.size.height):
            grid = self._grid = self._painted()
        if not 0 <= y < grid.height:
            return Strip.blank(right - left)
        return grid.strip(y, left, right)

    def render_line(self, y: int) -> Strip:
        return self.strip(y, 0, self.size.width)

    def on_resize(self, _event: events.Resize) -> None:
        self._grid = None
        self._refresh_all()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._grid = None
        if self.is_attached:
            self._refresh_all()

    def place_of(self, event: events.MouseEvent) -> tuple[int, int]:
        """Column and row of the canvas that the mouse is on, whichever slice caught it."""
        return int(event.screen_x) - self.region.x, int(event.screen_y) - self.region.y

    def _slice_up(self) -> None:
        """An edge between slices would cut a wide glyph in two. So with wide glyphs, one slice takes all columns."""
        if self.SLICES > 1:
            is_whole = self.glyphs.is_wide
            for child in self.children[1:]:
                if child.display == is_whole:
                    child.display = not is_whole

    def _painted(self) -> Grid:
        grid = Grid(self.size.width, self.size.height, self.look[self.GROUND])
        self.paint(grid)
        if self._spotlight is not None:
            grid.fade(self.bright(self._spotlight, grid), self.look["ground"])
        return grid

    def _refresh_all(self) -> None:
        self.refresh()
        for child in self.children:
            child.refresh()

    def _refresh_regions(self, regions: Iterable[Region]) -> None:
        if self.SLICES == 1:
            self.refresh(*regions)
            return
        for child in self.children:
            if isinstance(child, Slice):
                share = Region(child.left, 0, child.size.width, child.size.height)
                parts = [part.translate((-child.left, 0)) for part in map(share.intersection, regions) if part]
                if parts:
                    child.refresh(*parts)


class Display(Canvas, Generic[_T]):
    """A canvas that draws one value, and redraws what another value changes."""

    def __init__(self, value: _T) -> None:
        super().__init__()
        self.value = value

    def show(self, value: _T) -> None:
        """Show this; only cells that differ are sent."""
        if value != self.value:
            self.value = value
            self.redraw()
