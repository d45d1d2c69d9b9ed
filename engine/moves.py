"""What a table asks and what a seat answers."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import msgspec

from .cards import Card, Deck, Seat

_FEW = 4  # up to so many cards, looking each of them up is faster than counting all


class Refusal(Exception):
    """A move was not accepted, and nothing changed.

    reason: a sentence for a person. paragraph: of the game's rulebook, "" when no rule is at stake.
    """

    def __init__(self, reason: str, paragraph: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.paragraph = paragraph


class BadMove(Refusal):
    """The answer does not fit the question at all: nobody is asked, or the verb is not on offer."""


class IllegalMove(Refusal):
    """The rules forbid it; `paragraph` says which."""


class StaleMove(Refusal):
    """The decision that it answers is over."""


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat's answer: a verb of the rulebook, and the cards it is done with."""

    verb: str
    cards: tuple[Card, ...] = ()


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that a seat may answer.

    verb: the move's verb. With `sets`, the move's cards are exactly one of them, and names[i] says what sets[i]
    makes. Otherwise they are least..most of `cards`, in which a face stands as often as it may be taken.
    paragraph: the rule that allows it.
    """

    verb: str
    cards: tuple[Card, ...] = ()
    least: int = 0
    most: int = 0
    sets: tuple[tuple[Card, ...], ...] = ()
    names: tuple[str, ...] = ()
    paragraph: str = ""

    def admits(self, move: Move) -> bool:
        """Whether a move is within this choice. move.cards stand in the deck's canonical order, as do the sets."""
        if move.verb != self.verb:
            return False
        if self.sets:
            return move.cards in self.sets
        cards = move.cards
        count = len(cards)
        if not self.least <= count <= self.most:
            return False
        if count == 1:
            return cards[0] in self.cards
        if count <= _FEW:
            return all(cards.count(card) <= self.cards.count(card) for card in cards)
        return Counter(cards) <= Counter(self.cards)

    def moves(self, deck: Deck) -> Iterator[Move]:
        """Every move within this choice, each once, cards in canonical order."""
        if self.sets:
            for cards in self.sets:
                yield Move(self.verb, cards)
            return
        seen = set()
        pool = deck.sort(self.cards)
        for count in range(self.least, self.most + 1):
            for cards in combinations(pool, count):
                if cards not in seen:
                    seen.add(cards)
                    yield Move(self.verb, cards)


class Decision(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the table asks one seat. It goes to that seat alone and is no event.

    id: the step of the table at which it stands; an answer to an older step is stale.
    choices: all that may be answered. default: what is answered for a seat that does not: legal and dull.
    clock: which of the host's clocks runs. sealed: answers of all seats asked are revealed together.
    window: when it closes is the host's affair and tells nothing.
    """

    id: int
    seat: Seat
    phase: str
    choices: tuple[Choice, ...]
    default: Move
    clock: str = "turn"
    sealed: bool = False
    window: bool = False

    def choice(self, verb: str) -> Choice | None:
        """The first choice with a verb, if the seat has it."""
        return next((choice for choice in self.choices if choice.verb == verb), None)

    def moves(self, deck: Deck) -> Iterator[Move]:
        """Every legal move."""
        for choice in self.choices:
            yield from choice.moves(deck)
