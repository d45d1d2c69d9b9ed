"""Beside the table in a wide window: the points so far, and what counts with what I have of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.glyphs import Glyphs
from ...widgets.packs import Script
from ...widgets.page import wrap_cells, wrap_table
from ...widgets.scroll import put_more

Table = tuple[tuple[str, ...], ...]

ColumnLine = tuple[str, str, str]
"""The words of a line, its end at the right, and their role."""

NOTHING_HELD: Final = ("", "–", "-")


@dataclass(frozen=True)
class ColumnLook:
    """What the column shows. scores: rows of name, points of the last deals and total, the head first. counts: the
    tables of what counts; with has_held, the last cells of the first one say what I have."""

    scores: Table = ()
    counts: tuple[Table, ...] = ()
    has_held: bool = False

    def lines(self, width: int, glyphs: Glyphs, *, scored: bool) -> list[ColumnLine]:
        """The whole column for a width. scored: with the points."""
        found: list[ColumnLine] = []
        if scored:
            found += [("Scores", "", "panel_strong"), *_score_lines(self.scores, width, glyphs), ("", "", "panel")]
        if self.counts:
            found.append(("What counts", "", "panel_strong"))
        for number, table in enumerate(self.counts):
            # There is room for one writing.
            script: Script = "native" if glyphs.script == "native" else "latin"
            plain = [[glyphs.pack.rewritten(glyphs.plain(cell), script) for cell in row] for row in table]
            if number:
                found.append(("", "", "panel"))
            found += _held_lines(plain, width) if self.has_held and not number else _table_lines(plain, width)
        return [*found, ("", "", "panel")]


LAST_DEALS: Final = 2
"""So many deals stand before the totals."""
_NAME: Final = 10
_DEAL: Final = 7


def _score_lines(scores: Table, width: int, glyphs: Glyphs) -> Iterator[ColumnLine]:
    for number, (name, *points, total) in enumerate(scores):
        words = fit_cells(glyphs.plain(name), _NAME, glyphs.ellipsis)
        shown = "".join(each.rjust(_DEAL) for each in (*points, total))
        yield words + shown.rjust(width - cell_len(words)), "", "panel" if number else "panel_faint"


def _held_lines(rows: Sequence[Sequence[str]], width: int) -> Iterator[ColumnLine]:
    """Name and points of each row; below, what I have of it."""
    for number, row in enumerate(rows):
        name, points, held = row[0], row[1], row[-1] if number else ""
        has_some = held not in NOTHING_HELD
        is_long = cell_len(name) + cell_len(points) + 1 > width
        role = "panel" if has_some else "panel_faint"
        first, *others = wrap_cells(name, width)
        yield first, "" if is_long else points, role
        yield from ((line, "", role) for line in others)
        if is_long:
            yield from (("  " + line, "", "panel_faint") for line in wrap_cells(points, width - 2))
        if has_some:
            yield from (("  " + line, "", "panel_strong") for line in wrap_cells(held, width - 2))


def _table_lines(rows: Sequence[Sequence[str]], width: int) -> Iterator[ColumnLine]:
    """A table with its columns below each other. If it is too wide for that, each row stands for itself: its number at
    the right, and what has no room beside its first cell below."""
    lines = wrap_table(rows, width)
    if all(len(line) == 1 for line in lines):
        yield from ((line, "", "panel" if number else "panel_faint") for number, (line,) in enumerate(lines))
        return
    ends_in_number = all(row[-1].isdecimal() for row in rows[1:])
    for number, (name, *cells) in enumerate(rows):
        role = "panel" if number else "panel_faint"
        end = cells.pop() if ends_in_number and cells else ""
        whole = "  ".join((name, *cells))
        if cell_len(whole) + cell_len(end) + 2 * bool(end) <= width:
            yield whole, end, role
            continue
        first, *others = wrap_cells(name, width - cell_len(end) - 2 * bool(end))
        yield first, end, role
        yield from ((line, "", role) for line in others)
        yield from (("  " + line, "", role) for line in wrap_cells("  ".join(cells), width - 2))


class Column(Display[ColumnLook]):
    """The column. scored: the points have room in it."""

    def __init__(self) -> None:
        super().__init__(ColumnLook())
        self.scored = False

    def lines(self, width: int) -> list[ColumnLine]:
        return self.value.lines(width - 2, self.glyphs, scored=self.scored)

    def paint(self, grid: Grid) -> None:
        look = self.look
        grid.fill(0, 0, grid.width, grid.height, look["panel"])
        lines = self.lines(grid.width)
        for row, (words, end, role) in enumerate(lines[: grid.height]):
            x = grid.put(1, row, words, look[role])
            grid.put(max(x + 1, grid.width - 1 - cell_len(end)), row, end, look[role])
        put_more(grid, grid.height - 1, len(lines) - grid.height, self.glyphs, look["panel_faint"])
        if look["panel"].bgcolor == look["felt"].bgcolor:
            for row in range(grid.height):
                grid.put(0, row, self.glyphs.edge, look["faint"])
