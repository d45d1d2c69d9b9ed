"""The hand: one focusable widget with a cursor of its own, drawn as a fan of solid tiles.

Chosen cards stand one row higher. Cards with which nothing may be done are dimmed and hatched, so that a screen
without colours says it too. The cursor lives on the two lowest rows, so that moving it sends little.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message

from engine.api import UNKNOWN, Card

from ...config.themes import Tint
from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.card_faces import card_style
from ...widgets.glyphs import face, short_or_full
from ...widgets.pips import draw_pips

LEAST_STEP = 3
"""Columns a card of the fan shows at least: an edge, a rank, a suit."""
_MARGIN = 2
_PATTERN_FROM = 5
"""Rows of a back from which on it has a pattern."""
_GAPS = (2, 1)
"""Columns between groups, the best first."""


@dataclass(frozen=True)
class HandView:
    """What a hand shows.

    lit: whether the player can do something with each card. up: whether each card stands higher, because it is chosen
    or in the set that the player has leafed to. fresh: whether each card has just come. cursor: the index of the card
    pointed at, None if nobody points. live: the player is asked something. names: the numbers of cards that lie in
    places of their own; these cards lie apart. spots: the cards that a lesson points at from above, by index. groups:
    how many cards each group has, from the first card on, and the words over the group. The cards after the last group
    are left over.
    """

    cards: tuple[Card, ...] = ()
    lit: tuple[bool, ...] = ()
    up: tuple[bool, ...] = ()
    fresh: tuple[bool, ...] = ()
    cursor: int | None = None
    live: bool = False
    names: tuple[str, ...] = ()
    spots: frozenset[int] = frozenset()
    groups: tuple[tuple[int, str], ...] = ()


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
        places = self.fan(grid.width, grid.height)
        self._paint_groups(grid, places)
        for index, (card, (x, width)) in enumerate(zip(self.value.cards, places, strict=True)):
            self._paint_card(grid, x, width, index, card)
            if index in self.value.spots and not self.value.up[index]:
                row = grid.height - 2 if self.value.groups else 0  # the name of a group stands above the group
                grid.put(x + width // 2, row, self.glyphs.down, self.look["turn"])
        self._paint_dots(grid, places)
        if self.value.cursor is not None and self.value.cards:
            self._paint_cursor(grid, *places[self.value.cursor])

    def fan(self, width: int, height: int) -> tuple[tuple[int, int], ...]:
        """First column and visible width of each card: they overlap as little as the width allows, and whole groups
        lie apart."""
        count, full = len(self.value.cards), _full_width(height)
        if self.value.names:
            step = max(3, min(full + 2, (width - _MARGIN) // max(1, count)))
            left = max(0, (width - count * step + 1) // 2)
            return tuple((left + index * step, min(full, step - 1)) for index in range(count))
        runs = self._runs()
        step, last, gap = _spacing(runs, width - _MARGIN, full)
        free = width - _MARGIN - _needed(runs, step, last, gap)
        widths = [(size - 1) * step + last + gap for size in runs]
        labels = [*(label for _, label in self.value.groups), "left over"]
        for number, label in enumerate(labels[: len(runs) - 1]):
            if not labels[number + 1]:
                continue
            # What stands over a group is longer than some groups are wide.
            more = max(0, min(free, cell_len(self._label(label)) + 1 - widths[number]))
            widths[number] += more
            free -= more
        x = max(0, free // 2) + _MARGIN // 2
        places = []
        for size, whole in zip(runs, widths, strict=True):
            places += [(x + index * step, step) for index in range(size - 1)]
            places.append((x + (size - 1) * step, last))
            x += whole
        return tuple(places)

    def bright(self, things: frozenset[str], grid: Grid) -> Sequence[Region]:
        """All cards, or those marked, without what stands over their group; and the cursor."""
        if "hand" in things:
            return (Region(0, 0, grid.width, grid.height),)
        places, top = self.fan(grid.width, grid.height), bool(self.value.groups)
        cards = [Region(places[index][0], top, places[index][1] + 1, grid.height - top) for index in self.value.spots]
        if self.value.cursor is not None and places:
            x, width = places[self.value.cursor]
            cards.append(Region(x, grid.height - 2, width, 2))
        return cards

    def _label(self, label: str) -> str:
        """What stands over a group, in letters alone: there is little room."""
        return self.glyphs.pack.rewritten(self.glyphs.plain(label), "latin")

    def _runs(self) -> list[int]:
        """Sizes of the groups, and of what is left over."""
        sizes = [size for size, _ in self.value.groups]
        left = len(self.value.cards) - sum(sizes)
        return [*sizes, left] if left > 0 else sizes

    def on_click(self, event: events.Click) -> None:
        """Tell the screen which card was clicked."""
        x, _ = self.place_of(event)
        for index, (left, width) in enumerate(self.fan(self.size.width, self.size.height)):
            if left <= x < left + width:
                event.stop()
                self.post_message(self.Clicked(index))

    def _paint_groups(self, grid: Grid, places: tuple[tuple[int, int], ...]) -> None:
        """What stands over each group, beside the cards that are chosen; only whole words, and none without room."""
        groups, count = self.value.groups, len(self.value.cards)
        if not groups:
            return
        together = sum(size for size, _ in groups)
        starts = accumulate((size for size, _ in groups), initial=0)
        spare = ((together, "left over"),) if together < count else ()
        named = [*((start, label) for start, (_, label) in zip(starts, groups, strict=False) if label), *spare]
        raised = {
            x for (left, width), up in zip(places, self.value.up, strict=True) if up for x in range(left, left + width)
        }
        end_before = 0
        for number, (first, label) in enumerate(named):
            # A group without a name lends its columns to the one before.
            end = places[named[number + 1][0]][0] - 1 if number + 1 < len(named) else grid.width - 1
            style = self.look["felt" if first < together else "faint"]
            label = self._label(label)
            if cell_len(label) > end - end_before and " (" in label:
                label = label[label.index(" (") + 1 :]  # if not all fits, show only what is missing
            while cell_len(label) > end - end_before and " " in label:
                label = label.rpartition(" ")[0]
            x = max(end_before, min(places[first][0], end - cell_len(label)))
            length = cell_len(label)
            tried = range(x, end - length + 1)
            fits = [at for at in tried if raised.isdisjoint(range(at, at + length))]
            # A blank on both sides, where there is room for it.
            free = next((at for at in fits if raised.isdisjoint((at - 1, at + length))), fits[0] if fits else None)
            end_before = x if free is None else grid.put(free, 0, label, style) + 1

    def _paint_dots(self, grid: Grid, places: tuple[tuple[int, int], ...]) -> None:
        """A dot under each card that cannot be played, where neither hatching nor colour says so."""
        hand = self.value
        if grid.height > 4 and not self.look.outlined:
            return
        for (x, width), lit in zip(places, hand.lit, strict=True):
            if not lit:
                grid.put(x + (width - 1) // 2, grid.height - 1, self.glyphs.dot, self.look["faint"])

    def _paint_card(self, grid: Grid, x: int, width: int, index: int, card: Card) -> None:
        hand, look, glyphs = self.value, self.look, self.glyphs
        rows = grid.height - 2
        top = 0 if hand.up[index] else 1
        style = card_style(card, look, glyphs, self._tint(index))
        outlined = look.outlined or glyphs.name == "ascii"
        has_pattern = card == UNKNOWN and (outlined or rows >= _PATTERN_FROM)
        grid.fill(x, top, width, rows, style, glyphs.back if has_pattern else " ")
        has_edge = width > 2 and not hand.names
        if hand.names:
            self._paint_name(grid, x, top, width, index)
        if has_edge:
            for row in range(top, top + rows):
                # The edge wears the suit's colour too, so that a run of one suit is one stretch of one style.
                grid.put(x, row, glyphs.edge, style)
                if outlined and self._is_last(index):
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

    def _tint(self, index: int) -> Tint:
        """How a card lies: chosen, not to be played, left over beside whole groups, or as usual."""
        hand = self.value
        if hand.up[index]:
            return "pick"
        if not hand.lit[index]:
            return "dim"
        is_spare = hand.groups and index >= sum(size for size, _ in hand.groups)
        return "spare" if is_spare else "lit"

    def _is_last(self, index: int) -> bool:
        """Whether a card is the last one of its group, or of the hand."""
        return index + 1 in accumulate(self._runs())

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
        """Paint a card's mark: that it cannot be played, or that it is new, or else its suit."""
        hand, look, glyphs = self.value, self.look, self.glyphs
        card, up, lit, fresh = hand.cards[index], hand.up[index], hand.lit[index], hand.fresh[index]
        style = look.card(glyphs.pack.tone(card), self._tint(index))
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
            edge = not hand.names
            draw_pips(grid, left - edge, top, rows, card, style, glyphs, room=room + edge, edge=edge)

    def _paint_cursor(self, grid: Grid, x: int, width: int) -> None:
        hand, look = self.value, self.look
        assert hand.cursor is not None
        point = look["point" if hand.live else "faint"]
        grid.put(x + max(1, (width - 1) // 2), grid.height - 1, self.glyphs.point, point)
        base = grid.height - 2 - hand.up[hand.cursor]
        if grid.height >= 5 and hand.live:
            grid.put(x, base, " " * width, look["cursor_pick" if hand.up[hand.cursor] else "cursor"])


def _full_width(height: int) -> int:
    """Width of a card that nothing covers, by the rows of the hand."""
    return 11 if height >= 11 else 9 if height >= 9 else 7 if height >= 7 else 5


def _spacings(full: int) -> Iterator[tuple[int, int, int]]:
    """Columns from card to card, of the last card of a group, and between groups: the best first."""
    for step in range(full, 1, -1):
        for last in range(full, max(step, LEAST_STEP) - 1, -1):
            for gap in _GAPS:
                yield step, last, gap


def _needed(runs: Sequence[int], step: int, last: int, gap: int) -> int:
    return sum((size - 1) * step + last for size in runs) + gap * max(0, len(runs) - 1)


def _spacing(runs: Sequence[int], room: int, full: int) -> tuple[int, int, int]:
    found = (2, LEAST_STEP, 1)
    for found in _spacings(full):
        if _needed(runs, *found) <= room:
            break
    return found
