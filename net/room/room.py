"""The room of one table, without input or output: a driver passes messages and time in, and carries effects out.

Calls of a driver (effects.py lists the effects and their order):

    room, effects = Room.open(config, chance, now_ms)      a new table
    room, effects = Room.restore(records, chance, now_ms)  the table as it was, from the records it had appended
    room, effects = Room.carry_on(config, estate, chance, now_ms)  a table that continues another table's match
    room.connect(id, now_ms, user=...)                     a new connection; nothing was read yet
    room.receive(id, message, now_ms)                      its message, from read_client_message
    room.reject(id, error, now_ms)                         its bytes are no message: FrameError, ProtocolError
    room.disconnect(id, now_ms)                            the connection is gone (not needed after a Close)
    room.congest(id, blocked, now_ms)                      it does not read fast enough, or does so again
    room.tick(now_ms)                                      time has passed: to be called at room.wake_ms
    room.answer_bot(seat, decision_id, move, now_ms)       a bot's move; None if it found none
    room.pake_done(id, answer, now_ms)                     a ComputePake is done; None if the knock was invalid
    room.follow_up(now_ms)                                 a FollowUp: the answer is out, now what follows from it
    room.broadcast(now_ms)                                 a Broadcast: the players have their news, now the spectators
    room.close(sentence, now_ms)                           the host ends: everybody sees the sentence

Each returns a list of effects. After each, room.wake_ms is the time of the next tick, None for none. Times are
milliseconds of a monotonic clock; records may be restored under another one. If a call comes much later than the room
expected, it assumes that the machine slept, and does not count that time. chance: a random.Random (SystemRandom outside
tests) for tokens, the seed and the time a window stays open. Also: room.info(now_ms), room.is_over, room.idle_since_ms
(None while any client is connected).

A client says hello (admission.py) and then sends requests (request_rules.py); match.py has what the match does by
itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, cast

import msgspec

from engine.api import Happened, JournalError, Move, Seat, parse_deal

from ..crypto.signing import PersonKey, host_statement
from ..match.faults import REQUEST_TAKEN_BACK
from ..match.lobby import Lobby
from ..match.rivals import GOES_ON_HERE
from ..match.settings import RoomConfig
from ..match.snapshot import MatchSnapshot, inherited, portions
from ..match.time_limits import SleepAwareClock, TurnTime
from ..wire.client_messages import ClientMessage, Ping, Pong, Request
from ..wire.codes import RefusedCode
from ..wire.framing import FrameError, OtherVersion, ProtocolError, pack
from ..wire.handover import Moved
from ..wire.host_messages import Bye, Done, Fault, Refused
from ..wire.table_info import HostKeySigned, OtherTable, TableInfo
from . import table_journal
from .admission import Admission
from .attendance import Attendance
from .broadcast import Broadcaster
from .code_gate import CodeGate
from .connections import MOST_BAD_FRAMES, Connection
from .effects import Append, Broadcast, Close, ConnectionId, Effect, EndTable, FollowUp, Report, Send
from .handover import Handover
from .moderation import Moderation
from .request_rules import Dispatcher
from .signatures import DealSignatures
from .spectators import Spectators
from .state import RoomState, digest_of
from .substitutes import Substitutes
from .table_journal import LobbyDiffs
from .voting import Voting

_MOST_UNWELCOME = 256


class Part(Protocol):
    """The parts of a room that it calls at the end of each call, in this order."""

    def settle(self, now_ms: int) -> object:
        """Do what is due."""


class Room:
    """One table and everybody at it.

    diffs: the lobby as the file has it, None for nothing. signatures: of the ends of its deals. If they have a key, the
    host signs too.
    """

    def __init__(self, state: RoomState, now_ms: int, diffs: LobbyDiffs | None = None) -> None:
        self._state = state
        self._attendance = Attendance(state)
        self._code_gate = CodeGate(state)
        self._handover = Handover(state)
        self._spectators = Spectators(state)
        self._voting = Voting(state)
        self.signatures = DealSignatures(state)
        moderation = Moderation(state)
        self._substitutes = Substitutes(state, self._voting, moderation)
        self._admission = Admission(state, self._code_gate, moderation, self._spectators)
        self._dispatcher = Dispatcher(
            state,
            admission=self._admission,
            code_gate=self._code_gate,
            handover=self._handover,
            moderation=moderation,
            signatures=self.signatures,
            spectators=self._spectators,
            substitutes=self._substitutes,
            voting=self._voting,
        )
        self._parts: tuple[Part, ...] = (
            self._attendance,
            self._handover,
            self._substitutes,
            state.match,
            self._spectators,
            self.signatures,
            self._code_gate,
        )
        self._timed = (self._attendance, self._handover, self._substitutes, state.match)
        self._broadcaster = Broadcaster(state)
        self._diffs = diffs or LobbyDiffs()
        self._has_ended = False
        self._awake = SleepAwareClock(now_ms)

    @classmethod
    def open(cls, config: RoomConfig, chance: random.Random, now_ms: int) -> tuple[Room, list[Effect]]:
        """A new table.

        Raises UnknownGame, OptionError, SeatsError, DealError or LobbyRefusal when there can be no such table.
        """
        lobby = Lobby.open(config)
        if config.deal:
            parse_deal(config.deal, lobby.game.deck(lobby.game.complete_options(lobby.options, lobby.seats)))
        state = RoomState(config, lobby, chance, now_ms)
        for bot in lobby.bots:
            state.say(Happened("bot", bot.seat, bot.name, bot.level))
        opening: list[Effect] = [
            Append(table_journal.write(table_journal.Opening(table_journal.JOURNAL_FORMAT, config)), urgent=True)
        ]
        room = cls(state, now_ms)
        return room, opening + room._finish(now_ms)

    @classmethod
    def restore(
        cls,
        records: Sequence[bytes],
        chance: random.Random,
        now_ms: int,
        turn: TurnTime | None = None,
        *,
        may_lack_records: bool = False,
    ) -> tuple[Room, list[Effect]]:
        """The table as it was when the last of these records was appended. Raises JournalError.

        Nobody is connected; who had a seat has it still and may come back with its token. turn: the last known
        `turn_time` of the room. may_lack_records: people may have been told what is in no record.
        """
        past = table_journal.read_past(records)
        if past.config.goes_on is not None and not past.is_begun:
            raise JournalError("The new host stopped before it took over the match. Repeat the takeover.")
        diffs = LobbyDiffs.of(past.lobby)
        state = RoomState(past.config, past.lobby, chance, now_ms - past.age_ms)
        state.match.take_up(past.records, past.journal, turn=turn)
        state.match.stream.is_retold |= may_lack_records
        state.idle_since_ms = now_ms
        for did in past.done:
            state.remember(did.person, answer_of(did), did.digest)
        for person in list(past.lobby.people):
            if person.seat is None:
                state.lose(person)
                state.unsaid.add(person.key)
            else:
                state.lost(person, now_ms)
        room = cls(state, now_ms, diffs)
        room._attendance.settle(now_ms)
        state.match.settle(now_ms)  # first it must be known whom the table waits for, and then votes on it are counted
        room._voting.take_up(now_ms)
        return room, room._finish(now_ms)

    @classmethod
    def carry_on(
        cls, config: RoomConfig, estate: MatchSnapshot, chance: random.Random, now_ms: int
    ) -> tuple[Room, list[Effect]]:
        """A table that continues another table's match, in the pause after its last finished deal.

        Seats wait for their people, who prove them by key. Raises what Room.open raises, and JournalError.
        """
        claim, descent = estate.goes_on, estate.descent
        config = msgspec.structs.replace(config, goes_on=claim, descent=descent, seed="", deal="", autostart=False)
        lobby = inherited(config, estate)
        state = RoomState(config, lobby, chance, now_ms)
        sealed = state.match.inherit(estate.journal)
        parts: list[table_journal.Opening | table_journal.Entry] = [
            table_journal.Opening(table_journal.JOURNAL_FORMAT, config)
        ]
        for number, portion in enumerate(portions(estate.records)):
            header = state.outbox.header if not number else None
            parts.append(table_journal.Entry(age_ms=0, header=header, records=portion))
        state.outbox.header = None
        state.say(Happened("sealed", text=sealed))
        state.say(Happened("carried", estate.heir, lobby.name_at(estate.heir), estate.goes_on.table))
        for person in lobby.seated:
            state.lost(person, now_ms)
        room = cls(state, now_ms)
        written: list[Effect] = [Append(table_journal.write(part), urgent=True) for part in parts]
        return room, written + room._finish(now_ms)

    # Called by the driver.

    def connect(
        self,
        connection: ConnectionId,
        now_ms: int,
        *,
        user: str = "",
        peer: str = "",
        is_own: bool = False,
        host_user: int | None = None,
    ) -> list[Effect]:
        """Add a connection. user: the user name of a peer on this machine's own socket. peer: its address.
        is_own: it is the user whose table this is, on this machine. host_user: who runs the host, on that socket."""
        now_ms = self._now(now_ms)
        links = self._state.connections.links
        if sum(link.person is None for link in links.values()) >= _MOST_UNWELCOME:
            return [Close(connection)]
        link = Connection.open(connection, user, now_ms, peer=peer, is_own=is_own, host_user=host_user)
        self._state.connections.came(link, now_ms)
        return self._finish(now_ms)

    def receive(self, connection: ConnectionId, message: ClientMessage, now_ms: int) -> list[Effect]:
        now_ms = self._now(now_ms)
        link = self._state.connections.links.get(connection)
        if link is None:
            return []
        link.heard_ms = now_ms
        is_allowed = link.messages.take(now_ms)
        is_known_here = link.is_confirmed and link.person is not None and link.person.presence == "here"
        differs = isinstance(message, Ping | Pong) and is_allowed and self.signatures.differ(link.person, message)
        if is_allowed and isinstance(message, Ping | Pong) and is_known_here and not differs:
            # The most frequent message changes nothing: with many spectators it must not cost a look at them all.
            return [Send((link.id,), pack(Pong(n=message.n)))] if isinstance(message, Ping) else []
        if not is_known_here:
            self._state.connections.heard(link)
        if is_allowed:
            self._dispatcher.receive(link, message, now_ms)
        else:
            self._dispatcher.ignore(link, message)
        return self._answer(now_ms)

    def reject(self, connection: ConnectionId, error: FrameError | ProtocolError, now_ms: int) -> list[Effect]:
        """The bytes were not a valid message. After a FrameError the connection is closed, else after the third
        time.
        """
        now_ms = self._now(now_ms)
        link = self._state.connections.links.get(connection)
        if link is None:
            return []
        link.bad_frames += 1
        if link.person is not None and isinstance(error, ProtocolError) and error.request_id:
            answer = Done(id=error.request_id, accepted=False, reason=str(error), code="malformed")
            self._state.reply(link, answer)
        if isinstance(error, OtherVersion):
            self._state.hang_up(link, Refused(code="version", sentence=str(error), app=self._state.config.version))
        elif link.person is None:
            self._turn_away(link, "malformed", f"That is not a valid hello. {error}")
        elif isinstance(error, FrameError) or link.bad_frames >= MOST_BAD_FRAMES:
            self._state.hang_up(link, Bye(code="malformed", sentence=f"The message could not be read. {error}"))
        elif not error.request_id:
            self._state.reply(link, Fault(code="malformed", sentence=str(error), about=error.about))
        return self._finish(now_ms)

    def disconnect(self, connection: ConnectionId, now_ms: int) -> list[Effect]:
        now_ms = self._now(now_ms)
        link = self._state.connections.links.get(connection)
        if link is None:
            return []
        self._state.drop(link)
        return self._finish(now_ms)

    def congest(self, connection: ConnectionId, blocked: bool, now_ms: int) -> list[Effect]:
        """Its buffers are full, or empty again: then it gets in one go what it missed."""
        now_ms = self._now(now_ms)
        link = self._state.connections.links.get(connection)
        if link is not None:
            link.is_congested = blocked
            self._state.outbox.is_crowd_behind = True
        return self._finish(now_ms)

    def tick(self, now_ms: int) -> list[Effect]:
        now_ms = self._now(now_ms)
        self._attendance.look_after_connections(now_ms)
        return self._finish(now_ms)

    def answer_bot(self, seat: Seat, decision_id: int, move: Move | None, now_ms: int) -> list[Effect]:
        """What a bot wants to play; None if it failed, then its decision's default is played."""
        now_ms = self._now(now_ms)
        self._state.match.answer_bot(seat, decision_id, move)
        return self._finish(now_ms)

    def pake_done(self, connection: ConnectionId, answer: tuple[bytes, bytes] | None, now_ms: int) -> list[Effect]:
        """The result of a ComputePake: (answer, secret), None if the knock was invalid."""
        now_ms = self._now(now_ms)
        self._code_gate.pake_done(self._state.connections.links.get(connection), answer)
        return self._finish(now_ms)

    def close(self, sentence: str, now_ms: int) -> list[Effect]:
        """The host ends: tell everybody why, and close all connections."""
        self._state.hang_up_on_all(Bye(code="closed", sentence=sentence))
        return self._state.outbox.take_answers()

    # Other tables of the same match (net/match/rivals.py).

    def hold(self, *, was_interrupted: bool) -> None:
        """Pause the match until `release`, while the host looks whether it continues elsewhere.

        was_interrupted: the host did not run for a while.
        """
        self._state.is_held = True
        self._state.is_interrupted |= was_interrupted

    def release(self, now_ms: int) -> list[Effect]:
        """The match continues here. Players who had followed it to another table count like all others."""
        self._state.is_held = False
        self._state.followed.clear()
        self._tell_people(GOES_ON_HERE)
        return self._finish(self._now(now_ms))

    def tell_other(self, other: OtherTable | None, sentence: str, now_ms: int) -> list[Effect]:
        """There is another table of this match, or there is none any more. sentence: for everybody, "" for nothing."""
        self._state.other, self._state.outbox.shown_changed = other, True
        if sentence:
            self._tell_people(Fault(code="host", sentence=sentence))
        return self._finish(self._now(now_ms))

    def tell_saving(self, sentence: str, now_ms: int, *, is_saved: bool) -> list[Effect]:
        """The table is not saved for now, or is saved again. sentence: for everybody."""
        self._state.not_saved, self._state.outbox.shown_changed = not is_saved, True
        self._tell_people(Fault(code="host", sentence=sentence))
        return self._finish(self._now(now_ms))

    @property
    def is_saved(self) -> bool:
        """Whether people are told that the table is saved."""
        return not self._state.not_saved

    def _tell_people(self, notice: Fault) -> None:
        """Tell everybody at the table."""
        for link in self._state.connections.links.values():
            if link.person is not None:
                self._state.reply(link, notice)

    def move_to(self, to: Moved, sentence: str) -> list[Effect]:
        """The match continues at another table: tell everybody where and disconnect them, also those who come later."""
        self._state.move_to(to, sentence)
        return self._state.outbox.take_answers()

    @property
    def has_moved(self) -> bool:
        """Whether new clients are sent to another table."""
        return self._state.farewell is not None

    @property
    def has_others(self) -> bool:
        """Whether there is an unfinished match that another player could continue elsewhere."""
        return self._state.has_others

    @property
    def deal_ends(self) -> dict[int, tuple[int, bytes]]:
        """The ends of finished deals: the number of the last event and the head of the chain there."""
        return self._state.ends()

    @property
    def followed(self) -> tuple[Moved, ...]:
        """The tables to which people followed this match, each with a valid claim."""
        return tuple(self._state.followed.values())

    @property
    def goes_there(self) -> bool:
        """Whether the host wants to close the table in favour of the other one."""
        return self._state.goes_there

    def forget_followed(self) -> None:
        """The reports of people who followed the match were checked: now they count like all other players here."""
        self._state.followed.clear()

    def addresses_of_others(self) -> tuple[str, ...]:
        """The last network addresses of the players, without the player who hosts."""
        own, people = self._state.own_seat, self._state.lobby.seated
        return tuple({one.address: None for one in people if one.seat != own and one.address and not one.user})

    def follow_up(self, now_ms: int) -> list[Effect]:
        """Do what follows after the answer was sent."""
        return self._finish(self._now(now_ms))

    def broadcast(self, now_ms: int) -> list[Effect]:
        """Send the spectators their news."""
        return self._broadcaster.tell_spectators(self._now(now_ms))

    # After a fault of the room.

    def take_place_of(self, old: Room) -> None:
        """Take over from the failed room what was never in the file; this room was restored from the file."""
        state, before = self._state, old._state
        state.key = before.key
        state.is_held, state.is_interrupted = before.is_held, before.is_interrupted
        state.not_saved = before.not_saved
        state.followed, state.other, state.farewell = before.followed, before.other, before.farewell
        self._code_gate.take_place_of(old._code_gate)
        self._dispatcher.take_place_of(old._dispatcher)
        if (key := old.signatures.key) is not None:
            self.signs_with(key)

    def knows_faults(self, connection: ConnectionId) -> bool:
        """Whether its client understands the farewell "fault"."""
        link = self._state.connections.links.get(connection)
        return link is not None and link.knows_faults

    def refused(self, connection: ConnectionId, message: ClientMessage, now_ms: int) -> tuple[Done, bytes] | None:
        """The room failed in a message: make the answer and its record; None if it was not a request."""
        link = self._state.connections.links.get(connection)
        if link is None or link.person is None:
            return None
        self._dispatcher.failed(link.person, message, now_ms)
        action = getattr(message, "id", None)
        if not isinstance(action, str):
            return None
        request = cast(Request, message)
        age_ms = max(0, now_ms - self._awake.slept_ms - self._state.opened_ms)
        did = table_journal.DoneRequest(link.person.key, action, digest_of(request), failed=True)
        return answer_of(did), table_journal.write(table_journal.Entry(age_ms=age_ms, did=did))

    @property
    def table_id(self) -> str:
        return self._state.lobby.table_id

    # Read by the driver.

    def knows(self, token: bytes) -> bool:
        """Whether this is a token of this table, of a person who is here or may come back."""
        return self._admission.knows(token)

    def info(self, now_ms: int) -> TableInfo:
        return self._state.info(now_ms - self._awake.slept_ms)

    def turn_time(self, now_ms: int) -> TurnTime:
        """The time of the open question. It is in no record, and `restore` takes it."""
        return self._state.match.turn_time(now_ms - self._awake.slept_ms)

    @property
    def wake_ms(self) -> int | None:
        """When the next tick is due, by the driver's clock; None for never."""
        return None if self._awake.due_ms is None else self._awake.due_ms + self._awake.slept_ms

    def listens_with(self, key: str) -> None:
        """Set the host's key on the network."""
        self._state.key = key
        self._sign_key()

    def signs_with(self, key: PersonKey) -> None:
        """Sign the end of deals with this key, and show everybody that the host does."""
        self.signatures.key = key
        self._sign_key()

    def _sign_key(self) -> None:
        state, key = self._state, self.signatures.key
        if key is not None:
            state.key_signed = HostKeySigned(key=key.public, signature=key.sign(host_statement(key.public, state.key)))
            state.outbox.shown_changed = True

    @property
    def is_over(self) -> bool:
        return self._state.lobby.stage == "over"

    @property
    def idle_since_ms(self) -> int | None:
        """Since when nobody has been connected; None while somebody is."""
        return self._state.idle_since_ms

    # Internals.

    def _now(self, now_ms: int) -> int:
        """The room's own time, which does not count sleep. now_ms: the driver's time."""
        if self._awake.overslept(now_ms):
            self._state.match.tell_clocks_again()
        self._state.match.budget.now_ms = now_ms - self._awake.slept_ms
        return self._state.match.budget.now_ms

    def _turn_away(self, link: Connection, code: RefusedCode, sentence: str) -> None:
        self._state.hang_up(link, Refused(code=code, sentence=sentence, app=self._state.config.version))

    def _finish(self, now_ms: int) -> list[Effect]:
        """Carry out what is due, and say when the next tick is."""
        effects = self._settle(now_ms)
        self._awake.due_ms = self._due_ms(now_ms)
        return effects

    def _answer(self, now_ms: int) -> list[Effect]:
        """Store the request and its result, and answer. The consequences come after the answer."""
        return [*self._write(now_ms), FollowUp()]

    def _settle(self, now_ms: int) -> list[Effect]:
        """Carry out what is due, write it to the journal, and tell the seats; the spectators come next."""
        state, outbox = self._state, self._state.outbox
        self._carry_out_due(now_ms)
        shows_table = False
        if outbox.lobby_changed or outbox.shown_changed:
            shows_table = self._broadcaster.looks_new(now_ms)
        effects = self._write(now_ms)
        outbox.lobby_changed = outbox.shown_changed = outbox.urgent = False
        thinks = outbox.take_thinks()
        effects += self._broadcaster.tell_seats(now_ms, shows_table=shows_table)
        effects += thinks if state.is_attended else []
        if self._broadcaster.has_news_for_spectators():
            effects.append(Broadcast())
        if state.lobby.closed and not self._has_ended:
            self._has_ended = True
            effects.append(EndTable(state.lobby.closed))
        return effects

    def _due_ms(self, now_ms: int) -> int | None:
        """When something is due by time alone; None for never."""
        times = [due for part in self._timed if (due := part.due_ms(now_ms)) is not None]
        return max(now_ms, min(times)) if times else None

    def _carry_out_due(self, now_ms: int) -> None:
        match = self._state.match
        for part in self._parts:
            part.settle(now_ms)
            while part is match and self._substitutes.settle(now_ms):
                match.settle(now_ms)  # carry out what was agreed when the match allows it; the match then continues

    def _write(self, now_ms: int) -> list[Effect]:
        """Write the changes to the journal first; then report faults and send answers."""
        state, outbox, effects = self._state, self._state.outbox, list[Effect]()
        change = self._diffs.change(state.lobby) if outbox.lobby_changed else None
        if outbox.records or outbox.header or change is not None or outbox.did is not None:
            entry = table_journal.Entry(
                age_ms=max(0, now_ms - state.opened_ms),
                header=outbox.header,
                stands=outbox.stands,
                records=tuple(outbox.records),
                lobby=change,
                did=outbox.did,
            )
            outbox.header, outbox.stands, outbox.records, outbox.did = None, None, [], None
            effects.append(Append(table_journal.write(entry), outbox.urgent))
        effects.extend(map(Report, outbox.mishaps))
        outbox.mishaps = []
        effects += outbox.answers
        outbox.answers = []
        return effects


def answer_of(did: table_journal.DoneRequest) -> Done:
    """The answer to a request that is in the table's file."""
    if did.failed:
        return Done(id=did.action, accepted=False, reason=REQUEST_TAKEN_BACK, code="fault")
    return Done(id=did.action, accepted=True)
