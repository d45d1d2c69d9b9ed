"""The one choke point: what of an event a viewer may be told.

It follows from zones alone and has no line for any one game. It never drops or renumbers, for a gap would talk; it
fails closed on what it does not know. Nothing else may write to a wire, a log or a file that a player can read.
"""

from collections.abc import Sequence

from .cards import UNKNOWN, Viewer
from .events import (
    DealBegan,
    Declared,
    Entered,
    Event,
    Happened,
    MatchEnded,
    Moved,
    Scored,
    Shuffled,
    Turned,
)
from .zones import ZonePlan

_PUBLIC = frozenset((Turned, Declared, Entered, DealBegan, Scored, MatchEnded, Happened))


def redact_for(viewers: Sequence[Viewer], event: Event, plan: ZonePlan) -> tuple[Event, ...]:
    """An event as each of several viewers may see it: what everybody may see is looked at once and is one object.

    Raises as `redact` does.
    """
    if type(event) in _PUBLIC or (type(event) is Moved and event.dst in plan.public):
        return (event,) * len(viewers)
    return tuple([redact(event, viewer, plan) for viewer in viewers])


def redact(event: Event, viewer: Viewer, plan: ZonePlan) -> Event:
    """An event as a viewer may see it: the event itself, or one with its faces hidden.

    viewer: a seat, or None for a spectator. Raises UnknownZone or TypeError for what is not known, and tells nothing.
    """
    if type(event) is Moved:
        if event.dst in plan.public or plan.sees(event.dst, viewer) or plan.sees(event.src, viewer):
            return event
        return Moved(event.src, event.dst, (UNKNOWN,) * len(event.cards))
    if type(event) in _PUBLIC:
        return event
    if type(event) is Shuffled:
        if plan.sees(event.zone, viewer):
            return event
        return Shuffled(event.zone, (UNKNOWN,) * len(event.cards))
    raise TypeError(f"No rule says who may see {type(event).__name__}.")
