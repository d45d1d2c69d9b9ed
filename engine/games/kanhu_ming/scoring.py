"""The points of a deal, the next leader, the end of the match, and the payments. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...model.cards import Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchEnd, Reckoning
from .cards import MELD_OF, HouseRules, bonus, cards_of


@dataclass(frozen=True, slots=True)
class Prize:
    """A trick that earned a bonus. cards: those that won it, as a set."""

    seat: Seat
    cards: int

    @property
    def points(self) -> int:
        """What it earned beside its cards."""
        return bonus(self.cards)

    @property
    def label(self) -> str:
        meld = MELD_OF.get(self.cards)
        return meld.name if meld is not None else f"{_SINGLE_NAMES[cards_of(self.cards)[0]]} won a trick"

    @property
    def paragraph(self) -> str:
        meld = MELD_OF.get(self.cards)
        if meld is None:
            return "7.2"
        return "7.4" if meld.kind == "special" else "7.3"


_SINGLE_NAMES: Final = {"M5": "Five Myriads", "M8": "Eight Myriads"}


def reckon(captured: Sequence[int], prizes: Sequence[Prize]) -> Reckoning:
    """Score a deal. captured: how many cards each seat has taken. prizes: the bonuses, in the order in which they were
    won.
    Rule: kanhu_ming §7.
    """
    points = list(captured)
    lines = [ScoreLine(seat, "cards taken", count, (), "7.1") for seat, count in enumerate(captured) if count]
    for prize in prizes:
        points[prize.seat] += prize.points
        lines.append(ScoreLine(prize.seat, prize.label, prize.points, cards_of(prize.cards), prize.paragraph))
    lines.sort(key=lambda line: line.seat)
    return Reckoning("counted", tuple(points), tuple(lines))


def next_eldest(eldest: Seat, points: Sequence[int], eldest_next: str) -> Seat:
    """The first leader of the next deal, if no draw decides.

    eldest: the seat that led first in this deal. points: of this deal, by seat. eldest_next: "rotate" or "winner".
    Play runs to the right, so the next seat has the next lower number. Rule: kanhu_ming §8.4, §9.3.
    """
    seats = len(points)
    if eldest_next == "rotate":
        return (eldest - 1) % seats
    order = [(eldest - steps) % seats for steps in range(seats)]
    return max(order, key=lambda seat: points[seat])  # among equal seats the first in the order of play


def is_due(totals: Sequence[int], hands: int, house: HouseRules) -> bool:
    """Whether the match ends now unless leaders are equal. hands: deals played so far. Rule: §8.1, §9.1, §9.2."""
    return max(totals) >= house.target if house.target else hands >= house.hands


def match_end(house: HouseRules) -> MatchEnd:
    """The highest total wins after the last deal, or at the target. Rule: kanhu_ming §8.1, §8.2, §8.3."""
    return MatchEnd(
        lambda totals, hands: is_due(totals, hands, house),
        house.ties_shared and not house.target,
        won="most",
        spent="extra_hands_spent",
    )


def settle(totals: Sequence[int]) -> tuple[int, ...]:
    """What each seat gets (or pays, if negative) when all pay each other the differences of their totals. Rule:
    §9.5.
    """
    return tuple(len(totals) * total - sum(totals) for total in totals)
