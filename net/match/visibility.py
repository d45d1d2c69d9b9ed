"""How far the stream of a match may be told to spectators who look at hands.

Who looks at hands is told nothing of the deal that is played: their stream ends where it began, and goes on when it is
over. A card that lay in a hand some turns ago mostly lies there still, so that no number of turns would do: a player
could open a second terminal, look, and know. Only where bots alone have seats, and so nobody plays who could have
another terminal, may the horizon follow the play at some turns' distance; nobody comes into the middle of a deal.

The whole stream ends there, what everybody may see too: two streams at once would have to be told apart by somebody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import BETWEEN, EVERY_SEAT, DealBegan, Moved, Record, Seat, Table, Viewer, beside, hand_of

from ..wire.table_info import LookKind
from .lobby import Lobby
from .people import OpenHands

_TRICK = "trick"


class SpectatorDelay:
    """Where the deals of a match begin in its stream, where the turns of the newest one ended, and what is open.

    starts: number of each deal's first event. looks: what of each deal is open to who looks at hands. In a game of
    tricks a turn is a trick; else it is what one seat does until another one is asked.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.starts: list[int] = []
        self.looks: Sequence[OpenHands] = tuple(lobby.looks)
        self._lobby = lobby
        self._has_tricks = any(kind.name == _TRICK for kind in lobby.game.plan.kinds)
        self._turns: list[int] = []
        self._asked: tuple[Seat, ...] = ()
        self._length = 0
        self._noted = 0

    def take_up(self, table: Table | None) -> None:
        """Go on with this table: who had seats when its deal began is in the lobby."""
        self._noted = table.deal if table is not None else 0

    def add(self, record: Record, asked: tuple[Seat, ...] | None) -> None:
        """Something happened. asked: who is asked after it; None for what is read again from a file, of which only
        the deals are counted."""
        has_turned = asked is not None and not self._has_tricks and len(asked) == 1 and asked != self._asked
        for event in record.events:
            if isinstance(event, DealBegan):
                self.starts.append(self._length)
                self._turns.clear()
            if self._has_tricks and asked is not None and isinstance(event, Moved) and event.src == _TRICK:
                has_turned = True
            self._length += 1
        if asked is not None and len(asked) == 1:
            self._asked = asked
        if has_turned:
            self._turns.append(self._length)

    def note(self, table: Table) -> bool:
        """A deal may have begun or ended: who plays in it is settled when it begins, and what of its hands may be seen
        when it is over. Whether the lobby has changed by it."""
        lobby, before = self._lobby, (len(self._lobby.looks), self._lobby.bots_deal)
        if self._noted != table.deal:
            self._noted = table.deal
            lobby.bots_deal = 0 if lobby.seated else table.deal
        is_running = _is_running(table)
        finished = table.deal - is_running
        if len(lobby.looks) < finished:
            lobby.looks = [*lobby.looks, *[now_open(lobby)] * (finished - len(lobby.looks))]
        if len(self.looks) != table.deal or not is_running:
            is_open = is_running and lobby.bots_deal == table.deal
            self.looks = (*lobby.looks, *([now_open(lobby)] if is_open else []))
        return (len(lobby.looks), lobby.bots_deal) != before

    def reach(self, table: Table | None) -> int:
        """Number of the first event that is not told yet to who looks at hands."""
        if table is None or not _is_running(table):
            return self._length
        delay = self._lobby.delay if self._lobby.bots_deal == table.deal else 0
        if not delay or len(self._turns) <= delay:
            return self.starts[-1]
        return self._turns[-1 - delay]


def _is_running(table: Table) -> bool:
    """Whether a deal is being played, of which not everything is over."""
    return table.over is None and table.phase != BETWEEN and table.deal > 0


@dataclass(frozen=True, slots=True)
class SpectatorView:
    """How somebody without a seat watches. seat: over whose shoulder."""

    how: LookKind = "public"
    seat: Seat | None = None

    def eyes(self, own: Seat | None) -> Viewer:
        """As whom one is told what happens. own: one's seat, which comes before everything else."""
        if own is not None or self.how == "public":
            return own
        return EVERY_SEAT if self.how == "hands" or self.seat is None else beside(self.seat)


AS_EVERYBODY: Final = SpectatorView()


def now_open(lobby: Lobby) -> OpenHands:
    """What the table and its seats open to watchers as they stand now."""
    if lobby.watching == "public":
        return OpenHands()
    is_all = lobby.watching == "hands"
    consenting = [person.seat for person in lobby.seated if person.consents or is_all]
    bots = [bot.seat for bot in lobby.bots]
    return OpenHands(is_all, tuple(sorted([*bots, *(seat for seat in consenting if seat is not None)])))


def is_open_to(look: OpenHands, eyes: Viewer) -> bool:
    """Whether of a deal so much is open as such eyes want to see."""
    return look.hands if eyes == EVERY_SEAT else hand_of(eyes) in look.seats


def why_not(lobby: Lobby, how: LookKind, seat: Seat | None) -> str:
    """Why nobody may watch in a way, "" if it is allowed."""
    if how == "public":
        return ""
    if lobby.watching == "public" or (how == "hands" and lobby.watching != "hands"):
        return "The table does not show " + ("all hands" if how == "hands" else "hands") + " to those who watch."
    if how == "hands":
        return ""
    if seat is None or not 0 <= seat < lobby.seats:
        return "Over whose shoulder?"
    if seat not in now_open(lobby).seats:
        return f"{lobby.name_at(seat) or f'Seat {seat + 1}'} does not let anybody look over the shoulder."
    return ""
