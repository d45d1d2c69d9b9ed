"""The middle of the table: the trick with each card before its player, or the stock and the pile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.geometry import Region

from engine.api import UNKNOWN, Card, Seat

from ...config.themes import Styles
from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.card_faces import card_style, draw_chips, draw_tile, tile_size
from ...widgets.glyphs import Glyphs, faces, short_or_full
from ...widgets.page import wrap_cells
from ..picture import PileLook

_FAN_STEP = 5
"""Columns of a card that another one covers."""

Side = str
"""Where a seat is, seen from mine: "south", "west", "north", "east", or "row" for tables too big for four sides."""


@dataclass(frozen=True)
class PlayedCard:
    """What a seat laid to the trick. name: the seat's, for screens where the place does not say it."""

    seat: Seat
    cards: tuple[Card, ...]
    side: Side
    name: str = ""


@dataclass(frozen=True)
class CentreLook:
    """What lies in the middle.

    plays: the trick. taken: name of who took it, when it is the last one and lies there only to be looked at.
    piles: stock and pile. words: stand in the middle while nothing lies there.
    """

    plays: tuple[PlayedCard, ...] = ()
    taken: str = ""
    piles: tuple[PileLook, ...] = ()
    words: str = ""


_FAN_PLACES: Mapping[Side, tuple[float, float]] = {
    "north": (0.5, 0.0),
    "west": (0.0, 0.1),
    "east": (1.0, 0.5),
    "south": (0.5, 1.0),
}
"""The same for several cards of each, which side by side would lie over each other."""
_PLACES: Mapping[Side, tuple[float, float]] = {
    "north": (0.5, 0.0),
    "west": (0.0, 0.5),
    "east": (1.0, 0.5),
    "south": (0.5, 1.0),
}
"""Place of a card in the room that is left beside it: across, down."""


