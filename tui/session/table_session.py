"""A session's table in words, and a bot's advice for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from engine.api import (
    Advice,
    Decision,
    Event,
    Game,
    Happened,
    Move,
    OptionValue,
    Seat,
    View,
    find_game,
    redact_for_rejoin,
)

from ..forms.host_gone import gone_title
from ..forms.spectating import watched_words
from ..forms.time_words import NOT_SAVED

if TYPE_CHECKING:
    from net.match.visibility import SpectatorView
    from net.news import HostGone, Outcome, Verdict
    from net.wire.gallery import GalleryLines
    from net.wire.table_info import TableInfo

HINT_S: Final = 2.0
"""How long the adviser may think."""


class CheckedDeals(Protocol):
    """What a session's checks found in the finished deals."""

    @property
    def last(self) -> Verdict | None: ...


class HostState(Protocol):
    """Knows whether a session's host is gone. gone: None while the host answers."""

    @property
    def gone(self) -> HostGone | None: ...


class TableSession(Protocol):
    """What the screen of a table needs from its session: a client's session or a lesson."""

    name: str
    serves_alone: bool
    """Whether a player alone with bots can let them move at once, and take moves back."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def info(self) -> TableInfo | None: ...
    @property
    def view(self) -> View | None: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def offer(self) -> Decision | None: ...
    @property
    def remaining_ms(self) -> int | None: ...
    @property
    def reserve_ms(self) -> int: ...
    @property
    def gallery(self) -> GalleryLines: ...
    @property
    def gaze(self) -> SpectatorView: ...
    @property
    def fairness(self) -> CheckedDeals: ...
    @property
    def going_on(self) -> HostState: ...

    async def submit(self, decision_id: int, move: Move) -> Outcome: ...
    async def say(self, text: str) -> object: ...
    async def ready(self) -> object: ...
    async def next_deal(self) -> object: ...
    async def hurry(self) -> object: ...
    async def undo(self) -> Outcome: ...
    async def set_option(self, name: str, value: OptionValue) -> Outcome: ...


def is_match_over(session: TableSession) -> bool:
    """Whether the match has come to its end, as far as this session was told."""
    return session.view is not None and session.view.over is not None


def took_back(view: View) -> bool:
    """Whether a player has taken a move back in this match, so that it counts in no statistics."""
    return any(isinstance(event, Happened) and event.what == "undone" for event in view.events)


def counts_as_away(session: TableSession) -> bool:
    """Whether the table plays for this player, who is away or does not answer."""
    info, seat = session.info, session.seat
    return info is not None and seat is not None and seat < len(info.seats) and info.seats[seat].state == "away"


def open_decision(session: TableSession) -> Decision | None:
    """The decision that the player is asked, or else an offer."""
    return session.decision if session.decision is not None else session.offer


def people_of(info: TableInfo | None, seats: int) -> Sequence[tuple[str, str]]:
    """Name and state of each seat: "", "bot", "away", "lagging", "empty" or "gone"."""
    people = []
    for seat in range(seats):
        known = None if info is None or seat >= len(info.seats) else info.seats[seat]
        name = (known.name if known is not None else "") or f"Seat {seat + 1}"
        state = ""
        if known is not None:
            state = "bot" if known.kind == "bot" else "empty" if known.kind == "empty" else known.state
            state = "gone" if known.is_dropped else "" if state == "here" else state
        people.append((name, state))
    return people


def link_words(session: TableSession, reason: str = "") -> str:
    """The state of a lost connection. reason: a sentence."""
    if (gone := session.going_on.gone) is not None:
        return f"{gone_title(gone)}. Press Enter to decide what to do."
    return f"Disconnected. Trying again. {reason}"


def fair_word(verdict: Verdict) -> str:
    if verdict.state == "verified":
        return f"✓ fair {verdict.shares}" + (" (disputed)" if verdict.disputed else "")
    return "✗ FAILED" if verdict.state == "failed" else "? unverified"


def room_words(
    info: TableInfo | None,
    *,
    seated: bool,
    verdict: Verdict | None = None,
    gaze: SpectatorView | None = None,
    seat: Seat | None = None,
    pause: str = "",
    check_key: str = "",
) -> str:
    """The state of the room for the top line: spectators, those who see my hand, a pause, whether the table is saved,
    and whether the last deal was fair. gaze: how I watch. seat: mine. pause: in words. check_key: shows more of the
    check."""
    watching = 0 if info is None else max(info.watching, len(info.watchers))
    words = [] if seated else [_gaze_words(info, gaze)]
    if watched := watched_words(info, seat):
        words.append(watched)
    elif watching > (not seated):
        words.append(f"{watching} watching")
    if info is not None and info.locked:
        words.append("locked")
    if info is not None and info.phase == "paused":
        words.append(pause or "PAUSED")
    if info is not None and info.not_saved:
        words.append(NOT_SAVED)
    if verdict is not None:
        words.append(f"{check_key}: {fair_word(verdict)}" if check_key else fair_word(verdict))
    return " · ".join(words)


def _gaze_words(info: TableInfo | None, gaze: SpectatorView | None) -> str:
    if gaze is None or gaze.how == "public" or info is None:
        return "watching"
    name = "all hands" if gaze.seat is None else f"as {info.seats[gaze.seat].name}"
    return f"watching {name}, delayed"


def is_with_bots(session: TableSession) -> bool:
    """Whether only bots are at the table with my seat, and nobody watches."""
    info, seat = session.info, session.seat
    if info is None or seat is None or info.watching:
        return False
    return all(known.kind == "bot" for known in info.seats if known.seat != seat)


def told_verdict(session: TableSession) -> Verdict | None:
    """The check of the newest deal, where it is shown: to a player alone with bots only if something is wrong."""
    verdict = session.fairness.last
    return None if verdict is None or (is_with_bots(session) and not is_wrong(verdict)) else verdict


def is_wrong(verdict: Verdict) -> bool:
    """Whether a check found a contradiction, in the deal or in a signature."""
    return verdict.state == "failed" or bool(verdict.disputed)


def head_words(session: TableSession, *, seated: bool, pause: str, check_key: str) -> str:
    """The same for a session's table."""
    return room_words(
        session.info,
        seated=seated,
        verdict=told_verdict(session),
        gaze=session.gaze,
        seat=session.seat,
        pause=pause,
        check_key=check_key,
    )


def advise(game: Game, view: View, told: Sequence[Event], decision: Decision, *, alone: bool = False) -> Advice:
    """The move of a game's adviser: from its own view, built from the events that this viewer received. Runs in a
    thread, and touches nothing that the screen still changes. If faces are shown once, the adviser forgets them too,
    because a screen must not remember for the player. alone: against bots only, where help harms nobody.
    """
    own = View(find_game(game.meta.id), view.seats, dict(view.options), view.viewer)
    kept = redact_for_rejoin(told, view.viewer, game.plan) if forgets(view) and not alone else told
    for number, event in enumerate(kept):
        own.absorb(number, event)
    end = time.monotonic() + HINT_S
    advice = own.game.adviser().choose(own, decision, Random(decision.id), lambda: time.monotonic() > end)
    return Advice(advice.move, advice.reason)


def forgets(view: View) -> bool:
    """Whether faces at this table are shown once, so that players must remember them."""
    return view.game.plan.shows_once and not view.game.remembers(view)
