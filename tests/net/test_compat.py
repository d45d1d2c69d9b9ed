"""A client of version 0.1 still plays here: it is told nothing that its reader would refuse."""

import random

import pytest

from engine.api import OptionValue, find_game
from net.match.settings import RoomConfig
from net.wire.client_messages import CastVote, GetAudit, GetRecord, NextDeal, Ready, Say, Start
from net.wire.framing import FrameParser
from net.wire.host_messages import HOST_LIMIT, TableFrame
from tests.harness.room import Bench, Guest
from tests.net.compat import reader_0_1

from .room.test_games import CLOCKS, NAMES, play


def told(guest: Guest) -> set[str]:
    """What a guest was told, as version 0.1 reads it, by kind; the events too."""
    parser = FrameParser(HOST_LIMIT)
    parser.feed(bytes(guest.wire))
    kinds = set()
    while (payload := parser.next_payload()) is not None:
        message = reader_0_1.read(payload)
        kinds.add(str(type(message).__struct_config__.tag))
        if isinstance(message, reader_0_1.Events):
            kinds |= {str(type(event).__struct_config__.tag) for event in message.events}
    return kinds


@pytest.mark.parametrize(("game", "options"), [("hearts", {"limit": 30}), ("khanhoo", {"target": 8})])
def test_a_whole_match_is_told_as_version_0_1_can_read_it(game: str, options: dict[str, OptionValue]) -> None:
    meta = find_game(game).meta
    seats = meta.usual_seats
    config = RoomConfig(table_id="t1", game=game, options=options, seats=seats, seed="compat", clocks=CLOCKS)
    bench = Bench(config)
    bench.room.listens_with("11" * 32)
    old = [bench.join(name, capabilities=reader_0_1.CAPABILITIES) for name in NAMES.split()[: seats - 1]]
    guests = [*old, bench.join("Newcomer")]
    watchers = [bench.join(name, "watcher", capabilities=reader_0_1.CAPABILITIES) for name in ("Wanda", "Will")]
    watchers.append(bench.join("Nora", "watcher"))
    for guest in guests:
        guest.do(Ready)
    for guest in (*guests, *watchers):
        assert guest.do(Say, text=f"I am {guest.hello.name}").accepted
    watchers[1].drop()
    assert guests[0].do(Start).accepted
    for guest in guests:
        guest.do(CastVote, what="pause")
    for guest in guests:
        guest.do(CastVote, what="resume")
    chance = random.Random(game)
    while bench.room.info(bench.now_ms).phase != "over":
        play(bench, guests, chance)
        for guest in guests:
            guest.do(NextDeal)
    for guest in old:
        guest.do(GetRecord)
        guest.do(GetAudit, deal=1)
    assert guests[0].last(TableFrame).info.phase == "over"
    for guest in (*old, *watchers[:2]):
        assert {"welcome", "table", "events", "room"} <= told(guest)
    assert {"ask", "done", "clock", "record"} <= told(old[0])
    assert {"scored", "ended"} <= told(watchers[0])
