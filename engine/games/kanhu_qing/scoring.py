"""The pot, the chips, and when the match is over. Pure functions.

Chips only move between seats and pot, so the pot holds what all seats together have lost.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ...model.cards import Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchResult, Reckoning
from .hand_solver.wins import ATTACHED, EYES, Group
from .pack import HouseRules

WON: Final = "won"
DRAWN: Final = "drawn"
RETURNED: Final = "returned"
MOST_EXTRA_DEALS: Final = 5

_PARAGRAPHS: Final = {EYES: "5.2", "run": "5.3", "set": "5.4", ATTACHED: "5.5"}


@dataclass(frozen=True, slots=True)
class Past:
    """A finished deal: how it ended, and the chips that each seat won or paid."""

    how: str
    points: tuple[int, ...]


def standing_pot(totals: Sequence[int]) -> int:
    """The chips that lie in the pot between two deals. Rule: kanhu_qing §3.1."""
    return -sum(totals)


def able_to_pay(totals: Sequence[int], playing: Iterable[Seat], house: HouseRules) -> tuple[Seat, ...]:
    """Seats that can pay the ante. Rule: kanhu_qing §8.8."""
    if not house.bankroll:
        return tuple(playing)
    return tuple(seat for seat in playing if house.bankroll + totals[seat] >= house.ante)


@dataclass(frozen=True, slots=True)
class Standing:
    """The match before the deal to score. past: every deal so far. players: the players of this deal. playing: seats
    that have not left the match.
    """

    past: tuple[Past, ...]
    totals: tuple[int, ...]
    players: tuple[Seat, ...]
    playing: tuple[Seat, ...]
    house: HouseRules


def reckon_won(before: Standing, winner: Seat, groups: Iterable[Group]) -> tuple[Reckoning, MatchResult | None]:
    """Score a won deal: its chips, and the result of the match if it is over. Rule: kanhu_qing §6.4."""
    points, lines = _antes(before)
    pot = standing_pot(before.totals) - sum(points)
    points[winner] += pot
    shown = [ScoreLine(winner, group.name or group.kind, 0, group.cards, _PARAGRAPHS[group.kind]) for group in groups]
    result = Reckoning(WON, tuple(points), (ScoreLine(winner, "the pot", pot, (), "6.4"), *shown, *lines))
    after = _after(before, points)
    return result, verdict(before, after, len(able_to_pay(after, before.playing, before.house)))


def reckon_drawn(before: Standing) -> tuple[Reckoning, MatchResult | None]:
    """Score a deal that nobody won: the pot stays, or is given back if the match is over. Rule: kanhu_qing §6.5,
    §7.4.
    """
    points, lines = _antes(before)
    able = able_to_pay(_after(before, points), before.playing, before.house)
    returned = _give_back(before)
    outcome = verdict(before, _after(before, returned.points), len(able))
    return (returned if outcome else Reckoning(DRAWN, tuple(points), tuple(lines))), outcome


def reckon_returned(before: Standing) -> tuple[Reckoning, MatchResult]:
    """Score a deal that cannot be played because fewer than two players can pay: the match is over. Rule: kanhu_qing
    §8.8.
    """
    returned = _give_back(before)
    outcome = verdict(before, _after(before, returned.points), 0)
    assert outcome is not None, "with nobody to play it is over"
    return returned, outcome


def _give_back(before: Standing) -> Reckoning:
    points, lines = _antes(before)
    owed = [back - paid for back, paid in zip(_paid_since_won(before), points, strict=True)]
    for seat in before.playing:
        if owed[seat]:
            points[seat] += owed[seat]
            lines.append(ScoreLine(seat, "antes given back", owed[seat], (), "7.4"))
    return Reckoning(RETURNED, tuple(points), tuple(lines))


def refund(before: Standing) -> tuple[int, ...]:
    """Chips of the standing pot that each player gets back when a match is broken off. Rule: kanhu_qing §7.6."""
    return tuple(paid if seat in before.playing else 0 for seat, paid in enumerate(_paid_since_won(before)))


def verdict(before: Standing, totals: Sequence[int], able: int) -> MatchResult | None:
    """Whether the match is over after this deal, and how: "won", "shared" or "broke". totals: if it is over now. able:
    how many players could pay another ante. Rule: kanhu_qing §7.3, §8.8, §8.9.
    """
    deals, house = len(before.past) + 1, before.house
    most = max(totals[seat] for seat in before.playing)
    leaders = tuple(seat for seat in before.playing if totals[seat] == most)
    if able < 2:
        return MatchResult("broke", leaders)
    if deals < house.hands:
        return None
    if len(leaders) == 1:
        return MatchResult("won", leaders)
    if not house.extra_deals or deals - house.hands >= MOST_EXTRA_DEALS:
        return MatchResult("shared", leaders)
    return None


def _antes(before: Standing) -> tuple[list[int], list[ScoreLine]]:
    points, lines = [0] * len(before.totals), []
    for seat in before.players:
        points[seat] = -before.house.ante
        lines.append(ScoreLine(seat, "ante", -before.house.ante, (), "3.1"))
    return points, lines


def _paid_since_won(before: Standing) -> list[int]:
    """Chips that each seat has paid into the current pot before this deal."""
    paid = [0] * len(before.totals)
    for deal in reversed(before.past):
        if deal.how != DRAWN:
            break
        paid = [so_far - points for so_far, points in zip(paid, deal.points, strict=True)]
    return paid


def _after(before: Standing, points: Sequence[int]) -> tuple[int, ...]:
    return tuple(total + gain for total, gain in zip(before.totals, points, strict=True))
