"""A host process and those who join it, over real sockets."""

import asyncio
import os
import pwd
import signal
import socket
import struct
import subprocess
import sys
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engine.api import MatchEnded, Moved, Scored, replay
from net import registry
from net.addresses import tcp_address, unix_address
from net.client import CannotReach, ClientSession, JoinRefused
from net.clocks import Clocks
from net.dial import ask_table
from net.host import TableHost, _spoken_on
from net.hostconfig import CONFIG_NAME, completed, load_config, save_config, table_folder
from net.news import LinkClosed
from net.process import HostProblem, kept_tables, restart_table, running_tables, start_host, stop_table
from net.protocol import MAJOR, Bye, Events, Fault, Hello, Ping, Refused, TableFrame, Welcome, pack
from net.server import BROKEN
from net.store import JournalFile

from .helpers import Player, RawClient, as_seen, numbers, quick_config, quick_host, tcp


async def test_two_people_two_bots_and_a_spectator_finish_a_match_over_tcp_and_a_unix_socket(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1", bots=("easy", "medium"), options={"limit": 25})
    ann = await Player.join(host.address, "Ann", plays=True, token=bytes.fromhex(host.owner))
    ben = await Player.join(tcp(host), "Ben", plays=True)
    eve = await Player.join(tcp(host), "Eve", role="watcher")
    assert (ann.session.seat, ben.session.seat, eve.session.seat) == (0, 1, None)
    assert (await ben.session.ready()).accepted
    assert (await ann.session.start()).accepted
    for player in (ann, ben, eve):
        await player.until_event(MatchEnded)
        assert numbers(player) == list(range(len(player.events)))
    assert all(accepted for player in (ann, ben) for _, accepted in player.outcomes)

    journal = await ann.record()
    events = list(journal.events())
    assert replay(journal).over is not None
    for player in (ann, ben, eve):
        assert player.session.view is not None
        assert player.events[: len(events)] == as_seen(events, player.session.view)
    watched = [event for event in eve.events if isinstance(event, Moved) and event.dst.startswith("hand:")]
    assert {card for event in watched for card in event.cards} == {"??"}
    for player in (ann, ben, eve):
        await player.session.close()


async def test_the_same_machine_shows_who_somebody_is_to_the_system(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    ann = await Player.join(host.address, "Ann")
    ben = await Player.join(tcp(host), "Ben")
    await ann.until(lambda: ann.session.info is not None and ann.session.info.seats[1].name == "Ben")
    assert ann.session.info is not None
    assert ann.session.info.seats[0].user == pwd.getpwuid(os.getuid()).pw_name
    assert ann.session.info.seats[1].user == ""
    await ann.session.close()
    await ben.session.close()


async def test_another_version_is_refused_in_a_sentence_that_names_both(home: Path) -> None:
    host = await quick_host()
    raw = await RawClient.connect(host.address)
    raw.say(Hello(major=MAJOR + 1, name="Raw"))
    refused: Refused = await raw.until_heard(Refused)
    await raw.until(lambda: raw.is_lost)
    assert refused.code == "version"
    assert f"{MAJOR}.0" in refused.sentence
    assert f"{MAJOR + 1}.0" in refused.sentence


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
    host = await quick_host(clocks=Clocks(hello_ms=50))
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
        patch.setattr("net.server.peer_uid", lambda transport: 54321)
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
    monkeypatch.setattr("net.server.STALE_FOR_S", -1.0)
    table.server.look_after()
    await asyncio.wait_for(table.server._all_gone.wait(), 30)
    table.end("That was the test.")
    await table.run()


async def test_a_mistake_in_the_room_ends_the_table_in_a_sentence_and_costs_nothing_that_was_played(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = completed(quick_config(bots=("easy",) * 3))
    table = TableHost(config, save_config(config).parent)
    answer = await table.open()
    running = asyncio.create_task(table.run())
    ann = await Player.join(unix_address(answer.socket), "Ann", token=bytes.fromhex(config.owner))
    eve = await Player.join(unix_address(answer.socket), "Eve", role="watcher")
    assert (await ann.session.start()).accepted
    asked = await ann.until_asked()
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["exception"]))

    def err(*arguments: object, **more: object) -> None:
        raise ZeroDivisionError("a mistake in the rules")

    monkeypatch.setattr(table.server.room._state.match, "settle", err)
    assert not (await ann.session.submit(asked.id, asked.default)).accepted
    for player in (ann, eve):
        await player.until(partial(player.told, LinkClosed))
        assert player.told(LinkClosed)[0].reason == BROKEN
    await running
    assert [type(fault) for fault in told] == [ZeroDivisionError]
    again = await asyncio.to_thread(restart_table, config.table_id)
    back = await Player.join(again.address, "Ann", token=bytes.fromhex(config.owner))
    assert await back.until_asked() == asked
    await back.session.close()


@pytest.mark.parametrize(
    ("bind", "interfaces"),
    [
        ("", ()),
        ("0.0.0.0", ()),
        ("::", ()),
        ("192.168.1.5", ("192.168.1.5",)),
        ("127.0.0.1", None),
        ("::1", None),
        ("localhost", None),
    ],
)
def test_a_table_is_announced_where_it_listens(bind: str, interfaces: tuple[str, ...] | None) -> None:
    assert _spoken_on(bind) == interfaces


async def test_a_table_tells_a_probe_how_it_stands_and_nobody_notices(home: Path) -> None:
    host = await quick_host(bots=("easy",), title="The green table")
    ann = await Player.join(host.address, "Ann")
    told = len(ann.news)
    info = await ask_table(host.address)
    assert info.title == "The green table"
    assert [seat.kind for seat in info.seats] == ["person", "empty", "empty", "bot"]
    assert (await ann.session.say("still here")).accepted
    await ann.until(lambda: len(ann.news) > told)
    assert all("Raw" not in str(item) for item in ann.news[told:])
    raw = await RawClient.connect(host.address)
    raw.hello(role="probe")
    await raw.until(lambda: raw.is_lost)
    assert [type(message) for message in raw.messages] == [TableFrame, Bye]
    await ann.session.close()


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


async def test_a_stopped_host_says_so_and_leaves_nothing_behind(home: Path) -> None:
    host = await quick_host(listed=True)
    ann = await Player.join(host.address, "Ann")
    assert [table.table_id for table in running_tables()] == [host.table_id]
    await asyncio.to_thread(stop_table, host.table_id)
    await ann.until(lambda: ann.told(LinkClosed))
    assert ann.told(LinkClosed)[0].code == "closed"
    assert running_tables() == []
    assert not Path(host.address.path).exists()
    assert not table_folder(host.table_id).exists()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
async def test_a_match_that_is_not_over_can_be_taken_up_after_its_host_was_ended(home: Path, name: str) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    os.kill(host.pid, getattr(signal, name))
    await ann.until(lambda: ann.told(LinkClosed))
    async with asyncio.timeout(30):
        while registry.start_mark(host.pid):
            await asyncio.sleep(0.01)
    again = await asyncio.to_thread(restart_table, host.table_id)
    back = await Player.join(again.address, "Ann", token=bytes.fromhex(host.owner))
    await back.until_asked()
    assert back.session.seat == 0
    assert back.events[: len(ann.events)] == ann.events
    await back.session.close()


async def test_a_table_that_nobody_uses_ends_by_itself(home: Path) -> None:
    host = await quick_host(idle_minutes=0)
    assert registry.find_running(host.table_id) is not None
    table = TableHost(quick_config(table_id="aa11bb22cc33", idle_minutes=1), None)
    await table.open()
    table.server.last_used_ms -= 61_000
    async with asyncio.timeout(10):
        await table.run()
    assert registry.find_running("aa11bb22cc33") is None
    assert registry.find_running(host.table_id) is not None


async def test_a_table_that_somebody_uses_does_not_end_by_itself(home: Path) -> None:
    table = TableHost(quick_config(table_id="aa11bb22cc33", idle_minutes=1), None)
    answer = await table.open()
    ann = await Player.join(unix_address(answer.socket), "Ann")
    table.server.last_used_ms -= 61_000
    running = asyncio.create_task(table.run())
    assert (await ann.session.say("I am here")).accepted
    assert not running.done()
    table.end("That was the test.")
    await running
    await ann.until(lambda: ann.told(LinkClosed))


async def test_the_host_lives_on_when_its_parent_and_the_terminal_are_gone(home: Path) -> None:
    program = (
        "from net.process import start_host, HostConfig\n"
        "print(start_host(HostConfig(game='hearts', tcp=False, listed=False)).table_id)"
    )
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    out, _ = await parent.communicate()
    table = registry.find_running(out.decode().strip())
    assert table is not None
    assert os.getsid(table.pid) == table.pid
    assert (await ask_table(unix_address(table.socket))).game == "hearts"


async def test_a_port_that_is_taken_is_said_so(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(HostProblem, match=rf"^Port {port} cannot be opened: Address already in use\.$"):
            await quick_host(tcp=True, bind="127.0.0.1", port=port)
    assert running_tables() == []
    assert kept_tables() == []
    assert not [place for place in home.rglob("*") if place.suffix == ".sock" or place.name == "journal"]


async def test_a_table_that_was_played_is_kept_though_its_port_is_taken_now(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    await ann.session.close()
    await asyncio.to_thread(stop_table, host.table_id)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        config = load_config(table_folder(host.table_id) / CONFIG_NAME)
        port = taken.getsockname()[1]
        save_config(msgspec.structs.replace(config, tcp=True, bind="127.0.0.1", port=port))
        with pytest.raises(HostProblem, match="cannot be opened"):
            await asyncio.to_thread(restart_table, host.table_id)
    assert [table.table_id for table in kept_tables()] == [host.table_id]
    again = await asyncio.to_thread(restart_table, host.table_id)
    assert (await ask_table(again.address)).phase == "paused"


async def test_a_journal_is_played_by_one_host_only(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    with pytest.raises(Exception, match="Another process"):
        JournalFile.open(table_folder(host.table_id) / "journal")
    again = await asyncio.to_thread(restart_table, host.table_id)
    assert again.pid == host.pid


async def test_a_disk_that_takes_nothing_costs_the_journal_and_not_the_game(home: Path) -> None:
    (home / "state").write_text("a file where the folder should be")
    host = await asyncio.to_thread(
        start_host, quick_config(bots=("easy",) * 3, options={"limit": 20}, tcp=True, bind="127.0.0.1")
    )
    try:
        assert "cannot be saved" in host.notice
        ann = await Player.join(host.address, "Ann", plays=True, token=bytes.fromhex(host.owner))
        assert (await ann.session.start()).accepted
        await ann.until_event(MatchEnded)
        await ann.session.close()
    finally:
        os.kill(host.pid, signal.SIGTERM)


async def test_an_address_without_a_table_is_said_so(home: Path) -> None:
    with pytest.raises(CannotReach, match="Nobody is hosting"):
        await ClientSession(tcp_address("127.0.0.1", 1), name="Ann").open()
    with pytest.raises(CannotReach, match="Nobody is hosting"):
        await ClientSession(unix_address(str(home / "none.sock")), name="Ann").open()


async def test_what_is_no_card_table_is_said_so(home: Path) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(CannotReach, match="does not speak the language"):
            await ClientSession(tcp_address("127.0.0.1", port), name="Ann").open()


async def test_a_table_that_is_gone_from_its_address_is_said_so(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    with pytest.raises(JoinRefused, match="not here any more"):
        await ClientSession(tcp_address("127.0.0.1", host.port, "zz11bb22cc33"), name="Ann").open()


def test_the_host_process_imports_no_screen_and_no_zeroconf_to_start() -> None:
    program = (
        "import sys, net.host\n"
        "heavy = ('textual', 'rich', 'zeroconf', 'sqlite3')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert told.stdout.strip() == "[]"
