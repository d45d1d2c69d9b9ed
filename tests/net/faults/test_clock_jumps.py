"""Clocks that jump by a day: the host stood still, or the wall clock was set. Nobody loses a move or a seat by it."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from engine.api import MatchEnded, replay
from net.discovery.recent import recent_tables, remember_table
from net.host import registry
from net.host.launcher import restart_table
from net.match.settings import TimeControls
from net.match.time_limits import OVERSLEPT_MS
from net.news import LinkLost
from net.storage.seat_tokens import KeptSeat, SeatTokens
from net.wire.address import tcp_address
from tests.harness.messages import INFO
from tests.harness.players import Player, quick_host, tcp
from tests.harness.processes import kill_process

DAY_S = 24 * 3600


# Real processes.


async def test_a_host_that_stood_still_for_longer_than_a_turn_has_played_for_nobody(home: Path) -> None:
    clocks = TimeControls(limits_ms={}, other_ms=2_000, reserve_ms=0, pace_ms=0, between_ms=1)
    host = await quick_host(clocks=clocks, bots=("easy",) * 3, options={"limit": 20})
    ann = await Player.join(host.address, "Ann")
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    os.kill(host.pid, signal.SIGSTOP)
    await asyncio.sleep(OVERSLEPT_MS / 1000 + clocks.other_ms / 1000 + 1)
    os.kill(host.pid, signal.SIGCONT)
    outcome = await ann.session.submit(decision.id, ann.pick(decision))
    assert outcome.accepted, outcome.reason
    assert not ann.told(LinkLost)
    await ann.session.close()


SHIFTED = """
import datetime, pathlib, time

_place, _real, _now = pathlib.Path({place!r}), time.time, datetime.datetime
def _shift():
    try:
        return float(_place.read_text())
    except (OSError, ValueError):
        return 0.0
class _Shifted(_now):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_real() + _shift(), tz)
time.time = lambda: _real() + _shift()
datetime.datetime = _Shifted
"""


@pytest.fixture
def wall(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that says by how many seconds the wall clock of the processes started here is off."""
    place = home / "shift"
    site = home / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(SHIFTED.format(place=str(place)))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(site), *filter(None, [os.environ.get("PYTHONPATH")]))))
    return place


@pytest.mark.slow
@pytest.mark.parametrize("jumps", [(0, DAY_S, -DAY_S), (DAY_S, 0, 2 * DAY_S)], ids=["there and back", "set right"])
async def test_a_wall_clock_that_jumps_by_a_day_changes_nothing_at_a_table(
    home: Path, wall: Path, jumps: tuple[int, ...]
) -> None:
    wall.write_text(str(jumps[0]))
    host = await quick_host(tcp=True, bind="127.0.0.1", bots=("easy",) * 2, options={"limit": 30}, seed="jump")
    told = registry.find_running(host.table_id)
    assert told is not None
    assert abs(told.began - time.time() - jumps[0]) < 600, "the host's wall clock is not the one that is moved here"
    ann = await Player.join(host.address, "Ann", plays=True, keep=SeatTokens())
    ben = await Player.join(tcp(host), "Ben", plays=True)
    assert (await ben.session.ready()).accepted
    assert (await ann.session.start()).accepted
    for jump in jumps[1:]:
        await ann.until_told(len(ann.events) + 15)
        wall.write_text(str(jump))
    for player in (ann, ben):
        await player.until_event(MatchEnded)
        assert not player.told(LinkLost)
    assert replay(await ann.record()).over is not None
    for player in (ann, ben):
        await player.session.close()


@pytest.mark.slow
async def test_a_table_is_started_again_though_the_clock_was_set_back_before_it_was_opened(
    home: Path, wall: Path
) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1", bots=("easy",) * 3)
    ann = await Player.join(tcp(host), "Ann", token=bytes.fromhex(host.owner), keep=SeatTokens())
    assert (await ann.session.start()).accepted
    await ann.session.close()
    kill_process(host.pid)
    wall.write_text(str(-DAY_S))
    again = await asyncio.to_thread(restart_table, host.table_id)
    back = await Player.join(tcp(again), "Ann", keep=SeatTokens())
    assert back.seat == 0
    await back.session.close()


# What is kept between runs, by the wall clock.


def set_clock(monkeypatch: pytest.MonkeyPatch, shift_s: int) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + shift_s)


def seat(table_id: str, token: str) -> KeptSeat:
    return KeptSeat(table_id=table_id, token=token, name="Ann", address="192.0.2.1:7337")


def test_the_seat_that_was_kept_last_is_found_first_though_the_clock_was_set_back(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SeatTokens()
    with monkeypatch.context() as tomorrow:
        set_clock(tomorrow, DAY_S)
        store.keep(seat("old", "aa"))
    store.keep(seat("new", "bb"))
    found = store.take("", "192.0.2.1:7337", "Ann", "me")
    assert found is not None
    assert found.table_id == "new"


def test_the_table_that_was_met_last_is_shown_first_though_the_clock_was_set_back(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as tomorrow:
        set_clock(tomorrow, DAY_S)
        for port in range(7001, 7009):
            remember_table(tcp_address("192.0.2.1", port), INFO)
    for port in (7101, 7102):
        remember_table(tcp_address("192.0.2.1", port), INFO)
    assert [table.address.rpartition(":")[2] for table in recent_tables()][:3] == ["7102", "7101", "7008"]


@pytest.mark.parametrize("shift_s", [DAY_S, -DAY_S])
def test_a_table_met_a_day_off_is_still_tried(home: Path, monkeypatch: pytest.MonkeyPatch, shift_s: int) -> None:
    remember_table(tcp_address("192.0.2.1", 7001), INFO)
    set_clock(monkeypatch, shift_s)
    assert len(recent_tables()) == 1
