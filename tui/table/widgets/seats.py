"""A seat: who sits there, how many cards they hold, what they have, whose turn it is. One narrow widget each."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region

from engine.api import UNKNOWN, Card, counted

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.card_faces import draw_chips, draw_tile, tile_size
from ...widgets.fans import Fans, backs_width, draw_backs, draw_row, fitting_fans
from ...widgets.glyphs import Glyphs, faces, short_face
from ..picture import MeldLook, SeatView, SlotLook

STATE_WORDS = {
    "bot": "bot",
    "away": "AWAY",
    "lagging": "no answer",
    "empty": "empty seat",
    "gone": "left the match",
}
_ALARMS = ("away", "lagging")
_BACKS_FROM = 4
"""Rows from which on the hand of a seat with melds is drawn as backs; below, it is counted. Without melds it needs one
row less."""
_NO_ROOM = "(no room)"
"""Beside the number of cards that all may see, where a row cannot show them."""
_SLOT_CARD = 3
"""Rows of a hidden place that is drawn as a card."""
_SLOT = 3
"""Columns of a hidden place: its number, and a gap."""


@dataclass(frozen=True)
class Marks:
    """What stands out on the table.

    pointed: the zone or seat that a choice in the making points at. taken: the zones and seats that it took before.
    new: the zones of melds that were laid or grew a moment ago.
    """

    pointed: str = ""
    taken: tuple[str, ...] = ()
    new: frozenset[str] = frozenset()


NO_MARKS: Final = Marks()


@dataclass(frozen=True)
class SeatLook:
    """A seat with what points at it. seat: None for a spectator's own. align: "left", "centre" or "right", as it lies
    to the table. card: rows of its cards, where they fit; 0 for strips of chips."""

    seat: SeatView | None = None
    marks: Marks = NO_MARKS
    align: str = "left"
    card: int = 0

    def tint(self, meld: MeldLook) -> str:
        """How a meld lies: pointed at or new, or neither."""
        return "pick" if meld.zone == self.marks.pointed or meld.zone in self.marks.new else "lit"


class SeatPanel(Display[SeatLook]):
    """One player, in as many rows as there are; melds flow over the rows that are left."""

    def __init__(self) -> None:
        super().__init__(SeatLook())

    def bright(self, things: frozenset[str], grid: Grid) -> Sequence[Region]:
        seat = self.value.seat
        is_shown = seat is not None and f"seat:{seat.seat}" in things
        return (Region(0, 0, grid.width, grid.height),) if is_shown else ()

    def paint(self, grid: Grid) -> None:
        seat, look, glyphs = self.value.seat, self.look, self.glyphs
        if seat is None or not grid.height:
            return
        if grid.height == 1:
            self._paint_line(grid, seat)
            return
        self._paint_name(grid, seat)
        row, words = 1, score_words(seat)
        if seat.hand and (shown := self._paint_open_hand(grid, seat)):
            row = shown
        elif seat.state in ("empty", "gone"):
            pass
        elif not seat.has_hand:
            row = self._paint_slots(grid, row, seat)
        elif grid.height < (_BACKS_FROM if seat.melds else _BACKS_FROM - 1):
            words = f"{seat.held} · {words}"
            if cell_len(words) > grid.width:
                words = f"{seat.held} · {seat.note}"
            if cell_len(words) > grid.width:
                words = f"{seat.held} · total {seat.points}"
        elif self._has_room_for_backs(grid, seat):
            width = backs_width(seat.count, grid.width)
            x = self._start(grid, width + 1 + len(str(seat.count)))
            x = draw_backs(grid, x, row, self.value.card, seat.count, look, glyphs)
            grid.put(x, row + self.value.card // 2, f" {seat.count}", look["felt"])
            row += self.value.card
        else:
            backs = fit_cells(glyphs.sliver * seat.count, max(0, grid.width - 3), "")
            x = self._start(grid, len(backs) + 1 + len(str(seat.count)))
            x = grid.put(x, row, backs, look["sliver"])
            grid.put(x, row, f" {seat.count}", look["felt"])
            row += 1
        if row + 1 == grid.height and seat.melds:
            self._paint_last_row(grid, row, seat, words)
            return
        row = self._paint_score(grid, row, seat, words)
        if seat.has_hand and seat.slots:
            row = self._paint_slots(grid, row, seat)
        row = self._paint_act(grid, row, seat)
        if not self._paint_cards(grid, row, seat):
            self._paint_melds(grid, row, [meld.cards for meld in seat.melds], 2, grid.height)

    def _paint_score(self, grid: Grid, row: int, seat: SeatView, words: str) -> int:
        """Paint the points, and what the game says of the deal. Returns the row after them.

        They take two rows if one is too short and the melds keep a row. If there is only one row and it is too short,
        the game's words take it, so that the player sees who holds the trick.
        """
        lines = [words]
        if seat.note and cell_len(self.glyphs.plain(words)) > grid.width:
            has_room = row + 1 + bool(seat.melds) < grid.height
            lines = [words.removesuffix(f" · {seat.note}"), seat.note] if has_room else [seat.note]
        for line in lines[: max(0, grid.height - row)]:
            text = fit_cells(self.glyphs.plain(line), grid.width, self.glyphs.ellipsis)
            grid.put(self._start(grid, cell_len(text)), row, text, self.look["felt"])
            row += 1
        return row

    def _paint_last_row(self, grid: Grid, row: int, seat: SeatView, words: str) -> None:
        """The points and the melds beside each other, where one row is left for both."""
        glyphs = self.glyphs
        melds = [meld.cards for meld in seat.melds]
        words = glyphs.plain(words)
        if cell_len(words) + 2 + len(_more(len(melds), first=True)) > grid.width:
            words = glyphs.plain(seat.held)
        room = grid.width - cell_len(words) - 2
        count = len(melds)
        while count and self._width(melds[:count], 2) + self._more_width(len(melds), count) > room:
            count -= 1
        more = _more(len(melds) - count, first=not count) if count < len(melds) else ""
        width = cell_len(words) + 2 + self._width(melds[:count], 2) + self._more_width(len(melds), count)
        x = grid.put(self._start(grid, width), row, words, self.look["felt"]) + 2
        for group in melds[:count]:
            x = draw_chips(grid, x, row, group, self.look, glyphs, self._tint(group)) + 2
        grid.put(x, row, more, self.look["strong"])

    def _more_width(self, melds: int, shown: int) -> int:
        """Cells of the words for the melds that are not shown, with the gap before them."""
        return len(_more(melds - shown, first=not shown)) + 2 * bool(shown) if shown < melds else 0

    def _paint_open_hand(self, grid: Grid, seat: SeatView) -> int:
        """The hand of a seat that all may see, where there is room for it; the row after it, or 0."""
        card = self.value.card
        rows = (grid.height - 2) // card if card and not seat.melds else 0
        fans = fitting_fans(seat.groups, grid.width, rows, card) or fitting_fans([seat.hand], grid.width, rows, card)
        if fans is not None:
            return self._paint_fans(grid, 1, fans, 0)
        if cell_len(faces(seat.hand, self.glyphs)) > 2 * grid.width:
            return 0
        if len(seat.groups) > 1 and len(pack_rows(seat.groups, grid.width, 2, self.glyphs)) < grid.height - 1:
            return self._paint_melds(grid, 1, seat.groups, 2, grid.height)
        return self._paint_melds(grid, 1, [(card,) for card in seat.hand], 1, grid.height)

    def _has_room_for_backs(self, grid: Grid, seat: SeatView) -> bool:
        """Whether the hand is drawn as cards seen from behind."""
        card = self.value.card
        rows = 2 * card + 3 if seat.melds else card + 1
        return bool(card) and grid.height >= rows and backs_width(seat.count, grid.width) + 3 <= grid.width

    def _paint_act(self, grid: Grid, row: int, seat: SeatView) -> int:
        """What the seat did last, where the melds leave a row for it; the row after it."""
        melds = pack_rows([meld.cards for meld in seat.melds], grid.width, 2, self.glyphs)
        if not seat.act or row + len(melds) >= grid.height:
            return row
        text = self.glyphs.plain(seat.act)
        while cell_len(text) > grid.width and ", " in text:
            text = text.partition(", ")[2]
        text = fit_cells(text, grid.width, self.glyphs.ellipsis)
        grid.put(self._start(grid, cell_len(text)), row, text, self.look["faint"])
        return row + 1

    def _paint_cards(self, grid: Grid, top: int, seat: SeatView) -> bool:
        """Melds as small cards, where there is room for all; whether there is."""
        room, card = grid.height - top, self.value.card
        rows = room // card if card else 0
        fans = fitting_fans((meld.cards for meld in seat.melds), grid.width, rows, card)
        if fans is None or not card:
            return False
        gap = int(len(fans.rows) * (card + 1) <= room)
        self._paint_fans(grid, top + gap, fans, gap, [self.value.tint(meld) for meld in seat.melds])
        return True

    def _paint_fans(self, grid: Grid, y: int, fans: Fans, gap: int, tints: Sequence[str] = ("lit",)) -> int:
        """Cards in rows, as the seat lies to the table; returns the row after them."""
        for number in range(len(fans.rows)):
            x = self._start(grid, fans.width(number, self.value.card))
            draw_row(grid, x, y, self.value.card, fans, number, self.look, self.glyphs, tints)
            y += self.value.card + gap
        return y

    def _paint_name(self, grid: Grid, seat: SeatView) -> None:
        look, glyphs = self.look, self.glyphs
        mark = f"{glyphs.turn} " if seat.turn else ""
        whole = glyphs.plain(seat.name)
        room = grid.width - cell_len(mark)
        tags = [STATE_WORDS[seat.state]] if seat.state in STATE_WORDS else []
        tags += [seat.dealer] if seat.dealer else []
        tags += ["next"] if seat.follows else []
        plain = (seat.dealer, "next")
        tag = _tag(tags, glyphs.dot, plain)
        if cell_len(whole + tag) > room:
            tag = _tag(tags, "", plain)
        if cell_len(whole + tag) > room:
            tags = [word[0].upper() if word == seat.dealer else word for word in tags]
            tag = _tag(tags, "", plain)
        for least in (seat.dealer[:1].upper(), "next"):
            if least in tags and cell_len(whole + tag) > room:
                tags.remove(least)
                tag = _tag(tags, "", plain)
        name = fit_cells(whole, max(4, room - cell_len(tag)), glyphs.ellipsis)
        x = self._start(grid, cell_len(mark + name + tag))
        x = grid.put(x, 0, mark + name, self._name_style(seat))
        grid.put(x, 0, tag, look["bad" if seat.state in _ALARMS else "faint"])

    def _paint_line(self, grid: Grid, seat: SeatView) -> None:
        """Everything in one row, for small screens: melds push what the game says of the seat aside."""
        look, glyphs = self.look, self.glyphs
        mark = f"{glyphs.turn} " if seat.turn else "  "
        tag = seat.time or STATE_WORDS.get(seat.state, "") or ("next" if seat.follows else "")
        name_room = max(4, grid.width // 2 - cell_len(mark + tag) - bool(tag))
        name = fit_cells(glyphs.plain(seat.name), name_room, glyphs.ellipsis)
        x = grid.put(0, 0, mark + name, self._name_style(seat))
        x = grid.put(x, 0, f" {tag}" if tag else "", look["bad" if seat.state in _ALARMS else "faint"])
        x = max(x, 18) + 1
        words = glyphs.plain(f"total {seat.points}" if seat.melds or seat.slots else score_words(seat))
        room = grid.width - 1 - cell_len(words)
        if seat.has_hand:
            x = grid.put(x, 0, f"{seat.count:>2} card{'' if seat.count == 1 else 's'}  ", look["felt"])
        if seat.slots:
            x = self._put_slots(grid, x, 0, seat, seat.slots, room)
        if seat.hand:
            if x + cell_len(faces(seat.hand, glyphs)) + 1 <= room and not seat.melds:
                x = draw_chips(grid, x, 0, seat.hand, look, glyphs) + 2
            else:
                x = grid.put(x - 1, 0, _NO_ROOM, look["faint"]) + 2
        for number, meld in enumerate(seat.melds):
            more = "" if number + 1 == len(seat.melds) else f"  {_more(len(seat.melds) - number - 1)}"
            if x + cell_len(faces(meld.cards, glyphs)) + len(more) + 1 > room:
                x = grid.put(x, 0, _more(len(seat.melds) - number, first=not number), look["strong"])
                break
            x = draw_chips(grid, x, 0, meld.cards, look, glyphs, self._tint(meld.cards)) + 2
        if x > room:
            words = glyphs.plain(seat.note or words) if not (seat.melds or seat.slots) else words
            words = fit_cells(words, grid.width - 1 - x, glyphs.ellipsis)
        grid.put(max(x, grid.width - 1 - cell_len(words)), 0, words, look["felt"])

    def _paint_slots(self, grid: Grid, row: int, seat: SeatView) -> int:
        """The hidden places by their numbers, over as many rows as they need, and what lies beside them."""
        aside = [face for _, cards in seat.aside for face in cards]
        if self._has_room_for_slots(grid, row, seat, len(aside)):
            return self._paint_slot_cards(grid, row, seat, aside)
        if aside and not seat.slots:
            return self._paint_melds(grid, row, [tuple(aside)], 1, grid.height)
        each = max(1, (grid.width + 1) // _SLOT)
        for first in range(0, len(seat.slots), each):
            part = seat.slots[first : first + each]
            is_last = first + each >= len(seat.slots)
            width = _SLOT * len(part) - 1 + (3 * len(aside) + 1 if aside and is_last else 0)
            x = self._put_slots(grid, self._start(grid, width), row, seat, part, grid.width)
            if is_last and aside:
                draw_chips(grid, x + 1, row, aside, self.look, self.glyphs)
            row += 1
        return row

    def _has_room_for_slots(self, grid: Grid, row: int, seat: SeatView, aside: int) -> bool:
        """Whether the hidden places, and what lies beside them, are drawn as cards."""
        width = (len(seat.slots) + aside) * (tile_size(_SLOT_CARD) + 1)
        return bool(self.value.card and seat.slots) and row + _SLOT_CARD < grid.height and width <= grid.width

    def _paint_slot_cards(self, grid: Grid, row: int, seat: SeatView, aside: Sequence[Card]) -> int:
        width = tile_size(_SLOT_CARD)
        x = self._start(grid, (len(seat.slots) + len(aside)) * (width + 1) - 1)
        for slot in seat.slots:
            draw_tile(grid, x, row, _SLOT_CARD, slot.card, self.look, self.glyphs, "pick")
            style, _ = self._slot_style(slot)
            if slot.card == UNKNOWN:
                grid.put(x + 1, row + 1, str(slot.number).center(width - 2), style)
            elif slot.zone == self.value.marks.pointed or slot.zone in self.value.marks.taken:
                grid.put(x, row + _SLOT_CARD - 1, str(slot.number).center(width), style)
            x += width + 1
        for card in aside:
            draw_tile(grid, x, row, _SLOT_CARD, card, self.look, self.glyphs)
            x += width + 1
        return row + _SLOT_CARD

    def _put_slots(self, grid: Grid, x: int, row: int, seat: SeatView, slots: Iterable[SlotLook], room: int) -> int:
        look, glyphs = self.look, self.glyphs
        for slot in slots:
            if x + 2 > room:
                return grid.put(x, row, glyphs.ellipsis[:1], look["felt"])
            style, text = self._slot_style(slot)
            x = grid.put(x, row, fit_cells(text, 2, "").ljust(2), style) + 1
        return x

    def _slot_style(self, slot: SlotLook) -> tuple[Style, str]:
        """How a hidden place looks on two cells."""
        look, glyphs = self.look, self.glyphs
        is_plain = not (look.outlined or glyphs.name == "ascii")
        style, text = look["back"], f"{slot.number:>2}" if is_plain else f"{glyphs.back}{slot.number}"
        if slot.card is None:
            style, text = look["faint"], glyphs.dot * 2
        elif slot.card != UNKNOWN:
            style, text = look.card(glyphs.pack.tone(slot.card), "pick"), short_face(slot.card, glyphs)
        if slot.zone == self.value.marks.pointed:
            style = look["cursor"]
        elif slot.zone in self.value.marks.taken:
            style = look["pick_word"]
        return style, text

    def _paint_melds(self, grid: Grid, row: int, melds: Sequence[tuple[Card, ...]], gap: int, end: int) -> int:
        """Groups of cards over the rows that are left; returns the row after them. The last row says how many more."""
        glyphs, look = self.glyphs, self.look
        rows = pack_rows(melds, grid.width, gap, glyphs)
        hidden = 0
        if len(rows) > max(0, end - row):
            kept = rows[: max(0, end - row)]
            hidden = len(melds) - sum(len(groups) for groups in kept)
            while kept and kept[-1] and self._width(kept[-1], gap) + len(_more(hidden)) + gap > grid.width:
                kept[-1] = kept[-1][:-1]
                hidden += 1
            rows = kept
        for place, groups in enumerate(rows):
            more = _more(hidden) if hidden and place == len(rows) - 1 else ""
            width = self._width(groups, gap) + (gap + len(more) if more else 0)
            x = self._start(grid, width)
            for group in groups:
                x = draw_chips(grid, x, row, group, look, glyphs, self._tint(group)) + gap
            grid.put(x, row, more, look["strong"])
            row += 1
        return row

    def _width(self, groups: Sequence[tuple[Card, ...]], gap: int) -> int:
        return sum(cell_len(faces(group, self.glyphs)) for group in groups) + gap * max(0, len(groups) - 1)

    def _tint(self, cards: tuple[Card, ...]) -> str:
        melds = self.value.seat.melds if self.value.seat is not None else ()
        return "pick" if any(meld.cards == cards and self.value.tint(meld) == "pick" for meld in melds) else "lit"

    def _name_style(self, seat: SeatView) -> Style:
        if self.value.marks.pointed == f"seat:{seat.seat}":
            return self.look["cursor"]
        return self.look["faint" if seat.state == "gone" else "turn" if seat.turn else "strong"]

    def _start(self, grid: Grid, width: int) -> int:
        if self.value.align == "right":
            return max(0, grid.width - width)
        return max(0, (grid.width - width) // 2) if self.value.align == "centre" else 0


def _tag(words: Sequence[str], dot: str, plain: Collection[str]) -> str:
    """What stands after a name; dots before what is no state of the player, where there is room for them."""
    return "".join(f" {dot} {word}" if dot and word in plain else f" {word}" for word in words)


def _more(melds: int, *, first: bool = False) -> str:
    """How many melds have no room; a plus before the number would read as points. first: none has."""
    return counted(melds, "meld") if first else f"{melds} more"


def score_words(seat: SeatView) -> str:
    """Points of the match and what the game says of the deal."""
    points = f"total {seat.points}"
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


class OwnSeat(Display[SeatLook]):
    """My own row above my hand: turn, count, points, and the melds that I have laid open."""

    def __init__(self) -> None:
        super().__init__(SeatLook())

    def bright(self, things: frozenset[str], grid: Grid) -> Sequence[Region]:
        return (Region(0, 0, grid.width, grid.height),) if "meld" in things else ()

    def paint(self, grid: Grid) -> None:
        seat, look, glyphs = self.value.seat, self.look, self.glyphs
        if seat is None:
            return
        mark = f"{glyphs.turn} " if seat.turn else "  "
        x = grid.put(1, 0, mark + glyphs.plain(seat.name), look["turn" if seat.turn else "strong"])
        parts = [seat.held, score_words(seat)] if seat.has_hand else [score_words(seat)]
        if seat.follows:
            parts.insert(0, "next")
        if seat.dealer:
            parts.insert(0, seat.dealer)
        if seat.state in STATE_WORDS and seat.state != "bot":
            parts.insert(0, STATE_WORDS[seat.state])
        reserved = len(_more(len(seat.melds), first=True)) + 1 if seat.melds and grid.height == 1 else 0
        words = glyphs.plain(" · " + " · ".join(parts))
        if seat.note and x + cell_len(words) + reserved > grid.width:
            words = words.replace(glyphs.plain(f" · total {seat.points}"), "")
        words = fit_cells(words, max(0, grid.width - x - reserved), glyphs.ellipsis)
        x = grid.put(x, 0, words, look["felt"]) + 2
        card = self.value.card
        fans = None
        if 0 < card < grid.height:
            fans = fitting_fans((meld.cards for meld in seat.melds), grid.width - 2, 1, card)
        if fans is None:
            self._paint_strips(grid, x, seat.melds)
        elif fans.rows:
            draw_row(grid, 1, 1, card, fans, 0, look, glyphs, [self.value.tint(meld) for meld in seat.melds])

    def _paint_strips(self, grid: Grid, x: int, melds: Sequence[MeldLook]) -> None:
        """My melds as strips of chips; the last row says how many more there are."""
        row, after = 0, x - 1
        for number, meld in enumerate(melds):
            width = cell_len(faces(meld.cards, self.glyphs))
            more = _more(len(melds) - number, first=not number)
            is_last = number + 1 == len(melds)
            if x + width + (0 if is_last or row + 1 < grid.height else len(more) + 2) > grid.width - 1:
                row, x = row + 1, 3
            if row >= grid.height:
                start = max(after if grid.height == 1 else 0, grid.width - 1 - len(more))
                grid.put(start, grid.height - 1, more, self.look["strong"])
                break
            x = draw_chips(grid, x, row, meld.cards, self.look, self.glyphs, self.value.tint(meld)) + 2
