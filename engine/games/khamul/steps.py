"""Steps of several phases: discard, match, draw unseen, rearrange; and the order of phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...model.cards import Card, Seat
from ...model.moves import Move
from ...model.zones import zone_id
from .cards import JACK, KING, POWER, matches, number_of
from .seen_cards import forget, lose_track, see, see_all
from .state import (
    CALLER,
    FREE_MOVES,
    NEXT_TURN,
    RESTOCK,
    RESUME,
    TURN_NUMBER,
    WAITING,
    free_moves,
    has_card,
    holders,
    house_of,
    in_turn,
    next_place,
    targets_of,
)

if TYPE_CHECKING:
    from ...play.table import Table

TURN, MATCHING, POWERS, COUNTING = "turn", "matching", "power", "counting"
"""Names of the phases that acts lead to."""

PILE: Final = "discard"


def drawn_id(seat: Seat) -> str:
    """The zone of a card that a seat has drawn and not yet placed or discarded."""
    return zone_id("drawn", seat)


# Cards.


def draw_unseen(table: Table, seat: Seat) -> None:
    """A seat gets a card that nobody sees. Rule: khamul §2.3, §4.5."""
    RESTOCK.draw(table, next_place(table, seat))


def throw(table: Table, seat: Seat, src: str, *, matched: bool = False) -> None:
    """A seat discards the only card of a zone. Rule: khamul §6.1, §11.3."""
    (card,) = table.zones[src]
    table.move((card,), src, PILE)
    forget(table, card)
    if POWER[card] and (not matched or house_of(table).match_powers):
        WAITING.declare(table, (*WAITING.of(table), (card, seat)))


def lay(table: Table, seat: Seat, place: str) -> None:
    """The drawn or taken card goes to a place, and the card there is discarded. Rule: khamul §4.3, §4.4."""
    throw(table, seat, place)
    table.move(tuple(table.zones[drawn_id(seat)]), drawn_id(seat), place)


def match(table: Table, seat: Seat, place: str) -> bool:
    """A seat tries to match the top of the pile with the card of a place; return whether it matched. Rule: khamul §5.3,
    §5.4.
    """
    (card,) = table.zones[place]
    if matches(card, table.zones[PILE][-1]):
        throw(table, seat, place, matched=True)
        return True
    table.turn_up(place)
    see_all(table, card)
    draw_unseen(table, seat)
    return False


def match_freely(table: Table, seat: Seat, place: str) -> None:
    """A match outside the matching phase; its power is used at once. Rule: khamul §5.6."""
    made = free_moves(table, seat)
    FREE_MOVES[seat].declare(table, made._replace(matched=made.matched + 1, in_round=made.in_round + 1), seat)
    match(table, seat, place)
    if WAITING.of(table) and table.phase != POWERS:
        RESUME.declare(table, table.phase)
        use_powers(table)
    else:
        table.renew(free=False)  # the rank on top is the same, so the others' matches still match


def rearrange(table: Table, seat: Seat, move: Move) -> None:
    """A seat exchanges two of its cards; the others learn only that it did. Rule: khamul §3.4."""
    one, other = (number_of(place) for place in move.places)
    order = list(range(len(table.groups("slot", seat))))
    order[one], order[other] = other, one
    table.rearrange("slot", seat, order)
    lose_track(table, seat)
    made = free_moves(table, seat)
    FREE_MOVES[seat].declare(table, made._replace(rearranged=made.rearranged + 1, in_round=made.in_round + 1), seat)


def exchange(table: Table, seat: Seat, own: str, others: str) -> None:
    """Two seats' cards change places, and the player of the power looks at the card received. Rule: khamul §6.3."""
    table.move(tuple(table.zones[own]), own, "aside")
    table.move(tuple(table.zones[others]), others, own)
    table.move(tuple(table.zones["aside"]), "aside", others)
    look(table, seat, own)


def look(table: Table, seat: Seat, place: str) -> None:
    """A seat is shown the card of a place. Rule: khamul §3.1, §6.3, §6.5."""
    table.show(place, seat)
    see(table, table.zones[place][0], seat)


def match_order(table: Table) -> list[Seat]:
    """Seats in the order of their matches. Rule: khamul §5.3."""
    return list(table.clockwise_from(table.left_of(in_turn(table))))


# The order of phases.


def begin_turn(table: Table, number: int) -> None:
    """Begin the turn with this number, or end the round. Rule: khamul §4.1, §4.6, §7.2, §7.5."""
    seat = table.left_of(table.dealer, number)
    caller = CALLER.of(table)
    is_uncalled = caller is None and number > house_of(table).turn_cap * len(table.playing)
    if caller == seat or is_uncalled:
        table.enter(COUNTING)
    else:
        TURN_NUMBER.declare(table, number, seat)
        if caller is None and not has_card(table, seat):
            CALLER.declare(table, seat, seat)
            begin_turn(table, number + 1)
        else:
            table.enter(TURN)


def after_throw(table: Table) -> None:
    """After a discard or a match: every player with a card may match it. Rule: khamul §5.2, §5.5."""
    if holders(table):
        table.enter(MATCHING)
    else:
        use_powers(table)


def use_powers(table: Table) -> None:
    """Ask for the next usable power; if there is none, go on. Rule: khamul §6.2."""
    waiting = WAITING.of(table)
    usable = waiting
    while usable and not can_use(table, *usable[0]):
        usable = usable[1:]
    if usable != waiting:
        WAITING.declare(table, usable)
    if usable:
        table.enter(POWERS)
        return
    then = RESUME.of(table)
    if then == NEXT_TURN:
        begin_turn(table, TURN_NUMBER.of(table) + 1)
    else:
        RESUME.declare(table, NEXT_TURN)
        table.enter(then)


def power_done(table: Table) -> None:
    """The open power was used or declined."""
    WAITING.declare(table, WAITING.of(table)[1:])
    use_powers(table)


def can_use(table: Table, card: Card, seat: Seat) -> bool:
    """Whether a power can be used, from public knowledge. Rule: khamul §6.2."""
    kind = POWER[card]
    if kind == JACK:
        return has_card(table, seat)
    if kind == KING:
        others = targets_of(table, seat)
        return has_card(table, seat) and any(has_card(table, other) for other in others)
    return RESTOCK.can_draw(table) and bool(targets_of(table, seat))
