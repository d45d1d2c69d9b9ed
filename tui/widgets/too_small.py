"""The note that a screen shows while the window is too small."""

from .canvas import Canvas, Grid
from .page import wrap_cells


class TooSmall(Canvas):
    """A note in place of something. what: that is; least: columns and lines that it needs."""

    DEFAULT_CSS = "TooSmall { width: 1fr; height: 1fr; display: none; }"

    def __init__(self, what: str, least: tuple[int, int]) -> None:
        super().__init__()
        self._needs = f"the {what} needs {least[0]} by {least[1]}"

    def paint(self, grid: Grid) -> None:
        """As many words as fit."""
        size = self.screen.size
        text = (
            f"This window is {size.width} by {size.height}, but {self._needs}. Make the window larger, or "
            "use a smaller font. Nothing is lost."
        )
        for row, line in enumerate(wrap_cells(text, max(1, grid.width - 1))):
            grid.put(0, row, line, self.look["strong"])
