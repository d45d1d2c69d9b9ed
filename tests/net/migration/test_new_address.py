"""A host that comes back at another address, really: sessions find it by zeroconf on the loopback, and nobody else."""

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from net.client.session import ClientSession
from net.discovery.finder import Finder, FoundTable
from net.host import launcher
from net.host.launcher import HostHandle
from net.migration.new_address import found_again
from net.news import LinkLost, Notice
from net.storage import paths
from net.storage.known_hosts import KnownHosts
from net.storage.seat_tokens import KeptSeat, SeatTokens
from net.transport.dial import ask_table
from net.wire.address import Address, tcp_address
from net.wire.table_info import TableInfo

from ...harness.players import PATIENCE_S, Player, quick_host, tcp
from ...harness.processes import kill_process

LOOPBACK = ("127.0.0.1",)
RESTART = "import sys; from net.host.launcher import restart_table; print(restart_table(sys.argv[1]).port)"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.migration.failover.GONE_AFTER_S", 0.2)


class Town:
    """Several machines, each with a home of its own: on none of them is another one's table one's own."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._home = home
        self._monkeypatch = monkeypatch
        self._plug: socket.socket | None = None
        self.players: list[Player] = []

    def go_to(self, machine: str) -> None:
        """From now on, this process is at a machine."""
        place = self._home / machine
        place.mkdir(mode=0o700, exist_ok=True)
        self._monkeypatch.setenv("KHANHOO_HOME", str(place))

    async def host(self, machine: str, **more: object) -> HostHandle:
        """Open a table there that is announced; then it is the guests' machine again."""
        self.go_to(machine)
        usual: dict[str, object] = {"tcp": True, "listed": True, "bind": "127.0.0.1", "interfaces": LOOPBACK}
        host = await quick_host(**{**usual, **more})  # type: ignore[arg-type]
        self.go_to("guests")
        return host

    async def join(self, host: HostHandle, name: str, **more: object) -> Player:
        """Somebody who looks for tables on the loopback alone."""
        session = ClientSession(tcp(host), name=name, keep=SeatTokens(), **more)  # type: ignore[arg-type]
        session.going_on.make_finder = finder
        player = Player(session, plays=True)
        self.players.append(player)
        await session.open()
        return player

    async def kill(self, host: HostHandle) -> None:
        """A host dies at once, and somebody else has its address: who takes calls and does not say a word."""
        kill_process(host.pid)
        async with asyncio.timeout(PATIENCE_S):
            while self._plug is None:
                with contextlib.suppress(OSError):
                    self._plug = socket.create_server(("127.0.0.1", host.port))
                await asyncio.sleep(0.01)

    async def restart(self, machine: str, table_id: str) -> int:
        """The host is started again on its own machine, and finds its port taken; the port that it has."""
        home = {**os.environ, "KHANHOO_HOME": str(self._home / machine)}
        code = [sys.executable, "-c", RESTART, table_id]
        child = await asyncio.create_subprocess_exec(*code, env=home, stdout=asyncio.subprocess.PIPE)
        told, _ = await child.communicate()
        return int(told)

    async def close(self) -> None:
        """All go home, and all hosts are ended."""
        for player in self.players:
            await player.session.close()
        if self._plug is not None:
            self._plug.close()
        for machine in [place.name for place in self._home.iterdir() if place.is_dir()]:
            self.go_to(machine)
            for table in launcher.running_tables():
                with contextlib.suppress(launcher.HostProblem):
                    launcher.stop_table(table.table_id)


@pytest.fixture
async def town(home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """Machines that are switched off at the end."""
    made = Town(home, monkeypatch)
    yield made
    await made.close()


def finder() -> Finder:
    return Finder(interfaces=LOOPBACK, machine=False, recent=False, ask_every_s=0.2)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.02)


def notices(player: Player) -> list[str]:
    return [notice.text for notice in player.told(Notice)]


def is_told_of(player: Player, port: int) -> bool:
    return f"The table is now at 127.0.0.1:{port}." in notices(player)


