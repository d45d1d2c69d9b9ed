"""What a table asks and what a seat answers."""

from __future__ import annotations

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


class RulesFault(Refusal):
    """The game's rules failed while they said why a move is forbidden; the failure is the exception's cause."""

    def __init__(self) -> None:
        super().__init__("That move cannot be made.")


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat's answer: a verb of the rulebook, and what it is done with.

    cards: from the hand, mostly. places: names in the choice's own words: zones ("slot:2:0"), seats ("seat:3"), suits,
    ends. groups: cards in groups, each in the order in which it is laid, for that may say what a joker stands for.
    """

    verb: str
    cards: tuple[Card, ...] = ()
    places: tuple[str, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()

    def verify_cards(self, deck: Deck) -> None:
        """Raises BadMove for a card that the deck does not have."""
        if not all(card in deck.counts for cards in (self.cards, *self.groups) for card in cards):
            raise BadMove("This pack does not have one of these cards.")

    def in_order(self, deck: Deck) -> Move:
        """The move with its cards in the deck's canonical order. Raises BadMove for a card that the deck lacks."""
        self.verify_cards(deck)
        return msgspec.structs.replace(self, cards=deck.sort(self.cards))


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that a seat may answer. It has one of three forms; paragraph: the rule that allows it.

    Listed: `sets` and `places` stand side by side (either may be empty), and the move has exactly the cards of one and
    the places of the other; names[i] says what the pair makes.
    Counted: the move has least..most of `cards`, in which a face stands as often as it may be taken.
    Shaped: the move has one group of `cards` for each word of `shape`, and the game says what makes such a group
    (`Game.group_fault`). divisions: some that do, the best first; there is always one.
    """

    verb: str
    cards: tuple[Card, ...] = ()
    least: int = 0
    most: int = 0
    sets: tuple[tuple[Card, ...], ...] = ()
    names: tuple[str, ...] = ()
    paragraph: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    shape: tuple[str, ...] = ()
    divisions: tuple[tuple[tuple[Card, ...], ...], ...] = ()

    @property
    def listed(self) -> tuple[tuple[tuple[Card, ...], tuple[str, ...]], ...]:
        """The pairs of cards and places of a listed choice; none for the other forms."""
        count = max(len(self.sets), len(self.places))
        return tuple(zip(self.sets or ((),) * count, self.places or ((),) * count, strict=True))

    def admits(self, move: Move) -> bool:
        """Whether a move is within this choice. move.cards stand in the deck's canonical order, as do the sets.

        Of a shaped choice only the bounds are looked at here: what makes a group is the game's to say.
        """
        if move.verb != self.verb:
            return False
        if move.places or move.groups or self.places or self.shape:
            return self._admits_written(move)
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

    def _admits_written(self, move: Move) -> bool:
        if self.shape:
            laid = Counter(card for group in move.groups for card in group)
            is_bare = not move.cards and not move.places
            return is_bare and len(move.groups) == len(self.shape) and laid <= Counter(self.cards)
        return not move.groups and (move.cards, move.places) in self.listed

    def moves(self, deck: Deck) -> Iterator[Move]:
        """Every move within this choice, each once, cards in canonical order; of a shaped one those it names."""
        if self.shape:
            for groups in self.divisions:
                yield Move(self.verb, groups=groups)
            return
        if self.sets or self.places:
            for cards, places in self.listed:
                yield Move(self.verb, cards, places)
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
    window: when it closes is the host's affair and tells nothing. free: it may be answered, but nobody waits for it.
    lapse_ms: after so long, silence is the default by the rules, and costs nothing; 0 where the host's clock says.
    """

    id: int
    seat: Seat
    phase: str
    choices: tuple[Choice, ...]
    default: Move
    clock: str = "turn"
    sealed: bool = False
    window: bool = False
    free: bool = False
    lapse_ms: int = 0

    def choice(self, verb: str) -> Choice | None:
        """The first choice with a verb, if the seat has it."""
        return next((choice for choice in self.choices if choice.verb == verb), None)

    def moves(self, deck: Deck) -> Iterator[Move]:
        for choice in self.choices:
            yield from choice.moves(deck)
