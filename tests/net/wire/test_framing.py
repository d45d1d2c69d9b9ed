"""Frames: any pieces in, whole payloads out, and limits before anything is kept."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.wire.framing import EmptyFrame, FrameError, FrameParser, OversizeFrame, frame


def payloads_of(parser: FrameParser) -> list[bytes]:
    found = []
    while (payload := parser.next_payload()) is not None:
        found.append(payload)
    return found


@settings(max_examples=200, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=60), max_size=8), st.lists(st.integers(1, 9), min_size=1))
def test_frames_come_out_whole_however_they_were_cut(payloads: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(frame(payload) for payload in payloads)
    parser = FrameParser(64)
    found = []
    while stream:
        cut = cuts[0]
        cuts = [*cuts[1:], cut]
        parser.feed(stream[:cut])
        found += payloads_of(parser)
        stream = stream[cut:]
    assert found == payloads
    assert parser.held_bytes == 0


def test_a_frame_may_be_exactly_as_long_as_the_limit() -> None:
    parser = FrameParser(10)
    parser.feed(frame(b"x" * 10))
    assert parser.next_payload() == b"x" * 10


@pytest.mark.parametrize("claimed", [4097, 4098, 2**31, 2**32 - 1])
def test_an_oversize_claim_is_refused_before_its_bytes_come(claimed: int) -> None:
    parser = FrameParser(4096)
    with pytest.raises(OversizeFrame) as caught:
        parser.feed(claimed.to_bytes(4, "big"))
    assert (caught.value.claimed, caught.value.limit) == (claimed, 4096)
    assert parser.held_bytes == 0


def test_an_empty_frame_is_refused() -> None:
    parser = FrameParser(4096)
    with pytest.raises(EmptyFrame):
        parser.feed(b"\0\0\0\0")


def test_what_was_whole_before_a_bad_frame_still_comes_out() -> None:
    parser = FrameParser(16)
    parser.feed(frame(b"good") + b"\0\0\0\0")
    assert parser.next_payload() == b"good"
    with pytest.raises(EmptyFrame):
        parser.next_payload()


def test_after_a_bad_frame_there_is_no_going_on() -> None:
    parser = FrameParser(16)
    with pytest.raises(FrameError):
        parser.feed(b"\0\0\0\0")
    with pytest.raises(FrameError):
        parser.feed(frame(b"good"))
    with pytest.raises(FrameError):
        parser.next_payload()


def test_the_limit_may_be_raised_between_frames() -> None:
    parser = FrameParser(4)
    parser.feed(frame(b"tiny") + (8).to_bytes(4, "big"))
    assert parser.next_payload() == b"tiny"
    parser.limit = 8
    parser.feed(b"x" * 8)
    assert parser.next_payload() == b"x" * 8


def test_a_dripping_peer_holds_no_more_than_it_sent() -> None:
    parser = FrameParser(4096)
    for byte in frame(b"y" * 3000)[:2000]:
        parser.feed(bytes([byte]))
        assert parser.next_payload() is None
    assert parser.held_bytes == 2000
