"""A choice in the making: what my hand looks like to me, which cards I have chosen, and what I could do with them.

Nothing here draws or sends. The chooser outlives every update: a card that is still held stays chosen, whatever the
others do and whatever I am asked meanwhile; only a move of mine, or the loss of the card, undoes it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import Card, Choice, Decision, Move

from .layouts import TableLayout, VerbWords

Slot = tuple[Card, int]
"""A held card: its face, and which of its equals it is, counted from 0 in the order of the hand."""

MARKS: Final = ("lit", "dim")


@dataclass(frozen=True)
class Offer:
    """One thing that I may do now, in the words of the game's layout."""

    choice: Choice
    words: VerbWords

    @property
    def verb(self) -> str:
        """The move's verb."""
        return self.choice.verb

    @property
    def kind(self) -> str:
        """What it wants of me: "word" no cards, "sets" one of some sets, "cards" cards of my choice."""
        if self.choice.sets:
            return "sets"
        return "cards" if self.choice.most else "word"

    @property
    def counts(self) -> str:
        """How many cards it takes, as text: "3", "1-3", "" for none."""
        least, most = self.choice.least, self.choice.most
        if self.kind != "cards":
            return ""
        return str(most) if least == most else f"{least}-{most}"

    def takes(self, cards: Sequence[Card]) -> bool:
        """Whether it may be done with exactly these cards."""
        if self.kind == "sets":
            wanted = Counter(cards)
            return any(Counter(cards_of_set) == wanted for cards_of_set in self.choice.sets)
        if not self.choice.least <= len(cards) <= self.choice.most:
            return False
        return not Counter(cards) - Counter(self.choice.cards)

    def matching(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards as the choice names them: a set in its own order."""
        wanted = Counter(cards)
        return next((found for found in self.choice.sets if Counter(found) == wanted), tuple(cards))


def offers_of(decision: Decision | None, layout: TableLayout) -> tuple[Offer, ...]:
    """What a decision allows, in the order in which the layout names it."""
    if decision is None:
        return ()
    offers = [Offer(choice, layout.verb(choice.verb)) for choice in decision.choices]
    return tuple(sorted(offers, key=lambda offer: offer.words.order))


class Chooser:
    """My hand in my hands.

    slots: the held cards in the order shown. cursor: index of the card pointed at. chosen: the cards set apart.
    picking: the offer of sets that I am leafing through, with the set that is shown.
    """

    def __init__(self, layout: TableLayout) -> None:
        self._layout = layout
        self.slots: tuple[Slot, ...] = ()
        self.cursor = 0
        self._is_pointed = False
        self.chosen: set[Slot] = set()
        self.decision: Decision | None = None
        self.offers: tuple[Offer, ...] = ()
        self.picking: Offer | None = None
        self.leaf = 0

    # What changes it from outside.

    def hold(self, cards: Sequence[Card]) -> None:
        """My hand is now this, in this order."""
        pointed = self.slots[self.cursor] if self.slots else None
        counts: Counter[Card] = Counter()
        slots: list[Slot] = []
        for card in cards:
            slots.append((card, counts[card]))
            counts[card] += 1
        self.slots = tuple(slots)
        self.chosen = {(card, copy) for card, copy in self.chosen if copy < counts[card]}
        if pointed in self.slots:
            self.cursor = self.slots.index(pointed)
        self.cursor = max(0, min(self.cursor, len(slots) - 1))

    def ask(self, decision: Decision | None) -> None:
        """I am asked this now, or nothing. What I had begun stays as far as it still can be done."""
        if decision == self.decision:
            return
        self.decision = decision
        self.offers = offers_of(decision, self._layout)
        self._point_at_use()
        if self.picking is not None:
            shown = self.picked
            again = next(
                (offer for offer in self.offers if offer.verb == self.picking.verb and offer.choice.sets), None
            )
            self.picking = again
            self.leaf = again.choice.sets.index(shown) if again and shown in again.choice.sets else 0

    def _point_at_use(self) -> None:
        """With nothing chosen yet, point at a card that is of use.

        Where I have not pointed myself since my last move it is that of the decision's default, the dull one, so that
        a hasty Enter does little harm. Otherwise it is the one nearest to where I point.
        """
        marks = self.marks()
        if self.chosen or not marks or not any(marks):
            return
        dull = self.decision.default.cards if self.decision is not None else ()
        if not self._is_pointed and len(dull) == 1 and (dull[0], 0) in self.slots:
            self.cursor = self.slots.index((dull[0], 0))
        if marks[self.cursor]:
            return
        useful = [index for index, mark in enumerate(marks) if mark]
        self.cursor = min(useful, key=lambda index: abs(index - self.cursor))

    def moved(self, move: Move) -> None:
        """My move was accepted: the cards that I chose for it are done with, and so is leafing.

        What I chose for something else stays: to let a card go is no reason to forget which one I meant to throw.
        """
        if self.picking is None:
            for card in move.cards:
                used = next((slot for slot in self.slots if slot[0] == card and slot in self.chosen), None)
                self.chosen -= {used} if used else set()
        self.picking, self.leaf = None, 0
        self._is_pointed = False

    # What I do.

    def step(self, by: int) -> None:
        """Move the cursor, or leaf through sets; both run round."""
        if self.picking is not None:
            self.leaf = (self.leaf + by) % len(self.picking.choice.sets)
        elif self.slots:
            self.cursor = (self.cursor + by) % len(self.slots)
            self._is_pointed = True

    def point(self, index: int) -> None:
        """Put the cursor on a card."""
        if 0 <= index < len(self.slots):
            self.cursor = index
            self._is_pointed = True

    def toggle(self) -> None:
        """Choose the card pointed at, or put it back."""
        if self.picking is None and self.slots:
            self.chosen ^= {self.slots[self.cursor]}

    def clear(self) -> None:
        """Leave the leafing, or put all chosen cards back."""
        if self.picking is not None:
            self.picking, self.leaf = None, 0
        else:
            self.chosen.clear()

    def offer(self, key: str) -> Offer | None:
        """The offer that has this key."""
        return next((offer for offer in self.offers if offer.words.key == key), None)

    # What it comes to.

    @property
    def chosen_cards(self) -> tuple[Card, ...]:
        """The chosen cards, in the order of the hand."""
        return tuple(slot[0] for slot in self.slots if slot in self.chosen)

    @property
    def pointed(self) -> Card | None:
        """The card pointed at."""
        return self.slots[self.cursor][0] if self.slots else None

    @property
    def picked(self) -> tuple[Card, ...]:
        """The set that is shown while leafing."""
        return self.picking.choice.sets[self.leaf] if self.picking else ()

    @property
    def picked_name(self) -> str:
        """What the set that is shown makes."""
        if self.picking is None or self.leaf >= len(self.picking.choice.names):
            return ""
        return self.picking.choice.names[self.leaf]

    def marks(self) -> tuple[bool, ...]:
        """For each held card, whether something I am asked may be done with it; yes for all when nothing is."""
        useful: Counter[Card] = Counter()
        for offer in self.offers:
            useful |= Counter(offer.choice.cards)
            for cards in offer.choice.sets:
                useful |= Counter(cards)
        if not any(offer.kind != "word" for offer in self.offers):
            return (True,) * len(self.slots)
        return tuple(useful[card] > 0 for card, _ in self.slots)

    def in_hand(self) -> tuple[Card, ...]:
        """The cards that a move with cards would take: the chosen ones, or else the one pointed at."""
        return self.chosen_cards or ((self.pointed,) if self.pointed is not None else ())

    def main_offer(self) -> Offer | None:
        """What Enter does now: the first offer that takes the cards in hand, or the only one that wants cards."""
        if self.picking is not None:
            return self.picking
        cards = self.in_hand()
        fitting = [offer for offer in self.offers if offer.kind != "word" and cards and offer.takes(cards)]
        if fitting:
            return fitting[0]
        wanting = [offer for offer in self.offers if offer.kind == "cards"]
        if wanting:
            return wanting[0]
        alone = len(self.offers) == 1 and self.offers[0].kind == "word"
        return self.offers[0] if alone and not self.chosen else None

    def move_for(self, offer: Offer, *, named: bool = False) -> Move | None:
        """The move that an offer makes with what I have in hand, legal or not; None where it needs leafing first.

        named: I asked for just this offer, so that the one card it can be done with needs no pointing at.
        """
        if offer.kind == "word":
            return Move(offer.verb)
        if offer is self.picking:
            return Move(offer.verb, self.picked)
        chosen = self.chosen_cards
        if offer.kind == "sets":
            return Move(offer.verb, offer.matching(chosen)) if chosen and offer.takes(chosen) else None
        if not chosen and offer.choice.least > 1:
            return None
        cards = chosen or self.in_hand()
        only = set(offer.choice.cards)
        if named and not chosen and len(only) == 1 and offer.choice.most == 1:
            cards = tuple(only)
        return Move(offer.verb, offer.matching(cards)) if cards or offer.choice.least == 0 else None

    def pick(self, offer: Offer) -> None:
        """Begin to leaf through an offer's sets, at the first that uses what is chosen."""
        chosen = Counter(self.chosen_cards)
        self.picking, self.leaf = offer, 0
        for index, cards in enumerate(offer.choice.sets):
            if not chosen - Counter(cards):
                self.leaf = index
                break
