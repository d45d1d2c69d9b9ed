"""The pack of a table, the players that it allows, and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ...kit.house_rules import one_for_each
from ...kit.wording import listed
from ...model.cards import JOKER, Card, Deck
from ...model.options import OptionError, OptionValue
from .melds.tables import MeldBook

HAND_SIZE: Final = 15
ORPHAN_SIZE: Final = 6
FACES: Final = 30


@dataclass(frozen=True)
class Skin:
    """The suits of the cards.

    suits: of the numerals. courts: jack, queen and king. khanhoo: the named ace, two and three.
    court_groups: each court card with the numeral that it needs twice.
    """

    suits: tuple[str, str, str]
    courts: tuple[Card, Card, Card]
    khanhoo: tuple[Card, Card, Card]
    court_groups: tuple[tuple[Card, Card], ...]


DENEXA: Final = Skin(
    suits=("H", "S", "D"),
    courts=(Card("JC"), Card("QC"), Card("KC")),
    khanhoo=(Card("AH"), Card("2S"), Card("3D")),
    court_groups=((Card("KC"), Card("9H")), (Card("QC"), Card("8S")), (Card("JC"), Card("7D"))),
)
ENGLISH: Final = Skin(
    suits=("H", "C", "D"),
    courts=(Card("JS"), Card("QS"), Card("KS")),
    khanhoo=(Card("AH"), Card("2C"), Card("3D")),
    court_groups=((Card("KS"), Card("9H")), (Card("QS"), Card("8C")), (Card("JS"), Card("7D"))),
)
SKINS: Final = {"denexa": DENEXA, "english": ENGLISH}

MOST_SEATS: Final = {(2, 1): 4, (2, 2): 3, (3, 2): 5} | {(4, jokers): 8 for jokers in range(1, 6)}
"""Copies and jokers of every pack, and the largest number of players for it. Rule: khanhoo §12.2."""

ORPHAN_TABLES: Final = {(61, 4), (121, 8)}
"""Cards of the pack and players, where an orphan may be. Rule: khanhoo §13.1."""


def pack_size(copies: int, jokers: int) -> int:
    """Cards in a pack."""
    return copies * FACES + jokers


def stock_size(pack: int, players: int, orphans: int = 0) -> int:
    """Cards left after the deal and its extra card; negative if the pack is too small.

    Rule: khanhoo §12.3, §13.3.
    """
    return pack - HAND_SIZE * players - 1 + orphans * (HAND_SIZE - ORPHAN_SIZE)


def complete_options(options: Mapping[str, OptionValue], seats: int) -> dict[str, OptionValue]:
    """The options, with the pack filled in if they leave it to the rules. Raises OptionError if options and seats
    conflict. Rule: khanhoo §10.11, §10.12, §12.2, §12.4, §14.1.
    """
    copies, jokers = int(options["copies"]), int(options["jokers"])
    wants_trios = bool(options["trio_quartette_cache"])
    if copies == 1:
        raise OptionError("Choose 2, 3 or 4 copies of each card, or 0 for the number in the rulebook.")
    if wants_trios and copies == 2:
        raise OptionError("For trios and quartettes, choose 3 or 4 copies of each card.")
    is_english = options["skin"] == "english"
    if not copies:
        copies = _copies_by_the_book(jokers, seats, wants_trios=wants_trios, is_english=is_english)
    jokers = jokers or _jokers_by_the_book(copies, seats, is_english=is_english)
    most = MOST_SEATS.get((copies, jokers))
    if most is None:
        fitting = listed([str(number) for among, number in MOST_SEATS if among == copies], "or")
        raise OptionError(f"If the pack has {copies} copies of each card, choose {fitting} jokers, not {jokers}.")
    if seats > most:
        raise OptionError(f"A pack of {pack_size(copies, jokers)} cards is for 2 to {most} players, not {seats}.")
    return {**options, "copies": copies, "jokers": jokers}


def _copies_by_the_book(jokers: int, seats: int, *, wants_trios: bool, is_english: bool) -> int:
    if seats > 4 and not is_english:
        raise OptionError(
            f"The modern game is for 2 to 4 players, not {seats}. "
            "For more players, choose English suits, or 4 copies of each card."
        )
    if wants_trios or seats > 4 or jokers > 2:
        return 4
    return 3 if jokers == 2 and seats == 4 else 2


def _jokers_by_the_book(copies: int, seats: int, *, is_english: bool) -> int:
    return 2 if copies == 3 or (copies == 2 and seats == 3 and is_english) else 1


FALSE_BUMP: Final = 5
"""Points that a false bump costs its caller, or gives to each of the others. Rule: khanhoo §15.6, §10.16."""


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a table. Each field is the option of its name, or follows from the options. book: the allowed
    melds. pack: every card. has_caches: caches are allowed.
    fine: what a false bump costs its caller; award: what it gives to each of the others; one of the two is 0.
    """

    book: MeldBook
    pack: tuple[Card, ...]
    target: int
    expose_taken_discard: bool
    turn_over: bool
    dead_hands_score: bool
    extra_deals: bool
    orphan: bool
    has_caches: bool
    honour_bumps: bool
    fine: int
    award: int
    settles: bool

    @staticmethod
    @one_for_each
    def of(options: Mapping[str, OptionValue]) -> HouseRules:
        """The house rules of a table with these options; with the smallest pack if the pack is not chosen yet."""
        skin = SKINS[str(options["skin"])]
        has_trios = bool(options["trio_quartette_cache"])
        book = MeldBook(
            suits=skin.suits,
            courts=skin.courts,
            khanhoo=skin.khanhoo,
            court_groups=skin.court_groups,
            copies=int(options["copies"]) or 2,
            jokers=int(options["jokers"]) or 1,
            split_runs=bool(options["split_runs"]),
            aces_max=int(options["aces_max"]),
            ace_triplets=bool(options["ace_triplets"]),
            trio=has_trios,
            quartette=has_trios,
        )
        is_deducted = options["false_bump"] == "deduct"
        return HouseRules(
            book=book,
            pack=tuple(face for face in book.faces for _ in range(book.copies)) + (JOKER,) * book.jokers,
            target=int(options["target"]),
            expose_taken_discard=bool(options["expose_taken_discard"]),
            turn_over=options["stock_reform"] == "turn_over",
            dead_hands_score=options["dead_hand"] == "score",
            extra_deals=options["tie_break"] == "extra",
            orphan=bool(options["orphan"]),
            has_caches=has_trios and book.copies > 3,
            honour_bumps=bool(options["honour_bumps"]),
            fine=FALSE_BUMP if is_deducted else 0,
            award=0 if is_deducted else FALSE_BUMP,
            settles=options["settlement"] == "pairwise",
        )

    def cuts_for_orphan(self, players: int) -> bool:
        """Whether a table of so many players may have an orphan. Rule: khanhoo §13.1."""
        return self.orphan and (len(self.pack), players) in ORPHAN_TABLES


def book_of(options: Mapping[str, OptionValue]) -> MeldBook:
    """The allowed melds of a table with these options."""
    return HouseRules.of(options).book


@lru_cache(maxsize=64)
def deck_of(house: HouseRules) -> Deck:
    """The pack as a deck. Rule: khanhoo §2.1, §12.1."""
    return Deck(house.pack)
