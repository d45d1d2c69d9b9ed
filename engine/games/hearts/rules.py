"""Hearts: its table and its phases, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from ...kit.tricks import HANDS, TrickPhase, not_held
from ...kit.wording import SUIT_WORDS
from ...model.board import Board
from ...model.cards import Card, Deck, Seat
from ...model.events import Event
from ...model.moves import Choice, IllegalMove, Move
from ...model.options import OptionValue
from ...model.telling import Telling
from ...model.zones import Visibility, ZoneKind, ZonePlan, zone_id
from ...play.game import Game
from ...play.match_end import CountingPhase, MatchEnd, Reckoning
from ...play.phases import Between, Phase
from . import hints
from .cards import (
    BIT,
    BY_RANK,
    HAND_SIZE,
    PACK,
    PASSED,
    PASSES,
    PLACE,
    SEATS,
    TWO,
    HouseRules,
    breaks_hearts,
    may_play,
    passes_in,
    receiver,
    set_of,
    trick_winner,
)
from .meta import META
from .scoring import match_end, moon_shooter, reckon
from .state import BROKEN, MOON, SHOOTER, house_of, taken_of

if TYPE_CHECKING:
    from ...model.view import View
    from ...play.table import Table

PASSING: Final = tuple(zone_id("passing", seat) for seat in range(SEATS))


class Dealing(Phase):
    """Thirteen cards each. Rule: hearts §2."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        first = table.left_of(table.dealer)
        table.deal_hands((seat, HAND_SIZE) for seat in table.clockwise_from(first))
        way = passes_in(table.deal)
        table.declare("pass", way)
        table.enter(Tricks.name if way == "none" else Passing.name)


