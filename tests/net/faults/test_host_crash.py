"""Hosts killed in the middle of a hand and started again: the same hand goes on, nothing doubled, nothing lost."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.api import Moved, Scored, read_records
from net.host import launcher, registry
from net.host.config import table_folder
from net.host.launcher import HostHandle, restart_table
from net.match.time_limits import TurnTime
from net.news import LinkLost, LinkUp
from net.storage.seat_tokens import SeatTokens
from net.wire.address import unix_address

from ...harness.players import QUICK, Player, numbers, quick_host, tcp, without_room
from ...harness.processes import kill_process


async def kill(table_id: str) -> int:
    """Kill a table's host as the system would, and see it gone; gives its process number."""
    entry = registry.find_running(table_id)
    assert entry is not None
    kill_process(entry.pid)
    return entry.pid


async def test_the_open_decision_is_the_same_after_a_kill(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (await ann.session.start()).accepted
    before = await ann.until_asked()
    assert ann.session.view is not None
    hand = list(ann.session.view.hand)
    await kill(host.table_id)
    await ann.until(lambda: len(ann.told(LinkUp)) == 2 and ann.session.decision is not None)
    assert ann.told(LinkLost)
    assert ann.session.decision == before
    assert ann.session.view.hand == hand
    assert (await ann.session.submit(before.id, ann.pick(before))).accepted
    await ann.session.close()


@pytest.mark.slow
async def test_a_sealed_answer_is_kept_through_a_kill(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1", bots=("easy", "easy"))
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    ben = await Player.join(tcp(host), "Ben", keep=SeatTokens())
    assert (await ben.session.ready()).accepted
    assert (await ann.session.start()).accepted
    asked = await ann.until_asked()
    move = ann.pick(asked)
    assert (await ann.session.submit(asked.id, move)).accepted
    await kill(host.table_id)
    for player in (ann, ben):
        await player.until_linked(2)
    decision = await ben.until_asked()
    assert not (await ann.session.submit(asked.id, move)).accepted
    assert (await ben.session.submit(decision.id, decision.default)).accepted
    await ann.until(lambda: any(isinstance(event, Moved) and event.src == "hand:0" for event in ann.events))
    passed = [event for event in ann.events if isinstance(event, Moved) and event.src == "hand:0"]
    assert sorted(passed[0].cards) == sorted(move.cards)
    for player in (ann, ben):
        await player.session.close()


@pytest.mark.slow
async def test_a_move_that_was_sent_but_not_acknowledged_counts_once(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3, options={"limit": 20})
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (await ann.session.start()).accepted
    for _ in range(4):
        ups = len(ann.told(LinkUp))
        decision = await ann.until_asked()
        os.kill(registry.find_running(host.table_id).pid, signal.SIGSTOP)  # type: ignore[union-attr]
        waiting = asyncio.create_task(ann.session.submit(decision.id, ann.pick(decision)))
        await asyncio.sleep(0)
        await kill(host.table_id)
        await ann.until_linked(ups + 1)
        assert (await waiting).accepted
    await ann.until_asked()
    assert numbers(ann) == list(range(len(ann.events)))
    mine = [event for event in without_room(ann.events) if isinstance(event, Moved) and event.src == "hand:0"]
    assert sum(len(event.cards) for event in mine) == 3 + 3
    await ann.session.close()


@pytest.mark.slow
async def test_a_host_started_again_from_any_torn_end_of_its_journal_goes_on(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3, options={"limit": 20}, seed="torn")
    ann = await Player.join(host.address, "Ann", plays=True, keep=SeatTokens())
    assert (await ann.session.start()).accepted
    await ann.until_event(Scored)
    whole = (table_folder(host.table_id) / "journal").read_bytes()
    await ann.session.close()
    await kill(host.table_id)
    found = read_records(whole)
    records, length = found.payloads, found.length
    whole = whole[:length]
    for cut in (1, len(records[-1]), len(records[-1]) + 7, len(records[-1]) + 9, length // 2):
        (table_folder(host.table_id) / "journal").write_bytes(whole[:-cut])
        again = await asyncio.to_thread(restart_table, host.table_id)
        back = await Player.join(again.address, "Ann", token=bytes.fromhex(host.owner))
        await back.until_event(Moved)
        known = min(len(back.events), len(ann.events)) - 1
        assert without_room(back.events[:known]) == without_room(ann.events[:known])
        await back.session.close()
        await kill(host.table_id)


@pytest.mark.slow
async def test_who_start_a_dead_table_again_at_once_start_and_get_one_process(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (await ann.session.start()).accepted
    await ann.session.close()
    await kill(host.table_id)
    started, spawn = [], launcher._spawn

    def count(*given: Any, **more: Any) -> HostHandle:
        started.append(given)
        return spawn(*given, **more)

    monkeypatch.setattr(launcher, "_spawn", count)
    handles = await asyncio.gather(*(asyncio.to_thread(restart_table, host.table_id) for _ in range(3)))
    assert len({handle.pid for handle in handles}) == len(started) == 1
    back = await Player.join(unix_address(handles[0].address.path, host.table_id), "Ann", keep=SeatTokens())
    assert back.seat == 0
    await back.session.close()


@pytest.mark.slow
async def test_a_journal_that_was_damaged_in_the_middle_goes_on_from_before_the_damage(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3, seed="torn")
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (await ann.session.start()).accepted
    for _ in range(2):  # the match has begun well before the record that is damaged
        decision = await ann.until_asked()
        assert (await ann.session.submit(decision.id, decision.default)).accepted
        await ann.until(lambda before=decision: ann.session.decision not in (None, before))  # type: ignore[misc]
    await ann.session.close()
    await kill(host.table_id)
    place = table_folder(host.table_id) / "journal"
    content = bytearray(place.read_bytes())
    content[-len(read_records(bytes(content)).payloads[-1]) - 13] ^= 0xFF  # near the end of the last record but one
    place.write_bytes(content)
    assert read_records(bytes(content)).is_damaged
    again = await asyncio.to_thread(restart_table, host.table_id)
    assert "was damaged on disk" in again.notice
    back = await Player.join(again.address, "Ann", token=bytes.fromhex(host.owner))
    assert back.seat == 0
    await back.session.close()


@pytest.mark.slow
async def test_a_turn_gets_no_new_time_from_a_kill(home: Path) -> None:
    """After a kill, a turn goes on with what was left at the host's last sign of life."""
    clocks = msgspec.structs.replace(QUICK, limits_ms={}, other_ms=900_000, reserve_ms=0)
    host = await quick_host(bots=("easy",) * 3, clocks=clocks)
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    for kills in range(2):
        gone_ms = 0
        while gone_ms < 1_000 * (kills + 1):
            await asyncio.sleep(0.05)
            turn = msgspec.json.decode(registry.last_note(host.table_id), type=TurnTime)
            gone_ms = turn.open.gone_ms if turn.step == decision.id else 0
        await kill(host.table_id)
        await ann.until_linked(2 + kills)
        await ann.until(lambda: ann.remaining_ms is not None)
        assert await ann.until_asked() == decision
        assert ann.remaining_ms is not None
        assert ann.remaining_ms <= 900_000 - gone_ms
    await ann.session.close()
