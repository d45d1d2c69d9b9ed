"""The pack of a table and its house rules, as one record made from the table's options."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ...model.cards import JOKER, Card, Deck
from ...model.options import OptionValue
from .melds.tables import MeldBook
from .pack import ORPHAN_TABLES, SKINS

FALSE_BUMP: Final = 5
"""Points that a false bump costs its caller, or gives to each of the others. Rule: khanhoo §15.6, §10.16."""


@dataclass(frozen=True)
class HouseRules:
    """How this table plays. Each field is the option of its name, or follows from the options.

    book: what may be melded. pack: every card. has_caches: three cards may be laid aside to wait for the fourth.
    fine: what a false bump costs its caller; award: what it gives to each of the others; one of the two is nothing.
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
    def of(options: Mapping[str, OptionValue]) -> "HouseRules":
        """The house rules of a table with these options; of one whose pack is not yet settled, the smallest pack's."""
        return _house(tuple(options.values()), tuple(options))

    def cuts_for_orphan(self, players: int) -> bool:
        """Whether so many players are offered to have an orphan among them. Rule: khanhoo §13.1."""
        return self.orphan and (len(self.pack), players) in ORPHAN_TABLES


def book_of(options: Mapping[str, OptionValue]) -> MeldBook:
    """What may be melded at a table with these options."""
    return HouseRules.of(options).book


@lru_cache(maxsize=64)
def _house(values: tuple[OptionValue, ...], names: tuple[str, ...]) -> HouseRules:
    options = dict(zip(names, values, strict=True))
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


@lru_cache(maxsize=64)
def deck_of(house: HouseRules) -> Deck:
    """The pack as the table knows it. Rule: khanhoo §2.1, §12.1."""
    return Deck(house.pack)
