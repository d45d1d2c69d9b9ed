"""Whatever is refused is refused with a code, answered by its id, and explained without repeating what came."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any, get_args

import msgpack
import msgspec
import pytest

from net.client import pending_requests
from net.client.pending_requests import PendingRequests
from net.wire import codes
from net.wire.client_messages import (
    MAJOR,
    CastVote,
    Fill,
    Hello,
    NextDeal,
    Ping,
    PlayMove,
    Ready,
    Request,
    Say,
    SetOption,
    Sit,
    Start,
    to_client_move,
)
from net.wire.framing import ProtocolError, read_client_message
from net.wire.host_messages import Bye, Done, Fault, Welcome
from net.wire.sanitize import LINE_CELLS
from tests.harness.room import Bench, Guest, full_table, play_with_toys, started, toy_config

from ...harness.messages import FROM_CLIENT

LONG = "x" * 3000


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


@pytest.mark.parametrize("kind", ["Done", "Error", "Refused", "Bye"])
def test_each_code_has_its_meaning(kind: str) -> None:
    assert set(getattr(codes, f"{kind.upper()}_CODES")) == set(get_args(getattr(codes, f"{kind}Code")))


def say_plain(guest: Guest, plain: Any) -> None:
    """Say something that may be no message."""
    room, now_ms = guest.bench.room, guest.bench.now_ms
    try:
        message = read_client_message(msgpack.packb(plain))
    except ProtocolError as error:
        guest.bench.run(room.reject(guest.id, error, now_ms))
    else:
        guest.bench.run(room.receive(guest.id, message, now_ms))


MALFORMED: tuple[tuple[Any, str], ...] = (
    ({"t": "dance", "id": "a-1"}, "this is not one of the allowed words"),
    ({"t": "sit", "id": "a-1", "seat": "two"}, "seat: expected a whole number"),
    ({"t": "sit", "id": "a-1", "seat": 99}, "seat: expected a whole number of at most 15"),
    ({"t": "sit", "id": "a-1", "seat": 1, "hat": True}, "field hat is unknown"),
    ({"t": "sit", "id": "a-1", "seat": 1, LONG: True}, "an unknown field"),
    ({"t": "sit", "id": "a-1"}, "the field seat is missing"),
    ({"t": "option", "id": "a-1", "name": "limit", "value": 1.5}, "cannot contain a floating-point number"),
    (
        {"t": "option", "id": "a-1", "name": "limit", "value": msgpack.ExtType(5, b"")},
        "cannot contain an extension type",
    ),
    ({"t": "sign", "id": "a-1", "deal": 1, "number": 1, "head": "A" * 44, "signature": b""}, "head: expected bytes"),
    ({"id": "a-1"}, "the field t is missing"),
)


@pytest.mark.parametrize(("plain", "words"), MALFORMED)
def test_a_request_that_cannot_be_read_is_answered_by_its_id(plain: Any, words: str) -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    say_plain(ann, plain)
    done = ann.last(Done)
    assert (done.id, done.accepted, done.code) == ("a-1", False, "malformed")
    assert words in done.reason.replace("The field", "the field")
    assert ann.count(Fault) == 0
    assert ann.do(Ready).accepted


def test_the_third_malformed_request_is_answered_and_then_the_connection_ends() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    for number in range(3):
        say_plain(ann, {"t": "sit", "id": f"a-{number}"})
    assert [type(message) for message in ann.heard[-4:]] == [Done, Done, Done, Bye]


def test_a_message_without_a_good_id_is_answered_by_an_error_that_names_its_kind() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    for plain, about in (({"t": "ping", "n": "x"}, "ping"), ({"t": "dance", "id": "not good"}, "")):
        say_plain(ann, plain)
        assert (ann.last(Fault).code, ann.last(Fault).about) == ("malformed", about)
    assert ann.count(Done) == 0


def test_a_second_hello_of_another_version_is_a_fault_like_any_other() -> None:
    ann = Bench(toy_config()).join("Ann")
    say_plain(ann, {"t": "hello", "magic": "khanhoo", "major": MAJOR + 1})
    assert ann.last(Fault) == Fault(code="malformed", sentence="You have already sent a hello.", about="hello")
    assert not ann.is_closed
    assert ann.do(Ready).accepted


def spoilt(value: Any) -> Iterator[Any]:
    """A message with each of its parts in turn too long, of another kind, missing, or doubled."""
    yield from (LONG, -1, 2**63, [LONG], {LONG: LONG}, None, 1.5, b"\xff" * 99)
    match value:
        case dict():
            for key, inner in value.items():
                yield from ({**value, key: bad} for bad in spoilt(inner))
                yield {other: kept for other, kept in value.items() if other != key}
            yield {**value, LONG: LONG}
        case list() | tuple():
            for place, inner in enumerate(value):
                yield from ([*value[:place], bad, *value[place + 1 :]] for bad in spoilt(inner))
            yield [*value] * 99


def test_no_refusal_repeats_what_came_or_speaks_the_words_of_a_library() -> None:
    seen = set()
    for message in FROM_CLIENT:
        for plain in spoilt(msgspec.to_builtins(message, builtin_types=(bytes,))):
            try:
                read_client_message(msgpack.packb(plain))
            except (ProtocolError, OverflowError) as error:
                seen.add(str(error))
    assert len(seen) > 100
    for sentence in seen:
        assert len(sentence) <= min(200, LINE_CELLS)
        assert "xxx" not in sentence
        assert not {"$", "`", "regex", "Object", "array"} & set(sentence.replace("`", " ` ").split())


# Ids.


def test_the_same_request_gets_the_same_answer_and_another_one_of_its_id_is_refused() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    first = ann.ask_for(Sit(id="a-1", seat=1))
    assert ann.ask_for(Sit(id="a-1", seat=1)) == first
    for other in (Sit(id="a-1", seat=2), Ready(id="a-1")):
        assert (ann.ask_for(other).accepted, ann.last(Done).code) == (False, "reused")
    assert ann.seat == 0
    assert bench.room.info(bench.now_ms).seats[1].name == "Ann"
    assert ann.ask_for(Sit(id="a-1", seat=1)) == first


@pytest.mark.parametrize("dies", [False, True])
def test_an_id_is_known_after_a_break_and_after_the_host_has_died(dies: bool) -> None:
    bench, (ann, *_) = full_table(toy_config())
    assert ann.ask_for(Start(id="a-1")).accepted
    if dies:
        bench = bench.crash()
        ann.bench = bench
        bench.guests.clear()
    back = bench.rejoin(ann)
    assert back.count(Welcome) == 1
    assert back.ask_for(Start(id="a-1")).accepted
    assert back.ask_for(NextDeal(id="a-1")).code == "reused"


def test_a_refusal_is_kept_too_but_not_that_it_was_too_fast() -> None:
    bench, (ann, *_) = full_table(toy_config())
    for _ in range(2):
        assert ann.ask_for(SetOption(id="o", name="no such option", value=1)).code == "unknown"
    assert ann.ask_for(NextDeal(id="o")).code == "reused"
    said = [ann.ask_for(Say(id=f"s-{number}", text="hello")) for number in range(8)]
    assert [done.code for done in said] == [""] * 5 + ["slow"] * 3
    bench.now_ms += 1000
    assert ann.ask_for(Say(id="s-7", text="hello")).accepted


def test_what_came_too_early_may_be_asked_again_under_its_id() -> None:
    bench = Bench(toy_config())
    ann, ben = bench.join("Ann"), bench.join("Ben")
    ann.do(Fill, level="easy")
    assert ann.ask_for(Start(id="a-1")).code == "stage"
    assert ben.do(Ready).accepted
    assert ann.ask_for(Start(id="a-1")).accepted


def test_a_move_that_came_during_a_pause_may_be_sent_again_under_its_id() -> None:
    _, guests = started()
    ann = guests[0]
    assert ann.decision is not None
    move = PlayMove(id="m-1", decision=ann.decision.id, move=to_client_move(ann.decision.default))
    for guest in guests[:2]:
        assert guest.do(CastVote, what="pause").accepted
    for _ in range(2):
        assert ann.ask_for(move).code == "paused"
    assert guests[1].do(CastVote, what="resume").accepted
    assert guests[2].do(CastVote, what="resume").accepted
    assert ann.ask_for(move).accepted
    assert ann.ask_for(move).accepted


def test_a_flood_is_refused_by_id_and_kind() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    answers = [ann.do(Ready) for _ in range(60)]
    assert {done.code for done in answers} == {"", "slow"}
    ann.send(Ping(n=1))
    assert (ann.last(Fault).code, ann.last(Fault).about) == ("slow", "ping")
    ann.send(Hello())
    assert ann.last(Fault).about == "hello"


# The client.


class Wire:
    """Where requests go; it may be cut."""

    def __init__(self) -> None:
        self.is_up = True
        self.sent: list[Request] = []

    def send(self, request: Request) -> bool:
        if self.is_up:
            self.sent.append(request)
        return self.is_up


async def test_a_request_that_is_never_answered_ends_by_itself() -> None:
    wire = Wire()
    outcome = await PendingRequests(wire.send, answer_s=0).run(Ready)
    assert (outcome.accepted, outcome.code, outcome.reason) == (False, "unanswered", pending_requests.SILENCE)


async def test_an_answer_is_waited_for_as_long_as_the_line_is_broken() -> None:
    wire = Wire()
    wire.is_up = False
    asked = PendingRequests(wire.send, answer_s=0)
    task = asyncio.ensure_future(asked.run(partial(Ready, ready=True)))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not task.done()
    wire.is_up = True
    asked.send_again()
    asked.line_lost()
    for _ in range(20):
        await asyncio.sleep(0)
    assert not task.done()
    asked.send_again()
    assert asked.done(Done(id=wire.sent[0].id, accepted=True)) == wire.sent[0]
    assert (await task).accepted
