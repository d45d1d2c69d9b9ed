"""What one address may cost, and that another is none the poorer for it."""

import asyncio
import errno
import ipaddress
import itertools
import socket
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from net.host.acceptor import MOST_WAITING, MOST_WAITING_PER_PEER, Acceptor
from net.host.connection import HostConnection
from net.host.driver import MOST_UNKNOWN, MOST_UNKNOWN_PER_PEER, RoomDriver
from net.transport.sockets import machine_of
from net.wire.client_messages import Hello
from net.wire.host_messages import Refused, Welcome
from net.wire.rate_limits import SPARE, Rates, TokenBucket, connection_rates, counted_as, most_known, newcomer_rates

from ...harness.players import PATIENCE_S
from ...harness.room import Bench, Guest, play_with_toys, toy_config

# Rates.


def test_each_address_has_a_bucket_of_its_own_that_fills_again() -> None:
    rates = Rates(lambda now_ms: TokenBucket(1, 2, now_ms))
    assert [rates.take("one", 0) for _ in range(3)] == [True, True, False]
    assert rates.take("other", 0)
    assert not rates.has("one", 900)
    assert rates.has("one", 1_000)
    assert rates.take("one", 1_000)
    assert all(rates.take("", 0) for _ in range(9)), "nobody in particular"


def test_addresses_without_number_cost_no_memory_without_number() -> None:
    rates = newcomer_rates(200)
    for number in range(10_000):
        rates.take(f"2001:db8:{number:x}::1", 0)
    assert len(rates._buckets) <= 4096


def test_a_whole_class_behind_one_router_may_come_and_some_room_is_left_for_others() -> None:
    connections, newcomers = connection_rates(200), newcomer_rates(200)
    assert sum(connections.take("school", 0) for _ in range(1000)) == 200 + SPARE
    assert sum(newcomers.take("school", 0) for _ in range(1000)) == 200 + SPARE // 4
    assert 200 < most_known(200) < 200 + 16 + SPARE
    assert most_known(2000) < 2000


# Whose address is whose.

WHOLE = st.integers(0, 2**128 - 1)


@given(WHOLE, st.integers(0, 127))
def test_addresses_of_ipv6_count_as_one_exactly_where_they_are_of_one_64(number: int, bit: int) -> None:
    one, other = ipaddress.IPv6Address(number), ipaddress.IPv6Address(number ^ 1 << bit)
    network = ipaddress.ip_network((number, 64), strict=False)
    assume(one.ipv4_mapped is None)
    assume(other.ipv4_mapped is None)
    assert (counted_as(str(one)) == counted_as(str(other))) == (other in network)
    assert ipaddress.ip_network(counted_as(str(one))) == network
    assert counted_as(one.exploded) == counted_as(f"{one}%eth0") == counted_as(f"{one.exploded.upper()}%3")


@given(st.integers(0, 2**32 - 1), st.integers(0, 31))
def test_an_address_of_ipv4_counts_as_itself_in_whichever_form_it_is_told(number: int, bit: int) -> None:
    one, other = ipaddress.IPv4Address(number), ipaddress.IPv4Address(number ^ 1 << bit)
    mapped = ipaddress.IPv6Address(0xFFFF << 32 | number)
    forms = (str(one), f"::ffff:{one}", str(mapped), mapped.exploded)
    assert {counted_as(form) for form in forms} == {str(one)}
    assert {machine_of((form, 4242, 0, 0)) for form in forms} == {str(one)}
    assert counted_as(str(other)) != str(one)


@given(WHOLE, st.sampled_from(["", "%eth0", "%2"]))
def test_a_machine_is_named_by_its_address_whatever_interface_it_came_in_on(number: int, scope: str) -> None:
    address = ipaddress.IPv6Address(number)
    assume(address.ipv4_mapped is None)
    assert ipaddress.ip_address(machine_of((f"{address}{scope}", 4242, 0, 2))) == address


@pytest.mark.parametrize("name", ["", None, (), "/run/kh.sock", b""])
def test_what_is_no_machine_of_the_network_has_no_address(name: object) -> None:
    assert machine_of(name) == ""


@pytest.mark.parametrize("peer", ["", "user 1000", "school", "::ffff:1.2.3", "1.2.3.4.5", "%eth0"])
def test_what_is_no_address_counts_as_itself(peer: str) -> None:
    assert counted_as(peer) == peer


