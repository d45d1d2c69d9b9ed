"""A room, a clock that only moves when told to, and guests who speak its protocol in bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import msgspec
import pytest

from engine.api import Decision, Deck, Event, Game, Happened, Level, Move, Seat, View, encode, find_game
from net.match.outbox import Think
from net.match.settings import RoomConfig, TimeControls
from net.match.snapshot import MatchSnapshot
from net.match.time_limits import TurnTime
from net.match.visibility import AS_EVERYBODY, SpectatorView
from net.room import table_journal
from net.room.effects import Admitted, Append, Broadcast, Close, Effect, FollowUp, Send
from net.room.room import Room
from net.wire.client_messages import (
    CAPABILITIES,
    Hello,
    NextDeal,
    Ping,
    PlayMove,
    Ready,
    Request,
    Start,
    to_client_move,
)
from net.wire.codes import BYE_CODES, DONE_CODES, ERROR_CODES, REFUSED_CODES
from net.wire.framing import PREFIX_BYTES, FrameParser, pack, read_client_message, read_host_message
from net.wire.gallery import GalleryLine, GalleryLines
from net.wire.host_messages import (
    HOST_LIMIT,
    Ask,
    Bye,
    Done,
    Events,
    Fault,
    Gallery,
    HostMessage,
    Looking,
    Message,
    Offer,
    Refused,
    Seated,
    TableFrame,
    Welcome,
)
from net.wire.message_check import misfit
from net.wire.table_info import LookKind, PetitionInfo, TableInfo, VoteInfo
from tests.engine.slots import SLOTS
from tests.engine.toy import DEAL, TOY

TOYS: dict[str, Game] = {"toy": TOY, "slots": SLOTS}
PROMPT = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=0, share_ms=0)
TIMED = TimeControls(pace_ms=0, dwell_ms=(300, 900), between_ms=20_000, reserve_ms=10_000, share_ms=0)
M = TypeVar("M", bound=HostMessage)


def play_with_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rooms find the toy games under their names, beside the real ones."""
    import engine.play.registry
    import engine.verify.replay
    import net.match.lobby
    import net.wire.message_check

    real = engine.play.registry.find_game
    for module in (engine.verify.replay, net.wire.message_check, net.match.lobby):
        monkeypatch.setattr(module, "find_game", lambda name: TOYS.get(name) or real(name))
    levels = tuple(Level(name, name, f"Plays {name}.") for name in ("easy", "medium", "hard"))
    for toy in (TOY, SLOTS):
        monkeypatch.setattr(type(toy), "levels", levels)


def events_in(record: bytes) -> int:
    """How many events of the stream a record of the room's file holds."""
    part = table_journal.read_part(record, 0)
    return sum(len(made.events) for made in part.records) if isinstance(part, table_journal.Entry) else 0


def unveiled(frame: Events) -> Events:
    """A frame with zeros for what stands for hidden cards."""
    return msgspec.structs.replace(frame, veils=bytes(len(frame.veils)), head=bytes(len(frame.head)))


def verify_coded(message: HostMessage) -> None:
    """Nothing is refused without a code that programs know."""
    match message:
        case Done(accepted=accepted, code=code):
            assert (code == "") if accepted else (code in DONE_CODES), message
        case Fault(code=code):
            assert code in ERROR_CODES, message
        case Refused(code=code):
            assert code in REFUSED_CODES, message
        case Bye(code=code):
            assert code in BYE_CODES, message


