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

LARGE: Final = (140, 45)
"""From this size on: the largest cards."""

CROWD: Final = 4
"""With more others than these, every row counts."""

PANEL: Final = 3
"""Rows of a panel in place of insight: two lines of text and one of keys; one more where they are short."""
PANEL_WIDTH: Final = 80

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
    chat_log: Region = NOWHERE
    keys: Region = NOWHERE


def plan_table(
    width: int,
    height: int,
    others: int,
    *,
    seated: bool = True,
    side_log: bool = True,
    insight: int = 1,
    hint: int = 0,
    panel: bool = False,
    tricks: bool = False,
    melds: bool = False,
) -> TablePlan:
    """The plan for a terminal.

    others: seats drawn around the table. seated: whether a hand, its row and its insight are needed.
    side_log: whether a wide terminal gives the log a column. insight: rows for it at the usual size; a centre of piles
    can spare one more than a trick. hint: rows that a hint needs there. panel: three or four lines of text take the
    place of insight, and of a log below. tricks: the trick before has a place, melds: my melds have one as cards, where
    there is room.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return TablePlan("none")
    roomy = width >= ROOMY[0] and height >= ROOMY[1]
    small = width < 80 or height < 24
    side = SIDE_WIDTH if roomy and side_log else 0
    main, size = width - side, "roomy" if roomy else "small" if small else "usual"

    foot = height - 1
    log_rows = 0 if side or panel else 1 if small else 3 if height >= 28 else 2
    insight_rows = 3 if roomy else 0 if small else 1 if others > CROWD else insight
    log_rows, insight_rows = _with_hint(log_rows, insight_rows, hint, small=small)
    foot -= log_rows
    log = Region(0, foot, main, log_rows)
    prompt = Region(0, foot - 2, main, 2)
    foot -= 2
    about = hand = own = chat_log = NOWHERE
    if seated:
        rows = _panel_rows(main) if panel else insight_rows
        foot, about = foot - rows, Region(0, foot - rows, main, rows)
        rows = _hand_rows(width, height, size)
        foot, hand = foot - rows, Region(0, foot - rows, main, rows)
        rows = 4 if roomy and melds else 2 if roomy else 1
        foot, own = foot - rows, Region(0, foot - rows, main, rows)
    area = Region(0, 1, main, foot - 1)
    seats, centre = _around(area, others, size, seated=seated, melds=melds)
    last = NOWHERE
    if tricks and roomy:
        last, seats, centre = _with_last_trick(area, seats, centre)
    if side:
        split = max(6, (height - 2) * 2 // 3)
        log, chat_log = Region(main, 1, side, split), Region(main, 1 + split, side, height - 2 - split)
    return TablePlan(
        size,
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
        chat_log=chat_log,
        keys=Region(0, height - 1, width, 1),
    )


def _with_hint(log: int, insight: int, hint: int, *, small: bool) -> tuple[int, int]:
    """Rows for log and insight when a hint needs so many: the log keeps one, unless the terminal is small."""
    lent = max(0, min(hint - insight, log if small else log - 1))
    return log - lent, max(insight, hint)


def _hand_rows(width: int, height: int, size: str) -> int:
    if width >= LARGE[0] and height >= LARGE[1]:
        return 9
    return {"roomy": 7, "usual": 5}.get(size, 4)


def _panel_rows(width: int) -> int:
    return PANEL if width >= PANEL_WIDTH else PANEL + 1


def _around(area: Region, others: int, size: str, *, seated: bool, melds: bool) -> tuple[tuple[SeatPlace, ...], Region]:
    """Places of the other seats in an area, clockwise from the left, and what is left in the middle."""
    x, y, width, height = area
    if size == "small":
        lines = tuple(SeatPlace(Region(x, y + row, width, 1), "row", "left") for row in range(others))
        return _named(lines, others), Region(x, y + others, width, height - others)
    if others > CROWD or (others == CROWD and seated):
        return _ring(area, others)
    north = 8 if size == "roomy" and height >= 20 and melds else 5 if height >= 16 else 3
    wing = min(30, (width - 30) // 2)
    middle = Region(x + wing, y, width - 2 * wing, height)
    drop = height // 3
    west = SeatPlace(Region(x + 1, y + drop, wing - 1, height - drop), "west", "left")
    east = SeatPlace(Region(middle.right, y + drop, wing - 1, height - drop), "east", "right")
    top = SeatPlace(Region(middle.x, y, middle.width, north), "north", "centre")
    below = Region(middle.x, y + north, middle.width, height - north)
    if others == 1:
        broad = SeatPlace(Region(x + 1, y, width - 2, north), "north", "centre")
        return (broad,), Region(x, y + north, width, height - north)
    if others == 2:
        return (west, east), middle
    if others == 3:
        return (west, top, east), below
    return _four(area, wing, middle)


def _ring(area: Region, others: int) -> tuple[tuple[SeatPlace, ...], Region]:
    """Many other seats: up the left side, one at the top if they are odd, and down the right side."""
    x, y, width, height = area
    wing = min(30, (width - 30) // 2)
    north = min(5, height // 3) if others % 2 else 0
    ends = _ends(height, others // 2)
    west = [SeatPlace(Region(x + 1, y + top, wing - 1, tall), "west", "left") for top, tall in reversed(ends)]
    east = [SeatPlace(Region(width - wing, y + top, wing - 1, tall), "east", "right") for top, tall in ends]
    middle = Region(x + wing, y, width - 2 * wing, height)
    top = [SeatPlace(Region(middle.x + 1, y, middle.width - 2, north), "north", "centre")] if north else []
    return (*west, *top, *east), Region(middle.x, y + north, middle.width, height - north)


LAST_ROWS: Final = 5
"""Rows of the trick before: a word, cards, names."""


def _with_last_trick(
    area: Region, seats: tuple[SeatPlace, ...], centre: Region
) -> tuple[Region, tuple[SeatPlace, ...], Region]:
    """A place for the trick before, in the lower right corner; what lay there gives way."""
    wing = min(30, (area.width - 30) // 2)
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


def _ends(height: int, count: int) -> list[tuple[int, int]]:
    """(first row, rows) of so many parts of a height."""
    edges = [height * place // count for place in range(count + 1)]
    return [(top, below - top) for top, below in pairwise(edges)]


def _four(area: Region, wing: int, middle: Region) -> tuple[tuple[SeatPlace, ...], Region]:
    """Four other seats, as a spectator of a table of four sees them: one on each side, the first at the south."""
    x, y, _, height = area
    north = 3
    south = SeatPlace(Region(middle.x, area.bottom - north, middle.width, north), "south", "centre")
    west = SeatPlace(Region(x + 1, y + 3, wing - 1, height - 3), "west", "left")
    top = SeatPlace(Region(middle.x, y, middle.width, north), "north", "centre")
    east = SeatPlace(Region(middle.right, y + 3, wing - 1, height - 3), "east", "right")
    return (south, west, top, east), Region(middle.x, y + north, middle.width, height - 2 * north)


def _named(rows: tuple[SeatPlace, ...], others: int) -> tuple[SeatPlace, ...]:
    """Seats in lines still lie on sides of the table, so that a trick is drawn before its players."""
    sides = {1: ("north",), 2: ("west", "east"), 3: ("west", "north", "east")}.get(others)
    if sides is None:
        return rows
    return tuple(SeatPlace(row.region, side, row.align) for row, side in zip(rows, sides, strict=True))
