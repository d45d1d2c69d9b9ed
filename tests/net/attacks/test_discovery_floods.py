"""Whoever floods the list of tables, by announcements or by sockets, leaves room in it for the tables of others."""

import asyncio
import importlib
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net.discovery.announcer import Announcement
from net.discovery.candidates import MOST_OF_HOST, MOST_OF_SOURCE, MOST_OF_USER, Candidate, Candidates, shared_sockets
from net.discovery.finder import Finder
from net.discovery.lookup_order import AT_HOME, KNOWN, STRANGER, Met, WaitingLookup
from net.environment import service
from net.storage import paths
from net.storage.known_hosts import KnownHosts
from net.transport.dial import ask_table
from net.wire.address import Address, tcp_address, unix_address
from net.wire.table_info import TableInfo
from tests.harness.messages import INFO
from tests.harness.players import quick_host

SERVICE = service()
LOOPBACK = ("127.0.0.1",)
NOWHERE = (tcp_address("192.0.2.1", 4242),)


def flooded(**more: Any) -> Candidates:
    """As many leads as the network has room for, all of them asked in vain unless said otherwise."""
    leads = Candidates()
    for number in range(MOST_OF_SOURCE):
        leads[f"lan {number}"] = Candidate("lan", NOWHERE, **{"ask_at": 10.0, **more})
    return leads


def test_a_flood_on_the_network_takes_no_room_from_this_machines_tables() -> None:
    leads = flooded(info=INFO)
    assert leads.has_room("machine")
    assert not leads.has_room("lan")
    assert len(leads) == MOST_OF_SOURCE


def test_what_was_asked_in_vain_makes_room_for_what_was_not_asked_yet_and_what_answered_stays() -> None:
    leads = flooded()
    leads["lan 0"].info = INFO
    assert leads.has_room("lan")
    assert "lan 0" in leads
    assert "lan 1" not in leads
    leads["lan new"] = Candidate("lan", NOWHERE)
    assert leads.has_room("lan")
    assert "lan new" in leads, "what was not asked yet is not in vain"
    assert not flooded(ask_at=0.0).has_room("lan")


async def test_of_announcements_without_number_so_many_are_looked_up_and_the_others_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finder = Finder(network=False, machine=False, recent=False)
    looked_up: list[str] = []

    async def resolve(_zeroconf: object, name: str) -> None:
        looked_up.append(name)

    monkeypatch.setattr(finder, "_resolve", resolve)
    zeroconf: Any = None
    for number in range(3_000):
        finder._heard(zeroconf, SERVICE, f"false {number}.{SERVICE}", "Added")
    await asyncio.gather(*finder._tasks)
    assert len(looked_up) == MOST_OF_SOURCE
    assert len(finder._overheard) == 1_024
    # One of those that wait has its turn as soon as the first are done with.
    finder._resolving.clear()
    finder._look_up(zeroconf)
    await asyncio.gather(*finder._tasks)
    assert looked_up[MOST_OF_SOURCE] == f"false {MOST_OF_SOURCE}.{SERVICE}"
    finder._heard(zeroconf, SERVICE, f"false 600.{SERVICE}", type("Change", (), {"name": "Removed"})())
    assert f"false 600.{SERVICE}" not in finder._overheard
    await finder.close()


def test_a_user_of_this_machine_has_room_for_some_sockets_and_not_for_all(home: Path) -> None:
    folder = paths.make_shared_dir()
    plugs = []
    for number in range(MOST_OF_USER + 8):
        plug = socket.socket(socket.AF_UNIX)
        plug.bind(str(folder / f"{number:03}.sock"))
        plugs.append(plug)
    for number in range(50):
        (folder / f"junk {number}.sock").touch()
    found = list(shared_sockets())
    assert len(found) == MOST_OF_USER
    assert {uid for _, uid in found} == {os.getuid()}
    assert str(unix_address(str(found[0][0]))).endswith("000.sock")
    for plug in plugs:
        plug.close()


def notice(key: str = "", table: str = "", goes_on: str = "") -> Announcement:
    return Announcement("1.0", table, "hearts", "1/4", "open", key, goes_on=goes_on)