class Centre(Display[CentreLook]):
    """What lies in the middle of the table."""

    SLICES = 2
    GROUND = "ground"

    def __init__(self) -> None:
        super().__init__(CentreLook())
        self._pile_places: dict[str, Region] = {}

    def bright(self, things: frozenset[str], grid: Grid) -> Sequence[Region]:
        """The piles pointed at. The trick stays bright: what to play depends on it."""
        if self.value.plays:
            return (Region(0, 0, grid.width, grid.height),)
        return [place for zone, place in self._pile_places.items() if zone in things]

    def paint(self, grid: Grid) -> None:
        if self.value.piles:
            self._paint_piles(grid)
        elif grid.height < 8 or any(play.side == "row" for play in self.value.plays):
            self._paint_row(grid)
        else:
            self._paint_trick(grid)
        if self.value.words and not self.value.plays:
            lines = wrap_cells(self.glyphs.plain(self.value.words), grid.width)[: grid.height]
            for row, words in enumerate(lines, start=(grid.height - len(lines)) // 2):
                grid.put((grid.width - cell_len(words)) // 2, row, words, self.look["faint"])

    def _paint_trick(self, grid: Grid) -> None:
        centre, look, glyphs = self.value, self.look, self.glyphs
        height = 7 if grid.height >= 22 and grid.width >= 33 else 5 if grid.height >= 15 and grid.width >= 27 else 3
        width = max((fan_width(len(play.cards), height) for play in centre.plays), default=tile_size(height))
        span = min(grid.width, 3 * width + 6)
        left, across = (grid.width - span) // 2, span - width
        down = min(grid.height, 3 * height + 1) - height
        top = max(0, (grid.height - down - height) // 2)
        places = _FAN_PLACES if any(len(play.cards) > 1 for play in centre.plays) else _PLACES
        for play in centre.plays:
            x, y = places[play.side]
            start = left + round(x * across) + (width - fan_width(len(play.cards), height)) // 2
            draw_fan(grid, start, top + round(y * down), height, play.cards, look, glyphs)
        if centre.taken:
            middle = top + round(0.5 * down) + height // 2
            room = across - width
            words = [f"{centre.taken} took it"]
            if cell_len(words[0]) > room:
                words = [centre.taken, "took it"]
            for row, text in enumerate(words, start=middle - len(words) // 2):
                text = fit_cells(glyphs.plain(text), room, glyphs.ellipsis)
                grid.put((grid.width - cell_len(text)) // 2, row, text, look["strong"])

    def _paint_row(self, grid: Grid) -> None:
        centre, look, glyphs = self.value, self.look, self.glyphs
        if not centre.plays:
            return
        needed = max(fan_width(len(play.cards), 3) for play in centre.plays) + 1
        room = max(needed, min(14, grid.width // len(centre.plays)))
        x = max(0, (grid.width - room * len(centre.plays)) // 2)
        for play in centre.plays:
            name = fit_cells(glyphs.plain(play.name), room - 1, glyphs.ellipsis)
            grid.put(x, 0, name, look["felt"])
            draw_fan(grid, x, 1, 3, play.cards, look, glyphs)
            x += room
        if centre.taken:
            grid.put(
                max(0, (grid.width - cell_len(centre.taken) - 8) // 2), 4, f"{centre.taken} took it", look["strong"]
            )

    def _paint_piles(self, grid: Grid) -> None:
        centre, look, glyphs = self.value, self.look, self.glyphs
        if grid.height <= 3:
            self._paint_pile_line(grid)
            return
        height = 7 if grid.height >= 14 and grid.width >= 33 else 5 if grid.height >= 8 else 3
        width = tile_size(height)
        room = width + (7 if grid.width >= 26 else 4)
        below = 5 if grid.height >= height + 7 else 1
        top = max(0, (grid.height - height - 1 - below) // 2) if grid.height > height + 2 else 0
        x = max(0, (grid.width - room * len(centre.piles) + room - width) // 2)
        recent: tuple[Card, ...] = ()
        for pile in centre.piles:
            self._pile_places[pile.zone] = Region(x - (room - width) // 2, top, room, height + 1)
            draw_tile(grid, x, top, height, pile.top, look, glyphs)
            label = glyphs.plain(f"{pile.label} {pile.count}")
            grid.put(x + (width - cell_len(label)) // 2, top + height, label, look["felt" if pile.count else "faint"])
            recent = recent or pile.recent
            x += room
        if recent and below > 1:
            self._paint_recent(grid, top + height + 2, recent)
        elif recent and top + height + 1 < grid.height:
            words = "before: "
            while recent and cell_len(words + faces(recent, glyphs)) > grid.width:
                recent = recent[1:]
            needed = cell_len(words + faces(recent, glyphs))
            start = grid.put(max(0, (grid.width - needed) // 2), top + height + 1, words, look["faint"])
            draw_chips(grid, start, top + height + 1, recent, look, glyphs, "dim")

    def _paint_recent(self, grid: Grid, y: int, cards: Sequence[Card]) -> None:
        """What lay on the pile before, as small cards."""
        step = tile_size(3) + 1
        cards = cards[-(grid.width // step) :]
        x = (grid.width - len(cards) * step + 1) // 2
        for place, card in enumerate(cards):
            draw_tile(grid, x + place * step, y, 3, card, self.look, self.glyphs)

    def _paint_pile_line(self, grid: Grid) -> None:
        """The piles in a row of words, where there is no room for tiles."""
        look, glyphs, row = self.look, self.glyphs, (grid.height - 1) // 2
        x = 2
        for pile in self.value.piles:
            first = x
            x = grid.put(x, row, glyphs.plain(f"{pile.label} {pile.count} "), look["felt" if pile.count else "faint"])
            if pile.top is not None:
                x = draw_chips(grid, x, row, (pile.top,), look, glyphs)
            self._pile_places[pile.zone] = Region(first, row, x - first, 1)
            x += 4


def fan_width(count: int, height: int) -> int:
    return tile_size(height) if count == 1 else _FAN_STEP * count


def draw_fan(grid: Grid, x: int, y: int, height: int, cards: Sequence[Card], look: Styles, glyphs: Glyphs) -> None:
    """Paint what a seat laid: one card, or several that lie over each other, an edge between them."""
    if len(cards) == 1:
        draw_tile(grid, x, y, height, cards[0], look, glyphs)
        return
    is_outlined = look.outlined or glyphs.name == "ascii"
    for place, card in enumerate(cards):
        left = x + place * _FAN_STEP
        style = card_style(card, look, glyphs, "lit")
        grid.fill(left, y, _FAN_STEP, height, style, glyphs.back if card == UNKNOWN else " ")
        for row in range(y, y + height):
            grid.put(left, row, glyphs.edge if place or is_outlined else "", style)
        if card != UNKNOWN:
            pip = glyphs.pip(card) if glyphs.is_wide or height >= 5 else ""
            while cell_len(pip) > _FAN_STEP - 1:
                pip = pip[:-1]
            grid.put(left + 1, y, short_or_full(card, _FAN_STEP - 1, glyphs), style)
            grid.put(left + 1, y + height // 2, pip, style)
        if is_outlined and place == len(cards) - 1:
            for row in range(y, y + height):
                grid.put(left + _FAN_STEP, row, glyphs.edge, style)
