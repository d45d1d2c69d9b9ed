"""Rules of thumb for the easy and the medium bot, and for rollouts. There are three styles: bold, steady and patient.
They use only what a seat would know: its own hand, the trick, and the set of unseen cards. The steady rules were chosen
by playing them against each
other over thousands of deals: melds are kept together and led, the cheapest card that beats does beat, the lowest loose
card is discarded, and sure cards wait until only one other card is left.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from ....model.cards import Card
from ..cards import ALL, BEATERS, BIT, BONUSES, MELD_BEATERS, MELD_SIZE, THOUSAND, beating, singles
from .state import TrickState, melds

_NOT_THOUSAND: Final = ALL ^ BIT[THOUSAND]
_EARNING: Final = (BIT[Card("M8")], BIT[Card("M5")])
_FAR: Final = 1000


Manner = Callable[[TrickState], int]
"""A way to play: the play of the seat in turn."""


def play_out(sim: TrickState, manners: Sequence[Manner]) -> None:
    """Play a deal to its end. manners: the style of each seat."""
    hands, play = sim.hands, sim.play
    while hands[sim.turn]:
        play(manners[sim.turn](sim))


def bold(sim: TrickState) -> int:
    """The play of a beginner: lead the highest card, beat whenever possible, and otherwise discard the lowest card."""
    hand, best = sim.hands[sim.turn], sim.best
    if not best:
        return (melds(hand) or singles(hand))[-1]
    found = beating(hand, best)
    return found[0] if found else -lowest(hand, sim.size)


def patient(sim: TrickState) -> int:
    """Like `steady`, but keep sure melds until there is little else to lead."""
    return steady(sim, is_patient=True)


def steady(sim: TrickState, *, is_patient: bool = False) -> int:
    """The play of a good player by rule."""
    hand, best = sim.hands[sim.turn], sim.best
    if not best:
        out = -hand
        for held in sim.hands:
            out += held  # no card is in two hands
        return lead(hand, out, is_patient=is_patient)
    if sim.size == MELD_SIZE:
        found = beating(hand, best)
        return found[0] if found else -junk_three(hand)
    higher = hand & BEATERS[best]
    if not higher:
        return -junk(hand)
    loose = higher & ~in_melds(hand)
    return loose & -loose if loose else higher & -higher


def lead(hand: int, out: int, *, is_patient: bool) -> int:
    """The lead of a hand. out: the cards that others may hold, as a set. is_patient: sure melds wait too, until there
    is little else; this may pay against one opponent, who must then answer with good cards.
    """
    singles, left = 0, hand
    while left:
        card = left & -left
        left ^= card
        if not BEATERS[card] & out:
            singles |= card
    sure, best, best_sure, most = singles, 0, 0, -_FAR
    for cards in melds(hand):
        rivals, points = rival_count(cards, out), BONUSES.get(cards, 0)
        if not rivals:
            sure |= cards
            if points >= BONUSES.get(best_sure, 0):
                best_sure = cards
        if points - 3 * rivals > most:
            best, most = cards, points - 3 * rivals
    is_late = sure.bit_count() >= hand.bit_count() - 1
    if best_sure and (is_late or not is_patient):
        return best_sure
    if best and best != best_sure and rival_count(best, out):
        return best
    if singles and is_late:
        return next((card for card in _EARNING if singles & card), singles & -singles)
    loose = hand & ~in_melds(hand) & _NOT_THOUSAND
    return loose & -loose or best_sure or hand & -hand


def rival_count(cards: int, out: int) -> int:
    """How many melds out of some cards beat a meld."""
    count = 0
    for other in MELD_BEATERS[cards]:
        if out & other == other:
            count += 1
    return count


@lru_cache(maxsize=1 << 16)
def in_melds(hand: int) -> int:
    """The cards of a hand that are part of some meld."""
    found = 0
    for cards in melds(hand):
        found |= cards
    return found


def junk(hand: int) -> int:
    """The card to discard: the lowest loose one; if possible neither part of a meld nor the Thousand Myriad."""
    loose = hand & ~in_melds(hand) & _NOT_THOUSAND or hand
    return loose & -loose


def junk_three(hand: int) -> int:
    """Three cards to discard, the lowest loose ones first."""
    loose = hand & ~in_melds(hand) & _NOT_THOUSAND
    thrown = lowest(loose, MELD_SIZE)
    return thrown | lowest(hand & ~thrown, MELD_SIZE - thrown.bit_count())


def lowest(hand: int, count: int) -> int:
    """So many of the lowest cards of a hand, or all if there are fewer."""
    thrown = 0
    for _ in range(count):
        thrown |= hand & -hand
        hand &= hand - 1
    return thrown