def test_known_hosts_come_first_and_strangers_take_turns() -> None:
    met = Met(frozenset(("aa" * 8,)), frozenset((("10.0.0.5", 4242),)), frozenset(("t1",)))
    home, elsewhere = tcp_address("10.0.0.5", 4242), tcp_address("10.0.0.6", 4242)
    assert met.rank(notice("aa" * 8), (elsewhere, home)) == AT_HOME
    assert met.rank(notice("aa" * 8), (elsewhere,)) == KNOWN
    assert met.rank(notice(table="t1"), (elsewhere,)) == KNOWN
    assert met.rank(notice(goes_on="t1"), (home,)) == KNOWN
    assert met.rank(notice("bb" * 8, "t2"), (home,)) == STRANGER
    waiting = WaitingLookup(20)
    for number in range(12):
        waiting.add(f"flood {number}", STRANGER, "10.0.0.66")
    waiting.add("quiet", STRANGER, "10.0.0.7")
    waiting.add("copied", KNOWN, "10.0.0.66")
    waiting.add("mine", AT_HOME, "10.0.0.5")
    assert list(waiting.in_turn())[:5] == ["mine", "copied", "flood 0", "quiet", "flood 1"]


def test_too_many_announcements_of_one_source_make_room_for_those_of_others() -> None:
    waiting = WaitingLookup(10)
    for number in range(30):
        waiting.add(f"flood {number}", STRANGER, "10.0.0.66")
    assert len(waiting) == 10
    for name, rank in (("quiet", STRANGER), ("copied", KNOWN), ("mine", AT_HOME)):
        waiting.add(name, rank, "10.0.0.7")
        assert name in waiting
    assert len(waiting) == 10
    for number in range(30):
        waiting.add(f"more {number}", STRANGER, f"10.0.1.{number}")
    assert {"copied", "mine"} <= set(waiting.in_turn())


def test_a_host_has_room_for_some_leads_and_a_known_one_takes_the_place_of_a_strangers() -> None:
    leads = Candidates()
    for number in range(MOST_OF_HOST):
        leads[f"lan {number}"] = Candidate("lan", NOWHERE)
    assert not leads.has_room("lan", host="192.0.2.1")
    assert leads.has_room("lan", host="192.0.2.2")
    leads["lan 3"].info = INFO
    assert leads.has_room("lan", host="192.0.2.1"), "one that has answered counts no more"
    full = flooded(ask_at=0.0)
    assert not full.has_room("lan")
    assert full.has_room("lan", rank=KNOWN, host="192.0.2.9")
    assert len(full) == MOST_OF_SOURCE - 1


async def flood(liar: AsyncZeroconf) -> None:
    """Announce a hundred false tables a second, each at an address of its own where nobody answers."""
    number = 0
    while True:
        number += 1
        false = AsyncServiceInfo(
            SERVICE,
            f"False {number}.{SERVICE}",
            port=4242,
            addresses=[socket.inet_aton(f"127.1.{number // 250 % 250}.{number % 250 + 1}")],
            properties={"v": "1.0", "id": f"false{number}", "g": "hearts", "fp": f"{number:016x}"},
            server=f"false-{number}.local.",
        )
        packet = importlib.import_module("zeroconf").DNSOutgoing(0x8400)
        for record in (false.dns_pointer(), false.dns_service(), false.dns_text(), *false.dns_addresses()):
            packet.add_answer_at_time(record, 0)
        liar.zeroconf.async_send(packet)
        await asyncio.sleep(0.01)


async def test_false_announcements_without_end_do_not_hide_the_table_of_a_known_host(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(address: Address, **more: Any) -> TableInfo:
        """Ask a table; whoever asks a false one waits for good."""
        if address.host.startswith("127.1."):
            await asyncio.Event().wait()
        return await ask_table(address, **more)

    monkeypatch.setattr("net.discovery.finder.ask_table", ask)
    before = await quick_host(tcp=True, bind="127.0.0.1")
    KnownHosts().keep((await ask_table(before.address)).key, str(before.address), before.table_id)
    liar = AsyncZeroconf(interfaces=list(LOOPBACK))
    await liar.zeroconf.async_wait_for_start()
    flooding = asyncio.create_task(flood(liar))
    try:
        async with asyncio.timeout(90), Finder(interfaces=LOOPBACK, machine=False, recent=False) as finder:
            while not finder._gates[STRANGER].locked():
                await asyncio.sleep(0.05)
            host = await quick_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True)
            while not any(found.info.table_id == host.table_id for found in finder.tables):
                await asyncio.sleep(0.05)
            assert finder._gates[STRANGER].locked()
            while len(finder._leads) < 150:  # the flood goes on, and the list does not lose the table by it
                await asyncio.sleep(0.05)
            assert any(found.info.table_id == host.table_id for found in finder.tables)
    finally:
        flooding.cancel()
        await liar.async_close()
