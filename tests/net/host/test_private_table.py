"""A private table over real sockets: with the code, without it, with a wrong one, and with somebody in between."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from msgspec.structs import replace

from net.client.reconnect import CodeWanted
from net.client.session import ClientSession
from net.crypto.pake import GuestPake, answer_knock
from net.host.config import completed
from net.host.host import TableHost
from net.host.launcher import HostHandle
from net.news import CodeTold, LinkLost, LinkUp, News, Notice
from net.problems import JoinRefused
from net.room import code_gate
from net.storage.person_key import make_person_key
from net.transport.tls import client_context, make_identity
from net.wire.address import Address, tcp_address, unix_address
from net.wire.client_messages import Hello, Knock
from net.wire.framing import pack
from net.wire.host_messages import Answer, HostMessage, Refused, TableCode, Welcome

from ...harness.local_table import NOWHERE, open_table
from ...harness.players import Player, RawClient, quick_config, quick_host, tcp


async def private_host() -> tuple[HostHandle, Player, str]:
    """A private table on the loopback, its owner, and the code that the owner was told."""
    host = await quick_host(private=True, tcp=True, bind="127.0.0.1")
    owner = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    await owner.until(lambda: owner.told(CodeTold), "for the code")
    return host, owner, owner.session.table_code


def wrong(code: str) -> str:
    """A code that is surely another one."""
    return "222-222" if code != "222-222" else "333-333"


async def test_the_code_opens_a_private_table_by_link_and_by_bare_address_however_it_is_typed() -> None:
    host, _, code = await private_host()
    for address, typed in (
        (tcp(host), code),
        (tcp_address("127.0.0.1", host.port), code.lower().replace("-", " ")),
    ):
        ben = await Player.join(address, "Ben", code=typed)
        assert ben.session.info is not None
        assert ben.session.info.coded
        assert ben.session.table_code == ""
        await ben.session.leave()


@pytest.mark.slow
@pytest.mark.parametrize("with_link", [True, False], ids=["by link", "by bare address"])
async def test_without_the_code_or_with_a_wrong_one_nobody_comes_in(with_link: bool) -> None:
    host, owner, code = await private_host()
    address = tcp(host) if with_link else tcp_address("127.0.0.1", host.port)
    with pytest.raises(CodeWanted, match="Ask its owner for the code"):
        await Player.join(address, "Ben")
    with pytest.raises(CodeWanted, match="not this table's code"):
        await Player.join(address, "Ben", code=wrong(code))
    assert owner.session.info is not None
    assert [seat.name for seat in owner.session.info.seats if seat.name] == ["Ann"]


async def test_after_three_wrong_codes_an_address_waits_until_the_host_lets_it_try_again() -> None:
    host, owner, code = await private_host()
    for left in ("2 attempts left", "1 attempt left", "Try again in 5 minutes"):
        with pytest.raises(CodeWanted, match=left):
            await Player.join(tcp(host), "Ben", code=wrong(code))
    await owner.until(lambda: len(owner.told(CodeTold)) == 2, "for a warning")
    told = owner.told(CodeTold)[1]
    assert told.code == owner.session.table_code == code
    assert "3 wrong codes from 127.0.0.1" in told.text
    with pytest.raises(CodeWanted, match="ask the host to let you in"):
        await Player.join(tcp(host), "Ben", code=code)
    assert owner.session.shut_out == ("127.0.0.1",)
    assert (await owner.session.let_in("127.0.0.1")).accepted
    ben = await Player.join(tcp(host), "Ben", code=code)
    assert ben.seat == 1


async def test_a_guest_does_the_work_that_a_table_wants_which_many_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_gate, "LEAST_BITS", 10)
    monkeypatch.setattr(code_gate, "FREE_AN_HOUR", 2)
    table = open_table("hearts")
    owner = table.session("Ann", is_owner=True)
    await owner.open()
    assert (await owner.set_option("table.private", True)).accepted
    for _ in range(3):
        with pytest.raises(CodeWanted):
            await ClientSession(NOWHERE, name="Eve", connector=table.connect, code=wrong(owner.table_code)).open()
    heard: list[News] = []
    ben = ClientSession(NOWHERE, name="Ben", connector=table.connect, code=owner.table_code)
    ben.on_news(heard.append)
    await ben.open()
    assert ben.seat == 1
    assert any("calculate for some seconds" in item.text for item in heard if isinstance(item, Notice))
    for session in (ben, owner):
        await session.close()
    await table.close()


@pytest.mark.slow
async def test_a_token_brings_a_player_back_though_the_code_is_another_by_then() -> None:
    host, owner, code = await private_host()
    ben = await Player.join(tcp(host), "Ben", code=code)
    seat = ben.seat
    assert (await owner.session.set_option("table.private", False)).accepted
    assert (await owner.session.set_option("table.private", True)).accepted
    await owner.until(lambda: owner.session.table_code not in ("", code), "another code")
    assert ben.session._line._link is not None
    ben.session._line._link.fail("The test cut the line.")
    await ben.until(lambda: len(ben.told(LinkUp)) == 2, "to be back")
    assert ben.told(LinkLost)
    assert ben.seat == seat
    await ben.session.close()


@pytest.mark.slow
async def test_a_seat_is_taken_up_by_its_persons_key_without_token_and_without_code() -> None:
    host, _, code = await private_host()
    person = make_person_key()
    ben = await Player.join(tcp(host), "Ben", code=code, person=person)
    seat = ben.seat
    await ben.session.close()
    with pytest.raises(CodeWanted):
        await Player.join(tcp(host), "Ben", person=make_person_key())
    back = await Player.join(tcp(host), "Ben", person=person)
    assert back.seat == seat
    await back.session.close()


@pytest.mark.slow
async def test_other_users_of_this_machine_need_the_code_and_it_is_bound_to_the_hosts_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = completed(quick_config(private=True))
    table = TableHost(config, None)
    place = unix_address((await table.open()).socket, config.table_id)
    running = asyncio.create_task(table.run())
    own = await Player.join(place, "Own")
    await own.session.leave()
    monkeypatch.setattr("net.host.connection.peer_user", lambda transport: 54321)
    with pytest.raises(CodeWanted):
        await Player.join(place, "Eve")
    code = table.server.room._state.lobby.code
    zoe = await Player.join(place, "Zoë", code=code)
    await zoe.session.close()
    with monkeypatch.context() as patch:
        patch.setattr(
            "net.transport.dial.peer_user", lambda transport: 54322
        )  # another user's socket, who passes all on
        with pytest.raises(JoinRefused, match="does not prove that the key is yours"):
            await Player.join(place, "Max", code=code)
        keyless = make_person_key()
        keyless.public = ""
        with pytest.raises(CodeWanted, match="not this table's code"):
            await Player.join(place, "Max", code=code, person=keyless)
    table.end("That was the test.")
    await running


# Somebody in between.


@asynccontextmanager
async def relay(host: HostHandle) -> AsyncIterator[Address]:
    """Passes all bytes on to a host, under a certificate of its own."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            writer.write(data)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(
            "127.0.0.1", host.port, ssl=client_context(), server_hostname=""
        )
        await asyncio.gather(pass_on(reader, up_writer), pass_on(up_reader, writer), return_exceptions=True)

    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=make_identity().server_context()) as server:
        yield tcp_address("127.0.0.1", server.sockets[0].getsockname()[1], host.table_id)


