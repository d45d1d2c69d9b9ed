"""Whoever floods the list of tables, by announcements or by sockets, leaves room in it for the tables of others."""

import asyncio
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from net import paths
from net.addresses import tcp_address, unix_address
from net.discovery import Finder
from net.environment import service
from net.leads import MOST_OF_SOURCE, MOST_OF_USER, Lead, Leads, shared_sockets
from tests.net.samples import INFO

SERVICE = service()
NOWHERE = (tcp_address("192.0.2.1", 4242),)


def flooded(**more: Any) -> Leads:
    """As many leads as the network has room for, all of them asked in vain unless said otherwise."""
    leads = Leads()
    for number in range(MOST_OF_SOURCE):
        leads[f"lan {number}"] = Lead("lan", NOWHERE, **{"ask_at": 10.0, **more})
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
    leads["lan new"] = Lead("lan", NOWHERE)
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
