"""The whole table as one widget: a fixed set of parts, laid out by `tableplan`, filled from a `Picture`.

The table screen and the replay screen both show one. It knows no session and decides nothing.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from engine.api import UNKNOWN, Card, Seat, View

from ...widgets.canvas import Canvas, Grid
from ...widgets.chat_bar import FootBar
from ...widgets.key_bar import KeyHint
from ...widgets.timers import call_after
from ...widgets.too_small import TooSmall
from ..game_words import read_layout
from ..geometry import LEAST_HEIGHT, LEAST_WIDTH, NOWHERE, SIDE_WIDTH, TWO_COLUMNS, TableNeeds, TablePlan, plan_table
from ..key_bindings import has_melds
from ..narration import LogLine
from ..picture import Picture, SeatView
from .centre import Centre, CentreLook, LastTrick, PlayedCard
from .column import Column, ColumnLook
from .hand import Hand, HandView
from .head import Head
from .insight import Insight, InsightLook, hint_lines
from .log import Log
from .melds import Tableau, TableauLook
from .prompt import Prompt, PromptLook
from .seats import NO_MARKS, Marks, OwnSeat, SeatLook, SeatPanel


@dataclass(frozen=True)
class TableLook:
    """All that a table shows.

    head, right: the two ends of the top row. hint: shown before the insight until something else is asked, "" for none.
    announce: the first line of the insight is news that I must not miss. tableau: a sheet over the seats, None for
    none. marks: what a choice points at. spotlight: the names of what a lesson points at; the rest of the table is
    darkened. None for no spotlight.
    """

    picture: Picture
    hand: HandView
    prompt: PromptLook
    keys: Sequence[KeyHint]
    head: str
    right: str
    log: Sequence[LogLine]
    chat: Sequence[LogLine]
    insight: Sequence[str] = ()
    hint: str = ""
    announce: bool = False
    tableau: TableauLook | None = None
    marks: Marks = NO_MARKS
    spotlight: frozenset[str] | None = None
    column: Callable[[], ColumnLook] | None = None


NEW_S: Final = 1.0
"""How long a new meld stands out, and a banner stays."""
OPEN_S: Final = 0.25
"""After a deal hands are turned up group by group, one in so many seconds."""


class Felt(Canvas):
    """The cloth under everything: without it Textual would colour the cells that nothing covers."""

    GROUND = "ground"

    def paint(self, grid: Grid) -> None:
        """Nothing but the ground."""


class TableBoard(Widget):
    """Head, seats, centre, own row, hand, insight, prompt, log and key bar.

    seats: the seats around the table, without the viewer's own. seated: whether there is a hand to show. insight: rows
    for what the game says about the hand, in a terminal of the usual size. panel: a widget in place of the insight and
    the log, None for nothing. tricks: the game has tricks. melds: the game has melds that players lay.
    """

    DEFAULT_CSS = """
    TableBoard { width: 1fr; height: 1fr; layout: vertical; }
    TableBoard > * { position: absolute; }
    TableBoard > KeyBar { dock: none; }
    """

    def __init__(
        self,
        others: int,
        *,
        seated: bool,
        insight: int = 1,
        panel: Widget | None = None,
        tricks: bool = False,
        melds: bool = False,
    ) -> None:
        super().__init__()
        self._needs = TableNeeds(
            others, seated=seated, insight=insight, panel=panel is not None, tricks=tricks, melds=melds
        )
        self.felt = Felt()
        self.note = TooSmall("table", (LEAST_WIDTH, LEAST_HEIGHT))
        self.head = Head()
        self.panels = tuple(SeatPanel() for _ in range(others))
        self.centre = Centre()
        self.last_trick = LastTrick()
        self.tableau = Tableau()
        self.own = OwnSeat()
        self.hand = Hand()
        self.insight = Insight()
        self._about = panel or self.insight
        self.prompt = Prompt()
        self.events_log = Log("")
        self.chat_log = Log("Chat")
        self.column = Column()
        self.foot = FootBar()
        self.plan = TablePlan("none")
        self.side_log = True
        self._planned_for = Size(0, 0)
        self._hint_rows = self._chat_rows = self._column_rows = 0
        self._asks_rows = 2
        self._look: TableLook | None = None
        self._melds: dict[str, tuple[Card, ...]] | None = None
        self._new_melds: frozenset[str] = frozenset()
        self._banners, self._banner = 0, ""
        self._new_timer: asyncio.TimerHandle | None = None
        self._turned: dict[Seat, int] | None = None

    def compose(self) -> ComposeResult:
        """All parts, once and for good; laid out already, so that the first picture is the right one."""
        self.lay_out(*self.app.size)
        yield self.felt
        yield self.note
        yield self.head
        yield from self.panels
        yield self.centre
        yield self.last_trick
        yield self.own
        yield self.tableau
        yield self.hand
        yield self._about
        yield self.prompt
        yield self.events_log
        yield self.chat_log
        yield self.column
        yield self.foot

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._planned_for:
            self.lay_out(event.size.width, event.size.height)
            if self._look is not None:
                self._make_room(self._look)

    def lay_out(self, width: int, height: int) -> None:
        self._planned_for = Size(width, height)
        needs = replace(
            self._needs,
            side_log=self.side_log,
            hint=self._hint_rows,
            asks=self._asks_rows,
            chat=self._chat_rows,
            column=self._column_rows,
        )
        self.plan = plan = plan_table(width, height, needs)
        self.column.scored = width >= TWO_COLUMNS
        _place(self.felt, Region(0, 0, width, height))
        _place(self.note, Region(0, 0, width, height) if plan.size == "none" else NOWHERE)
        seat_places = [place.region for place in plan.seats] or [NOWHERE] * len(self.panels)
        parts: Sequence[Widget] = (
            *self.panels,
            self.head,
            self.centre,
            self.last_trick,
            self.own,
            self.hand,
            self._about,
        )
        regions = (*seat_places, plan.head, plan.centre, plan.last, plan.own, plan.hand, plan.insight)
        sheet = plan.area if self.tableau.value is not None else NOWHERE
        for part, region in zip(parts, regions, strict=True):
            # Under a sheet an edge of theirs would cut its wide glyphs in two.
            _place(part, NOWHERE if sheet.contains_region(region) else region)
        _place(self.tableau, sheet)
        _place(self.prompt, plan.prompt)
        _place(self.events_log, plan.log)
        _place(self.chat_log, plan.chat_log)
        _place(self.column, plan.column)
        _place(self.foot, plan.keys)
        if self._look is not None:
            self._show_seats(self._look)

    def fits(self, view: View) -> bool:
        """Whether it has a panel for each seat around the table, as a view sees them."""
        return len(self.panels) == view.seats - (view.viewer is not None)

    def show(self, look: TableLook) -> None:
        """Show the table as it is; every part sends only the cells that differ."""
        self._look = look
        self._note_news(look.picture)
        self._note_hands(look.picture)
        self._make_room(look)
        self._show_seats(look)
        was_shown = self.tableau.value is not None
        self.tableau.show(look.tableau)
        if was_shown != (look.tableau is not None):
            self.lay_out(*self._planned_for)
        self.hand.show(look.hand)
        parts: Sequence[Canvas] = (*self.panels, self.centre, self.own, self.hand, self.events_log, self.chat_log)
        for part in parts:
            part.light(look.spotlight)
        self.insight.show(InsightLook(tuple(look.insight), look.announce, look.hint))
        self.prompt.show(look.prompt)
        self.head.show((look.head, look.right))
        if self.plan.chat_log:
            self.events_log.show([line for line in look.log if line.tone != "chat"])
            self.chat_log.show(look.chat)
        else:
            self.events_log.show(look.log)
        self.foot.show(tuple(look.keys))

    def _make_room(self, look: TableLook) -> None:
        """Lay out anew where a hint, a list, or what stands beside the table, needs other rows than before."""
        if self.plan.size == "none":  # a width of no cells would wrap a hint to no end
            return
        width, height = self._planned_for
        told = look.hint or self._first_insight(look)
        hint = hint_lines(told, self.plan.prompt.width - 2, self.insight.glyphs) if told and width else ()
        asks = self.prompt.rows_for(look.prompt, self.plan.prompt.width) if width else 2
        wants = (len(hint), asks, self._chat_rows, self._column_rows)
        if self.plan.prompt.width < width:  # there is a column beside the table
            self.column.show(look.column() if look.column is not None else ColumnLook())
            rows = max(self._column_rows, len(self.column.lines(SIDE_WIDTH)))  # it grows, and stays
            wants = (len(hint), asks, self.chat_log.wanted(look.chat, SIDE_WIDTH), rows)
        if wants != (self._hint_rows, self._asks_rows, self._chat_rows, self._column_rows):
            self._hint_rows, self._asks_rows, self._chat_rows, self._column_rows = wants
            self.lay_out(width, height)

    def _first_insight(self, look: TableLook) -> str:
        """The line of the game that must not be cut; it may take a row of the log."""
        has_place = self.plan.insight.area > 0 and self._about is self.insight
        return look.insight[0] if has_place and look.insight else ""

    def _show_seats(self, look: TableLook) -> None:
        if self.plan.size == "none":
            return
        others, card = look.picture.others(), self.plan.card
        marks = replace(look.marks, new=self._new_melds)
        for panel, seat, place in zip(self.panels, others, self.plan.seats, strict=True):
            panel.show(SeatLook(self._turned_up(seat), marks, place.align, card))
        self.centre.show(self._centre_look(look.picture))
        self.last_trick.show(_last_look(look.picture))
        self.own.show(SeatLook(look.picture.own, marks, card=card))

    def _note_news(self, picture: Picture) -> None:
        """Highlight new and larger melds for a moment, and show a new banner."""
        before, self._melds = self._melds, {meld.zone: meld.cards for seat in picture.seats for meld in seat.melds}
        banners, (self._banners, text) = self._banners, picture.banner
        if before is None or not self.centre.moves:
            self._new_melds, self._banner = frozenset(), ""
            return
        new = frozenset(zone for zone, cards in self._melds.items() if before.get(zone) != cards)
        is_more = self._banners == banners + 1  # more than one new banner: these are past events, shown again
        if new or is_more:
            self._new_melds, self._banner = new or self._new_melds, text if is_more else self._banner
            if self._new_timer is not None:
                self._new_timer.cancel()
            self._new_timer = call_after(self, NEW_S, self.settle)

    def _note_hands(self, picture: Picture) -> None:
        """Turn up hands that lie open now, one of their groups at a time."""
        before, self._turned = self._turned, {seat.seat: len(seat.groups) for seat in picture.others() if seat.groups}
        if before is None or not self.centre.moves:
            return
        new = [seat for seat in self._turned if seat not in before]
        self._turned |= {seat: min(before.get(seat, 1), most) for seat, most in self._turned.items()}
        if new:
            self.centre.after(OPEN_S, self._turn_up)

    def _turn_up(self) -> None:
        """Turn up the next group of each hand."""
        if self._look is None or self._turned is None:
            return
        most = {seat.seat: len(seat.groups) for seat in self._look.picture.others()}
        self._turned = {seat: min(shown + 1, most[seat]) for seat, shown in self._turned.items()}
        self._show_seats(self._look)
        if any(shown < most[seat] for seat, shown in self._turned.items()):
            self.centre.after(OPEN_S, self._turn_up)

    def _turned_up(self, seat: SeatView) -> SeatView:
        """A seat with the groups of its hand that were turned up, and the backs of the others."""
        most = (self._turned or {}).get(seat.seat, len(seat.groups))
        if most >= len(seat.groups):
            return seat
        hidden = tuple((UNKNOWN,) * len(group) for group in seat.groups[most:])
        groups = (*seat.groups[:most], *hidden)
        return replace(seat, groups=groups, hand=tuple(card for group in groups for card in group))

    def settle(self) -> None:
        """Stop highlighting what is new."""
        self._new_melds, self._banner = frozenset(), ""
        if self._look is not None:
            self._show_seats(self._look)

    def _centre_look(self, picture: Picture) -> CentreLook:
        sides = {seat.seat: place.side for seat, place in zip(picture.others(), self.plan.seats, strict=True)}
        if picture.viewer is not None:
            sides[picture.viewer] = "south"
        if "row" in sides.values() or len(set(sides.values())) < len(sides):
            sides = dict.fromkeys(sides, "row")
        plays = tuple(PlayedCard(seat, cards, sides[seat], picture.seats[seat].name) for seat, cards in picture.plays)
        return CentreLook(
            plays,
            _name(picture, picture.taker),
            picture.piles,
            picture.led,
            thrower="" if picture.discarder is None else sides[picture.discarder],
            banner=self._banner,
        )


def _last_look(picture: Picture) -> CentreLook:
    plays = tuple(PlayedCard(seat, cards, "row", picture.seats[seat].name) for seat, cards in picture.last)
    return CentreLook(plays, _name(picture, picture.last_taker))


def _name(picture: Picture, seat: Seat | None) -> str:
    return "" if seat is None else picture.seats[seat].name


def board_for(view: View, panel: Widget | None = None) -> TableBoard:
    seated = view.viewer is not None
    layout = read_layout(view.game)
    has_piles = layout.centre == "piles"
    return TableBoard(
        view.seats - seated,
        seated=seated,
        insight=2 if has_piles else 1,
        panel=panel,
        tricks=not has_piles,
        melds=has_melds(view, layout),
    )


def _place(part: Widget, region: Region) -> None:
    part.display = bool(region.area)
    if region.area:
        part.styles.width, part.styles.height = region.width, region.height
        part.styles.offset = (region.x, region.y)
