"""The room of one table, without input or output: what comes in is told to it, what has to be done comes back.

For a driver (effects.py says what comes back, in which order):

    room, effects = Room.open(config, chance, now_ms)      a new table
    room, effects = Room.restore(records, chance, now_ms)  the table as it was, from the records it had appended
    room.connect(id, now_ms, user=...)                     somebody connected; nothing was read yet
    room.receive(id, message, now_ms)                      a message of theirs, from read_client_message
    room.reject(id, error, now_ms)                         bytes of theirs that were none: FrameError, ProtocolError
    room.disconnect(id, now_ms)                            the connection is gone (not needed after a Close)
    room.congest(id, blocked, now_ms)                      it does not read fast enough, or does so again
    room.tick(now_ms)                                      time has passed: to be called at room.wake_ms
    room.answer_bot(seat, decision_id, move, now_ms)       a bot has thought; None if it could not
    room.close(sentence, now_ms)                           the host goes away: everybody is told

Each gives a list of effects. After each, room.wake_ms is the time of the next tick, None for none. Times are
milliseconds of a monotonic clock; records may be restored under another one. chance: a random.Random
(SystemRandom outside tests) for tokens, the seed and the time a window stays open. Besides: room.is_welcome(id)
(what the reader may take), room.info(now_ms), room.is_over, room.idle_since_ms (None while somebody is connected).
"""

import random
from collections.abc import Sequence

from engine.api import Move, Seat

from .clocks import Clocks
from .effects import ConnectionId, Effect
from .frames import FrameError
from .lobby import RoomConfig
from .protocol import ClientMessage, ProtocolError, TableInfo


class Room:
    """One table and everybody at it."""

    wake_ms: int | None
    idle_since_ms: int | None
    is_over: bool

    @classmethod
    def open(cls, config: RoomConfig, chance: random.Random, now_ms: int) -> tuple["Room", list[Effect]]:
        """A new table. Raises what find_game, Meta.resolve, verify_seats and parse_deal raise for a bad config."""
        raise NotImplementedError

    @classmethod
    def restore(cls, records: Sequence[bytes], chance: random.Random, now_ms: int) -> tuple["Room", list[Effect]]:
        """The table as it was when the last of these records was appended. Raises JournalError."""
        raise NotImplementedError

    def connect(self, connection: ConnectionId, now_ms: int, *, user: str = "") -> list[Effect]:
        """Somebody connected. user: the system's name of a peer on this machine's own socket."""
        raise NotImplementedError

    def is_welcome(self, connection: ConnectionId) -> bool:
        """Whether its hello was accepted: then CLIENT_LIMIT holds for it, before HELLO_LIMIT."""
        raise NotImplementedError

    def receive(self, connection: ConnectionId, message: ClientMessage, now_ms: int) -> list[Effect]:
        """A message came."""
        raise NotImplementedError

    def reject(self, connection: ConnectionId, error: FrameError | ProtocolError, now_ms: int) -> list[Effect]:
        """Bytes came that are no message. After a FrameError the connection is closed, else after the third."""
        raise NotImplementedError

    def disconnect(self, connection: ConnectionId, now_ms: int) -> list[Effect]:
        """The connection is gone."""
        raise NotImplementedError

    def congest(self, connection: ConnectionId, blocked: bool, now_ms: int) -> list[Effect]:
        """Its buffers are full, or empty again: then it gets in one go what it missed."""
        raise NotImplementedError

    def tick(self, now_ms: int) -> list[Effect]:
        """Time has passed."""
        raise NotImplementedError

    def answer_bot(self, seat: Seat, decision_id: int, move: Move | None, now_ms: int) -> list[Effect]:
        """What a bot wants to play; None if it failed, then its decision's default is played."""
        raise NotImplementedError

    def close(self, sentence: str, now_ms: int) -> list[Effect]:
        """The host goes away: everybody is told why, and all connections are closed."""
        raise NotImplementedError

    def info(self, now_ms: int) -> TableInfo:
        """The table from outside."""
        raise NotImplementedError
