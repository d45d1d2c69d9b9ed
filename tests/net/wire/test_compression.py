"""A host's frames in few bytes: they come back as they were, and hostile ones are refused within their limit."""

import zlib
from hashlib import sha256
from random import Random

import msgspec
import pytest

from benchmarks.link_bytes import BACK, HAND, coming_back, hand
from engine.api import encode
from net.match.settings import RoomConfig
from net.wire.client_messages import CAPABILITIES, Start
from net.wire.framing import (
    DICTIONARY,
    LEAST_SQUEEZED,
    PREFIX_BYTES,
    SQUEEZE_MARK,
    FrameParser,
    ProtocolError,
    SqueezeError,
    expand,
    is_squeezed,
    pack,
    read_host_message,
    squeeze,
)
from net.wire.host_messages import HOST_LIMIT, Events, Offer, RecordPart
from tests.harness.room import PROMPT, Guest, full_table

from ...harness.messages import EVENTS, FROM_HOST


@pytest.mark.parametrize("message", FROM_HOST, ids=lambda message: type(message).__name__)
def test_every_message_comes_back_as_it_was(message: msgspec.Struct) -> None:
    payload = pack(message, squeezed=True)[PREFIX_BYTES:]  # type: ignore[arg-type]
    assert read_host_message(payload) == message
    assert read_host_message(encode(message)) == message


def test_only_what_is_worth_it_is_squeezed() -> None:
    assert is_squeezed(pack(Events(first=0, events=EVENTS), squeezed=True)[PREFIX_BYTES:])
    assert not is_squeezed(pack(RecordPart(offset=0, total=99, data=bytes(99)), squeezed=True)[PREFIX_BYTES:])
    small = Offer()
    assert len(encode(small)) < LEAST_SQUEEZED
    assert pack(small, squeezed=True)[PREFIX_BYTES:] == encode(small)


def test_the_dictionary_is_the_one_of_its_capability() -> None:
    assert len(DICTIONARY) == 1221
    assert sha256(DICTIONARY).hexdigest() == "d310ddfa131e4b4c7ff3fb06fa91822eb017cf5ab2586e868f71853ab30ab7ee"


def test_a_client_is_sent_squeezed_frames_after_its_welcome_and_only_if_it_takes_them() -> None:
    bench, guests = full_table(
        RoomConfig(table_id="t1", game="hearts", seats=4, seed="squeeze", clocks=PROMPT), "Ann Ben Cat Dan"
    )
    old = ("fair", "record", "resume", "watch")
    watchers = [bench.join(name, "watcher", capabilities=can) for name, can in (("Eve", old), ("Fay", CAPABILITIES))]
    assert guests[0].do(Start).accepted
    for _ in range(30):
        bench.pass_time(10)
        next(guest for guest in guests if guest.decision is not None).play()
    assert watchers[0].events == watchers[1].events
    assert not any(map(is_squeezed, payloads(watchers[0])))
    first, second, *others = payloads(watchers[1])
    assert not is_squeezed(first)
    assert is_squeezed(second)
    assert sum(map(is_squeezed, others)) > 20


def payloads(guest: Guest) -> list[bytes]:
    parser = FrameParser(HOST_LIMIT)
    parser.feed(bytes(guest.wire))
    return list(iter(parser.next_payload, None))


def test_the_length_of_a_frame_does_not_follow_from_its_veils_and_head() -> None:
    chance = Random(1)
    lengths = {
        len(
            pack(
                Events(first=5, events=EVENTS[4:6], veils=chance.randbytes(16), head=chance.randbytes(16)),
                squeezed=True,
            )
        )
        for _ in range(50)
    }
    assert len(lengths) == 1


def test_a_frame_that_would_be_too_large_is_refused_without_being_made() -> None:
    bomb = squeeze(bytes(HOST_LIMIT + 1))
    assert len(bomb) < 2_000
    with pytest.raises(SqueezeError):
        expand(bomb, HOST_LIMIT)
    with pytest.raises(ProtocolError, match="too large"):
        read_host_message(bomb)


def test_what_is_not_squeezed_as_it_says_is_refused() -> None:
    good = pack(Events(first=0, events=EVENTS), squeezed=True)[PREFIX_BYTES:]
    other = zlib.compressobj(6, zlib.DEFLATED, -12, 6, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
    beside = bytes([SQUEEZE_MARK]) + b"\0\x03abc" + other.compress(encode(FROM_HOST[1])) + other.flush()
    for bad in (bytes([SQUEEZE_MARK]), good[:-3], good + b"x", bytes([SQUEEZE_MARK, 255, 255]) + good[3:], beside):
        with pytest.raises(ProtocolError):
            read_host_message(bad)


async def test_a_hand_of_hearts_and_coming_back_in_it_cost_so_many_bytes_at_most() -> None:
    whole = await hand()
    assert whole.total() <= HAND, whole
    held, empty = await coming_back()
    assert held <= BACK
    assert empty.total() <= BACK, empty
