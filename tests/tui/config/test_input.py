"""Any bytes may come from a terminal. They become keys, mouse events and pasted text, or nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from textual import events
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from tests.harness.terminal_reports import REPORTS, inputs
from tui.config.input import ALONE_AFTER_S, LONGEST_PASTE, OVER_AFTER_S, TerminalInput

SEED = 20_291
SOON_S = 0.01


def keys(messages: Sequence[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


def texts(messages: Sequence[Message]) -> list[str]:
    return [message.text for message in messages if isinstance(message, events.Paste)]


def read(*pieces: bytes, gap_s: float = SOON_S) -> list[Message]:
    """The messages of pieces that come one after another, and then nothing for long."""
    found, messages, now = TerminalInput(), list[Message](), 0.0
    for piece in pieces:
        messages += [*found.tick(now), *found.feed(piece, now)]
        now += gap_s
    return [*messages, *found.tick(now + OVER_AFTER_S)]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (b"abc\x15d\r", ["a", "b", "c", "ctrl+u", "d", "enter"]),
        (b"\n", ["enter"]),
        (b"\x1b", ["escape"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1b\x03", ["escape", "ctrl+c"]),
        (b"\x1bOP\x1b[[B\x1b[15~", ["f1", "f2", "f5"]),
        (b"\x1b[1;5C", ["ctrl+right"]),
        ("é文".encode(), ["é", "文"]),
        (b"\x1b[99;5u\x1b[99;5:1u\x1b[99;5:3u", ["ctrl+c", "ctrl+c"]),
        (b"\x1b[27;5;99~", ["ctrl+c"]),
        (b"\xffa", ["replacement_character", "a"]),
        (b"\x1b[<35;20\x03", ["ctrl+c"]),
        (b"\x1b]11;rgb:12\x03", ["ctrl+c"]),
        (b"\x1b[200~12\x0334\x1b[201~5", ["ctrl+c", "5"]),
    ],
)
def test_keys_come_in_order(typed: bytes, expected: list[str]) -> None:
    assert keys(read(typed)) == expected
    assert keys(read(*(bytes((byte,)) for byte in typed))) == expected


def test_a_terminal_of_another_encoding_types_its_characters() -> None:
    assert keys(TerminalInput("iso-8859-1").feed("é1".encode("iso-8859-1"), 0.0)) == ["é", "1"]
    assert keys(TerminalInput("gbk").feed("卡1".encode("gbk"), 0.0)) == ["卡", "1"]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_no_key_wherever_it_is_cut(name: str) -> None:
    """Not at once, and not if the rest comes after seconds: only an Escape alone must become a key by then."""
    report = REPORTS[name]
    assert not keys(read(report))
    assert not texts(read(report))
    for cut in range(1, len(report)):
        head, rest = report[:cut], report[cut:]
        assert not keys(read(head, rest)), (head, rest)
        if head[-1:] != b"\x1b" and len(rest) > 1 and rest[:1] != b"\x1b":
            assert not keys(read(head, rest, gap_s=OVER_AFTER_S * 0.9)), (head, rest)
        assert keys(read(head, rest, b"x", gap_s=ALONE_AFTER_S))[-1:] == ["x"], (head, rest)


def test_a_paste_without_an_end_is_told_and_gives_the_keyboard_back() -> None:
    found = TerminalInput()
    assert not found.feed(b"\x1b[200~hello", 0.0)
    assert found.waits
    assert keys(found.feed(b"\x03", 0.1)) == ["ctrl+c"]
    assert texts(found.tick(0.1 + ALONE_AFTER_S)) == ["hello"]
    assert not keys(found.feed(b"late text", 0.2 + ALONE_AFTER_S))
    messages = found.feed(b"q", 0.2 + 2 * ALONE_AFTER_S)
    assert (texts(messages), keys(messages)) == (["late text"], ["q"])


def test_a_long_paste_is_cut_and_its_rest_is_no_key() -> None:
    messages = read(b"\x1b[200~", *[b"1234567890" * 100] * 50, b"\x1b[201~q")
    assert [len(text) for text in texts(messages)] == [LONGEST_PASTE]
    assert keys(messages) == ["q"]


def _verify(seed: int, count: int) -> None:
    """Whatever comes, however it is cut: nothing but possible messages, and the keyboard still works."""
    chance = random.Random(seed)
    found, now = TerminalInput(), 0.0
    sent: list[bytes] = []
    for data in inputs(seed, count):
        messages: list[Message] = []
        while data:
            piece, data = data[: (cut := chance.randint(1, len(data)))], data[cut:]
            sent = [*sent[-20:], piece]
            now += chance.choice((0.0, 0.02, 0.2, 1.0))
            messages += [*found.feed(piece, now), *found.tick(now + 0.001)]
        told = f"seed {seed}, the last bytes: {sent}"
        assert all(_is_possible(message) for message in messages), told
        now += ALONE_AFTER_S
        assert keys(found.feed(b"\x03", now))[-1:] == ["ctrl+c"], told
        now += ALONE_AFTER_S
        found.tick(now)
        assert keys(found.feed(b"x", now))[-1:] == ["x"], told
        assert not found.waits, told


def _is_possible(message: Message) -> bool:
    match message:
        case events.Key():
            return bool(message.key) and (message.character or "").encode() is not None
        case events.Paste():
            return len(message.text.encode()) <= 3 * LONGEST_PASTE and "\x1b" not in message.text
        case events.MouseEvent():
            return 0 <= message.x < 10_000 and 0 <= message.y < 10_000
        case events.CursorPosition():
            return True
    return isinstance(message, events.AppFocus | events.AppBlur | TerminalSupportsSynchronizedOutput)


def test_any_bytes_leave_the_keyboard() -> None:
    _verify(SEED, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_hundred_thousand_inputs_leave_the_keyboard(part: int) -> None:
    _verify(SEED + 1 + part, 25_000)
