"""The cards that a player who is down lays off: as many points as possible, in an order that opens places for more."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ....model.cards import JOKER, Card
from ....model.moves import Move
from ..cards import SET, points_of
from ..melds import Meld

Zoned = tuple[tuple[str, Meld], ...]
"""Melds on the table, each with its zone."""

_MOST_LOOKS = 400
"""After so many tables that were looked at, the best way found so far is used."""


class Laid(NamedTuple):
    """A way to lay off cards: its points, its number of cards, and its first move."""

    points: int
    cards: int
    first: Move | None


def best_laying(hand: Sequence[Card], melds: Zoned) -> Laid:
    """The way to lay off the most points, and among equal points the most cards."""
    looks = [_MOST_LOOKS]
    known: dict[tuple[tuple[Card, ...], Zoned], Laid] = {}

    def best(left: tuple[Card, ...], table: Zoned) -> Laid:
        key = (left, table)
        if key in known:
            return known[key]
        found = Laid(0, 0, None)
        for move, card, after in steps(left, table):
            if looks[0] <= 0:
                break
            looks[0] -= 1
            rest = list(left)
            rest.remove(card)
            more = best(tuple(rest), after)
            gain = points_of(card) + more.points
            if (gain, 1 + more.cards) > (found.points, found.cards):
                found = Laid(gain, 1 + more.cards, move)
        known[key] = found
        return found

    return best(tuple(sorted(hand, key=points_of, reverse=True)), melds)


def steps(hand: Iterable[Card], melds: Zoned) -> Iterator[tuple[Move, Card, Zoned]]:
    """Every single card that can be laid, with the table after it. A natural card that fits a set goes there at once,
    since it takes no place from another card.
    """
    for card in dict.fromkeys(hand):
        ways = list(_ways(card, melds))
        in_sets = [way for way in ways if card != JOKER and not way[0].places[1:] and _is_set(melds, way[0])]
        yield from in_sets[:1] or ways


def _ways(card: Card, melds: Zoned) -> Iterator[tuple[Move, Card, Zoned]]:
    for place, (zone, meld) in enumerate(melds):
        ends = meld.ends_for(card)
        for end in ends:
            places = (zone, end) if end and len(ends) > 1 else (zone,)
            yield Move("lay_off", (card,), places), card, _put(melds, place, meld.with_card(card, end))
        if meld.kind != SET and meld.has_joker and meld.joker_stands_for == card:
            for end in meld.free_ends():
                after = _put(melds, place, meld.with_joker_replaced(end))
                yield Move("replace_joker", (card,), (zone, end)), card, after


def _is_set(melds: Zoned, move: Move) -> bool:
    return dict(melds)[move.places[0]].kind == SET


def _put(melds: Zoned, place: int, meld: Meld) -> Zoned:
    return (*melds[:place], (melds[place][0], meld), *melds[place + 1 :])