def test_whoever_has_a_network_of_its_own_has_one_bucket() -> None:
    rates = Rates(lambda now_ms: TokenBucket(1, 2, now_ms))
    assert [rates.take(f"2001:db8:0:7::{number:x}", 0) for number in range(4)] == [True, True, False, False]
    assert not rates.has("2001:db8:0:7:ffff::1", 0)
    assert rates.take("2001:db8:0:8::1", 0)
    assert [rates.take(f"fe80::{number:x}%eth{number}", 0) for number in range(3)] == [True, True, False]
    assert [rates.take(peer, 0) for peer in ("::ffff:10.0.0.7", "10.0.0.7", "::ffff:a00:7")] == [True, True, False]


# In the room.


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def come(bench: Bench, peer: str, **more: Any) -> Guest:
    """Somebody from an address."""
    connection, bench.next_id = bench.next_id, bench.next_id + 1
    guest = bench.guests[connection] = Guest(bench, connection, Hello())
    bench.run(bench.room.connect(connection, bench.now_ms, peer=peer))
    guest.send(Hello(**{"name": "Zoë", "role": "watcher", **more}))
    return guest


@pytest.mark.usefixtures("toys")
def test_an_address_that_comes_and_goes_without_end_is_stopped_and_others_come_in() -> None:
    bench = Bench(toy_config(most_watchers=20))
    came = 0
    for _ in range(80):
        guest = come(bench, "10.0.0.7")
        came += guest.count(Welcome)
        guest.drop()
    assert came == 20 + SPARE // 4
    assert guest.last(Refused).code == "full"
    assert come(bench, "10.0.0.8").count(Welcome) == 1
    bench.pass_time(2_000)
    assert come(bench, "10.0.0.7").count(Welcome) == 1


@pytest.mark.usefixtures("toys")
def test_a_network_of_ipv6_has_never_all_the_places_to_watch_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.room.admission.most_known", lambda most_watchers: 5)
    bench = Bench(toy_config(most_watchers=20))
    crowd = [come(bench, f"2001:db8::{number:x}") for number in range(8)]
    assert [guest.count(Welcome) for guest in crowd] == [1] * 5 + [0] * 3
    assert come(bench, "2001:db8:0:1::1").count(Welcome) == 1


@pytest.mark.usefixtures("toys")
def test_one_address_has_never_all_the_places_to_watch_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.room.admission.most_known", lambda most_watchers: 5)
    bench = Bench(toy_config(most_watchers=20))
    crowd = [come(bench, "10.0.0.7") for _ in range(8)]
    assert [guest.count(Welcome) for guest in crowd] == [1] * 5 + [0] * 3
    assert "from your address" in crowd[-1].last(Refused).sentence
    assert come(bench, "10.0.0.8").count(Welcome) == 1
    crowd[0].drop()
    assert come(bench, "10.0.0.7").count(Welcome) == 1


# At the acceptor.


class Idle(asyncio.Protocol):
    """A connection that has come through."""


async def acceptor_for(
    monkeypatch: pytest.MonkeyPatch, name: Callable[[object], str], **more: Any
) -> tuple[Acceptor, list[str], int]:
    """An acceptor of a loopback port that takes addresses from a function; its log, and the port."""
    from net.transport.tls import make_identity

    monkeypatch.setattr("net.host.acceptor.machine_of", name)
    monkeypatch.setattr("net.host.acceptor.HANDSHAKE_WITHIN_S", 600.0)  # nobody is turned away for being slow
    plug = socket.create_server(("127.0.0.1", 0), backlog=512)
    said: list[str] = []
    rates = more.get("rates", connection_rates(1000))
    acceptor = Acceptor(plug, Idle, make_identity().server_context(), rates, said.append)
    return acceptor, said, plug.getsockname()[1]


