"""What a hand costs everybody, and when the match is over. Pure functions."""

from collections.abc import Collection, Sequence
from typing import Final

from ...model.cards import Card, Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchResult, Reckoning
from .cards import HouseRules, points_in

MOST_EXTRA_DEALS: Final = 5
"""Rule: chinaso §9.3."""

OUT: Final = "out"
CHINASO: Final = "chinaso"
NO_STOCK: Final = "stock"
NO_TURNS: Final = "turns"


def reckon(hands: Sequence[Sequence[Card]], playing: Collection[Seat], how: str) -> Reckoning:
    """Count a hand. hands: what every seat is left with. how: out, chinaso, stock or turns. Rule: chinaso §8."""
    lines: list[ScoreLine] = []
    for seat in playing:
        left = tuple(hands[seat])
        if not left:
            lines.append(ScoreLine(seat, "Chinaso" if how == CHINASO else "Out", 0, (), "8.2"))
            continue
        lines.append(ScoreLine(seat, "Left in hand", points_in(left), left, "8.1"))
        if how == CHINASO:
            lines.append(ScoreLine(seat, "Doubled by the chinaso", points_in(left), (), "8.3"))
    points = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(len(hands)))
    return Reckoning(how, points, tuple(lines))


def leaders(totals: Sequence[int], playing: Collection[Seat]) -> tuple[Seat, ...]:
    """Who has the fewest points among those that still play."""
    least = min(totals[seat] for seat in playing)
    return tuple(seat for seat in playing if totals[seat] == least)


def verdict(totals: Sequence[int], playing: Collection[Seat], deals: int, house: HouseRules) -> MatchResult | None:
    """Whether the match is over after so many hands, and how: "won" or "shared". Rule: chinaso §9."""
    extra = deals - len(house.contracts)
    if extra < 0:
        return None
    first = leaders(totals, playing)
    if len(first) == 1:
        return MatchResult("won", first)
    if house.extra_deals and extra < MOST_EXTRA_DEALS:
        return None
    return MatchResult("shared", first)
