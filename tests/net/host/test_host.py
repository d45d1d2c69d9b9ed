"""A host process and those who join it, over real sockets."""

import asyncio
import os
import pwd
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine.api import MatchEnded, Moved, replay
from net.client.session import ClientSession
from net.host import registry
from net.host.config import CONFIG_NAME, HostAnswer, completed, load_config, save_config, table_folder
from net.host.host import TableHost
from net.host.journal_file import JournalFile
from net.host.launcher import HostProblem, kept_tables, restart_table, running_tables, start_host, stop_table
from net.host.listeners import spoken_on
from net.news import LinkClosed, LinkLost
from net.problems import JoinRefused
from net.storage import processes
from net.transport.dial import ask_table
from net.transport.sockets import CannotReach
from net.wire.address import tcp_address, unix_address
from net.wire.host_messages import Bye, HostMessage, TableFrame

from ...harness.players import (
    LOOK_AGAIN_S,
    PATIENCE_S,
    Player,
    RawClient,
    as_seen,
    numbers,
    quick_config,
    quick_host,
    tcp,
)


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
    assert spoken_on(bind) == interfaces


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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
async def test_a_match_that_is_not_over_can_be_taken_up_after_its_host_was_ended(home: Path, name: str) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    os.kill(host.pid, getattr(signal, name))
    await ann.until(lambda: ann.told(LinkClosed))
    async with asyncio.timeout(30):
        while processes.start_mark(host.pid):
            await asyncio.sleep(0.01)
    again = await asyncio.to_thread(restart_table, host.table_id)
    back = await Player.join(again.address, "Ann", token=bytes.fromhex(host.owner))
    await back.until_asked()
    assert back.session.seat == 0
    assert back.events[: len(ann.events)] == ann.events
    await back.session.close()


