"""Whether a game is made, its points, and the end of the match: pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...model.cards import Card, Seat
from ...model.events import ScoreLine
from ...play.match_end import MatchEnd, Reckoning
from .cards import SEATS, TRICKS, HouseRules
from .contracts import NEEDED, Rung


@dataclass(frozen=True, slots=True)
class Contract:
    """The game of one deal. partner: the other player with the called card, in a simple game. forced: after four
    passes.
    """

    rung: Rung
    declarer: Seat
    partner: Seat | None = None
    called: Card | None = None
    forced: bool = False

    @property
    def side(self) -> tuple[Seat, ...]:
        """The declarer and the partner, if there is one."""
        return (self.declarer,) if self.partner is None else (self.declarer, self.partner)


def is_made(contract: Contract, tricks: Sequence[int]) -> bool | None:
    """Whether a game is made or lost; None while it is undecided.

    tricks: taken so far, by seat. Rule: solo §9.1, §11.8.
    """
    needed = NEEDED[contract.rung.kind]
    own = sum(tricks[seat] for seat in contract.side)
    if own >= needed:
        return True
    return False if sum(tricks) - own > TRICKS - needed else None


def points_of(contract: Contract, *, made: bool) -> tuple[int, ...]:
    """Points of a deal, by seat. Rule: solo §9.2, §9.3."""
    worth = contract.rung.points if made else -contract.rung.points
    return tuple(worth if seat in contract.side else 0 for seat in range(SEATS))


def reckon(contract: Contract, tricks: Sequence[int]) -> Reckoning:
    """Score a deal. tricks: taken, by seat. Raises ValueError if they do not decide the game."""
    made = is_made(contract, tricks)
    if made is None:
        raise ValueError("The game is not decided yet.")
    points = points_of(contract, made=made)
    outcome = "made" if made else "lost"
    lines = [ScoreLine(contract.declarer, f"{contract.rung.title} {outcome}", points[contract.declarer], (), "9.2")]
    if contract.partner is not None and contract.called is not None:
        label = f"partner of the {contract.rung.title}"
        lines.append(ScoreLine(contract.partner, label, points[contract.partner], (contract.called,), "9.3"))
    kind = "forced" if contract.forced else contract.rung.kind
    return Reckoning(f"{kind}_{outcome}", points, tuple(lines))


def is_due(totals: Sequence[int], deals: int, house: HouseRules) -> bool:
    """Whether the match could end now. deals: how many were played. Rule: solo §10.1, §10.2."""
    return max(totals) > house.points if house.by_points else deals >= house.hands


def match_end(house: HouseRules) -> MatchEnd:
    """The highest total wins after the last deal, or when a total is above the points. Rule: solo §10."""
    return MatchEnd(
        lambda totals, deals: is_due(totals, deals, house),
        house.ties_shared,
        won="highest",
        spent="extra_deals_spent",
        stopped="deals_spent",
        most_deals=house.max_hands if house.by_points else None,
    )
