"""A fault planted in the handler of each kind of request: one answer, and everybody is back at the table."""

from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from engine.api import DealBegan, Table
from net.host.fault_log import keep_evidence, read_evidence
from net.match.faults import KNOCK_FAILED, SENT_AWAY, SHARE_LEFT_OUT
from net.match.people import Person
from net.match.settings import TimeControls
from net.match.shares import Shares
from net.news import LinkUp
from net.room.admission import Admission
from net.room.connections import Connection
from net.room.request_rules import Dispatcher
from net.wire.client_messages import (
    PAKE_BYTES,
    ClientMove,
    GivePledge,
    GiveShare,
    Hello,
    Knock,
    Leave,
    PlayMove,
    Request,
)
from net.wire.framing import read_client_message
from net.wire.host_messages import Bye, Fault, Refused, Welcome, kind_of

from ...harness.local_table import PROMPT, open_table
from ...harness.players import Player, RawClient

FIELDS: dict[str, Any] = {
    "decision": 1,
    "move": ClientMove("pass"),
    "text": "hello",
    "seat": 1,
    "name": "Wil",
    "value": True,
    "level": "easy",
    "address": "127.0.0.1",
    "what": "stop",
    "how": "public",
    "deal": 1,
    "number": 1,
    "head": bytes(32),
    "signature": bytes(64),
}
"""Something for each field that a request must have."""


def make(kind: type[Any], **given: Any) -> Request:
    """A request of a kind that a host can read."""
    needed = {
        field.name: FIELDS[field.name]
        for field in msgspec.structs.fields(kind)
        if field.required and field.name != "id"
    }
    request: Request = kind(**needed, **given)
    return request


