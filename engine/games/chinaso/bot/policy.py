"""How the easy and the medium bot judge a hand: by the number of missing cards."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ....model.cards import JOKER, Card
from ..cards import COPIES, FACES, Contract, points_of
from ..solver import CODE, best_division, code_of
from ..state import goes_with
from .valuation import Outlook, count_missing


@lru_cache(maxsize=16)
def outlook_of(contract: Contract) -> Outlook:
    """An outlook that counts the missing cards."""
    return Outlook(contract, count_missing)


def missing(hand: Sequence[Card], contract: Contract) -> int:
    """How many cards a hand lacks for a contract."""
    return int(outlook_of(contract).toll(code_of(hand)))


class Use(NamedTuple):
    """What a card would do for a hand, whose contract is not laid. before, after: cards that the contract lacks
    without and with it. fits: the contract is complete, and the card can be laid with it.
    """

    before: int
    after: int
    fits: bool

    @property
    def completes(self) -> bool:
        return self.before > self.after == 0

    @property
    def helps(self) -> bool:
        return self.after < self.before


def use_of(hand: Sequence[Card], card: Card, contract: Contract) -> Use:
    """What a card would do for a hand. Hints, the coach, and the easy and the medium bot judge a discard by this."""
    before, after = missing(hand, contract), missing((*hand, card), contract)
    return Use(before, after, can_add(hand, card, contract))


def helpful(hand: Sequence[Card], contract: Contract) -> tuple[Card, ...]:
    """The faces that lower the number of missing cards."""
    now = missing(hand, contract)
    more = (face for face in FACES if list(hand).count(face) < COPIES)
    return tuple(face for face in more if missing((*hand, face), contract) < now)


def can_add(hand: Sequence[Card], card: Card, contract: Contract) -> bool:
    """Whether a hand that has its contract could lay a card with it."""
    before, after = (best_division(held, contract) for held in (hand, (*hand, card)))
    return before is not None and after is not None and len(after.left) <= len(before.left)


def careful_discard(hand: Sequence[Card], contract: Contract) -> Card:
    """The most expensive of the discards that leave the hand nearest to its contract."""
    outlook, code = outlook_of(contract), code_of(hand)
    return min(
        dict.fromkeys(hand),
        key=lambda card: (round(outlook.toll(code - CODE[card]), 1), -points_of(card), -_alone(card, hand)),
    )


def plain_discard(hand: Sequence[Card]) -> Card:
    """The most expensive card that goes with few others; a joker only as the last resort."""
    return max(
        dict.fromkeys(hand), key=lambda card: (card != JOKER, _alone(card, hand) > len(hand) - 3, points_of(card))
    )


def left_after(hand: Sequence[Card], groups: Iterable[Iterable[Card]]) -> tuple[Card, ...]:
    """The cards that are left after some groups are laid."""
    left = list(hand)
    for group in groups:
        for card in group:
            left.remove(card)
    return tuple(left)


def _alone(card: Card, hand: Sequence[Card]) -> int:
    """The number of cards in the hand that do not go with a card."""
    return sum(card != JOKER and other != JOKER and not goes_with(card, other) for other in hand)
