"""Two rooms that differ only in two cards which one viewer has not seen: every byte that leaves them, and when.

The same is done at both, the two cards changed over in what the viewer does not see. Bots think for different spans at
the two, and sealed answers of others come at other times and in another order: of that, too, nobody may be told.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

import msgspec
import pytest

from engine.api import Deal, Decision, Declared, Event, Move, Seat, Table, Viewer, format_deal, redact
from engine.bots.random import random_move
from net.match.outbox import Think
from net.match.settings import RoomConfig, TimeControls
from net.match.time_limits import RETHINK_MS
from net.room.effects import Admitted, Append, Broadcast, Close, ConnectionId, Effect, FollowUp, Send
from net.room.room import Room
from net.wire.client_messages import (
    CAPABILITIES,
    ClientMessage,
    GetRecord,
    Hello,
    PlayMove,
    Ready,
    Say,
    Start,
    to_client_move,
)
from net.wire.framing import PREFIX_BYTES, ProtocolError, pack, read_client_message
from tests.conformance.cases import Case, written_deal
from tests.conformance.information_leak import changed_over, mapped, next_answer, rule_tells, two_unseen

AGES = 2**30
CLOCKS = TimeControls(ping_ms=AGES, lagging_ms=AGES, away_ms=AGES, silent_ms=AGES, hello_ms=AGES, pace_ms=900)
SEALED_WITHIN_MS = 2_000
NOISE = 0.15  # how often somebody does what is refused
GARBAGE = (b"\x90", b"\x81\xa1t\xa3act", b"\xc1")
MOST_GARBAGE = 2  # a connection that sends more is closed


@dataclass
class Twin:
    """One of the two rooms. sent: to each connection, when and what. later: what is to be done at it, and when."""

    room: Room
    chance: Random
    choose: Callable[[Think], Move]
    now_ms: int = 0
    sent: dict[ConnectionId, list[tuple[int, bytes]]] = field(default_factory=dict)
    admitted: set[ConnectionId] = field(default_factory=set)
    closed: list[tuple[int, ConnectionId]] = field(default_factory=list)
    later: list[tuple[int, int, Callable[[], None]]] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The truth."""
        table = self.room._state.match.table
        assert table is not None
        return table

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        assert self.table.journal is not None
        return list(self.table.journal.events())

    def perform(self, effects: list[Effect]) -> None:
        """Do what the room wants."""
        for effect in effects:
            match effect:
                case Send(to=to, data=data):
                    for connection in to:
                        self.sent[connection].append((self.now_ms, data))
                case Admitted(connection=connection):
                    self.admitted.add(connection)
                case Close(connection=connection):
                    self.closed.append((self.now_ms, connection))
                case Think():
                    self._think(effect)
                case FollowUp():
                    self.perform(self.room.follow_up(self.now_ms))
                case Broadcast():
                    self.perform(self.room.broadcast(self.now_ms))
                case Append():
                    pass

    def _think(self, think: Think) -> None:
        move, seat, decision_id = self.choose(think), think.seat, think.decision.id
        span_ms = self.chance.randrange(1, RETHINK_MS)
        self.at(
            self.now_ms + span_ms,
            lambda: self.perform(self.room.answer_bot(seat, decision_id, move, self.now_ms)),
        )

    def at(self, time_ms: int, act: Callable[[], None]) -> None:
        """Do something later."""
        self.later.append((time_ms, len(self.later), act))

    def pass_until(self, end_ms: int) -> None:
        """Let time pass: what was put off is done at its time, and the room is woken when it wants to be."""
        while True:
            first = min(self.later, default=None, key=lambda due: due[:2])
            wake = self.room.wake_ms
            if first is not None and first[0] <= end_ms and (wake is None or first[0] <= wake):
                self.later.remove(first)
                self.now_ms = max(self.now_ms, first[0])
                first[2]()
            elif wake is not None and wake <= end_ms:
                self.now_ms = max(self.now_ms, wake)
                self.perform(self.room.tick(self.now_ms))
            else:
                break
        self.now_ms = end_ms

    def join(self, connection: ConnectionId, name: str, *, watches: bool = False) -> None:
        """Somebody comes in."""
        self.sent[connection] = []
        self.perform(self.room.connect(connection, self.now_ms))
        self.say(connection, Hello(name=name, role="watcher" if watches else "player", capabilities=CAPABILITIES))

    def say(self, connection: ConnectionId, message: ClientMessage) -> None:
        """A message of somebody's, in bytes."""
        self.hear(connection, pack(message)[PREFIX_BYTES:])

    def hear(self, connection: ConnectionId, payload: bytes) -> None:
        """What somebody sent, be it a message or not."""
        try:
            read = read_client_message(payload, welcome=connection in self.admitted)
        except ProtocolError as error:
            self.perform(self.room.reject(connection, error, self.now_ms))
        else:
            self.perform(self.room.receive(connection, read, self.now_ms))

    def act(self, seat: Seat, number: int, move: Move) -> None:
        """A person's answer, in bytes."""
        decision = self.table.decision(seat)
        self.say(seat, PlayMove(id=f"a{number}", decision=decision.id if decision else 0, move=to_client_move(move)))


