"""Cards that lie over each other: a meld, what a seat laid to a trick, a hand seen from behind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from engine.api import UNKNOWN, Card

from ..config.themes import Styles, Tint
from .canvas import Grid
from .card_faces import card_style, draw_tile, tile_size
from .glyphs import Glyphs, short_or_full

STEPS = (5, 4, 3)
"""Columns of a card that another one covers, the best first: an edge, a rank, a suit at least."""
_LAST = 5
"""Columns of the uppermost card of several."""


@dataclass(frozen=True)
class Fans:
    """Groups of cards in rows. step: columns of a covered card. rows: the parts of each, with the group's number."""

    step: int
    rows: tuple[tuple[tuple[int, tuple[Card, ...]], ...], ...]

    def width(self, row: int, height: int) -> int:
        """Columns of a row, with a blank between its parts."""
        return sum(fan_width(len(part), height, self.step) + 1 for _, part in self.rows[row]) - 1


def fan_width(count: int, height: int, step: int = STEPS[0]) -> int:
    return tile_size(height) if count == 1 else step * (count - 1) + _LAST


def draw_fan(
    grid: Grid,
    x: int,
    y: int,
    height: int,
    cards: Sequence[Card],
    look: Styles,
    glyphs: Glyphs,
    *,
    step: int = STEPS[0],
    tint: Tint = "lit",
) -> None:
    """Paint what lies together: one card, or several that lie over each other, an edge between them."""
    if len(cards) == 1:
        draw_tile(grid, x, y, height, cards[0], look, glyphs, tint)
        return
    is_outlined = look.outlined or glyphs.name == "ascii"
    for place, card in enumerate(cards):
        left, is_last = x + place * step, place == len(cards) - 1
        width = _LAST if is_last else step
        style = card_style(card, look, glyphs, tint)
        grid.fill(left, y, width, height, style, glyphs.back if card == UNKNOWN else " ")
        for row in range(y, y + height):
            grid.put(left, row, glyphs.edge if place or is_outlined else "", style)
        native = glyphs.pack.native(card) if glyphs.is_wide and glyphs.script == "native" else ""
        if native:
            for row, sign in enumerate(native[:height]):
                grid.put(left + 1, y + row, sign, style)
        elif card != UNKNOWN:
            pip = glyphs.pip(card) if glyphs.is_wide or height >= 5 else ""
            while cell_len(pip) > width - 1 or (cell_len(pip) > step - 1 and step < STEPS[0]):
                pip = pip[:-1] if step == STEPS[0] else ""
            grid.put(left + 1, y, short_or_full(card, width - 1, glyphs), style)
            grid.put(left + 1, y + height // 2, pip, style)
        if is_outlined and is_last:
            for row in range(y, y + height):
                grid.put(left + width, row, glyphs.edge, style)


def fitting_fans(groups: Iterable[tuple[Card, ...]], width: int, rows: int, height: int) -> Fans | None:
    """Groups of cards as fans in at most so many rows of a width, with the widest step with which they fit. A group too
    wide for a row goes on in the next one. None where there is no room."""
    groups = tuple(groups)
    for step in STEPS:
        most = max(1, (width - _LAST) // step + 1)
        is_tight = step == STEPS[-1]
        if not is_tight and any(len(cards) > most for cards in groups):
            continue
        found: list[list[tuple[int, tuple[Card, ...]]]] = []
        used = width
        for number, cards in enumerate(groups):
            for first in range(0, len(cards), most):
                part = cards[first : first + most]
                needed = fan_width(len(part), height, step) + 1
                if used + needed > width + 1 or not found:
                    found.append([])
                    used = 0
                found[-1].append((number, part))
                used += needed
        if len(found) <= rows:
            return Fans(step, tuple(map(tuple, found)))
    return None


def draw_row(
    grid: Grid,
    x: int,
    y: int,
    height: int,
    fans: Fans,
    row: int,
    look: Styles,
    glyphs: Glyphs,
    tints: Sequence[Tint],
) -> None:
    """Paint one row of groups from a column on. tints: one for each group, or one for all."""
    for number, part in fans.rows[row]:
        tint = tints[number % len(tints)]
        draw_fan(grid, x, y, height, part, look, glyphs, step=fans.step, tint=tint)
        x += fan_width(len(part), height, fans.step) + 1


def draw_backs(grid: Grid, x: int, y: int, height: int, count: int, look: Styles, glyphs: Glyphs) -> int:
    """Paint a hand seen from behind, as wide as `backs_width` says; returns the column after it."""
    step, style = _back_step(count, grid.width), look["back"]
    for place in range(count):
        left, width = x + place * step, _LAST if place == count - 1 else step
        grid.fill(left, y, width, height, style, glyphs.back)
        for row in range(y, y + height):
            grid.put(left, row, glyphs.edge, style)
    end = x + backs_width(count, grid.width)
    if (look.outlined or glyphs.name == "ascii") and count:
        for row in range(y, y + height):
            grid.put(end - 1, row, glyphs.edge, style)
    return end


def backs_width(count: int, width: int) -> int:
    """Columns of a hand seen from behind, of those that there are."""
    return (count - 1) * _back_step(count, width) + _LAST if count else 0


def _back_step(count: int, width: int) -> int:
    return 2 if 2 * (count - 1) + _LAST + 3 <= width else 1
