"""Sets and straights: which cards make one, what a joker in it stands for, and which cards may be added. Pure.

The order of its cards, from the low end to the high end, defines a straight: it gives a joker its place and an ace its
end. The cards on the table are always in this order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ...kit.wording import listed
from ...model.cards import JOKER, Card, rank_of, suit_of
from .cards import HIGH_ACE, LEAST_CARDS, LEAST_NATURALS, LONGEST_STRAIGHT, LOW_ACE, PLACE, SET, STRAIGHT, face_at

LOW: Final = "low"
HIGH: Final = "high"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table. cards: a straight from its low end, a joker as "*". rank: of a set, "" for a straight. suit,
    low: of a straight, and the place of its first card (1 for an ace that is low, 14 for one that is high).
    """

    kind: str
    cards: tuple[Card, ...]
    rank: str = ""
    suit: str = ""
    low: int = 0

    @property
    def high(self) -> int:
        """Place of a straight's last card."""
        return self.low + len(self.cards) - 1

    @property
    def has_joker(self) -> bool:
        return JOKER in self.cards

    @property
    def roles(self) -> tuple[str, ...]:
        """What each card stands for: its own face; for a joker the card that it replaces in a straight, or the rank in
        a set.
        """
        if self.kind == SET:
            return tuple(self.rank if card == JOKER else card for card in self.cards)
        return tuple(face_at(self.low + place, self.suit) for place in range(len(self.cards)))

    @property
    def joker_stands_for(self) -> str:
        """The face, or in a set the rank, that the joker replaces; "" without one."""
        return self.roles[self.cards.index(JOKER)] if self.has_joker else ""

    def free_ends(self) -> tuple[str, ...]:
        """The ends at which a straight can grow. Rule: chinaso §4.4."""
        if self.kind == SET or len(self.cards) == LONGEST_STRAIGHT:
            return ()
        return (LOW,) * (self.low > LOW_ACE) + (HIGH,) * (self.high < HIGH_ACE)

    def ends_for(self, card: Card) -> tuple[str, ...]:
        """Ends of a straight where a card may be added, "" for a set; empty if it does not fit. Rule: chinaso §6.4."""
        if self.kind == SET:
            fits = not self.has_joker if card == JOKER else rank_of(card) == self.rank
            return ("",) if fits else ()
        if card == JOKER:
            return () if self.has_joker else self.free_ends()
        if suit_of(card) != self.suit:
            return ()
        places = {PLACE[card], PLACE[card] + HIGH_ACE - LOW_ACE} if PLACE[card] == LOW_ACE else {PLACE[card]}
        wanted = {LOW: self.low - 1, HIGH: self.high + 1}
        return tuple(end for end in self.free_ends() if wanted[end] in places)

    def with_card(self, card: Card, end: str) -> Meld:
        """The meld with one card more. end: of a straight, "" for a set."""
        cards = (card, *self.cards) if end == LOW else (*self.cards, card)
        return Meld(self.kind, cards, self.rank, self.suit, self.low - (end == LOW))

    def with_joker_replaced(self, end: str) -> Meld:
        """The straight with the joker's own card in its place, and the joker at an end. Rule: chinaso §6.6."""
        place = self.cards.index(JOKER)
        cards = (*self.cards[:place], face_at(self.low + place, self.suit), *self.cards[place + 1 :])
        return Meld(self.kind, cards, self.rank, self.suit, self.low).with_card(JOKER, end)


def lying(cards: Sequence[Card]) -> Meld:
    """The meld of some cards on the table, in their order there."""
    first, second = (place for place, _ in zip(_naturals_at(cards), range(LEAST_NATURALS), strict=False))
    rank = rank_of(cards[first])
    if rank == rank_of(cards[second]):
        return Meld(SET, tuple(cards), rank)
    # An ace may be at either end; the other card decides.
    low = PLACE[cards[second]] - second if PLACE[cards[first]] == LOW_ACE else PLACE[cards[first]] - first
    return Meld(STRAIGHT, tuple(cards), "", suit_of(cards[first]), low)


def _naturals_at(cards: Sequence[Card]) -> Iterator[int]:
    return (place for place, card in enumerate(cards) if card != JOKER)