class Passing(Phase):
    """Three cards to a neighbour, all at once. Rule: hearts §3."""

    name = "passing"
    clock = "pass"
    sealed = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return tuple(range(SEATS))

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return (Choice("pass", tuple(table.zones[HANDS[seat]]), PASSED, PASSED, paragraph="3.2"),)

    def default(self, table: Table, seat: Seat) -> Move:
        highest = sorted(table.zones[HANDS[seat]], key=BY_RANK)[-PASSED:]
        return Move("pass", table.deck.sort(highest))

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        # All cards leave the hands before any arrive, so that nobody can pass on a received card.
        for giver, move in answers.items():
            table.move(move.cards, HANDS[giver], PASSING[giver])
        way = passes_in(table.deal)
        for giver, move in answers.items():
            table.move(move.cards, PASSING[giver], HANDS[receiver(giver, way)])
        table.enter(Tricks.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if move.verb != "pass":
            return IllegalMove("You cannot play yet.", "3.2")
        if len(move.cards) != PASSED:
            return IllegalMove(f"Pass exactly three cards, not {len(move.cards)}.", "3.2")
        return not_held(table.zones[HANDS[seat]], move, "3.2") or super().refusal(table, seat, move)


class Tricks(TrickPhase):
    """Thirteen tricks. Rule: hearts §4, §5, §6."""

    def first_leader(self, table: Table) -> Seat:
        return next(seat for seat in range(SEATS) if TWO in table.zones[HANDS[seat]])

    def legal(self, table: Table, seat: Seat) -> tuple[tuple[Card, ...], str, Card]:
        zones = table.zones
        hand, trick = zones[HANDS[seat]], zones["trick"]
        held = set_of(hand)
        legal, paragraph = may_play(
            held,
            trick[0][-1] if trick else "",
            first_trick=len(hand) == HAND_SIZE,
            broken=BROKEN.of(table),
            house=house_of(table),
        )
        cards = _chosen(hand, held, legal)
        # A hand is in pack order, so the lowest card of a suit comes first.
        return cards, paragraph, cards[0] if cards[0][-1] == cards[-1][-1] else min(cards, key=BY_RANK)

    def winner(self, board: Board, trick: Sequence[Card], leader: Seat) -> Seat:
        return trick_winner(trick, leader)

    def after_card(self, table: Table, seat: Seat, card: Card) -> None:
        if not BROKEN.of(table) and breaks_hearts(card, house_of(table)):
            BROKEN.declare(table, True, seat)

    def is_settled(self, view: View) -> bool:
        """Whether the viewer takes every trick, or all cards with points are taken."""
        needed = house_of(view).scoring_cards
        return sum(taken_of(view)) & needed == needed or super().is_settled(view)

    def finish(self, table: Table) -> None:
        house = house_of(table)
        shooter = moon_shooter(taken_of(table), house)
        if shooter is None or not house.moon_choice:
            table.enter(Counting.name)
            return
        SHOOTER.declare(table, shooter, shooter)
        table.enter(Moon.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if move.verb != "play":
            return IllegalMove("", "4.5")
        if len(move.cards) != 1:
            return IllegalMove("Play one card to the trick.", "4.5")
        missing = not_held(table.zones[HANDS[seat]], move, "4.5")
        if missing is not None:
            return missing
        choice = self.choices(table, seat)[0]
        if move.cards[0] in choice.cards or choice.paragraph not in _REASONS:
            return IllegalMove("Play one card and choose nothing else.", "4.5")
        return IllegalMove(_REASONS[choice.paragraph].format(suit=_led_suit(table)), choice.paragraph)


class Moon(Phase):
    """The player who shot the moon chooses how it counts. Rule: hearts §7.4."""

    name = "moon"
    clock = "moon"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (SHOOTER.of(board),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return (Choice("others26", paragraph="7.4"), Choice("self26", paragraph="7.4"))

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("others26")

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        MOON.declare(table, move.verb, seat)
        table.enter(Counting.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return IllegalMove("You shot the moon: choose how the 26 points count.", "7.4")


class Counting(CountingPhase):
    """The deal is scored, and the match goes on or ends. Rule: hearts §7, §8."""

    def reckon(self, table: Table) -> Reckoning:
        return reckon(taken_of(table), house_of(table), off_own_score=MOON.of(table) == "self26")

    def match_end(self, table: Table) -> MatchEnd:
        return match_end(house_of(table))


_REASONS: Final = {
    "4.1": "Lead the two of clubs to the first trick.",
    "4.2": "You must follow suit: you hold {suit}.",
    "4.3": "On the first trick you must play a card without points if you hold one.",
    "5.1": "You cannot lead hearts: they are not broken yet.",
}


def _led_suit(board: Board) -> str:
    trick = board.zones["trick"]
    return SUIT_WORDS[trick[0][-1]] if trick else ""


def _chosen(hand: list[Card], held: int, legal: int) -> tuple[Card, ...]:
    """The cards of a hand that are in a set, in the hand's order. held: the hand as a set."""
    # A hand is in pack order: the legal cards are nearly always a single slice of it, a suit or everything but hearts.
    below = (held & (legal & -legal) - 1).bit_count()
    run = tuple(hand[below : below + legal.bit_count()])
    if PLACE[run[-1]] == legal.bit_length() - 1:
        return run
    return tuple(card for card in hand if BIT[card] & legal)


class Hearts(Game):
    """The game as the registry finds it."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("passing", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("trick", Visibility.PUBLIC),
            ZoneKind("taken", Visibility.PUBLIC, per_seat=True),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase for phase in (Dealing(), Passing(), Tricks(), Moon(), Counting(), Between())
    }
    first_phase = Dealing.name
    verbs = frozenset(("pass", "play", "others26", "self26"))
    arrangements = ("suit", "rank")
    hints = hints
    high_wins = False

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """52 cards, whatever the options. Rule: hearts §1.2."""
        return _DECK

    def house_rules(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """The options as house rules. Rule: hearts §10."""
        return HouseRules.of(options)

    def telling(self, event: Event, board: Board) -> Telling | None:
        return hints.telling(event, board)

    def round_deals(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """One deal for each way of passing. Rule: hearts §3.1."""
        return len(PASSES)

    def trick_note(self, board: Board) -> str:
        """The suit to follow. Rule: hearts §4.2."""
        suit = _led_suit(board)
        return f"{suit} led" if suit else ""


_DECK: Final = Deck(PACK)

GAME: Final = Hearts()
