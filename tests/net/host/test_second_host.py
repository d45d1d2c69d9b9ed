"""A second host where there is one already: on the same port, or of the very same table. Each goes on where it can."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from net.environment import usual_port
from net.host.config import CONFIG_NAME, HostAnswer, completed, table_folder
from net.host.host import TableHost
from net.host.launcher import HostHandle, restart_table, running_tables, start_host, stop_table
from net.host.listeners import open_port
from net.match.rivals import CHECKING, GOES_ON_HERE
from net.news import LinkUp, Notice
from net.transport.dial import ask_table
from net.wire.address import unix_address

from ...harness.players import Player, quick_config, quick_host, tcp
from ...harness.processes import kill_process


async def test_two_hosts_of_one_name_that_want_the_usual_port_are_both_reached(home: Path) -> None:
    config = quick_config(tcp=True, bind="127.0.0.1", title="Same")
    hosts = [await asyncio.to_thread(start_host, config) for _ in range(2)]
    assert (hosts[0].port, hosts[0].notice) == (usual_port(), "")
    assert hosts[1].port != usual_port()
    assert hosts[1].notice == (
        f"Port {usual_port()} is already in use. This table is on port {hosts[1].port}. "
        f"The link and the list of tables include this port. If you type the address, add :{hosts[1].port} to it."
    )
    for host in hosts:
        ann = await Player.join(tcp(host), "Ann")
        assert ann.session.info is not None
        assert (ann.session.info.title, ann.session.info.table_id) == ("Same", host.table_id)
        await ann.session.close()


@pytest.mark.slow
async def test_a_table_that_comes_back_on_its_own_port_says_nothing_and_on_another_one_says_which(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1", bots=("easy",) * 3)
    assert host.notice == ""
    await begin_and_stop(host)
    back = await asyncio.to_thread(restart_table, host.table_id)
    assert (back.port, back.notice) == (host.port, "")
    await asyncio.to_thread(stop_table, host.table_id)
    with socket.create_server(("127.0.0.1", host.port)):
        moved = await asyncio.to_thread(restart_table, host.table_id)
    assert moved.port != host.port
    assert moved.notice == (
        f"Port {host.port} is already in use. The table is now on port {moved.port}. "
        "Old links no longer work. Use the new link."
    )
    assert (await ask_table(tcp(moved))).table_id == host.table_id
    await asyncio.to_thread(stop_table, host.table_id)
    again = await asyncio.to_thread(restart_table, host.table_id)
    assert (again.port, again.notice) == (moved.port, "")


def test_a_table_whose_last_port_is_taken_goes_back_to_the_one_that_it_was_to_have() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as other:
        last, wanted = taken.getsockname()[1], other.getsockname()[1]
        other.close()
        plug, said = open_port("127.0.0.1", wanted, last)
        with plug:
            assert plug.getsockname()[1] == wanted
        assert said.startswith(f"Port {last} is already in use. The table is now on port {wanted}.")


@pytest.mark.slow
async def test_a_table_that_wants_no_network_says_nothing_of_its_ports(home: Path) -> None:
    first = await asyncio.to_thread(start_host, quick_config(tcp=True, bind="127.0.0.1"))
    second = await asyncio.to_thread(start_host, quick_config())
    assert (bool(first.port), second.port, second.notice) == (True, 0, "")


@pytest.mark.slow
async def test_a_player_whose_table_was_started_again_on_another_port_is_told_so(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1", bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (table_folder(host.table_id) / "port").write_text(str(port))
        kill_process(host.pid)
        await ann.until(lambda: ann.told(Notice), "to be told")
    assert ann.told(Notice)[0].text.startswith(f"Port {port} is already in use. The table is now on port ")
    assert ann.news.index(ann.told(Notice)[0]) > ann.news.index(ann.told(LinkUp)[1])
    await ann.session.close()


async def begin_and_stop(host: HostHandle) -> None:
    """A table whose match has begun, and whose host was ended: what was never played would not be kept."""
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    await ann.session.close()
    await asyncio.to_thread(stop_table, host.table_id)


async def test_a_table_that_is_hosted_is_not_hosted_twice_and_its_match_goes_on(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    place = table_folder(host.table_id)
    journal = (place / "journal").read_bytes()
    second = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "net.host", "--config", str(place / CONFIG_NAME)],
        capture_output=True,
        cwd=Path(__file__).parents[3],
        check=False,
    )
    assert second.returncode == 1
    answer = msgspec.json.decode(second.stdout, type=HostAnswer)
    assert answer.problem.startswith("Another process")
    assert answer.problem.endswith(".")
    assert (place / "journal").read_bytes()[: len(journal)] == journal
    assert [table.pid for table in running_tables()] == [host.pid]
    assert (await ask_table(host.address)).phase == "playing"
    assert (await ann.session.submit(decision.id, decision.default)).accepted
    await ann.session.close()


async def test_that_a_host_looks_for_its_match_is_said_until_its_table_goes_on(home: Path) -> None:
    config = completed(quick_config())
    table = TableHost(config, None)
    place = unix_address((await table.open()).socket, config.table_id)
    running = asyncio.create_task(table.run())
    table.server.hold(was_interrupted=False)
    ann = await Player.join(place, "Ann")
    looks = Notice(CHECKING.sentence, about="checking")
    await ann.until(lambda: ann.told(Notice) == [looks], "the word that the host looks")
    table.server.release()
    over = Notice(GOES_ON_HERE.sentence, about="checking", is_over=True)
    await ann.until(lambda: ann.told(Notice)[-1] == over, "the end of that")
    await ann.session.close()
    table.end("That was the test.")
    await running
