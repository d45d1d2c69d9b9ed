"""The events that a seat was told earlier."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ..model.events import DealBegan, Event

if TYPE_CHECKING:
    from ..model.view import View


def events_of_deal(view: View) -> Iterator[Event]:
    """The events of the present deal, in order, as the viewer was told them."""
    start = 0
    for number in range(len(view.events) - 1, -1, -1):
        if isinstance(view.events[number], DealBegan):
            start = number
            break
    return islice(view.events, start, None)
