"""What PROTOCOL.md says in tables is what the program does."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from engine.api import Journal
from net.frames import PREFIX_BYTES
from net.protocol import ClientMessage, Events, HostMessage, read_host_message, tag_of
from tests.net.spec import DOCUMENT, FROM_CLIENT, FROM_HOST, SECTIONS, short_record


@pytest.mark.parametrize(("name", "make"), SECTIONS.items(), ids=str)
def test_each_generated_part_is_up_to_date(name: str, make: Callable[[], str]) -> None:
    """If this fails: `python -m tests.net.spec` writes the part anew."""
    assert f"<!-- generated: {name} -->\n\n{make()}\n\n<!-- end -->" in DOCUMENT.read_text("utf-8")


@pytest.mark.parametrize(("known", "union"), [(FROM_CLIENT, ClientMessage), (FROM_HOST, HostMessage)])
def test_it_is_said_of_each_message_when_and_by_whom(known: dict[str, object], union: object) -> None:
    assert set(known) >= {tag_of(kind) for kind in get_args(union)}


def printed(name: str) -> list[bytes]:
    """The blocks of hexadecimal digits in a generated part."""
    part = DOCUMENT.read_text("utf-8").partition(f"<!-- generated: {name} -->")[2].partition("<!-- end -->")[0]
    return [bytes.fromhex(block) for block in part.split("```")[1::2]]


def test_the_record_that_is_printed_is_read_as_one() -> None:
    (data,) = printed("record bytes")
    journal = Journal.from_bytes(data)
    assert journal.verify_seal()
    assert journal.records[:-1] == short_record().records


def test_the_squeezed_frame_that_is_printed_is_read_as_its_map_and_tail() -> None:
    frame, plain = printed("squeezed")
    message, bare = read_host_message(frame[PREFIX_BYTES:]), read_host_message(plain)
    assert isinstance(message, Events)
    assert isinstance(bare, Events)
    assert (message.first, message.events) == (bare.first, bare.events)
    assert (message.veils, message.head) == (bytes(range(16)), bytes(range(16, 32)))


@pytest.mark.parametrize(
    "document", [DOCUMENT, DOCUMENT.parent / "docs" / "cryptography.md"], ids=lambda path: path.name
)
def test_no_line_of_prose_is_too_long(document: Path) -> None:
    lines = document.read_text("utf-8").splitlines()
    assert not [line for line in lines if len(line) > 120 and not line.startswith(("|", "    "))]
