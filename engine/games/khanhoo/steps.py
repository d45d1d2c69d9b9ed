"""Steps of several phases: lay down a meld, take or draw a card, begin a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...kit.wording import capital, counted, spoken
from ...model.cards import Card, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.zones import zone_id
from .hand_rules import best_defence, from_hand
from .melds.solver import read_meld
from .state import DREW, IN_TURN, RESTOCK, TAKEN, TAKES, has_stock, house_of, top_discard

if TYPE_CHECKING:
    from ...play.table import Table
    from .melds.solver import Meld

CLAIMS: Final = "claims"
TURN: Final = "turn"
COUNTING: Final = "counting"


def sets_of(verb: str, melds: tuple[Meld, ...], card: Card, table: Table, paragraph: str) -> tuple[Choice, ...]:
    """The choice among melds with the discard, each with its name; empty without melds."""
    if not melds:
        return ()
    sets = tuple(from_hand(meld, card, table.deck) for meld in melds)
    names = tuple(f"{meld.kind}, {counted(meld.points, 'point')}" for meld in melds)
    return (Choice(verb, sets=sets, names=names, paragraph=paragraph),)


def meld_of(table: Table, move: Move, card: Card) -> Meld:
    """The meld that a move makes with a discard."""
    meld = read_meld((*move.cards, card), house_of(table).book)
    assert meld is not None, "only melds could be chosen"
    return meld


def defence_of(table: Table, seat: Seat, take: Move) -> Meld | None:
    """The meld with which the next player defends the discard: the named one, or the best. Rule: khanhoo §4.4."""
    card = top_discard(table)
    if take.cards:
        return meld_of(table, take, card)
    return best_defence(card, table.zones[zone_id("hand", seat)], house_of(table).book)


def lay(table: Table, seat: Seat, move: Move, card: Card) -> None:
    """Lay the meld that a move makes with the latest discard. Rule: khanhoo §4.8, §4.10."""
    zone = next_meld(table, seat)
    meld = meld_of(table, move, card)
    table.move((card,), "discard", zone)
    table.move(move.cards, zone_id("hand", seat), zone)
    declare_roles(table, seat, zone, meld)


def next_meld(table: Table, seat: Seat) -> str:
    """The zone for a seat's next meld."""
    return zone_id("meld", seat, len(table.groups("meld", seat)))


def declare_roles(table: Table, seat: Seat, zone: str, meld: Meld) -> None:
    """Declare the kind of a laid meld, and the cards that its jokers stand for."""
    table.declare(f"roles:{zone.partition(':')[2]}", (meld.kind, *meld.roles), seat)


def give_in_turn(table: Table, seat: Seat, take: Move | None) -> None:
    """Without a bump, the next player gets the discard, or draws if they left it. take: None if the card is left. Rule:
    khanhoo §3.2, §5.3.
    """
    if take is not None:
        take_up(table, seat, take, defended=False)
    elif has_stock(table):
        draw(table, seat)
    else:
        take_up(table, seat, Move("take"), defended=False)


def take_up(table: Table, seat: Seat, move: Move, *, defended: bool) -> None:
    """The next player takes the latest discard: into the hand, or into a meld if the table's option says so.

    Rule: khanhoo §3.2, §4.5, §10.5.
    """
    card = top_discard(table)
    if defended:
        table.declare("defended", seat, seat)
    if move.cards:
        lay(table, seat, move, card)
    else:
        table.move((card,), "discard", zone_id("hand", seat))
    if has_stock(table):
        TAKES.declare(table, TAKES.of(table) + 1)
    begin_turn(table, seat, taken=None if move.cards else card, drew=False)


def draw(table: Table, seat: Seat) -> None:
    """The next player draws; an empty stock is refilled first. Rule: khanhoo §3.2, §5.1, §5.2, §10.6."""
    turn_over = house_of(table).turn_over
    if RESTOCK.draw(table, zone_id("hand", seat), keeps_top=not turn_over, is_shuffled=not turn_over) is None:
        table.declare("dead", "stock")
        table.enter(COUNTING)
        return
    if TAKES.of(table):
        TAKES.declare(table, 0)
    begin_turn(table, seat, taken=None, drew=True)


def not_in_hand(card: Card, hand: Sequence[Card], paragraph: str) -> IllegalMove:
    """The refusal of a move with a card that the hand lacks, or of which it has too few."""
    if held := hand.count(card):
        often = {1: "once", 2: "twice"}.get(held, f"{held} times")
        return IllegalMove(f"You hold {spoken(card)} only {often}.", paragraph)
    return IllegalMove(f"{capital(spoken(card))} is not in your hand.", paragraph)


def begin_turn(table: Table, seat: Seat, *, taken: Card | None, drew: bool) -> None:
    """Begin the turn of a seat that holds its extra card and must discard one."""
    if TAKEN.of(table) != taken:
        TAKEN.declare(table, taken)
    if DREW.of(table) != drew:
        DREW.declare(table, drew)
    IN_TURN.declare(table, seat, seat)
    table.enter(TURN)
