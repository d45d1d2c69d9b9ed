"""What the end of a deal is worth to a seat: points against the others, and its place if the match ends with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....bots.pimc import margin
from ..scoring import MOON, limit_reached

if TYPE_CHECKING:
    from ....model.cards import Seat
    from ..cards import HouseRules
    from .state import TrickState

PLACE: Final = 10.0
"""What each player behind or ahead is worth in points at the end of a match."""
_SHARE: Final = 0.1
"""The weight of the deal's points at the end of a match. With it, the better of two results with the same place counts
more.
"""


@dataclass(frozen=True, slots=True)
class MatchValue:
    """The value of results for one seat in the present match. me: the seat. totals: before the deal."""

    me: Seat
    totals: tuple[int, ...]
    house: HouseRules

    def of_deal(self, deal: TrickState) -> float:
        """The value of a finished deal; more is better. A shooter who may choose takes the better way to count."""
        points = deal.points()
        if not self._may_end(points):
            return -margin(points, self.me)
        value = self.of_points(points)
        if points[self.me] == 0 and MOON in points and self.house.moon_choice:
            value = max(value, self.of_points(deal.points(off_own_score=True)))
        return value

    def of_points(self, points: Sequence[int]) -> float:
        """The value of a deal's points, by seat."""
        totals = [total + gained for total, gained in zip(self.totals, points, strict=True)]
        value = -margin(points, self.me)
        if not limit_reached(totals, self.house):
            return value
        mine = totals[self.me]
        ahead = sum(total < mine for total in totals)
        behind = sum(total > mine for total in totals)
        return PLACE * (behind - ahead) + _SHARE * value

    def _may_end(self, points: Sequence[int]) -> bool:
        return max(self.totals) + max(points) >= self.house.limit
