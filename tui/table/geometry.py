"""Where everything lies on the table screen, by the size of the terminal and the number of seats. Pure arithmetic."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from textual.geometry import Region

LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 20
SIDE_WIDTH: Final = 34
ROOMY: Final = (100, 30)
"""From this size on: full faces, and log and chat in a column of their own."""

TWO_COLUMNS: Final = 160
"""From this width on the log is at the left of the table, and the points are at its right."""
LOG_ROWS: Final = 4
"""Rows of the log below the table, at the usual size."""

LEAST_LOG: Final = 8
"""Rows that the log keeps below what counts."""

LARGE: Final = (140, 45)
"""From this size on: large cards in hand."""

HUGE: Final = (180, 55)
"""From this size on: the largest cards in hand, and melds of the next size, too."""

CROWD: Final = 4
"""With more others than these, every row counts."""

_SMALL_ROWS: Final = 10
"""Rows of a small window for all but the other seats, the middle of the table and insight."""
_PILE_ROWS: Final = 5
"""Rows in the middle for piles with their labels and what lay there before. Only insight of one row takes from them."""
_MOST_OTHERS: Final = 8
"""With so many others, a small window has no row for insight."""

PANEL: Final = 3
"""Rows of a panel in place of insight: two lines of text and one of keys; one more where they are short."""
PANEL_WIDTH: Final = 80

SMALL_CARDS: Final = (3, 5)
"""Rows of the cards of the seats and melds in a roomy window, and in a huge one."""

NOWHERE: Final = Region(0, 0, 0, 0)


@dataclass(frozen=True)
class SeatPlace:
    """Where one of the other seats lies. side: "west", "north", "east" or "row"; align: of its words."""

    region: Region
    side: str
    align: str


@dataclass(frozen=True)
class TablePlan:
    """The place of every part of the table; NOWHERE for a part that this size does not show."""

    size: str
    card: int = 0
    """Rows of the cards of the seats and melds, 0 for strips of chips."""
    head: Region = NOWHERE
    area: Region = NOWHERE
    """All that lies between the head and my hand: seats, centre and my row; a sheet covers the seats, and in a roomy
    window my row, too."""
    seats: tuple[SeatPlace, ...] = ()
    centre: Region = NOWHERE
    last: Region = NOWHERE
    """The trick before."""
    own: Region = NOWHERE
    hand: Region = NOWHERE
    insight: Region = NOWHERE
    prompt: Region = NOWHERE
    log: Region = NOWHERE
    column: Region = NOWHERE
    """The points, and what counts."""
    chat_log: Region = NOWHERE
    keys: Region = NOWHERE


@dataclass(frozen=True)
class TableNeeds:
    """What a table has to show, besides the size of the window.

    others: the seats around the table. seated: a hand, its row and its insight are needed. side_log: a wide terminal
    gives the log a column. insight: rows for the insight at the usual size; a centre with piles gives it one row more
    than a trick does. hint: rows that a hint needs there. asks: rows for the prompt. The log lends a third row if it
    has more than one; else the insight lends it. In a small window, the centre of a table for few players lends it.
    panel: three or four lines of text take the place of the insight, and of a log below. tricks: the trick before has a
    place. melds: my melds are shown as cards, where there is room. chat: rows for what people said, below the log in a
    wide terminal. column: rows for what is above the log.
    """

    others: int
    seated: bool = True
    side_log: bool = True
    insight: int = 1
    hint: int = 0
    asks: int = 2
    panel: bool = False
    tricks: bool = False
    melds: bool = False
    chat: int = 0
    column: int = 0


def plan_table(width: int, height: int, needs: TableNeeds) -> TablePlan:
    """The plan for a terminal."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return TablePlan("none")
    roomy = width >= ROOMY[0] and height >= ROOMY[1]
    if not (roomy and needs.side_log):
        return _plan_main(width, width, height, needs)
    left = SIDE_WIDTH if width >= TWO_COLUMNS else 0
    plan = _plan_main(width - SIDE_WIDTH - left, width, height, needs)
    return _beside(plan, width, height, left, needs)


