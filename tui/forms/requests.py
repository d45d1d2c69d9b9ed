"""The lines about the people of a session's table, and what a yes or a no to one of them asks the table."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final

from engine.api import Seat

from .host_config import get_game
from .people import PeopleLine, people_lines
from .spectating import answer, look_lines

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.news import Outcome

    from ..config.mutes import Mutes

SURE: Final = {
    "close": "to close the table for everybody.",
    "there": "to close this table and take everybody to the other one.",
    "stop": "to agree that this match ends early.",
}
"""What is asked twice: what it does."""

Asked = tuple["Awaitable[Outcome]", str]
"""A request, and what to say when it was done."""


def lines_for(session: ClientSession, mutes: Mutes) -> list[PeopleLine]:
    """Everybody at the table, the votes and requests, and what the host can decide; nothing before we know them."""
    info = session.info
    if info is None:
        return []
    return people_lines(
        info,
        session.seat,
        get_game(info.game),
        session.table_code,
        look_lines(info, session.seat, session.gaze, session.name),
        mutes.names(info),
        session.shut_out if session.can_renew_code else None,
        session.name,
        session.bank_ms,
    )


def request_for(session: ClientSession, line_id: str, *, is_yes: bool) -> Asked | None:
    """What a yes or a no to a line asks the table; None where the line has no such answer."""
    asked = _of_players(session, line_id, is_yes=is_yes) or answer(session, line_id, is_yes=is_yes)
    if asked is not None:
        return asked, ""
    return _of_hosts(session, line_id) if is_yes else None


def _of_players(session: ClientSession, line_id: str, *, is_yes: bool) -> Awaitable[Outcome] | None:
    """Votes, and requests for seats."""
    kind, _, rest = line_id.partition(":")
    match kind:
        case "stop":
            return session.vote_to_stop(is_yes)
        case "pause":
            return session.vote_to_pause(is_yes)
        case "resume":
            return session.vote_to_resume(is_yes)
        case "drop":
            return session.vote_to_drop(int(rest), is_yes)
        case "kick":
            return session.vote_to_kick(int(rest), is_yes)
        case "take":
            return session.take_seat(int(rest) if is_yes else None)
        case "admit":
            seat, _, name = rest.partition(":")
            return session.admit(Seat(seat), name, is_yes)
        case "hand":
            return session.hand_over(int(rest) if is_yes else None)
        case "private":
            return session.set_option("table.private", is_yes)
    return None


def _of_hosts(session: ClientSession, line_id: str) -> Asked | None:
    """What the host alone decides."""
    kind, _, rest = line_id.partition(":")
    info = session.info
    match kind:
        case "newcode":
            return session.new_code(), "The table has a new join code."
        case "letin":
            return session.let_in(rest), f"Players at {rest} can now enter the join code again."
        case "lock" if info is not None:
            return session.lock(not info.locked), ""
        case "lift":
            return session.ban(rest, False), f"{rest} may join again."
        case "close":
            return session.close_table(), ""
        case "there":
            return session.go_there(), ""
    return None
