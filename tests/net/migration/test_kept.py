"""What was agreed on at a table, and shown to all, holds where its match goes on without its host."""

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from net.match.bans import SALT_BYTES, bans_shown, is_marked, mark_of
from net.match.snapshot import estate_of
from net.wire.client_messages import Ban, CastVote, NextDeal
from net.wire.host_messages import TableFrame
from net.wire.table_info import BanMark, PauseInfo
from tests.harness.room import refused
from tests.net.migration.test_room_takeover import (
    CLOCKS,
    NEW_HOST,
    OLD_HOST,
    all_come,
    come,
    estate_from,
    hearts,
    left_to,
    new_room,
    person,
)
from tests.net.room.test_games import NAMES


def test_what_everybody_was_shown_of_the_table_holds_when_its_host_is_gone() -> None:
    _, guests, estate = hearts()
    old = guests[2].info
    assert old is not None
    changed: dict[int, dict[str, Any]] = {
        0: {"bank_s": 17},
        1: {"bank_s": 999, "consents": True},
        2: {"bank_s": 0},
        3: {"kind": "bot", "level": "easy"},
    }
    seats = tuple(msgspec.structs.replace(seat, **changed[seat.seat]) for seat in old.seats)
    shown = msgspec.structs.replace(
        old, seats=seats, bank_s=60, locked=True, watch="shoulder", chat="apart", pause=PauseInfo(why="vote")
    )
    left = left_to(guests[2])
    clocks = msgspec.structs.replace(CLOCKS, reserve_ms=60_000, between_ms=90_000)
    room = new_room(guests[2], estate_of(shown, left, estate.goes_on), clocks=clocks).room
    info, lobby = room.info(0), room._state.lobby
    assert [seat.bank_s for seat in info.seats] == [17, 60, 0, 0]
    assert lobby.reserves_ms[:4] == lobby.banks_ms[:4] == [17_000, 60_000, 0, 60_000]
    assert [seat.consents for seat in info.seats] == [False, True, False, False]
    assert (info.bank_s, info.between_s, info.locked) == (60, 90, True)
    assert (info.watch, info.chat) == ("shoulder", "apart")
    assert lobby.is_halted
    usual = new_room(guests[2], estate).room._state.lobby
    assert not usual.is_halted
    assert not usual.locked


@pytest.mark.parametrize(
    "pause", [None, PauseInfo(why="away", seat=1), PauseInfo(why="empty")], ids=lambda pause: getattr(pause, "why", "")
)
def test_a_table_that_stood_still_by_itself_has_no_pause_that_was_agreed_on(pause: PauseInfo | None) -> None:
    _, guests, estate = hearts()
    assert guests[2].info is not None
    old = msgspec.structs.replace(guests[2].info, pause=pause)
    assert not estate_of(old, left_to(guests[2]), estate.goes_on).is_halted


def test_a_pause_that_was_voted_goes_over_and_is_ended_by_a_vote() -> None:
    _, guests, estate = hearts()
    heirs = new_room(guests[2], msgspec.structs.replace(estate, is_halted=True))
    came = all_come(heirs, guests, estate)
    for guest in came:
        assert guest.do(NextDeal).accepted
    heirs.pass_time(60_000)
    assert came[0].info is not None
    assert came[0].info.pause is not None
    assert came[0].info.pause.why == "vote"
    for guest in came[:2]:
        assert guest.do(CastVote, what="resume").accepted
    heirs.pass_time(50)
    assert came[0].view().deal == 2


# Bans.

HAL = NAMES.split()[7]


def test_a_ban_holds_at_the_next_host_by_a_mark_of_the_key_that_nobody_was_told() -> None:
    bench, guests, _ = hearts()
    come(bench, 7, host=OLD_HOST, table="t1")
    assert guests[0].do(Ban, name=HAL).accepted
    info = guests[2].info
    assert info is not None
    key = person(7).public
    assert info.bans == (HAL,)
    assert key not in str(info)
    estate = estate_from(guests[2])
    assert key not in str(estate)
    heirs = new_room(guests[2], estate)
    came = all_come(heirs, guests, estate)
    again = come(heirs, 7, host=NEW_HOST, table="t2")
    assert refused(again).code == "banned"
    assert "You are banned" in refused(again).sentence
    assert not come(heirs, 8, host=NEW_HOST, table="t2").is_closed
    assert came[2].info is not None
    assert (came[2].info.bans, came[2].info.ban_marks) == (info.bans, info.ban_marks)
    crashed = heirs.crash()
    crashed.room.listens_with(NEW_HOST)
    assert refused(come(crashed, 7, host=NEW_HOST, table="t2")).code == "banned"
    assert came[2].do(Ban, name=HAL, on=False).accepted
    assert not come(heirs, 7, host=NEW_HOST, table="t2").is_closed


def test_a_ban_by_address_alone_leaves_the_name_and_nothing_else() -> None:
    bench, guests, _ = hearts()
    zoe = bench.join("Zoë", "watcher", address="10.0.0.7")
    assert guests[0].do(Ban, name="Zoë").accepted
    assert refused(bench.join("Zoë", "watcher", address="10.0.0.7")).code == "banned"
    assert guests[2].info is not None
    assert (guests[2].info.bans, guests[2].info.ban_marks) == (("Zoë",), ("",))
    heirs = new_room(guests[2], estate_from(guests[2]))
    back = heirs.join("Zoë", "watcher", address="10.0.0.7")
    assert not back.is_closed
    assert back.info is not None
    assert back.info.watchers == ("Zoë 2",)
    assert zoe.is_closed


def test_a_mark_is_of_one_key_and_says_nothing_of_it() -> None:
    one, other = "a1" * 32, "b2" * 32
    marks = [mark_of(one, bytes([salt]) * SALT_BYTES) for salt in range(8)]
    assert len(set(marks)) == 8, "a key that is banned at two tables has two marks"
    for mark in marks:
        digest = sha256(b"khanhoo banned key\n" + bytes.fromhex(mark[:16]) + bytes.fromhex(one)).hexdigest()
        assert mark == mark[:16] + digest
        assert (is_marked(mark, one), is_marked(mark, other)) == (True, False)
    assert not is_marked("", one)
    msgspec.convert(marks, tuple[BanMark, ...])


def test_strangers_are_told_no_marks() -> None:
    bench, guests, _ = hearts()
    come(bench, 7, host=OLD_HOST, table="t1")
    assert guests[0].do(Ban, name=HAL).accepted
    probe = bench.join("Gus", "probe")
    assert (probe.last(TableFrame).info.bans, probe.last(TableFrame).info.ban_marks) == ((), ())


def test_what_a_host_shows_of_its_bans_is_bounded_by_the_next() -> None:
    names, marks = tuple(f"Eve {number}" for number in range(64)), ("",) * 64
    assert [ban.name for ban in bans_shown(names, marks)] == list(names[:32])
