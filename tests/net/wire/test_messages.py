"""Messages: the same bytes from either library, nothing but what is in the protocol, every text clean."""

import random
from collections.abc import Callable
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import Move, encode
from net.match.match import to_move
from net.wire.client_messages import MAJOR, MINOR, ClientMessage, Hello, Ping, Pong, Say, to_client_move
from net.wire.framing import OtherVersion, ProtocolError, pack, read_client_message, read_host_message, version_sentence
from net.wire.host_messages import CLIENT_LIMIT, HELLO_LIMIT, HostMessage, Message

from ...harness.messages import FROM_CLIENT, FROM_HOST, QUEEN, TEN


def name(message: Message) -> str:
    return type(message).__name__


def payload(message: Message) -> bytes:
    return encode(message)


def tags(messages: Any) -> set[str]:
    """What the messages of a union are called on the wire."""
    return {str(msgspec.inspect.type_info(kind).tag) for kind in get_args(messages)}  # type: ignore[attr-defined]


def test_the_examples_here_leave_no_message_out() -> None:
    assert {type(m) for m in FROM_CLIENT} == set(get_args(ClientMessage))
    assert {type(m) for m in FROM_HOST} == set(get_args(HostMessage))


@pytest.mark.parametrize("message", FROM_CLIENT, ids=name)
def test_a_clients_message_comes_through(message: ClientMessage) -> None:
    assert read_client_message(payload(message)) == message


@pytest.mark.parametrize("message", FROM_HOST, ids=name)
def test_a_hosts_message_comes_through(message: HostMessage) -> None:
    assert read_host_message(payload(message)) == message


@pytest.mark.parametrize("message", FROM_CLIENT + FROM_HOST, ids=name)
def test_the_msgpack_package_reads_every_message_and_writes_the_same_bytes(message: Message) -> None:
    data = payload(message)
    plain = msgpack.unpackb(data, max_array_len=256, max_map_len=64, max_ext_len=0, strict_map_key=True)
    assert plain["t"] == msgspec.inspect.type_info(type(message)).tag  # type: ignore[attr-defined]
    assert msgpack.packb(plain) == data


def test_a_frame_is_four_bytes_of_length_and_the_message() -> None:
    assert pack(Ping(n=5)) == b"\x00\x00\x00\x0b\x82\xa1t\xa4ping\xa1n\x05"


def test_a_move_is_the_same_on_both_sides() -> None:
    move = Move("pass", (QUEEN, TEN))
    assert to_move(to_client_move(move)) == move


@pytest.mark.parametrize(
    "bad",
    [
        {},
        [],
        7,
        "hello",
        None,
        {"t": "nothing"},
        {"t": 3},
        {"t": "ping"},
        {"t": "ping", "n": 1.0},
        {"t": "ping", "n": "1"},
        {"t": "ping", "n": True},
        {"t": "ping", "n": -1},
        {"t": "ping", "n": 2**40},
        {"t": "sit", "id": "x", "seat": 16},
        {"t": "sit", "id": "", "seat": 1},
        {"t": "sit", "id": "x" * 49, "seat": 1},
        {"t": "sit", "id": "a/../b", "seat": 1},
        {"t": "sit", "id": "x", "seat": 1, "more": 1},
        {"t": "say", "id": "x", "text": b"bytes"},
        {"t": "say", "id": "x", "text": ["list"]},
        {"t": "option", "id": "x", "name": "limit", "value": 1.5},
        {"t": "option", "id": "x", "name": "limit", "value": None},
        {"t": "act", "id": "x", "decision": 1, "move": {"verb": "play", "cards": ["QS"] * 65}},
        {"t": "act", "id": "x", "decision": 1, "move": {"verb": "play", "cards": ["QSQSQ"]}},
        {"t": "act", "id": "x", "decision": 1, "move": {"verb": "play", "cards": [], "seat": 2}},
        {"t": "act", "id": "x", "decision": 1, "move": {"verb": "v" * 49}},
        {"t": "hello", "magic": "other"},
        {"t": "hello", "role": "host"},
        {"t": "hello", "token": b"x" * 17},
        {"t": "hello", "name": "n" * 300},
        {"t": "hello", "capabilities": ["c"] * 33},
        {"t": "welcome"},
        {1: 2},
    ],
    ids=str,
)
def test_what_is_not_in_the_protocol_is_refused(bad: Any) -> None:
    with pytest.raises(ProtocolError):
        read_client_message(msgpack.packb(bad))


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\xc0"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x82\xa1t",
        msgpack.packb({"t": "ping", "n": 1}) + b"\x00",
        msgpack.packb({"t": "say", "id": "x", "text": "y"}).replace(b"y", b"\xff"),
        msgpack.packb(msgpack.ExtType(5, b"x")),
        msgpack.packb({"t": "ping", "n": msgpack.Timestamp(1)}),
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        nested(9),
        nested(2000),
        msgpack.packb([{}] * 300),
        msgpack.packb({"t": "say", "id": "x", "text": "y" * CLIENT_LIMIT}),
    ],
    ids=range(15),
)
def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        read_client_message(data)
    with pytest.raises(ProtocolError):
        read_host_message(data)


