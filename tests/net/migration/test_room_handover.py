"""A table is handed over between two deals: to whom it was offered, for this match as it stands, and to nobody else."""

import os
import random
from collections.abc import Callable

import msgspec
import pytest

from engine.api import Checkpoint, find_game, head_after
from net.discovery.finder import FoundTable, is_vouched_for
from net.match.snapshot import estate_of, read_will
from net.migration.claims import make_claim
from net.system import user_name
from net.wire.address import unix_address
from net.wire.client_messages import HandOver, Hello, Kick, NextDeal, Say, TakenOver
from net.wire.handover import Moved, TakeOver
from net.wire.host_messages import Bye, Done, Welcome
from net.wire.table_info import GoesOn, TableInfo
from tests.harness.room import Bench, Guest
from tests.net.migration.test_room_takeover import (
    NEW_HOST,
    OWNER,
    begun,
    come,
    left_to,
    new_room,
    next_deal,
    person,
    play_deal,
)

Changes = dict[str, object]


@pytest.fixture
def table() -> tuple[Bench, list[Guest]]:
    """Hearts for four people, in the pause after the first deal; Ann is the host."""
    bench, guests = begun("hearts", find_game("hearts").meta.presets[0], 4)
    play_deal(bench, guests, random.Random("hearts"))
    return bench, guests


def claim_of(guest: Guest, *, signer: int | None = None, **changes: object) -> Moved:
    """Where the match goes on if this guest has it."""
    assert guest.info is not None
    assert guest.seat is not None
    left = left_to(guest)
    changed = Checkpoint(
        left.journal,
        int(str(changes.get("deal", left.deal))),
        int(str(changes.get("number", left.number))),
        left.head if "head" not in changes else bytes(32),
    )
    seat = int(str(changes.get("seat", guest.seat)))
    old = msgspec.structs.replace(guest.info, table_id=str(changes.get("table", guest.info.table_id)))
    key = person(guest.seat if signer is None else signer)
    claim = make_claim(old, changed, seat, key, host_key=NEW_HOST, table_id="t2")
    return Moved(ways=("khanhoo://10.0.0.9:4242/t2",), table="t2", key=NEW_HOST, goes_on=claim)


def test_the_table_goes_to_whom_it_was_offered_and_everybody_is_told(table: tuple[Bench, list[Guest]]) -> None:
    _, (ann, ben, *others) = table
    to = claim_of(ben)
    assert ann.do(HandOver, seat=1).accepted
    assert ben.count(TakeOver) == 1
    assert sum(guest.count(TakeOver) for guest in (ann, *others)) == 0
    assert ben.do(TakenOver, to=to).accepted
    assert [guest.last(Bye).to for guest in (ann, ben, *others)] == [to] * 4


@pytest.mark.parametrize("is_handed", [True, False])
def test_who_comes_after_the_match_has_moved_is_told_where_it_is(
    table: tuple[Bench, list[Guest]], is_handed: bool
) -> None:
    bench, (ann, ben, cat, _) = table
    cat.drop()
    hello = Hello(name="Fay", role="watcher")
    on_the_way = bench.guests[99] = Guest(bench, 99, hello)
    bench.run(bench.room.connect(99, bench.now_ms))
    to = claim_of(ben)
    if is_handed:
        assert ann.do(HandOver, seat=1).accepted
        assert ben.do(TakenOver, to=to).accepted
    else:
        bench.run(bench.room.move_to(to, "It goes on at Ben's machine."))
    sentence = ben.last(Bye).sentence
    assert not on_the_way.heard
    on_the_way.send(hello)
    late = [bench.rejoin(cat), bench.join("Eve", "watcher"), on_the_way]
    for guest in late:
        assert [type(message) for message in guest.heard] == [Welcome, Bye]
        assert guest.last(Bye) == Bye(code="moved", sentence=sentence, to=to)
        assert guest.is_closed
    assert late[0].seat == 2

    restored = bench.crash()
    restored.room.take_place_of(bench.room)
    assert restored.join("Dan", "watcher").last(Bye).to == to


def test_while_the_next_host_is_awaited_nothing_happens_that_would_be_missing_there(
    table: tuple[Bench, list[Guest]],
) -> None:
    bench, (ann, _, cat, _) = table
    assert ann.do(HandOver, seat=1).accepted
    asked: list[Callable[[], Done]] = [
        lambda: cat.do(Say, text="hello"), lambda: cat.do(NextDeal), lambda: ann.do(Kick, seat=3),
    ]  # fmt: skip
    for ask in asked:
        assert "being handed over" in ask().reason
    bench.pass_time(30_000)
    assert cat.info is not None
    assert cat.info.phase == "between"
    assert ann.do(HandOver, seat=None).accepted
    assert cat.do(Say, text="hello").accepted


def test_no_answer_ends_a_handover(table: tuple[Bench, list[Guest]]) -> None:
    """A player whose program is there, but who does not answer, does not hold the table."""
    bench, (ann, ben, cat, _) = table
    assert ann.do(HandOver, seat=1).accepted
    bench.pass_time(61_000)
    assert ben.last(TakeOver).name == ""
    assert not ben.do(TakenOver, to=claim_of(ben)).accepted
    assert cat.do(NextDeal).accepted


