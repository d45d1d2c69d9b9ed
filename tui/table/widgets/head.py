"""The head of a table: the game and its state, and a word on the link or the watchers."""

from ...widgets.canvas import Display, Grid, fit_cells


class Head(Display[tuple[str, str]]):
    """The game and its state at the left, a word on the link or the watchers at the right."""

    GROUND = "bar"

    def __init__(self) -> None:
        super().__init__(("", ""))

    def paint(self, grid: Grid) -> None:
        glyphs, look = self.glyphs, self.look
        left, right = (glyphs.plain(words) for words in self.value)
        right = fit_cells(right, grid.width // 2, glyphs.ellipsis)
        game, *rest = left.split(f" {glyphs.dot} ", 1)
        x = grid.put(1, 0, game, look["bar_strong"])
        if rest:
            room = grid.width - x - len(right) - 4
            grid.put(x, 0, fit_cells(f" {glyphs.dot} {rest[0]}", room, glyphs.ellipsis), look["bar"])
        grid.put(grid.width - 1 - len(right), 0, right, look["bar_faint"])
