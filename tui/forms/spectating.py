"""What spectators see, in words, and how to change it: options, a player's consent, another view. Pure."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, cast

from engine.api import Seat

from .people import PeopleLine, look_ways, owns
from .table_draft import Item
from .table_settings import SPECTATORS

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.match.visibility import SpectatorView
    from net.news import Outcome
    from net.wire.table_info import LookKind, TableInfo


def look_items(info: TableInfo, mine: Seat | None, name: str = "") -> list[Item]:
    """The lines of the lobby about spectators. The host changes them; I decide whether they may see my hand.

    name: mine.
    """
    hosts = owns(info, mine, name)
    items = [
        Item(option_name, choice.label, choice.value(info), choice.help, hosts)
        for option_name, choice in SPECTATORS.items()
    ]
    if info.watch == "shoulder" and mine is not None:
        words = "shown after deals" if info.seats[mine].consents else "hidden"
        told = "Let spectators see your hand after each deal. You can turn this off at any time."
        items.append(Item("consent", "Your hand", words, told, steps=False))
    return items


def watcher_words(info: TableInfo) -> str:
    """All spectators, and whose hands they see."""
    ways = look_ways(info)
    named = [f"{name} ({ways[name]})" if name in ways else name for name in info.watchers]
    more = info.watching - len(info.watchers)
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")


def why_watching(session: ClientSession, opens_people: str) -> str:
    """Why a person who came to play is a spectator, and how to get a seat; "" for all others.

    opens_people: how to see the people at the table, such as "press u".
    """
    info = session.info
    if info is None or session.role != "player" or session.seat is not None or info.phase == "over":
        return ""
    has_empty = any(seat.kind == "empty" and not seat.is_dropped for seat in info.seats)
    if info.phase == "open":
        return "" if has_empty else "No seat is free, so you are watching."
    if has_empty or any(seat.kind == "person" and seat.state == "away" for seat in info.seats):
        return f"The match has begun, so you are watching. To ask for a seat, {opens_people}."
    return "No seat is free, so you are watching."


def watched_words(info: TableInfo | None, mine: Seat | None) -> str:
    """How many spectators see my hand, "" for none."""
    if info is None or mine is None:
        return ""
    count = sum(look.seat in (None, mine) for look in info.looks)
    return f"{count} watch{'es' if count == 1 else ''} you" if count else ""


def look_lines(info: TableInfo, mine: Seat | None, gaze: SpectatorView | None, name: str = "") -> list[PeopleLine]:
    """The lines of the people screen about spectators. name: mine."""
    hosts = owns(info, mine, name) and info.phase == "between"
    lines = [
        PeopleLine(item.id, item.label, item.value, item.help, does="changes this")
        for item in look_items(info, mine, name)
        if hosts or item.id == "consent"
    ]
    if mine is not None or gaze is None or info.watch == "public":
        return lines
    late = "You see each deal only when it is over."
    ways: list[tuple[str, Seat | None, str]] = [("public", None, "Like everybody")]
    ways += [("hands", None, "All hands")] if info.watch == "hands" else []
    ways += [
        ("shoulder", seat.seat, f"As {seat.name}")
        for seat in info.seats
        if seat.kind != "empty" and (info.watch == "hands" or seat.kind == "bot" or seat.consents)
    ]
    lines.append(PeopleLine("", "How you watch", "", heading=True))
    for how, seat, label in ways:
        state = "selected" if (how, seat) == (gaze.how, gaze.seat) else "live" if how == "public" else "late"
        told = "You see the public cards, live." if how == "public" else late
        lines.append(
            PeopleLine(f"look:{how}" + ("" if seat is None else f":{seat}"), label, state, told, does="selects it")
        )
    return lines


def answer(session: ClientSession, line_id: str, *, is_yes: bool) -> Awaitable[Outcome] | None:
    """What Enter or n on such a line asks the table; None for a line of another kind."""
    kind, _, rest = line_id.partition(":")
    if kind == "look" and is_yes:
        how, _, seat = rest.partition(":")
        return session.look(cast("LookKind", how), int(seat) if seat else None)
    info, mine = session.info, session.seat
    if kind == "consent" and info is not None and mine is not None:
        return session.consent(is_yes and not info.seats[mine].consents)
    if line_id in SPECTATORS and info is not None and is_yes:
        return step(session, line_id, 1)
    return None


def step(session: ClientSession, name: str, by: int) -> Awaitable[Outcome]:
    """Change a setting as the host, by one step."""
    assert session.info is not None
    return session.set_option(name, SPECTATORS[name].step(session.info, by))
