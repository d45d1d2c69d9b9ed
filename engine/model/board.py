"""The state that a table and a view share: zones, public facts, scores, and how events change them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from .cards import UNKNOWN, Card, Deck, Seat
from .events import (
    Committed,
    DealBegan,
    Declared,
    Dropped,
    Entered,
    Event,
    FactValue,
    Happened,
    MatchEnded,
    Moved,
    Rearranged,
    Scored,
    SecretRevealed,
    SharesMixed,
    Shown,
    Shuffled,
    Signed,
    Turned,
)
from .game_info import GameInfo
from .options import OptionValue
from .zones import BOX, ZonePlan, zone_id


class Undeclared(KeyError):
    """A public fact was asked for that has not been declared in this deal."""


class Facts(dict[str, FactValue]):
    """Public facts of a deal by name. A missing one raises Undeclared, so that it cannot be confused with another
    error.
    """

    def __missing__(self, fact: str) -> FactValue:
        raise Undeclared(fact)


class PhaseRules(Protocol):
    """What a board uses of a phase: see Phase."""

    def acting(self, board: Board) -> tuple[Seat, ...]:
        """Seats that are asked, from public knowledge."""


class Rules(Protocol):
    """What a board uses of its game: see Game."""

    @property
    def meta(self) -> GameInfo:
        """Its facts."""

    @property
    def plan(self) -> ZonePlan:
        """Its zones, and who sees their cards."""

    @property
    def phases(self) -> Mapping[str, PhaseRules]:
        """Its phases by name."""

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """The pack that these options are played with."""

    def complete_options(self, options: dict[str, OptionValue], seats: int) -> dict[str, OptionValue]:
        """The options as a table of so many seats plays them. Raises OptionError."""

    def house_rules(self, options: Mapping[str, OptionValue]) -> Any:
        """The options in the form in which the rules read them."""


class Board:
    """One match as far as the host or a viewer knows it.

    options: what the players agreed on; rules_in_force: the same in the form that the game's rules read.
    dropped: seats that are out of the match; playing: those that are not, clockwise. Lists by seat (totals, points)
    keep their first length.
    zones: cards by zone id; the top of an ordered zone is its last card. facts: the public facts of this deal.
    phase: "" before the match. deal: number of the deal, 0 before the first. totals: points of the match by seat.
    scores: the score of every finished deal. over: set when the match has ended.

    Only `fold` changes the host's table and every client's view, so they cannot differ.
    """

    def __init__(self, game: Rules, seats: int, options: dict[str, OptionValue]) -> None:
        self.game = game
        self.seats = seats
        self.options = game.complete_options(options, seats)
        self.rules_in_force = game.house_rules(self.options)
        self.deck = game.deck(self.options)
        self.playing: tuple[Seat, ...] = tuple(range(seats))
        self.dropped: tuple[Seat, ...] = ()
        self.phase = ""
        self.deal = 0
        self.dealer: Seat = 0
        self.zones: dict[str, list[Card]] = {}
        self.facts = Facts()
        self.totals: list[int] = [0] * seats
        self.scores: list[Scored] = []
        self.over: MatchEnded | None = None
        self._clear_zones()

    def zone(self, kind: str, seat: Seat | None = None, group: int | None = None) -> list[Card]:
        """The cards of a zone; an empty list for a group without cards."""
        return self.zones.get(zone_id(kind, seat, group), [])

    def groups(self, kind: str, seat: Seat) -> list[list[Card]]:
        """The cards of a seat's numbered groups (melds, slots), by number; an emptied group keeps its number."""
        found: list[list[Card]] = []
        while (cards := self.zones.get(zone_id(kind, seat, len(found)))) is not None:
            found.append(cards)
        return found

    def acting(self) -> tuple[Seat, ...]:
        """Seats whose answer the table waits for, from public knowledge."""
        phase = self.game.phases.get(self.phase)
        return () if phase is None or self.over is not None else phase.acting(self)

    def left_of(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat so many places to the left (clockwise) among those that play."""
        if not self.dropped:
            return (seat + steps) % self.seats
        return self._beside(seat, steps)

    def right_of(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat so many places to the right (counter-clockwise) among those that play."""
        if not self.dropped:
            return (seat - steps) % self.seats
        return self._beside(seat, -steps)

    def clockwise_from(self, seat: Seat) -> Iterator[Seat]:
        """Every seat that plays once, clockwise, beginning with this one."""
        every = ((seat + steps) % self.seats for steps in range(self.seats))
        return every if not self.dropped else (one for one in every if one not in self.dropped)

    def fold(self, event: Event) -> None:
        """Apply one event. Raises TypeError for anything else."""
        if isinstance(event, Moved):
            self._move(event.src, event.dst, event.cards)
        elif isinstance(event, Declared):
            self.facts[event.fact] = event.value
        elif isinstance(event, Entered):
            self.phase = event.phase
        elif isinstance(event, (Shuffled, Turned)):
            self.zones[event.zone] = list(event.cards)
        elif isinstance(event, Shown):
            if UNKNOWN not in event.cards:
                self.zones[event.zone] = list(event.cards)
        elif isinstance(event, DealBegan):
            self.deal, self.dealer = event.number, event.dealer
            self.facts.clear()
            self._clear_zones()
        elif isinstance(event, Scored):
            self.totals = list(event.totals)
            self.scores.append(event)
        elif isinstance(event, MatchEnded):
            self.over = event
        elif isinstance(event, Rearranged):
            self._rearrange(event)
        elif isinstance(event, Dropped):
            self.dropped = (*self.dropped, event.seat)
            self.playing = tuple(seat for seat in self.playing if seat != event.seat)
        elif not isinstance(event, (Happened, Signed, Committed, SharesMixed, SecretRevealed)):
            raise TypeError(f"{type(event).__name__} is not an event.")

    def _beside(self, seat: Seat, steps: int) -> Seat:
        places = range(1, self.seats + 1) if steps > 0 else range(-1, -self.seats - 1, -1)
        order = [one for place in places if (one := (seat + place) % self.seats) not in self.dropped]
        return order[(abs(steps) - 1) % len(order)] if steps else seat

    def _rearrange(self, event: Rearranged) -> None:
        rows = self.groups(event.kind, event.seat)
        for number, cards in enumerate(rows):
            # For viewers who were not told the order, any card may now be anywhere.
            lying = rows[event.order[number]] if event.order else [UNKNOWN] * len(cards)
            self.zones[zone_id(event.kind, event.seat, number)] = lying

    def _clear_zones(self) -> None:
        self.zones = {zone: [] for zone in self.game.plan.fixed_zones(self.seats)}

    def _move(self, src: str, dst: str, cards: tuple[Card, ...]) -> None:
        ordered = self.game.plan.ordered
        if src != BOX:
            cards = (_take_from_order if ordered[src] else _take_from_crowd)(self.zones[src], cards)
        if dst == BOX:
            return
        target = self.zones.get(dst)
        if target is None:
            target = self.zones[dst] = []
        target += cards
        if not ordered[dst]:
            target.sort(key=self.deck.order.__getitem__)


def _take_from_order(held: list[Card], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Remove cards from an ordered zone; return them with the faces known from their places."""
    if UNKNOWN in cards:
        # Unseen cards leave from the top, so a viewer who knew the top cards knows which left.
        return tuple(held.pop() for _ in cards)
    top = held[-len(cards) :]
    if tuple(top) == cards or sorted(top) == sorted(cards):
        del held[-len(cards) :]
        return cards
    for card in cards:
        _remove_uppermost(held, card)
    return cards


def _remove_uppermost(held: list[Card], card: Card) -> None:
    wanted = card if card in held else UNKNOWN
    try:
        place = len(held) - 1 - held[::-1].index(wanted)
    except ValueError:
        raise ValueError(f"The zone has no {card} to move.") from None
    del held[place]


def _take_from_crowd(held: list[Card], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Remove cards from an unordered zone: each by its face, or as one of its unknown cards."""
    if UNKNOWN in cards and any(card != UNKNOWN for card in held):
        # Any of the cards may have left, so the viewer no longer knows the cards of this zone.
        held[:] = [UNKNOWN] * len(held)
    for card in cards:
        if card in held:
            held.remove(card)
        elif UNKNOWN in held:
            held.remove(UNKNOWN)
        else:
            raise ValueError(f"The zone has no {card} to move.")
    return cards
