"""The top row of a table: the game and its state, and a word on the connection or the spectators."""

from rich.cells import cell_len

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.glyphs import Glyphs


class Head(Display[tuple[str, str]]):
    """The game and its state at the left, a word on the connection or the spectators at the right.

    Each is a list with dots between its parts. Where there is no room for all parts, the second ones go first.
    """

    GROUND = "bar"

    def __init__(self) -> None:
        super().__init__(("", ""))

    def paint(self, grid: Grid) -> None:
        glyphs, look = self.glyphs, self.look
        left, right = (glyphs.plain(words) for words in self.value)
        right = fit_parts(right, grid.width // 2, glyphs)
        end = grid.width - 1 - cell_len(right)
        left = fit_parts(left, end - 2, glyphs)
        game, dot, rest = left.partition(f" {glyphs.dot} ")
        x = grid.put(1, 0, game, look["bar_strong"])
        grid.put(x, 0, dot + rest, look["bar"])
        grid.put(end, 0, right, look["bar_faint"])


def fit_parts(words: str, room: int, glyphs: Glyphs) -> str:
    """A list with as many of its parts as have room, then without what follows a comma or stands in brackets. It is cut
    only at the last."""
    dot = f" {glyphs.dot} "
    parts = words.split(dot)
    while len(parts) > 2 and cell_len(dot.join(parts)) > room:
        del parts[1]
    for mark in (", ", " ("):
        while mark in parts[-1] and cell_len(dot.join(parts)) > room:
            parts[-1] = parts[-1].rpartition(mark)[0]
    return fit_cells(dot.join(parts), room, glyphs.ellipsis)