@dataclass
class Guest:
    """Somebody at a connection.

    heard: messages in order. wire: the bytes of all frames. raw: of all messages, not squeezed. plain: the same with
    zeros in place of the veils of hidden cards and the heads of the chain, which are as good as drawn by lot to whoever
    does not know the secret of the deal. events: the stream as this guest holds it. gallery: what it heard of the
    spectators.
    """

    bench: Bench
    id: int
    hello: Hello
    heard: list[HostMessage] = field(default_factory=list)
    wire: bytearray = field(default_factory=bytearray)
    raw: bytearray = field(default_factory=bytearray)
    plain: bytearray = field(default_factory=bytearray)
    events: list[Event] = field(default_factory=list)
    gallery: GalleryLines = field(default_factory=GalleryLines)
    seat: Seat | None = None
    token: bytes = b""
    info: TableInfo | None = None
    gaze: SpectatorView = AS_EVERYBODY
    decision: Decision | None = None
    offer: Decision | None = None
    is_admitted: bool = False
    is_closed: bool = False
    is_silent: bool = False
    sent: list[Request] = field(default_factory=list)

    def take(self, data: bytes) -> None:
        """Bytes from the room."""
        self.wire += data
        parser = FrameParser(HOST_LIMIT)
        parser.feed(data)
        while (payload := parser.next_payload()) is not None:
            message = read_host_message(payload)
            content = encode(message)
            self.raw += content
            self.plain += encode(unveiled(message)) if isinstance(message, Events) else content
            self._hear(message)
        assert parser.held_bytes == 0, "half a frame"

    def _hear(self, message: HostMessage) -> None:
        self.heard.append(message)
        verify_coded(message)
        self._verify_fits(message)
        match message:
            case Welcome():
                self.seat, self.token, self.info = message.seat, message.token, message.table
            case TableFrame(info=info):
                self.info = info
            case Events(first=first, events=events, fresh=fresh):
                if fresh:
                    self.events.clear()
                assert first == len(self.events), f"events from {first}, held {len(self.events)}"
                assert first + len(events) <= self.bench.written, "told before it was written down"
                self.events += events
            case Gallery(lines=lines, fresh=is_fresh):
                self.gallery.add_told(lines, is_fresh=is_fresh)
            case Ask(decision=decision):
                self.decision = decision
            case Offer(decision=offer):
                self.offer = offer
            case Looking(how=how, seat=seat):
                self.gaze = SpectatorView(how, seat)
            case Seated(seat=seat):
                self.seat, self.decision, self.offer = seat, None, None

    def _verify_fits(self, message: HostMessage) -> None:
        """No true host is taken for one that lies. What is asked, a client looks at with its view of the match."""
        if self.hello.role != "probe" and not isinstance(message, Ask | Offer):
            fault = misfit(message, self.info, None, self.seat)
            assert not fault, f"{fault} {message}"

    def send(self, message: Message) -> None:
        """Say something, in bytes."""
        if isinstance(message, Hello):
            self.hello = message
        payload = pack(message)[PREFIX_BYTES:]
        read = read_client_message(payload, welcome=self.is_admitted)
        self.bench.run(self.bench.room.receive(self.id, read, self.bench.now_ms))

    def ask_for(self, request: Request) -> Done:
        """Send a request and get its answer."""
        self.sent.append(request)
        self.send(request)
        return next(m for m in reversed(self.heard) if isinstance(m, Done) and m.id == request.id)

    def do(self, kind: type[Request], **fields: Any) -> Done:
        """Ask for something under a new id."""
        self.bench.requests += 1
        return self.ask_for(kind(id=f"g{self.id}-{self.bench.requests}", **fields))

    def play(self, move: Move | None = None, *, decision: Decision | None = None) -> Done:
        """Answer the open decision, by its default unless told otherwise."""
        decision = decision or self.decision
        assert decision is not None
        if decision is self.decision:
            self.decision = None
        move = move or decision.default
        return self.do(PlayMove, decision=decision.id, move=to_client_move(move))

    def drop(self) -> None:
        """The connection breaks."""
        self.is_closed = True
        self.bench.run(self.bench.room.disconnect(self.id, self.bench.now_ms))

    def last(self, kind: type[M]) -> M:
        """The last message of a kind."""
        return next(m for m in reversed(self.heard) if isinstance(m, kind))

    def count(self, kind: type[HostMessage]) -> int:
        """How many messages of a kind came."""
        return sum(isinstance(m, kind) for m in self.heard)

    def happenings(self, what: str = "") -> list[Happened]:
        """The room's own events, or those of one sort."""
        return [e for e in self.events if isinstance(e, Happened) and what in ("", e.what)]

    def lines(self, what: str = "said") -> list[GalleryLine]:
        """What the spectators said, or another sort of their lines."""
        return [line for line in self.gallery.since(0) if line.what == what]

    @property
    def deck(self) -> Deck:
        """The cards of the game that is played."""
        return self._view_of_nothing().deck

    def view(self) -> View:
        """What this guest knows, folded from all it was told."""
        view = self._view_of_nothing()
        for number, event in enumerate(self.events):
            view.absorb(number, event)
        return view

    def _view_of_nothing(self) -> View:
        assert self.info is not None
        return View(self.bench.game, len(self.info.seats), dict(self.info.options), self.gaze.eyes(self.seat))


