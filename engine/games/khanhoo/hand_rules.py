"""Rules about hands: who gets a discard, caches and quartettes. Pure; nothing here reads a table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ...model.cards import JOKER, Card, Deck, Seat
from .melds.solver import Meld, best_packing, best_value, can_cover, last_throws, melds_with
from .melds.tables import SEQUENCE, MeldBook, patterns

NO_MELD: Final = "no meld"
"""The name of a defence without a meld to show."""


@dataclass(frozen=True, slots=True)
class Award:
    """The player who gets the discard. bumper: the seat whose bump wins, or None. defended: whether the next player
    kept it by a defence.
    """

    bumper: Seat | None
    defended: bool


def weigh(bumps: Sequence[tuple[Seat, int]], defence: int | None) -> Award:
    """Weigh claims to one discard.

    bumps: seat and points of each, in turn order from the discarder. defence: points of the next player's best meld
    with the card, 0 without a meld; None if the next player leaves the card.
    Rule: khanhoo §4.5, §4.6, §4.7.
    """
    if not bumps:
        return Award(None, False)
    best_seat, best = max(bumps, key=lambda bump: bump[1])  # among equal bumps the first one in turn order
    if defence is not None and defence >= best:
        return Award(None, True)
    return Award(best_seat, False)


def bumps_open_to(card: Card, hand: Sequence[Card], book: MeldBook) -> tuple[Meld, ...]:
    """Melds that a bump may make with a discard: no sequence, and one card must be left to discard.

    Rule: khanhoo §4.2, §4.3.
    """
    return tuple(meld for meld in melds_with(card, hand, book, sequences=False) if len(meld.cards) <= len(hand))


def shown_takes(card: Card, hand: Sequence[Card], book: MeldBook) -> tuple[Meld, ...]:
    """Melds that the next player may lay with a discard that must be melded at once. Rule: khanhoo §10.5."""
    return tuple(meld for meld in melds_with(card, hand, book) if len(meld.cards) <= len(hand))


def may_keep(card: Card, hand: Sequence[Card], book: MeldBook) -> bool:
    """Whether the next player may take a discard into the hand: not if no legal discard would be left. Rule: khanhoo
    §3.6.
    """
    return not hand or any(held != card for held in hand) or can_cover(hand, book)


def best_defence(card: Card, hand: Sequence[Card], book: MeldBook) -> Meld | None:
    """The next player's best meld with a discard, including sequences. Rule: khanhoo §4.4."""
    return next(iter(melds_with(card, hand, book)), None)


@dataclass(frozen=True, slots=True)
class Use:
    """What a discard does for a hand. meld: that it makes. gain: by how many points all melds then score more, below 0
    for less. goes_out: whether going out is possible then.
    """

    meld: Meld
    gain: int
    goes_out: bool


def use_in_hand(card: Card, hand: Sequence[Card], book: MeldBook) -> Use | None:
    """The use of a discard to a player who takes it into the hand; None if it makes no meld."""
    found = melds_with(card, hand, book)
    if not found:
        return None
    before, after = best_packing(hand, book), best_packing((*hand, card), book)
    gain = after.points - before.points
    with_card = [meld for meld in after.melds if card in meld.cards]
    new = [meld for meld in with_card if meld not in before.melds] or with_card
    return Use(new[0] if gain else found[0], gain, bool(last_throws((*hand, card), book)))


def use_laid(card: Card, hand: Sequence[Card], melds: Iterable[Meld], book: MeldBook) -> Use | None:
    """The best use of a discard to a player who must lay one of these melds with it; None without a meld."""
    now, uses = best_value(hand, book), []
    for meld in melds:
        rest = Counter(hand) - (Counter(meld.cards) - Counter((card,)))
        gain = meld.points + best_value(rest.elements(), book) - now
        uses.append(Use(meld, gain, bool(last_throws(rest.elements(), book))))
    return max(uses, key=lambda use: (use.goes_out, use.gain), default=None)


def from_hand(meld: Meld, card: Card, deck: Deck) -> tuple[Card, ...]:
    """The cards of a meld from the hand: all but one copy of the discard, in canonical order."""
    cards = list(meld.cards)
    cards.remove(card)
    return deck.sort(cards)


# Bumps that name only a kind.


def kinds_to_call(card: Card, concealed: int, book: MeldBook) -> tuple[str, ...]:
    """Kinds of meld that a bump of a card may name, from public knowledge; the best first. concealed: cards in the
    bumper's hand, of which one must be kept. Rule: khanhoo §15.1.
    """
    return tuple(kind for kind, size in _kinds_with(card, book) if size <= concealed)


@cache
def _kinds_with(card: Card, book: MeldBook) -> tuple[tuple[str, int], ...]:
    """Kinds of meld with a card, except sequences, each with its fewest cards; the best first."""
    found: dict[str, tuple[int, int]] = {}
    for pattern in patterns(book):
        if card in (*pattern.faces, JOKER):
            _, fewest = found.get(pattern.kind, (0, len(pattern.faces)))
            found[pattern.kind] = pattern.points, min(fewest, len(pattern.faces))
    best_first = sorted(found, key=lambda kind: (-found[kind][0], kind))
    return tuple((kind, found[kind][1]) for kind in best_first)


@cache
def points_of(kind: str, book: MeldBook) -> int:
    """The points of a meld of a kind other than a sequence."""
    return next(pattern.points for pattern in patterns(book) if pattern.kind == kind)


def makes(meld: Meld, kind: str, book: MeldBook) -> bool:
    """Whether cards make a meld of a kind, even if they also make a better one."""
    if meld.kind == kind:
        return True
    held = Counter(card for card in meld.cards if card != JOKER)
    return kind != SEQUENCE and any(
        pattern.kind == kind and len(pattern.faces) == len(meld.cards) and held <= Counter(pattern.faces)
        for pattern in patterns(book)
    )


CACHE_SIZE: Final = 3


def cards_to_cache(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Faces of which a hand can lay a cache and keep a card to discard. Rule: khanhoo §14.3, §14.4."""
    if len(hand) <= CACHE_SIZE:
        return ()
    return tuple(sorted(card for card, count in Counter(hand).items() if count >= CACHE_SIZE and card != JOKER))


def quartettes(hand: Sequence[Card], cached: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """The natural quartettes of a hand: four cards, or the fourth of a cache. Rule: khanhoo §14.6.

    cached: the faces of the seat's caches.
    """
    held = Counter(hand)
    whole = [(card,) * 4 for card, count in held.items() if count == 4 and card != JOKER]
    return tuple(sorted([*whole, *((card,) for card in cached if held[card])]))
