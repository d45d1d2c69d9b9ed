"""Cards, melds and what can still beat them, in words."""

from collections.abc import Sequence
from typing import Final

from ...model.cards import Card
from .cards import BEATERS, MELD_BEATERS, MELD_OF, cards_of, places_of

_NUMBERS: Final = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_NAMED: Final = {"CH": "Half Cash", "C0": "Zero Cash", "TM": "Thousand Myriad"}
_FEW: Final = {"gibbon": 2}
"""Up to so many plays are named one by one, by kind; three where nothing is said."""


def card_name(card: Card) -> str:
    """A card in words: "Nine Cash", "One String", "Thousand Myriad"."""
    if card in _NAMED:
        return _NAMED[card]
    suit = {"C": "Cash", "S": "Strings", "M": "Myriads"}[card[0]]
    return f"{_NUMBERS[int(card[1])]} {suit if card[1] != '1' else suit.removesuffix('s')}"


def play_name(cards: int) -> str:
    """What is played, in words: a card or a meld, as a set."""
    meld = MELD_OF.get(cards)
    return meld.name if meld is not None else card_name(cards_of(cards)[0])


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "Chariot, Leopard 9 and Wealth"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def rivals(cards: int, unseen: int) -> tuple[int, ...]:
    """What could still beat a play: cards or melds out of the unseen cards, weakest first."""
    if cards in MELD_BEATERS:
        return tuple(other for other in MELD_BEATERS[cards] if unseen & other == other)
    return tuple(1 << place for place in places_of(BEATERS[cards] & unseen))


def standing(cards: int, unseen: int) -> str:
    """How safe a play is: "beaten only by Chariot and Wealth", "nothing beats it".

    unseen: the cards of which the player does not know where they are.
    """
    against = rivals(cards, unseen)
    if not against:
        could = bool(MELD_BEATERS.get(cards) or BEATERS.get(cards))
        return "nothing left beats it" if could else "nothing beats it"
    meld = MELD_OF.get(cards)
    if len(against) <= _FEW.get(meld.kind if meld else "", 3):
        return f"beaten only by {listed([play_name(other).removeprefix('Gibbon ') for other in against])}"
    return f"beaten by {len(against)} {'melds still possible' if meld else 'of the cards still out'}"


def lead_words(cards: int, unseen: int, points: int) -> str:
    """A lead ranked in words: "Tiger, beaten only by Chariot and Wealth; +5 if it wins".

    points: its bonus.
    """
    return f"{play_name(cards)}, {standing(cards, unseen)}{_for_bonus(points)}"


def beat_words(cards: int, unseen: int, points: int, *, is_last: bool) -> str:
    """What beating with this comes to: "Chariot, takes the trick, +6"."""
    if is_last:
        return f"{play_name(cards)}, takes the trick{f', +{points}' if points else ''}"
    return lead_words(cards, unseen, points)


def _for_bonus(points: int) -> str:
    return f"; +{points} if it wins" if points else ""