class Bench:
    """A room under test. records: what it has written, and written: the events in them. effects: all that it wanted.

    Whatever a test is about, the bench sees to it that nobody is told an event which is not written down.
    """

    def __init__(
        self,
        config: RoomConfig | None = None,
        records: list[bytes] | None = None,
        seed: int = 7,
        estate: MatchSnapshot | None = None,
        turn: TurnTime | None = None,
    ) -> None:
        self.now_ms = 1_000_000
        self.records: list[bytes] = list(records or ())
        self.written = 0
        self.effects: list[Effect] = []
        self.guests: dict[int, Guest] = {}
        self.thinks: list[Think] = []
        self.requests = 0
        self.next_id = 1
        chance = random.Random(seed)
        if records is not None:
            self.room, effects = Room.restore(records, chance, self.now_ms, turn)
            self.written = sum(map(events_in, records))
        elif estate is not None:
            assert config is not None
            self.room, effects = Room.carry_on(config, estate, chance, self.now_ms)
        else:
            assert config is not None
            self.room, effects = Room.open(config, chance, self.now_ms)
        self.run(effects)

    @property
    def game(self) -> Game:
        """The game that is played."""
        name = self.room.info(self.now_ms).game
        return TOYS.get(name) or find_game(name)

    def run(self, effects: list[Effect]) -> None:
        """Carry out what the room wants."""
        self.effects += effects
        for effect in effects:
            match effect:
                case Append(record=record):
                    self.records.append(record)
                    self.written += events_in(record)
                case Send(to=to, data=data):
                    for connection in to:
                        self.guests[connection].take(data)
                case Admitted(connection=connection):
                    self.guests[connection].is_admitted = True
                case Close(connection=connection):
                    self.guests[connection].is_closed = True
                case Think():
                    self.thinks.append(effect)
                case FollowUp():
                    self.run(self.room.follow_up(self.now_ms))
                case Broadcast():
                    self.run(self.room.broadcast(self.now_ms))

    def join(
        self,
        name: str = "Ann",
        role: Literal["player", "watcher", "probe"] = "player",
        *,
        token: bytes = b"",
        held: list[Event] | None = None,
        viewer: Seat | None = None,
        user: str = "",
        address: str = "",
        key: str = "",
        table: str = "",
        look: LookKind = "public",
        connection: int | None = None,
        capabilities: tuple[str, ...] = CAPABILITIES,
    ) -> Guest:
        """Somebody connects and says hello. held: events that they have already."""
        if connection is None:
            connection, self.next_id = self.next_id, self.next_id + 1
        held = held if held is not None else []
        hello = Hello(
            name=name,
            role=role,
            token=token,
            held=len(held) - 1,
            viewer=viewer,
            look=look,
            capabilities=capabilities,
            key=key,
            table=table or ("t1" if held else ""),
        )
        guest = Guest(self, connection, hello, events=list(held))
        self.guests[connection] = guest
        self.run(self.room.connect(connection, self.now_ms, user=user, peer=address))
        guest.send(hello)
        return guest

    def rejoin(self, guest: Guest) -> Guest:
        """The same person over a new connection, with what the old one held."""
        return self.join(guest.hello.name, token=guest.token, held=guest.events, viewer=guest.seat)

    def pass_time(self, span_ms: int) -> None:
        """Let time pass, ticking when the room wants it. Guests who are not silent answer for themselves."""
        end = self.now_ms + span_ms
        while self.room.wake_ms is not None and self.room.wake_ms <= end:
            self.now_ms = max(self.now_ms, self.room.wake_ms)
            self.run(self.room.tick(self.now_ms))
            for guest in self.present():
                self.run(self.room.receive(guest.id, Ping(n=1), self.now_ms))
        self.now_ms = end

    def present(self) -> Iterator[Guest]:
        """Guests who are connected and alive."""
        return iter([g for g in self.guests.values() if not g.is_closed and not g.is_silent and g.count(Welcome)])

    def let_bots_play(self, limit: int = 10_000) -> None:
        """Answer what bots were asked, by the default."""
        while self.thinks and limit:
            think = self.thinks.pop(0)
            limit -= 1
            self.run(self.room.answer_bot(think.seat, think.decision.id, think.decision.default, self.now_ms))

    def crash(self, records: list[bytes] | None = None, turn: TurnTime | None = None) -> Bench:
        """The room as another process would find it, from its records, and the time of the open question."""
        bench = Bench(records=self.records if records is None else records, seed=99, turn=turn)
        bench.next_id = self.next_id
        bench.requests = self.requests
        return bench


