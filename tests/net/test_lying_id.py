"""A host that says to be a table that it is not: it takes no kept seat away, and breaks no list."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from net.addresses import Address, tcp_address, unix_address
from net.client import ClientSession, KeptSeat, TokenStore
from net.identity import make_identity
from net.line import WrongHost
from net.news import LinkUp
from net.pins import Pins
from net.process import HostHandle
from net.protocol import TOKEN_BYTES, Welcome, pack
from net.tokens import new_holder

from .helpers import Player, RawClient, quick_host, tcp

LIE = b"L" * TOKEN_BYTES
ONE, TWO = "ab" * 32, "cd" * 32


@asynccontextmanager
async def liar(host: HostHandle) -> AsyncIterator[Address]:
    """A host with a key of its own that welcomes everybody to another's table; its address, without the table."""
    raw = await RawClient.connect(host.address)
    raw.hello()
    welcome: Welcome = await raw.until_heard(Welcome)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(pack(replace(welcome, token=LIE, name="Ann")))
        while await reader.read(4096):
            pass
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=make_identity().server_context()) as server:
        yield tcp_address("127.0.0.1", server.sockets[0].getsockname()[1])


async def test_a_first_visit_by_a_bare_address_is_refused_where_the_table_is_known_under_another_key() -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    ann = await Player.join(tcp(host), "Ann", keep=TokenStore())
    seat = ann.seat
    await ann.session.close()
    seats, pins = TokenStore().path.read_bytes(), Pins().all()
    async with liar(host) as address:
        with pytest.raises(WrongHost, match="has another key than before"):
            await ClientSession(address, name="Ann", keep=TokenStore()).open()
    assert TokenStore().path.read_bytes() == seats
    assert Pins().all() == pins
    back = await Player.join(tcp(host), "Ann", keep=TokenStore())
    assert (back.seat, back.told(LinkUp)[0].resumed) == (seat, True)
    await back.session.close()


async def test_a_liar_does_not_put_its_token_before_that_of_a_table_met_over_a_socket() -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    ann = await Player.join(host.address, "Ann", keep=TokenStore())
    seat = ann.seat
    await ann.session.close()
    async with liar(host) as address:
        fooled = ClientSession(address, name="Ann", keep=TokenStore())
        await fooled.open()
        await fooled.close()
    assert LIE.hex() in [seat.token for seat in TokenStore().waiting()]
    back = await Player.join(host.address, "Ann", keep=TokenStore())
    assert (back.seat, back.told(LinkUp)[0].resumed) == (seat, True)
    await back.session.close()


def kept(token: str, key: str = "", address: str = "10.0.0.5:4242") -> KeptSeat:
    return KeptSeat(table_id="t1", token=token, seat=1, name="Ann", address=address, key=key)


def taken(address: str, key: str) -> str:
    """Which token is said there."""
    found = TokenStore().take("t1", address, "Ann", new_holder(), key)
    return found.token if found is not None else ""


def test_a_token_is_said_to_the_host_that_gave_it_and_one_of_an_older_program_as_before() -> None:
    store = TokenStore()
    store.keep(kept("aa", ONE))
    store.keep(kept("bb", TWO, "10.0.0.66:4242"))
    assert taken("10.0.0.7:4242", "ef" * 32) == ""
    assert taken("10.0.0.7:4242", ONE) == "aa"
    assert taken("10.0.0.7:4242", ONE) == "", "it is held"
    store.keep(kept("dd"))
    assert b"key" not in store.path.read_bytes().rpartition(b"{")[2]
    assert taken("10.0.0.7:4242", ONE) == "dd"


def test_what_a_socket_of_ours_gave_is_not_said_at_the_socket_of_another_user(home: Path) -> None:
    store = TokenStore()
    own, other = str(home / "run" / "t1.sock"), str(home / "elsewhere" / "t1.sock")
    store.keep(kept("aa", address=own))
    store.keep(kept("bb", address=other))
    assert taken(str(home / "third" / "t1.sock"), "") == ""
    assert taken(str(home / "run" / "again.sock"), "") == "aa"
    assert taken(str(unix_address(other)), "") == "bb"
