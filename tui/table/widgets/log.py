"""The log: the last events in words. At the foot of a small table it has two rows, beside a large one a column."""

from collections.abc import Sequence

from rich.cells import cell_len

from ...widgets.canvas import Display, Grid, fit_cells
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
_COLUMN_FROM = 4
"""A log of so many rows is a column of its own: on the ground of the bars, or behind a line in
the terminal's own colours."""
_MOST = 40


class Log(Display[Sequence[LogLine]]):
    """The last lines, the newest at the bottom; in a column they are wrapped, in a few rows they are cut,
    except the newest line, which has all rows that it needs.

    title: over a column of them.
    """

    def __init__(self, title: str = "") -> None:
        super().__init__(())
        self._title = title

    def show(self, value: Sequence[LogLine]) -> None:
        super().show(tuple(value[-_MOST:]))

    def paint(self, grid: Grid) -> None:
        look = self.look
        column = grid.height >= _COLUMN_FROM
        top = 0
        if column:
            grid.fill(0, 0, grid.width, grid.height, look["panel"])
            is_bare = look["panel"].bgcolor == look["felt"].bgcolor
            for row in range(grid.height if is_bare else 0):
                grid.put(0, row, self.glyphs.edge, look["faint"])
            if self._title:
                grid.put(1, 0, self._title, look["panel_faint"])
                top = 1
        rows: list[tuple[str, str]] = []
        width = grid.width - 2
        for line in reversed(self.value):
            parts = self._parts(line, width, column=column, rows=1 if rows else grid.height)
            rows[:0] = [(part, line.tone) for part in parts]
            if len(rows) >= grid.height - top:
                break
        shown = rows[-(grid.height - top) :]
        roles = _PANEL_TONES if column else TONES
        for row, (text, tone) in enumerate(shown, start=top):
            grid.put(1, row, text, look[roles[tone]])

    def _parts(self, line: LogLine, width: int, *, column: bool, rows: int) -> list[str]:
        """A line as it is shown. Outside of a column it has so many rows, and is rather put in letters than cut."""
        glyphs = self.glyphs
        text = glyphs.plain(line.text)
        if column:
            return wrapped(text, width)
        if cell_len(text) > width:
            text = glyphs.pack.rewritten(text, "latin")
        parts = wrapped(text, width)
        return parts if len(parts) <= rows else [fit_cells(part, width, glyphs.ellipsis) for part in cut(parts, rows)]


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
