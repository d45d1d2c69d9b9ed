"""Which hands spectators may see: how each spectator watches, and what the table and its players allow."""

from dataclasses import dataclass
from typing import Final

from engine.api import EVERY_SEAT, Seat, Viewer, beside, hand_of

from ..wire.table_info import LookKind
from .lobby import Lobby
from .people import OpenHands


@dataclass(frozen=True, slots=True)
class SpectatorView:
    """How a spectator watches. seat: whose hand they see."""

    how: LookKind = "public"
    seat: Seat | None = None

    def eyes(self, own: Seat | None) -> Viewer:
        """The viewer as which a person gets events. own: their seat, which comes before everything else."""
        if own is not None or self.how == "public":
            return own
        return EVERY_SEAT if self.how == "hands" or self.seat is None else beside(self.seat)


AS_EVERYBODY: Final = SpectatorView()


def now_open(lobby: Lobby) -> OpenHands:
    """The hands that the table and its players now show to spectators."""
    if lobby.watching == "public":
        return OpenHands()
    is_all = lobby.watching == "hands"
    consenting = [person.seat for person in lobby.seated if person.consents or is_all]
    bots = [bot.seat for bot in lobby.bots]
    return OpenHands(is_all, tuple(sorted([*bots, *(seat for seat in consenting if seat is not None)])))


def is_open_to(look: OpenHands, eyes: Viewer) -> bool:
    """Whether a deal shows as much as such a viewer wants to see."""
    return look.hands if eyes == EVERY_SEAT else hand_of(eyes) in look.seats


def why_not(lobby: Lobby, how: LookKind, seat: Seat | None) -> str:
    """Why nobody may watch in this way, "" if it is allowed."""
    if how == "public":
        return ""
    if lobby.watching == "public" or (how == "hands" and lobby.watching != "hands"):
        return "The table does not show " + ("all hands" if how == "hands" else "hands") + " to spectators."
    if how == "hands":
        return ""
    if seat is None or not 0 <= seat < lobby.seats:
        return "Whose hand do you want to see?"
    if seat not in now_open(lobby).seats:
        return f"{lobby.name_at(seat) or f'Seat {seat + 1}'} does not show their hand to spectators."
    return ""
