"""What each seat may overdraw in a match beyond its limits, and what of that is shown to everybody."""

from engine.api import Seat

from .lobby import Lobby
from .questions import OpenQuestion


def draw(lobby: Lobby, seat: Seat, ask: OpenQuestion, table_ms: int) -> bool:
    """Take what a seat has used over a question that it answers now, or whose time is over; whether it was anything."""
    if ask.player != "person" or ask.lapses:
        return False
    left = ask.reserve_left_ms(table_ms)
    used = lobby.reserves_ms[seat] - left
    lobby.reserves_ms[seat] = left
    if not ask.decision.sealed:
        # What was used over a sealed question would tell how long it was thought about, and by whom.
        lobby.banks_ms[seat] = max(0, lobby.banks_ms[seat] - used)
    return used != 0


def show_all(lobby: Lobby) -> bool:
    """Show what is left, when no deal is under way; whether that is news."""
    if lobby.stage == "playing" or lobby.banks_ms == lobby.reserves_ms:
        return False
    lobby.banks_ms = list(lobby.reserves_ms)
    return True
