"""The turn: discard, lay a cache, or end the deal. Rule: khanhoo §3, §5.4, §7, §14."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...kit.wording import spoken
from ...model.board import Board
from ...model.cards import JOKER, Card, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.zones import zone_id
from ...play.phases import Phase
from .hand_rules import CACHE_SIZE, cards_to_cache, quartettes
from .melds.solver import read_meld
from .state import (
    DISCARDS,
    DREW,
    IN_TURN,
    OUT,
    PASSED_ON,
    QUARTETTE,
    TAKEN,
    barred_card,
    cached_faces,
    cards_to_go_out,
    has_stock,
    house_of,
    idle_card,
)
from .steps import CLAIMS, COUNTING, TURN, declare_roles, next_meld, not_in_hand

if TYPE_CHECKING:
    from ...play.table import Table


ROUNDS_PASSED_ON: Final = 2
"""How often one card may go round a table without a stock."""
DISCARDS_A_SEAT: Final = 25


class Turn(Phase):
    """The seat in turn holds one extra card: it discards one, or goes out. Rule: khanhoo §3, §7, §14."""

    name = TURN

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (IN_TURN.of(board),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        hand = table.zones[zone_id("hand", seat)]
        barred = barred_card(table)
        found = [
            Choice("discard", tuple([card for card in hand if card != barred]), 1, 1, paragraph="3.3"),
            Choice("out", cards_to_go_out(hand, table), 1, 1, paragraph="7.1"),
        ]
        if house_of(table).has_caches:
            found += choices_aside(table, seat, hand)
        return tuple([choice for choice in found if choice.cards or choice.sets])

    def default(self, table: Table, seat: Seat) -> Move:
        hand = table.zones[zone_id("hand", seat)]
        taken = TAKEN.of(table)
        drawn = table.last_drawn
        if DREW.of(table) and drawn in hand:
            return Move("discard", (drawn,))
        if taken in hand and not barred_card(table):
            return Move("discard", (taken,))
        if all(
            card == barred_card(table) for card in hand
        ):  # all others are laid down, so this card can only be the last discard
            return Move("out", (hand[0],))
        return Move("discard", (idle_card(hand, table),))

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb in ("cache", "quartette"):
            (lay_cache if move.verb == "cache" else show_quartette)(table, seat, move)
            return
        card = move.cards[0]
        table.move(move.cards, zone_id("hand", seat), "discard")
        if move.verb == "out":
            OUT.declare(table, seat, seat)
            table.enter(COUNTING)
        elif not has_stock(table) and _stalls(table, card):
            table.enter(COUNTING)
        else:
            table.enter(CLAIMS)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_discard(table, seat, move)


def _stalls(table: Table, card: Card) -> bool:
    """Whether a deal without a stock only passes one card round, or has too many discards. Rule: khanhoo §5.4."""
    passed_on, players = PASSED_ON.of(table), len(table.playing)
    if TAKEN.of(table) == card:
        passed_on += 1
        PASSED_ON.declare(table, passed_on)
    elif passed_on:
        passed_on = 0
        PASSED_ON.declare(table, passed_on)
    discards = DISCARDS.of(table) + 1
    DISCARDS.declare(table, discards)
    if passed_on < ROUNDS_PASSED_ON * players and discards < DISCARDS_A_SEAT * players:
        return False
    table.declare("dead", "stall")
    return True


class Opening(Turn):
    """The first player makes the first discard of the deal, or goes out at once. Rule: khanhoo §3.1, §7.2."""

    name = "opening"


def choices_aside(table: Table, seat: Seat, hand: list[Card]) -> list[Choice]:
    """The caches and quartettes open to the seat in turn. Rule: khanhoo §14.3, §14.4, §14.6."""
    three = [face for face in cards_to_cache(hand) if _can_throw(table, hand, face)]
    four = quartettes(hand, cached_faces(table, seat))
    return [
        Choice(
            "cache",
            sets=tuple((face,) * 3 for face in three),
            names=("cache, 6 points",) * len(three),
            paragraph="14.3",
        ),
        Choice("quartette", sets=four, names=("quartette, 12 points",) * len(four), paragraph="14.6"),
    ]


def _can_throw(table: Table, hand: list[Card], face: Card) -> bool:
    """Whether a cache of this face would leave a card to discard. Rule: khanhoo §14.4."""
    rest = hand.copy()
    for _ in range(CACHE_SIZE):
        rest.remove(face)
    barred = barred_card(table)
    return any(card != barred for card in rest) or bool(cards_to_go_out(rest, table))


def lay_cache(table: Table, seat: Seat, move: Move) -> None:
    """Lay three equal cards face down. The turn goes on. Rule: khanhoo §14.3."""
    table.move(move.cards, zone_id("hand", seat), zone_id("cache", seat, len(table.groups("cache", seat))))


def show_quartette(table: Table, seat: Seat, move: Move) -> None:
    """End the deal with four natural cards, or with a cache and its fourth. Rule: khanhoo §14.6, §14.7."""
    QUARTETTE.declare(table, seat, seat)
    if len(move.cards) == 1:
        table.move(move.cards, zone_id("hand", seat), _cache_of(table, seat, move.cards[0]))
    else:
        zone = next_meld(table, seat)
        meld = read_meld(move.cards, house_of(table).book)
        assert meld is not None, "four equal cards are a quartette"
        table.move(move.cards, zone_id("hand", seat), zone)
        declare_roles(table, seat, zone, meld)
    table.enter(COUNTING)


def claim_fourth(table: Table, seat: Seat, card: Card) -> None:
    """Add the discard to a cache, which ends the deal. Rule: khanhoo §14.5."""
    QUARTETTE.declare(table, seat, seat)
    table.move((card,), "discard", _cache_of(table, seat, card))
    table.enter(COUNTING)


def _cache_of(table: Table, seat: Seat, card: Card) -> str:
    return zone_id("cache", seat, cached_faces(table, seat).index(card))


def no_discard(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """Why a move of the seat in turn is refused."""
    hand = board.zones[zone_id("hand", seat)]
    if move.verb not in ("discard", "out", "cache", "quartette"):
        return IllegalMove("", "3.3")
    missing = next((held for held in move.cards if move.cards.count(held) > hand.count(held)), None)
    if missing is not None:
        return not_in_hand(missing, hand, "3.3")
    if move.verb == "cache":
        return _no_cache(board, hand, move)
    if move.verb == "quartette":
        return _no_quartette(board, seat, move)
    if move.verb == "out" and len(move.cards) != 1 and not cards_to_go_out(hand, board):
        return IllegalMove("You cannot go out: no discard leaves all your other cards in melds.", "7.1")
    if len(move.cards) != 1 or move.places or move.groups:
        return IllegalMove("Discard exactly one card.", "3.3")
    card = move.cards[0]
    if move.verb == "out":
        return IllegalMove(f"You cannot go out with {spoken(card)}: your other cards are not all in melds.", "7.1")
    return IllegalMove(f"You cannot discard {spoken(card)}: you took it this turn. Discard another card.", "3.4")


def _no_cache(board: Board, hand: list[Card], move: Move) -> IllegalMove:
    if not house_of(board).has_caches:
        return IllegalMove("This table plays without caches.", "10.14")
    if len(move.cards) != CACHE_SIZE or len(set(move.cards)) > 1 or JOKER in move.cards:
        return IllegalMove("A cache needs three equal cards without a joker.", "14.3")
    return IllegalMove("You cannot lay this cache: no card would be left to discard.", "14.4")


def _no_quartette(board: Board, seat: Seat, move: Move) -> IllegalMove:
    if not house_of(board).has_caches:
        return IllegalMove("This table plays without quartettes.", "10.14")
    if len(move.cards) == 1 and move.cards[0] not in cached_faces(board, seat):
        return IllegalMove(f"You have no cache of {spoken(move.cards[0])}.", "14.6")
    return IllegalMove(
        "A quartette is four equal cards without a joker. Select these four, or the fourth card of your cache.", "14.6"
    )
