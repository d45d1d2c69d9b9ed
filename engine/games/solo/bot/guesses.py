"""Possible deals of the unseen cards that fit what a seat knows, all with equal chance. Conditions that concern several
cards (no player who passed holds both black queens; the game was not decided while play went on) are checked on the
whole deal; a deal that fails is drawn again.
"""

from random import Random
from typing import Final

from ....bots.deal_sampler import ConstrainedDeals
from ....model.cards import Seat
from ..cards import SEATS
from ..scoring import Contract, is_made
from .beliefs import QUEENS, Knowledge
from .state import BIT

TRIES: Final = 60
"""How many deals are drawn before the bot takes one that fits the hands but not everything else."""


class PossibleDeals:
    """Deals of the unseen cards that agree with what a seat knows."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._played = [0] * SEATS
        for seat, card in known.plays:
            self._played[seat] |= BIT[card]
        self._deals = ConstrainedDeals(known.me, known.hand, known.unseen, known.sizes, known.cannot, known.sure)

    @property
    def count(self) -> int:
        """How many deals fit the hands."""
        return self._deals.count

    def draw(self, chance: Random) -> list[int]:
        """One deal: the cards of each seat as a set, mine included."""
        for _ in range(TRIES):
            hands = self._deals.draw(chance)
            if self._fits(hands):
                break
        return hands

    def partner_in(self, hands: list[int]) -> Seat | None:
        contract = self._known.contract
        if contract is None or contract.partner is not None:
            return None if contract is None else contract.partner
        called = self._known.called_bit
        holder = next((seat for seat, cards in enumerate(hands) if called and cards & called), None)
        return None if holder == contract.declarer else holder

    def contract_in(self, hands: list[int]) -> Contract:
        """The game with the partner that it has in a deal."""
        game = self._known.game
        return Contract(game.rung, game.declarer, self.partner_in(hands), game.called, game.forced)

    def dealt(self, hands: list[int], seat: Seat) -> int:
        """The eight cards that a seat was dealt, if it holds these now."""
        return hands[seat] | self._played[seat]

    def _fits(self, hands: list[int]) -> bool:
        """Whether a deal agrees with the bidding, and with play that was not stopped."""
        known = self._known
        if any(self.dealt(hands, seat) & QUEENS == QUEENS for seat in known.not_both):
            return False
        if known.contract is None or not known.house.stop_when_decided:
            return True
        return is_made(self.contract_in(hands), known.tricks) is None
