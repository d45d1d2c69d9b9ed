"""A second host where there is one already: on the same port, or of the very same table. Each goes on where it can."""

import asyncio
import subprocess
import sys
from pathlib import Path

import msgspec

from net.dial import ask_table
from net.hostconfig import CONFIG_NAME, HostAnswer, table_folder
from net.process import running_tables, start_host

from .helpers import Player, quick_config, quick_host, tcp


async def test_two_hosts_of_one_name_that_want_the_usual_port_are_both_reached(home: Path) -> None:
    config = quick_config(tcp=True, bind="127.0.0.1", title="Same")
    hosts = [await asyncio.to_thread(start_host, config) for _ in range(2)]
    assert len({host.port for host in hosts}) == 2
    for host in hosts:
        ann = await Player.join(tcp(host), "Ann")
        assert ann.session.info is not None
        assert (ann.session.info.title, ann.session.info.table_id) == ("Same", host.table_id)
        await ann.session.close()


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
        cwd=Path(__file__).parents[2],
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
