"""The hand: one focusable widget with a cursor of its own, drawn as a fan of solid tiles.

Chosen cards stand one row higher. Cards with which nothing may be done are dimmed and hatched, so that a screen
without colours says it too. The cursor lives on the two lowest rows, so that moving it sends little.
"""

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.message import Message

from engine.api import UNKNOWN, Card

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.card_faces import card_style
from ...widgets.glyphs import face, short_or_full

LEAST_STEP = 3
"""Columns a card of the fan shows at least: an edge, a rank, a suit."""


@dataclass(frozen=True)
class HandView:
    """What a hand shows.

    lit: whether something may be done with the card. up: it stands higher (chosen, or of the set leafed to).
    fresh: it just came. cursor: index of the card pointed at, None for nobody's. live: the cursor's owner is asked.
    names: what stands on a card that lies in a place of its own (its number); such cards lie apart.
    spots: cards that a lesson points at from above, by index.
    """

    cards: tuple[Card, ...] = ()
    lit: tuple[bool, ...] = ()
    up: tuple[bool, ...] = ()
    fresh: tuple[bool, ...] = ()
    cursor: int | None = None
    live: bool = False
    names: tuple[str, ...] = ()
    spots: frozenset[int] = frozenset()


class Hand(Display[HandView], can_focus=True):
    """My cards. A click on one is told to the screen, which knows what it means."""

    DEFAULT_CSS = "Hand { height: 5; }"
    SLICES: ClassVar[int] = 5
    GROUND: ClassVar[str] = "ground"

    @dataclass
    class Clicked(Message):
        """A card was clicked."""

        index: int

    def __init__(self) -> None:
        super().__init__(HandView())

    def paint(self, grid: Grid) -> None:
        left, step, last = self.fan(grid.width, grid.height)
        for index, card in enumerate(self.value.cards):
            width = self._width(index, step, last)
            self._paint_card(grid, left + index * step, width, index, card)
            if index in self.value.spots and not self.value.up[index]:
                grid.put(left + index * step + (width - 1) // 2, 0, self.glyphs.down, self.look["turn"])
        if self.value.cursor is not None and self.value.cards:
            self._paint_cursor(grid, left + self.value.cursor * step)

    def fan(self, width: int, height: int) -> tuple[int, int, int]:
        """Column of the first card, columns from card to card, and columns of the last one."""
        count = len(self.value.cards)
        last = 7 if height >= 7 else 5
        if self.value.names:
            step = max(3, min(last + 2, (width - 2) // max(1, count)))
            return max(0, (width - count * step + 1) // 2), step, min(last, step - 1)
        if not count:
            return width // 2, LEAST_STEP, last
        room = width - 2 - last
        most = 5 if height >= 7 else 4
        step = max(2, min(most, room // (count - 1))) if count > 1 else most
        if count > 1 and step < 4:
            last = min(last, 4)
            step = max(2, min(most, (width - 1 - last) // (count - 1)))
        return max(0, (width - (count - 1) * step - last) // 2), step, last

    def on_click(self, event: events.Click) -> None:
        """Tell the screen which card was clicked."""
        x, _ = self.place_of(event)
        left, step, last = self.fan(self.size.width, self.size.height)
        count = len(self.value.cards)
        if count and left <= x < left + (count - 1) * step + last:
            event.stop()
            self.post_message(self.Clicked(min((x - left) // step, count - 1)))

    def _width(self, index: int, step: int, last: int) -> int:
        return last if self.value.names or index == len(self.value.cards) - 1 else step

    def _paint_card(self, grid: Grid, x: int, width: int, index: int, card: Card) -> None:
        hand, look, glyphs = self.value, self.look, self.glyphs
        up, lit = hand.up[index], hand.lit[index]
        tint = "pick" if up else "lit" if lit else "dim"
        rows = grid.height - 2
        top = 0 if up else 1
        style = card_style(card, look, glyphs, tint)
        outlined = look.outlined or glyphs.name == "ascii"
        grid.fill(x, top, width, rows, style, glyphs.back if outlined and card == UNKNOWN else " ")
        has_edge = width > 2 and not hand.names
        if hand.names:
            self._paint_name(grid, x, top, width, index)
        if has_edge:
            for row in range(top, top + rows):
                # The edge wears the suit's colour too, so that a run of one suit is one stretch of one style.
                grid.put(x, row, glyphs.edge, style)
                if outlined and index == len(hand.cards) - 1:
                    grid.put(x + width, row, glyphs.edge, style)
        if card == UNKNOWN and hand.names:
            return
        left, room = x + has_edge, width - has_edge
        printed = face(card, glyphs) if glyphs.script == "native" else short_or_full(card, room, glyphs)
        native = glyphs.pip(card) if glyphs.is_wide else ""
        if native:
            printed = "" if glyphs.script == "native" else printed
            signs = native if glyphs.script == "native" else ("", *native)
            for row, sign in enumerate(signs[: rows if not hand.names else rows - 1]):
                grid.put(left, top + row, sign, style)
        grid.put(left, top, printed, style)
        self._paint_marks(grid, left, top, room, rows, index)

    def _paint_name(self, grid: Grid, x: int, top: int, width: int, index: int) -> None:
        """The number of a place: in the middle of a back, at the foot of a face."""
        hand, look = self.value, self.look
        card, name = hand.cards[index], fit_cells(self.glyphs.plain(hand.names[index]), width, "")
        rows = self.size.height - 2
        row = top + rows // 2 if card == UNKNOWN else top + rows - 1
        name = f" {name} " if card == UNKNOWN and len(name) + 2 <= width else name
        style = look["back"] if card == UNKNOWN and not hand.up[index] else look["pick_word"]
        if hand.up[index] and card == UNKNOWN:
            grid.fill(x, top, width, rows, style)
        grid.put(x + (width - cell_len(name)) // 2, row, name, style)

    def _paint_marks(self, grid: Grid, left: int, top: int, room: int, rows: int, index: int) -> None:
        """What tells of a card besides its face: that nothing can be done with it, that it is new; else its suit."""
        hand, look, glyphs = self.value, self.look, self.glyphs
        card, up, lit, fresh = hand.cards[index], hand.up[index], hand.lit[index], hand.fresh[index]
        style = look.card(glyphs.pack.tone(card), "pick" if up else "lit" if lit else "dim")
        native = glyphs.is_wide and bool(glyphs.pip(card))
        row = top + (rows - 1 if native else min(1, rows - 1))
        if rows >= 3 and not lit and not up:
            new = glyphs.new if fresh else ""
            grid.put(left, row, new + glyphs.hatch * (room - len(new)), style)
        elif fresh and native:
            grid.put(left + room - 1, row, glyphs.new, style)
        elif fresh:
            grid.put(left, row, (glyphs.new + "new")[: 4 if room >= 5 else 1], style)
        elif rows >= 5 and card != UNKNOWN and not native:
            grid.put(left + (room - 1) // 2, top + 2, glyphs.pip(card), style)

    def _paint_cursor(self, grid: Grid, x: int) -> None:
        hand, look = self.value, self.look
        assert hand.cursor is not None
        _, step, last = self.fan(grid.width, grid.height)
        width = self._width(hand.cursor, step, last)
        point = look["point" if hand.live else "faint"]
        grid.put(x + max(1, (width - 1) // 2), grid.height - 1, self.glyphs.point, point)
        base = grid.height - 2 - hand.up[hand.cursor]
        if grid.height >= 5 and hand.live:
            grid.put(x, base, " " * width, look["cursor_pick" if hand.up[hand.cursor] else "cursor"])
