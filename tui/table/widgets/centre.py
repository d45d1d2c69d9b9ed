"""The middle of the table: the trick with each card before its player, or the stock and the pile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region

from engine.api import UNKNOWN, Card, Seat
from net.wire.sanitize import NAME_CELLS

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.card_faces import draw_chips, draw_tile, tile_size
from ...widgets.fans import STEPS, draw_fan, fan_width
from ...widgets.glyphs import Glyphs, faces
from ...widgets.page import wrap_cells
from ...widgets.timers import call_after
from ..picture import PileLook
from ..second_person import within

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

    plays: the trick. taken: the name of the player who took it, if it is the last trick and lies there only to be seen.
    piles: the stock and the discard pile. led: what players must follow, in words. coming: how far the newest card of
    the trick is from its place, from 1 (at its player) to 0. going: how far the whole trick is on its way to its taker.
    thrower: the side of the seat whose discard is the newest. flying: a pile, and the card that moves to it. banner: a
    large text, shown for a moment.
    """

    plays: tuple[PlayedCard, ...] = ()
    taken: str = ""
    piles: tuple[PileLook, ...] = ()
    led: str = ""
    coming: float = 0.0
    going: float = 0.0
    thrower: Side = ""
    flying: tuple[str, Card] | None = None
    banner: str = ""

    @property
    def taker(self) -> Side:
        """Where the seat is that took the trick; "" for none."""
        return next((play.side for play in self.plays if self.taken and play.name == self.taken), "")


FRAME_S: Final = 0.07
_STEPS: Final = 3
_WAYS: Final[Mapping[Side, tuple[int, int]]] = {"north": (0, -1), "west": (-1, 0), "east": (1, 0), "south": (0, 1)}
"""Which way a seat is: columns, rows."""


def frames(old: CentreLook, new: CentreLook) -> tuple[CentreLook, ...]:
    """The pictures from one look to another, the other one last: a card comes from its player to the trick or to a
    pile, a trick goes to its taker."""
    shown: list[CentreLook] = []
    if old.taker in _WAYS and new.plays[: len(old.plays)] != old.plays:
        shown += [replace(old, going=step / _STEPS) for step in range(1, _STEPS + 1)]
        old = CentreLook()
    is_more = len(new.plays) == len(old.plays) + 1 and new.plays[:-1] == old.plays
    if is_more and new.plays[-1].side in _WAYS:
        shown += [replace(new, taken="", coming=step / _STEPS) for step in range(_STEPS - 1, 0, -1)]
    card = _discarded(old.piles, new.piles) if new.thrower in _WAYS else None
    if card is not None:
        lying = replace(new, piles=old.piles, flying=card)
        shown += [replace(lying, coming=step / _STEPS) for step in range(_STEPS, 0, -1)]
    return (*shown, new)


def _discarded(old: Sequence[PileLook], new: Sequence[PileLook]) -> tuple[str, Card] | None:
    """The pile that has one card more than before, and this card."""
    for before, pile in zip(old, new, strict=False):
        if pile.zone == before.zone and pile.count == before.count + 1 and pile.top not in (None, UNKNOWN):
            return (pile.zone, pile.top) if pile.top is not None else None
    return None


