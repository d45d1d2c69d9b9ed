"""How a deal and a match come out: what the scoring of every game gives to its phases."""

from dataclasses import dataclass

from ..model.cards import Seat
from ..model.events import ScoreLine


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The outcome of one deal.

    how: the way in which it ended, one word. points: of the deal, by seat. lines: where they come from.
    """

    how: str
    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The outcome of a match. how: what decided it, one word. winners: one seat, or several that share."""

    how: str
    winners: tuple[Seat, ...]
