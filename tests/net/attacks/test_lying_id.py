"""A host that says to be a table that it is not: it takes no kept seat away, and breaks no list."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from net.client.session import ClientSession
from net.host.launcher import HostHandle
from net.news import LinkUp
from net.problems import WrongHost
from net.storage.known_hosts import KnownHosts
from net.storage.seat_tokens import KeptSeat, SeatTokens, new_holder
from net.transport.dial import ask_table
from net.transport.sockets import CannotReach
from net.transport.tls import make_identity
from net.wire.address import Address, tcp_address, unix_address
from net.wire.client_messages import TOKEN_BYTES
from net.wire.framing import pack
from net.wire.host_messages import Welcome

from ...harness.players import Player, RawClient, quick_host, tcp

LIE = b"L" * TOKEN_BYTES
ONE, TWO = "ab" * 32, "cd" * 32


async def welcome_of(host: HostHandle) -> Welcome:
    raw = await RawClient.connect(host.address)
    raw.hello()
    welcome: Welcome = await raw.until_heard(Welcome)
    return replace(welcome, token=LIE, name="Ann")


@asynccontextmanager
async def liar(welcome: Welcome) -> AsyncIterator[Address]:
    """A host with a key of its own that says this to everybody; its address, without the table."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(pack(welcome))
        while await reader.read(4096):
            pass
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=make_identity().server_context()) as server:
        yield tcp_address("127.0.0.1", server.sockets[0].getsockname()[1])


@pytest.mark.slow
async def test_a_first_visit_by_a_bare_address_is_refused_where_the_table_is_known_under_another_key() -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    ann = await Player.join(tcp(host), "Ann", keep=SeatTokens())
    seat = ann.seat
    await ann.session.close()
    seats, pins = SeatTokens().path.read_bytes(), KnownHosts().all()
    async with liar(await welcome_of(host)) as address:
        with pytest.raises(WrongHost, match="has changed"):
            await ClientSession(address, name="Ann", keep=SeatTokens()).open()
    assert SeatTokens().path.read_bytes() == seats
    assert KnownHosts().all() == pins
    back = await Player.join(tcp(host), "Ann", keep=SeatTokens())
    assert (back.seat, back.told(LinkUp)[0].resumed) == (seat, True)
    await back.session.close()


async def test_a_liar_does_not_put_its_token_before_that_of_a_table_met_over_a_socket() -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    seat = ann.seat
    await ann.session.close()
    async with liar(await welcome_of(host)) as address:
        fooled = ClientSession(address, name="Ann", keep=SeatTokens())
        await fooled.open()
        await fooled.close()
    assert LIE.hex() in [seat.token for seat in SeatTokens().waiting()]
    back = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (back.seat, back.told(LinkUp)[0].resumed) == (seat, True)
    await back.session.close()


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [(0, 0, 2, 3), (15, 1, 2, 3), (3, 2, 1, 0)])
async def test_whoever_only_asks_is_told_no_table_that_cannot_be(numbers: tuple[int, ...]) -> None:
    true = await welcome_of(await quick_host())
    seats = tuple(replace(seat, seat=number) for seat, number in zip(true.table.seats, numbers, strict=True))
    async with liar(replace(true, table=replace(true.table, seats=seats))) as address:
        with pytest.raises(CannotReach, match="numbers its seats"):
            await ask_table(address)
    async with liar(replace(true, table=replace(true.table, game="nosuch"))) as address:
        assert (await ask_table(address)).game == "nosuch", "a game of a later version is listed"


def kept(token: str, key: str = "", address: str = "10.0.0.5:4242") -> KeptSeat:
    return KeptSeat(table_id="t1", token=token, seat=1, name="Ann", address=address, key=key)


def taken(address: str, key: str) -> str:
    """Which token is said there."""
    found = SeatTokens().take("t1", address, "Ann", new_holder(), key)
    return found.token if found is not None else ""


def test_a_token_is_said_to_the_host_that_gave_it_and_one_of_an_older_program_as_before() -> None:
    store = SeatTokens()
    store.keep(kept("aa", ONE))
    store.keep(kept("bb", TWO, "10.0.0.66:4242"))
    assert taken("10.0.0.7:4242", "ef" * 32) == ""
    assert taken("10.0.0.7:4242", ONE) == "aa"
    assert taken("10.0.0.7:4242", ONE) == "", "it is held"
    store.keep(kept("dd"))
    assert b"key" not in store.path.read_bytes().rpartition(b"{")[2]
    assert taken("10.0.0.7:4242", ONE) == "dd"


def test_what_a_socket_of_ours_gave_is_not_said_at_the_socket_of_another_user(home: Path) -> None:
    store = SeatTokens()
    own, other = str(home / "run" / "t1.sock"), str(home / "elsewhere" / "t1.sock")
    store.keep(kept("aa", address=own))
    store.keep(kept("bb", address=other))
    assert taken(str(home / "third" / "t1.sock"), "") == ""
    assert taken(str(home / "run" / "again.sock"), "") == "aa"
    assert taken(str(unix_address(other)), "") == "bb"
