"""The pack of a table and its house rules, as one record made from the table's options."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ...cards import JOKER, Card, Deck
from ...meldbook import MeldBook
from ...options import OptionValue

HAND_SIZE: Final = 15


@dataclass(frozen=True)
class Skin:
    """Which cards play the parts: the same game is printed in different suits.

    suits: of the numerals. courts: jack, queen and king. khanhoo: the named ace, two and three.
    court_groups: each court card with the numeral of which it wants two.
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


@dataclass(frozen=True)
class House:
    """How this table plays. Each field is the option of its name, or follows from the options.

    book: what may be melded. pack: every card.
    """

    book: MeldBook
    pack: tuple[Card, ...]
    target: int
    expose_taken_discard: bool
    turn_over: bool
    dead_hands_score: bool
    extra_deals: bool

    @staticmethod
    def of(options: Mapping[str, OptionValue]) -> "House":
        """The house rules of a table with these options."""
        return _house(tuple(options.values()), tuple(options))

    def has_stock(self, seats: int) -> bool:
        """Whether cards are left when so many have been dealt their hands. Rule: khanhoo §2.5."""
        return len(self.pack) > HAND_SIZE * seats + 1


def book_of(options: Mapping[str, OptionValue]) -> MeldBook:
    """What may be melded at a table with these options."""
    return House.of(options).book


@lru_cache(maxsize=64)
def _house(values: tuple[OptionValue, ...], names: tuple[str, ...]) -> House:
    options = dict(zip(names, values, strict=True))
    book = MeldBook(
        suits=DENEXA.suits,
        courts=DENEXA.courts,
        khanhoo=DENEXA.khanhoo,
        court_groups=DENEXA.court_groups,
        copies=2,
        jokers=1,
        split_runs=bool(options["split_runs"]),
        aces_max=int(options["aces_max"]),
        ace_triplets=bool(options["ace_triplets"]),
    )
    return House(
        book=book,
        pack=tuple(face for face in book.faces for _ in range(book.copies)) + (JOKER,) * book.jokers,
        target=int(options["target"]),
        expose_taken_discard=bool(options["expose_taken_discard"]),
        turn_over=options["stock_reform"] == "turn_over",
        dead_hands_score=options["dead_hand"] == "score",
        extra_deals=options["tie_break"] == "extra",
    )


@lru_cache(maxsize=64)
def deck_of(house: House) -> Deck:
    """The pack as the table knows it. Rule: khanhoo §2.1."""
    return Deck(house.pack)
