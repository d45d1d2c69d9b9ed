"""Seats of an earlier run of the program, found again at real hosts: by whom they are kept, and by nobody else."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from net.client.session import ClientSession
from net.host.launcher import HostHandle, restart_table, running_tables, start_host, stop_table
from net.migration.saved_seats import SEAT_KEPT_S, seats_elsewhere
from net.storage import paths
from net.storage.seat_tokens import SeatTokens
from net.transport.dial import ask_table
from net.transport.tls import make_identity
from net.wire.address import Address, tcp_address, unix_address

from ...harness.players import PATIENCE_S, QUICK, Player, quick_config
from ...harness.ports import free_port
from ...harness.processes import kill_process


class Homes:
    """Two people, each with folders of their own."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._place = place
        self._monkeypatch = monkeypatch

    def go_to(self, name: str) -> None:
        """From now on this process is that person's."""
        home = self._place / name
        home.mkdir(mode=0o700, exist_ok=True)
        self._monkeypatch.setenv("KHANHOO_HOME", str(home))

    def share_sockets(self, owner: str, other: str) -> None:
        """One folder of public sockets for both, as all users of one machine have it."""
        (self._place / other / "shared").symlink_to(self._place / owner / "shared")

    async def host(self, **more: Any) -> HostHandle:
        """Ann opens a table; then it is Ben's turn."""
        self.go_to("ann")
        usual: dict[str, Any] = {"tcp": True, "bind": "127.0.0.1", "port": free_port(), "bots": ("easy",) * 2}
        host = await asyncio.to_thread(start_host, quick_config(**{**usual, **more}))
        self.go_to("ben")
        return host


@pytest.fixture(autouse=True)
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody goes on with these matches: it is not worth a long look."""
    monkeypatch.setattr("net.migration.saved_seats.LOOK_FOR_S", 0.1)


@pytest.fixture
def homes(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Homes]:
    homes = Homes(home, monkeypatch)
    yield homes
    homes.go_to("ann")
    for table in running_tables():
        stop_table(table.table_id)


def at(host: HostHandle) -> Address:
    return tcp_address("127.0.0.1", host.port, host.table_id)


async def sit(address: Address, **more: object) -> ClientSession:
    """Ben takes a seat."""
    session = ClientSession(address, name="Ben", keep=SeatTokens(), **more)  # type: ignore[arg-type]
    await session.open()
    return session


async def sit_and_leave(address: Address) -> None:
    """Ben takes a seat, and leaves for now."""
    await (await sit(address)).close()


async def where() -> list[Address]:
    """Where seats of Ben's wait, the best first."""
    return [address for address, _ in await seats_elsewhere(SeatTokens())]


def state(player: Player, name: str) -> str:
    """Whether somebody is at the table, as another one sees it."""
    assert player.session.info is not None
    return next(seat.state for seat in player.session.info.seats if seat.name == name)


@pytest.mark.slow
async def test_a_seat_at_somebody_elses_table_is_found_and_taken_up_again(homes: Homes) -> None:
    host = await homes.host()
    await sit_and_leave(at(host))
    ((address, table),) = await seats_elsewhere(SeatTokens())
    assert (address, table.table_id) == (at(host), host.table_id)
    back = await sit(address)
    assert back.seat == next(seat.seat for seat in table.seats if seat.name == "Ben")
    assert await where() == [], "while it is sat on, nobody else of ours needs it"
    await back.leave()
    await back.close()
    assert await where() == []


@pytest.mark.slow
async def test_a_seat_over_a_socket_that_another_user_shows_is_found(homes: Homes) -> None:
    host = await homes.host(tcp=False, listed=True)
    homes.share_sockets("ann", "ben")
    folder = paths.shared_dir()
    async with asyncio.timeout(PATIENCE_S):
        while not (folder.exists() and list(folder.iterdir())):
            await asyncio.sleep(0.02)  # it is shown a moment after the table is there
    (shown,) = folder.iterdir()
    await sit_and_leave(unix_address(str(shown)))
    assert await where() == [unix_address(str(shown), host.table_id)]


async def test_the_table_met_last_goes_first_and_one_that_is_gone_is_passed_over(homes: Homes) -> None:
    first, second = await homes.host(), await homes.host()
    for host in (first, second):
        await sit_and_leave(at(host))
    assert await where() == [at(second), at(first)]
    homes.go_to("ann")
    await asyncio.to_thread(stop_table, second.table_id)
    homes.go_to("ben")
    assert await where() == [at(first)]


@pytest.mark.slow
async def test_a_match_that_is_over_keeps_no_seat(homes: Homes) -> None:
    soon = msgspec.structs.replace(QUICK, away_ms=200)
    host = await homes.host(game="kanhu_ming", seats=2, bots=(), away_policy="bot", away_s=0, clocks=soon)
    ben = await sit(at(host))
    assert (await ben.ready()).accepted
    ann = await Player.join(at(host), "Ann", token=bytes.fromhex(host.owner), plays=True)
    assert (await ann.session.start()).accepted
    await ben.close()
    await ann.until(lambda: state(ann, "Ben") != "here", "Ben to be gone")
    assert (await ann.session.vote_to_stop()).accepted
    await ann.until(lambda: ann.is_over, "the end")
    assert [seat.table_id for seat in SeatTokens().waiting()] == [host.table_id]
    assert await where() == []
    await ann.session.close()


@pytest.mark.slow
async def test_another_key_at_the_address_is_not_the_table(homes: Homes) -> None:
    host = await homes.host()
    await sit_and_leave(at(host))
    homes.go_to("ann")
    kill_process(host.pid)
    (paths.data_dir() / "host-key.pem").write_bytes(make_identity().pem)
    again = await asyncio.to_thread(restart_table, host.table_id)
    assert (again.port, again.table_id) == (host.port, host.table_id)
    homes.go_to("ben")
    assert (await ask_table(at(host))).table_id == host.table_id
    assert await where() == []


async def test_after_two_days_no_host_is_asked_any_more(homes: Homes, monkeypatch: pytest.MonkeyPatch) -> None:
    host = await homes.host()
    await sit_and_leave(at(host))
    (seat,) = SeatTokens().waiting()
    for later, addresses in ((SEAT_KEPT_S - 10, [at(host)]), (SEAT_KEPT_S + 10, [])):
        monkeypatch.setattr("time.time", lambda later=later: seat.kept + later)
        assert await where() == addresses
