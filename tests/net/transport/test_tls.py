"""Who answers on the network: one key for all tables of an installation, kept at first sight, a change stopped."""

import asyncio
import re
import ssl
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from net.client.session import ClientSession
from net.crypto.key_words import WORDS, four_words, read_words
from net.host.config import HostConfig
from net.host.launcher import HostHandle, start_host, stop_table
from net.problems import JoinRefused, WrongHost
from net.storage import paths
from net.storage.known_hosts import KnownHosts, OtherKey
from net.storage.seat_tokens import SeatTokens
from net.transport.dial import ask_table
from net.transport.sockets import CannotReach
from net.transport.tls import Identity, client_context, fingerprint_of, make_identity, own_identity, read_identity
from net.wire.address import AddressError, parse_address, tcp_address

from ...harness.ports import free_port
from ...harness.slow import slow

ONE, TWO, THREE = "11" * 32, "22" * 32, "33" * 32


async def listening() -> HostHandle:
    """A table that listens on the loopback."""
    config = HostConfig(game="hearts", listed=False, bind="127.0.0.1", port=free_port())
    return await asyncio.to_thread(start_host, config)


def new_key() -> None:
    """Give this installation another key, as a machine that somebody else set up would have."""
    (paths.data_dir() / "host-key.pem").write_bytes(make_identity().pem)


async def join(handle: HostHandle, name: str = "Ann", **more: object) -> ClientSession:
    """Somebody who joins over the network and remembers it."""
    session = ClientSession(tcp_address("127.0.0.1", handle.port), name=name, keep=SeatTokens(), **more)  # type: ignore[arg-type]
    await session.open()
    return session


# The key.


def test_the_key_is_made_once_and_is_private() -> None:
    first, notice = own_identity()
    assert notice == ""
    assert own_identity() == (first, "")
    place = paths.data_dir() / "host-key.pem"
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert read_identity(place.read_bytes()) == first
    assert make_identity().fingerprint != first.fingerprint


def test_a_key_that_cannot_be_kept_is_said_so_and_serves_all_the_same(home: Path) -> None:
    paths.data_dir()
    (home / "data" / "host-key.pem").write_text("no key at all")
    identity, notice = own_identity()
    assert "cannot be saved" in notice
    assert isinstance(identity.server_context(), ssl.SSLContext)


