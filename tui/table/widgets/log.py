"""The log: the last events in words. At the foot of a table it has up to four rows, beside a large one a column."""

import asyncio
from collections.abc import Sequence
from itertools import takewhile
from time import monotonic
from typing import Final

from rich.cells import cell_len

from ...widgets.canvas import Display, Grid, fit_cells, fit_clauses
from ...widgets.timers import call_after
from ..narration import LogLine

TONES = {"play": "felt", "deal": "strong", "room": "faint", "company": "faint", "chat": "good"}
"""Roles of the lines on the felt, by their tone."""
_PANEL_TONES = {
    "play": "panel",
    "deal": "panel_strong",
    "room": "panel_faint",
    "company": "panel_faint",
    "chat": "panel",
}
_COLUMN_TO = 59
"""A log of at most so many cells is a column of its own: on the ground of the bars, or behind a line in
the terminal's own colours."""
_MOST = 120
"""More lines than there are rows in a window."""
_STAYS_FOR: Final = 8
"""A line that stays is in sight until so many lines have come: about a round of turns."""
FRESH_S: Final = 5.0
"""So long a line is marked as new: after a quiet time, nothing is."""

LogRow = tuple[str, str, bool]
"""The text and the tone of a row, and whether a new line begins there."""


class Log(Display[Sequence[LogLine]]):
    """The last lines, the newest at the bottom. A line has all rows that it needs; an older one without them is left
    out. In a few rows, a line that stays is shown above newer ones for a while, if there is room for all of it.

    A line that has just come has a mark before it, which goes away. title: over a column of them.
    """

    def __init__(self, title: str = "") -> None:
        super().__init__(())
        self._title = title
        self._new: list[tuple[LogLine, float]] = []
        self._ageing: asyncio.TimerHandle | None = None

    def show(self, value: Sequence[LogLine]) -> None:
        self._note_new(value[-_MOST:])
        super().show(tuple(value[-_MOST:]))

    def _note_new(self, lines: Sequence[LogLine]) -> None:
        """Note the new lines. If the log shows another moment of the match, no line is new."""
        known, now = {id(line) for line in self.value}, monotonic()
        new = [(line, now) for line in lines if id(line) not in known]
        if not new or len(new) == len(lines):
            return
        self._new = [(line, since) for line, since in self._new if now - since < FRESH_S] + new
        if self._ageing is not None:
            self._ageing.cancel()
        self._ageing = call_after(self, FRESH_S, self.settle)

    def settle(self) -> None:
        """Remove the marks from new lines."""
        self._new = []
        self.redraw()

    def wanted(self, value: Sequence[LogLine], width: int) -> int:
        """The rows that lines would take in a column, with the title; 0 without lines."""
        rows = self._rows(value[-_MOST:], width - 2, _MOST, column=True)
        return bool(self._title) + len(rows) if rows else 0

    def paint(self, grid: Grid) -> None:
        look = self.look
        column = grid.width <= _COLUMN_TO
        top = 0
        if column:
            grid.fill(0, 0, grid.width, grid.height, look["panel"])
            is_bare = look["panel"].bgcolor == look["felt"].bgcolor
            for row in range(grid.height if is_bare else 0):
                grid.put(0, row, self.glyphs.edge, look["faint"])
            if self._title:
                grid.put(1, 0, self._title, look["panel_faint"])
                top = 1
        width = grid.width - 2
        shown = self._rows(self.value, width, grid.height - top, column=column)
        lately = takewhile(lambda line: line.key != "deal", reversed(self.value[-_STAYS_FOR:]))
        stays = next((line for line in lately if line.stays), None)
        if stays is not None and not column and len(shown) > 1:
            kept = self._rows_of(stays, self._parts(stays, width, column=False))
            newest = self._parts(self.value[-1], width, column=False)
            if kept[0][:2] not in [row[:2] for row in shown] and len(kept) + len(newest) <= grid.height:
                shown = [*kept, *self._rows(self.value, width, grid.height - len(kept), column=False)]
        roles = _PANEL_TONES if column else TONES
        for row, (text, tone, is_new) in enumerate(shown, start=top if column else max(0, grid.height - len(shown))):
            grid.put(1, row, text, look[roles[tone]])
            if is_new:
                grid.put(0, row, self.glyphs.new, look[roles[tone]])

    def _rows_of(self, line: LogLine, parts: Sequence[str]) -> list[LogRow]:
        is_new = any(line is new for new, _ in self._new)
        return [(part, line.tone, is_new and not number) for number, part in enumerate(parts)]

    def _rows(self, lines: Sequence[LogLine], width: int, most: int, *, column: bool) -> list[LogRow]:
        """The last lines that fit into so many rows whole, with their tones. Only a newest line that is longer is cut:
        at its beginning in a column, and at its end in a few rows."""
        rows: list[LogRow] = []
        for line in reversed(lines):
            parts = self._parts(line, width, column=column)
            if rows and len(rows) + len(parts) > most:
                break
            if len(parts) > most and not column:
                parts = [fit_clauses(part, width, self.glyphs.ellipsis) for part in cut(parts, most)]
            rows[:0] = self._rows_of(line, parts)
            if len(rows) >= most:
                break
        return rows[-most:]

    def _parts(self, line: LogLine, width: int, *, column: bool) -> list[str]:
        """The rows of a line. Outside a column, a line that is too long for one row is written in letters."""
        glyphs = self.glyphs
        text = glyphs.plain(line.text)
        if column:
            return wrapped(text, width)
        if cell_len(text) > width:
            text = glyphs.pack.rewritten(text, "latin")
        return wrapped(text, width)


def cut(parts: list[str], rows: int) -> list[str]:
    """The first lines of a text; the last of them says that there is more by being too long."""
    return [*parts[: rows - 1], " ".join(part.strip() for part in parts[rows - 1 :])]


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width in cells, further lines indented; a word that is too long is cut up."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        trial = f"{line} {word}" if line.strip() else line + word
        if cell_len(trial) <= width:
            line = trial
            continue
        if line.strip():
            lines.append(line)
        line = "  " + word if lines else word
        while cell_len(line) > width and width > 4:
            head = fit_cells(line, width, "")
            lines.append(head)
            line = "  " + line[len(head) :]
    return [*lines, line]
