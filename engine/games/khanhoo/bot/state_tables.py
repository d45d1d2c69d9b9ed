"""What the simulation looks up: faces as small numbers, and every way to lay a meld with a discard."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ....model.cards import JOKER, Card
from ..house_rules import HouseRules
from ..melds.solver import may_cover_but_one
from ..melds.tables import MeldBook, Shape

JOKER_FACE: Final = 30
"""The number of the joker; the other faces count from 0 in the pack's order."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to lay a meld with a discard.

    faces: the cards from the hand; code: they, as the solver counts a hand. points: of the meld.
    """

    faces: tuple[int, ...]
    code: int
    points: int


class SimTables:
    """A house's cards and melds, as the simulation reads them.

    cards, codes: by face. pack: the faces of the whole pack.
    """

    def __init__(self, house: HouseRules) -> None:
        self.house = house
        self.book: MeldBook = house.book
        self.tables = house.book.tables
        self.cards: tuple[Card, ...] = (*house.book.faces, JOKER)
        self.faces: dict[Card, int] = {card: face for face, card in enumerate(self.cards)}
        self.codes: list[int] = [self.tables.codes[card] for card in self.cards]
        self.pack: tuple[int, ...] = tuple(self.faces[card] for card in house.pack)
        self._with = [self.tables.with_card[card] for card in self.cards]
        self._units = sum(self.codes[:JOKER_FACE])
        self._bumps: dict[tuple[int, int], Way] = {}
        self._runs = [list(self._runs_with(face)) for face in range(len(self.cards))]

    def key(self, hand: list[int]) -> int:
        """A hand as the solver counts it."""
        codes = self.codes
        return sum([codes[face] for face in hand])

    def may_go_out(self, key: int) -> bool:
        """A quick look that says no to most hands: whether all cards but one may be in melds."""
        return may_cover_but_one(self.tables, key)

    def has_three(self, key: int) -> bool:
        """Whether a hand holds three equal cards or more; jokers are not looked at."""
        return bool((key & key >> 1 | (key >> 2 if self.tables.width == 3 else 0)) & self._units)

    def bumps(self, face: int, hand: int, size: int) -> list[Way]:
        """Melds but sequences that a hand makes with a discard, a card being kept.

        hand: as the solver counts it; size: its cards. Rule: khanhoo §4.2, §4.3.
        """
        tables = self.tables
        key = hand + self.codes[face]
        bits, allows = tables.suit_bits, tables.allows
        mask = (1 << bits) - 1
        found: list[Way] = []
        allowed = (
            tables.within[key >> tables.joker_shift]
            & self._with[face]
            & allows[0][key & mask]
            & allows[1][key >> bits & mask]
            & allows[2][key >> 2 * bits & mask]
            & allows[3][key >> 3 * bits & (1 << tables.joker_shift - 3 * bits) - 1]
        )
        while allowed:
            place = (allowed & -allowed).bit_length() - 1
            allowed &= allowed - 1
            way = self._bumps.get((place, face)) or self._bump(place, face)
            if len(way.faces) < size:
                found.append(way)
        return found

    def takes(self, face: int, hand: int, size: int) -> list[Way]:
        """Melds, sequences too, that a hand makes with a discard, a card being kept. Rule: khanhoo §10.5."""
        found = self.bumps(face, hand, size)
        taken = {way.code for way in found}  # cards that make something better than a sequence
        tables = self.tables
        held = hand >> tables.joker_shift
        if face != JOKER_FACE and not held and self._is_lone(face, hand):
            return found
        for jokers, needed, way in self._runs[face]:
            if jokers > held:
                break
            if len(way.faces) < size and way.code not in taken and _has_each(hand, needed, tables.width):
                found.append(way)
        return found

    def _is_lone(self, face: int, hand: int) -> bool:
        """Whether a card lies in no sequence that the naturals of a hand make with it."""
        if face >= JOKER_FACE - 3:
            return True
        suit, rank = divmod(face, 9)
        bits = self.tables.suit_bits
        cards = hand >> bits * suit & (1 << bits) - 1
        if not cards >> self.tables.width * rank & self.tables.most:
            cards += 1 << self.tables.width * rank
        return bool(self.tables.lone[cards] >> rank & 1)

    def _bump(self, place: int, face: int) -> Way:
        holding = self.tables.holdings[place]
        way = self._way([*holding.naturals, *[JOKER] * holding.jokers], face, holding.points)
        return self._bumps.setdefault((place, face), way)

    def _way(self, meld: list[Card], face: int, points: int) -> Way:
        meld.remove(self.cards[face])
        faces = tuple(self.faces[card] for card in meld)
        return Way(faces, self.key(list(faces)), points)

    def _runs_with(self, face: int) -> Iterator[tuple[int, int, Way]]:
        """Sequences with a card: jokers and natural cards wanted of the hand, and the way; few jokers first."""
        found: dict[int, tuple[int, int, Way]] = {}
        for suit, letter in enumerate(self.book.suits):
            for shape in self.tables.sequences:
                cards = _cards_of(shape, suit, self.cards)
                if self.cards[face] not in cards or (face != JOKER_FACE and self.cards[face][1:] != letter):
                    continue
                way = self._way(cards, face, 1)
                naturals = sum(self.codes[card] for card in set(way.faces) if card != JOKER_FACE)
                found.setdefault(way.code, (way.faces.count(JOKER_FACE), naturals, way))
        return iter(sorted(found.values(), key=lambda run: run[0]))


def _cards_of(shape: Shape, suit: int, cards: tuple[Card, ...]) -> list[Card]:
    return [JOKER if rank in shape.wild else cards[9 * suit + rank] for rank in range(shape.first, shape.last + 1)]


def _has_each(hand: int, needed: int, width: int) -> bool:
    """Whether a hand has at least one of each face that is needed once."""
    there = hand | hand >> 1 | (hand >> 2 if width == 3 else 0)
    return not needed & ~there


@lru_cache(maxsize=16)
def sim_tables(house: HouseRules) -> SimTables:
    """The tables of a house; equal houses share them."""
    return SimTables(house)
