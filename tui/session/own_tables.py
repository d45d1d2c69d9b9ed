"""This user's own tables to which a session is connected."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.client.session import ClientSession

NO_WAY_BACK: Final = "Your seat could not be saved, so you cannot come back to it."
"""For a player who leaves for now."""


def end_table(table_id: str) -> None:
    """End a table of this user and remove its files; a table of another user, or one that is gone, is left alone."""
    from net.host.launcher import HostProblem, forget_table, stop_table

    with suppress(HostProblem, OSError):
        stop_table(table_id)
        forget_table(table_id)


def is_ours(session: ClientSession) -> bool:
    """Whether the host at the other end is our own: any host can claim the id of our table."""
    from net.host.registry import find_running

    entry, address = find_running(session.info.table_id) if session.info is not None else None, session.address
    if entry is None:
        return False
    if address.kind == "unix":
        return address.path == entry.socket
    return address.host in ("127.0.0.1", "::1", "localhost") and address.port == entry.port


def deserted_table(session: ClientSession | None) -> str:
    """The table that nobody could use again after we leave: unlisted, with nobody else there; "" for none."""
    if session is None or session.info is None or session.seat is None:
        return ""
    info = session.info
    others = [seat for seat in info.seats if seat.kind == "person" and seat.seat != session.seat]
    return "" if info.listed or others or info.watching or not is_ours(session) else info.table_id
