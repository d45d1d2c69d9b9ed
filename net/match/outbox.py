"""The results of a call to the match: records for the journal, news, and decisions for bots."""

from dataclasses import dataclass, field

from engine.api import Decision, Event, Header, Record, RoomEvent, Seat

from .faults import Mishap
from .stream import Stream


@dataclass(frozen=True, slots=True)
class Think:
    """A bot's turn: the events of its seat since it last thought, and its decision.

    level: of the bot. events: only those of the match, as that seat sees them. They are numbered without the events of
    the room, and the first has the number `first`. If `first` is 0, the bot is new to the seat and begins with an empty
    view. Answer with Room.answer_bot. The room itself makes all bots move at an even pace. A Think with a newer
    decision for the seat replaces this one.
    """

    seat: Seat
    level: str
    first: int
    events: tuple[Event, ...]
    decision: Decision


@dataclass
class Outbox:
    """What a match has done in this call.

    stands: if a move was taken back, how many of the match's records remain; else None. lobby_changed: the lobby may
    have to be written, and shown. urgent: a deal or the match ended.
    """

    header: Header | None = None
    stands: int | None = None
    records: list[Record] = field(default_factory=list)
    thinks: list[Think] = field(default_factory=list)
    mishaps: list[Mishap] = field(default_factory=list)
    lobby_changed: bool = False
    urgent: bool = False


class BotNews:
    """The part of its stream that each bot of a table has received."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._told: dict[Seat, tuple[int, int]] = {}

    def think(self, seat: Seat, level: str, decision: Decision) -> Think:
        """The next decision of a bot, with its new events, which then count as received."""
        begin, first = self._told.get(seat, (0, 0))
        events = tuple(event for event in self._stream.seen_by(seat, begin) if not isinstance(event, RoomEvent))
        self._told[seat] = (len(self._stream), first + len(events))
        return Think(seat, level, first, events, decision)
