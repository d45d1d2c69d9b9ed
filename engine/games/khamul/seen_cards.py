"""Notes of who knows which card, with which the table decides who had to call. For each card it keeps the set of seats
(bit 1 << seat) that were shown it in this round and could follow it since. No seat is told these notes, since they
would replace memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...model.cards import Card, Seat
from .cards import MOST_TO_CALL, worth
from .state import cards_of

if TYPE_CHECKING:
    from ...play.table import Table

_SILENT: Final = "silent"
_FALSE: Final = "false"


def see(table: Table, card: Card, seat: Seat) -> None:
    """A seat is shown a card."""
    table.hidden_notes[card] = _marks(table, card) | 1 << seat


def see_all(table: Table, card: Card) -> None:
    """Everybody is shown a card."""
    table.hidden_notes[card] = sum(1 << seat for seat in table.playing)


def forget(table: Table, card: Card) -> None:
    """A card has left the players' places: a player who gets it unseen later does not know it."""
    table.hidden_notes.pop(card, None)


def lose_track(table: Table, seat: Seat) -> None:
    """A seat has rearranged its cards: only this seat still knows which is which."""
    for card in cards_of(table, seat):
        table.hidden_notes[card] = _marks(table, card) & 1 << seat


def has_to_call(table: Table, seat: Seat) -> bool:
    """Whether a seat must call at the beginning of its turn, if nobody has called. Rule: khamul §7.3, §11.4."""
    held = cards_of(table, seat)
    if worth(held) > MOST_TO_CALL:
        return False
    return table.rules_in_force.strict_khamul or all(_marks(table, card) >> seat & 1 for card in held)


def note_silence(table: Table, seat: Seat) -> None:
    """Note that a seat did not call when it had to."""
    table.hidden_notes[_SILENT] = _marks(table, _SILENT) | 1 << seat


def note_false_call(table: Table, seat: Seat) -> None:
    """Note that a seat called with too many points."""
    table.hidden_notes[_FALSE] = seat


def silent_seats(table: Table) -> frozenset[Seat]:
    """Seats that did not call when they had to."""
    marked = _marks(table, _SILENT)
    return frozenset(seat for seat in table.playing if marked >> seat & 1)


def false_caller(table: Table) -> Seat | None:
    """The seat that called with too many points, if any."""
    seat = table.hidden_notes.get(_FALSE)
    return seat if isinstance(seat, int) else None


def _marks(table: Table, key: str) -> int:
    """The set of seats noted for a card or a word."""
    marks = table.hidden_notes.get(key, 0)
    assert isinstance(marks, int)
    return marks
