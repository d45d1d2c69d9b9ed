"""A recorded hand played at a room by scripted guests, the host killed at any moment of it, and what must hold after.

The world performs what the room wants one thing at a time, and every moment between two of them is a boundary: before
and after each record that is appended, before, in the middle of and after each message to each connection. A host that
dies there leaves the records that were appended, and guests with what had reached them. Guests do what sessions do:
they keep what they were told, come back with their tokens, and send again what was not answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.api import Act as RecordedAct
from engine.api import Decision, Event, Happened, HostChain, Journal, Move, Seat, Table, redact_for_all
from net.match.outbox import Think
from net.match.settings import RoomConfig, TimeControls
from net.room.effects import Admitted, Append, Broadcast, Close, ConnectionId, Effect, FollowUp, Send
from net.room.room import Room
from net.wire.client_messages import ClientMessage, PlayMove, Ready, Start, to_client_move
from net.wire.framing import PREFIX_BYTES, pack, read_client_message
from tests.conformance.cases import state
from tests.harness.byte_guest import Client

FOREVER = 2**30
STILL = TimeControls(
    limits_ms={},
    other_ms=0,
    reserve_ms=0,
    between_ms=0,
    pace_ms=0,
    dwell_ms=(0, 0),
    share_ms=FOREVER,
    lagging_ms=FOREVER,
    away_ms=FOREVER,
    silent_ms=FOREVER,
    ping_ms=FOREVER,
    hello_ms=FOREVER,
    abandon_ms=0,
)
"""Nothing happens by time alone, so that a kill is the only difference between two runs."""

TURN_MS = 60
MOST_TURNS = 5_000


@dataclass(frozen=True)
class Hand:
    """What is played: a game's settings, and the recorded acts of its people; without acts they play by lot.

    most_acts: after so many acts of people the hand is left where it stands; it ends before when the deal is scored.
    """

    name: str
    config: RoomConfig
    acts: tuple[RecordedAct, ...] = ()
    most_acts: int = 10_000
    watchers: int = 0
    gives_shares: bool = False


def recorded_hand(name: str, journal: Journal, most_acts: int = 10_000, **more: Any) -> Hand:
    """The first deal of a record, up to its score."""
    header = journal.header
    config = RoomConfig(
        table_id="t1",
        game=header.game,
        options=dict(header.options),
        seats=header.seats,
        seed=header.seed,
        deal=header.deal,
        clocks=STILL,
    )
    acts = tuple(record.act for record in journal.records if record.act.kind == "play")
    return Hand(name, config, acts, most_acts, **more)


@dataclass
class Moment:
    """A boundary: what a host that dies there leaves behind."""

    what: str
    records: int
    written: int
    clients: list[Client]
    played: int
    now_ms: int


class World:
    """A room, its file, and its guests. moments: the boundaries, where they are wanted."""

    def __init__(self, hand: Hand, room: Room, records: list[bytes], clients: list[Client], now_ms: int) -> None:
        self.hand = hand
        self.room = room
        self.records = records
        self.clients = clients
        self.now_ms = now_ms
        self.played = 0
        self.written = 0
        self.moments: list[Moment] = []
        self.watches_moments = False
        self._thinks: dict[Seat, Think] = {}
        self.admitted: set[ConnectionId] = set()
        self._next_connection = 1

    @classmethod
    def begin(cls, hand: Hand) -> World:
        """A table with everybody seated and ready."""
        chance = Random(f"kill {hand.name}")
        room, effects = Room.open(hand.config, chance, 0)
        people = room.info(0).seats
        clients = [Client(f"P{seat.seat}", gives_shares=hand.gives_shares) for seat in people if seat.kind != "bot"]
        clients += [Client(f"W{number}", is_watcher=True) for number in range(hand.watchers)]
        world = cls(hand, room, [], clients, 0)
        world.perform(effects)
        for client in clients:
            world.connect(client)
            if client.seat is not None:
                client.ask_for(Ready)
                world.deliver(client)
        return world

    @classmethod
    def revive(cls, hand: Hand, records: Sequence[bytes], clients: list[Client], moment: Moment, seed: str) -> World:
        """The host again, from its records alone, and everybody back."""
        now_ms = moment.now_ms + 7_000
        room, effects = Room.restore(records, Random(seed), now_ms)
        world = cls(hand, room, list(records), clients, now_ms)
        world.played, world.written = moment.played, moment.written
        world.perform(effects)
        return world

    @property
    def table(self) -> Table:
        """The truth."""
        table = self.room._state.match.table
        assert table is not None
        return table

    # What the room wants.

    def perform(self, effects: Sequence[Effect]) -> None:
        """Carry out what the room wants, with a boundary at every step."""
        self.boundary("before all")
        for effect in effects:
            match effect:
                case Append(record=record):
                    self.records.append(record)
                    self.written = self._events_written()
                    self.boundary("after the record")
                case Send(to=to, data=data):
                    for connection in to:
                        self._send(connection, data)
                case Admitted(connection=connection):
                    self.admitted.add(connection)
                case Close():
                    raise AssertionError("nobody is to be sent away")
                case Think(seat=seat):
                    self._thinks[seat] = effect
                case FollowUp():
                    self.perform(self.room.follow_up(self.now_ms))
                case Broadcast():
                    self.perform(self.room.broadcast(self.now_ms))

    def _send(self, connection: ConnectionId, data: bytes) -> None:
        client = next(client for client in self.clients if client.connection == connection)
        half = len(data) // 2
        client.take(data[:half], self.written)
        self.boundary(f"in the middle of what {client.name} is sent")
        client.take(data[half:], self.written)
        self.boundary(f"after what {client.name} is sent")

    def _events_written(self) -> int:
        return len(self.room._state.match.stream)

    def boundary(self, what: str) -> None:
        """Note what a death at this moment would leave."""
        if self.watches_moments:
            clients = [client.twin() for client in self.clients]
            self.moments.append(Moment(what, len(self.records), self.written, clients, self.played, self.now_ms))

    # What guests do.

    def connect(self, client: Client) -> None:
        """A guest comes, or comes back, and is heard out."""
        self.now_ms += TURN_MS
        client.lose_connection()
        client.connection, self._next_connection = self._next_connection, self._next_connection + 1
        self.perform(self.room.connect(client.connection, self.now_ms))
        self._receive(client, client.hello())
        self.deliver(client)

    def deliver(self, client: Client) -> None:
        """Bring what a guest says to the room."""
        while client.to_say:
            self._receive(client, client.to_say.popleft())

    def _receive(self, client: Client, message: ClientMessage) -> None:
        assert client.connection is not None
        self.now_ms += TURN_MS
        welcome = client.connection in self.admitted
        read = read_client_message(pack(message)[PREFIX_BYTES:], welcome=welcome)
        self.perform(self.room.receive(client.connection, read, self.now_ms))

    def play(self) -> None:
        """Go on to the end of the hand."""
        for _ in range(MOST_TURNS):
            if not self._turn():
                return
        raise AssertionError("the hand does not end")

    def _turn(self) -> bool:
        speaker = next((client for client in self.clients if client.to_say), None)
        if speaker is not None:
            self.deliver(speaker)
            return True
        if self._thinks:
            think = self._thinks.pop(min(self._thinks))
            self.now_ms += TURN_MS
            answer = self._drawn(think.decision)
            self.perform(self.room.answer_bot(think.seat, think.decision.id, answer, self.now_ms))
            return True
        if self.room._state.match.table is None:
            self.clients[0].ask_for(Start)
            return True
        if any(client.waiting is not None for client in self.clients):
            raise AssertionError("a request was never answered")
        if self.is_scored or self.played >= self.hand.most_acts:
            return False
        if self._act():
            return True
        if self.room.wake_ms is None or self.room.wake_ms >= self.now_ms + FOREVER // 2:
            return False
        self.now_ms = max(self.now_ms, self.room.wake_ms)
        self.perform(self.room.tick(self.now_ms))
        return True

    @property
    def is_scored(self) -> bool:
        """Whether the deal has come to its score."""
        return self.table.over is not None or bool(self.table.scores)

    def _act(self) -> bool:
        """Let whoever is next make a move; whether anybody could."""
        if self.hand.acts:
            if self.played == len(self.hand.acts):
                return False
            recorded = self.hand.acts[self.played]
            client = next(client for client in self.clients if client.seat == recorded.seat)
            decision, move = client.decision or client.offer, recorded.move
            assert decision is not None, f"seat {recorded.seat} is not asked"
            assert move is not None
        else:
            asked = next((client for client in self.clients if client.decision is not None), None)
            if asked is None:
                return False
            client, decision = asked, asked.decision
            assert decision is not None
            move = self._drawn(decision)
        self.played += 1
        client.ask_for(PlayMove, decision=decision.id, move=to_client_move(move))
        return True

    def _drawn(self, decision: Decision) -> Move:
        """A move by lot, the same whenever the same is asked."""
        return Random(f"{decision.seat} {decision.id}").choice(list(decision.moves(self.table.deck))[:50])


@dataclass
class Outcome:
    """How a hand ended, as far as a kill must not change it."""

    truth: tuple[object, ...]
    head: bytes
    acts: dict[Seat | None, list[Move | None]]
    told: dict[str, list[Event]]
    open: dict[str, Decision | None]
    accepted: dict[str, list[str]]

    @classmethod
    def of(cls, world: World) -> Outcome:
        table = world.table
        assert table.journal is not None
        acts: dict[Seat | None, list[Move | None]] = {}
        for record in table.journal.records:
            if record.act.kind != "room":
                acts.setdefault(record.act.seat, []).append(record.act.move)
        return cls(
            state(table),
            head_of_match(table),
            acts,
            {client.name: kept(client, table) for client in world.clients},
            {client.name: client.decision for client in world.clients},
            {client.name: client.accepted for client in world.clients},
        )


def kept(client: Client, table: Table) -> list[Event]:
    """What a guest was told, as far as a kill leaves it.

    A spectator is a new one after the host's death, and begins anew without the faces that are shown once.
    """
    events = without_coming_and_going(client.events)
    if client.seat is not None or not table.game.plan.shows_once or table.game.remembers(table):
        return events
    return [redact_for_all(event, table.game.plan) for event in events]


def head_of_match(table: Table) -> bytes:
    """The head of the chain over all that happened; spectators, who are not kept over a kill, left out of it."""
    assert table.journal is not None
    host_chain = HostChain(table)
    for event in without_coming_and_going(table.journal.events()):
        host_chain.add(event)
    return host_chain.chain.head


def without_coming_and_going(events: Iterable[Event]) -> list[Event]:
    """Events but those of spectators who came and went."""
    return [e for e in events if not (isinstance(e, Happened) and e.what in ("watching", "unwatching"))]


def undisturbed(hand: Hand) -> tuple[World, Outcome]:
    """The hand without a kill, every boundary of it noted."""
    world = World.begin(hand)
    world.watches_moments = True
    world.play()
    world.watches_moments = False
    assert all(not client.refused for client in world.clients)
    return world, Outcome.of(world)


def killed(hand: Hand, before: World, moment: Moment, *, again_after: int = -1) -> World:
    """The same hand with the host killed at a moment. again_after: once more so many boundaries later."""
    clients = [client.twin() for client in moment.clients]
    world = World.revive(hand, before.records[: moment.records], clients, moment, f"revived {moment.records}")
    world.watches_moments = again_after >= 0
    for client in clients:
        world.connect(client)
    if again_after >= 0:
        second = world.moments[again_after % len(world.moments)]
        return killed(hand, world, second)
    world.play()
    return world
