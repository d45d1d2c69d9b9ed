"""Cards as they are drawn: whole ones, fans of them, rows of them in one line, for every game and size.

A card is a sheet of paper with an edge of half a cell at both sides; it throws a shade on the card under it. What can
be done with it is a height: a card that must not be played is sunk, a selected one stands higher. So all states can be
told apart without colours, and in letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final, Protocol

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style

from engine.api import JOKER, UNKNOWN, Card, rank_of

from .canvas import Grid
from .figures import ACES, COLOURS, COURTS, INVERTED, JOKER_RANK, PIPS, STICKS, Figure
from .glyphs import Glyphs, face, short_face

FAN_STEPS: Final = (8, 6, 5, 4, 3, 2)
"""Columns of a card that another one covers, the best first."""
FAN_GAPS: Final = (2, 1)
"""Columns between the groups of a fan, the best first."""
ABOVE: Final = 1
"""Rows over a card in which it stands when it is selected."""
BELOW: Final = 1
"""Rows under a card: for the arrow of the cursor, or a shadow."""

_SIGNS: Final = ("◎", "║", "▣", "◆")
"""Pips of cards that are not French, by the group of their suit."""
_PIPS_FROM: Final = 6
"""Step of a fan from which on its cards show their pips; with a smaller one they show one."""


class Look(Protocol):
    """What a card needs to know of a theme."""

    @property
    def colours(self) -> Mapping[str, Color | None]:
        """Colours by name; None in a look without colours."""

    @property
    def outlined(self) -> bool:
        """Whether cards need lines at their edges."""


@dataclass(frozen=True, slots=True)
class CardView:
    """What is shown of one card: the card, UNKNOWN for its back, and its states, which add up.

    sunk: it must not be played. selected: it is chosen. cursor: the cursor is on it. hint: the key of the hint that
    names it. new: it has just come. last: it was played last. name: the number of its place.
    """

    card: Card
    sunk: bool = False
    selected: bool = False
    cursor: bool = False
    hint: str = ""
    new: bool = False
    last: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Fan:
    """Groups of cards that lie over each other, from left to right.

    height: rows of a card. step: columns of a covered card. last: columns of the last card of a group. gaps: columns
    after each group but the last one.
    """

    groups: tuple[tuple[CardView, ...], ...]
    height: int
    step: int
    last: int
    gaps: tuple[int, ...]

    @property
    def width(self) -> int:
        """Columns from the first card's left edge to the last one's right edge."""
        return sum(self._widths) + sum(self.gaps)

    @property
    def starts(self) -> tuple[int, ...]:
        """The first column of each group, counted from the fan's left edge."""
        steps = (width + gap for width, gap in zip(self._widths, self.gaps, strict=False))
        return tuple(accumulate(steps, initial=0))[: len(self.groups)]

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The first column of each card, counted from the fan's left edge, and the columns that are in sight of it."""
        return tuple(
            (start + index * self.step, self.step if index + 1 < len(group) else self.last)
            for start, group in zip(self.starts, self.groups, strict=True)
            for index in range(len(group))
        )

    @property
    def _widths(self) -> list[int]:
        return [(len(group) - 1) * self.step + self.last for group in self.groups]


def card_width(height: int, glyphs: Glyphs) -> int:
    """Columns of a whole card of a height. A card that is not French is a narrow slip."""
    if height < 5:
        return 5
    return 9 if height >= 7 and not glyphs.pack.faces else 7


