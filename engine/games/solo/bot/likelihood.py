"""How well a possible deal explains the others' bids and plays. Bots use it to find their partner.

A deal in which a player bid on a poor hand or played badly is less likely. The bots' own rules of thumb say what each
seat would do.
"""

from math import exp
from typing import Final

from ....model.cards import Seat
from ..cards import RANKINGS, SEATS
from ..scoring import Contract
from .beliefs import Knowledge
from .guesses import PossibleDeals
from .rollout import choose
from .state import TrickState
from .valuation import ladder, points_of_game

_ENOUGH: Final = 0.0
"""Points that a player expects of a game before bidding it."""
_SOFT: Final = 1.0
"""By how many points players differ about that."""
_OWN_CALLED: Final = 0.05
"""How much less often a declarer calls an ace of their own hand than a partner's."""
_STRANGE: Final = 0.35
"""How likely a play is that the rules of thumb would not make, compared with the one that they would."""


def likelihood(known: Knowledge, deals: PossibleDeals, hands: list[int]) -> float:
    """How likely the bidding and the play are in a deal, on no scale but its own. hands: what each seat holds now."""
    likely = 1.0
    for seat in range(SEATS):
        if seat != known.me:
            likely *= _bids(known, seat, deals.dealt(hands, seat))
    if known.contract is None:
        return likely
    contract = deals.contract_in(hands)
    if contract.called is not None and contract.partner is None and known.me != contract.declarer:
        likely *= _OWN_CALLED
    return likely * _plays(known, contract, [deals.dealt(hands, seat) for seat in range(SEATS)])


def _bids(known: Knowledge, seat: Seat, dealt: int) -> float:
    said = [answer for answer in known.said if answer.seat == seat]
    if not said:
        return 1.0
    best = ladder(dealt, known.house)
    likely = 1.0
    for answer in said:
        likely *= _answer(best[answer.rung - 1], bids=answer.bids)
    contract = known.contract
    if contract is not None and contract.declarer == seat and not contract.forced:
        # Nobody declares a game that is much worse than another possible one.
        likely *= exp((points_of_game(dealt, contract.rung, known.trump) - best[0]) / _SOFT)
    return likely


def _answer(best: float, *, bids: bool) -> float:
    """The chance that a player goes on, or gives way. best: expected points of the best game from this rung on."""
    goes_on = 1 / (1 + exp(-(best - _ENOUGH) / _SOFT))
    return goes_on if bids else 1 - goes_on


def _plays(known: Knowledge, contract: Contract, dealt: list[int]) -> float:
    """How well the cards played so far go with the deal; my own tell me nothing."""
    code = RANKINGS[known.trump].code
    sim = TrickState.of_hands(dealt, contract, known.trump, leader=(known.dealer + 1) % SEATS)
    likely = 1.0
    for seat, card in known.plays:
        played = code[card]
        if seat != known.me and (may := sim.may_play()) & may - 1 and not _alike(sim, choose(sim), played):
            likely *= _STRANGE
        sim.play(played)
    return likely


def _alike(sim: TrickState, one: int, other: int) -> bool:
    """Whether two cards of the seat in turn are worth the same: of one suit, with none in other hands between."""
    if one == other:
        return True
    suit = one // 10
    if other // 10 != suit:
        return False
    low, high = min(one, other) % 10, max(one, other) % 10
    between = (1 << high) - (2 << low)
    return not any(sim.hands[seat * 4 + suit] & between for seat in range(SEATS) if seat != sim.turn)
