"""The cards, the contracts and the house rules of Chinaso. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...kit.house_rules import one_for_each
from ...kit.wording import RANK_WORDS, capital, counted, listed, spoken
from ...model.cards import JOKER, RANKS, SUITS, Card, Deck, rank_of
from ...model.options import OptionValue

FACES: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 faces that are no joker, suit by suit, aces first."""

COPIES: Final = 2
JOKERS: Final = 4
PACK: Final = tuple(card for card in FACES for _ in range(COPIES)) + (JOKER,) * JOKERS
"""Every card. Rule: chinaso §2.1."""

SET: Final = "set"
STRAIGHT: Final = "straight"
LEAST_CARDS: Final = 3
"""The fewest cards of a meld. Rule: chinaso §4.2."""
LEAST_NATURALS: Final = 2
"""The fewest cards of a meld that are not jokers: a meld of three may have one joker. Rule: chinaso §4.5."""
LONGEST_STRAIGHT: Final = 13
"""The most cards of a straight: one of every rank, because the ace counts at one end only. Rule: chinaso §4.4."""

LOW_ACE: Final = 1
HIGH_ACE: Final = 14
PLACE: Final = {card: 1 + RANKS.index(rank_of(card)) for card in FACES}
"""The place of a card in a straight, with the ace as the lowest card. An ace may also stand at HIGH_ACE."""

JOKER_POINTS: Final = 50
ACE_POINTS: Final = 20
COURT_POINTS: Final = 10


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds that a player must lay down at once in a deal. number: as in the rulebook. cards: dealt to each
    player.
    """

    number: int
    sets: int
    straights: int
    cards: int

    @property
    def shape(self) -> tuple[str, ...]:
        """The kinds of its melds, a word for each."""
        return (SET,) * self.sets + (STRAIGHT,) * self.straights

    @property
    def melds(self) -> int:
        return self.sets + self.straights

    @property
    def title(self) -> str:
        """In words: "two sets and one straight"."""
        parts = [
            counted(count, word, words_to=4) for count, word in ((self.sets, SET), (self.straights, STRAIGHT)) if count
        ]
        return " and ".join(parts)


CONTRACTS: Final = (
    Contract(1, 2, 0, 9),
    Contract(2, 0, 2, 9),
    Contract(3, 3, 0, 11),
    Contract(4, 2, 1, 11),
    Contract(5, 1, 2, 11),
    Contract(6, 0, 3, 11),
    Contract(7, 4, 0, 12),
)
"""Rule: chinaso §3.1."""
LEFT_OUT_OF_EXPRESS: Final = (4, 5)
"""Rule: chinaso §10.1."""


def points_of(card: Card) -> int:
    """The points that a card costs if it is left in a hand. Rule: chinaso §8.1."""
    return _POINTS[card]


def points_in(cards: Iterable[Card]) -> int:
    """The points that cards cost if they are left in a hand."""
    return sum(_POINTS[card] for card in cards)


def face_at(place: int, suit: str) -> Card:
    """The card of a suit at a place of a straight."""
    return Card(RANKS[(place - 1) % len(RANKS)] + suit)


def _points(card: Card) -> int:
    rank = rank_of(card)
    return ACE_POINTS if rank == "A" else COURT_POINTS if rank in "JQK" else int(rank)


_POINTS: Final = {JOKER: JOKER_POINTS, **{card: _points(card) for card in FACES}}


DECK: Final = Deck(PACK)
"""The pack as the table knows it."""


@dataclass(frozen=True)
class HouseRules:
    """The options of a table. Each field is the option of its name, or follows from the options.

    contracts: those of the match, in order. from_dealer: whether priority to buy begins at the dealer's left.
    """

    contracts: tuple[Contract, ...]
    from_dealer: bool
    buy_penalty: int
    cutters_joker: bool
    chinaso_with_discard: bool
    turn_cap: int
    extra_deals: bool

    @staticmethod
    @one_for_each
    def of(options: Mapping[str, OptionValue]) -> HouseRules:
        left_out = LEFT_OUT_OF_EXPRESS if options["express"] else ()
        return HouseRules(
            contracts=tuple(contract for contract in CONTRACTS if contract.number not in left_out),
            from_dealer=options["buy_priority"] == "dealer_left",
            buy_penalty=int(options["buy_penalty"]),
            cutters_joker=bool(options["cutters_joker"]),
            chinaso_with_discard=bool(options["chinaso_with_discard"]),
            turn_cap=int(options["turn_cap"]),
            extra_deals=options["tie_break"] == "extra",
        )

    def contract_of(self, deal: int) -> Contract:
        """The contract of a deal, counted from 1; deals after the last contract repeat it. Rule: chinaso §9.3."""
        return self.contracts[min(max(deal, 1), len(self.contracts)) - 1]


RANKS_IN_WORDS: Final = {rank: f"{word}es" if rank == "6" else f"{word}s" for rank, word in RANK_WORDS.items()}
"""Cards of one rank: "aces"."""


def in_row(cards: Sequence[Card], last: str = "and", *, begins: bool = False) -> str:
    """Cards in a sentence: "5H or 9H"; "the joker". begins: whether they begin it."""
    row = listed([spoken(card) for card in cards], last)
    return capital(row) if begins else row