def fit_fan(
    groups: Iterable[Iterable[CardView]], width: int, height: int, glyphs: Glyphs, *, captions: Sequence[int] = ()
) -> Fan:
    """The fan of some groups that shows the most of each card within a width.

    captions: columns that each group needs for the words over it; it gets them if the width allows. Where even the
    smallest step is too wide, the fan is wider than asked for.
    """
    shown = tuple(group for group in map(tuple, groups) if group)
    spaces = max(0, len(shown) - 1)
    covered = sum(len(group) - 1 for group in shown)
    whole = card_width(height, glyphs)
    step, last, gap = FAN_STEPS[-1], FAN_STEPS[-1] + 1, FAN_GAPS[-1]
    for step, last, gap in _spacings(whole):
        if covered * step + len(shown) * last + spaces * gap <= width:
            break
    gaps = [gap] * spaces
    free = width - covered * step - len(shown) * last - spaces * gap
    for number, (group, caption) in enumerate(zip(shown[:-1], captions, strict=False)):
        more = min(free, caption - (len(group) - 1) * step - last - gap + 1)
        if more > 0:
            gaps[number] += more
            free -= more
    return Fan(shown, height, step, last, tuple(gaps))


def fit_rows(
    groups: Iterable[Iterable[CardView]], width: int, rows: int, height: int, glyphs: Glyphs
) -> tuple[Fan, ...] | None:
    """Groups as fans under each other in at most so many rows of a width, all of one step, the largest with which they
    fit. A group too wide for a row goes on in the next one. None where there is no room."""
    shown = tuple(group for group in map(tuple, groups) if group)
    whole, gap = card_width(height, glyphs), FAN_GAPS[-1]
    for step, last in dict.fromkeys((step, last) for step, last, _ in _spacings(whole) if step >= 3):
        most = max(1, (width - last) // step + 1)
        lines: list[list[tuple[CardView, ...]]] = []
        used = width
        for group in shown:
            for first in range(0, len(group), most):
                part = group[first : first + most]
                needed = (len(part) - 1) * step + last
                if not lines or used + gap + needed > width:
                    lines.append([])
                    used = -gap
                lines[-1].append(part)
                used += gap + needed
        is_cut = any(len(group) > most for group in shown)
        if len(lines) <= rows and last <= width and not (is_cut and step > 3):
            return tuple(Fan(tuple(line), height, step, last, (gap,) * (len(line) - 1)) for line in lines)
    return None


def _spacings(whole: int) -> Iterable[tuple[int, int, int]]:
    """Columns of a covered card, of the last card of a group, and between groups: the best first."""
    for step in FAN_STEPS:
        if step < whole:
            for last in dict.fromkeys((whole, step + 1)):
                for gap in FAN_GAPS:
                    yield step, last, gap


def paint_fan(grid: Grid, x: int, y: int, fan: Fan, look: Look, glyphs: Glyphs) -> None:
    """Paint a fan. y: the top row of a card that is neither sunk nor selected; see ABOVE and BELOW."""
    painter = _Painter(grid, look, glyphs)
    for start, group in zip(fan.starts, fan.groups, strict=True):
        under: _Sheet | None = None
        for index, view in enumerate(group):
            is_last = index + 1 == len(group)
            width = fan.last if is_last else fan.step + 1
            is_whole = is_last and width == card_width(fan.height, glyphs)
            sheet = _Sheet(view, x + start + index * fan.step, y, width, fan.height, fan.step, is_whole)
            painter.sheet(sheet, under)
            under = sheet


def paint_card(
    grid: Grid,
    x: int,
    y: int,
    height: int,
    view: CardView,
    look: Look,
    glyphs: Glyphs,
    *,
    has_shadow: bool = True,
    is_pile: bool = False,
) -> None:
    """Paint one whole card that lies free. y: its top row if it is neither sunk nor selected.

    is_pile: more cards lie under it; their edge takes one more column at the right.
    """
    painter = _Painter(grid, look, glyphs)
    width = card_width(height, glyphs)
    sheet = _Sheet(view, x, y, width, height)
    if is_pile:
        painter.pile(sheet)
    painter.sheet(sheet, None)
    if has_shadow and not view.sunk and (view.selected or not view.cursor):
        painter.shadow(sheet, width + is_pile)


def paint_place(grid: Grid, x: int, y: int, height: int, look: Look, glyphs: Glyphs, word: str = "") -> None:
    """Paint the thin outline of a place where no card lies yet, with a word in it if there is room."""
    painter = _Painter(grid, look, glyphs)
    width = card_width(height, glyphs)
    painter.outline(x, y, width, height, "line")
    if cell_len(word) <= width - 2:
        painter.put(x + (width - cell_len(word)) // 2, y + height // 2, word, "dim", italic=True)


def paint_slip(grid: Grid, x: int, y: int, cards: Iterable[Card], look: Look, glyphs: Glyphs) -> int:
    """Paint cards in one row, a blank apart; returns the column after them."""
    painter = _Painter(grid, look, glyphs)
    start, stop = ("[", "]") if painter.is_outlined else ("▐", "▌")
    x = painter.put(x, y, start, "paper")
    for index, card in enumerate(cards):
        if index:
            x = painter.put(x, y, " ", "ink", "paper")
        if card == UNKNOWN:
            x = painter.put(x, y, ("##" if glyphs.name == "ascii" else "╳╳"), "back2", "back")
        else:
            x = painter.put(x, y, face(card, glyphs), painter.suit(card), "paper", bold=True)
    return painter.put(x, y, stop, "paper")


def slip_width(cards: Sequence[Card], glyphs: Glyphs) -> int:
    """Columns of some cards in one row."""
    return sum(2 if card == UNKNOWN else cell_len(face(card, glyphs)) for card in cards) + len(cards) + 1


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A card as it lies.

    x, y, height: as given for its usual place. width: columns in sight, both edges included. step: that of its fan, 0
    for a card that lies free. is_whole: nothing covers it.
    """

    view: CardView
    x: int
    y: int
    width: int
    height: int
    step: int = 0
    is_whole: bool = True

    @property
    def top(self) -> int:
        return self.y + self.view.sunk - self.view.selected

    @property
    def rows(self) -> int:
        """Rows in sight: the foot of a sunk card is under the table."""
        return self.height - self.view.sunk

    @property
    def room(self) -> int:
        """Columns between its edges."""
        return self.width - 2

    @property
    def has_pips(self) -> bool:
        return self.height >= 5 and (not self.step or self.step >= _PIPS_FROM)

    @property
    def paper(self) -> str:
        return "paper_dim" if self.view.sunk else "paper"


@lru_cache(maxsize=4096)
def _style(ink: Color | None, ground: Color | None, bold: bool, italic: bool) -> Style:
    return Style(color=ink, bgcolor=ground, bold=bold or None, italic=italic or None)


class _Painter:
    """Paints on one grid in the colours of a look, by their names."""

    def __init__(self, grid: Grid, look: Look, glyphs: Glyphs) -> None:
        self.grid, self.colours, self.glyphs, self.pack = grid, look.colours, glyphs, glyphs.pack
        self.is_ascii = glyphs.name == "ascii"
        self.is_outlined = look.outlined or self.is_ascii

    def put(
        self, x: int, y: int, text: str, ink: str, ground: str = "", *, bold: bool = False, italic: bool = False
    ) -> int:
        """Write signs; without a ground they stand on the colour that is there."""
        under = self.colours[ground] if ground else self.grid.ground(x, y)
        return self.grid.put(x, y, text, _style(self.colours[ink], under, bold, italic))

    def on(
        self, sheet: _Sheet, column: int, row: int, text: str, ink: str, ground: str = "", *, bold: bool = False
    ) -> None:
        """Write on a card, as far as it is in sight."""
        if text and 0 <= row < sheet.rows and 0 < column <= sheet.width - 1 - cell_len(text):
            self.put(sheet.x + column, sheet.top + row, text, ink, ground or sheet.paper, bold=bold)

    def sheet(self, sheet: _Sheet, under: _Sheet | None) -> None:
        """Paint a card. under: the card on which it lies."""
        if self.is_outlined:
            self._frame(sheet)
        else:
            self._paper(sheet, under)
        if sheet.view.card == UNKNOWN:
            self._back(sheet)
        else:
            if not self.is_outlined:
                self._middle(sheet)
            self._names(sheet)
        self._states(sheet)

    def outline(self, x: int, y: int, width: int, height: int, ink: str, ground: str = "", rows: int = 0) -> None:
        """A thin frame, or its upper rows."""
        corner_a, flat, corner_b, side, corner_c, corner_d = tuple(self.glyphs.box)
        lines = (
            corner_a + flat * (width - 2) + corner_b,
            *(side + " " * (width - 2) + side for _ in range(height - 2)),
            corner_c + flat * (width - 2) + corner_d,
        )
        for row, line in enumerate(lines[: rows or height], start=y):
            self.put(x, row, line, ink, ground)

    def pile(self, sheet: _Sheet) -> None:
        """The edge of more cards under a card, at its right."""
        for y in range(sheet.top + self.is_outlined, sheet.top + sheet.rows):
            self.put(sheet.x + sheet.width, y, self.glyphs.box[3] if self.is_outlined else "▌", "paper_dim")

    def shadow(self, sheet: _Sheet, width: int) -> None:
        """The row under a card that lies higher than the table; none in a look without a colour for it."""
        y = sheet.top + sheet.rows
        for x in range(sheet.x + 1, sheet.x + width):
            is_free = self.grid.sign(x, y) == " " and self.grid.ground(x, y) != self.colours["shadow"]
            if is_free and not self.is_outlined:
                self.put(x, y, "▀", "shadow")

    # The sheet itself, with colours and without.

    def _paper(self, sheet: _Sheet, under: _Sheet | None) -> None:
        view, colours = sheet.view, self.colours
        beside = colours["gold" if under is not None and under.view.last else "shade"]
        for row, y in enumerate(range(sheet.top, sheet.top + sheet.rows)):
            is_covering = under is not None and under.top <= y < under.top + under.rows
            is_foot = view.cursor and row == sheet.rows - 1
            self.put(sheet.x + 1, y, " " * sheet.room, "shade", sheet.paper)
            for x, other, is_gold in (
                (sheet.x, beside if is_covering else self.grid.ground(sheet.x, y), view.cursor or view.last),
                (sheet.x + sheet.width - 1, self.grid.ground(sheet.x + sheet.width - 1, y), is_foot or view.last),
            ):
                self._edge(x, y, colours["gold" if is_gold else sheet.paper], other, is_left=x == sheet.x)

    def _edge(self, x: int, y: int, paper: Color | None, beside: Color | None, *, is_left: bool) -> None:
        """Half a cell of paper, and half of what is beside it, in such a way that edges and what is between them have
        one style: that saves many bytes. The terminal's own background can be no ink."""
        if beside is None or beside.is_default:
            self.grid.put(x, y, "▐" if is_left else "▌", _style(paper, beside, False, False))
        else:
            self.grid.put(x, y, "▌" if is_left else "▐", _style(beside, paper, False, False))

    def _frame(self, sheet: _Sheet) -> None:
        x, width, ink = sheet.x, sheet.width, "ink"
        if not sheet.step:
            self.outline(x, sheet.top, width, sheet.height, ink, sheet.paper, sheet.rows)
        sides = ("[]" if self.is_ascii else "║║") if sheet.view.last else self.glyphs.box[3] * 2
        for row in range(sheet.rows):
            if sheet.step or 0 < row < sheet.height - 1:
                line = "_" * sheet.room if row == sheet.height - 1 else " " * sheet.room
                self.put(x, sheet.top + row, sides[0] + line + sides[1], ink, sheet.paper)

    def _back(self, sheet: _Sheet) -> None:
        room, height = sheet.room, sheet.height
        inner = range(1, height - 1) if not self.is_outlined or not sheet.step else range(height - 1)
        if not self.is_outlined:
            self.on(sheet, 1, 0, "▄" * room, "back")
            self.on(sheet, 1, height - 1, "▀" * room, "back")
        for row in inner:
            pattern = "#:" * room if self.is_ascii else "╳" * 2 * room if height > 3 or self.is_outlined else " " * room
            self.on(sheet, 1, row, pattern[row % 2 :][:room], "back2", "back")
        name = sheet.view.name or ("◆" if room >= 5 and not self.is_outlined else "")
        label = f" {name} " if name and cell_len(name) + 2 <= room else name
        column = 1 + (room - cell_len(label)) // 2
        self.on(sheet, column, height // 2, label, "paper", "back", bold=True)

    # What names a card.

    def _first(self, sheet: _Sheet) -> int:
        """The row of the index: a frame takes one more."""
        return int(self.is_outlined and not sheet.step and sheet.height > 3)

    def _names(self, sheet: _Sheet) -> None:
        """The index at the upper left and at the foot, and what stands beside or under it."""
        card, first, is_wide = sheet.view.card, self._first(sheet), sheet.room >= 5
        index, native = self._index(sheet), "" if self._is_native_alone(sheet) else self._native(card)
        is_figure = self._is_court(card) and sheet.height >= 5 and not self.is_outlined
        self._column(sheet, first, index)
        if is_wide:
            self._column(sheet, first, native or self._pip(card) * is_figure, is_right=True)
        else:
            self._column(sheet, first + len(index) + bool(sheet.view.hint), native)
        has_foot = not sheet.view.new and (
            sheet.height >= (7 if native else 5) or not (sheet.step or native or self.is_outlined)
        )
        if sheet.is_whole and has_foot and len(index) == 1 and not is_figure:
            self._column(sheet, sheet.height - 1 - self.is_outlined, index, is_right=True)

    def _column(self, sheet: _Sheet, first: int, lines: Iterable[str], *, is_right: bool = False) -> None:
        """Names of a card, one a row."""
        for row, line in enumerate(lines, start=first):
            column = sheet.width - 1 - cell_len(line) if is_right else 1
            self.on(sheet, column, row, line, self.suit(sheet.view.card), bold=True)

    def suit(self, card: Card) -> str:
        """The name of the colour of a card's suit."""
        name = f"suit_{self.pack.tone(card) or 'J'}"
        return name if name in self.colours else "suit_S"

    def _native(self, card: Card) -> str:
        """A card's name in its own writing, if that is shown."""
        return self.pack.native(card) if self.glyphs.is_wide else ""

    def _is_native_alone(self, sheet: _Sheet) -> bool:
        return bool(self.glyphs.script == "native" and self._native(sheet.view.card) and sheet.room >= 2)

    def _index(self, sheet: _Sheet) -> tuple[str, ...]:
        """What names a card at its upper left, row by row."""
        card = sheet.view.card
        if self._is_native_alone(sheet):
            return tuple(self._native(card))
        short = short_face(card, self.glyphs)
        if sheet.room == 1:
            return tuple(short)
        printed = short if card in self.pack.faces else face(card, self.glyphs)
        if sheet.room == 2 and card not in self.pack.faces and card != JOKER:
            return printed[:-1], printed[-1]
        return (printed,)

    # The middle of a card.

    def _is_court(self, card: Card) -> bool:
        return card not in self.pack.faces and _rank(card) in COURTS[5]

    def _pip(self, card: Card) -> str:
        words = self.pack.faces.get(card)
        return self.glyphs.pip(card) if words is None else _SIGNS[self.pack.groups.index(words.suit) % len(_SIGNS)]

    def _count(self, card: Card) -> int:
        """How many pips a card has."""
        digits = "".join(filter(str.isdecimal, self.pack.printed(card, "latin") or _rank(card)))
        return int(digits) if digits and int(digits) in PIPS[3] else 1

    def _middle(self, sheet: _Sheet) -> None:
        """A court, the large pip of an ace, as many pips as a card counts, or one."""
        card, room, height = sheet.view.card, sheet.room, sheet.height
        size, native, suit = (7 if height >= 7 else 5), self._native(card), self.suit(card)
        if self._is_court(card) and height >= 5:
            if room >= 3:
                self._points(sheet, COURTS[size][_rank(card)])
        elif sheet.has_pips and not sheet.view.hint:
            count = self._count(card)
            if count == 1 and card not in self.pack.faces and room >= size:
                self._ace(sheet, ACES[size][self.pack.tone(card)])
            else:
                lines = (STICKS if self._pip(card) == "║" else PIPS)[3 if native else size - 2][count]
                for row, line in enumerate(lines, start=size // 2 if native else 1):
                    for column, sign in enumerate(line, start=1 + (room - 5) // 2):
                        self.on(sheet, column, row, self._pip(card) if sign == "o" else "", suit)
        elif height >= 4 and room >= 3 and not native:
            self.on(sheet, 1 + (room - 1) // 2, height // 2, self._pip(card), suit)

    def _ace(self, sheet: _Sheet, lines: Figure) -> None:
        suit = self.suit(sheet.view.card)
        for row, line in enumerate(lines, start=(sheet.height - len(lines) + 1) // 2):
            for column, sign in enumerate(line, start=1 + (sheet.room - len(line)) // 2):
                if sign in INVERTED:
                    self.on(sheet, column, row, INVERTED[sign], sheet.paper, suit)
                else:
                    self.on(sheet, column, row, sign, suit)

    def _points(self, sheet: _Sheet, figure: Figure) -> None:
        """A court. Where a part is covered, it moves to the left until its middle and both eyes are in sight."""
        colours = {**COLOURS, ".": sheet.paper}
        eyes, width = max(line.rfind("k") for line in figure), len(figure[0])
        moved = max(0, eyes + 1 - sheet.room, (width - sheet.room) // 2)
        for row, pair in enumerate(zip(figure[::2], figure[1::2], strict=True), start=1):
            for column, (upper, lower) in enumerate(zip(*(line[moved:] for line in pair), strict=True), start=1):
                if upper == "k":
                    eye = "▝" if column + moved <= width // 2 else "▘"
                    self.on(sheet, column, row, eye, "court_ink", colours[lower])
                elif upper == lower:
                    self.on(sheet, column, row, " ", "shade", colours[upper])
                else:
                    self.on(sheet, column, row, "▀", colours[upper], colours[lower])

    # The states.

    def _states(self, sheet: _Sheet) -> None:
        view, room, foot = sheet.view, sheet.room, sheet.rows - 1
        named = (" ",) * (self._first(sheet) if view.card != UNKNOWN else sheet.height > 3)
        if view.card != UNKNOWN:
            named += self._index(sheet)
        row = min(len(named), foot)
        ink, ground = ("gold_ink", "gold") if view.cursor else ("ink", sheet.paper)
        if view.cursor:
            line = "=" if self.is_ascii else "═" if self.is_outlined else " "
            self.on(sheet, 1, foot, line * room, ink, ground, bold=True)
            if foot < len(named):
                self.on(sheet, 1, foot, named[foot], ink, ground, bold=True)
            self.put(sheet.x + (room + 1) // 2, sheet.y + sheet.height, self.glyphs.point, "gold", bold=True)
        seal = view.hint[:1]
        if seal and room >= 3 and row < foot:
            seal = f"[{seal}]" if self.is_outlined else f" {seal} "
        self.on(sheet, 1, row, seal, "seal_ink", "seal", bold=True)
        column = 1 + len(seal) * (row == foot)
        name = view.name if view.card != UNKNOWN else ""
        self.on(sheet, column, foot, name, ink, ground, bold=True)
        if view.new:
            word = "+" if name or room - column < 2 + view.cursor else "new"
            self.on(sheet, column + len(name), foot, word, ink, ground)
        if view.selected and sheet.step:
            self.shadow(sheet, sheet.width - 1)


def _rank(card: Card) -> str:
    return JOKER_RANK if card == JOKER else rank_of(card)
