"""Tables found by zeroconf on the loopback, by the sockets of this machine, and by memory; all really asked."""

import asyncio
import ctypes
import gc
import os
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from net.discovery.announcer import Announcement, Announcer, instance_name, notice_of, read_notice
from net.discovery.candidates import Candidate
from net.discovery.finder import Finder, FoundTable
from net.discovery.recent import recent_tables, remember_table
from net.environment import SERVICE as SERVICE_VARIABLE
from net.environment import service
from net.host import registry
from net.host.launcher import HostHandle, stop_table
from net.news import LinkClosed
from net.storage import paths
from net.storage.paths import state_dir
from net.storage.seat_tokens import SeatTokens
from net.transport.dial import ask_table
from net.transport.interfaces import hosts_here
from net.wire.address import tcp_address
from net.wire.table_info import GoesOn, SeatInfo, TableInfo

from ...harness.players import Player, quick_host, tcp
from ...harness.processes import kill_process

_ATTACH_FILTER = 26
"""SO_ATTACH_FILTER of Linux, which Python does not name."""
LOOPBACK = ("127.0.0.1",)
SERVICE = service()


OURS: set[str] = set()
"""Tables of these tests. Others may be played on this very machine, and found, while the tests run."""


async def open_host(**more: object) -> HostHandle:
    """A host whose table is one of ours."""
    host = await quick_host(**more)  # type: ignore[arg-type]
    OURS.add(host.table_id)
    return host


def ours(tables: tuple[FoundTable, ...]) -> list[FoundTable]:
    return [table for table in tables if table.info.table_id in OURS]


async def until(finder: Finder, holds: Callable[[list[FoundTable]], object]) -> list[FoundTable]:
    """Our tables in the list as soon as something holds of them."""
    async with asyncio.timeout(20):
        async for tables in finder.changes():
            if holds(ours(tables)):
                return ours(tables)
    raise AssertionError("the finder was closed")


def lan_finder() -> Finder:
    return Finder(interfaces=LOOPBACK, machine=False, recent=False, ask_every_s=0.2)


def machine_finder() -> Finder:
    return Finder(network=False, recent=False, ask_every_s=0.2)


async def test_a_listed_table_is_found_on_the_network_and_can_be_joined(home: Path) -> None:
    async with lan_finder() as finder:
        host = await open_host(
            tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True, bots=("easy",), title="Den · night"
        )
        (found,) = await until(finder, lambda tables: tables)
        assert (found.source, found.reachable, found.info.title) == ("lan", True, "Den · night")
        assert [seat.kind for seat in found.info.seats] == ["empty", "empty", "empty", "bot"]
        assert finder.problem is None
        ann = await Player.join(found.address, "Ann")
        finder.ask_all()
        await until(finder, lambda tables: tables and tables[0].info.seats[0].name == "Ann")
        await ann.session.close()
        assert host.port == found.address.port


@pytest.mark.slow
async def test_a_killed_host_vanishes_from_the_list_though_nobody_took_its_notice_back(home: Path) -> None:
    host = await open_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True)
    async with lan_finder() as finder:
        await until(finder, lambda tables: tables)
        kill_process(host.pid)
        await until(finder, lambda tables: not tables)


async def test_a_stopped_host_takes_its_notice_back(home: Path) -> None:
    host = await open_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True)
    async with Finder(interfaces=LOOPBACK, machine=False, recent=False, ask_every_s=1000) as finder:
        await until(finder, lambda tables: tables)
        await asyncio.to_thread(stop_table, host.table_id)
        await until(finder, lambda tables: not tables)


async def test_two_tables_of_one_title_are_both_found(home: Path) -> None:
    for _ in range(2):
        await open_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True, title="Same")
    async with lan_finder() as finder:
        tables = await until(finder, lambda tables: len(tables) == 2)
        assert {table.info.title for table in tables} == {"Same"}


async def test_an_unlisted_table_is_found_by_nobody(home: Path) -> None:
    await open_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=False)
    listed = await open_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True)
    async with Finder(interfaces=LOOPBACK, recent=False, ask_every_s=0.2) as finder:
        (found,) = await until(finder, lambda tables: tables)
        assert found.info.table_id == listed.table_id


@pytest.mark.slow
async def test_a_table_that_is_no_longer_listed_leaves_the_list(home: Path) -> None:
    host = await open_host(listed=True)
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    async with machine_finder() as finder:
        await until(finder, lambda tables: tables)
        assert (await ann.session.set_option("table.listed", False)).accepted
        await until(finder, lambda tables: not tables)
        assert (await ann.session.set_option("table.listed", True)).accepted
        await until(finder, lambda tables: tables)
    await ann.session.close()


