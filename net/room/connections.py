"""One connection as the room sees it: whose it is, what it was told, how alive and how talkative it is."""

from dataclasses import dataclass, field
from typing import Literal

from ..match.clocks import TimeControls
from ..match.people import Person, Presence
from ..wire.rate_limits import TokenBucket
from .effects import ConnectionId

Stage = Literal["new", "knocked", "joined"]
"""What a connection has said and been told: nothing; a knock at a private table; a hello, and the welcome."""
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 40
CHATS_A_SECOND, CHATS_AT_ONCE = 1, 5
MOST_BAD_FRAMES = 3
MOST_IGNORED = 100


@dataclass
class Cursor:
    """What one connection, or a row of spectators together (net/room/broadcast.py), was told so far.

    told: events that it was sent, or held when it came. is_fresh: what it held is void and it is to be told so.
    wants_table: it was not sent the table as it is now. clock_step: the step whose clock it was shown.
    late_until: how many events there were when it began at event 0, if the faces in them are shown once; else 0.
    shares_step: the word on the coming deal's shares that it was sent. gallery: lines of the spectators that it was
    told, or that were forgotten before it came; -1 until it was told those that there are.
    """

    told: int = 0
    is_fresh: bool = False
    wants_table: bool = False
    clock_step: int = -1
    shares_step: int = -1
    gallery: int = -1
    late_until: int = 0

    @property
    def key(self) -> tuple[int, bool, bool, int, int, int, int]:
        """Equal for who was told the same."""
        standing = (self.told, self.is_fresh, self.wants_table, self.clock_step, self.shares_step)
        return (*standing, self.gallery, self.late_until)


@dataclass
class Connection:
    """A connection. person: None until its hello was accepted.

    due_ms: when it is to be looked at next. held: what it was told so far. audits: how many deals it may ask for.
    peer: the address at its other end; is_own: the user whose table this is, on this machine. knock_code: for which
    code it has knocked; secret: what it has in common with us if it knows that code. code_told: the code it was told,
    warned: and which word about wrong ones. hears_gallery: its client knows the message `gallery`.
    is_squeezed: whether it is sent squeezed frames.
    knows_faults: its client understands the pause "fault" and the farewell "fault".
    is_congested: nothing but answers is sent until it reads again. bad_frames, ignored: what it did wrong so far.
    """

    id: ConnectionId
    user: str
    heard_ms: int
    messages: TokenBucket
    chats: TokenBucket
    audits: TokenBucket
    since_ms: int
    pinged_ms: int = 0
    due_ms: int = 0
    person: Person | None = None
    held: Cursor = field(default_factory=Cursor)
    knows_faults: bool = False
    is_congested: bool = False
    hears_gallery: bool = False
    is_confirmed: bool = False
    bad_frames: int = 0
    ignored: int = 0
    peer: str = ""
    is_own: bool = False
    knock_code: str = ""
    secret: bytes = b""
    code_told: str = ""
    is_squeezed: bool = False
    warned: int = 0

    @classmethod
    def open(
        cls, connection: ConnectionId, user: str, now_ms: int, *, peer: str = "", is_own: bool = False
    ) -> "Connection":
        """A new connection, of which nothing is known but its address, or the peer's user on this machine."""
        return cls(
            id=connection,
            user=user,
            heard_ms=now_ms,
            messages=TokenBucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now_ms),
            chats=TokenBucket(CHATS_A_SECOND, CHATS_AT_ONCE, now_ms),
            audits=TokenBucket(CHATS_A_SECOND, CHATS_AT_ONCE, now_ms),
            since_ms=now_ms,
            pinged_ms=now_ms,
            peer=peer,
            is_own=is_own,
        )

    @property
    def stage(self) -> Stage:
        """How far it has come."""
        if self.person is not None:
            return "joined"
        return "knocked" if self.knock_code else "new"

    @property
    def is_known_here(self) -> bool:
        """Whether nobody would learn anything new from a sign of life."""
        return self.is_confirmed and self.person is not None and self.person.presence == "here"

    def presence(self, clocks: TimeControls, now_ms: int) -> Presence:
        """How the person at its other end is, by its silence."""
        silence = now_ms - self.heard_ms
        if silence < clocks.lagging_ms:
            return "here"
        return "lagging" if silence < clocks.away_ms else "away"

    def ping_due_ms(self, clocks: TimeControls) -> int:
        """When it is to be asked whether it is there."""
        return max(self.heard_ms, self.pinged_ms) + clocks.ping_ms

    def next_ms(self, clocks: TimeControls, now_ms: int) -> int:
        """When something about it changes by time alone."""
        if self.person is None:
            return self.since_ms + clocks.hello_ms
        silences = (clocks.lagging_ms, clocks.away_ms, clocks.silent_ms)
        turns = [self.heard_ms + silence for silence in silences if self.heard_ms + silence > now_ms]
        return min(self.ping_due_ms(clocks), *turns) if turns else self.ping_due_ms(clocks)