def test_before_the_welcome_less_fits() -> None:
    data = payload(Say(id="x", text="y" * 1500)) + b""
    padded = msgpack.packb({"t": "hello", "name": "A", "later": "z" * HELLO_LIMIT})
    assert read_client_message(data) == Say(id="x", text="y" * 400)
    with pytest.raises(ProtocolError, match="bytes"):
        read_client_message(padded, welcome=False)


def test_a_later_minor_may_add_to_a_hello_and_to_what_a_host_says() -> None:
    hello = {"t": "hello", "magic": "khanhoo", "major": MAJOR, "minor": MINOR + 1, "name": "Ann", "colour": "red"}
    assert read_client_message(msgpack.packb(hello)) == Hello(minor=MINOR + 1, name="Ann")
    assert read_host_message(msgpack.packb({"t": "pong", "n": 1, "skew": 2})) == Pong(n=1)


def test_another_major_version_is_refused_by_both_names_whatever_else_it_says() -> None:
    hello = {"t": "hello", "magic": "khanhoo", "major": MAJOR + 1, "minor": 4, "name": {"first": "Ann"}, "x": [1]}
    with pytest.raises(OtherVersion) as caught:
        read_client_message(msgpack.packb(hello), welcome=False)
    assert f"{MAJOR}.{MINOR}" in str(caught.value)
    assert f"{MAJOR + 1}.4" in str(caught.value)
    assert (caught.value.major, caught.value.minor) == (MAJOR + 1, 4)


def test_the_sentence_says_who_has_to_be_updated() -> None:
    assert "Update this table's host" in version_sentence((1, 0), (2, 0))
    assert "Update your program" in version_sentence((2, 0), (1, 5))


EVIL = "\x1b[2J\u202eevil\x07 \n\x9b31m"
CLEAN = "[2Jevil 31m"


def texts(plain: Any) -> list[str]:
    match plain:
        case str():
            return [plain]
        case dict():
            return [text for pair in plain.items() for part in pair for text in texts(part)]
        case list() | tuple():
            return [text for part in plain for text in texts(part)]
    return []


def test_what_a_client_wrote_is_clean_when_it_is_read() -> None:
    assert read_client_message(msgpack.packb({"t": "say", "id": "x", "text": EVIL})) == Say(id="x", text=CLEAN)
    hello = read_client_message(msgpack.packb({"t": "hello", "name": EVIL, "app": EVIL}))
    assert isinstance(hello, Hello)
    assert (hello.name, hello.app) == (CLEAN, CLEAN)


@pytest.mark.parametrize("message", FROM_HOST, ids=name)
def test_a_hostile_host_can_put_no_harmful_text_into_any_field(message: HostMessage) -> None:
    def spoil(plain: Any, key: str = "") -> Any:
        words = ("t", "e", "kind", "state", "phase", "away_policy", "key", "how", "watch", "chat", "why")
        if isinstance(plain, str) and not (key in words or plain in ("drop", "stop")):
            return plain + "\x1b[5m\u202e"
        if isinstance(plain, dict):
            return {k: spoil(v, k) for k, v in plain.items()}
        return [spoil(part, key) for part in plain] if isinstance(plain, list) else plain

    spoilt = spoil(msgpack.unpackb(payload(message)))
    read = read_host_message(msgpack.packb(spoilt))
    assert not [text for text in texts(msgspec.to_builtins(read)) if "\x1b" in text or "\u202e" in text]


def refusal(read: Callable[[bytes], object], data: bytes) -> str:
    """Why data is refused, "" if it is a message. Anything but a ProtocolError is a fault of ours."""
    try:
        read(data)
    except ProtocolError as error:
        return str(error)
    return ""


READERS: tuple[Callable[[bytes], object], ...] = (read_client_message, read_host_message)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_refused(data: bytes) -> None:
    assert all(refusal(read, data).isprintable() for read in READERS)


plain_data = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("t", "id", "n", "move", "e")) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(plain_data)
def test_any_value_is_a_message_or_refused(plain: Any) -> None:
    data = msgpack.packb(plain, unicode_errors="surrogatepass")
    assert all(refusal(read, data).isprintable() for read in READERS)


def test_broken_messages_are_messages_or_refused() -> None:
    chance = random.Random(4)
    seeds = [payload(message) for message in FROM_CLIENT + FROM_HOST]
    taken = 0
    for _ in range(20_000):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[place] = chance.randrange(256)
                case 1:
                    del data[place:]
                    data.append(chance.randrange(256))
                case _:
                    data[place:place] = chance.randbytes(2)
        refusals = [refusal(read, bytes(data)) for read in READERS]
        assert all(sentence.isprintable() for sentence in refusals)
        taken += refusals.count("")
    assert 0 < taken < 20_000
