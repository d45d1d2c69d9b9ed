"""Who of several buyers gets a discard. Pure."""

from collections.abc import Collection, Iterable

from ...model.cards import Seat


def first_buyer(buyers: Collection[Seat], order: Iterable[Seat]) -> Seat | None:
    """The buyer who comes first in an order of seats. Rule: chinaso §5.5, §10.2."""
    return next((seat for seat in order if seat in buyers), None)
