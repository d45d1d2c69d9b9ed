"""The points and powers of cards in Khamul, and the house rules of a table: pure functions and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from ...kit.house_rules import one_for_each
from ...model.cards import RANKS, SUITS, Card, Seat
from ...model.options import OptionValue
from ...model.zones import zone_id

PACK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in the order in which a fresh pack lies."""

HAND_SIZE: Final = 4
PEEKED: Final = 2
MOST_TO_CALL: Final = 5
"""Points with which Khamul may, and must, be called. Rule: khamul §7."""
CHARGE: Final = 20
NO_CARDS: Final = -5
MOST_IN_A_TURN: Final = 3
"""Times that a seat may rearrange its cards in one turn; times that it may match the top card outside the matching; and
times that the matching may start again. Rule: khamul §3.4, §5.5, §5.6.
"""
MOST_FREE_MOVES: Final = 50
"""Times that a seat may rearrange or match the top card in one round. Rule: khamul §5.8."""
MOST_ROUNDS: Final = 64
MOST_STEPS: Final = 32_768
"""Decisions after which the match ends with its round. Rule: khamul §9.3."""
BLACK: Final = frozenset("CS")

KING, QUEEN, JACK = "king", "queen", "jack"
"""The powers. Rule: khamul §6."""


def _worth(card: Card) -> int:
    rank, is_black = card[:-1], card[-1] in BLACK
    if rank == "Q":
        return 10 if is_black else 20
    if rank == "K":
        return 10 if is_black else 0
    return 10 if rank == "J" else 1 + RANKS.index(rank)


def _power(card: Card) -> str:
    rank, is_black = card[:-1], card[-1] in BLACK
    if rank == "J":
        return JACK
    return {"Q": QUEEN, "K": KING}.get(rank, "") if is_black else ""


WORTH: Final[Mapping[Card, int]] = {card: _worth(card) for card in PACK}
"""Points of each card. Rule: khamul §2.1."""

POWER: Final[Mapping[Card, str]] = {card: _power(card) for card in PACK}
"""The power of each card, "" for those that have none. Rule: khamul §6.1."""


def worth(cards: Iterable[Card]) -> int:
    """The total points of some cards. Rule: khamul §8.1."""
    return sum(WORTH[card] for card in cards)


def matches(card: Card, top: Card) -> bool:
    """Whether a card matches the top of the pile: same rank, any colour. Rule: khamul §5.1."""
    return card[:-1] == top[:-1]


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a table. Each field is the option of its name, in the form that the rules read."""

    limit: int
    match_s: int
    match_powers: bool
    strict_khamul: bool
    refuses_false_call: bool
    lock_caller: bool
    random_starter: bool
    memory_aid: bool
    turn_cap: int
    ties_shared: bool

    @staticmethod
    @one_for_each
    def of(options: Mapping[str, OptionValue]) -> HouseRules:
        """The house rules of a table with these options. Rule: khamul §11."""
        return HouseRules(
            limit=int(options["limit"]),
            match_s=int(options["match_s"]),
            match_powers=bool(options["match_powers"]),
            strict_khamul=bool(options["strict_khamul"]),
            refuses_false_call=options["false_call"] == "reject",
            lock_caller=bool(options["lock_caller"]),
            random_starter=options["starter"] == "random",
            memory_aid=bool(options["memory_aid"]),
            turn_cap=int(options["turn_cap"]),
            ties_shared=options["tie_break"] == "shared",
        )


# Places: each seat has a numbered row. The name of a place is its zone.


MOST_SEATS: Final = 6

ROWS: Final = tuple(tuple(zone_id("slot", seat, number) for number in range(len(PACK))) for seat in range(MOST_SEATS))
"""The zones of all places that a seat can have, by seat and number; numbers begin at 0 here, and at 1 for people."""


def slot_id(seat: Seat, number: int) -> str:
    """The zone of a place, by its number from 0."""
    return ROWS[seat][number]


def number_of(place: str) -> int:
    """The number of a place in its row, from 0."""
    return int(place.rpartition(":")[2])


def owner_of(place: str) -> Seat:
    """The owner of a place, or the seat of "seat:3"."""
    return int(place.split(":")[1])


@lru_cache(maxsize=1024)
def most_matched(held: int) -> int:
    """How many places one answer may name. Rule: khamul §5.2."""
    return 1 if held > 30 else 2 if held > 12 else 3


@lru_cache(maxsize=1024)
def subsets(places: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every set of places that may be matched at once, smaller ones first. Rule: khamul §5.2."""
    most = min(len(places), most_matched(len(places)))
    return tuple(chosen for count in range(1, most + 1) for chosen in combinations(places, count))
