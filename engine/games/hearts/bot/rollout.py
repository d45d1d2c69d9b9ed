"""Rollouts: play a sampled deal to its end by quick rules of thumb. There are two policies: duck (the usual one) and
shoot the moon. They use only what a seat would know: its own hand, the set of unseen cards, and the trick.
"""

from typing import Final

from ....model.cards import Seat
from ..cards import PLACE, QUEEN
from .state import RANK_BIT, SUIT, TrickState

_QUEEN: Final = PLACE[QUEEN]
_Q: Final = RANK_BIT[_QUEEN]
_HIGH: Final = 0x1800  # king and ace of a suit
_JACK: Final = 1 << 9
_HEARTS: Final = 0x1FFF << 39
_POINTS: Final = _HEARTS | 1 << _QUEEN
_DIAMONDS, _SPADES, _HEART_SUIT = 1, 2, 3
_LOWEST: Final = tuple((bits & -bits).bit_length() - 1 for bits in range(8192))
_TOP: Final = tuple(bits.bit_length() - 1 for bits in range(8192))
_COUNT: Final = tuple(bits.bit_count() for bits in range(8192))


def play_out(sim: TrickState, shooter: Seat = -1) -> None:
    """Play a deal to its end. shooter: the seat that tries for all points, -1 for none."""
    play = sim.play
    while sim.left:
        if sim.turn != shooter:
            play(duck(sim))
        else:
            if sim.count == 0 and _is_spoilt(sim, shooter):
                shooter = -1
                continue
            play(shoot(sim))


def duck(sim: TrickState) -> int:
    """The card of a player who avoids points."""
    led = sim.led
    if led < 0:
        return _lead(sim)
    held = sim.hands[(sim.turn << 2) + led]
    if not held:
        return _discard(sim)
    base = led * 13
    if not held & (held - 1):
        return base + _TOP[held]
    below = held & ((1 << sim.best - base) - 1)
    if led == _SPADES:
        return base + _follow_spades(sim, held, below)
    if led == _DIAMONDS and sim.house.omnibus:
        rank = _follow_for_jack(sim, held, below)
        if rank >= 0:
            return base + rank
    if sim.count == 3:
        if not below or not sim.trick & _POINTS:
            return base + _TOP[held]
    elif not below or (led != _HEART_SUIT and not sim.trick & _POINTS and _is_fresh(sim, led, held)):
        return base + (_TOP[held] if led != _HEART_SUIT and _is_fresh(sim, led, held) else _LOWEST[held])
    return base + _TOP[below]


def shoot(sim: TrickState) -> int:
    """The card of a player who wants every point."""
    led = sim.led
    seat = sim.turn << 2
    hands = sim.hands
    if led < 0:
        return _lead_to_win(sim)
    held = hands[seat + led]
    if held:
        above = held >> (sim.best - led * 13)
        if not above:
            return led * 13 + _LOWEST[held]
        if sim.count == 3:
            return sim.best + _LOWEST[above]
        return led * 13 + _TOP[held]
    return _discard_for_moon(sim)


def _is_fresh(sim: TrickState, suit: int, held: int) -> bool:
    """Whether so many cards of a suit are still in the hands that probably nobody has none."""
    hands = sim.hands
    return _COUNT[(hands[suit] | hands[4 + suit] | hands[8 + suit] | hands[12 + suit]) ^ held] + sim.count >= 9


def _follow_spades(sim: TrickState, held: int, below: int) -> int:
    if below & _Q:
        return 10
    if below:
        if sim.count == 3 and not sim.trick & _POINTS and not held & _Q:
            return _TOP[held]
        return _TOP[below]
    clean = held & ~_Q
    if sim.count == 3:
        return _TOP[clean]
    low = clean & ~_HIGH
    if low and not held & _Q:
        return _LOWEST[low]
    return _LOWEST[clean] if not held & _Q else _TOP[clean]


def _follow_for_jack(sim: TrickState, held: int, below: int) -> int:
    """In Omnibus: play the jack if it wins, or win it; -1 if the jack does not matter."""
    on_table = sim.trick >> 22 & 1
    penalty = (sim.trick & _HEARTS).bit_count() + (13 if sim.trick >> _QUEEN & 1 else 0)
    if held & _JACK and not below & _JACK and sim.count == 3 and penalty < 10:
        return 9
    if on_table and penalty < 10:
        above = held >> (sim.best - 13)
        if above:
            return _TOP[held]
    if held & _JACK:
        rest = held ^ _JACK
        under = below & ~_JACK
        return _TOP[under] if under else _TOP[rest]
    return -1


