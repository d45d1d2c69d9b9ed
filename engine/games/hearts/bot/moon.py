"""The shooter's choice: 26 for the others, or 26 off the own score."""

from typing import TYPE_CHECKING

from ....model.moves import Move
from ....play.bot import Advice
from ..cards import House
from ..scoring import MOON, limit_reached

if TYPE_CHECKING:
    from ....model.view import View


def choose_moon(view: "View") -> Advice:
    """How the viewer, who shot the moon, lets it count. Against each other player both come to the same; what differs
    is whether the match ends, and for whom."""
    me = view.viewer
    assert me is not None, "a spectator has shot nothing"
    totals = view.totals
    raised = [total + (MOON if seat != me else 0) for seat, total in enumerate(totals)]
    lowest_other = min(total for seat, total in enumerate(raised) if seat != me)
    if limit_reached(raised, House.of(view.options)):
        if raised[me] < lowest_other:
            return Advice(Move("others26"), "26 more for the others end the match, and you have the lowest total.")
        return Advice(Move("self26"), "26 for the others would end the match while somebody is below you.")
    if totals[me] <= min(totals):
        return Advice(Move("others26"), "You lead, and 26 for the others brings the end of the match nearer.")
    return Advice(Move("self26"), "You are behind: with 26 off your own score the match stays open for longer.")