async def test_users_of_one_machine_find_each_other_without_a_network(home: Path) -> None:
    import pwd

    host = await open_host(listed=True, title="Here")
    async with machine_finder() as finder:
        (found,) = await until(finder, lambda tables: tables)
        assert (found.source, found.user) == ("machine", pwd.getpwuid(os.getuid()).pw_name)
        assert found.address.kind == "unix"
        assert Path(found.address.path).parent == paths.shared_dir()
        ann = await Player.join(found.address, "Ann")
        kill_process(host.pid)
        await until(finder, lambda tables: not tables)
        await ann.session.close()


async def test_a_socket_in_a_folder_that_others_may_write_is_not_believed(home: Path) -> None:
    await open_host(listed=True)
    async with machine_finder() as finder:
        await until(finder, lambda tables: tables)
        paths.shared_dir().chmod(0o777)
        await until(finder, lambda tables: not tables)


async def test_a_folder_in_the_name_of_another_user_is_not_believed(home: Path) -> None:
    await open_host(listed=True)
    async with machine_finder() as finder:
        await until(finder, lambda tables: tables)
        paths.shared_dir().rename(paths.shared_root() / "khanhoo-54321")
        await until(finder, lambda tables: not tables)


@pytest.mark.slow
async def test_a_table_joined_before_is_tried_again_and_shown_when_it_is_gone(home: Path) -> None:
    host = await open_host(tcp=True, bind="127.0.0.1", listed=True, title="Old friends")
    ann = await Player.join(tcp(host), "Ann", keep=SeatTokens())
    await ann.session.close()
    async with Finder(network=False, machine=False, ask_every_s=0.2) as finder:
        (found,) = await until(finder, lambda tables: tables and tables[0].reachable)
        assert (found.source, found.info.title) == ("recent", "Old friends")
        await asyncio.to_thread(stop_table, host.table_id)
        (found,) = await until(finder, lambda tables: tables and not tables[0].reachable)
        assert found.info.title == "Old friends"
        (state_dir() / "recent.json").unlink()
        await until(finder, lambda tables: not tables)


async def test_a_table_found_in_two_ways_stands_once_in_the_list_by_the_shorter_way(home: Path) -> None:
    await open_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True)
    async with Finder(interfaces=LOOPBACK, recent=False, ask_every_s=0.2) as finder:
        (found,) = await until(finder, lambda tables: tables and len(_leads_to(finder, tables[0])) == 2)
        assert found.source == "machine"


def _leads_to(finder: Finder, table: FoundTable) -> list[object]:
    return [lead for lead in finder._leads.values() if lead.info and lead.info.table_id == table.info.table_id]


