"""The points of a round, and the end of the match. Pure functions."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ...model.cards import Card, Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchEnd, Reckoning
from .cards import CHARGE, MOST_ROUNDS, MOST_STEPS, NO_CARDS, HouseRules, worth

CALLED: Final = "khamul"
UNCALLED: Final = "turn_cap"
"""The two ways in which a round ends."""

MISSED_CALL: Final = "Khamul not called"
WRONG_CALL: Final = "called with more than five"
"""The reasons for extra points, as the score names them."""


def lowest_hands(hands: Mapping[Seat, Sequence[Card]], false_caller: Seat | None) -> frozenset[Seat]:
    """The seats with the lowest hand, among those that can win the round. Rule: khamul §8.2, §7.4."""
    raw = {seat: worth(cards) for seat, cards in hands.items() if seat != false_caller}
    least = min(raw.values())
    return frozenset(seat for seat, points in raw.items() if points == least)


def reckon(
    hands: Mapping[Seat, Sequence[Card]],
    seats: int,
    *,
    how: str = CALLED,
    silent: Collection[Seat] = (),
    false_caller: Seat | None = None,
) -> Reckoning:
    """Score a round. hands: the cards of every seat that plays. seats: the number of seats at the beginning of the
    match, which is the length of the points.
    silent: seats that did not call when they had to. false_caller: the seat that called with more than five.
    Rule: khamul §8.
    """
    lowest = lowest_hands(hands, false_caller)
    lines: list[ScoreLine] = []
    for seat, cards in sorted(hands.items()):
        raw = worth(cards)
        lines.append(ScoreLine(seat, "cards", raw, tuple(cards), "8.1"))
        if seat in lowest:
            lines.append(ScoreLine(seat, "lowest hand", -raw, (), "8.2"))
        if not cards:
            lines.append(ScoreLine(seat, "no card left", NO_CARDS, (), "8.3"))
        if seat in silent:
            lines.append(ScoreLine(seat, MISSED_CALL, CHARGE, (), "7.3"))
        if seat == false_caller:
            lines.append(ScoreLine(seat, WRONG_CALL, CHARGE, (), "7.4"))
    points = [0] * seats
    for line in lines:
        points[line.seat] += line.points
    return Reckoning(how, tuple(points), tuple(lines))


def match_end(house: HouseRules) -> MatchEnd:
    """The lowest total wins when a total has reached the limit. Rule: khamul §9."""
    return MatchEnd(
        lambda totals, _: max(totals) >= house.limit,
        house.ties_shared,
        high_wins=False,
        won="lowest",
        spent="extra_rounds_spent",
        stopped="rounds_spent",
        most_deals=MOST_ROUNDS,
        most_steps=MOST_STEPS,
    )
