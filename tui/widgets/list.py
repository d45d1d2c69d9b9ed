"""A list with a cursor: the menu, every form and every list of the card room is one of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.message import Message

from .canvas import Canvas, Grid, fit_cells
from .scroll import put_more

_FEWEST: Final = 3
"""So many rows stay in sight, whatever stands below them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    id: names the row in messages. cells: one text for each column. is_on: whether the row can be chosen; the cursor
    skips other rows, and they are faint. steps: whether left and right change the row; the last cell shows this.
    is_heading: a title among the rows. first: the width of the first cell, 0 for the width of its column.
    """

    id: str
    cells: tuple[str, ...]
    is_on: bool = True
    steps: bool = False
    is_heading: bool = False
    first: int = 0


@dataclass
class RowMessage(Message):
    """Something happened to a row of a list."""

    rows: RowList
    row_id: str


class RowList(Canvas, can_focus=True):
    """Rows, one of them under the cursor.

    columns: the width of each column, 0 for the remaining width. heads: the titles of the columns. empty: the text if
    there are no rows. bright: how many columns are plain; the others are faint. explains: whether cut texts of the row
    under the cursor are shown in full below the rows. marks_first: a click on another row only moves the cursor to this
    row. is_sorted: better rows may come above others, so the cursor is on the first row until the player moves it.
    is_moved: whether the player has moved the cursor.
    """

    DEFAULT_CSS = "RowList { height: 1fr; width: 1fr; }"
    BINDINGS = [
        Binding("up,k", "move(-1)", "up", show=False, id="rows.up"),
        Binding("down,j", "move(1)", "down", show=False, id="rows.down"),
        Binding("pageup", "leaf(-1)", "page up", show=False, id="rows.back"),
        Binding("pagedown", "leaf(1)", "page down", show=False, id="rows.on"),
        Binding("home,g", "edge(1)", "first", show=False, id="rows.home"),
        Binding("end,G", "edge(-1)", "last", show=False, id="rows.end"),
        Binding("left", "step(-1)", "less", show=False, id="rows.less"),
        Binding("right", "step(1)", "more", show=False, id="rows.more"),
        Binding("enter,space", "choose", "choose", show=False, id="rows.choose"),
    ]

    class Chosen(RowMessage):
        """Enter, Space or a click on a row."""

    class Moved(RowMessage):
        """The cursor came to another row."""

    @dataclass
    class Stepped(RowMessage):
        """Left (-1) or right (1) on a row that has steps."""

        step: int

    def __init__(
        self,
        columns: tuple[int, ...] = (0,),
        rows: Iterable[Row] = (),
        *,
        empty: str = "",
        heads: tuple[str, ...] = (),
        bright: int = 1,
        explains: bool = True,
        marks_first: bool = False,
        is_sorted: bool = False,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(id=id)
        self._columns = columns
        self._rows = tuple(rows)
        self._empty = empty
        self._heads = heads
        self._bright = bright
        self._explains = explains
        self._marks_first = marks_first
        self._is_sorted = is_sorted
        self.is_moved = False
        self._cursor = next((place for place, row in enumerate(self._rows) if row.is_on), 0)
        self._top = 0
        self._lost = ""  # id of the row under the cursor if that row is gone
        self._height = 0  # of the rows that are shown

    @property
    def rows(self) -> tuple[Row, ...]:
        """All that are listed, headings and rows that are off included."""
        return self._rows

    @property
    def current(self) -> Row | None:
        if not self._lost and self._cursor < len(self._rows) and self._rows[self._cursor].is_on:
            return self._rows[self._cursor]
        return None

    @property
    def is_lost(self) -> bool:
        """Whether the row under the cursor is gone, and the player has not moved to another one."""
        return bool(self._lost)

    def show(self, rows: Iterable[Row], *, empty: str | None = None, is_steady: bool = False) -> None:
        """Replace the rows. The cursor stays with its row if that row is still there, else near it. is_steady: if the
        row is gone, the cursor is on no row until the player moves it, so that no key acts on a row that moved under
        it.
        """
        held = self.current
        wanted = held.id if held is not None else self._lost
        self._rows = tuple(rows)
        if empty is not None:
            self._empty = empty
        places = {row.id: place for place, row in enumerate(self._rows) if row.is_on}
        self._lost = wanted if is_steady and wanted not in places else ""
        if self._is_sorted and not self.is_moved:
            self._cursor = min(places.values(), default=0)
        elif wanted in places:
            self._cursor = places[wanted]
        else:
            self._cursor = min(places.values(), key=lambda place: abs(place - self._cursor), default=0)
        self.redraw()
        now = self.current
        if now is not None and held is not None and held.id != now.id:
            self.post_message(self.Moved(self, now.id))

    def lay_out(self, columns: tuple[int, ...], heads: tuple[str, ...]) -> None:
        """Other columns, for the rows that are shown next."""
        self._columns, self._heads = columns, heads

    def go_to(self, row_id: str) -> None:
        """Put the cursor on a row, if it is there and can be chosen."""
        for place, row in enumerate(self._rows):
            if row.id == row_id and row.is_on:
                self._put_cursor(place)

    def action_move(self, steps: int) -> None:
        """Up or down to the next row that can be chosen; round at the ends."""
        self.is_moved = True
        places = [place for place, row in enumerate(self._rows) if row.is_on]
        if places and self._lost:
            self._put_cursor(min(places, key=lambda place: abs(place - self._cursor)))
        elif places:
            at = places.index(self._cursor) if self._cursor in places else 0
            self._put_cursor(places[(at + steps) % len(places)])

    def action_leaf(self, pages: int) -> None:
        self.is_moved = True
        places = [place for place, row in enumerate(self._rows) if row.is_on]
        if places:
            wanted = self._cursor + pages * max(1, self.size.height - 1)
            self._put_cursor(min(places, key=lambda place: abs(place - wanted)))

    def action_edge(self, direction: int) -> None:
        """To the first (1) or the last (-1) row."""
        self.is_moved = True
        places = [place for place, row in enumerate(self._rows) if row.is_on]
        if places:
            self._put_cursor(places[0 if direction > 0 else -1])

    def action_step(self, step: int) -> None:
        row = self.current
        if row is not None and row.steps:
            self.post_message(self.Stepped(self, row.id, step))

    def action_choose(self) -> None:
        row = self.current
        if row is not None:
            self.post_message(self.Chosen(self, row.id))

    def on_click(self, event: events.Click) -> None:
        """A click goes to a row; on a row that changes by steps, a click on its value changes it."""
        x, y = self.place_of(event)
        place = self._top + y - bool(self._heads)
        is_row = 0 <= y - bool(self._heads) < self._height and place < len(self._rows)
        if not is_row or not self._rows[place].is_on:
            return
        event.stop()
        self.focus()
        self.is_moved = True
        is_marked = place == self._cursor and not self._lost
        self._put_cursor(place)
        row = self._rows[place]
        if row.steps:
            start = self._starts(self.size.width, row.first)[len(row.cells) - 1]
            if x >= start:
                self.post_message(self.Stepped(self, row.id, -1 if x < start + 2 else 1))
        elif is_marked or not self._marks_first:
            self.post_message(self.Chosen(self, row.id))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        if self._cursor < len(self._rows) - 1:
            self.action_move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        if self._cursor > 0:
            self.action_move(-1)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def _put_cursor(self, place: int) -> None:
        if place != self._cursor or self._lost:
            self._cursor = place
            self._lost = ""
            self.redraw()
            self.post_message(self.Moved(self, self._rows[place].id))

    def _starts(self, width: int, first: int = 0) -> list[int]:
        """Column at which each cell begins; two cells before the first for the cursor's mark. first: as of a row."""
        columns = (first, *self._columns[1:]) if first else self._columns
        fixed = sum(columns) + 2 * (len(columns) - 1)
        room = max(4, width - 4 - fixed)
        starts, x = [], 3
        for column in columns:
            starts.append(x)
            x += (column or room) + 2
        return starts

    def paint(self, grid: Grid) -> None:
        below = 0
        if self._heads:
            below = 1
            starts, ends = self._places(grid.width)
            for head, start, end in zip(self._heads, starts, ends, strict=True):
                grid.put(start, 0, fit_cells(head, end - start, self.glyphs.ellipsis), self.look["faint"])
        if not self._rows:
            from .page import wrap_cells

            for y, line in enumerate(wrap_cells(self.glyphs.plain(self._empty), max(8, grid.width - 6))):
                grid.put(3, below + y, line, self.look["felt"])
            return
        whole = self._cut(grid.width)
        height = grid.height - below - len(whole)
        if height < _FEWEST:
            whole, height = [], grid.height - below
        self._height = height
        if height < 1:
            return
        self._top = min(max(self._top, self._cursor - height + 1), self._cursor, max(0, len(self._rows) - height))
        if self._cursor == next((place for place, row in enumerate(self._rows) if row.is_on), 0):
            self._top = 0 if self._cursor < height else self._top
        for y, row in enumerate(self._rows[self._top : self._top + height], start=below):
            self._paint_row(grid, y, row, is_here=row is self.current)
        put_more(grid, below, self._top, self.glyphs, self.look["point"], below=False)
        put_more(grid, below + height - 1, len(self._rows) - self._top - height, self.glyphs, self.look["point"])
        for y, line in enumerate(whole, start=below + height):
            grid.put(3, y, line, self.look["felt"])

    def _cut(self, width: int) -> list[str]:
        """The full text of each cell that is cut in the row under the cursor, with the title of its column."""
        row = self.current
        if row is None or row.steps or row.is_heading or not self._explains:
            return []
        found = []
        starts, ends = self._places(width, row.first)
        ends[len(row.cells) - 1] = ends[-1]  # the last cell has the rest of the row
        for number, (text, start, end) in enumerate(zip(row.cells, starts, ends, strict=False)):
            text = self.glyphs.plain(text)
            if cell_len(text) > end - start:
                found.append(f"{self._heads[number]}: {text}" if self._heads else text)
        if not found:
            return []
        from .page import wrap_cells

        return [line for text in found for line in wrap_cells(text, max(8, width - 6))]

    def _places(self, width: int, first: int = 0) -> tuple[list[int], list[int]]:
        """Where each cell begins, and where it ends."""
        starts = self._starts(width, first)
        return starts, [*(start - 2 for start in starts[1:]), width - 1]

    def _paint_row(self, grid: Grid, y: int, row: Row, *, is_here: bool) -> None:
        look, glyphs = self.look, self.glyphs
        starts, ends = self._places(grid.width, row.first)
        if row.is_heading:
            grid.put(1, y, fit_cells(glyphs.plain(row.cells[0]), grid.width - 2), look["turn"])
            return
        marked = is_here and self.has_focus
        role = "cursor" if marked else "strong" if is_here else "felt" if row.is_on else "faint"
        if marked:
            grid.fill(1, y, grid.width - 2, 1, look["cursor"])
        if is_here:
            grid.put(1, y, glyphs.turn, look[role])
        last = len(row.cells) - 1
        for number, (text, start, end) in enumerate(zip(row.cells, starts, ends, strict=False)):
            text = glyphs.plain(text)
            if number == last:
                end = ends[-1]
                if row.steps and is_here:
                    fitted = fit_cells(text, end - start - 4, glyphs.ellipsis)
                    text = f"{glyphs.arrows[0]} {fitted} {glyphs.arrows[1]}"
                elif row.steps:
                    text = f"  {text}"
            faint = number >= self._bright and role == "felt" and not row.steps
            grid.put(start, y, fit_cells(text, end - start, glyphs.ellipsis), look["faint" if faint else role])


def needed_columns(
    columns: Sequence[tuple[str, int]], lines: Sequence[Sequence[str]]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The widths and the heads of columns: none is wider than what stands in it, so that the one with what is left
    over has as much as possible. columns: the head and the most cells of each. lines: the cells of each row."""
    needed = [max(cell_len(head), *(cell_len(line[at]) for line in lines), 0) for at, (head, _) in enumerate(columns)]
    return (
        tuple(min(most, cells) for (_, most), cells in zip(columns, needed, strict=True)),
        tuple(head for head, _ in columns),
    )
