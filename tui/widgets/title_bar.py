"""The rows above and below every screen: its title, and notices."""

from typing import Final, Literal

from rich.cells import cell_len
from textual import events

from .canvas import Canvas, Display, Grid, fit_cells

Severity = Literal["information", "warning", "error"]


class TitleBar(Display[tuple[str, str]]):
    """One row: where you are on the left, what matters there on the right."""

    DEFAULT_CSS = "TitleBar { height: 1; width: 1fr; dock: top; }"
    GROUND = "bar"

    def __init__(self, left: str = "", right: str = "") -> None:
        super().__init__((left, right))

    def paint(self, grid: Grid) -> None:
        glyphs, (left, right) = self.glyphs, self.value
        suits = "".join(glyphs.suits[suit] for suit in "SHDC") if glyphs.name == "unicode" else "Khanhoo"
        x = grid.put(1, 0, suits, self.look["bar_strong"]) + 1
        left, room = glyphs.plain(left), grid.width - x - 1
        # A long name of a table leaves half of the row to what matters there.
        right = fit_cells(glyphs.plain(right), max(room // 2, room - cell_len(left) - 2), glyphs.ellipsis)
        left = fit_cells(left, room - cell_len(right) - (2 if right else 0), glyphs.ellipsis)
        grid.put(x, 0, left, self.look["bar"])
        grid.put(grid.width - 1 - cell_len(right), 0, right, self.look["bar_faint"])


_MARKS: Final = {"information": "", "warning": "! ", "error": "!! "}
_LEAST_ROWS: Final = 2
_SHARE: Final = 5
"""A notice may take this part of the window's rows: a fifth."""
_ROLES: Final = {"information": "strong", "warning": "turn", "error": "bad"}


class NoticeLine(Canvas):
    """Two rows above the keys, or more in a high window: the last thing the room had to say, and no row without it.
    Severity shows as a mark, not by colour alone."""

    DEFAULT_CSS = "NoticeLine { height: 1; width: 1fr; display: none; }"

    def __init__(self) -> None:
        super().__init__()
        self._sentence, self._severity = "", "information"
        self.about = ""

    @property
    def sentence(self) -> str:
        return self._sentence

    def say(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
        """Say something; "" takes it away. about: what ends it."""
        self._sentence, self._severity, self.about = sentence, severity, about
        self.display = bool(sentence)
        self._fit(self.app.size.width)
        self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        """Another width may need another row."""
        self._fit(event.size.width)

    def _fit(self, width: int) -> None:
        most = max(_LEAST_ROWS, self.app.size.height // _SHARE)
        self.styles.height = min(most, len(self._wrapped(width)))

    def _wrapped(self, width: int) -> list[str]:
        from .page import wrap_cells

        text = self.glyphs.plain(_MARKS[self._severity] + self._sentence)
        return wrap_cells(text, max(1, width - 2))

    def paint(self, grid: Grid) -> None:
        lines = self._wrapped(grid.width)
        if len(lines) > grid.height:
            lines[grid.height - 1] = fit_cells(lines[grid.height - 1] + " " * grid.width, grid.width - 3)
        first = grid.height - min(len(lines), grid.height)
        for row, line in enumerate(lines[: grid.height]):
            grid.put(1, first + row, line, self.look[_ROLES[self._severity]])
