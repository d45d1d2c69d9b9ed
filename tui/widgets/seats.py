"""A seat: who sits there, how many cards they hold, what they have, whose turn it is. One narrow widget each."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len

from engine.api import Card

from ..viewmodel import SeatLook
from .canvas import Canvas, Grid, fit_cells
from .faces import Glyphs, draw_chips, faces

STATE_WORDS = {"bot": "bot", "away": "AWAY", "lagging": "no answer", "empty": "empty seat"}
_ALARMS = ("away", "lagging")


class SeatPanel(Canvas):
    """One player, in as many rows as there are; melds flow over the rows that are left.

    align: "left", "centre" or "right", as the seat lies to the table.
    """

    def __init__(self, align: str = "left", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.align_to = align
        self._seat: SeatLook | None = None

    @property
    def seat(self) -> SeatLook | None:
        """What is shown."""
        return self._seat

    def show(self, seat: SeatLook | None, align: str | None = None) -> None:
        """Show this; only cells that differ are sent."""
        if seat != self._seat or (align or self.align_to) != self.align_to:
            self._seat, self.align_to = seat, align or self.align_to
            self.redraw()

    def paint(self, grid: Grid) -> None:
        """Name, cards, points, melds."""
        if self._seat is None or not grid.height:
            return
        if grid.height == 1:
            self._paint_line(grid, self._seat)
            return
        seat, look, glyphs = self._seat, self.look, self.glyphs
        self._paint_name(grid, seat)
        row = 1
        if seat.hand and cell_len(faces(seat.hand, glyphs)) <= 2 * grid.width:
            row = self._paint_melds(grid, row, ((card,) for card in seat.hand), 1)
        elif seat.state != "empty":
            backs = fit_cells(glyphs.sliver * seat.count, max(0, grid.width - 3), "")
            x = self._start(grid, len(backs) + 1 + len(str(seat.count)))
            x = grid.put(x, row, backs, look["sliver"])
            grid.put(x, row, f" {seat.count}", look["felt"])
            row += 1
        words = score_words(seat)
        if row < grid.height:
            text = fit_cells(glyphs.plain(words), grid.width, glyphs.ellipsis)
            grid.put(self._start(grid, cell_len(text)), row, text, look["felt"])
            row += 1
        self._paint_melds(grid, row, seat.melds, 2)

    def _paint_name(self, grid: Grid, seat: SeatLook) -> None:
        look, glyphs = self.look, self.glyphs
        tag = STATE_WORDS.get(seat.state, "")
        tag = f" {tag}" if tag else ""
        tag += f" {glyphs.dot} dealer" if seat.dealer and grid.width >= 20 else " D" if seat.dealer else ""
        mark = f"{glyphs.turn} " if seat.turn else ""
        name = fit_cells(glyphs.plain(seat.name), max(4, grid.width - len(tag) - len(mark)), glyphs.ellipsis)
        x = self._start(grid, cell_len(mark) + cell_len(name) + cell_len(tag))
        x = grid.put(x, 0, mark + name, look["turn" if seat.turn else "strong"])
        grid.put(x, 0, tag, look["bad" if seat.state in _ALARMS else "faint"])

    def _paint_line(self, grid: Grid, seat: SeatLook) -> None:
        """Everything in one row, for small screens: melds push what the game says of the seat aside."""
        look, glyphs = self.look, self.glyphs
        mark = f"{glyphs.turn} " if seat.turn else "  "
        name = mark + fit_cells(glyphs.plain(seat.name), 12, glyphs.ellipsis)
        x = grid.put(0, 0, name, look["turn" if seat.turn else "strong"])
        tag = STATE_WORDS.get(seat.state, "")
        x = grid.put(x, 0, f" {tag}" if tag else "", look["bad" if seat.state in _ALARMS else "faint"])
        x = grid.put(max(x, 18) + 1, 0, f"{seat.count:>2} cards  ", look["felt"])
        words = glyphs.plain(f"score {seat.points}" if seat.melds else score_words(seat))
        room = grid.width - 1 - cell_len(words)
        for meld in seat.melds:
            if x + cell_len(faces(meld, glyphs)) + 2 > room:
                x = grid.put(x, 0, glyphs.ellipsis[:1], look["felt"])
                break
            x = draw_chips(grid, x, 0, meld, look, glyphs) + 2
        grid.put(max(x, room), 0, words, look["felt"])

    def _paint_melds(self, grid: Grid, row: int, melds: Iterable[tuple[Card, ...]], gap: int) -> int:
        """Groups of cards over the rows that are left; returns the row after them."""
        rows = pack_rows(melds, grid.width, gap, self.glyphs)
        for groups in rows:
            if row >= grid.height:
                break
            width = sum(cell_len(faces(group, self.glyphs)) for group in groups) + gap * (len(groups) - 1)
            x = self._start(grid, width)
            for group in groups:
                x = draw_chips(grid, x, row, group, self.look, self.glyphs) + gap
            row += 1
        return row

    def _start(self, grid: Grid, width: int) -> int:
        if self.align_to == "right":
            return max(0, grid.width - width)
        return max(0, (grid.width - width) // 2) if self.align_to == "centre" else 0


def score_words(seat: SeatLook) -> str:
    """Points of the match and what the game says of the deal."""
    points = f"score {seat.points}"
    return f"{points} · {seat.note}" if seat.note else points


def pack_rows(groups: Iterable[tuple[Card, ...]], width: int, gap: int, glyphs: Glyphs) -> list[list[tuple[Card, ...]]]:
    """Groups of cards laid into rows of a width, in order; a group that is too wide for a row is split."""
    rows: list[list[tuple[Card, ...]]] = []
    used = width + 1
    for group in _split(groups, width, glyphs):
        needed = cell_len(faces(group, glyphs))
        if used + gap + needed > width or not rows:
            rows.append([])
            used = -gap
        rows[-1].append(group)
        used += gap + needed
    return rows


def _split(groups: Iterable[tuple[Card, ...]], width: int, glyphs: Glyphs) -> Iterator[tuple[Card, ...]]:
    for group in groups:
        part: tuple[Card, ...] = ()
        for card in group:
            if part and cell_len(faces((*part, card), glyphs)) > width:
                yield part
                part = ()
            part += (card,)
        if part:
            yield part


class OwnSeat(Canvas):
    """My own row above my hand: turn, count, points, and the melds that I have laid open."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._seat: SeatLook | None = None

    def show(self, seat: SeatLook | None) -> None:
        """Show this; None for a spectator."""
        if seat != self._seat:
            self._seat = seat
            self.redraw()

    def paint(self, grid: Grid) -> None:
        """Name, points and count at the left, melds after them."""
        if self._seat is None:
            return
        seat, look, glyphs = self._seat, self.look, self.glyphs
        mark = f"{glyphs.turn} " if seat.turn else "  "
        x = grid.put(
            1,
            0,
            mark + fit_cells(glyphs.plain(seat.name), 18, glyphs.ellipsis),
            look["turn" if seat.turn else "strong"],
        )
        parts = [f"{seat.count} cards", score_words(seat)]
        if seat.dealer:
            parts.insert(0, "dealer")
        if seat.state in STATE_WORDS and seat.state != "bot":
            parts.insert(0, STATE_WORDS[seat.state])
        x = grid.put(x, 0, glyphs.plain(" · " + " · ".join(parts)), look["felt"]) + 2
        row = 0
        for meld in seat.melds:
            width = cell_len(faces(meld, glyphs))
            if x + width > grid.width - 1:
                row, x = row + 1, 3
            if row >= grid.height:
                grid.put(grid.width - 1, grid.height - 1, glyphs.ellipsis[:1], look["felt"])
                break
            x = draw_chips(grid, x, row, meld, look, glyphs) + 2
