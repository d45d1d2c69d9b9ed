"""Decisions and moves: what a table asks and what a seat answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import msgspec

from .cards import Card, Deck, Seat

_FEW = 4  # for at most so many cards, looking each one up is faster than counting them all


class Refusal(Exception):
    """A move was not accepted, and nothing changed.

    reason: a sentence for a person. paragraph: of the game's rulebook, "" when no rule is at stake.
    """

    def __init__(self, reason: str, paragraph: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.paragraph = paragraph


class BadMove(Refusal):
    """The move does not fit the decision: the seat is not asked, or no choice has this verb."""


class IllegalMove(Refusal):
    """The rules forbid it; `paragraph` says which."""


class StaleMove(Refusal):
    """The move answers a decision that is over."""


class RulesFault(Refusal):
    """The game's rules raised an error while explaining why a move is forbidden; that error is the cause."""

    def __init__(self) -> None:
        super().__init__("That move cannot be made.")


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat's answer: a verb of the rulebook with its cards and places.

    cards: usually from the hand. places: names that the choice uses: zones ("slot:2:0"), seats ("seat:3"), suits, ends.
    groups: cards in groups, each in its order on the table, since the order may show what a joker stands for.
    """

    verb: str
    cards: tuple[Card, ...] = ()
    places: tuple[str, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()

    def verify_cards(self, deck: Deck) -> None:
        """Raises BadMove for a card that the deck does not have."""
        if not all(card in deck.counts for cards in (self.cards, *self.groups) for card in cards):
            raise BadMove("One of these cards is not in this pack.")

    def in_order(self, deck: Deck) -> Move:
        """The move with its cards in the deck's canonical order. Raises BadMove for a card not in the deck."""
        self.verify_cards(deck)
        return msgspec.structs.replace(self, cards=deck.sort(self.cards))


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One kind of legal answer, in one of three forms. paragraph: the rule that allows it.

    Listed: the move has the cards of one entry of `sets` and the places of the same entry of `places` (either list may
    be empty); names[i] says what the entry makes.
    Counted: the move has from least to most of `cards`; a face may be used as often as it is listed.
    Shaped: the move has one group of `cards` for each word of `shape`; the game decides which groups are valid
    (`Game.group_fault`). divisions: examples, the best first; at least one.
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
        """The pairs of cards and places of a listed choice; empty for the other forms."""
        count = max(len(self.sets), len(self.places))
        return tuple(zip(self.sets or ((),) * count, self.places or ((),) * count, strict=True))

    def admits(self, move: Move) -> bool:
        """Whether a move fits this choice. move.cards and the sets are in the deck's canonical order. For a shaped
        choice this checks only the bounds; the game checks the groups.
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
        """Every move of this choice, each once, cards in canonical order; for a shaped one its `divisions`."""
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
    """What the table asks one seat. Only that seat receives it, and it is not an event.

    id: the step of the table; an answer to an older step is stale.
    choices: all legal answers. default: the answer if the seat gives none: legal and cautious.
    clock: which of the host's clocks runs. sealed: the answers of all asked seats are revealed together. window: the
    host closes it after a random time, which reveals nothing. free: the seat may answer, but nobody waits for it.
    lapse_ms: after this time the rules take silence as the default, without a penalty; 0 if only the host's clock
    counts.
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
        """The first choice with this verb, if there is one."""
        return next((choice for choice in self.choices if choice.verb == verb), None)

    def moves(self, deck: Deck) -> Iterator[Move]:
        for choice in self.choices:
            yield from choice.moves(deck)
