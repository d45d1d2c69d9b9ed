"""A table at which somebody is missed, for the tests of what becomes of the seat."""

from net.match.clocks import TimeControls
from net.match.settings import RoomConfig
from net.wire.host_messages import NextDeal
from net.wire.table_info import PetitionInfo, VoteInfo
from tests.harness.room import Bench, Guest, phase_of, started, toy_config

CLOCKS = TimeControls(limits_ms={}, other_ms=20_000, reserve_ms=0, pace_ms=0, dwell_ms=(0, 0), between_ms=60_000)

UNHURRIED = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(0, 0), between_ms=0)


def slots_config(**changes: object) -> RoomConfig:
    """A table of a game that may shrink, for three, where an absent player's default is played after a while."""
    return toy_config(**{"game": "slots", "clocks": CLOCKS, "away_policy": "pause", "away_s": 0, **changes})


def without_ben(
    config: RoomConfig | None = None, names: str = "Ann Ben Cat"
) -> tuple[Bench, Guest, Guest, Guest, Guest]:
    """A deal that has begun and is being played, Ben away, and Eve looking on."""
    bench, (ann, ben, cat, *_) = started(config or slots_config(), names=names)
    eve = bench.join("Eve", "watcher")
    ben.drop()
    bench.pass_time(11_000)
    assert ann.info is not None
    assert ann.info.seats[1].state == "away"
    return bench, ann, ben, cat, eve


def finish_deal(bench: Bench, *guests: Guest) -> None:
    """Play until the pause between two deals, by defaults and, for who is away, by the clock."""
    for _ in range(60):
        if phase_of(guests[0]) in ("between", "over"):
            return
        for guest in guests:
            if guest.decision is not None and phase_of(guests[0]) not in ("between", "over"):
                guest.play()
        if not any(guest.decision for guest in guests):
            bench.pass_time(1_000)
    raise AssertionError(phase_of(guests[0]))


def next_deal(*guests: Guest) -> None:
    for guest in guests:
        guest.do(NextDeal)


def info(guest: Guest) -> tuple[tuple[VoteInfo, ...], tuple[PetitionInfo, ...]]:
    assert guest.info is not None
    return guest.info.votes, guest.info.petitions