@pytest.mark.slow
async def test_a_host_that_comes_back_at_another_address_is_found_there_in_mid_match_and_everybody_has_their_seat(
    town: Town,
) -> None:
    host = await town.host("host", bots=("easy", "easy"))
    ann = await town.join(host, "Ann")
    ben = await town.join(host, "Ben")
    eve = await town.join(host, "Eve", role="watcher")
    assert (await ben.session.ready()).accepted
    assert (await ann.session.start()).accepted
    await ann.until_told(40)
    key = ann.session.host.key
    await town.kill(host)
    port = await town.restart("host", host.table_id)
    assert port != host.port
    for player in (ann, ben, eve):
        await player.until_linked(2)
        await player.until(partial(is_told_of, player, port))
        assert (player.session.address.port, player.session.host.key) == (port, key)
        await player.until_told(80)
    assert (ann.seat, ben.seat, eve.seat) == (0, 1, None)
    assert ben.session.info is not None
    assert [seat.name for seat in ben.session.info.seats[:2]] == ["Ann", "Ben"]
    assert KnownHosts().standing(key, f"127.0.0.1:{port}", host.table_id) == "met"
    kept = msgspec.json.decode(SeatTokens().path.read_bytes(), type=list[KeptSeat])
    assert {seat.address for seat in kept if seat.seat is not None} == {f"127.0.0.1:{port}"}


@pytest.mark.slow
async def test_an_impostor_who_says_to_be_the_table_lures_nobody_and_the_true_host_is_found(
    town: Town,
) -> None:
    host = await town.host("host", bots=("easy",))
    looking: list[Finder] = []
    ben = await town.join(host, "Ben")

    def look() -> Finder:
        looking.append(finder())
        return looking[-1]

    ben.session.going_on.make_finder = look
    here, key = ben.session.address, ben.session.host.key
    await town.kill(host)
    impostor = await town.host("den", bots=("easy",), table_id=host.table_id)
    await until(lambda: looking and any(way.reachable for way in looking[-1].ways))
    false = await ask_table(tcp_address("127.0.0.1", impostor.port))
    assert (false.table_id, false.key == key) == (host.table_id, False)
    assert (ben.session.address, ben.session.is_up) == (here, False)
    # Even if the way there were believed, the key is not: the hello with its token is never said.
    ben.session.return_to(tcp_address("127.0.0.1", impostor.port, host.table_id))
    await ben.until(lambda: any("Another host answers" in lost.reason for lost in ben.told(LinkLost)), "for the key")
    port = await town.restart("host", host.table_id)
    await ben.until_linked(2)
    assert (ben.session.address.port, ben.session.host.key, ben.seat) == (port, key, 0)
    await ben.until(partial(is_told_of, ben, port))
    stranger = await ask_table(tcp_address("127.0.0.1", impostor.port))
    assert [seat.kind for seat in stranger.seats] == ["empty", "empty", "empty", "bot"]
    assert not any(str(impostor.port) in text for text in notices(ben))


KEY = "ab" * 32
WAS = tcp_address("192.168.1.5", 4242, "t1")


def way(address: Address, *, key: str = KEY, table_id: str = "t1", reachable: bool = True) -> FoundTable:
    info = TableInfo(table_id=table_id, title="", game="hearts", options={}, seats=(), key=key)
    return FoundTable(info, address, "lan", reachable=reachable)


def test_only_the_same_key_at_the_same_table_over_the_network_is_gone_to() -> None:
    moved = tcp_address("192.168.1.9", 4243, "t1")
    assert found_again([way(moved)], "t1", KEY, WAS) == moved
    assert found_again([way(moved, key=KEY[:-1] + "0")], "t1", KEY, WAS) is None
    assert found_again([way(moved, key="")], "t1", KEY, WAS) is None
    assert found_again([way(moved, table_id="t2")], "t1", KEY, WAS) is None
    assert found_again([way(moved, reachable=False)], "t1", KEY, WAS) is None
    socket_here = Address("unix", path=str(paths.state_dir() / "t1.sock"), table="t1")
    assert found_again([way(socket_here)], "t1", KEY, WAS) is None  # says any key that it likes
    assert found_again([way(moved)], "t1", KEY, socket_here) is None
    assert found_again([way(moved)], "t1", "", WAS) is None
    assert found_again([way(moved), way(WAS)], "t1", KEY, WAS) is None  # it answers where it was, too
