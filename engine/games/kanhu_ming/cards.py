"""The cards of Kanhu under the Ming, its melds, which play beats which, and the house rules: pure functions on sets of
cards.

A set of cards is a number of 30 bits: bit i stands for PACK[i]. The pack's order is Cash, Strings, Myriads, each from
its lowest card to its highest. So the higher bit is the higher card: always in one suit, and between suits except for
the Thousand Myriad. The phases of a table and the bots' simulation (`bot/state.py`) both use this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from ...kit.card_sets import CardSets
from ...kit.house_rules import one_for_each
from ...model.cards import Card
from ...model.options import OptionValue

CASH: Final = tuple(Card(face) for face in ("C9", "C8", "C7", "C6", "C5", "C4", "C3", "C2", "C1", "CH", "C0"))
STRINGS: Final = tuple(Card(f"S{rank}") for rank in range(1, 10))
MYRIADS: Final = (*(Card(f"M{rank}") for rank in range(1, 10)), Card("TM"))

PACK: Final = CASH + STRINGS + MYRIADS
"""Every card, lowest first. Cash runs backwards: the nine is its lowest card. Rule: kanhu_ming §1.2, §1.3."""

PLACE: Final = {card: place for place, card in enumerate(PACK)}
"""Where a card stands in PACK, which is also its number in the simulation."""

_SETS: Final = CardSets(PACK)
BIT: Final = _SETS.bit
"""The set that holds one card."""

set_of: Final = _SETS.set_of
cards_of: Final = lru_cache(maxsize=4096)(_SETS.cards_of)

ALL: Final = (1 << len(PACK)) - 1
SUITS: Final = (0x7FF, 0x1FF << 11, 0x3FF << 20)
"""Cash, Strings, Myriads, as sets, the lowest suit first."""

SUIT_WORDS: Final = ("Cash", "Strings", "Myriads")
THOUSAND: Final = Card("TM")

HAND_SIZES: Final = {2: 13, 3: 9}
"""Cards dealt to each, by the number of players. Rule: kanhu_ming §2.2."""

MELD_SIZE: Final = 3

_TM: Final = BIT[THOUSAND]


@dataclass(frozen=True, slots=True)
class Meld:
    """Three cards that may be led together. Rule: kanhu_ming §5.

    kind: "gibbon", "leopard" or "special". rank: its place among those of its kind, from 1. bonus: points for winning
    a trick with it. paragraph: where the rulebook has it.
    """

    kind: str
    name: str
    cards: int
    rank: int
    bonus: int
    paragraph: str


def _gibbons() -> list[Meld]:
    """Three in a row of one suit, lowest first; the Half Leopard is between Strings and Myriads."""
    found: list[Meld] = []
    for suit in (CASH, STRINGS, CASH[-3:], MYRIADS):
        for start in range(len(suit) - 2):
            row = suit[start : start + MELD_SIZE]
            if row == CASH[-3:] and suit is CASH:
                continue  # the Half Leopard, which has its own place
            name, bonus = _gibbon_name(row), 1 if row in (CASH[-3:], MYRIADS[-3:]) else 0
            found.append(Meld("gibbon", name, set_of(row), len(found) + 1, bonus, "5.2"))
    return found


def _gibbon_name(row: tuple[Card, ...]) -> str:
    if row == CASH[-3:]:
        return "Half Leopard"
    suit = {"C": "Cash", "S": "Strings", "M": "Myriads"}[row[0][0]]
    ranks = "-".join({"CH": "Half", "TM": "Thousand"}.get(card, card[1]) for card in row)
    return f"Gibbon {ranks} of {suit}"


def _leopards() -> list[Meld]:
    """Three of a rank from the ones to the eights; the nines are a special meld."""
    return [
        Meld("leopard", f"Leopard {rank}", set_of(_triple(f"C{rank} S{rank} M{rank}")), rank, 0, "5.3")
        for rank in range(1, 9)
    ]


def _triple(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


_SPECIALS: Final = (
    ("Pangolin", "C7 S3 M3", 3),
    ("Poverty", "C8 S2 M2", 4),
    ("Tiger", "C9 S1 M1", 5),
    ("Chariot", "C0 S9 TM", 6),
    ("Leopard 9", "C9 S9 M9", 7),
    ("Wealth", "C0 S9 M9", 8),
    ("Hero", "S1 M1 TM", 9),
)
"""The name, cards and bonus of each special meld, lowest first."""


def _specials() -> list[Meld]:
    return [
        Meld("special", name, set_of(_triple(cards)), rank, bonus, "5.4")
        for rank, (name, cards, bonus) in enumerate(_SPECIALS, start=1)
    ]


MELDS: Final = (*_gibbons(), *_leopards(), *_specials())
"""All 39 of them: gibbons, leopards, specials, each kind lowest first."""

MELD_OF: Final = {meld.cards: meld for meld in MELDS}
"""The meld that a set of cards is; no three cards make two."""

LEOPARD_9: Final = next(meld for meld in MELDS if meld.name == "Leopard 9")
HERO: Final = next(meld for meld in MELDS if meld.name == "Hero")

BONUSES: Final = {BIT[Card("M5")]: 2, BIT[Card("M8")]: 3} | {meld.cards: meld.bonus for meld in MELDS if meld.bonus}
"""The points that a trick's winning cards earn in addition to the cards taken, for single cards and melds. Rule:
kanhu_ming §7.2, §7.3, §7.4.
"""


def single_beats(card: int, best: int) -> bool:
    """Whether one card, as a set, beats another. Rule: kanhu_ming §4.1, §4.2, §4.3."""
    if card == _TM:
        return bool(best & SUITS[2]) and best != _TM
    return card > best


def meld_beats(meld: Meld, best: Meld) -> bool:
    """Whether a meld beats another. Its kind decides which melds may beat it. Rule: kanhu_ming §5.5, §5.6, §5.7."""
    if meld.kind == best.kind:
        return meld.rank > best.rank
    return best.kind == "leopard" and meld in (LEOPARD_9, HERO)


BEATERS: Final[dict[int, int]] = {
    1 << best: sum(1 << card for card in range(len(PACK)) if single_beats(1 << card, 1 << best))
    for best in range(len(PACK))
}
"""For each single card: the set of cards that beat it."""

MELD_BEATERS: Final[dict[int, tuple[int, ...]]] = {
    best.cards: tuple(meld.cards for meld in MELDS if meld_beats(meld, best) and not meld.cards & best.cards)
    for best in MELDS
}
"""For each meld: those that beat it and share no card with it, so that the two can meet; weakest first."""

RISKS: Final[dict[int, int]] = BEATERS | {best: reduce(or_, beaters, 0) for best, beaters in MELD_BEATERS.items()}
"""For each single card and each meld: all cards that beat it, alone or in a meld."""


def _rows(first: int, size: int) -> tuple[tuple[int, ...], ...]:
    rows: list[tuple[int, ...]] = [()]
    for place in range(first, first + size):
        rows += [(*row, 1 << place) for row in rows]
    return tuple(rows)


_LOW, _HIGH = _rows(0, 15), _rows(15, 15)
"""The cards of each half of a set, as sets of one."""


def singles(hand: int) -> tuple[int, ...]:
    """Each card of a hand as a set of its own, lowest first."""
    return _LOW[hand & 0x7FFF] + _HIGH[hand >> 15]


def _spoilt_by(first: int) -> list[int]:
    """For each subset of ten cards from a place on: the melds that need one of them, as a set of places in MELDS."""
    rows = [0]
    for place in range(first, first + 10):
        needing = sum(1 << number for number, meld in enumerate(MELDS) if meld.cards >> place & 1)
        rows += [row | needing for row in rows]
    return rows


_SPOILT: Final = (_spoilt_by(0), _spoilt_by(10), _spoilt_by(20))
"""The melds that a hand cannot make because of the cards that it lacks, for ten cards at a time."""


def melds_in(hand: int) -> tuple[Meld, ...]:
    """Every meld that a hand holds, overlapping ones included: gibbons, leopards, specials, each kind lowest first."""
    missing = ALL ^ hand
    low, middle, high = _SPOILT
    return _melds_but(low[missing & 0x3FF] | middle[missing >> 10 & 0x3FF] | high[missing >> 20])


@lru_cache(maxsize=4096)
def _melds_but(spoilt: int) -> tuple[Meld, ...]:
    return tuple([meld for number, meld in enumerate(MELDS) if not spoilt >> number & 1])


def beating(hand: int, best: int) -> tuple[int, ...]:
    """The single cards or melds of a hand that beat the best play of the trick, as sets, lowest first."""
    beaters = BEATERS.get(best)
    if beaters is not None:
        return singles(hand & beaters)
    return tuple([cards for cards in MELD_BEATERS[best] if hand & cards == cards])


def bonus(cards: int) -> int:
    """Points for winning a trick with these cards, in addition to those for the cards taken. Rule: kanhu_ming §7.2,
    §7.3, §7.4.
    """
    return BONUSES.get(cards, 0)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of a table. Rule: kanhu_ming §9."""

    hands: int = 6
    """How many deals a match has, if there is no target."""
    target: int = 0
    """The total that ends the match, or 0 if there is no target."""
    eldest_next: str = "rotate"
    """Who leads first in the next deal: "rotate", "winner" or "redraw"."""
    face_down: bool = True
    """Cards that do not beat are face down until the deal is over."""
    pairwise: bool = False
    """At the end everybody pays everybody the difference of their totals."""
    ties_shared: bool = True
    """Equal highest totals after the last deal share the match; otherwise extra deals decide."""

    @staticmethod
    @one_for_each
    def of(options: Mapping[str, OptionValue]) -> HouseRules:
        """The house rules for a full set of options."""
        return HouseRules(
            hands=int(options["hands"]),
            target=int(options["target"]),
            eldest_next=str(options["eldest_next"]),
            face_down=bool(options["sluff_face_down"]),
            pairwise=options["settlement"] == "pairwise",
            ties_shared=options["tie_break"] == "shared",
        )
