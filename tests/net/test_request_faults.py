"""A fault planted in the handler of each kind of request: one answer, and everybody is back at the table."""

from functools import partial
from typing import Any, get_args

import msgspec
import pytest

from net.links import Link
from net.local import open_table
from net.protocol import ClientMove, Request

from .helpers import Player

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


@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kind", get_args(Request), ids=lambda kind: kind.__name__)
async def test_a_request_that_fails_is_answered_once_and_everybody_is_back(
    kind: type[Any], is_done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.line.FIRST_WAIT_S", 0.01)
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
    desk = room._desk
    carry_out = desk.carry_out

    def fail(link: Link, request: Request, now_ms: int) -> None:
        asked.append(request)
        if is_done:  # and nobody knows how far it had got
            carry_out(link, request, now_ms)
        raise KeyError("planted")

    monkeypatch.setattr(desk, "carry_out", fail)
    outcome = await players[0].session._request(partial(make, kind))
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