class Twins:
    """The pair, and what is done at it. viewer: for whom it must look the same; eve: the connection of a spectator."""

    def __init__(self, case: Case, viewer: Viewer, seed: str, bots: int) -> None:
        self.case, self.viewer, self.eve = case, viewer, case.seats
        self.chance = Random(seed)
        deal = written_deal(case, seed)
        self.first, self.second = two_unseen(case, deal, viewer, self.chance)
        self.kept = {self.first[1], self.second[1]}
        self.deck = case.table(seed).deck
        self.people = range(case.seats - bots)
        self.garbage = dict.fromkeys((*self.people, self.eve), 0)
        self._thoughts: dict[tuple[Seat, int], Move] = {}
        self._requests = 0
        level = case.game.levels[0].id
        config = RoomConfig(
            table_id="t1",
            game=case.game_id,
            options=dict(case.options),
            seats=case.seats,
            bots=(level,) * bots,
            seed="twins",
            clocks=CLOCKS,
        )
        deals = (deal, changed_over(deal, self.first, self.second))
        self.pair = [self._open(config, dealt, place) for place, dealt in enumerate(deals)]

    def _open(self, config: RoomConfig, deal: Deal, place: int) -> Twin:
        config = msgspec.structs.replace(config, deal=format_deal(deal))
        room, effects = Room.open(config, Random("tokens and windows"), 0)
        choose = self._bots_choice if place == 0 else self._bots_mapped_choice
        twin = Twin(room, Random(f"thinking {place}"), choose)
        twin.perform(effects)
        for seat in self.people:
            twin.join(seat, f"P{seat}")
            twin.say(seat, Ready(id="ready"))
        twin.join(self.eve, "Eve", watches=True)
        twin.say(0, Start(id="start"))
        return twin

    # What is done at both.

    def step(self) -> bool:
        """Let somebody do something at both; False when there is nothing to do that both can."""
        self._pass(self.chance.randrange(60, 500))
        if self.chance.random() < NOISE:
            self._make_noise()
            return self._grew_alike()
        table = self.pair[0].table
        if table.over is not None or table.phase == "between":
            return False
        answer = next_answer(table, self.viewer, self.kept, self.chance)
        if answer is None or answer[0] is None or answer[1] is None or answer[0] not in self.people:
            self._pass(1_000)  # a window, or a bot's turn
            return self._grew_alike()
        decision = table.decision(answer[0])
        assert decision is not None
        if decision.sealed:
            self._answer_sealed()
        else:
            self._answer(answer[0], answer[1])
        return self._grew_alike()

    def _pass(self, span_ms: int) -> None:
        for twin in self.pair:
            twin.pass_until(twin.now_ms + span_ms)

    def _answer(self, seat: Seat, move: Move) -> None:
        self._requests += 1
        _, other = mapped((seat, move), self.viewer, self.first, self.second)
        assert other is not None
        for twin, played in zip(self.pair, (move, other), strict=True):
            twin.act(seat, self._requests, played)

    def _answer_sealed(self) -> None:
        """All who are asked answer: the viewer at one time, the others at different ones, but for the last."""
        one, two = self.pair
        asked = [decision for decision in one.table.decisions() if decision.seat in self.people]
        times = {decision.seat: self.chance.randrange(60, SEALED_WITHIN_MS) for decision in asked}
        left = [ask.remaining_ms for seat in times if (ask := one.room._state.match.ask(seat, one.now_ms)) is not None]
        # Whoever is too late has not answered, which everybody may see: then the others' times stay as they are.
        in_time = all(remaining is None or remaining > SEALED_WITHIN_MS for remaining in left)
        others = [seat for seat in times if seat != self.viewer and in_time]
        moved = {seat: self.chance.randrange(60, max(times[seat] for seat in others) + 1) for seat in others}
        if others:
            # Whoever is last, it is at the same time: then all know that all have answered.
            moved[self.chance.choice(others)] = max(times[seat] for seat in others)
        for decision in asked:
            self._requests += 1
            seat, number = decision.seat, self._requests
            move = self._quiet_move(decision, self.chance)
            _, other = mapped((seat, move), self.viewer, self.first, self.second)
            assert other is not None
            one.at(one.now_ms + times[seat], lambda s=seat, n=number, m=move: one.act(s, n, m))  # type: ignore[misc]
            later = two.now_ms + moved.get(seat, times[seat])
            two.at(later, lambda s=seat, n=number, m=other: two.act(s, n, m))  # type: ignore[misc]
        self._pass(SEALED_WITHIN_MS)

    def _make_noise(self) -> None:
        """Somebody does what is refused, or talks: the same at both."""
        self._requests += 1
        connection = self.chance.choice([*self.people, self.eve])
        table = self.pair[0].table
        faces = sorted(set(table.deck.cards) - self.kept)
        cards = tuple(self.chance.sample(faces, self.chance.randrange(4)))
        verbs = [choice.verb for decision in table.decisions() for choice in decision.choices] or ["play"]
        move = to_client_move(Move(self.chance.choice(verbs), cards))
        decision = self.chance.choice((table.step, table.step, 0, table.step + 1))
        what = self.chance.randrange(6)
        for twin in self.pair:
            if what == 0 and self.garbage[connection] < MOST_GARBAGE:
                twin.hear(connection, GARBAGE[self._requests % len(GARBAGE)])
            elif what == 1:
                twin.say(connection, GetRecord(id=f"a{self._requests}"))
            elif what == 2:
                twin.say(connection, Say(id=f"a{self._requests}", text="well"))
            else:
                twin.say(connection, PlayMove(id=f"a{self._requests}", decision=decision, move=move))
        self.garbage[connection] += what == 0

    def _quiet_move(self, decision: Decision, chance: Random) -> Move:
        """A move by lot, if there is one that leaves the two cards where they are."""
        moves = [random_move(decision, self.deck, chance) for _ in range(8)]
        quiet = [move for move in moves if not self.kept & {*move.cards, *(c for group in move.groups for c in group)}]
        return (quiet or moves)[0]

    def _bots_choice(self, think: Think) -> Move:
        move = self._quiet_move(think.decision, Random(f"{think.seat} {think.decision.id}"))
        self._thoughts[think.seat, think.decision.id] = move
        return move

    def _bots_mapped_choice(self, think: Think) -> Move:
        move = self._thoughts.get((think.seat, think.decision.id), think.decision.default)
        _, other = mapped((think.seat, move), self.viewer, self.first, self.second)
        assert other is not None
        return other

    def _grew_alike(self) -> bool:
        """Whether both have done the same: else a move was against the rules at one of them, and they have parted."""
        counts = []
        for twin in self.pair:
            assert twin.table.journal is not None
            counts.append(len(twin.table.journal.records))
        return counts[0] == counts[1]

    # What is compared.

    def is_told(self, since: int) -> bool:
        """Whether a rule has shown one of the two cards, or let a player tell of them, since an event."""
        told = [twin.events[since:] for twin in self.pair]
        plan = self.case.game.plan
        both = told[0] + told[1]
        seen = {card for event in both for card in getattr(redact(event, self.viewer, plan), "cards", ())}
        if self.kept & seen:
            return True
        facts = [[event for event in events if isinstance(event, Declared)] for events in told]
        names = {event.fact for event in facts[0] + facts[1]}
        return facts[0] != facts[1] and bool(names & rule_tells(self.case.game_id, "ANNOUNCEMENTS"))

    def assert_alike(self) -> None:
        """Every byte that left for the viewer and for a spectator is the same at both, and left at the same time."""
        one, two = self.pair
        for connection in {self.eve, self.eve if self.viewer is None else self.viewer}:
            assert one.sent[connection] == two.sent[connection], f"{self.case}, connection {connection}"
        assert one.closed == two.closed


def hide_veils(patch: pytest.MonkeyPatch) -> None:
    """A veil is a keyed digest, and differs with what it hides. Here all are made of the number alone."""
    patch.setattr(
        "engine.play.host_chain.event_commitment", lambda secret, number, event: sha256(b"%d" % number).digest()[:16]
    )


def compare(case: Case, viewer: Viewer, seed: str, *, bots: int = 0, most: int) -> int:
    """Play a pair for so many steps at most; gives the number of steps for which the two were alike."""
    twins = Twins(case, viewer, seed, bots)
    twins.assert_alike()
    for step in range(most):
        since = len(twins.pair[0].events)
        goes_on = twins.step()
        if not goes_on or twins.is_told(since):
            return step
        twins.assert_alike()
    return most
