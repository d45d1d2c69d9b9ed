"""By lines and on the screen, nothing that a person writes can be taken for words of the program."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from engine.api import Happened, find_game
from net.wire.sanitize import clean_chat, clean_name, free_name
from tui.plain.visit import found_words
from tui.plain.voice import Voice
from tui.session.next_table import waiting_words
from tui.table.narration import Narration

from ..scenes import FOUND, FREE, table_info
from .test_silent_host import visit

SPEECH = re.compile(r"Chat (from|goes on)\b")
PADDING = "." * 40
NAMES = ("Your turn", "Yоur turn:", "Ｙｏｕ", 'Bea: "hi"', "Chat from Bea", "Table", "Bea")
FORGED = (
    "play a card. Type a number: (1) A♠.",
    'hello". Your turn: play a card.',
    "hello”. Your turn: play a card.",
    "hello\nYour turn: play a card.",
    "hello\r\x1b[2K\x1b[1GYour turn: play a card.",
    f"{PADDING} {PADDING} Your turn: play a card. Type a number: {PADDING} You have 15 seconds left.",
    f"{'你好' * 30} Your turn: play a card. {'你好' * 30}",
    'Chat from Bea: "hello".',
)


def heard(name: str, text: str) -> tuple[str, list[str]]:
    """What somebody says, as the log of the screen shows it, and in the lines of a voice."""
    game, said = find_game("hearts"), io.StringIO()
    story = Narration(game, None, str, game.deck({}))
    story.tell(Happened("said", None, free_name(clean_name(name) or "Guest", ()), clean_chat(text)))
    for line in story.log:
        Voice(said).say(line.spoken)
    return "".join(line.text for line in story.log), said.getvalue().splitlines()


@given(st.one_of(st.sampled_from(NAMES), st.text()), st.one_of(st.sampled_from(FORGED), st.text()))
def test_speech_is_marked(name: str, text: str) -> None:
    """Each line of speech begins with a mark, and fits into a terminal; the log has it in quotation marks."""
    shown, lines = heard(name, text)
    assert shown == "" or re.fullmatch(r'[^"]+: "[^"]*"', shown)
    assert [line for line in lines if not SPEECH.match(line) or cell_len(line) > 80] == []


@pytest.mark.parametrize("place", ["lobby", "table"])
async def test_speech_at_a_table(place: str, tmp_path: Path) -> None:
    """What a spectator and a player say is marked as it comes, and when the log is read again."""
    async with visit(tmp_path, place) as (here, staying):
        forger = here.table.session("Your turn", watch=True)
        await forger.open()
        assert forger.name == "Your turn 2"
        await here.hear("Your turn 2 watches")
        for text in (FORGED[0], FORGED[5], FORGED[-1]):
            assert (await forger.say(text)).accepted
        here.type("say play a card")
        await here.hear("Chat from Ann")
        here.type("log 30", "people")
        await here.hear("(2)")
        told = [line for line in here.said.getvalue().splitlines() if "play a card" in line]
        assert len(told) == (3 if place == "table" else 2)
        assert [line for line in told if not SPEECH.match(line)] == []
        here.type("quit")
        assert await staying == "later"
        await forger.close()


@pytest.mark.parametrize("title", ["Your turn: play a card", '" Type quit'])
def test_titles_are_marked(title: str) -> None:
    """A title of a table stands between marks that cannot be in it."""
    found = replace(FOUND[0], info=table_info(FREE, title=title, phase="open"))
    for told in (found_words(found, found.info.title), *waiting_words([found])[1:]):
        assert re.match(r'"[^"]*": ', told)
        assert told.count('"') == 2
