"""A host process among those who babble, stall, come in crowds, and among its own mistakes."""

import asyncio
import socket
import struct
from functools import partial
from pathlib import Path

import pytest

from engine.api import DealBegan, Event, MatchEnded, Scored, Table
from net.host.config import JOURNAL_NAME, completed, save_config
from net.host.driver import BROKEN
from net.host.fault_log import read_evidence
from net.host.host import CannotHost, TableHost
from net.host.launcher import restart_table
from net.match.match import Match
from net.match.settings import TimeControls
from net.news import LinkClosed
from net.problems import JoinRefused
from net.transport.sockets import CannotReach
from net.wire.address import unix_address
from net.wire.client_messages import MAJOR, Hello, Ping
from net.wire.framing import pack
from net.wire.host_messages import Bye, Events, Fault, Refused, Welcome

from ...harness.players import Player, RawClient, numbers, quick_config, quick_host


@pytest.mark.slow
async def test_another_version_is_refused_in_a_sentence_that_names_both(home: Path) -> None:
    host = await quick_host()
    raw = await RawClient.connect(host.address)
    raw.say(Hello(major=MAJOR + 1, name="Raw"))
    refused: Refused = await raw.until_heard(Refused)
    await raw.until(lambda: raw.is_lost)
    assert refused.code == "version"
    assert f"{MAJOR}.0" in refused.sentence
    assert f"{MAJOR + 1}.0" in refused.sentence


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\0\0\0\0", b"\xff" * 64, struct.pack(">I", 3) + b"\xc1\xc1\xc1"],
    ids=["http", "empty", "oversize", "no msgpack"],
)
async def test_garbage_is_hung_up_on_and_disturbs_nobody(home: Path, said: bytes) -> None:
    host = await quick_host(bots=("easy",) * 3, options={"limit": 20})
    ann = await Player.join(host.address, "Ann", plays=True)
    raw = await RawClient.connect(host.address)
    raw.transport.write(said)
    await raw.until(lambda: raw.is_lost)
    assert [type(message) for message in raw.messages] == [Refused]
    assert (await ann.session.start()).accepted
    await ann.until_event(Scored)
    await ann.session.close()


async def test_a_frame_that_claims_too_much_ends_the_connection_before_it_is_kept(home: Path) -> None:
    host = await quick_host()
    raw = await RawClient.connect(host.address)
    raw.hello()
    await raw.until_heard(Welcome)
    raw.transport.write(struct.pack(">I", 1 << 20))
    bye: Bye = await raw.until_heard(Bye)
    assert bye.code == "malformed"
    await raw.until(lambda: raw.is_lost)


async def test_what_is_no_message_is_answered_and_the_third_time_hung_up_on(home: Path) -> None:
    host = await quick_host()
    raw = await RawClient.connect(host.address)
    raw.hello()
    await raw.until_heard(Welcome)
    for _ in range(3):
        raw.transport.write(struct.pack(">I", 1) + b"\x90")
    await raw.until(lambda: raw.is_lost)
    assert sum(isinstance(message, Fault) for message in raw.messages) == 2
    assert isinstance(raw.messages[-1], Bye)


async def test_who_says_no_hello_is_hung_up_on(home: Path) -> None:
    host = await quick_host(clocks=TimeControls(hello_ms=50))
    raw = await RawClient.connect(host.address)
    await raw.until(lambda: raw.is_lost)
    assert [message.code for message in raw.messages if isinstance(message, Bye)] == ["silent"]


async def test_one_peer_cannot_take_all_connections_by_saying_nothing(home: Path) -> None:
    host = await quick_host()
    idle = [await RawClient.connect(host.address) for _ in range(40)]
    async with asyncio.timeout(30):
        while not sum(raw.is_lost for raw in idle) >= 8:
            await asyncio.sleep(0.01)
    assert all(message.code == "full" for raw in idle for message in raw.messages if isinstance(message, Refused))
    for raw in idle[:32]:
        raw.transport.close()
    ann = None
    async with asyncio.timeout(30):
        while ann is None:
            try:
                ann = await Player.join(host.address, "Ann")
            except (JoinRefused, CannotReach):
                await asyncio.sleep(0.01)
    await ann.session.close()