async def settled(holds: Callable[[], object]) -> None:
    """Let the loop turn until something holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.01)


async def test_one_address_waits_for_its_turn_with_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    acceptor, _, port = await acceptor_for(monkeypatch, lambda name: "10.0.0.7")
    crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_WAITING_PER_PEER + 20)]
    await settled(lambda: acceptor._turned_away == 20)
    assert len(acceptor._waiting) == MOST_WAITING_PER_PEER
    acceptor.close()
    for _, writer in crowd:
        writer.close()


async def test_one_network_of_ipv6_waits_for_its_turn_with_so_many_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = itertools.count()
    acceptor, _, port = await acceptor_for(monkeypatch, lambda name: f"2001:db8::{next(numbers):x}")
    crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_WAITING_PER_PEER + 7)]
    await settled(lambda: acceptor._turned_away == 7)
    assert len(acceptor._waiting) == MOST_WAITING_PER_PEER
    acceptor.close()
    for _, writer in crowd:
        writer.close()


async def test_when_the_acceptor_is_full_whoever_has_waited_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    acceptor, _, port = await acceptor_for(monkeypatch, str)
    crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_WAITING + 3)]
    await settled(lambda: acceptor._turned_away == 3)
    assert len(acceptor._waiting) == MOST_WAITING
    for reader, _ in crowd[:3]:
        assert await reader.read() == b""
    assert not crowd[3][0].at_eof()
    acceptor.close()
    for _, writer in crowd:
        writer.close()


async def test_the_log_has_one_line_for_all_that_were_turned_away_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = Rates(lambda now_ms: TokenBucket(0, 1, now_ms))
    acceptor, said, port = await acceptor_for(monkeypatch, lambda name: "10.0.0.7", rates=rates)
    crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(30)]
    await settled(lambda: acceptor._turned_away == 29)
    for _ in range(5):
        acceptor.report()
    assert said == ["Connections refused: 29. The last refusal: 10.0.0.7."]
    acceptor.close()
    for _, writer in crowd:
        writer.close()


async def test_without_files_left_the_acceptor_waits_and_takes_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.acceptor._AGAIN_S", 0.01)
    acceptor, said, port = await acceptor_for(monkeypatch, lambda name: "10.0.0.7")
    loop = asyncio.get_running_loop()
    true, faults = loop.sock_accept, [OSError(errno.EMFILE, "none left")] * 3

    async def accept(plug: socket.socket) -> Any:
        if faults:
            raise faults.pop()
        return await true(plug)

    monkeypatch.setattr(loop, "sock_accept", accept)
    first = await asyncio.open_connection("127.0.0.1", port)  # ends the accept that was under way before
    second = await asyncio.open_connection("127.0.0.1", port)
    await settled(lambda: len(acceptor._waiting) == 2)
    assert not faults
    acceptor.report()
    assert "cannot open any more files" in said[0]
    acceptor.close()
    for _, writer in (first, second):
        writer.close()


# At the table.


class DeadEnd(asyncio.Transport):
    """The far end of a connection of nobody's."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.name, self.is_over = (f"10.{number >> 8}.{number & 255}.1", 1), False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.name if name == "peername" else default

    def is_closing(self) -> bool:
        return self.is_over

    def can_write_eof(self) -> bool:
        return False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def write(self, data: bytes | bytearray | memoryview) -> None: ...

    def close(self) -> None:
        self.is_over = True

    abort = close


@pytest.mark.usefixtures("toys")
async def test_a_network_of_ipv6_has_as_many_unknown_at_the_table_as_one_machine_has() -> None:
    server = RoomDriver.open(toy_config(), [], keeper=None, thinker_process=False, most_connections=1000)
    ends: list[tuple[HostConnection, DeadEnd]] = []
    for number in range(MOST_UNKNOWN_PER_PEER + 5):
        ends.append((server.new_link(), DeadEnd(number)))
        ends[-1][1].name = (f"2001:db8::{number:x}", 1)
        ends[-1][0].connection_made(ends[-1][1])
    assert [end.is_over for _, end in ends] == [False] * MOST_UNKNOWN_PER_PEER + [True] * 5
    for link, end in ends:
        end.close()
        link.connection_lost(None)
    await server.close("That was the test.")


@pytest.mark.usefixtures("toys")
async def test_among_many_silent_ones_there_is_always_room_for_one_who_comes_now() -> None:
    server = RoomDriver.open(toy_config(), [], keeper=None, thinker_process=False, most_connections=1000)
    ends: list[tuple[HostConnection, DeadEnd]] = []
    for number in range(MOST_UNKNOWN + 5):
        ends.append((server.new_link(), DeadEnd(number)))
        ends[-1][0].connection_made(ends[-1][1])
    assert [end.is_over for _, end in ends] == [True] * 5 + [False] * MOST_UNKNOWN
    for link, end in ends:
        end.close()
        link.connection_lost(None)
    await server.close("That was the test.")
