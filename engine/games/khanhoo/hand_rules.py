"""What hands allow: who gets a discard, and three or four equal cards. Pure; nothing here looks at a table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ...model.cards import JOKER, Card, Deck, Seat
from .melds.solver import Meld, melds_with
from .melds.tables import SEQUENCE, MeldBook, patterns

NO_MELD: Final = "no meld"
"""What a defence is called that has none to show."""


@dataclass(frozen=True, slots=True)
class Award:
    """Who gets the discard.

    bumper: the seat whose bump stands, or None. defended: whether the next player kept it by a defence.
    """

    bumper: Seat | None
    defended: bool


def weigh(bumps: Sequence[tuple[Seat, int]], defence: int | None) -> Award:
    """Weigh claims to one discard.

    bumps: seat and points of each, in turn order from the thrower. defence: points of the next player's best meld with
    the card, 0 if it makes none; None if the next player leaves it.
    Rule: khanhoo §4.5, §4.6, §4.7.
    """
    if not bumps:
        return Award(None, False)
    best_seat, best = max(bumps, key=lambda bump: bump[1])  # among equals the first, the earliest in turn
    if defence is not None and defence >= best:
        return Award(None, True)
    return Award(best_seat, False)


def bumps_open_to(card: Card, hand: Sequence[Card], book: MeldBook) -> tuple[Meld, ...]:
    """Melds that a player out of turn may make with a discard: no sequence, and one card stays to discard.

    Rule: khanhoo §4.2, §4.3.
    """
    return tuple(meld for meld in melds_with(card, hand, book, sequences=False) if len(meld.cards) <= len(hand))


def shown_takes(card: Card, hand: Sequence[Card], book: MeldBook) -> tuple[Meld, ...]:
    """Melds that the next player may lay with a discard that must be melded at once. Rule: khanhoo §10.5."""
    return tuple(meld for meld in melds_with(card, hand, book) if len(meld.cards) <= len(hand))


def best_defence(card: Card, hand: Sequence[Card], book: MeldBook) -> Meld | None:
    """The best meld, including sequences, that the next player makes with a discard. Rule: khanhoo §4.4."""
    return next(iter(melds_with(card, hand, book)), None)


def from_hand(meld: Meld, card: Card, deck: Deck) -> tuple[Card, ...]:
    """The cards of a meld that come from the hand: all but one copy of the discard, in canonical order."""
    cards = list(meld.cards)
    cards.remove(card)
    return deck.sort(cards)


# Bumps that are called by their kind alone.


def kinds_to_call(card: Card, concealed: int, book: MeldBook) -> tuple[str, ...]:
    """Kinds that a bump of a card may be called for, as everybody may know; the best first.

    concealed: cards in the caller's hand, of which one must be kept. Rule: khanhoo §15.1.
    """
    return tuple(kind for kind, size in _kinds_with(card, book) if size <= concealed)


@cache
def _kinds_with(card: Card, book: MeldBook) -> tuple[tuple[str, int], ...]:
    """Kinds of meld, but the sequence, that a card may be in, each with its fewest cards; the best first."""
    found: dict[str, tuple[int, int]] = {}
    for pattern in patterns(book):
        if card in (*pattern.faces, JOKER):
            _, fewest = found.get(pattern.kind, (0, len(pattern.faces)))
            found[pattern.kind] = pattern.points, min(fewest, len(pattern.faces))
    best_first = sorted(found, key=lambda kind: (-found[kind][0], kind))
    return tuple((kind, found[kind][1]) for kind in best_first)


@cache
def points_of(kind: str, book: MeldBook) -> int:
    """What a meld of a kind other than a sequence is worth."""
    return next(pattern.points for pattern in patterns(book) if pattern.kind == kind)


def makes(meld: Meld, kind: str, book: MeldBook) -> bool:
    """Whether the cards of a meld make one of a kind, even if they also make a better one."""
    if meld.kind == kind:
        return True
    held = Counter(card for card in meld.cards if card != JOKER)
    return kind != SEQUENCE and any(
        pattern.kind == kind and len(pattern.faces) == len(meld.cards) and held <= Counter(pattern.faces)
        for pattern in patterns(book)
    )


CACHE_SIZE: Final = 3


def cards_to_cache(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Faces of which a hand holds three natural cards, so that one is left to discard. Rule: khanhoo §14.3, §14.4."""
    if len(hand) <= CACHE_SIZE:
        return ()
    return tuple(sorted(card for card, count in Counter(hand).items() if count >= CACHE_SIZE and card != JOKER))


def quartettes(hand: Sequence[Card], cached: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """What a hand holds of natural quartettes: four cards, or the fourth of a cache. Rule: khanhoo §14.6.

    cached: the faces of the seat's caches.
    """
    held = Counter(hand)
    whole = [(card,) * 4 for card, count in held.items() if count == 4 and card != JOKER]
    return tuple(sorted([*whole, *((card,) for card in cached if held[card])]))