def readings(cards: Sequence[Card]) -> tuple[Meld, ...]:
    """Every straight that cards make, in any order; more than one if a joker or an ace can take several places."""
    naturals = [card for card in cards if card != JOKER]
    if fault_of_any(STRAIGHT, cards) or len({suit_of(card) for card in naturals}) != 1:
        return ()
    suit, found = suit_of(naturals[0]), []
    for low in range(LOW_ACE, HIGH_ACE - len(cards) + 2):
        wanted = [face_at(low + place, suit) for place in range(len(cards))]
        missing = [face for face in wanted if face not in naturals]
        if len(missing) == len(cards) - len(naturals):
            found.append(Meld(STRAIGHT, tuple(JOKER if face in missing else face for face in wanted), "", suit, low))
    return tuple(found)


def read_group(word: str, cards: Sequence[Card]) -> Meld | None:
    """The meld that a group of cards makes in its order; None if it makes none or is ambiguous. A straight may be named
    from either end; in another order only if it can be just one straight.
    """
    if fault_in(word, cards):
        return None
    if word == SET:
        rank = next(rank_of(card) for card in cards if card != JOKER)
        return Meld(SET, tuple(card for card in cards if card != JOKER) + (JOKER,) * (JOKER in cards), rank)
    found = readings(cards)
    given = tuple(cards)
    return next((meld for meld in found if given in (meld.cards, meld.cards[::-1])), found[0])


def fault_of_any(word: str, cards: Sequence[Card]) -> str:
    """What is wrong with the number of cards or jokers of a group, a sentence; "" if nothing."""
    if len(cards) < LEAST_CARDS:
        return f"A {word} needs at least three cards."
    if cards.count(JOKER) > 1:
        return f"A {word} has at most one joker."
    if word == STRAIGHT and len(cards) > LONGEST_STRAIGHT:
        return "A straight has at most thirteen cards: the ace counts at one end only."
    return ""


def fault_in(word: str, cards: Sequence[Card]) -> str:
    """Why a group is not the required set or straight, a sentence; "" if it is. Rule: chinaso §4."""
    found = fault_of_any(word, cards)
    if found:
        return found
    naturals = [card for card in cards if card != JOKER]
    if word == SET:
        odd = next((card for card in naturals if rank_of(card) != rank_of(naturals[0])), None)
        return f"All cards of a set need the same rank: {naturals[0]} and {odd} differ." if odd else ""
    return _fault_in_straight(cards, naturals)


def _fault_in_straight(cards: Sequence[Card], naturals: Sequence[Card]) -> str:
    odd = next((card for card in naturals if suit_of(card) != suit_of(naturals[0])), None)
    if odd:
        return f"All cards of a straight need the same suit: {naturals[0]} and {odd} differ."
    twice = next((card for card in naturals if naturals.count(card) > 1), None)
    if twice:
        return f"A straight cannot have {twice} twice."
    found = readings(cards)
    if not found:
        return _gap(cards, naturals)
    if len(found) > 1 and tuple(cards) not in {lay for meld in found for lay in (meld.cards, meld.cards[::-1])}:
        free = "the joker" if JOKER in cards else "the ace"
        return f"Select the cards of the straight in order, to show the place of {free}."
    return ""


def _gap(cards: Sequence[Card], naturals: Sequence[Card]) -> str:
    """The sentence about a straight that is not in a row."""
    places = sorted(PLACE[card] for card in naturals)
    rows = [places] if places[0] > LOW_ACE else [places, [*places[1:], HIGH_ACE]]
    row = min(rows, key=lambda places: places[-1] - places[0])
    missing = [face_at(place, suit_of(naturals[0])) for place in range(row[0], row[-1]) if place not in row]
    if _goes_round(places):
        return "A straight cannot go on after the ace: king, ace, two is not allowed."
    if len(missing) > 3:
        ends = [face_at(place, suit_of(naturals[0])) for place in (row[0], row[-1])]
        return f"A straight has no gaps, but too many cards are missing between {ends[0]} and {ends[1]}."
    more = ". The joker can stand for only one of these cards" if JOKER in cards else ""
    return f"A straight has no gaps, but {listed(missing)} {'is' if len(missing) == 1 else 'are'} missing{more}."


def _goes_round(places: Sequence[int]) -> bool:
    """Whether cards would be in a row if a two followed the ace. places: in order, an ace as the lowest."""
    above = [place for place in places if place > HIGH_ACE // 2]
    below = [place + HIGH_ACE - LOW_ACE for place in places if place <= HIGH_ACE // 2]
    row = [*above, *below]
    return places[0] == LOW_ACE and bool(above) and len(below) > 1 and row[-1] - row[0] <= len(row)
