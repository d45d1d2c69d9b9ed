"""What a table on the screen needs of its session, and what it asks of a bot: small doors to larger houses."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.api import Advice, Decision, Event, Game, Move, Seat, View, find_game, redact_for_rejoin

from ..forms.spectating import watched_words

if TYPE_CHECKING:
    from net.match.visibility import SpectatorView
    from net.news import Verdict
    from net.wire.gallery import GalleryLines
    from net.wire.table_info import TableInfo

HINT_S: Final = 2.0
"""How long the adviser may think."""


class TableOutcome(Protocol):
    """What the table says to a move."""

    accepted: bool
    reason: str
    paragraph: str


class TableSession(Protocol):
    """What this screen needs of a client session."""

    gallery: GalleryLines

    @property
    def name(self) -> str: ...
    @property
    def view(self) -> View | None: ...
    @property
    def info(self) -> TableInfo | None: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def offer(self) -> Decision | None: ...
    @property
    def remaining_ms(self) -> int | None: ...
    @property
    def reserve_ms(self) -> int: ...
    async def submit(self, decision_id: int, move: Move) -> Any: ...
    async def say(self, text: str) -> Any: ...
    async def next_deal(self) -> Any: ...
    async def ready(self, ready: bool = True) -> Any: ...


def is_match_over(session: TableSession) -> bool:
    """Whether the match has come to its end, as far as this session was told."""
    return session.view is not None and session.view.over is not None


def open_decision(session: TableSession) -> Decision | None:
    """What I am asked, or else what I may do though nobody waits for it."""
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


def is_host_gone(session: object) -> bool:
    """Whether the host has been called gone, so that there is something to be decided."""
    return getattr(getattr(session, "going_on", None), "gone", None) is not None


def link_words(session: object, reason: str = "") -> str:
    """What is said of a line that is down. reason: a sentence."""
    if is_host_gone(session):
        return "The host of this match is gone. Enter: what to do."
    return f"The line is down; trying again. {reason}"


def last_verdict(session: object) -> Verdict | None:
    """What the session found of the newest finished deal, if it looks at deals at all."""
    return getattr(getattr(session, "fairness", None), "last", None)


def is_checked(session: object) -> bool:
    """Whether there is anything to be read about the check of a deal."""
    return last_verdict(session) is not None


def fair_word(verdict: Verdict) -> str:
    """A verdict in a word or two."""
    if verdict.state == "verified":
        return f"✓ fair {verdict.shares}" + (" (disputed)" if verdict.disputed else "")
    return "✗ FAILED" if verdict.state == "failed" else "? unverified"


def room_words(
    info: TableInfo | None,
    *,
    seated: bool,
    verdict: Verdict | None = None,
    session: Any = None,
    pause: str = "",
    check_key: str = "",
) -> str:
    """What the head of the table says of the room: who looks on, and at my hand, whether the table stands still, and
    whether the last deal was found fair. pause: that it stands still, in words. check_key: tells more of the check."""
    watching = 0 if info is None else max(info.watching, len(info.watchers))
    words = [] if seated else [gaze_words(info, getattr(session, "gaze", None))]
    if watched := watched_words(info, getattr(session, "seat", None)):
        words.append(watched)
    elif watching > (not seated):
        words.append(f"{watching} watching")
    if info is not None and info.locked:
        words.append("locked")
    if info is not None and info.phase == "paused":
        words.append(pause or "PAUSED")
    if verdict is not None:
        words.append(f"{check_key}: {fair_word(verdict)}" if check_key else fair_word(verdict))
    return " · ".join(words)


def gaze_words(info: TableInfo | None, gaze: SpectatorView | None) -> str:
    """How I watch."""
    if gaze is None or gaze.how == "public" or info is None:
        return "watching"
    name = "all hands" if gaze.seat is None else f"as {info.seats[gaze.seat].name}"
    return f"watching {name}, late"


def head_words(session: TableSession, *, seated: bool, pause: str, keys: Mapping[str, str]) -> str:
    """The same of a session's table. keys: what letters of the house do."""
    key = next((letter for letter, action in keys.items() if action == "check"), "")
    verdict = last_verdict(session)
    return room_words(session.info, seated=seated, verdict=verdict, session=session, pause=pause, check_key=key)


def advise(game: Game, view: View, told: Sequence[Event], decision: Decision) -> Advice:
    """What the strongest bot of a game would do: from a view of its own, built of what this viewer was told.

    Runs in a thread; nothing that the screen still changes is touched. Where faces are shown once, the advice is that
    of somebody who has forgotten them: a screen must not remember in the player's place.
    """
    own = View(find_game(game.meta.id), view.seats, dict(view.options), view.viewer)
    kept = redact_for_rejoin(told, view.viewer, game.plan) if forgets(view) else told
    for number, event in enumerate(kept):
        own.absorb(number, event)
    end = time.monotonic() + HINT_S
    bot = own.game.bot(game.levels[-1].id)
    return bot.choose(own, decision, Random(decision.id), lambda: time.monotonic() > end)


def forgets(view: View) -> bool:
    """Whether faces at this table are shown once and then have to be remembered."""
    return view.game.plan.shows_once and not view.game.remembers(view)
