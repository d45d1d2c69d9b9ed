"""Hostile bytes: whatever comes, only the named refusals come out, and nothing is kept.

The usual run tries 200,000 inputs; `python -m tests.net.attacks.test_fuzz 5000000` tries as many as it is told.
"""

import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine.api import Act, Header, JournalError, Move, Record, encode, read_record
from net.wire.framing import (
    FrameError,
    FrameParser,
    ProtocolError,
    frame,
    read_client_message,
    read_host_message,
    squeeze,
)
from net.wire.host_messages import CLIENT_LIMIT, HELLO_LIMIT, HOST_LIMIT
from net.wire.sift import sift

from ...harness.messages import EVENTS, FROM_CLIENT, FROM_HOST

INPUTS = 200_000
MOST_GROWTH_KIB = 48 * 1024
"""More memory than this after all inputs were something kept of them."""

CLIENT = [encode(message) for message in FROM_CLIENT]
HOST = [encode(message) for message in FROM_HOST]
SQUEEZED = [squeeze(payload) for payload in HOST]
RECORDS = [
    encode(Record(Act("play", 0, Move("play")), EVENTS)),
    encode(Record(Act("start"), EVENTS)),
    encode(Header(1, "hearts", 4, {"limit": 100}, "seed")),
]

# Bytes that mean much to a decoder: the heads of long texts, lists, maps, binaries and extensions, and their claims.
HEADS = bytes.fromhex("c0c1c2c4c5c6c7c8c9cacbcfd3d4d8d9dadbdcdddedf808f909fa0bfff00")


def mutated(payload: bytes, others: list[bytes], chance: Random) -> bytes:
    """A payload with something done to it, once or several times over."""
    data = bytearray(payload)
    for _ in range(chance.choice((1, 1, 1, 2, 4, 16))):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(8):
            case 0 if data:
                data[at % len(data)] ^= 1 << chance.randrange(8)
            case 1 if data:
                data[at % len(data)] = chance.choice(HEADS)
            case 2:
                del data[at : at + chance.randrange(1, 9)]
            case 3:
                data[at:at] = bytes([chance.choice(HEADS)]) + chance.randbytes(chance.randrange(5))
            case 4:
                other = chance.choice(others)
                start = chance.randrange(len(other))
                data[at:at] = other[start : start + chance.randrange(1, 40)]
            case 5:
                data[at:at] = chance.choice(HEADS).to_bytes(1, "big") * chance.choice((1, 7, 63, 700))
            case 6:
                data = data[:at]
            case _:
                data += chance.choice(others)
    return bytes(data)


def hostile(payloads: list[bytes], count: int, seed: str) -> Iterator[bytes]:
    """So many inputs: payloads mutated, and now and then bytes from nowhere."""
    chance = Random(seed)
    for _ in range(count):
        if chance.random() < 0.05:
            yield chance.randbytes(chance.randrange(200))
        else:
            yield mutated(chance.choice(payloads), payloads, chance)


Outcomes = Counter[str]


def fed(read: Callable[[bytes], object], refusals: type[Exception], inputs: Iterator[bytes]) -> Outcomes:
    """What became of each input: the type of message read, or of the refusal. Any other error goes through."""
    found: Outcomes = Counter()
    for data in inputs:
        try:
            message = read(data)
        except refusals as refusal:
            found[type(refusal).__name__] += 1
            found["talkative"] += len(str(refusal)) > 400
        else:
            found[type(message).__name__] += 1
    return found


def readers() -> list[tuple[str, Callable[[bytes], object], type[Exception], list[bytes]]]:
    """Every way in which bytes of others are read."""
    return [
        ("client", read_client_message, ProtocolError, CLIENT),
        ("stranger", lambda data: read_client_message(data, welcome=False), ProtocolError, CLIENT),
        ("host", read_host_message, ProtocolError, HOST),
        ("squeezed", read_host_message, ProtocolError, SQUEEZED),
        ("record", lambda data: read_record(data, 1, sift=sift), JournalError, RECORDS),
    ]


def resident_kib() -> int:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.slow
@pytest.mark.parametrize("reader", readers(), ids=[name for name, *_ in readers()])
def test_hostile_bytes_end_in_a_message_or_a_named_refusal_and_leave_nothing_behind(
    reader: tuple[str, Callable[[bytes], object], type[Exception], list[bytes]],
) -> None:
    name, read, refusals, payloads = reader
    fed(read, refusals, hostile(payloads, 2_000, f"{name} first"))
    before = resident_kib()
    found = fed(read, refusals, hostile(payloads, INPUTS // 4, name))
    assert not found.pop("talkative"), "a refusal quotes too much"
    assert found.total() == INPUTS // 4
    assert sum(count for kind, count in found.items() if kind.endswith("Error")) > INPUTS // 16
    assert any(not kind.endswith(("Error", "Version")) for kind in found), "not one input was near enough to be read"
    assert resident_kib() - before < MOST_GROWTH_KIB


@pytest.mark.parametrize("limit", [HELLO_LIMIT, CLIENT_LIMIT, HOST_LIMIT])
def test_a_stream_of_hostile_frames_in_any_pieces_is_cut_or_refused(limit: int) -> None:
    chance = Random(limit)
    frames = [frame(payload) for payload in CLIENT + HOST]
    refusals: list[str] = []
    whole = 0
    for data in hostile(frames, 4_000, f"stream {limit}"):
        parser = FrameParser(limit)
        try:
            while data:
                size = chance.randrange(1, 64)
                parser.feed(data[:size])
                data = data[size:]
                while (payload := parser.next_payload()) is not None:
                    whole += 1
                    assert 0 < len(payload) <= limit
                assert parser.held_bytes <= limit + 4 + size
        except FrameError as refusal:
            refusals.append(str(refusal))
            with pytest.raises(FrameError):
                parser.next_payload()
    assert len(refusals) > 100
    assert all(refusal.endswith(".") for refusal in refusals)
    assert whole > 1000


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    for name, read, refusals, payloads in readers():
        first = resident_kib()
        print(name, dict(fed(read, refusals, hostile(payloads, wanted // 4, f"{name} slow"))), flush=True)
        print(f"  {resident_kib() - first} KiB more memory than before", flush=True)
