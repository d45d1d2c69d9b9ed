"""A sheet over the seats: everybody's melds in full, or the groups that I am laying out."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from engine.api import Card

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.card_faces import card_style
from ...widgets.glyphs import face, faces
from ...widgets.page import wrap_table
from ...widgets.scroll import put_more


@dataclass(frozen=True)
class GroupLook:
    """Cards that lie together. pointed: the whole group is; at: the card pointed at in it, if only that."""

    cards: tuple[Card, ...]
    pointed: bool = False
    at: int | None = None


@dataclass(frozen=True)
class TableauRow:
    """A row of groups under a label. note: at its end; role: of the note's words. mark: before the label."""

    label: str
    groups: tuple[GroupLook, ...]
    note: str = ""
    role: str = "faint"
    mark: str = ""


@dataclass(frozen=True)
class TableauLook:
    """What the sheet shows. title: above; hint: what the keys do, at its right end. tables: of words, in place of rows
    of cards; the first row of each is its head."""

    title: str
    rows: tuple[TableauRow, ...]
    hint: str = ""
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()


LABEL = 20
"""Columns of the labels."""
GAP = 2


class Tableau(Display[TableauLook | None]):
    """Rows of groups, wrapped to the width and scrolled so that what is pointed at is in sight."""

    GROUND = "bar"

    def __init__(self) -> None:
        super().__init__(None)
        self._top = 0

    def show(self, value: TableauLook | None) -> None:
        if value is None or self.value is None or value.title != self.value.title:
            self._top = 0
        super().show(value)

    def scroll_by(self, lines: int) -> None:
        self._top = max(0, self._top + lines)
        self.redraw()

    def paint(self, grid: Grid) -> None:
        if self.value is None:
            return
        look, glyphs, tableau = self.look, self.glyphs, self.value
        grid.put(1, 0, glyphs.plain(tableau.title), look["bar_strong"])
        hint = glyphs.plain(tableau.hint)
        if cell_len(tableau.title) + cell_len(hint) + 4 < grid.width:
            grid.put(grid.width - 1 - cell_len(hint), 0, hint, look["bar_faint"])
        if tableau.tables:
            self._paint_tables(grid, tableau.tables)
            return
        lines = self._lines(grid.width)
        room = grid.height - 1
        pointed = next((number for number, (_, groups) in enumerate(lines) if any(map(_is_pointed, groups))), None)
        self._top = max(0, min(self._top, len(lines) - room))
        if pointed is not None:
            self._top = max(min(self._top, pointed), pointed - room + 1)
        for place, (row, groups) in enumerate(lines[self._top : self._top + room], start=1):
            self._paint_row(grid, place, row, groups)
        self._paint_more(grid, len(lines))

    def _paint_more(self, grid: Grid, lines: int) -> None:
        """Marks at the edge where lines lie above or below."""
        style = self.look["bar_strong"]
        put_more(grid, 1, self._top, self.glyphs, style, below=False)
        put_more(grid, grid.height - 1, lines - self._top - grid.height + 1, self.glyphs, style)

    def _paint_tables(self, grid: Grid, tables: Sequence[Sequence[Sequence[str]]]) -> None:
        lines: list[tuple[str, str]] = []
        for table in tables:
            lines += [("", "bar")] if lines else []
            plain = [[self.glyphs.plain(cell) for cell in row] for row in table]
            for number, row in enumerate(wrap_table(plain, grid.width - 3)):
                lines += [(line, "bar" if number else "bar_faint") for line in row]
        room = grid.height - 1
        self._top = max(0, min(self._top, len(lines) - room))
        for place, (line, role) in enumerate(lines[self._top : self._top + room], start=1):
            grid.put(1, place, line, self.look[role])
        self._paint_more(grid, len(lines))

    def _lines(self, width: int) -> list[tuple[TableauRow | None, list[GroupLook]]]:
        """The rows cut into lines; only the first of a row carries its label and note."""
        lines: list[tuple[TableauRow | None, list[GroupLook]]] = []
        for row in self.value.rows if self.value is not None else ():
            lines.append((row, []))
            used = LABEL
            for group in row.groups:
                needed = cell_len(faces(group.cards, self.glyphs)) + GAP
                if used + needed > width - 2 and lines[-1][1]:
                    lines.append((None, []))
                    used = LABEL
                lines[-1][1].append(group)
                used += needed
        return lines

    def _paint_row(self, grid: Grid, y: int, row: TableauRow | None, groups: Sequence[GroupLook]) -> None:
        look, glyphs = self.look, self.glyphs
        if row is not None:
            x = grid.put(1, y, row.mark, look["bar_strong"])
            grid.put(x, y, fit_cells(glyphs.plain(row.label), LABEL - x - 1, glyphs.ellipsis), look["bar"])
        x = LABEL
        for group in groups:
            for number, card in enumerate(group.cards):
                tint = "pick" if group.pointed or group.at == number else "lit"
                style = card_style(card, look, glyphs, tint)
                if group.at == number:
                    style = look["cursor"]
                x = grid.put(x, y, (" " if number and group.at != number else "") + face(card, glyphs), style)
                if number + 1 < len(group.cards) and group.at == number + 1:
                    x = grid.put(x, y, " ", look.card(glyphs.pack.tone(card), tint))
            x += GAP
        if row is not None and row.note:
            note = fit_cells(glyphs.plain(row.note), grid.width - x - 1, glyphs.ellipsis)
            grid.put(x, y, note, look[f"bar_{row.role}" if row.role in ("strong", "faint") else "bar"])


def _is_pointed(group: GroupLook) -> bool:
    return group.pointed or group.at is not None
