"""One table served: a Room, the connections to it, its journal and its bots, on one event loop.

The Room decides; this does what it says, in the order it says. Where connections come from (TCP, a Unix socket, memory)
is not known here.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import deque
from collections.abc import Callable, Sequence

from engine.api import Move, Seat, encode

from ..crypto.pake import between
from ..match.faults import NOT_LET_IN, SENT_AWAY, SHUT, Mishap, Repairs
from ..match.outbox import Think
from ..match.settings import RoomConfig
from ..match.snapshot import MatchSnapshot
from ..match.time_limits import TurnTime
from ..room.effects import (
    Admitted,
    Append,
    Broadcast,
    Close,
    ComputePake,
    ConnectionId,
    Effect,
    EndTable,
    FollowUp,
    Report,
    Send,
)
from ..room.room import Room
from ..room.state import CLOSING
from ..system import own_user
from ..wire.client_messages import ClientMessage, Hello, Operate, without_secrets
from ..wire.codes import ByeCode
from ..wire.framing import FrameError, ProtocolError, pack, read_client_message
from ..wire.handover import Moved
from ..wire.host_messages import Bye, Fault, Refused
from ..wire.rate_limits import connection_rates, counted_as
from ..wire.table_info import OtherTable
from .bots import BotWorker
from .connection import ConnectionHandlers, HostConnection
from .fault_place import blame
from .journal_file import JournalKeeper
from .pake_worker import PakeWorker

SLICE = 64
"""How many connections are written to in one turn of the event loop if many get the same bytes."""
SPARE_CONNECTIONS = 320
MOST_UNKNOWN = 192
MOST_UNKNOWN_PER_PEER = 32
LAST_WORDS_S = 1.0
STUCK_TOLD_EVERY_MS = 60_000
"""How often the log has a line about clients that were disconnected because they did not read. A crowd of them must not
fill a disk.
"""
NOT_SAVED = "The match continues, but is not saved for now."
SAVED = "Saving the table works again."
BROKEN = "The program that runs this table made a mistake and must stop. Everything played so far is saved."
_REPAIRS_APART_MS, _MOST_REPAIRS, _REPAIRS_SPAN_MS = 0, 2, 600_000
SHUT_MS = 60_000
"""How long nobody new may join after the room failed in a first message."""
_FULL = Refused(code="full", sentence="This table has no room for more connections.", retry_ms=4_000)
_CLOSED = Refused(code="closed", sentence=CLOSING)


class RoomDriver:
    """Drives one Room.

    most_connections: at once, including those without a hello. keeper: writes the records; None writes none. say: gets
    lines for the log. on_end: called when the host has closed the table, with the last sentence for everybody.
    before_step: called before each message or time step. is_held: the match waits (see `hold`).

    If the room fails, nobody knows how far it got. So it is made again from its records, and everybody comes back to
    it. on_report: gets each fault, and the message that was being read, without secrets. is_broken: making the room
    again did not help. Everybody was told, and the table ends. Its journal has only whole acts.
    """

    def __init__(
        self,
        room: Room,
        *,
        keeper: JournalKeeper | None,
        chance: random.Random | None = None,
        records: Sequence[bytes] = (),
        thinker_process: bool = True,
        most_connections: int = 256,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.room = room
        self._loop = asyncio.get_running_loop()
        self.on_end: Callable[[str], None] = lambda sentence: None
        self.before_step: Callable[[], None] = lambda: None
        self.is_held = False
        self._chance = chance or random.SystemRandom()
        self._records = list(records) if keeper is None else []
        self._repairs = Repairs(_REPAIRS_APART_MS, _MOST_REPAIRS, _REPAIRS_SPAN_MS)
        self.on_report: Callable[[Mishap, bytes], None] = lambda mishap, payload: None
        self._taken: ClientMessage | None = None
        self._shut_until_ms = 0
        self._shut_tokens: set[bytes] = set()
        self.busy_since: float | None = None
        self.keeper = keeper
        if keeper is not None:
            keeper.on_problem = self._tell_saving_soon
        self.on_saving: Callable[[bool], None] = lambda is_saved: None
        self.say = say
        self.most_connections = most_connections
        self.is_broken = False
        self.last_used_ms = self.now_ms()
        self._thinker = BotWorker(self._bot_answered, own_process=thinker_process, say=say)
        self._stuck = 0
        self._stuck_told_ms = self.now_ms() - STUCK_TOLD_EVERY_MS
        self._pake_worker = PakeWorker(self._pake_done, say)
        self._rates = connection_rates(most_connections)
        self._links: dict[ConnectionId, HostConnection] = {}
        self._handlers = ConnectionHandlers(self._admit, self._take_frames, self._reject, self._congest, self._lose)
        self._next_id = 1
        self._slow_lane: deque[HostConnection] = deque()
        self._slow_lane_runs = False
        self._timer: asyncio.TimerHandle | None = None
        self._closing = self._is_broadcast_due = False
        self._is_closed = False
        self._all_gone = asyncio.Event()

    @classmethod
    def open(
        cls,
        config: RoomConfig,
        records: Sequence[bytes],
        *,
        keeper: JournalKeeper | None,
        turn: TurnTime | None = None,
        may_lack_records: bool = False,
        chance: random.Random | None = None,
        estate: MatchSnapshot | None = None,
        thinker_process: bool = True,
        most_connections: int = 256,
        say: Callable[[str], None] = lambda text: None,
        on_report: Callable[[Mishap, bytes], None] = lambda mishap, payload: None,
    ) -> RoomDriver:
        """A new table, with records the one that they tell of, or one that goes on with another's match.

        Raises what Room.open, Room.restore and Room.carry_on raise.
        """
        now_ms = int(asyncio.get_running_loop().time() * 1000)
        chance = chance or random.SystemRandom()
        if records:
            room, effects = Room.restore(records, chance, now_ms, turn, may_lack_records=may_lack_records)
        elif estate is not None:
            room, effects = Room.carry_on(config, estate, chance, now_ms)
        else:
            room, effects = Room.open(config, chance, now_ms)
        server = cls(
            room,
            keeper=keeper,
            chance=chance,
            records=records,
            thinker_process=thinker_process,
            most_connections=most_connections,
            say=say,
        )
        server.on_report = on_report
        server._carry_out(effects)
        server._tell_saving()
        return server

    def now_ms(self) -> int:
        """The monotonic clock by which the room lives."""
        return int(asyncio.get_running_loop().time() * 1000)

    def new_link(self) -> HostConnection:
        """The protocol object for a new connection."""
        link = HostConnection(self._handlers, self._next_id)
        self._next_id += 1
        return link

    @property
    def is_used(self) -> bool:
        """Whether anybody is at the table; a probe does not count."""
        return any(link.is_admitted for link in self._links.values())

    def look_after(self) -> None:
        """Called regularly: write records that could not be written before, and close connections that do not read."""
        if self.is_used:
            self.last_used_ms = self.now_ms()
        if self.keeper is not None and self.keeper.problem is not None:
            self.keeper.retry()
        for link in list(self._links.values()):
            if link.is_stuck(self._loop.time()):
                self._stuck += 1
                link.abort()
        if self._stuck and self.now_ms() >= self._stuck_told_ms + STUCK_TOLD_EVERY_MS:
            self.say(f"Connections closed: {self._stuck}. The programs at the other end stopped reading.")
            self._stuck, self._stuck_told_ms = 0, self.now_ms()

    def tell_problem(self, sentence: str) -> None:
        """Tell everybody at the table about a fault of this machine."""
        self.tell_people(Fault(code="host", sentence=sentence))

    def _tell_saving_soon(self) -> None:
        self._loop.call_soon(self._tell_saving)  # the room may be in the middle of a call

    def _tell_saving(self) -> None:
        """Tell everybody at the table when the table is not saved any more, and when it is saved again."""
        problem = self.keeper.problem if self.keeper is not None else None
        if self.room.is_saved == (problem is None):
            return
        self.say(SAVED if problem is None else str(problem))
        sentence = SAVED if problem is None else f"{NOT_SAVED} {problem.in_public}"
        self.on_saving(problem is None)  # first: a host that dies now has told nobody that it is saved
        self._do(lambda: self.room.tell_saving(sentence, self.now_ms(), is_saved=problem is None))

    def tell_people(self, notice: Fault) -> None:
        """Send a notice to everybody at the table."""
        data = pack(notice)
        for link in self._links.values():
            if link.is_admitted:
                link.send(data)

    # Other tables of the same match.

    def hold(self, *, was_interrupted: bool) -> None:
        """Pause the match and read no messages of its people until `release`."""
        self.is_held = True
        self.room.hold(was_interrupted=was_interrupted)

    def release(self) -> None:
        self.is_held = False
        self._do(lambda: self.room.release(self.now_ms()))
        for link in list(self._links.values()):
            link.go_on()

    def tell_other(self, other: OtherTable | None, sentence: str) -> None:
        """Tell everybody about another table of the same match."""
        self._do(lambda: self.room.tell_other(other, sentence, self.now_ms()))

    def move_to(self, to: Moved, sentence: str) -> None:
        """Tell everybody that the match continues at another table, and disconnect."""
        self._do(lambda: self.room.move_to(to, sentence))

    async def close(self, sentence: str) -> None:
        """Send the reason, disconnect, stop the bots, and sync the journal to disk."""
        if self._is_closed:
            return
        self._is_closed = True
        self._broadcast()
        self._do(lambda: self.room.close(sentence, self.now_ms()))
        self._stop()
        if self._links:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS_S):
                    await self._all_gone.wait()
        for link in list(self._links.values()):
            link.abort()
        self._pake_worker.close()
        await self._thinker.close()
        if self.keeper is not None:
            await self.keeper.close()

    # Called by links.

    def _admit(self, link: HostConnection) -> Refused | None:
        """Why a new connection may not stay; None if it may. Then the room is told of it."""
        if self._closing:
            return _CLOSED
        leaving = [other for other in self._links.values() if other.is_dismissed]
        unknown = [one for one in self._links.values() if one.is_open and not one.is_admitted and not one.is_dismissed]
        of_peer = sum(counted_as(other.peer) == counted_as(link.peer) for other in unknown)
        if len(self._links) - len(leaving) >= self.most_connections or of_peer >= MOST_UNKNOWN_PER_PEER:
            return _FULL
        if link.over == "machine" and not self._rates.take(link.peer, self.now_ms()):
            return _FULL  # the acceptor has already counted connections from the network
        if len(unknown) >= MOST_UNKNOWN:
            # The client that has been silent for longest is least likely to be a player.
            unknown[0].abort()
        if len(leaving) >= MOST_UNKNOWN:
            leaving[0].abort()
        self._links[link.id] = link
        user, peer, is_own, host_user = link.user, link.peer, link.is_own, self._host_user(link)
        self._do(
            lambda: self.room.connect(link.id, self.now_ms(), user=user, peer=peer, is_own=is_own, host_user=host_user)
        )
        return None

    def _take_frames(self, link: HostConnection) -> None:
        """Read the incoming frames. People at the table wait while it is held. Raises FrameError."""
        while not link.is_dismissed:
            self.before_step()
            if self.is_held and link.is_admitted:
                link.wait()
                return
            payload = link.parser.next_payload()
            if payload is None:
                return
            try:
                message = read_client_message(payload, welcome=link.is_admitted)
            except ProtocolError as error:
                self._reject(link, error)
            else:
                self._receive(link, message)

    def _receive(self, link: HostConnection, message: ClientMessage) -> None:
        if self._is_shut_to(link, message):
            link.send(pack(Refused(code="fault", sentence=SHUT)))
            link.dismiss()
            self._do(lambda: self.room.disconnect(link.id, self.now_ms()))
            return
        self._taken = message
        self._do(lambda: self.room.receive(link.id, message, self.now_ms()), asked=(link, message))
        self._taken = None

    def _is_shut_to(self, link: HostConnection, message: ClientMessage) -> bool:
        if self.now_ms() >= self._shut_until_ms or link.is_admitted:
            return False
        if not isinstance(message, Hello) or message.token in self._shut_tokens:
            return True
        return not self.room.knows(message.token)

    def _shut_to(self, message: Hello | Operate, now_ms: int) -> None:
        """For a minute, nobody new may join, and nobody with the token of this message."""
        if now_ms >= self._shut_until_ms:
            self._shut_tokens.clear()
        if isinstance(message, Hello) and self.room.knows(message.token):
            self._shut_tokens.add(message.token)
        self._shut_until_ms = now_ms + SHUT_MS

    def _reject(self, link: HostConnection, error: FrameError | ProtocolError) -> None:
        self._do(lambda: self.room.reject(link.id, error, self.now_ms()))

    def _congest(self, link: HostConnection, blocked: bool) -> None:
        """A client stopped reading, or reads again."""
        if link.id in self._links:
            self._do(lambda: self.room.congest(link.id, blocked, self.now_ms()))

    def _lose(self, link: HostConnection) -> None:
        known = self._links.pop(link.id, None)
        if not self._links:
            self._all_gone.set()
        if known is not None and not link.is_dismissed:
            if link.is_admitted:
                self.last_used_ms = self.now_ms()
            self._do(lambda: self.room.disconnect(link.id, self.now_ms()))

    def report(self, mishap: Mishap) -> None:
        """Write to the log where a fault happened. It was already handled."""
        self.say(
            f"Mistake in {mishap.where}: {blame(mishap.fault)}; {mishap.game or 'no game'}, deal {mishap.deal}, "
            f"step {mishap.step}, {mishap.records} records."
        )
        self.on_report(mishap, encode(without_secrets(self._taken)) if self._taken is not None else b"")

    # The effects of the room.

    def _do(
        self, step: Callable[[], list[Effect]], *, asked: tuple[HostConnection, ClientMessage] | None = None
    ) -> None:
        """Let the room take a step, and carry out its effects. asked: who asked for it, by which message."""
        if self._closing:
            return
        self.busy_since = time.monotonic()
        try:
            effects = step()
            asked = None  # the answer comes first, and then all that follows from it
            self._carry_out(effects)
        except Exception as fault:  # noqa: BLE001 - see _repair
            self.report(Mishap(fault, "room"))
            try:
                self._repair(asked)
            except Exception as second:  # noqa: BLE001 - see is_broken
                self.report(Mishap(second, "repair"))
                self._break()
        finally:
            self.busy_since = None

    def _repair(self, asked: tuple[HostConnection, ClientMessage] | None) -> None:
        """Make the room again from its records. For everybody at the table, this is as if the host had died and come
        back.
        """
        now_ms = self.now_ms()
        if asked is not None:
            self._refuse(*asked)
        # A message that fails again and again is not tried any more. If a step without a message fails again, the table
        # ends.
        if self._is_closed or (asked is None and not self._repairs.admit(now_ms)):
            self._break()
            return
        if asked is not None and isinstance(asked[1], Hello | Operate):
            self._shut_to(asked[1], now_ms)
        old, records = self.room, self._records if self.keeper is None else self.keeper.kept()
        self.room, effects = Room.restore(records, self._chance, now_ms, old.turn_time(now_ms))
        self.room.take_place_of(old)
        for link in list(self._links.values()):
            # Clients that do not know the code "fault" reconnect after this one.
            code: ByeCode = "fault" if old.knows_faults(link.id) else "silent"
            link.send(pack(Bye(code=code, sentence=SENT_AWAY)))
            link.dismiss()
        self._carry_out(effects)

    def _refuse(self, link: HostConnection, message: ClientMessage) -> None:
        """A message made the room fail. A request gets an answer, which is stored so that it is not tried again; a
        client before its welcome is refused."""
        if isinstance(message, Hello | Operate):
            link.send(pack(Refused(code="fault", sentence=NOT_LET_IN)))
            link.dismiss()
            return
        refused = self.room.refused(link.id, message, self.now_ms())
        if refused is not None:
            answer, record = refused
            self._append(record)
            link.send(pack(answer))

    def _break(self) -> None:
        self.is_broken = True
        self._stop()
        table = self.room.table_id
        self.say(f"{BROKEN} After an update of the program, run: khanhoo tables --restart {table}")
        for link in list(self._links.values()):
            link.send(pack(Bye(code="closed", sentence=BROKEN)))
            link.dismiss()

    def _append(self, record: bytes) -> None:
        if self.keeper is None:
            self._records.append(record)
        else:
            self.keeper.keep(record)

    def _stop(self) -> None:
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        self._perform(effects)
        self._set_timer()

    def _perform(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Append(record, urgent):
                    self._append(record)
                    if urgent and self.keeper is not None:
                        self.keeper.sync_now()
                case Send(to, data):
                    self._send(to, data)
                case Admitted(connection):
                    if (link := self._links.get(connection)) is not None:
                        link.admit()
                case Close(connection):
                    if (link := self._links.get(connection)) is not None:
                        link.dismiss()
                case FollowUp():
                    self._perform(self.room.follow_up(self.now_ms()))
                case Broadcast():
                    if not self._is_broadcast_due:
                        self._is_broadcast_due = True
                        self._loop.call_soon(self._broadcast)
                case ComputePake(connection, key=key):
                    self._pake_worker.compute(effect, self._ends(connection, key))
                case Report(mishap):
                    self.report(mishap)
                case EndTable(sentence):
                    self._loop.call_soon(lambda: self.on_end(sentence))
                case Think():
                    info = self.room.info(self.now_ms())
                    self._thinker.think(info.game, len(info.seats), dict(info.options), effect)

    def _broadcast(self) -> None:
        self._is_broadcast_due = False
        self._do(lambda: self.room.broadcast(self.now_ms()))

    def _send(self, to: tuple[ConnectionId, ...], data: bytes) -> None:
        for connection in to[:SLICE]:
            if (link := self._links.get(connection)) is not None:
                link.send(data)
        # Many clients get the same bytes. The rest wait for the next turns, so a player's answer never waits for them.
        for connection in to[SLICE:]:
            if (link := self._links.get(connection)) is not None:
                if not link.later:
                    self._slow_lane.append(link)
                link.later.append(data)
        if self._slow_lane and not self._slow_lane_runs:
            self._slow_lane_runs = True
            self._loop.call_soon(self._run_slow_lane)

    def _run_slow_lane(self) -> None:
        for _ in range(min(SLICE, len(self._slow_lane))):
            self._slow_lane.popleft().flush()
        self._slow_lane_runs = bool(self._slow_lane)
        if self._slow_lane_runs:
            self._loop.call_soon(self._run_slow_lane)

    def _bot_answered(self, seat: Seat, decision_id: int, move: Move | None) -> None:
        self._do(lambda: self.room.answer_bot(seat, decision_id, move, self.now_ms()))

    def _pake_done(self, connection: ConnectionId, answer: tuple[bytes, bytes] | None) -> None:
        self._do(lambda: self.room.pake_done(connection, answer, self.now_ms()))

    def _ends(self, connection: ConnectionId, key: str) -> bytes:
        """The channel of this connection, as net/crypto/pake.py needs it. A proof of the code is valid for no other
        host.
        """
        link = self._links.get(connection)
        if link is None:
            return between("", None)
        return between(key if link.over == "network" else "", self._host_user(link))

    @staticmethod
    def _host_user(link: HostConnection) -> int | None:
        """The user who runs this host, as the system tells the client at the other end of a Unix socket."""
        return own_user() if link.over == "machine" else None

    def _set_timer(self) -> None:
        wake_ms = self.room.wake_ms
        if self._timer is not None:
            if wake_ms is not None and self._timer.when() == wake_ms / 1000:
                return
            self._timer.cancel()
            self._timer = None
        if wake_ms is not None:
            self._timer = self._loop.call_at(wake_ms / 1000, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.before_step()
        # The loop may wake a fraction of a millisecond early. With the later of the two times, the room is asked only
        # once.
        wanted_ms = self.room.wake_ms or 0
        self._do(lambda: self.room.tick(max(self.now_ms(), wanted_ms)))