def _discard(sim: TrickState) -> int:
    hands = sim.hands
    seat = sim.turn << 2
    if sim.first:
        return _discard_at_first(sim)
    spades = hands[seat + 2]
    if spades & _Q:
        return _QUEEN
    if spades & _HIGH and (hands[2] | hands[6] | hands[10] | hands[14]) & _Q and _COUNT[spades] < 4:
        return 26 + _TOP[spades]
    best, card = -99, -1
    for suit in (0, 1, 2, 3):
        held = hands[seat + suit]
        if not held:
            continue
        top = _TOP[held]
        weight = 2 * top - _COUNT[held]
        if suit == _HEART_SUIT:
            weight += 6
        elif suit == _DIAMONDS and top == 9 and sim.house.omnibus:
            weight = -50
        if weight > best:
            best, card = weight, suit * 13 + top
    return card


def _discard_at_first(sim: TrickState) -> int:
    """A discard to the first trick, among the legal cards: the highest of the most dangerous suit."""
    cards = sim.legal()
    high_spades = [card for card in cards if card in (_QUEEN, 37, 38)]
    if high_spades:
        return high_spades[0] if high_spades[0] == _QUEEN else high_spades[-1]
    return max(cards, key=_RANKS.__getitem__)


_RANKS: Final = tuple(card % 13 for card in range(52))


def _lead(sim: TrickState) -> int:
    if sim.first:
        return sim.legal()[0]
    hands = sim.hands
    turn = sim.turn
    seat = turn << 2
    best, card = 1 << 20, -1
    for suit in (0, 1, 2, 3):
        held = hands[seat + suit]
        if not held or (suit == 3 and card >= 0 and not sim.broken):
            continue
        out = (hands[suit] | hands[4 + suit] | hands[8 + suit] | hands[12 + suit]) ^ held
        low = _LOWEST[held]
        if not out:
            risk = 40
        else:
            under = _COUNT[out & (1 << low) - 1]
            total = _COUNT[out]
            risk = under * 24 // total + (6 if total < 5 else 0)
            if suit == _SPADES:
                risk += _spade_risk(held, out, low)
            elif suit == _HEART_SUIT:
                risk += 1
            elif suit == _DIAMONDS and sim.house.omnibus and out & _JACK:
                risk -= 2
        if risk < best:
            best, card = risk, suit * 13 + low
    if card == _QUEEN and hands[seat + 2] & ~_Q:
        return 26 + _TOP[hands[seat + 2]]
    return card


def _spade_risk(held: int, out: int, low: int) -> int:
    """The risk of leading spades, apart from the rank."""
    if held & _Q:
        return 10
    if not out & _Q:
        return 0
    if low > 10:
        return 30
    return 5 if held & _HIGH else -6


def _lead_to_win(sim: TrickState) -> int:
    if sim.first:
        return sim.legal()[0]
    hands = sim.hands
    seat = sim.turn << 2
    best, card = -1 << 20, -1
    for suit in (0, 1, 2, 3):
        held = hands[seat + suit]
        if not held or (suit == 3 and card >= 0 and not sim.broken):
            continue
        out = (hands[suit] | hands[4 + suit] | hands[8 + suit] | hands[12 + suit]) ^ held
        top = _TOP[held]
        higher = _COUNT[out >> top]
        weight = _COUNT[held] + (40 if not higher else -4 * higher)
        if weight > best:
            best, card = weight, suit * 13 + top
    return card


def _discard_for_moon(sim: TrickState) -> int:
    cards = sim.legal()
    best, found = 1 << 20, -1
    for card in cards:
        weight = _RANKS[card] + (30 if SUIT[card] == _HEART_SUIT or card == _QUEEN else 0)
        if weight < best:
            best, found = weight, card
    return found


def _is_spoilt(sim: TrickState, shooter: Seat) -> bool:
    """Whether another player has taken a point."""
    taken = sim.taken
    return any(taken[seat] & _POINTS for seat in (0, 1, 2, 3) if seat != shooter)