async def test_an_empty_list_says_why_and_what_to_type(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.discovery.finder.QUIET_AFTER_S", 0.0)
    monkeypatch.setenv(SERVICE_VARIABLE, "none")
    async with lan_finder() as finder:
        await until(finder, lambda tables: finder.problem)
        assert finder.problem is not None
        assert "multicast" in finder.problem
        assert "192.168.1.5:4242" in finder.problem


async def test_a_network_that_cannot_be_listened_to_is_said_so(home: Path) -> None:
    async with Finder(interfaces=("203.0.113.7",), machine=False, recent=False) as finder:
        await until(finder, lambda tables: finder.problem)
        assert finder.problem is not None
        assert "does not have the address 203.0.113.7" in finder.problem


class Deaf(socket.socket):
    """A socket behind a firewall: the kernel lets no datagram through to it."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self.type == socket.SOCK_DGRAM:
            nothing = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # the one step of a filter
            self.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(nothing)))


async def test_firewall(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that does not hear its own announcements has a firewall, and those who look and who host are told."""
    with monkeypatch.context() as blocked:
        blocked.setattr(socket, "socket", Deaf)
        announcer = Announcer(4242, LOOPBACK, print)
        info = TableInfo(table_id="t", title="T", game="hearts", options={}, seats=())
        async with lan_finder() as finder:
            await until(finder, lambda tables: finder.problem and "firewall on this machine" in finder.problem)
        async with asyncio.timeout(20):
            while "firewall on this machine" not in announcer.problem:
                await announcer.update(info)
                await asyncio.sleep(0.05)
        await announcer.close()


@pytest.mark.parametrize(
    ("version", "problem"),
    [("1.0", "is announced, but does not answer"), ("9.0", "uses version 9.0"), ("0.1", "Update this table's host")],
)
async def test_announced_table_that_cannot_be_joined(
    home: Path, monkeypatch: pytest.MonkeyPatch, version: str, problem: str
) -> None:
    """The list says why: the table does not answer, or its version is another one."""
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    monkeypatch.setattr("net.discovery.finder.QUIET_AFTER_S", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
    zeroconf = AsyncZeroconf(interfaces=list(LOOPBACK))
    service = AsyncServiceInfo(
        SERVICE,
        f"Gone.{SERVICE}",
        port=port,
        addresses=[socket.inet_aton("127.0.0.1")],
        properties={b"v": version.encode(), b"id": b"t"},
        server="gone.local.",
    )
    await (await zeroconf.async_register_service(service, cooperating_responders=True))
    async with lan_finder() as finder:
        await until(finder, lambda tables: finder.problem and f"127.0.0.1:{port}" in finder.problem)
        assert finder.problem is not None
        assert problem in finder.problem
    await zeroconf.async_close()


async def test_a_hostile_announcement_neither_shows_nor_breaks_anything(home: Path) -> None:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    with socket.create_server(("127.0.0.1", 0)) as liar:
        zeroconf = AsyncZeroconf(interfaces=list(LOOPBACK))
        service = AsyncServiceInfo(
            SERVICE,
            f"[/b] evil.{SERVICE}",
            port=liar.getsockname()[1],
            addresses=[socket.inet_aton("127.0.0.1")],
            properties={b"v": b"\x1b[2J", b"id": b"\xff\xfe", b"g": "\u202ehearts".encode(), b"s": None},
            server="evil.local.",
        )
        await (await zeroconf.async_register_service(service, cooperating_responders=True))
        host = await open_host(tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, listed=True)
        async with lan_finder() as finder:
            tables = await until(finder, lambda tables: tables)
            assert [table.info.table_id for table in tables] == [host.table_id]
        await zeroconf.async_close()


@pytest.mark.parametrize("label", ["\x1b[2J", "x" * 70, ""])
async def test_a_name_that_no_service_may_have_is_passed_over_without_a_sound(home: Path, label: str) -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    async with lan_finder() as finder:
        await until(finder, lambda tables: finder._browser)
        assert finder._multicast.zeroconf is not None
        finder._heard(finder._multicast.zeroconf.zeroconf, SERVICE, f"{label}.{SERVICE}", "Added")
        resolving = list(finder._tasks)
        await asyncio.wait(resolving, return_when=asyncio.FIRST_COMPLETED)
        assert not finder._resolving
        del resolving
        gc.collect()  # an exception that nobody looked at is told when its task goes
        await asyncio.sleep(0)
    assert not complaints
    assert not finder.tables


async def test_a_name_heard_again_and_again_is_looked_up_once_at_a_time(home: Path) -> None:
    async with lan_finder() as finder:
        await until(finder, lambda tables: finder._browser)
        assert finder._multicast.zeroconf is not None
        before = len(finder._tasks)
        for _ in range(100):
            finder._heard(finder._multicast.zeroconf.zeroconf, SERVICE, f"nobody {os.getpid()}.{SERVICE}", "Added")
        assert len(finder._tasks) == before + 1


async def test_a_table_that_is_not_seen_any_more_is_asked_no_more(home: Path) -> None:
    async def ask() -> None:
        await asyncio.Event().wait()

    async with lan_finder() as finder:
        asked = Candidate("machine", (), task=asyncio.create_task(ask()))
        finder._leads |= {
            "machine asked": asked,
            "machine kept": Candidate("machine", ()),
            "machine": Candidate("lan", ()),
        }
        finder._drop("machine ", {"machine kept"})
        assert list(finder._leads) == ["machine kept", "machine"]
        assert asked.task is not None
        assert asked.task.cancelling()
        finder._drop("machine ", set())
        assert list(finder._leads) == ["machine"]
        finder._leads.clear()


async def test_the_announcer_goes_on_when_the_network_takes_no_notice(home: Path) -> None:
    log: list[str] = []
    announcer = Announcer(4242, ("203.0.113.7",), log.append)
    info = TableInfo(table_id="t", title="T", game="hearts", options={}, seats=())
    for _ in range(3):
        await announcer.update(info)
    assert "does not have the address 203.0.113.7" in announcer.problem
    assert len(log) == 1, "the log tells a problem once"
    await announcer.update(msgspec.structs.replace(info, listed=False))
    assert (announcer.problem, len(log)) == ("", 1)
    await announcer.update(info)
    assert len(log) == 2
    await announcer.close()


def test_a_notice_is_small_and_says_nothing_personal() -> None:
    seats = tuple(SeatInfo(seat=seat, name="Ann", kind="person") for seat in range(8))
    info = TableInfo(
        table_id="aa11bb22cc33", title="T", game="khanhoo", options={}, seats=seats, host="Ann", key="0f" * 32
    )
    txt = notice_of(info).to_txt()
    assert set(txt) == {"v", "id", "g", "s", "st", "fp", "pw"}
    assert txt["fp"] == "0f" * 8
    assert sum(len(key) + len(value) + 2 for key, value in txt.items()) < 200
    assert "Ann" not in str(txt)
    claim = GoesOn(table="aa11bb22cc33", seat=15, deal=2**20, number=2**30, head=bytes(32), signature=bytes(64))
    carried = notice_of(msgspec.structs.replace(info, goes_on=claim)).to_txt()
    assert carried == {**txt, "c": "aa11bb22cc33"}
    assert sum(len(key) + len(value) + 2 for key, value in carried.items()) < 200
    assert read_notice({key.encode(): value.encode() for key, value in carried.items()}).goes_on == "aa11bb22cc33"


@pytest.mark.parametrize(
    ("told", "read"),
    [
        (b"0123456789abcdef", "0123456789abcdef"),
        (b"0123456789ABCDEF", ""),
        (b"0123456789abcde", ""),
        (b"0" * 64, ""),
        (b"\xff" * 16, ""),
        (None, ""),
    ],
)
def test_the_hint_at_a_key_is_sixteen_digits_or_nothing(told: bytes | None, read: str) -> None:
    assert read_notice({b"fp": told}).fp == read


async def test_whoever_answers_with_another_key_than_was_announced_is_another_machine(home: Path) -> None:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    host = await open_host(tcp=True, bind="127.0.0.1", listed=False)
    key = (await ask_table(host.address)).key
    zeroconf = AsyncZeroconf(interfaces=list(LOOPBACK))
    async with lan_finder() as finder:
        for name, fp in (("wrong", "0" * 16), ("right", key[:16])):
            service = AsyncServiceInfo(
                SERVICE,
                f"{name}.{SERVICE}",
                port=host.port,
                addresses=[socket.inet_aton("127.0.0.1")],
                properties={b"id": host.table_id.encode(), b"fp": fp.encode()},
                server=f"khanhoo-{name}.local.",
            )
            await (await zeroconf.async_register_service(service, cooperating_responders=True))
        (found,) = await until(finder, lambda tables: tables)
        assert found.link == tcp_address("127.0.0.1", host.port, host.table_id, key).link()
        wrong = finder._leads.get(f"lan wrong.{SERVICE}")
        assert wrong is None or wrong.answered is None
    await zeroconf.async_close()


def test_a_notice_from_elsewhere_is_clean() -> None:
    hostile = {b"g": b"\x1b]0;x\x07hearts\xff", b"id": b"x" * 9000, b"st": "o\u202epen".encode(), b"s": None}
    notice = read_notice({**hostile, b"fp": b"0123456789abcdeg"})
    assert notice == Announcement("", "x" * 60, notice.game, "", notice.state)
    for text in (notice.game, notice.state):
        assert text.isprintable()
        assert "\u202e" not in text


@pytest.mark.parametrize("title", ["Ann's table", "", "." * 80, "卓" * 80, "é" * 80, "a.b.local", "🂡" * 40])
def test_an_instance_name_always_fits(title: str) -> None:
    name = instance_name(title, "ab12")
    assert len(name.encode()) <= 63
    assert "." not in name
    assert name.endswith(" ab12")


def test_addresses_for_a_friend_are_not_this_machines_own() -> None:
    assert not {"127.0.0.1", "::1"} & set(hosts_here())


def test_recent_tables_are_few_and_the_newest_first(home: Path) -> None:
    for number in range(20):
        info = TableInfo(table_id=f"t{number}", title=f"Table {number}", game="hearts", options={}, seats=())
        remember_table(tcp_address("den", 4000 + number), info)
    remembered = recent_tables()
    assert len(remembered) == 8
    assert remembered[0].title == "Table 19"


@pytest.mark.slow
async def test_a_table_taken_from_the_registry_is_not_revived_for_strangers(home: Path) -> None:
    host = await open_host(tcp=True, bind="127.0.0.1", listed=True)
    ann = await Player.join(host.address, "Ann")
    await asyncio.to_thread(stop_table, host.table_id)
    await ann.until(lambda: ann.told(LinkClosed))
    assert registry.find_running(host.table_id) is None