@pytest.mark.slow
@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kind", get_args(Request), ids=lambda kind: kind.__name__)
async def test_a_request_that_fails_is_answered_once_and_everybody_is_back(
    kind: type[Any], is_done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.client.reconnect.FIRST_WAIT_S", 0.01)
    table = open_table("hearts", seed="one")
    lines: list[str] = []
    table.server.say = lines.append
    players = [Player(table.session(f"P{seat}", is_owner=seat == 0)) for seat in range(4)]
    everybody = [*players, Player(table.session("Wil", watch=True))]
    for player in everybody:
        await player.session.open()
    for player in players:
        await player.session.ready()
    assert (await players[0].session.start()).accepted
    decision = await players[0].until_asked()
    seats, room, asked = [player.session.seat for player in players], table.server.room, []
    desk = room._dispatcher
    carry_out = desk.carry_out

    def fail(link: Connection, request: Request, now_ms: int) -> None:
        asked.append(request)
        if is_done:  # and nobody knows how far it had got
            carry_out(link, request, now_ms)
        raise KeyError("planted")

    monkeypatch.setattr(desk, "carry_out", fail)
    outcome = await players[0].session.request(partial(make, kind))
    assert (outcome.accepted, outcome.code) == (False, "fault")
    assert [type(request) for request in asked] == [kind]
    assert table.server.room is not room
    for player in everybody:
        await player.until_linked(2)
    assert [player.session.seat for player in players] == seats
    assert not table.server.is_broken
    assert [line.split(" at ")[0] for line in lines] == ["Mistake in room: KeyError"]
    assert (await players[0].session.submit(decision.id, decision.default)).accepted
    stream = table.server.room._state.match.stream
    for player in everybody:
        await player.until_told(len(stream))
    await table.close()


class Hall:
    """A match that has begun between four people and a spectator. lines: of the log; folder: where evidence goes."""

    def __init__(self, folder: Path) -> None:
        self.table = open_table("hearts", seed="one")
        self.folder, self.lines = folder, list[str]()
        self.server = self.table.server
        self.server.say = self.lines.append
        self.server.on_report = lambda mishap, request: keep_evidence(folder, mishap, request)
        self.players = [Player(self.table.session(f"P{seat}", is_owner=seat == 0)) for seat in range(4)]
        self.everybody = [*self.players, Player(self.table.session("Wil", watch=True))]

    async def fill(self) -> None:
        for player in self.everybody:
            await player.session.open()
        for player in self.players:
            await player.session.ready()
        assert (await self.players[0].session.start()).accepted

    async def stranger(self) -> RawClient:
        stranger = RawClient()
        await self.table.connect(lambda: stranger)
        return stranger

    async def verify_goes_on(self, *, links: int) -> None:
        """Everybody is at the table, by so manieth connection, and the match goes on."""
        for player in self.everybody:
            await player.until_linked(links)
            assert len(player.told(LinkUp)) == links
        assert not self.server.is_broken
        decision = await self.players[0].until_asked()
        assert (await self.players[0].session.submit(decision.id, decision.default)).accepted
        for player in self.everybody:
            await player.until_told(len(self.server.room._state.match.stream))
        await self.table.close()


@pytest.fixture
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr("net.client.reconnect.FIRST_WAIT_S", 0.01)
    hall = Hall(tmp_path)
    await hall.fill()
    return hall


def fail_in(hall: Hall, monkeypatch: pytest.MonkeyPatch, part: str, method: str, *, is_done: bool = False) -> list[int]:
    """Let a part of the room fail; a room that is made again is without fault. Gives a list with an entry for each."""
    owner = attrgetter(part)(hall.server.room)
    carry_out, fired = getattr(owner, method), list[int]()

    def fail(*given: Any) -> None:
        fired.append(1)
        if is_done:
            carry_out(*given)
        raise KeyError("planted")

    monkeypatch.setattr(owner, method, fail)
    return fired


@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
async def test_a_hello_that_fails_is_refused_and_its_evidence_holds_no_secret(
    is_done: bool, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    fired, room = fail_in(hall, monkeypatch, "_admission", "greet", is_done=is_done), hall.server.room
    stranger = await hall.stranger()
    secrets = {"token": b"a token of mine!", "proof": b"signature" * 7, "code_proof": b"code" * 8}
    stranger.hello(**secrets)
    await stranger.until(lambda: stranger.is_lost)
    refused = stranger.messages[-1]
    assert isinstance(refused, Refused)
    assert (refused.code, "made a mistake" in refused.sentence) == ("fault", True)
    assert len(fired) == 1
    assert hall.server.room is not room
    evidence = read_evidence(hall.folder, 1)
    assert (evidence.where, evidence.fault) == ("room", "KeyError")
    kept = read_client_message(evidence.request, welcome=False)
    assert isinstance(kept, Hello)
    assert kept.name == "Raw"
    assert (kept.token, kept.proof, kept.code_proof) == tuple(bytes(len(secret)) for secret in secrets.values())
    await hall.verify_goes_on(links=2)
    assert "Raw" not in [person.name for person in hall.server.room._state.lobby.people if person.seat is not None]


async def test_strangers_whose_hellos_fail_each_time_break_no_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    greet, fired = Admission.greet, []

    def fail(door: Admission, link: Connection, hello: Hello, now_ms: int) -> None:
        if hello.name == "Raw":
            fired.append(1)
            raise KeyError("planted")
        greet(door, link, hello, now_ms)

    monkeypatch.setattr(Admission, "greet", fail)
    for _ in range(6):
        stranger = await hall.stranger()
        stranger.hello()
        await stranger.until(lambda one=stranger: one.is_lost)  # type: ignore[misc]
        refused = stranger.messages[-1]
        assert isinstance(refused, Refused)
        assert (refused.code, "for a minute" in refused.sentence) == ("fault", True)
    assert len(fired) == 1, "nobody new is let in for a while"
    await hall.verify_goes_on(links=2)


async def test_a_member_whose_hellos_fail_each_time_breaks_no_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = await hall.stranger()
    stranger.hello(role="watcher")
    await stranger.until_heard(Welcome)
    token = next(message.token for message in stranger.messages if isinstance(message, Welcome))
    greet, fired = Admission.greet, []

    def fail(door: Admission, link: Connection, hello: Hello, now_ms: int) -> None:
        if hello.token == token:
            fired.append(1)
            raise KeyError("planted")
        greet(door, link, hello, now_ms)

    monkeypatch.setattr(Admission, "greet", fail)
    for _ in range(6):
        again = await hall.stranger()
        again.hello(role="watcher", token=token)
        await again.until(lambda one=again: one.is_lost)  # type: ignore[misc]
        assert isinstance(again.messages[-1], Refused)
        assert again.messages[-1].code == "fault"
    assert len(fired) == 1
    await hall.verify_goes_on(links=2)


@pytest.mark.slow
async def test_requests_that_fail_each_time_break_no_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [kind for kind in get_args(Request) if kind is not PlayMove]
    carry_out, fired = Dispatcher.carry_out, list[type[Any]]()

    def fail(desk: Dispatcher, link: Connection, request: Request, now_ms: int) -> None:
        rule = desk.rules[type(request)]
        if type(request) in kinds:

            def handler(person: Person, request: Request) -> None:
                fired.append(type(request))
                raise KeyError("planted")

            desk.rules[type(request)] = replace(rule, handler=handler, who="anybody", bucket=None)
        carry_out(desk, link, request, now_ms)

    monkeypatch.setattr(Dispatcher, "carry_out", fail)
    for kind in kinds:
        for _ in range(4):
            outcome = await hall.players[0].session.request(partial(make, kind))
            assert (outcome.accepted, outcome.code) == (False, "fault")
            for player in hall.everybody:
                await player.until_linked(1 + len(fired))
    assert fired == [kind for kind in kinds for _ in range(2)]
    await hall.verify_goes_on(links=1 + len(fired))


@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
async def test_a_leave_that_fails_is_answered_and_everybody_is_back(
    is_done: bool, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = await hall.stranger()
    stranger.hello(role="watcher")
    await stranger.until_heard(Welcome)
    fired = fail_in(hall, monkeypatch, "_state", "depart", is_done=is_done)
    stranger.say(Leave())
    await stranger.until(lambda: stranger.is_lost)
    assert isinstance(stranger.messages[-1], Bye)
    assert (stranger.messages[-1].code, stranger.messages[-1].sentence) == ("silent", SENT_AWAY)
    assert len(fired) == 1
    assert read_evidence(hall.folder, 1).fault == "KeyError"
    await hall.verify_goes_on(links=2)


async def test_a_knock_that_fails_is_refused_and_nobody_else_notices(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_in(hall, monkeypatch, "_code_gate", "knock")
    room = hall.server.room
    for number in range(1, 6):
        stranger = await hall.stranger()
        stranger.say(Knock(table="memory0000", pake=bytes(PAKE_BYTES)))
        await stranger.until(lambda one=stranger: one.is_lost)  # type: ignore[misc]
        refused = stranger.messages[-1]
        assert isinstance(refused, Refused)
        assert (refused.code, refused.sentence) == ("fault", KNOCK_FAILED)
        evidence = read_evidence(hall.folder, number)
        assert (evidence.where, evidence.fault) == ("gate", "KeyError")
        assert isinstance(read_client_message(evidence.request, welcome=False), Knock)
    assert hall.server.room is room
    await hall.verify_goes_on(links=1)


@pytest.mark.parametrize("message", [GivePledge(deal=1, pledge="ab" * 32), GiveShare(deal=1, value="ab" * 32)])
async def test_a_share_that_fails_each_time_costs_nothing_but_the_share(
    message: GivePledge | GiveShare, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = await hall.stranger()
    stranger.hello(role="watcher")
    await stranger.until_heard(Welcome)
    fail_in(hall, monkeypatch, "_state.match.shares", "receive")
    for number in range(1, 6):
        stranger.say(message)
        await stranger.until(lambda count=number: sum(isinstance(m, Fault) for m in stranger.messages) == count)  # type: ignore[misc]
        fault = stranger.messages[-1]
        assert isinstance(fault, Fault)
        assert (fault.code, fault.sentence, fault.about) == ("fault", SHARE_LEFT_OUT, kind_of(message))
        assert read_evidence(hall.folder, number).where == "shares"
    assert read_client_message(read_evidence(hall.folder, 1).request, welcome=True) == message
    await hall.verify_goes_on(links=1)


@pytest.mark.parametrize("kind", [GivePledge, GiveShare])
async def test_a_deal_begins_without_the_shares_that_the_program_could_not_take(
    kind: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table("hearts", clocks=msgspec.structs.replace(PROMPT, share_ms=200))
    take = Shares.receive

    def fail(shares: Shares, person: Person, message: GivePledge | GiveShare, of: Table | None) -> None:
        if isinstance(message, kind):
            raise KeyError("planted")
        take(shares, person, message, of)

    monkeypatch.setattr(Shares, "receive", fail)
    players = [Player(table.session(f"P{seat}", is_owner=seat == 0)) for seat in range(4)]
    for player in players:
        await player.session.open()
        await player.session.ready()
    assert (await players[0].session.start()).accepted
    await players[0].until_event(DealBegan)
    assert not table.server.is_broken
    assert all(len(player.told(LinkUp)) == 1 for player in players)
    await table.close()


async def test_a_repair_gives_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who makes the room fail on purpose gets no new time for a turn."""
    monkeypatch.setattr("net.client.reconnect.FIRST_WAIT_S", 0.01)
    table = open_table(
        "hearts", bots=("easy",) * 3, seed="one", clocks=TimeControls(pace_ms=0, dwell_ms=(0, 0), reserve_ms=0)
    )
    ann = Player(table.session("Ann", is_owner=True))
    await ann.session.open()
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    match = table.server.room._state.match
    match._asks[0].left_ms, match._step_ms = 30_000, match._step_ms - 30_000
    monkeypatch.setattr(table.server.room._dispatcher, "carry_out", partial(int, "planted"))
    assert (await ann.session.say("I need time")).code == "fault"
    await ann.until_linked(2)
    assert await ann.until_asked() == decision
    assert ann.remaining_ms is not None
    assert ann.remaining_ms <= 30_000
    assert table.server.room.turn_time(table.server.now_ms()).open.gone_ms >= 30_000
    await table.close()
