"""Points of cards, the moon, and the winner: pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...model.cards import Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchEnd, Reckoning
from .cards import BIT, HEARTS, JACK, MOST_DEALS, QUEEN, SEATS, HouseRules, cards_of

MOON: Final = 26
"""Points of all hearts and the queen together."""


@dataclass(frozen=True, slots=True)
class Value:
    """One line of the table of values."""

    label: str
    cards: int
    """The cards that this line is about, as a set."""
    points: int
    """The points of each of these cards."""
    paragraph: str


VALUES: Final = (
    Value("hearts", HEARTS, 1, "7.1"),
    Value("queen of spades", BIT[QUEEN], 13, "7.2"),
    Value("jack of diamonds", BIT[JACK], -10, "9.1"),
)


def worth(taken: int, house: HouseRules) -> int:
    """Points of the cards that one seat has taken, without the moon. Rule: hearts §7.1, §7.2, §9.1."""
    points = (taken & HEARTS).bit_count()
    if taken & BIT[QUEEN]:
        points += 13
    if house.omnibus and taken & BIT[JACK]:
        points -= 10
    return points


def moon_shooter(taken: Sequence[int], house: HouseRules) -> Seat | None:
    """The seat that has taken every scoring card, if any. Rule: hearts §7.3, §9.3."""
    needed = house.scoring_cards
    return next((seat for seat, cards in enumerate(taken) if cards & needed == needed), None)


def deal_points(taken: Sequence[int], house: HouseRules, *, off_own_score: bool = False) -> tuple[int, ...]:
    """Points of a deal, by seat.

    taken: the cards taken, one set for each seat. off_own_score: what the shooter chose, if the moon was shot.
    Rule: hearts §7, §9.
    """
    shooter = moon_shooter(taken, house)
    if shooter is None:
        return tuple(worth(cards, house) for cards in taken)
    own, others = (-MOON, 0) if off_own_score else (0, MOON)
    return tuple(own if seat == shooter else others for seat in range(SEATS))


def reckon(taken: Sequence[int], house: HouseRules, *, off_own_score: bool = False) -> Reckoning:
    """The outcome of a deal, line by line. Parameters as of `deal_points`."""
    points = deal_points(taken, house, off_own_score=off_own_score)
    shooter = moon_shooter(taken, house)
    if shooter is None:
        return Reckoning("counted", points, _lines(taken, house))
    if off_own_score:
        line = ScoreLine(shooter, "shot the moon", -MOON, cards_of(house.scoring_cards), "7.4")
        return Reckoning("moon_self", points, (line,))
    shot = ScoreLine(shooter, "shot the moon", 0, cards_of(house.scoring_cards), "7.3")
    others = tuple(ScoreLine(seat, "under the moon", MOON, (), "7.3") for seat in range(SEATS) if seat != shooter)
    return Reckoning("moon_others", points, (shot, *others))


def _lines(taken: Sequence[int], house: HouseRules) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine(seat, value.label, value.points * held.bit_count(), cards_of(held), value.paragraph)
        for seat, cards in enumerate(taken)
        for value in VALUES
        if (held := cards & value.cards & house.scoring_cards)
    )


def limit_reached(totals: Sequence[int], house: HouseRules) -> bool:
    """Whether some total ends the match. Rule: hearts §8.1, §10.4."""
    return max(totals) > house.limit or (house.limit_inclusive and max(totals) == house.limit)


def match_end(house: HouseRules) -> MatchEnd:
    """The lowest total wins when a total is past the limit. Rule: hearts §8."""
    return MatchEnd(
        lambda totals, _: limit_reached(totals, house),
        house.ties_shared,
        high_wins=False,
        won="lowest",
        spent="extra_deals_spent",
        stopped="deals_spent",
        most_deals=MOST_DEALS,
    )