def toy_config(**changes: Any) -> RoomConfig:
    """A table of the toy game for three, in which nothing waits."""
    base = RoomConfig(table_id="t1", game="toy", title="A table", seed="one", clocks=PROMPT)
    return msgspec.structs.replace(base, **changes)


def full_table(
    config: RoomConfig, names: str = "Ann Ben Cat", *, first_token: bytes = b""
) -> tuple[Bench, list[Guest]]:
    """A table with its guests seated and ready."""
    bench = Bench(config)
    guests = [bench.join(name, token=b"" if place else first_token) for place, name in enumerate(names.split())]
    for guest in guests:
        guest.do(Ready)
    return bench, guests


def refused(guest: Guest) -> Refused | Bye:
    """The word with which a guest was sent away."""
    assert guest.is_closed
    word = guest.heard[-1]
    assert isinstance(word, Refused | Bye)
    return word


def started(
    config: RoomConfig | None = None, *, names: str = "Ann Ben Cat", owner: bool = False
) -> tuple[Bench, list[Guest]]:
    """A match of the toy game whose first question, which card to give, is open to all three.

    owner: the first who comes has the owner's key.
    """
    config = config or toy_config(deal=DEAL)
    bench, guests = full_table(config, names, first_token=config.owner if owner else b"")
    assert guests[0].do(Start).accepted
    return bench, guests


def phase_of(guest: Guest) -> str:
    """The phase that a guest sees."""
    return guest.view().phase


def play_on(guests: list[Guest], until: str) -> None:
    """Everybody answers by default until a phase begins."""
    for _ in range(200):
        if phase_of(guests[0]) == until:
            return
        for guest in guests:
            if guest.decision is not None and phase_of(guests[0]) != until:
                guest.play()
            elif guest.info is not None and guest.info.phase == "between" != until:
                guest.do(NextDeal)
        if phase_of(guests[0]) != until and not any(guest.decision for guest in guests):
            guests[0].bench.pass_time(100)


def seat_state(guest: Guest, seat: int) -> str:
    """How a guest is shown a seat: here, lagging or away."""
    assert guest.info is not None
    return guest.info.seats[seat].state


CLOCKS = TimeControls(limits_ms={}, other_ms=20_000, reserve_ms=0, pace_ms=0, dwell_ms=(0, 0), between_ms=60_000)

UNHURRIED = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(0, 0), between_ms=0)


def slots_config(**changes: object) -> RoomConfig:
    """A table of a game that may shrink, for three, where an absent player's default is played after a while."""
    return toy_config(**{"game": "slots", "clocks": CLOCKS, "away_policy": "pause", "away_s": 0, **changes})


def without_ben(
    config: RoomConfig | None = None, names: str = "Ann Ben Cat"
) -> tuple[Bench, Guest, Guest, Guest, Guest]:
    """A deal that has begun and is being played, Ben away, and Eve looking on."""
    bench, (ann, ben, cat, *_) = started(config or slots_config(), names=names)
    eve = bench.join("Eve", "watcher")
    ben.drop()
    bench.pass_time(11_000)
    assert ann.info is not None
    assert ann.info.seats[1].state == "away"
    return bench, ann, ben, cat, eve


def finish_deal(bench: Bench, *guests: Guest) -> None:
    """Play until the pause between two deals, by defaults and, for who is away, by the clock."""
    for _ in range(60):
        if phase_of(guests[0]) in ("between", "over"):
            return
        for guest in guests:
            if guest.decision is not None and phase_of(guests[0]) not in ("between", "over"):
                guest.play()
        if not any(guest.decision for guest in guests):
            bench.pass_time(1_000)
    raise AssertionError(phase_of(guests[0]))


def next_deal(*guests: Guest) -> None:
    for guest in guests:
        guest.do(NextDeal)


def info(guest: Guest) -> tuple[tuple[VoteInfo, ...], tuple[PetitionInfo, ...]]:
    assert guest.info is not None
    return guest.info.votes, guest.info.petitions