async def test_the_farewell_of_a_host_of_ours_ends_the_visit_though_it_is_struck_off_the_list_by_then(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    hear = ann.session.hear

    def hear_late(message: HostMessage) -> None:
        if isinstance(message, Bye):
            registry.strike(host.table_id)
        hear(message)

    link = ann.session._line._link
    assert link is not None
    monkeypatch.setattr(link, "_on_message", hear_late)
    os.kill(host.pid, signal.SIGTERM)
    await ann.until(lambda: ann.told(LinkClosed) or ann.told(LinkLost))
    assert not ann.told(LinkLost)
    assert ann.told(LinkClosed)[0].code == "closed"


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


async def test_a_turn_is_noted_between_two_checks(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that is killed again and again gives hardly any time back: it notes the time of a turn again and again."""
    monkeypatch.setattr("net.host.host.LOOK_EVERY_S", 100_000.0)
    monkeypatch.setattr("net.host.host.NOTE_EVERY_S", 0.01)
    signs = list[str]()
    monkeypatch.setattr(registry, "sign_of_life", lambda table_id, note=b"": signs.append(note.decode()))
    table = TableHost(quick_config(table_id="aa11bb22cc33", bots=("easy",) * 3), None)
    answer = await table.open()
    ann = await Player.join(unix_address(answer.socket), "Ann")
    running = asyncio.create_task(table.run())
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    await ann.until(lambda: len(set(signs)) > 5, "for notes")
    table.end("That was the test.")
    await running


async def test_the_host_lives_on_when_its_parent_and_the_terminal_are_gone(home: Path) -> None:
    program = (
        "from net.host.launcher import start_host, HostConfig\n"
        "print(start_host(HostConfig(game='hearts', tcp=False, listed=False)).table_id)"
    )
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]
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


@pytest.mark.slow
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


@pytest.mark.slow
async def test_the_config_tells_what_the_entry_tells_before_the_entry_does(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = completed(quick_config())
    place = save_config(config)
    table = TableHost(config, place.parent)
    answer = await table.open()
    known = []
    monkeypatch.setattr(registry, "enter", lambda entry: known.append((entry.options, load_config(place).options)))
    ann = await Player.join(unix_address(answer.socket), "Ann", token=bytes.fromhex(config.owner))
    assert (await ann.session.set_option("omnibus", True)).accepted
    running = asyncio.create_task(table.run())
    async with asyncio.timeout(PATIENCE_S):
        while not known:
            await asyncio.sleep(LOOK_AGAIN_S)
    assert known[0][0] == known[0][1]
    assert known[0][0]["omnibus"] is True
    await ann.session.close()
    table.end("That was the test.")
    await running


@pytest.mark.slow
async def test_a_config_that_lies_elsewhere_stays_as_it_is_with_its_neighbours(home: Path, tmp_path: Path) -> None:
    config = completed(quick_config(bots=("easy",) * 3))
    place, neighbour = tmp_path / "mine.json", tmp_path / "a letter"
    place.write_bytes(msgspec.json.encode(config))
    neighbour.write_text("Dear Bea")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "net.host", "--config", str(place)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[3],
    )
    assert process.stdout is not None
    answer = msgspec.json.decode(await process.stdout.readline(), type=HostAnswer)
    ann = await Player.join(unix_address(answer.socket), "Ann", token=bytes.fromhex(config.owner))
    assert (table_folder(config.table_id) / "journal").exists()
    assert (await ann.session.close_table()).accepted
    await process.wait()
    assert not table_folder(config.table_id).exists()
    assert {each.name for each in tmp_path.iterdir()} >= {"mine.json", "a letter"}
    assert load_config(place) == config


async def test_a_journal_is_played_by_one_host_only(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    with pytest.raises(Exception, match="Another process"):
        JournalFile.open(table_folder(host.table_id) / "journal")
    again = await asyncio.to_thread(restart_table, host.table_id)
    assert again.pid == host.pid


@pytest.mark.slow
async def test_a_second_host_of_a_table_leaves_the_first_ones_config_alone(home: Path, tmp_path: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    kept = table_folder(host.table_id) / CONFIG_NAME
    while load_config(kept).title == "":  # the first host writes what lists show of its table
        await asyncio.sleep(LOOK_AGAIN_S)
    before, older = kept.read_bytes(), msgspec.structs.replace(load_config(kept), title="An older title")
    (tmp_path / "older.json").write_bytes(msgspec.json.encode(older))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "net.host", "--config", str(tmp_path / "older.json")),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[3],
    )
    answer, _ = await process.communicate()
    assert "Another process" in msgspec.json.decode(answer, type=HostAnswer).problem
    assert kept.read_bytes() == before


@pytest.mark.slow
async def test_a_disk_that_takes_nothing_costs_the_journal_and_not_the_game(home: Path) -> None:
    (home / "state").write_text("a file where the folder should be")
    host = await asyncio.to_thread(
        start_host, quick_config(bots=("easy",) * 3, options={"limit": 20}, tcp=True, bind="127.0.0.1")
    )
    try:
        assert "is not saved" in host.notice
        ann = await Player.join(host.address, "Ann", plays=True, token=bytes.fromhex(host.owner))
        assert (await ann.session.start()).accepted
        await ann.until_event(MatchEnded)
        await ann.session.close()
    finally:
        os.kill(host.pid, signal.SIGTERM)


async def test_an_address_without_a_table_is_said_so(home: Path) -> None:
    with pytest.raises(CannotReach, match="Nobody is hosting"):
        await ClientSession(tcp_address("127.0.0.1", 1), name="Ann").open()
    with pytest.raises(CannotReach, match="is not running on this machine"):
        await ClientSession(unix_address(str(home / "none.sock")), name="Ann").open()


async def test_what_is_no_card_table_is_said_so(home: Path) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(CannotReach, match="is not a card room"):
            await ClientSession(tcp_address("127.0.0.1", port), name="Ann").open()


async def test_a_table_that_is_gone_from_its_address_is_said_so(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    with pytest.raises(JoinRefused, match="no longer at this address"):
        await ClientSession(tcp_address("127.0.0.1", host.port, "zz11bb22cc33"), name="Ann").open()


def test_the_host_process_imports_no_screen_and_no_zeroconf_to_start() -> None:
    program = (
        "import sys, net.host.host\n"
        "heavy = ('textual', 'rich', 'zeroconf', 'sqlite3')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3]
    )
    assert told.stdout.strip() == "[]"