def test_nobody_answers_for_whom_was_asked_and_nobody_who_was_not(table: tuple[Bench, list[Guest]]) -> None:
    _, (ann, ben, cat, _) = table
    assert "Nobody is handing over this table" in cat.do(TakenOver, to=claim_of(cat)).reason
    assert ann.do(HandOver, seat=1).accepted
    assert "Nobody is handing over this table" in cat.do(TakenOver, to=claim_of(cat)).reason
    assert "Nobody is handing over this table" in cat.do(TakenOver).reason
    assert "Only the host" in cat.do(HandOver, seat=2).reason
    assert ben.do(TakenOver).accepted
    assert "Nobody is handing over this table" in ben.do(TakenOver, to=claim_of(ben)).reason


@pytest.mark.parametrize(
    ("changes", "signer", "why"),
    [
        ({}, 2, "the player named in the claim did not sign"),
        ({"seat": 2}, None, "another match"),
        ({"table": "t9"}, None, "another match"),
        ({"deal": 2}, None, "does not continue this"),
        ({"deal": 0}, None, "does not continue this"),
        ({"head": None}, None, "does not continue this"),
        ({"number": 3}, None, "does not continue this"),
    ],
)
def test_a_claim_that_is_not_of_this_match_as_it_stands_leaves_the_table_where_it_is(
    table: tuple[Bench, list[Guest]], changes: Changes, signer: int | None, why: str
) -> None:
    bench, guests = table
    ann, ben, *_ = guests
    to = claim_of(ben, signer=signer, **changes)
    assert ann.do(HandOver, seat=1).accepted
    assert why in ben.do(TakenOver, to=to).reason
    assert not any(guest.is_closed for guest in guests)
    next_deal(bench, guests)


def test_a_claim_of_the_middle_of_the_deal_with_its_true_head_is_not_believed(
    table: tuple[Bench, list[Guest]],
) -> None:
    _, (ann, ben, *_) = table
    left = left_to(ben)
    early = Checkpoint(left.journal, left.deal, left.number - 9, head_after(left.journal, left.number - 9))
    assert ben.info is not None
    claim = make_claim(ben.info, early, 1, person(1), host_key=NEW_HOST, table_id="t2")
    assert ann.do(HandOver, seat=1).accepted
    to = Moved(ways=("khanhoo://10.0.0.9:4242/t2",), table="t2", key=NEW_HOST, goes_on=claim)
    assert "does not continue this" in ben.do(TakenOver, to=to).reason


def test_who_was_asked_and_goes_is_not_waited_for(table: tuple[Bench, list[Guest]]) -> None:
    _, (ann, ben, cat, _) = table
    assert ann.do(HandOver, seat=1).accepted
    ben.drop()
    assert cat.do(Say, text="hello").accepted


@pytest.mark.parametrize("seat", [None, 2])
def test_asked_no_more(table: tuple[Bench, list[Guest]], seat: int | None) -> None:
    """A player who was asked hears when the host asks nobody any more, or another player; nobody else hears it."""
    _, (ann, ben, cat, dan) = table
    assert ann.do(HandOver, seat=1).accepted
    assert ben.last(TakeOver).will
    assert ann.do(HandOver, seat=seat).accepted
    assert ben.last(TakeOver) == TakeOver(name="")
    assert cat.count(TakeOver) == int(seat == 2)
    assert dan.count(TakeOver) == ann.count(TakeOver) == 0


def test_a_table_is_handed_over_in_no_deal(table: tuple[Bench, list[Guest]]) -> None:
    bench, guests = table
    next_deal(bench, guests)
    assert "between deals" in guests[0].do(HandOver, seat=1).reason


# What comes with it, or without.


def test_bans_and_a_lock_go_over_to_the_next_host(table: tuple[Bench, list[Guest]]) -> None:
    bench, (ann, ben, *_) = table
    bench.room._state.lobby.locked = True
    assert ann.do(HandOver, seat=1).accepted
    to, left = claim_of(ben), left_to(ben)
    assert ben.info is not None
    for lobby in (read_will(ben.last(TakeOver).will).lobby, None):
        info = msgspec.structs.replace(ben.info, locked=True)
        heirs = new_room(ben, estate_of(info, left, to.goes_on, lobby))
        stranger = come(heirs, 7, host=NEW_HOST, table="t2")
        assert stranger.is_closed
        assert heirs.room.info(0).locked
        assert not come(heirs, 1, host=NEW_HOST, table="t2", owner=True).is_closed
        assert come(heirs, 2, host=NEW_HOST, table="t2").seat == 2
    assert OWNER not in bench.records[-1]


# Who claims it on this machine.


def claimed(info: TableInfo, user: str) -> FoundTable:
    claim = GoesOn(table="t1", seat=1, deal=1, number=9, head=bytes(32), signature=b"")
    new = msgspec.structs.replace(info, table_id="t2", key=NEW_HOST, goes_on=claim)
    return FoundTable(new, unix_address("/run/somewhere.sock"), "machine", user=user)


def test_on_this_machine_only_the_user_who_sat_there_can_go_on_and_we_ourselves(
    table: tuple[Bench, list[Guest]],
) -> None:
    assert table[1][0].info is not None
    old = table[1][0].info
    seats = tuple(msgspec.structs.replace(seat, user={1: "ben", 2: "cat"}.get(seat.seat, "")) for seat in old.seats)
    old = msgspec.structs.replace(old, seats=seats)
    vouched = {user: is_vouched_for(claimed(old, user), old) for user in ("ben", "cat", "", user_name(os.getuid()))}
    assert vouched == {"ben": True, "cat": False, "": False, user_name(os.getuid()): True}
