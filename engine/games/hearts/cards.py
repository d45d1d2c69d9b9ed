"""Legal plays, winners of tricks, and the house rules: pure functions on sets of cards.

A set of cards is a number of 52 bits: bit i stands for PACK[i]. The pack's order is clubs, diamonds, spades, hearts,
each from two to ace, so the higher bit of a suit is the higher card. The phases of a table and the bots' simulation
(`bot/state.py`) both use this module; a test proves that they agree move by move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...kit.card_sets import CardSets
from ...kit.house_rules import one_for_each
from ...model.cards import Card, Seat
from ...model.options import OptionValue

SEATS: Final = 4
HAND_SIZE: Final = 13
PASSED: Final = 3

SUITS: Final = ("C", "D", "S", "H")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

PLACE: Final = {card: place for place, card in enumerate(PACK)}
"""Where a card stands in PACK, which is also its number in the simulation."""

BY_RANK: Final = {card: PLACE[card] % len(RANKS) * len(SUITS) + PLACE[card] // len(RANKS) for card in PACK}.__getitem__
"""Key that sorts cards by rank, and equal ranks by suit in the pack's order."""

_SETS: Final = CardSets(PACK)
BIT: Final = _SETS.bit
"""The set that holds one card."""

set_of: Final = _SETS.set_of
cards_of: Final = _SETS.cards_of

ALL: Final = (1 << 52) - 1
CLUBS, DIAMONDS, SPADES, HEARTS = (0x1FFF << 13 * suit for suit in range(4))
SUIT_SETS: Final = {"C": CLUBS, "D": DIAMONDS, "S": SPADES, "H": HEARTS}

TWO: Final = Card("2C")
QUEEN: Final = Card("QS")
JACK: Final = Card("JD")

PASSES: Final = ("left", "right", "across", "none")
"""Where cards go in the first, second, third and fourth deal of each four."""

MOST_EXTRA_DEALS: Final = 5
MOST_DEALS: Final = 64


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of a table. Rule: hearts §10."""

    omnibus: bool = False
    """The jack of diamonds counts for its taker, and shooting the moon needs it."""
    moon_choice: bool = False
    """The player who shoots the moon chooses between 26 for the others and 26 off their own score."""
    limit: int = 100
    """The total that ends the match."""
    limit_inclusive: bool = False
    """The match ends when a total reaches the limit, not only when it exceeds it."""
    queen_breaks: bool = False
    """The queen of spades also breaks hearts."""
    first_trick_points: bool = False
    """Players may discard scoring cards on the first trick."""
    ties_shared: bool = False
    """Equal lowest totals share the match; otherwise extra deals decide."""

    scoring_cards: int = field(init=False)
    """The cards that count, as a set. Rule: hearts §7.1, §7.2, §9.1."""

    def __post_init__(self) -> None:
        jack = BIT[JACK] if self.omnibus else 0
        object.__setattr__(self, "scoring_cards", HEARTS | BIT[QUEEN] | jack)

    @staticmethod
    @one_for_each
    def of(options: Mapping[str, OptionValue]) -> HouseRules:
        """The house rules for a full set of options."""
        return HouseRules(
            omnibus=bool(options["omnibus"]),
            moon_choice=options["moon"] == "choice",
            limit=int(options["limit"]),
            limit_inclusive=options["limit_rule"] == "inclusive",
            queen_breaks=bool(options["queen_breaks"]),
            first_trick_points=bool(options["first_trick_points"]),
            ties_shared=options["tie_break"] == "shared",
        )


def passes_in(deal: int) -> str:
    """Where cards are passed in a deal, numbered from 1: "left", "right", "across" or "none". Rule: hearts §3.1."""
    return PASSES[(deal - 1) % len(PASSES)]


def receiver(giver: Seat, way: str) -> Seat:
    """The seat that gets the cards of `giver`. way: "left", "right" or "across". Rule: hearts §3.1."""
    return (giver + {"left": 1, "across": 2, "right": 3}[way]) % SEATS


def may_play(hand: int, led: str, *, first_trick: bool, broken: bool, house: HouseRules) -> tuple[int, str]:
    """The cards of a hand that may be played now, and the paragraph that says so ("" if any card may).

    hand: not empty. led: suit letter of the trick's first card, "" for the leader. The first rule that allows at least
    one card decides. Rule: hearts §4.1, §4.2, §4.3, §5.1.
    """
    if led:
        if follow := hand & SUIT_SETS[led]:
            return follow, "4.2"
        if first_trick and not house.first_trick_points and (clean := hand & ~house.scoring_cards):
            return clean, "4.3"
    elif first_trick:
        if two := hand & BIT[TWO]:
            return two, "4.1"
    elif not broken and (clean := hand & ~HEARTS):
        return clean, "5.1"
    return hand, ""


def breaks_hearts(card: Card, house: HouseRules) -> bool:
    """Whether playing a card breaks hearts. Rule: hearts §5.2, §10.5."""
    return card[-1] == "H" or (house.queen_breaks and card == QUEEN)


def trick_winner(cards: Sequence[Card], leader: Seat) -> Seat:
    """The seat that wins a full trick.

    cards: in the order played, one for each seat, all faces known.
    Raises KeyError if a face is UNKNOWN.
    Rule: hearts §4.4.
    """
    led, best, taker = cards[0][-1], PLACE[cards[0]], 0
    for turn, card in enumerate(cards):
        if PLACE[card] > best and card[-1] == led:
            best, taker = PLACE[card], turn
    return (leader + taker) % SEATS
