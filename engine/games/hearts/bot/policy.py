"""Rules of thumb for the easy and the medium bot."""

from typing import Final

from ....bots.deal_sampler import dealt_in_order
from ....model.cards import Seat
from ..cards import BIT, HEARTS, PACK, QUEEN, SEATS, may_play
from .beliefs import Knowledge
from .rollout import duck
from .state import TrickState

_POINTS: Final = HEARTS | BIT[QUEEN]
_ALARM: Final = 8
"""From so many points in one hand, if nobody else has any, the others think of a moon."""


def legal_cards(known: Knowledge) -> int:
    """The cards that I may play, as a set."""
    led = PACK[known.trick[0]][-1] if known.trick else ""
    cards, _ = may_play(known.hand, led, first_trick=known.first_trick, broken=known.broken, house=known.house)
    return cards


def plain_card(known: Knowledge) -> int:
    """The card of a beginner: follow as low as you can, lead as low as you can, or else discard the highest card."""
    cards = legal_cards(known)
    places = [place for place in range(52) if cards >> place & 1]
    if known.trick and not cards & _suit_led(known):
        if BIT[QUEEN] & cards:
            return (BIT[QUEEN]).bit_length() - 1
        return max(places, key=lambda place: (place % 13, place))
    return min(places, key=lambda place: (place % 13, place))


def careful_card(known: Knowledge) -> tuple[int, Seat | None]:
    """The card of a good player, and the seat whose moon it should stop, if any."""
    foe = known.moon_suspect(_ALARM)
    if foe is not None:
        card = _against_moon(known, foe)
        if card >= 0:
            return card, foe
    return duck(_any_world(known)), None


def _against_moon(known: Knowledge, foe: Seat) -> int:
    """A card that splits the points; -1 if the ordinary card does so too."""
    cards = legal_cards(known)
    if not known.trick:
        return -1
    led = _suit_led(known)
    table = sum(1 << place for place in known.trick)
    best = (table & led).bit_length() - 1
    follow = cards & led
    winner = (known.leader + known.trick.index(best)) % SEATS
    if follow:
        above = follow >> best << best
        if above and winner == foe and table & _POINTS & ~BIT[QUEEN]:
            return above.bit_length() - 1
        return -1
    if winner != foe:
        return -1
    clean = cards & ~_POINTS
    if not clean:
        low = cards & HEARTS
        return (low & -low).bit_length() - 1 if low else -1
    return max((place for place in range(52) if clean >> place & 1), key=lambda place: place % 13)


def _suit_led(known: Knowledge) -> int:
    return 0x1FFF << known.trick[0] // 13 * 13


def _any_world(known: Knowledge) -> TrickState:
    """A simulation with the unseen cards in any order, since the rules of thumb use only the set of unseen cards."""
    return known.state(dealt_in_order(known.me, known.hand, known.unseen, known.sizes))