async def test_one_user_of_this_machine_cannot_keep_the_others_out(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = TableHost(quick_config(table_id="aa11bb22cc33"), None)
    place = unix_address((await table.open()).socket)
    running = asyncio.create_task(table.run())
    with monkeypatch.context() as patch:
        patch.setattr("net.host.connection.peer_user", lambda transport: 54321)
        idle = [await RawClient.connect(place) for _ in range(40)]
        await idle[-1].until(lambda: sum(raw.is_lost for raw in idle) == 8)
    ann = await Player.join(place, "Ann")
    assert ann.session.seat == 0
    table.end("That was the test.")
    await running


async def test_who_does_not_read_the_last_word_is_not_waited_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = TableHost(quick_config(table_id="aa11bb22cc33"), None)
    raw = await RawClient.connect(unix_address((await table.open()).socket))
    raw.hello()
    await raw.until_heard(Welcome)
    raw.transport.pause_reading()
    (link,) = table.server._links.values()
    link.send(pack(Ping(n=1)) * 1_000_000)
    link.dismiss()
    table.server.look_after()
    assert table.server._links
    monkeypatch.setattr("net.host.connection.STALE_FOR_S", -1.0)
    table.server.look_after()
    await asyncio.wait_for(table.server._all_gone.wait(), 30)
    table.end("That was the test.")
    await table.run()


@pytest.mark.parametrize("is_lasting", [False, True])
async def test_a_mistake_in_the_room_costs_nothing_that_was_played(
    home: Path, monkeypatch: pytest.MonkeyPatch, is_lasting: bool
) -> None:
    config = completed(quick_config(bots=("easy",) * 3))
    folder = save_config(config).parent
    table = TableHost(config, folder)
    answer = await table.open()
    running = asyncio.create_task(table.run())
    ann = await Player.join(unix_address(answer.socket), "Ann", token=bytes.fromhex(config.owner))
    eve = await Player.join(unix_address(answer.socket), "Eve", role="watcher")
    assert (await ann.session.start()).accepted
    asked = await ann.until_asked()

    def err(*arguments: object, **more: object) -> None:
        raise ZeroDivisionError("a mistake in the rules")

    monkeypatch.setattr(Match if is_lasting else table.server.room._state.match, "settle", err)
    outcome = await ann.session.submit(asked.id, asked.default)
    assert outcome.accepted, "it came to light after the answer"
    evidence = read_evidence(folder, 1)
    assert (evidence.where, evidence.fault) == ("room", "ZeroDivisionError")
    assert "mistake in the rules" not in evidence.trace
    assert (folder / "fault-1.json").stat().st_mode & 0o077 == 0
    if not is_lasting:
        for player in (ann, eve):
            await player.until_linked(2)
        await ann.until(lambda: ann.session.decision is not None and ann.session.decision.id > asked.id)
        await eve.until_told(len(table.server.room._state.match.stream))
        table.end("That was the test.")
        await running
        return
    for player in (ann, eve):
        await player.until(partial(player.told, LinkClosed))
        assert player.told(LinkClosed)[0].reason == BROKEN
    await running
    again = await asyncio.to_thread(restart_table, config.table_id)
    back = await Player.join(again.address, "Ann", token=bytes.fromhex(config.owner))
    assert (await back.until_asked()).id > asked.id
    await back.session.close()


@pytest.mark.parametrize("is_lasting", [False, True])
async def test_a_fault_that_comes_only_when_a_host_starts_again_is_said_in_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch, is_lasting: bool
) -> None:
    config = completed(quick_config(bots=("easy",) * 3))
    folder, owner = save_config(config).parent, bytes.fromhex(config.owner)
    table = TableHost(config, folder)
    running = asyncio.create_task(table.run()) if await table.open() else None
    ann = await Player.join(unix_address(table.private_socket), "Ann", token=owner)
    assert (await ann.session.start()).accepted
    asked = await ann.until_asked()
    await ann.session.close()
    table.end("That was the test.")
    assert running is not None
    await running
    journal = (folder / JOURNAL_NAME).read_bytes()
    fold, fired = Table.fold, list[Event]()

    def err(board: Table, event: Event) -> None:
        if isinstance(event, DealBegan) and (is_lasting or not fired):
            fired.append(event)
            raise ZeroDivisionError("a mistake in the rules")
        fold(board, event)

    with monkeypatch.context() as broken:
        broken.setattr(Table, "fold", err)
        again = TableHost(config, folder)
        if is_lasting:
            with pytest.raises(CannotHost, match="made a mistake and cannot open this table"):
                await again.open()
            assert (folder / JOURNAL_NAME).read_bytes() == journal, "what was played is kept"
        else:
            await again.open()
            paused = again.server.room.info(again.server.now_ms()).pause
            assert paused is not None
            assert paused.why == "fault"
            again.end("That was the test.")
            await again.run()
    evidence = read_evidence(folder, 1)
    assert (evidence.where, evidence.fault) == (("opening" if is_lasting else "replay"), "ZeroDivisionError")
    mended = await asyncio.to_thread(restart_table, config.table_id)
    back = await Player.join(mended.address, "Ann", token=owner)
    if not is_lasting:
        assert (await back.session.vote_to_resume()).accepted
    assert (await back.until_asked()).id == asked.id
    await back.session.close()


async def test_a_reader_that_stops_is_caught_up_later_and_holds_nobody_up(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3, options={"limit": 60})
    ann = await Player.join(host.address, "Ann", plays=True)
    slow = await RawClient.connect(host.address)
    slow.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.hello(role="watcher", name="Slow")
    await slow.until_heard(Welcome)
    slow.transport.pause_reading()
    assert (await ann.session.start()).accepted
    await ann.until_event(MatchEnded)
    slow.transport.resume_reading()

    def held() -> int:
        return max((m.first + len(m.events) for m in slow.messages if isinstance(m, Events)), default=0)

    await slow.until(lambda: held() >= len(ann.events))
    at = 0
    for message in slow.messages:
        if isinstance(message, Events):
            at = 0 if message.fresh else at
            assert message.first == at
            at += len(message.events)
    await ann.session.close()


@pytest.mark.slow
async def test_spectators_beyond_one_slice_all_see_every_event_in_order(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3, options={"limit": 20})
    ann = await Player.join(host.address, "Ann", plays=True)
    watchers = []
    for number in range(80):
        watchers.append(await Player.join(host.address, f"W{number}", role="watcher"))
    assert (await ann.session.start()).accepted
    await ann.until_event(Scored)
    for watcher in watchers:
        await watcher.until_event(Scored)
        assert numbers(watcher) == list(range(len(watcher.events)))
    for watcher in watchers:
        await watcher.session.close()
    await ann.session.close()
