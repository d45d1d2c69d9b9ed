"""Whether the host is gone or our own network: how far an attempt to reach the host came, and what follows from it."""

import asyncio
import errno
import socket
from collections.abc import Iterator
from contextvars import copy_context
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from net import environment, news
from net.discovery.searchers import Searchers
from net.environment import Guest, serve_guest
from net.host.launcher import HostProblem
from net.migration.failover import Failover
from net.migration.outage import is_offline
from net.transport.interfaces import LocalAddress
from net.transport.router import router_answers
from net.transport.sockets import CannotReach, Reach, connect, farthest, reach_of
from net.wire.address import Address, tcp_address, unix_address
from net.wire.client_messages import TakenOver
from net.wire.handover import TakeOver

from ...harness.ports import free_port

SAID = (True, False)


@pytest.mark.parametrize(("reached", "has_parted", "hears_others"), list(product(get_args(Reach), SAID, SAID)))
def test_line(reached: Reach, has_parted: bool, hears_others: bool) -> None:
    """We are offline only if neither the host, nor its machine, nor another machine at the table answers."""
    answers = reached in ("refused", "answered") or has_parted or hears_others
    assert is_offline(reached, has_parted=has_parted, hears_others=hears_others) is not answers


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, ""), "refused"),
        (FileNotFoundError(errno.ENOENT, ""), "refused"),
        (ConnectionResetError(errno.ECONNRESET, ""), "answered"),
        *((OSError(number, ""), "unroutable") for number in (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)),
        (OSError(errno.EADDRNOTAVAIL, ""), "unroutable"),
        (TimeoutError(), "silent"),
        (TimeoutError(errno.ETIMEDOUT, ""), "silent"),
        (PermissionError(errno.EPERM, ""), "denied"),
        (PermissionError(errno.EACCES, ""), "denied"),
        (socket.gaierror(socket.EAI_AGAIN, ""), "unnamed"),
        (UnicodeError(), "unnamed"),
        (OSError(errno.EMFILE, ""), "unknown"),
        (OSError("Multiple exceptions: [Errno 111] one, [Errno 113] two"), "refused"),
        (OSError("Multiple exceptions: [Errno 101] one, [Errno 113] two"), "unroutable"),
    ],
)
def test_kind(fault: Exception, kind: Reach) -> None:
    """Each error of a connection says how far it came."""
    assert reach_of(fault) == kind


def test_farthest() -> None:
    """Of several addresses of one host, one that answers is enough."""
    assert farthest(["unroutable", "refused", "silent"]) == "refused"
    assert farthest(["unnamed", "silent"]) == "silent"
    assert farthest([]) == "unknown"


@pytest.fixture
def deaf() -> Iterator[socket.socket]:
    """A program that takes connections and never says a word, as a stopped host."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


async def reached(address: Address) -> Reach:
    with pytest.raises(CannotReach) as failure:
        await connect(address, asyncio.Protocol)
    return failure.value.kind


async def test_real_kinds(deaf: socket.socket, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A stopped host has a machine that answers. So has a host that is gone."""
    monkeypatch.setattr("net.transport.sockets._HANDSHAKE_WITHIN_S", 0.1)
    port = deaf.getsockname()[1]
    assert await reached(tcp_address("127.0.0.1", port)) == "answered"
    deaf.close()
    assert await reached(tcp_address("127.0.0.1", port)) == "refused"
    assert await reached(unix_address(str(tmp_path / "none.sock"))) == "refused"
    assert await reached(tcp_address("nobody.invalid", 4242)) == "unnamed"


class Told:
    """What zeroconf has of an announcement."""

    addresses: tuple[str, ...] = ()

    def __init__(self, *_: object) -> None:
        pass

    def load_from_cache(self, _: object) -> bool:
        return True

    def parsed_addresses(self) -> list[str]:
        return list(self.addresses)


