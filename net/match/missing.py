"""Players who are missed: whose seat others may have, or go on without."""

from engine.api import Seat

from .lobby import Lobby, LobbyRefusal

LEFT = -1
"""In the place of a player's number: the seat was left for good."""


def missing_key(lobby: Lobby, seat: Seat) -> int | None:
    """Number of the absent player of a seat, LEFT for a seat that was left; None if nobody is missed there."""
    sitter = lobby.sitter(seat)
    if sitter is not None:
        return sitter.key if sitter.state == "away" else None
    return None if lobby.bot_at(seat) is not None or lobby.is_dropped(seat) else LEFT


def verify_missing(lobby: Lobby, seat: Seat) -> int:
    """Number of the absent player of a seat, or LEFT. Raises LobbyRefusal if nobody is missed there."""
    lobby.verify_seat(seat)
    if lobby.stage == "open":
        raise LobbyRefusal("Before the first deal, just sit down.", "stage")
    if lobby.stage == "over":
        raise LobbyRefusal("The match is over.", "stage")
    if lobby.is_dropped(seat):
        raise LobbyRefusal(f"Seat {seat + 1} is out of the match.", "unavailable")
    key = missing_key(lobby, seat)
    if key is None:
        raise LobbyRefusal(
            f"{lobby.name_at(seat)} is at the table: only a seat whose player is away can be had.", "unavailable"
        )
    return key


def is_still_missing(lobby: Lobby, seat: Seat, key: int) -> bool:
    """Whether a seat's player is still the same, and has not come back. A host that has just been started again
    does not know of anybody so soon whether they are away."""
    sitter = lobby.sitter(seat)
    if sitter is None:
        return missing_key(lobby, seat) == key
    return sitter.key == key and sitter.state != "here"
