"""The panel of a lesson above the prompt: what the step says, and the keys that it speaks of."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.widget import Widget

from ...widgets.canvas import Display, Grid
from ...widgets.key_bar import KeyBar, KeyHint
from ...widgets.page import wrap_cells


@dataclass(frozen=True)
class LessonLook:
    """place: "3/9". says: the step's text."""

    place: str = ""
    says: str = ""


class LessonText(Display[LessonLook]):
    """The text of a step, its number before it."""

    DEFAULT_CSS = "LessonText { height: 1fr; }"
    GROUND = "bar"

    def __init__(self) -> None:
        super().__init__(LessonLook())

    def paint(self, grid: Grid) -> None:
        look = self.look
        for row, line in enumerate(self.lines(grid.width, grid.height)):
            grid.put(1, row, line, look["bar_strong"])
        grid.put(1, 0, self.value.place, look["bar_faint"])

    def lines(self, width: int, height: int) -> list[str]:
        """The text in lines of a width. If it needs more lines than there are, it is written in letters."""
        glyphs, words = self.glyphs, f"{self.value.place} {self.value.says}"
        lines = wrap_cells(glyphs.plain(words), width - 2)
        return lines if len(lines) <= height else wrap_cells(glyphs.pack.rewritten(words, "latin"), width - 2)


class LessonPanel(Widget):
    """The text of a step and a row of keys."""

    DEFAULT_CSS = "LessonPanel { layout: vertical; }"

    def __init__(self) -> None:
        super().__init__()
        self.text = LessonText()
        self.keys = KeyBar()

    def compose(self) -> ComposeResult:
        yield self.text
        yield self.keys

    def show(self, look: LessonLook, keys: tuple[KeyHint, ...]) -> None:
        self.text.show(look)
        self.keys.show(keys)
