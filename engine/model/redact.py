"""Redaction: hide what a viewer may not see of an event. Only zones decide; no code here is for a single game. It never
drops or renumbers events, because a gap would reveal something, and it raises an error for anything unknown. Every
event that goes to a wire, a log or a file that a player can read passes through here.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from .cards import UNKNOWN, Viewer, is_seat, sees_as
from .events import (
    Committed,
    DealBegan,
    Declared,
    Dropped,
    Entered,
    Event,
    Happened,
    MatchEnded,
    Moved,
    Rearranged,
    Scored,
    SecretRevealed,
    SharesMixed,
    Shown,
    Shuffled,
    Signed,
    Turned,
)
from .zones import BOX, ZonePlan, zone_id

_PUBLIC = frozenset(
    (Turned, Dropped, Committed, SharesMixed, SecretRevealed, Declared, Entered, DealBegan, Scored, MatchEnded, Signed)
)
ASIDE: Final = "aside"
"""What spectators say among themselves, as `Happened.what`: seats learn that something was said, and no more."""


def redact_for(viewers: Sequence[Viewer], event: Event, plan: ZonePlan) -> tuple[Event, ...]:
    """An event as each of several viewers may see it. A public event is checked once and shared. Raises what `redact`
    raises.
    """
    if type(event) in _PUBLIC or (type(event) is Moved and event.dst in plan.public):
        return (event,) * len(viewers)
    if type(event) is Moved:
        sees, hidden = plan.who_sees(event.src, event.dst), _hidden(event)
        return tuple([event if sees[viewer] else hidden for viewer in viewers])
    return tuple([redact(event, viewer, plan) for viewer in viewers])


def redact(event: Event, viewer: Viewer, plan: ZonePlan) -> Event:
    """An event as a viewer may see it: the event itself, or one with its faces hidden.

    viewer: a seat, or a spectator of any kind. Raises UnknownZone or TypeError for anything unknown, and reveals
    nothing.
    """
    if type(event) is Moved:
        if event.dst in plan.public or plan.who_sees(event.src, event.dst)[viewer]:
            return event
        return _hidden(event)
    if type(event) in _PUBLIC:
        return event
    if type(event) is Happened:
        # No name and no text, so that the bytes and their number do not depend on who said what.
        return Happened(ASIDE) if event.what == ASIDE and is_seat(viewer) else event
    if type(event) is Shuffled:
        if plan.sees(event.zone, viewer):
            return event
        return Shuffled(event.zone, (UNKNOWN,) * len(event.cards))
    if type(event) is Shown:
        if sees_as(viewer, event.seat):
            return event
        return Shown(event.zone, event.seat, (UNKNOWN,) * len(event.cards))
    if type(event) is Rearranged:
        if sees_as(viewer, event.seat) or plan.sees(zone_id(event.kind, event.seat, 0), viewer):
            return event
        return Rearranged(event.kind, event.seat)
    raise TypeError(f"No rule says who may see {type(event).__name__}.")


def _hidden(event: Moved) -> Moved:
    return Moved(event.src, event.dst, (UNKNOWN,) * len(event.cards))


def redact_for_all(event: Event, plan: ZonePlan) -> Event:
    """The part of an event that every viewer is told, at any time: the whole event if it is public. It shows a face
    only if every viewer is told it, also when joining late. So it shows no face of a zone whose faces are shown once.
    """
    if type(event) is Moved:
        if not _is_shown_once(event.dst, plan) and (_is_open(event.dst, plan) or _is_open(event.src, plan)):
            return event
        return _hidden(event)
    if type(event) is Turned:
        return Turned(event.zone, (UNKNOWN,) * len(event.cards)) if _is_shown_once(event.zone, plan) else event
    if type(event) is Shuffled and not _is_open(event.zone, plan):
        return Shuffled(event.zone, (UNKNOWN,) * len(event.cards))
    if type(event) is Happened and event.what == ASIDE:
        return Happened(ASIDE)
    return redact(event, None, plan)


def redact_for_rejoin(
    events: Sequence[Event], viewer: Viewer, plan: ZonePlan, *, is_past_deal: bool = False
) -> tuple[Event, ...]:
    """The stream from event 0 for a viewer who starts again in the middle of a match. It is what the viewer was told at
    the time, but without faces that are shown only once. Such a face stays only if the card still lies in that zone and
    the viewer sees it. is_past_deal: another deal has begun since, so no card is where it was.
    """
    told = [redact(event, viewer, plan) for event in events]
    if not plan.shows_once:
        return tuple(told)
    left: set[str] = set()
    for number in range(len(told) - 1, -1, -1):
        event = told[number]
        if isinstance(event, Moved):
            told[number] = _moved_late(event, viewer, plan, has_left=is_past_deal or event.dst in left)
            left.add(event.src)
        elif isinstance(event, (Turned, Shown, Shuffled)) and _is_shown_once(event.zone, plan):
            told[number] = msgspec.structs.replace(event, cards=(UNKNOWN,) * len(event.cards))
        elif isinstance(event, DealBegan):
            is_past_deal = True
    return tuple(told)


def _moved_late(event: Moved, viewer: Viewer, plan: ZonePlan, *, has_left: bool) -> Moved:
    if _is_shown_once(event.dst, plan):
        is_told = not has_left and plan.sees(event.dst, viewer)
    else:
        is_told = plan.sees(event.dst, viewer) or (not _is_shown_once(event.src, plan) and plan.sees(event.src, viewer))
    return event if is_told else _hidden(event)


def _is_open(zone: str, plan: ZonePlan) -> bool:
    """Whether everybody sees a zone, and its cards never become secret again."""
    return plan.sees(zone, None) and not _is_shown_once(zone, plan)


def _is_shown_once(zone: str, plan: ZonePlan) -> bool:
    return zone != BOX and plan.kind(zone).shown_once
