"""PROTOCOL.md shows every message, and each example in it is one."""

import json
import re
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest

from net.wire.client_messages import MAJOR, MINOR, ClientMessage
from net.wire.framing import ProtocolError, read_client_message, read_host_message
from net.wire.host_messages import HostMessage
from tests.net.wire.test_messages import tags

TEXT = (Path(__file__).parents[2] / "PROTOCOL.md").read_text("utf-8")
EXAMPLES = [line.strip() for line in TEXT.splitlines() if line.startswith("    ") and line.strip().startswith('{"t"')]


def plain(example: str) -> Any:
    """An example as plain data; h'..' is bytes."""

    def revive(value: Any) -> Any:
        match value:
            case {"hex": str(digits)}:
                return bytes.fromhex(digits)
            case dict():
                return {key: revive(inner) for key, inner in value.items()}
            case list():
                return [revive(inner) for inner in value]
        return value

    return revive(json.loads(re.sub(r"h'([0-9a-f]*)'", r'{"hex": "\1"}', example)))


def read(example: str) -> list[Any]:
    """The messages that an example is: a client's, a host's, or both."""
    found: list[Any] = []
    for reader in (read_client_message, read_host_message):
        try:
            found.append(reader(msgpack.packb(plain(example))))
        except ProtocolError:
            continue
    return found


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[:20])
def test_each_example_is_a_message_and_says_nothing_that_is_not_in_it(example: str) -> None:
    messages = [msgspec.to_builtins(message, builtin_types=(bytes,)) for message in read(example)]
    assert messages
    assert any(is_part(plain(example), message) for message in messages)


def is_part(shown: Any, whole: Any) -> bool:
    """Whether all that an example shows is in a message; what it leaves out has its default."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(key in whole and is_part(shown[key], whole[key]) for key in shown)
    if isinstance(shown, list):
        return len(shown) == len(whole) and all(map(is_part, shown, whole))
    return bool(shown == whole)


def test_every_message_has_an_example() -> None:
    shown = {plain(example)["t"] for example in EXAMPLES}
    assert shown == tags(ClientMessage) | tags(HostMessage)


def test_the_title_names_the_version() -> None:
    assert f"version {MAJOR}.{MINOR}" in TEXT.splitlines()[0]
