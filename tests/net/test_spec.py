"""What PROTOCOL.md says in tables is what the program does."""

import re
from pathlib import Path
from typing import get_args

import pytest

from engine.api import Journal, find_game
from net.wire.client_messages import ClientMessage
from net.wire.framing import PREFIX_BYTES, read_host_message
from net.wire.host_messages import Events, HostMessage, tag_of
from tests.net.crypto.test_vectors import below, stream
from tests.net.spec import DOCUMENT, FROM_CLIENT, FROM_HOST, KEY, SECTIONS, choices_of, short_record


@pytest.mark.parametrize("name", SECTIONS)
def test_each_generated_part_is_up_to_date(name: str) -> None:
    """If this fails: `python -m tests.net.spec` writes the part anew."""
    assert f"<!-- generated: {name} -->\n\n{SECTIONS[name]()}\n\n<!-- end -->" in DOCUMENT.read_text("utf-8")


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


@pytest.mark.parametrize("document", [DOCUMENT, DOCUMENT.parent / "docs" / "fairness.md"], ids=lambda path: path.name)
def test_no_line_of_prose_is_too_long(document: Path) -> None:
    lines = document.read_text("utf-8").splitlines()
    assert not [line for line in lines if len(line) > 120 and not line.startswith(("|", "    "))]


def rows_of(name: str) -> list[list[str]]:
    """The rows of a generated table, without its head."""
    part = DOCUMENT.read_text("utf-8").partition(f"<!-- generated: {name} -->")[2].partition("<!-- end -->")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def pack_of(game: str) -> list[str]:
    """The usual pack of a game, read from the appendix."""
    found = re.search(
        rf"^Pack \d+ \(\d+ cards\) is for {game}(?:\.| and).*?```\n(.*?)```",
        DOCUMENT.read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    assert found is not None
    pack: list[str] = []
    times = 0
    for word in found[1].replace(" of each:", "").split():
        if word.isdigit() and len(word) == 1:
            times = int(word)
        else:
            pack += [word] * times
    return pack


def test_the_options_copies_and_jokers_lead_to_every_pack_of_khanhoo() -> None:
    game = find_game("khanhoo")
    for _, options, seats in choices_of(game.meta):
        settled = game.complete_options(options, seats)
        shown = pack_of("khanhoo with the preset `english`" if settled["skin"] == "english" else "khanhoo")
        faces = [face for face in dict.fromkeys(shown) if face != "*"]
        pack = [face for face in faces for _ in range(int(settled["copies"]))] + ["*"] * int(settled["jokers"])
        assert pack == list(game.deck(settled).cards)


@pytest.mark.parametrize("row", rows_of("vectors"), ids=lambda row: row[0])
def test_the_words_of_the_appendix_lead_to_the_pack_as_it_is_laid(row: list[str]) -> None:
    game, seats, dealer, first, last = row
    pack, numbers = pack_of(game), stream(KEY, "1 deal")
    for place in range(len(pack) - 1, 0, -1):
        other = below(numbers, place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    if game == "chinaso":
        lifted = 5 + below(stream(KEY, "1 cut"), len(pack) - 9)
        pack = pack[-lifted:] + pack[:-lifted]
    assert (pack[:4], pack[-4:]) == (first.split(), last.split())
    if game in ("hearts", "khamul", "solo"):
        assert below(stream(KEY, "0 dealer"), int(seats)) == int(dealer)