_FAN_PLACES: Mapping[Side, tuple[float, float]] = {
    "north": (0.5, 0.0),
    "west": (0.0, 0.0),
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

_CROSS: Final = 7
"""Rows from which on a trick lies as its players sit, and not in a row."""
_FANS_NEED: Mapping[int, tuple[int, int]] = {7: (33, 22), 5: (27, 15)}
_CARDS_NEED: Mapping[int, tuple[int, int]] = {9: (39, 19), 7: (29, 15), 5: (23, 11)}
_PILES_NEED: Mapping[int, tuple[int, int]] = {9: (33, 18), 7: (27, 14), 5: (0, 8)}
"""Columns and rows that a trick or piles need with cards of so many rows; single cards of a trick lie in a cross."""


def _size(grid: Grid, needs: Mapping[int, tuple[int, int]]) -> int:
    """Rows of the largest cards for which there is room."""
    fitting = (size for size, (width, height) in needs.items() if grid.width >= width and grid.height >= height)
    return next(fitting, 3)


def _apart(starts: Sequence[int], texts: Sequence[str]) -> list[int]:
    """Where texts of a row begin, so that two blanks lie between them: as near as possible to where each would."""
    found: list[int] = []
    for start, before in zip(starts, ("", *texts), strict=False):
        end = found[-1] + cell_len(before) + 2 if found else start
        lacking = max(0, end - start)
        found = [place - lacking // 2 for place in found]
        found.append(max(start, end) - lacking // 2)
    return found


class Centre(Display[CentreLook]):
    """What lies in the middle of the table."""

    SLICES = 2
    GROUND = "ground"

    def __init__(self) -> None:
        super().__init__(CentreLook())
        self._pile_places: dict[str, Region] = {}
        self._frames: list[CentreLook] = []
        self._is_timed = False
        self.moves = False
        """Whether cards move. If not, each picture is there at once."""
        self.after: Callable[[float, Callable[[], object]], object] = partial(call_after, self)
        """Does something so many seconds later."""

    def show(self, value: CentreLook) -> None:
        target = self._frames[-1] if self._frames else self.value
        if value == target:
            return
        is_cross = self.size.height >= _CROSS
        self._frames = list(frames(target, value) if self.moves and is_cross else (value,))
        self._show_next()

    def _show_next(self) -> None:
        super().show(self._frames.pop(0))
        if self._frames and not self._is_timed:
            self._is_timed = True
            self.after(FRAME_S, self._tick)

    def _tick(self) -> None:
        self._is_timed = False
        if self._frames:
            self._show_next()

    def bright(self, things: frozenset[str], grid: Grid) -> Sequence[Region]:
        """The piles pointed at. The trick stays bright: what to play depends on it."""
        if self.value.plays:
            return (Region(0, 0, grid.width, grid.height),)
        return [place for zone, place in self._pile_places.items() if zone in things]

    def paint(self, grid: Grid) -> None:
        if self.value.piles:
            self._paint_piles(grid)
        elif grid.height < _CROSS or any(play.side == "row" for play in self.value.plays):
            self._paint_row(grid)
        else:
            self._paint_trick(grid)
        if self.value.banner:
            self._paint_banner(grid, self.value.banner)

    def _paint_banner(self, grid: Grid, text: str) -> None:
        """A text in as many rows as it needs, over the piles or in the middle of a trick."""
        lines = wrap_cells(self.glyphs.plain(text), grid.width - 2)
        width = max(map(cell_len, lines)) + 2
        width += 2 if width + 2 <= grid.width else 0
        x, y = (grid.width - width) // 2, 0 if self.value.piles else max(0, (grid.height - len(lines)) // 2)
        for row, line in enumerate(lines[: grid.height], start=y):
            grid.fill(x, row, width, 1, self.look["cursor"])
            grid.put(x + (width - cell_len(line)) // 2, row, line, self.look["cursor"])

    def _paint_trick(self, grid: Grid) -> None:
        centre, look, glyphs = self.value, self.look, self.glyphs
        are_fans = any(len(play.cards) > 1 for play in centre.plays)
        height = _size(grid, _FANS_NEED if are_fans else _CARDS_NEED)
        width = max((fan_width(len(play.cards), height) for play in centre.plays), default=tile_size(height))
        # Beside melds of three a column stays free at each side, where the names of the seats end.
        span = min(grid.width - 2 * are_fans, max(3 * width + 6, 2 * width + NAME_CELLS + 2))
        left, across = (grid.width - span) // 2, span - width
        down = min(grid.height, 3 * height + 1) - height
        top = max(0, (grid.height - down - height) // 2)
        places = _FAN_PLACES if are_fans else _PLACES
        for play in centre.plays:
            x, y = places[play.side]
            start = left + round(x * across) + (width - fan_width(len(play.cards), height)) // 2
            aside, off = self._on_its_way(play, grid)
            draw_fan(grid, start + aside, top + round(y * down) + off, height, play.cards, look, glyphs)
        middle = top + round(0.5 * down) + height // 2
        room = across - width
        words = wrap_cells(glyphs.plain(centre.led), room - 2)
        if centre.taken:
            inner = room - (2 if height > 3 else 0)
            taken = glyphs.plain(centre.taken)
            words = wrap_cells(f"{taken} took it", inner)
            if len(words) > 1:
                words = [*wrap_cells(taken, inner), "took it"]
            if len(words) > max(1, down - height):
                words = [taken]
        for row, text in enumerate(words, start=middle - len(words) // 2):
            text = fit_cells(glyphs.plain(text), room, glyphs.ellipsis)
            grid.put((grid.width - cell_len(text)) // 2, row, text, look["strong" if centre.taken else "faint"])

    def _on_its_way(self, play: PlayedCard, grid: Grid) -> tuple[int, int]:
        """Columns and rows by which a card that moves is off its place."""
        centre = self.value
        side, far = (centre.taker, centre.going) if centre.going else (play.side, centre.coming)
        if not far or (centre.coming and play != centre.plays[-1]):
            return 0, 0
        across, down = _WAYS[side]
        return round(across * far * grid.width / 2), round(down * far * grid.height / 2)

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
        words = f"{centre.taken} took it" if centre.taken else centre.led
        words = glyphs.plain(words)
        grid.put(max(0, (grid.width - cell_len(words)) // 2), 4, words, look["strong" if centre.taken else "faint"])

    def _paint_piles(self, grid: Grid) -> None:
        centre, look, glyphs = self.value, self.look, self.glyphs
        if grid.height <= 3:
            self._paint_pile_line(grid)
            return
        height = _size(grid, _PILES_NEED)
        width = tile_size(height)
        room = width + (7 if grid.width >= 26 else 4)
        below = 5 if grid.height >= height + 7 else 1
        top = max(0, (grid.height - height - 1 - below) // 2) if grid.height > height + 2 else 0
        x = max(0, (grid.width - room * len(centre.piles) + room - width) // 2)
        recent: tuple[Card, ...] = ()
        flies = 0
        labels = [glyphs.plain(f"{pile.label} {pile.count}") for pile in centre.piles]
        middles = [x + place * room + width // 2 for place in range(len(labels))]
        starts = _apart([middle - cell_len(label) // 2 for label, middle in zip(labels, middles, strict=True)], labels)
        over = max(0, starts[-1] + cell_len(labels[-1]) - grid.width)
        for pile, label, start in zip(centre.piles, labels, starts, strict=True):
            self._pile_places[pile.zone] = Region(x - (room - width) // 2, top, room, height + 1)
            draw_tile(grid, x, top, height, pile.top, look, glyphs)
            grid.put(max(0, start - over), top + height, label, look["felt" if pile.count else "faint"])
            if centre.flying is not None and centre.flying[0] == pile.zone:
                flies = x
            recent = recent or pile.recent
            x += room
        if centre.flying is not None:
            across, down = _WAYS[centre.thrower]
            far = centre.coming / 2
            aside, off = round(across * far * grid.width), round(down * far * grid.height)
            draw_tile(grid, flies + aside, top + off, height, centre.flying[1], look, glyphs)
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
        found = next((step for step in STEPS if fan_width(len(cards), 3, step) <= grid.width), STEPS[-1])
        while fan_width(len(cards), 3, found) > grid.width:
            cards = cards[1:]
        x = (grid.width - fan_width(len(cards), 3, found)) // 2
        draw_fan(grid, x, y, 3, cards, self.look, self.glyphs, step=found)

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


_LAST_CARD = 3
"""Rows of a card of the trick before."""


class LastTrick(Display[CentreLook]):
    """The trick before, in small cards in the order in which they were played, at the edge of the table; in a few rows
    as chips."""

    def __init__(self) -> None:
        super().__init__(CentreLook())

    def paint(self, grid: Grid) -> None:
        look, glyphs = self.look, self.glyphs
        plays = [play for play in self.value.plays if UNKNOWN not in play.cards]
        best = [play for play in plays if play.name == self.value.taken]
        card = _LAST_CARD if grid.height >= _LAST_CARD + 2 else 1
        fitting = (trick for trick in (plays, best) if trick and _row_width(trick, card, glyphs) <= grid.width)
        trick = next(fitting, None)
        if trick is None:
            return
        x = grid.width - _row_width(trick, card, glyphs)
        title, leader, taker = "last trick", glyphs.plain(plays[0].name), glyphs.plain(self.value.taken)
        words = f"{leader} led and took it" if leader == taker else f"{leader} led, {within(taker)} took it"
        if cell_len(words) > grid.width:
            words = f"{taker} took it"
        grid.put(grid.width - cell_len(title), 0, title, look["faint"])
        grid.put(grid.width - cell_len(words), 1 + card, words, look["faint"])
        for play in trick:
            if card == 1:
                draw_chips(grid, x, 1, play.cards, look, glyphs)
            else:
                draw_fan(grid, x, 1, card, play.cards, look, glyphs, step=STEPS[-1])
            x += _play_width(play, card, glyphs) + 1


def _play_width(play: PlayedCard, card: int, glyphs: Glyphs) -> int:
    """The cells of what one seat laid. card: rows of each card."""
    return cell_len(faces(play.cards, glyphs)) if card == 1 else fan_width(len(play.cards), card, STEPS[-1])


def _row_width(trick: Sequence[PlayedCard], card: int, glyphs: Glyphs) -> int:
    return sum(_play_width(play, card, glyphs) + 1 for play in trick) - 1
