"""What bots are told of a match: its events, and nothing of the room. No amount of talk makes their work longer."""

from engine.api import Decision, RoomEvent, Seat

from .effects import Think
from .stream import Stream


class BotNews:
    """What each bot of a table has been told of its stream."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._told: dict[Seat, tuple[int, int]] = {}

    def think(self, seat: Seat, level: str, decision: Decision) -> Think:
        """What a bot is to think about, with what is new for it; it counts as told then."""
        begin, first = self._told.get(seat, (0, 0))
        events = tuple(event for event in self._stream.seen_by(seat, begin) if not isinstance(event, RoomEvent))
        self._told[seat] = (len(self._stream), first + len(events))
        return Think(seat, level, first, events, decision)