async def test_a_relay_with_a_certificate_of_its_own_gets_nobody_in_who_has_the_right_code() -> None:
    host, owner, code = await private_host()
    async with relay(host) as address:
        with pytest.raises(JoinRefused):
            await ClientSession(address, name="Ben", code=code).open()
    assert owner.session.info is not None
    assert [seat.name for seat in owner.session.info.seats if seat.name] == ["Ann"]


@asynccontextmanager
async def false_host(*answers: HostMessage) -> AsyncIterator[tuple[Address, list[bytes]]]:
    """Somebody who has another key and not the code, and says so to each message in turn; and what it was told."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for answer in answers:
            heard.append(await reader.read(4096))
            writer.write(pack(answer))
        while data := await reader.read(4096):
            heard.append(data)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=make_identity().server_context()) as server:
        yield tcp_address("127.0.0.1", server.sockets[0].getsockname()[1], "ab12cd34ef56"), heard


async def a_welcome() -> Welcome:
    """A welcome to an open table, as any host may say it."""
    host = await quick_host(tcp=True, bind="127.0.0.1")
    raw = await RawClient.connect(tcp(host))
    raw.hello()
    welcome: Welcome = await raw.until_heard(Welcome)
    return replace(welcome, table=replace(welcome.table, table_id="ab12cd34ef56"))


async def test_a_guest_with_the_code_believes_no_host_that_does_not_have_it() -> None:
    welcome = await a_welcome()
    pake, _ = answer_knock("222-222", "ab12cd34ef56", bytes(32), GuestPake("222-222", "x", bytes(32)).pake)
    for answers, sentence in (
        ((Answer(pake=pake), welcome), "does not know the table's code"),
        ((Answer(), welcome), "needs no code"),
        ((Answer(pake=b"B" + bytes(32)),), "cannot check a code"),
    ):
        async with false_host(*answers) as (address, heard):
            with pytest.raises(JoinRefused, match=sentence):
                await ClientSession(address, name="Ben", code="K7M-4XR").open()
        assert all(b"K7M" not in one for one in heard)


@pytest.mark.slow
async def test_a_host_that_never_answers_a_knock_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.client.reconnect.WELCOME_WITHIN_S", 0.2)
    async with false_host() as (address, _):
        with pytest.raises(Exception, match="does not answer"):
            await ClientSession(address, name="Ben", code="K7M-4XR").open()


async def test_a_crowd_of_knocks_leaves_a_player_unharmed_and_one_who_waits_a_moment_comes_in() -> None:
    host, owner, code = await private_host()
    raws = [await RawClient.connect(tcp(host)) for _ in range(30)]
    for raw in raws:
        raw.say(Knock(table=host.table_id, pake=b"A" + bytes(32)))
    assert (await owner.session.say("still here")).accepted
    for raw in raws:
        await raw.until(partial(getattr, raw, "is_lost"))
    codes = [message.code for raw in raws for message in raw.messages if isinstance(message, Refused)]
    assert set(codes) == {"malformed", "slow"}
    ben, refusals = None, set()
    while ben is None:
        try:
            ben = await Player.join(tcp(host), "Ben", code=code)
        except JoinRefused as refusal:
            refusals.add(str(refusal))
            await asyncio.sleep(0.1)
    assert all("code attempts" in refusal for refusal in refusals)
    await ben.session.close()


async def test_what_is_on_the_wire_of_a_private_table_never_holds_the_code_but_to_its_host() -> None:
    host, _, code = await private_host()
    heard = []

    class Spy(RawClient):
        def data_received(self, data: bytes) -> None:
            heard.append(data)
            super().data_received(data)

    spy = await Spy.connect(tcp(host))
    spy.hello(role="probe")
    await spy.until(lambda: spy.is_lost)
    assert heard
    assert all(code.encode() not in data for data in heard)
    own = await RawClient.connect(host.address)
    own.say(Hello(role="probe"))
    assert (await own.until_heard(TableCode)).code == code
