"""A host that hands its table over and would keep a hand in it, or break the machine that takes it over."""

import random
from typing import Any

import msgspec
import pytest

from engine.api import encode, find_game
from net.match.bans import BannedPerson
from net.match.lobby import Lobby
from net.match.people import OpenHands, RevokedToken, SeatRequest, Vote
from net.match.settings import TimeControls
from net.match.snapshot import PrivateSnapshot, estate_of, read_will
from net.problems import StoreProblem
from net.wire.client_messages import HandOver, NextDeal, Say
from net.wire.handover import TakeOver
from tests.harness.room import Bench, Guest
from tests.net.migration.test_room_handover import claim_of
from tests.net.migration.test_room_takeover import all_come, begun, left_to, new_room, play_deal

BACK_DOOR = b"the old host's 16"[:16]


@pytest.fixture(scope="module")
def handed() -> tuple[PrivateSnapshot, list[Guest]]:
    """Hearts for four people after its first deal: what Ann told Ben of the table, and everybody there."""
    bench, guests = begun("hearts", find_game("hearts").meta.presets[0], 4)
    play_deal(bench, guests, random.Random("hearts"))
    assert guests[0].do(HandOver, seat=1).accepted
    return read_will(guests[1].last(TakeOver).will), guests


def told(will: PrivateSnapshot, **changes: Any) -> PrivateSnapshot:
    """What Ben reads when Ann told that instead."""
    return read_will(encode(PrivateSnapshot(msgspec.structs.replace(will.lobby, **changes), will.clocks)))


def taken_over(will: PrivateSnapshot, guests: list[Guest]) -> tuple[Bench, list[Guest]]:
    """The room on Ben's machine, with everybody there."""
    ben = guests[1]
    assert ben.info is not None
    estate = estate_of(ben.info, left_to(ben), claim_of(ben).goes_on, will.lobby)
    heirs = new_room(ben, estate)
    return heirs, all_come(heirs, guests, estate)


def lobby_of(bench: Bench) -> Lobby:
    return bench.room._state.lobby


def test_what_an_honest_host_tells_is_taken_over(handed: tuple[PrivateSnapshot, list[Guest]]) -> None:
    will, guests = handed
    settled = {"away_policy": "bot", "away_s": 7, "turn_s": 33, "between_s": 44, "listed": False, "is_halted": False}
    more = {"locked": True, "watching": "shoulder", "chat": "apart", "pace_ms": 300, "private": True}
    heirs, came = taken_over(told(will, **settled, **more), guests)
    lobby = lobby_of(heirs)
    assert {name: getattr(lobby, name) for name in (*settled, *more)} == {**settled, **more}
    # Of what a host may set nothing is left out: what is new in a lobby has to be thought of here.
    theirs = {"people", "bots", "gone", "table_id", "game_id", "seats", "options", "stage", "next_key", "code"}
    theirs |= {"admitted"}
    void = {"waived", "votes", "petitions", "voided", "passes", "is_passed_on", "handing", "closed"}
    void |= {"has_owner", "owner_tokens", "is_faulty", "watched"}
    counted = {"title", "most_watchers", "bank_ms", "reserves_ms", "banks_ms", "bans", "looks"}
    assert {*settled, *more} | theirs | void | counted == set(Lobby.__struct_fields__)
    assert heirs.room.info(0).phase == "between"
    for guest in came:
        assert guest.do(NextDeal).accepted


@pytest.mark.parametrize(
    "changes",
    [
        {"passes": [(BACK_DOOR,)], "locked": True},
        {"passes": [(BACK_DOOR,)], "private": True},
        {"owner_tokens": (BACK_DOOR,), "has_owner": False, "private": True},
        {"voided": [RevokedToken(BACK_DOOR, "Ann has your seat.")]},
        {"votes": [Vote(what="stop", yes=[0, 1, 2, 3], is_carried=True)]},
        {"petitions": [SeatRequest(key=99, seat=1, is_granted=True)] * 100},
        {"closed": "Ann closed the table."},
        {"stage": "over"},
        {"stage": "playing"},
        {"is_passed_on": True},
        {"options": {"limit": 5}},
        {"game_id": "nosuch"},
        {"seats": 7},
        {"handing": 3},
        {"code": "222-222", "private": True},
        {"looks": [OpenHands(hands=True)] * 9},
        {"title": "x" * 5_000},
        {"bans": [BannedPerson(name="Cat" * 99, tokens=(BACK_DOOR,), user="root")]},
    ],
    ids="-".join,
)
def test_what_is_not_the_old_hosts_to_settle_is_not_taken_over(
    handed: tuple[PrivateSnapshot, list[Guest]], changes: dict[str, Any]
) -> None:
    will, guests = handed
    heirs, came = taken_over(told(will, **changes), guests)
    info, lobby = heirs.room.info(0), lobby_of(heirs)
    assert (info.phase, info.game, len(info.seats), info.host) == ("between", "hearts", 4, "Ben")
    assert (lobby.passes, lobby.voided, lobby.votes, lobby.petitions, lobby.closed) == ([], [], [], [], "")
    assert (lobby.handing, len(lobby.looks)) == (None, 1)
    assert info.options == guests[0].info.options  # type: ignore[union-attr]
    assert lobby.code != "222-222"
    assert not any(ban.tokens or ban.user for ban in lobby.bans)
    assert came[0].do(Say, text="hello").accepted
    if lobby.locked or lobby.private:
        assert heirs.join("Eve", "watcher", token=BACK_DOOR).is_closed


@pytest.mark.parametrize(
    "changes",
    [
        {"reserves_ms": [1]},
        {"reserves_ms": [-5] * 16},
        {"banks_ms": [2**60] * 16},
        {"bank_ms": -1},
        {"away_s": 2**50},
        {"turn_s": -4},
        {"between_s": -4},
        {"pace_ms": 2**50},
        {"most_watchers": 2**40},
        {"bans": [BannedPerson(name=f"Eve {place}") for place in range(100)]},
        {"bans": [BannedPerson(name="Eve", mark="zz")]},
        {"bans": [BannedPerson(name="Eve", key="zz")]},
    ],
    ids=str,
)
def test_what_no_table_can_be_is_not_believed(
    handed: tuple[PrivateSnapshot, list[Guest]], changes: dict[str, Any]
) -> None:
    will, _ = handed
    with pytest.raises(StoreProblem, match="table that cannot exist"):
        told(will, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"dwell_ms": (900, 300)},
        {"dwell_ms": (0, 2**31)},
        {"ping_ms": 0},
        {"hello_ms": 0},
        {"silent_ms": 1},
        {"lagging_ms": 0},
        {"away_ms": 0},
        {"limits_ms": {f"clock {place}": 1 for place in range(1_000)}},
    ],
    ids=str,
)
def test_times_by_which_no_host_can_run_are_not_believed(
    handed: tuple[PrivateSnapshot, list[Guest]], changes: dict[str, Any]
) -> None:
    will, _ = handed
    with pytest.raises(StoreProblem, match="table that cannot exist"):
        read_will(encode(PrivateSnapshot(will.lobby, msgspec.structs.replace(TimeControls(), **changes))))
