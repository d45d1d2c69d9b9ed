"""Who may ask for a discard, and who of several buyers gets it. Pure."""

from collections.abc import Collection, Iterable

from ...board import Board
from ...cards import Seat
from .reading import discarder, is_down, turn_of


def seats_asked(board: Board) -> tuple[Seat, ...]:
    """The seat in turn, and all that may buy: whatever they hold. Rule: chinaso §5.4, §5.8."""
    turn, thrower = turn_of(board), discarder(board)
    return tuple(seat for seat in board.playing if seat == turn or (seat != thrower and not is_down(board, seat)))


def first_buyer(buyers: Collection[Seat], order: Iterable[Seat]) -> Seat | None:
    """The buyer who comes first in an order of seats. Rule: chinaso §5.5, §10.2."""
    return next((seat for seat in order if seat in buyers), None)
