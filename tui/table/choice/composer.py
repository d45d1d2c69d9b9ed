"""A shaped choice in the making: groups of cards that a person lays out before laying them down.

It begins with the best division that the table knows of. Cards go to and fro between hand and groups, their order
within a group is the person's, and each group says what it is still missing. Nothing here draws or sends.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from engine.api import Card, Move

from .offers import ChoiceOffer

Held = tuple[Card, int]
"""A held card: its face, and which of its equals it is."""

Fault = Callable[[str, tuple[Card, ...]], str]
"""What keeps cards from being a group of a word, a sentence; "" if nothing does."""


class Composer:
    """The groups that the player is laying out.

    row: the group pointed at, None for the hand. at: the card pointed at in it. target: the group to which a card of
    the hand goes. suggestion: which of the table's divisions was laid out last, None if the player has changed it.
    """

    def __init__(self, offer: ChoiceOffer, hand: Sequence[Held], fault: Fault) -> None:
        self.offer, self._fault = offer, fault
        self.hand = tuple(hand)
        self.groups: list[list[Held]] = [[] for _ in offer.choice.shape]
        self.row: int | None = None
        self.at = 0
        self.target = 0
        self.suggestion = 0
        if offer.choice.divisions:
            self.lay_out(offer.choice.divisions[0])

    # What changes it from outside.

    def renew(self, offer: ChoiceOffer, hand: Sequence[Held]) -> bool:
        """The offer and the hand as they stand now; whether what was laid out is still of use."""
        if offer.choice.shape != self.offer.choice.shape:
            return False
        self.offer, self.hand = offer, tuple(hand)
        self.groups = [[card for card in group if card in self.hand] for group in self.groups]
        self.at = max(0, min(self.at, len(self._row) - 1))
        return True

    # What I do.

    def suggest(self, by: int) -> None:
        """Lay out the next of the table's divisions."""
        divisions = self.offer.choice.divisions
        if divisions:
            self.suggestion = (self.suggestion + by) % len(divisions)
            self.lay_out(divisions[self.suggestion])

    def clear(self) -> None:
        self.groups = [[] for _ in self.groups]
        self.row, self.at, self.target = None, 0, 0

    def go(self, by: int) -> None:
        """Up from the hand into the groups, and down again: -1 up, 1 down."""
        rows: list[int | None] = [*range(len(self.groups)), None]
        place = rows.index(self.row) + by
        self.row = rows[max(0, min(place, len(rows) - 1))]
        self.at = max(0, min(self.at, len(self._row) - 1))
        if self.row is not None:
            self.target = self.row

    def step(self, by: int) -> None:
        if self._row:
            self.at = (self.at + by) % len(self._row)

    def shift(self, by: int) -> None:
        """Move the card pointed at within its group: its place may say what it stands for."""
        group = self._row
        there = self.at + by
        if 0 <= there < len(group):
            group[self.at], group[there] = group[there], group[self.at]
            self.at = there

    def put(self, card: Held, number: int | None = None) -> None:
        """A card into a group (by default where the last one went), or back to the hand if it lies there already."""
        home = self.where(card)
        goal = self.target if number is None else number
        if home is not None:
            self.groups[home].remove(card)
        if 0 <= goal < len(self.groups) and (home is None or (number is not None and home != goal)):
            self.groups[goal].append(card)
            self.target = goal
        self.at = max(0, min(self.at, len(self._row) - 1))

    def send(self, number: int | None = None) -> None:
        """Move the card pointed at from its group to another group, or back to the hand."""
        if self._row:
            self.put(self._row[self.at], number)

    # What it comes to.

    @property
    def _row(self) -> list[Held]:
        return [] if self.row is None else self.groups[self.row]

    def where(self, card: Held) -> int | None:
        return next((place for place, group in enumerate(self.groups) if card in group), None)

    def faces(self, number: int) -> tuple[Card, ...]:
        return tuple(card for card, _ in self.groups[number])

    def fault(self, number: int) -> str:
        """What a group is missing; "" if it is complete."""
        cards = self.faces(number)
        if not cards:
            return "no cards yet"
        return self._fault(self.offer.choice.shape[number], cards)

    def first_fault(self) -> tuple[int, str] | None:
        return next(((number, why) for number in range(len(self.groups)) if (why := self.fault(number))), None)

    def move(self) -> Move:
        return Move(self.offer.choice.verb, groups=tuple(self.faces(number) for number in range(len(self.groups))))

    def lay_out(self, division: Sequence[Sequence[Card]]) -> None:
        """Put just these cards into the groups."""
        used: Counter[Card] = Counter()
        self.groups = []
        for group in division:
            laid = []
            for card in group:
                copy = used[card]
                used[card] += 1
                if (card, copy) in self.hand:
                    laid.append((card, copy))
            self.groups.append(laid)
        self.at = max(0, min(self.at, len(self._row) - 1))
