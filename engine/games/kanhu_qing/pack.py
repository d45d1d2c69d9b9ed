"""The money cards of the Qing, the eyes, a hand as one number, and the house rules.

A card is a suit's letter and a rank, C1 to C9, S1 to S9, M1 to M9, or one of three honours: RF, WF, OT.

A hand is the sum of its cards' codes: three bits count each face; nine faces make a suit; the honours follow. Sums and
differences of codes are hands again, if no count becomes negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from ...kit.house_rules import one_for_each
from ...kit.wording import counted
from ...model.cards import Card, Deck
from ...model.options import OptionError, OptionValue

SUITS: Final = ("C", "S", "M")
"""Cash, strings, myriads."""

HONOURS: Final = (Card("RF"), Card("WF"), Card("OT"))
"""Red flower, white flower, old thousand."""

NUMERALS: Final = tuple(Card(f"{suit}{rank}") for suit in SUITS for rank in range(1, 10))
FACES: Final = NUMERALS + HONOURS
COPIES: Final = 4
HAND_SIZE: Final = 15
DECK: Final = Deck([face for face in FACES for _ in range(COPIES)])
"""120 cards. Rule: kanhu_qing §2.1."""

ACES: Final = (Card("C1"), Card("S1"), Card("M1"))
FREE: Final = frozenset((*ACES, *HONOURS))
"""Cards that may be attached to any group. Rule: kanhu_qing §5.5."""

COUNT_BITS: Final = 3
SUIT_BITS: Final = 9 * COUNT_BITS
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
EACH_RANK: Final = 0o111111111
"""One card of each rank of a suit."""

MYRIADS_SHIFT: Final = 2 * SUIT_BITS
HONOUR_SHIFT: Final = 3 * SUIT_BITS
CODE: Final[Mapping[Card, int]] = {face: 1 << COUNT_BITS * place for place, face in enumerate(FACES)}
_code: Final = CODE.__getitem__
ONES: Final = sum(CODE.values())
"""Every face once."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """Eyes: a combination of cards. A winning hand needs at least one. code: its cards, as a number."""

    name: str
    cards: tuple[Card, ...]
    code: int


def _eyes(name: str, *cards: str) -> Eyes:
    faces = tuple(Card(card) for card in cards)
    return Eyes(name, faces, sum(CODE[face] for face in faces))


FIRST_CASH: Final = _eyes("first cash", "C1", "C2", "C3")
WEALTH: Final = _eyes("wealth", "RF", "S9", "M9")
CULIN: Final = _eyes("Culin's eyes", "C8", "S3", "M2")
_COMMON: Final = (
    FIRST_CASH,
    _eyes("chariot", "RF", "S9", "OT"),
    _eyes("seconds", "WF", "S8", "M9"),
    _eyes("tiger", "C9", "S1", "M1"),
    _eyes("poverty", "C8", "S2", "M2"),
    _eyes("pangolin", "C7", "S3", "M3"),
)
_SIXTH: Final = {"wealth": (WEALTH,), "culin": (CULIN,), "both": (WEALTH, CULIN)}

ALL_EYES: Final = (*_COMMON, WEALTH, CULIN)
"""A bit stands for eyes by their place here. The lowest bit is first cash."""

TWICE: Final = len(ALL_EYES)
"""Eyes that are held twice have a second bit, higher by so many places."""

Choice = tuple[int, int, int]
"""Eyes that a hand can choose: their place in ALL_EYES, their code, and bits of those that may be chosen after them."""


class _Choices(dict[int, tuple[Choice, ...]]):
    """By the bits of the eyes that a hand holds: those that the table allows, each with the eyes that may be chosen
    after it. Eyes are chosen in the order of ALL_EYES, so that no choice comes twice.
    """

    def __init__(self, known: Iterable[Eyes]) -> None:
        self._places = tuple(map(ALL_EYES.index, known))

    def __missing__(self, bits: int) -> tuple[Choice, ...]:
        held, choices, later = [place for place in self._places if bits >> place & 1], [], 0
        for place in reversed(held):
            if place and bits >> TWICE + place & 1:  # first cash would be a run
                later |= 1 << place
            choices.append((place, ALL_EYES[place].code, later | later << TWICE))
            later |= 1 << place
        found = self[bits] = tuple(reversed(choices))
        return found


@dataclass(frozen=True, eq=False)
class EyesBook:
    """The eyes of a table, and whether honours are wild. Rule: kanhu_qing §5. Equal options share one book, so books
    are compared by identity.
    """

    eyes: tuple[Eyes, ...]
    wild: bool = False

    @cached_property
    def choices(self) -> Mapping[int, tuple[Choice, ...]]:
        """By the bits of the eyes that a hand holds: the eyes that it can choose at this table."""
        return _Choices(self.eyes)


@lru_cache(maxsize=8)
def _book(sixth: str, *, wild: bool) -> EyesBook:
    return EyesBook(_COMMON + _SIXTH[sixth], wild)


def book_of(options: Mapping[str, OptionValue]) -> EyesBook:
    """The eyes book for these options. Equal options give the same book."""
    return _book(str(options["eye6"]), wild=options["honours"] == "wild")


def code_of(cards: Iterable[Card]) -> int:
    """A hand as a number. Raises KeyError for an unknown face."""
    return sum(map(_code, cards))


def cards_of(code: int) -> tuple[Card, ...]:
    """The cards of a number, in the order of the pack."""
    return tuple(face for place, face in enumerate(FACES) for _ in range(code >> COUNT_BITS * place & 7))


def suits_of(code: int) -> tuple[int, int, int]:
    """Cash, strings and myriads of a hand, each as a number that begins with its ace."""
    return code & SUIT_MASK, code >> SUIT_BITS & SUIT_MASK, code >> MYRIADS_SHIFT & SUIT_MASK


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a table. Each field is the option of its name, or follows from the options.

    book: the eyes of the table. to_right: play goes to the right.
    """

    book: EyesBook
    ante: int
    hands: int
    to_right: bool
    out_of_turn_win: bool
    winner_deals: bool
    bankroll: int
    extra_deals: bool

    @staticmethod
    @one_for_each
    def of(options: Mapping[str, OptionValue]) -> HouseRules:
        return HouseRules(
            book=book_of(options),
            ante=int(options["ante"]),
            hands=int(options["hands"]),
            to_right=options["direction"] == "right",
            out_of_turn_win=bool(options["out_of_turn_win"]),
            winner_deals=options["next_dealer"] == "winner",
            bankroll=int(options["bankroll"]),
            extra_deals=options["tie_break"] == "extra",
        )


def complete_options(options: dict[str, OptionValue], seats: int) -> dict[str, OptionValue]:
    """The options with the number of deals filled in. Raises OptionError. Rule: kanhu_qing §8.6, §8.8."""
    bankroll, ante = int(options["bankroll"]), int(options["ante"])
    if 0 < bankroll < ante:
        raise OptionError(
            f"{counted(bankroll, 'starting chip')} cannot pay an ante of {ante}. Set more chips, or a lower ante."
        )
    return {**options, "hands": int(options["hands"]) or 2 * seats}