async def test_others_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a program on another machine, at the same table, shows that our network works; and only for a while."""
    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo", Told)
    here = [SimpleNamespace(address="192.0.2.1"), SimpleNamespace(address="172.17.0.1")]
    monkeypatch.setattr("net.discovery.searchers.network_addresses", lambda: here)
    changes: list[None] = []
    ours, theirs, other = (Searchers(table, lambda: changes.append(None)) for table in ("t1", "t1", "t2"))
    seen: Any = None

    def hears(others: Searchers, *addresses: str, state: str = "Updated") -> bool:
        monkeypatch.setattr(Told, "addresses", addresses)
        ours._heard(seen, "", f"{others._name}.{environment.search_service()}", SimpleNamespace(name=state))
        return ours.hears_others

    assert not hears(theirs, "192.0.2.1", "172.17.0.1")  # another program of this machine, or our own
    assert not hears(other, "192.0.2.2")
    assert not hears(theirs, "192.0.2.2", "172.17.0.1", state="Removed")
    assert not changes
    assert hears(theirs, "192.0.2.2", "172.17.0.1")
    assert hears(theirs, "192.0.2.2", "172.17.0.1")
    assert len(changes) == 1
    monkeypatch.setattr("net.discovery.searchers._FRESH_S", 0.0)
    assert not ours.hears_others


def test_search_names_nobody() -> None:
    """Two announcements of one table have nothing in common, and none has the id of the table."""
    one, two = (Searchers("0a1b2c3d4e5f", lambda: None)._name for _ in range(2))
    assert len(one) == len(two)
    assert one[:16] != two[:16]
    assert one[16:] != two[16:]
    assert "0a1b2c3d4e5f" not in one


class OfGuest:
    """A session of a guest of this machine who has the whole match."""

    seat = 1
    person = info = object()
    view = SimpleNamespace(deal=1)
    name = "Ben"
    fairness = SimpleNamespace(checkpoint=lambda: "all of it", is_judging=False)

    def __init__(self) -> None:
        self.sent: list[object] = []

    async def request(self, make: object) -> None:
        self.sent.append(make)


async def test_guest_hosts_nothing(tmp_path: Path) -> None:
    """A guest over SSH is not offered the machine, which is not theirs, and whoever asks them hears no at once."""
    session: Any = OfGuest()
    told: list[news.News] = []
    going_on = Failover(session, told.append)

    async def as_guest() -> None:
        serve_guest(Guest(tmp_path, tmp_path))
        left, why_not = await going_on._left()
        assert left is not None
        assert "guest on this machine" in why_not
        with pytest.raises(HostProblem, match="guest on this machine"):
            await going_on._open_here(None)
        going_on.asked(TakeOver(name="Ann", will=b"of the host"))

    await asyncio.get_running_loop().create_task(as_guest(), context=copy_context())
    await asyncio.sleep(0)
    (notice,) = told
    assert isinstance(notice, news.Notice)
    assert notice.text.startswith("Ann asked you to become the host. You are a guest on this machine")
    assert session.sent == [TakenOver]


ROUTES = """Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
eth0 00000000 0100007F 0003 0 0 0 00000000 0 0 0
eth0 0000007F 00000000 0001 0 0 0 000000FF 0 0 0
"""


@pytest.mark.parametrize(
    ("near", "routes", "answers"),
    [
        ("127.0.0.9", ROUTES, True),
        ("127.0.0.1", ROUTES, False),  # the host's machine is the router, and only it was asked
        ("192.0.2.9", ROUTES, False),  # the way to another network may be broken
        ("127.0.0.9", ROUTES.replace("0003", "0001"), False),
        ("127.0.0.9", "no table\nof routes", False),
        ("hosts.example", ROUTES, False),
        ("::1", ROUTES, False),
    ],
)
async def test_router(near: str, routes: str, answers: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A router that refuses shows that its network works, and nothing of other networks."""
    (tmp_path / "route").write_text(routes)
    monkeypatch.setattr("net.transport.router._ROUTES", tmp_path / "route")
    monkeypatch.setattr("net.transport.router._PORTS", (free_port(),))
    here = LocalAddress("127.0.0.1", "lo", 1, "lan", 8)
    monkeypatch.setattr("net.transport.router.network_addresses", lambda: [here])
    assert await router_answers(near) is answers


async def test_no_routes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system has no such file, nothing is known of a router."""
    monkeypatch.setattr("net.transport.router._ROUTES", tmp_path / "none")
    assert not await router_answers("127.0.0.9")