@pytest.mark.parametrize("pem", [b"", b"-----BEGIN CERTIFICATE-----\n", b"\xff", make_identity().pem[:200]])
def test_what_is_no_key_is_refused(pem: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are the library's
        read_identity(pem)


def test_both_sides_speak_nothing_older_than_tls_1_3() -> None:
    for context in (client_context(), Identity(make_identity().pem, "").server_context()):
        assert context.minimum_version == ssl.TLSVersion.TLSv1_3


def test_the_words_are_those_of_the_document() -> None:
    document = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text("utf-8")
    assert sha256("".join(f"{word}\n" for word in WORDS).encode()).hexdigest() in document
    shown = dict(re.findall(r"^    words of ([0-9a-f]{64}) +(.+)$", document, re.MULTILINE))
    assert {key: four_words(key) for key in shown} == shown != {}


def test_four_words_are_the_keys_own() -> None:
    assert len(set(WORDS)) == 256
    assert four_words(ONE) == four_words(ONE) != four_words(TWO)
    assert all(word in WORDS for word in four_words(ONE).split())
    assert len(four_words(ONE).split()) == 4


def test_words_are_read_as_somebody_types_them() -> None:
    words = four_words(ONE)
    assert read_words("  " + words.upper().replace(" ", ",  ") + "\n") == words


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("acorn actor", "Words that you typed: 2"),
        ("acorn actor alarm zeppelin", "A host's words never include 'zeppelin'"),
        ("", "Words that you typed: 0"),
    ],
)
def test_words_that_no_key_has_are_refused_with_a_sentence(typed: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_words(typed)


# What was met before.


def test_the_first_key_is_kept_and_another_is_stopped_with_both_shown() -> None:
    pins = KnownHosts()
    pins.verify(ONE, "10.0.0.5:4242", "aa")
    assert not pins.knows(ONE)
    pins.keep(ONE, "10.0.0.5:4242", "aa")
    pins.verify(ONE, "10.0.0.5:4242", "aa")
    assert pins.knows(ONE)
    for address, table in (("10.0.0.5:4242", "bb"), ("10.0.0.9:4242", "aa")):
        with pytest.raises(OtherKey) as caught:
            pins.verify(TWO, address, table)
        assert (caught.value.known, caught.value.found) == (ONE, TWO)
        assert four_words(ONE) in str(caught.value)
        assert four_words(TWO) in str(caught.value)
    pins.verify(TWO, "10.0.0.9:4242", "bb")


def test_a_key_that_the_person_trusts_takes_the_old_ones_place() -> None:
    pins = KnownHosts()
    pins.keep(ONE, "10.0.0.5:4242", "aa")
    for trusted in (TWO, four_words(TWO)):
        pins.verify(TWO, "10.0.0.5:4242", "aa", trusted=trusted)
    with pytest.raises(OtherKey):
        pins.verify(TWO, "10.0.0.5:4242", "aa", trusted=four_words(THREE))
    pins.keep(TWO, "10.0.0.5:4242", "aa")
    pins.verify(TWO, "10.0.0.5:4242", "aa")
    with pytest.raises(OtherKey):
        pins.verify(ONE, "10.0.0.5:4242", "aa")


def test_a_host_with_many_tables_is_known_at_all_of_them() -> None:
    pins = KnownHosts()
    for number in range(3):
        pins.keep(ONE, "10.0.0.5:4242", f"table{number}")
    for number in range(3):
        pins.verify(ONE, f"10.0.0.{number}:4242", f"table{number}")


def test_a_list_can_say_what_is_known_of_a_key() -> None:
    pins = KnownHosts()
    pins.keep(ONE, "10.0.0.5:4242", "aa")
    assert pins.standing(ONE, "10.0.0.5:4242", "aa") == "met"
    assert pins.standing(ONE, "10.0.0.9:4242", "bb") == "met"
    assert pins.standing(TWO, "10.0.0.9:4242", "bb") == "new"
    assert pins.standing(TWO, "10.0.0.5:4242", "bb") == "changed"
    assert pins.standing(TWO, "10.0.0.9:4242", "aa") == "changed"


# Links.


def test_a_join_link_carries_the_beginning_of_the_key() -> None:
    link = tcp_address("10.0.0.5", 4242, "ab12cd34", ONE).link()
    assert link == f"khanhoo://10.0.0.5:4242/ab12cd34#{ONE[:32]}"
    read = parse_address(link)
    assert (read.table, read.key) == ("ab12cd34", ONE[:32])
    assert parse_address("khanhoo://10.0.0.5").key == ""


@pytest.mark.parametrize("mark", ["xyz", "11", "g" * 32, "1" * 65])
def test_a_link_whose_key_is_none_is_refused(mark: str) -> None:
    with pytest.raises(AddressError, match="not a host's key"):
        parse_address(f"khanhoo://10.0.0.5:4242/ab12cd34#{mark}")


# Over real sockets.


async def test_a_table_on_the_network_tells_its_key_and_answers_with_it() -> None:
    handle = await listening()
    own = own_identity()[0].fingerprint
    over_network = await ask_table(tcp_address("127.0.0.1", handle.port))
    on_this_machine = await ask_table(handle.address)
    assert over_network.key == on_this_machine.key == own


async def test_a_session_knows_the_key_and_whether_it_is_new() -> None:
    handle = await listening()
    first = await join(handle)
    assert (first.host.key, first.host.is_new) == (own_identity()[0].fingerprint, True)
    await first.close()
    second = await join(handle, "Ben")
    assert not second.host.is_new
    await second.close()


async def test_another_key_at_a_known_address_is_a_hard_stop_until_the_person_trusts_it() -> None:
    handle = await listening()
    session = await join(handle)
    await session.leave()
    await asyncio.to_thread(stop_table, handle.table_id)
    old = own_identity()[0].fingerprint
    new_key()
    other = await asyncio.to_thread(
        start_host, HostConfig(game="hearts", listed=False, bind="127.0.0.1", port=handle.port)
    )
    with pytest.raises(WrongHost) as caught:
        await join(other)
    assert four_words(old) in str(caught.value)
    assert caught.value.key == own_identity()[0].fingerprint != old
    assert caught.value.known == old
    session = await join(other, trusted=caught.value.key)
    await session.close()
    session = await join(other)
    await session.close()


async def test_whoever_names_the_hosts_words_lets_no_other_host_pass_even_at_the_first_meeting() -> None:
    handle = await listening()
    own = own_identity()[0].fingerprint
    for trusted in (TWO, four_words(TWO)):
        with pytest.raises(WrongHost) as caught:
            await join(handle, trusted=trusted)
        assert four_words(own) in str(caught.value)
        assert four_words(TWO) in str(caught.value)
        assert caught.value.known == ""
    session = await join(handle, trusted=four_words(own))
    assert session.host.is_new
    await session.close()


async def test_a_link_to_another_key_is_a_hard_stop_on_the_first_meeting() -> None:
    handle = await listening()
    link = tcp_address("127.0.0.1", handle.port, handle.table_id, TWO).link()
    with pytest.raises(WrongHost, match="The link is for another host"):
        await ClientSession(parse_address(link), name="Ann", keep=SeatTokens()).open()
    right = tcp_address("127.0.0.1", handle.port, handle.table_id, own_identity()[0].fingerprint).link()
    session = ClientSession(parse_address(right), name="Ann", keep=SeatTokens())
    await session.open()
    await session.close()


async def test_nothing_is_said_to_a_host_with_a_wrong_key() -> None:
    heard = asyncio.get_running_loop().create_future()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.set_result(await reader.read(100))
        writer.close()

    context = make_identity().server_context()
    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context) as server:
        port = server.sockets[0].getsockname()[1]
        address = tcp_address("127.0.0.1", port, "ab12cd34", TWO)
        with pytest.raises(JoinRefused, match="The link is for another host"):
            await ClientSession(address, name="Ann", token=b"0123456789abcdef").open()
        assert await asyncio.wait_for(heard, 60) == b""