def _plan_main(main: int, width: int, height: int, needs: TableNeeds) -> TablePlan:
    """The plan of the leftmost `main` columns of a terminal, which are the table's."""
    roomy = width >= ROOMY[0] and height >= ROOMY[1]
    small = width < 80 or height < 24
    size = "roomy" if roomy else "small" if small else "usual"
    card = SMALL_CARDS[width >= HUGE[0] and height >= HUGE[1]] if roomy else 0
    foot = height - 1
    log_rows = 0 if main < width or needs.panel else 1 if small else LOG_ROWS
    insight_rows = 3 if roomy else 1 if needs.others > CROWD else needs.insight
    if small:
        insight_rows = max(1, min(insight_rows, height - _SMALL_ROWS - needs.others - _PILE_ROWS))
        insight_rows = insight_rows if needs.others < _MOST_OTHERS else 0
    log_rows, insight_rows = _with_hint(log_rows, insight_rows, needs.hint, small=small)
    asks = 2
    if needs.asks > asks and log_rows > 1:
        asks, log_rows = asks + 1, log_rows - 1
    elif needs.asks > asks and insight_rows > max(1, needs.hint):
        asks, insight_rows = asks + 1, insight_rows - 1
    elif small and needs.others <= CROWD:
        asks = needs.asks
    foot -= log_rows
    log = Region(0, foot, main, log_rows)
    foot -= asks
    prompt = Region(0, foot, main, asks)
    about = hand = own = last = NOWHERE
    if needs.seated:
        rows = _panel_rows(main) if needs.panel else insight_rows
        foot, about = foot - rows, Region(0, foot - rows, main, rows)
        rows = _hand_rows(width, height, size)
        foot, hand = foot - rows, Region(0, foot - rows, main, rows)
        rows = 1 + card if needs.melds and card else 2 if roomy else 1
        foot, own = foot - rows, Region(0, foot - rows, main, rows)
    area = Region(0, 1, main, foot - 1)
    seats, centre = _around(area, size, card, needs)
    if needs.tricks and roomy:
        last, seats, centre = _with_last_trick(area, seats, centre)
    elif needs.tricks and size == "usual":
        last = _above_east(area, seats)
    return TablePlan(
        size,
        card=card,
        head=Region(0, 0, width, 1),
        area=area.grow((0, 0, own.height, 0)) if roomy else area,
        seats=seats,
        centre=centre,
        last=last,
        own=own,
        hand=hand,
        insight=about,
        prompt=prompt,
        log=log,
        keys=Region(0, height - 1, width, 1),
    )


