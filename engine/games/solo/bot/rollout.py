"""Rollouts: play a sampled deal to its end by quick rules of thumb. They use only what the seat in turn would know: its
own hand, the set of unseen cards, the trick, and the sides as far as that seat can tell. The declarer does not know the
partner before the called card falls; the partner knows; an opponent takes everybody but the declarer for a friend until
then.
"""

from typing import Final

from ....model.cards import Seat
from .state import TrickState

_LOWEST: Final = tuple((bits & -bits).bit_length() - 1 for bits in range(1024))
_TOP: Final = tuple(bits.bit_length() - 1 for bits in range(1024))
_COUNT: Final = tuple(bits.bit_count() for bits in range(1024))
_TRUMPS: Final = 3
_FEW_TRUMPS: Final = 2


def play_out(sim: TrickState) -> None:
    """Play a deal to its end."""
    play = sim.play
    while sim.left:
        play(choose(sim))


def choose(sim: TrickState) -> int:
    """The card of the player in turn, by rule of thumb."""
    if sim.led < 0:
        return _lead(sim)
    held = sim.hands[(sim.turn << 2) + sim.led]
    if not held:
        return _without(sim)
    if not held & held - 1:
        return sim.led * 10 + _TOP[held]
    return sim.led * 10 + _follow(sim, held)


def is_friend(sim: TrickState, me: Seat, other: Seat) -> bool:
    """Whether a seat takes another for a friend. Rule: solo §7.3."""
    declarer, partner = sim.declarer, sim.partner
    if me == declarer:
        return sim.shown and other == partner
    if me == partner:
        return other == declarer
    return other != declarer and (other != partner or not sim.shown)


def _out(sim: TrickState, suit: int, held: int) -> int:
    """Cards of a suit in the other hands."""
    hands = sim.hands
    return (hands[suit] | hands[4 + suit] | hands[8 + suit] | hands[12 + suit]) ^ held


def _follow(sim: TrickState, held: int) -> int:
    """Height of the card to follow suit with, from several."""
    led, best = sim.led, sim.best
    low = _LOWEST[held]
    if best >= led * 10 + 10:
        return low  # the trick was already trumped
    above = held >> (best - led * 10) << (best - led * 10)
    if not above:
        return low
    me, count = sim.turn, sim.count
    out = _out(sim, led, held)
    if is_friend(sim, me, sim.taker):
        if count == 3 or not out >> (best - led * 10):
            return low
        top = _TOP[held]
        return top if not out >> top and not is_friend(sim, me, me + 1 & 3) else low
    if count == 3:
        return _LOWEST[above]
    higher = above >> out.bit_length()
    return _LOWEST[higher] + out.bit_length() if higher else low


def _without(sim: TrickState) -> int:
    """The card of a seat that cannot follow: a trump or a discard."""
    me, led, best = sim.turn, sim.led, sim.best
    trumps = sim.hands[(me << 2) + 3]
    if led == _TRUMPS or not trumps:
        return _discard(sim, trumps)
    if is_friend(sim, me, sim.taker):
        if sim.count == 3 or best >= 30 or not _out(sim, led, 0) >> (best - led * 10):
            return _discard(sim, trumps)
        if sim.count == 2 and is_friend(sim, me, me + 1 & 3):
            return _discard(sim, trumps)
        return 30 + _LOWEST[trumps]
    above = trumps >> (best - 30) << (best - 30) if best >= 30 else trumps
    return 30 + _LOWEST[above] if above else _discard(sim, trumps)


def _discard(sim: TrickState, trumps: int) -> int:
    """The cheapest discard: low, and from a short suit; master cards are kept."""
    seat = sim.turn << 2
    least, card = 1 << 20, -1
    for suit in (0, 1, 2):
        held = sim.hands[seat + suit]
        if held:
            low = _LOWEST[held]
            weight = 2 * low + 3 * _COUNT[held] + (20 if not _out(sim, suit, held) >> low else 0)
            if weight < least:
                least, card = weight, suit * 10 + low
    return card if card >= 0 else 30 + _LOWEST[trumps]


def _lead(sim: TrickState) -> int:
    me = sim.turn
    trumps = sim.hands[(me << 2) + 3]
    if trumps and (me == sim.declarer or me == sim.partner):
        out = _out(sim, _TRUMPS, trumps)
        if out:
            top = _TOP[trumps]
            if not out >> top:
                return 30 + top
            if me == sim.declarer and _COUNT[trumps] > _FEW_TRUMPS:
                return 30 + _LOWEST[trumps]
    return _lead_plain(sim, me << 2, trumps)


def _lead_plain(sim: TrickState, seat: int, trumps: int) -> int:
    """A lead from the plain suits: a master that is least likely to be trumped, else low from a short suit."""
    most, card = -(1 << 20), -1
    for suit in (0, 1, 2):
        held = sim.hands[seat + suit]
        if held:
            out = _out(sim, suit, held)
            top = _TOP[held]
            if not out >> top:
                weight, place = 40 + _COUNT[out] - 2 * _COUNT[held], top
            else:
                weight, place = -3 * _COUNT[held] - _LOWEST[held], _LOWEST[held]
            if weight > most:
                most, card = weight, suit * 10 + place
    return card if card >= 0 else 30 + _TOP[trumps]
