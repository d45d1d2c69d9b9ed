"""What a viewer of a match knows, and was told of one deal."""

from collections.abc import Sequence

from engine.api import Event, Journal, View, Viewer, open_table, places_of_deal, redact


def view_of(journal: Journal, viewer: Viewer, upto: int | None = None) -> View:
    """A viewer's knowledge after the first `upto` events of a journal, all of them if that is None."""
    table = open_table(journal)
    view = View(table.game, table.seats, table.options, viewer)
    for number, event in enumerate(tuple(journal.events())[:upto]):
        view.absorb(number, redact(event, viewer, table.game.plan))
    return view


def told_of_deal(events: Sequence[Event], deal: int) -> tuple[Event, ...]:
    """Of a viewer's events, those from the end of the deal before to the end of this one, the room's left out."""
    return tuple(events[place] for place in places_of_deal(events, deal))