async def test_what_speaks_no_tls_is_not_spoken_to() -> None:
    heard = asyncio.get_running_loop().create_future()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.set_result(await reader.read(2000))
        writer.write(b"khanhoo, but in the clear")
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(CannotReach, match="is not a card room"):
            await ClientSession(tcp_address("127.0.0.1", port), name="Ann", token=b"0123456789abcdef").open()
    assert b"khanhoo" not in await heard
    assert b"0123456789abcdef" not in await heard


@pytest.mark.parametrize(
    "content", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", *slow([b"\0" * 64, b"SSH-2.0-x\r\n", b"\x16\x03\x01\xff\xff"])]
)
async def test_a_browser_or_a_scanner_at_the_port_changes_nothing(content: bytes) -> None:
    handle = await listening()
    session = await join(handle)
    for _ in range(20):
        _, writer = await asyncio.open_connection("127.0.0.1", handle.port)
        writer.write(content)
        writer.close()
    await asyncio.sleep(0)
    outcome = await session.say("still here")
    assert outcome.accepted
    assert [person.name for person in (session.info.seats if session.info else ()) if person.name] == ["Ann"]
    await session.close()


def test_a_fingerprint_is_that_of_the_whole_certificate() -> None:
    identity = make_identity()
    certificate = ssl.PEM_cert_to_DER_cert(identity.pem.decode().partition("-----END PRIVATE KEY-----")[2].strip())
    assert fingerprint_of(certificate) == identity.fingerprint
    assert fingerprint_of(certificate[:-1]) != identity.fingerprint
