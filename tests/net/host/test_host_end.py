"""A host ends when it is told to, whatever hangs, and says why nobody comes in."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from net.discovery.announcer import Announcer
from net.host.host import TableHost
from net.host.listeners import SharedSocket
from net.storage import paths
from net.wire.address import unix_address
from net.wire.host_messages import Refused
from net.wire.table_info import TableInfo
from tests.harness.players import PATIENCE_S, Player, RawClient, quick_config
from tests.harness.ports import free_port


async def test_a_host_ends_though_its_announcement_hangs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = asyncio.Event()

    async def hang(*arguments: object) -> None:
        hangs.set()
        await asyncio.sleep(3_600)

    monkeypatch.setattr(Announcer, "_announce", hang)
    home_only: dict[str, Any] = {"tcp": True, "bind": "127.0.0.1", "interfaces": ("127.0.0.1",), "port": free_port()}
    table = TableHost(quick_config(table_id="aa11bb22cc33", listed=True, **home_only), None)
    await table.open()
    running = asyncio.create_task(table.run())
    await asyncio.wait_for(hangs.wait(), PATIENCE_S)
    table.end("That was the test.")
    await asyncio.wait_for(running, PATIENCE_S)


async def test_an_announcement_that_hangs_is_a_problem_and_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = True

    async def hang(*arguments: object) -> None:
        if hangs:
            await asyncio.sleep(3_600)

    monkeypatch.setattr(Announcer, "_announce", hang)
    monkeypatch.setattr("net.discovery.announcer._WITHIN_S", 0.01)
    said: list[str] = []
    announcer = Announcer(4242, ("127.0.0.1",), said.append)
    info = TableInfo(table_id="t1", title="A table", game="hearts", options={}, seats=())
    await announcer.update(info)
    assert "it does not answer" in announcer.problem
    assert said == [f"The table cannot be announced. {announcer.problem}"]
    hangs = False
    monkeypatch.setattr("net.discovery.announcer._WITHIN_S", 60.0)
    await announcer.update(info)
    assert not announcer.problem


async def test_whoever_comes_while_the_table_closes_is_told_so(home: Path) -> None:
    table = TableHost(quick_config(table_id="aa11bb22cc33"), None)
    place = unix_address((await table.open()).socket)
    raw = await RawClient.connect(place)
    table.server._stop()
    late = await RawClient.connect(place)
    assert (await late.until_heard(Refused)).code == "closed"
    raw.transport.close()
    table.end("That was the test.")
    await table.run()


async def test_who_hosts_is_told_that_others_of_this_machine_cannot_find_the_table(home: Path) -> None:
    paths.shared_root().mkdir()
    paths.shared_dir().symlink_to(home)
    table = TableHost(quick_config(table_id="aa11bb22cc33", listed=True), None)
    answer = await table.open()
    assert "Other users of this machine cannot find this table" in answer.notice
    running = asyncio.create_task(table.run())
    ann = await Player.join(unix_address(answer.socket), "Ann")
    door = SharedSocket(table.server.new_link, "aa11bb22cc33", table._shared_problem)
    await door.update(table.server.room.info(table.server.now_ms()))
    await ann.until(lambda: any("cannot find this table" in getattr(news, "text", "") for news in ann.news))
    await ann.session.close()
    table.end("That was the test.")
    await running
