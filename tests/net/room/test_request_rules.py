"""The tables of what may come when, and of who carries out which request."""

import typing

import pytest

from net.room.request_rules import ALLOWED, Dispatcher
from net.wire.client_messages import ClientMessage, Request
from net.wire.host_messages import tag_of
from tests.harness.room import Bench, play_with_toys, toy_config
from tests.net.spec import FROM_CLIENT

REQUESTS: tuple[type, ...] = typing.get_args(Request)
MESSAGES: tuple[type, ...] = typing.get_args(ClientMessage)


@pytest.fixture
def dispatcher(monkeypatch: pytest.MonkeyPatch) -> Dispatcher:
    play_with_toys(monkeypatch)
    return Bench(toy_config()).room._dispatcher


def test_each_request_has_a_row_in_the_order_of_the_protocol(dispatcher: Dispatcher) -> None:
    assert tuple(dispatcher.rules) == REQUESTS


@pytest.mark.parametrize("kind", REQUESTS, ids=tag_of)
def test_a_handler_takes_what_its_row_is_for(kind: type, dispatcher: Dispatcher) -> None:
    assert typing.get_type_hints(dispatcher.rules[kind].handler)["request"] is kind


@pytest.mark.parametrize("kind", REQUESTS, ids=tag_of)
def test_the_protocol_says_who_may_ask(kind: type, dispatcher: Dispatcher) -> None:
    said, who = FROM_CLIENT[tag_of(kind)][1], dispatcher.rules[kind].who
    if who == "anybody":
        assert not said.startswith(("the host", "the owner"))
    elif who == "host":
        assert said == "the host player"
    else:
        assert said == "the owner" or "stand-in" in said


@pytest.mark.parametrize("kind", MESSAGES, ids=tag_of)
def test_the_protocol_says_when_a_message_may_come(kind: type) -> None:
    when = FROM_CLIENT[tag_of(kind)][0]
    is_early = when.startswith(("before the `welcome`", "before the `hello`", "instead of a `hello`"))
    assert (kind in ALLOWED["new"]) == is_early
    assert (kind in ALLOWED["joined"]) == (not is_early)


def test_after_a_knock_only_the_hello_is_left() -> None:
    assert {tag_of(kind) for kind in ALLOWED["new"]} - {tag_of(kind) for kind in ALLOWED["knocked"]} == {"knock"}
