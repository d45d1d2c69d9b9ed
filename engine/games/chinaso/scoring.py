"""The points of a deal, and the end of the match. Pure functions."""

from collections.abc import Collection, Sequence
from typing import Final

from ...model.cards import Card, Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchEnd, Reckoning
from .cards import HouseRules, points_in

OUT: Final = "out"
CHINASO: Final = "chinaso"
NO_STOCK: Final = "stock"
NO_TURNS: Final = "turns"


def reckon(hands: Sequence[Sequence[Card]], playing: Collection[Seat], how: str) -> Reckoning:
    """Score a deal. hands: the cards left to each seat. how: out, chinaso, stock or turns. Rule: chinaso §8."""
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


def match_end(house: HouseRules) -> MatchEnd:
    """The fewest points win after the last contract; after five extra deals equal leaders share. Rule: chinaso §9."""
    return MatchEnd(lambda _, deals: deals >= len(house.contracts), not house.extra_deals, high_wins=False)