def _beside(plan: TablePlan, width: int, height: int, left: int, needs: TableNeeds) -> TablePlan:
    """The same table with columns beside it. left: columns at its left, which are the log's, 0 for none."""
    rows, x = height - 2, width - SIDE_WIDTH
    chat = min(needs.chat, rows // (4 if needs.column else 3))
    shown = rows - chat if left else max(0, min(needs.column, rows - chat - LEAST_LOG))
    if left:
        log = Region(0, 1, left, rows)
    else:
        log = Region(x, 1 + shown, SIDE_WIDTH, rows - chat - shown)
    seats = tuple(replace(place, region=place.region.translate((left, 0))) for place in plan.seats)
    moved = {
        name: region.translate((left, 0))
        for name in ("area", "centre", "last", "own", "hand", "insight", "prompt")
        if (region := getattr(plan, name)).area
    }
    return replace(
        plan,
        **moved,
        seats=seats,
        log=log,
        column=Region(x, 1, SIDE_WIDTH, shown) if shown else NOWHERE,
        chat_log=Region(x, 1 + rows - chat, SIDE_WIDTH, chat) if chat else NOWHERE,
    )


def _with_hint(log: int, insight: int, hint: int, *, small: bool) -> tuple[int, int]:
    """Rows for log and insight when a hint needs so many: the log keeps one, unless the terminal is small."""
    lent = max(0, min(hint - insight, log if small else log - 1))
    return log - lent, max(insight, hint)


def _hand_rows(width: int, height: int, size: str) -> int:
    if width >= HUGE[0] and height >= HUGE[1]:
        return 11
    if width >= LARGE[0] and height >= LARGE[1]:
        return 9
    return {"roomy": 7, "usual": 5}.get(size, 4)


def _panel_rows(width: int) -> int:
    return PANEL if width >= PANEL_WIDTH else PANEL + 1


def _around(area: Region, size: str, card: int, needs: TableNeeds) -> tuple[tuple[SeatPlace, ...], Region]:
    """Places of the other seats in an area, clockwise from the left, and what is left in the middle."""
    (x, y, width, height), others = area, needs.others
    if size == "small":
        lines = tuple(SeatPlace(Region(x, y + row, width, 1), "row", "left") for row in range(others))
        return _named(lines, others), Region(x, y + others, width, height - others)
    if others > CROWD or (others == CROWD and needs.seated):
        return _ring(area, others, card)
    north = 5 if height >= 16 else 3 if height >= 10 else 2
    if card and height >= 20:
        north = 2 + card * (1 + needs.melds)
    wing = _wing(width)
    middle = Region(x + wing, y, width - 2 * wing, height)
    drop = height // 3
    west = SeatPlace(Region(x + 1, y + drop, wing - 1, height - drop), "west", "left")
    east = SeatPlace(Region(middle.right, y + drop, wing - 1, height - drop), "east", "right")
    top = SeatPlace(Region(middle.x, y, middle.width, north), "north", "centre")
    below = Region(middle.x, y + north, middle.width, height - north)
    broad = SeatPlace(Region(x + 1, y, width - 2, north), "north", "centre")
    if others == 1:
        return (broad,), Region(x, y + north, width, height - north)
    if others == 2:
        return (west, east), middle
    if others == 3:
        is_flat = north == 2 and drop >= north and not needs.tricks  # its melds lie beside its points
        return (west, broad if is_flat else top, east), below
    return _four(area, wing, middle, card)


def _wing(width: int) -> int:
    """Columns of a seat at the side of a table of so many."""
    return min(40 if width >= 120 else 30, (width - 30) // 2)


def _ring(area: Region, others: int, card: int) -> tuple[tuple[SeatPlace, ...], Region]:
    """Many other seats: up the left side, one at the top if they are odd, and down the right side."""
    x, y, width, height = area
    wing = _wing(width)
    north = min(2 + max(3, card), height // 3) if others % 2 else 0
    ends = _ends(height, others // 2)
    west = [SeatPlace(Region(x + 1, y + top, wing - 1, tall), "west", "left") for top, tall in reversed(ends)]
    east = [SeatPlace(Region(width - wing, y + top, wing - 1, tall), "east", "right") for top, tall in ends]
    middle = Region(x + wing, y, width - 2 * wing, height)
    top = [SeatPlace(Region(middle.x + 1, y, middle.width - 2, north), "north", "centre")] if north else []
    return (*west, *top, *east), Region(middle.x, y + north, middle.width, height - north)


LAST_ROWS: Final = 5
"""Rows of the trick before: a word, cards, names."""
LEAST_LAST_ROWS: Final = 3
"""The same with its cards in one row."""


def _with_last_trick(
    area: Region, seats: tuple[SeatPlace, ...], centre: Region
) -> tuple[Region, tuple[SeatPlace, ...], Region]:
    """A place for the trick before, in the lower right corner; what lay there gives way."""
    wing = _wing(area.width)
    last = Region(area.right - wing, area.bottom - LAST_ROWS, wing - 1, LAST_ROWS)
    if centre.right > last.x:  # it stays in the middle of the table
        centre = Region(area.x + wing, centre.y, area.width - 2 * wing, centre.height)
    kept = tuple(
        replace(place, region=Region(*place.region[:3], last.y - place.region.y))
        if place.region.overlaps(last)
        else place
        for place in seats
    )
    return last, kept, centre


def _above_east(area: Region, seats: tuple[SeatPlace, ...]) -> Region:
    """A place for the trick before in the upper right corner, where the seat below it leaves rows free."""
    east = [place.region for place in seats if place.side == "east"]
    rows = min(LAST_ROWS, east[0].y - area.y) if len(east) == 1 else 0
    return Region(east[0].x, area.y, east[0].width, rows) if rows >= LEAST_LAST_ROWS else NOWHERE


def _ends(height: int, count: int) -> list[tuple[int, int]]:
    """(first row, rows) of so many parts of a height."""
    edges = [height * place // count for place in range(count + 1)]
    return [(top, below - top) for top, below in pairwise(edges)]


def _four(area: Region, wing: int, middle: Region, card: int) -> tuple[tuple[SeatPlace, ...], Region]:
    """Four other seats, as a spectator of a table of four sees them: one on each side, the first at the south."""
    x, y, _, height = area
    north = 2 + card if card and height >= 20 else 3
    south = SeatPlace(Region(middle.x, area.bottom - north, middle.width, north), "south", "centre")
    west = SeatPlace(Region(x + 1, y + north, wing - 1, height - north), "west", "left")
    top = SeatPlace(Region(middle.x, y, middle.width, north), "north", "centre")
    east = SeatPlace(Region(middle.right, y + north, wing - 1, height - north), "east", "right")
    return (south, west, top, east), Region(middle.x, y + north, middle.width, height - 2 * north)


def _named(rows: tuple[SeatPlace, ...], others: int) -> tuple[SeatPlace, ...]:
    """Seats in lines still lie on sides of the table, so that a trick is drawn before its players."""
    sides = {1: ("north",), 2: ("west", "east"), 3: ("west", "north", "east")}.get(others)
    if sides is None:
        return rows
    return tuple(SeatPlace(row.region, side, row.align) for row, side in zip(rows, sides, strict=True))
