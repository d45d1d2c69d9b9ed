"""What a game says in words about a match, which a screen can do without."""

from collections.abc import Callable
from typing import TypeVar

from net.host.fault_place import blame

from .fault_report import write_fault

T = TypeVar("T")

_written: set[str] = set()
"""Faults that are written down already: a screen asks again at each change."""


def words_or(nothing: T, ask: Callable[[], T]) -> T:
    """What a game says, or nothing if its rules fail in saying it; the fault is written down once."""
    try:
        return ask()
    except Exception as fault:  # noqa: BLE001 - a hint or note is not worth the screen
        place = blame(fault)
        if place not in _written:
            _written.add(place)
            write_fault(fault)
        return nothing
