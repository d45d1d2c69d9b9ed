"""Golden transcripts: a match of each game by lines, with what was typed after a `>`. `python -m tests.golden.plain`
writes them.

A real room, host and session in memory, on a clock that leaps; bots think at once, and all chance comes from seeds.
"""

import asyncio
import io
import os
import tempfile
from math import inf
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from engine.api import BETWEEN, Chance, find_game, games
from net import environment
from net.client.session import ClientSession
from net.crypto.signing import PersonKey
from net.host import bots
from tui.config.mutes import Mutes
from tui.config.settings import Settings
from tui.plain.room import PlainRoom
from tui.plain.voice import Voice
from tui.session import table_session
from tui.session.statistics import Statistics

from ..harness.local_table import NOWHERE, open_table
from .evenings import StillLoop, given_chance

TRANSCRIPTS = Path(__file__).resolve().parent / "plain"
ASIDE = ("hand", "table", "score", "?", "rules", "nonsense", "undo", "people", "full", "table", "brief", "normal")
"""What is typed between the answers, in this order."""
EVERY = 2
"""One of them after so many answers, and after them a hint instead, as often as `HINTS` says."""
HINTS = 40
LINE_S = 0.06
"""How long the typing of a line takes: a host hears no more than 20 messages of a person in a second."""


class Typist:
    """A person who answers by chance, and takes a moment for each line. Every line goes into the transcript."""

    is_typed = False
    has_ended = False
    next = ""

    def __init__(self, game: str, room: PlainRoom, transcript: io.StringIO) -> None:
        self._room, self._transcript = room, transcript
        self._chance = Chance(f"plain {game}", "answers")
        self._asides = [*ASIDE, *["hint"] * HINTS]
        self._answers = 0
        self._is_typing = False

    def __bool__(self) -> bool:
        return not self._is_typing

    def take(self) -> str:
        """The next line."""
        self._is_typing = True
        asyncio.get_running_loop().call_later(LINE_S, self._end_line)
        line = self._line()
        self._transcript.write(f"> {line}\n")
        return line

    def _end_line(self) -> None:
        self._is_typing = False
        self._room.wake()

    def _line(self) -> str:
        table = self._room.table
        assert table is not None
        if table.view.over is not None:
            return "quit"
        if table.view.phase == BETWEEN:
            return "next"
        self._answers += 1
        if self._asides and self._answers % EVERY == 0:
            return self._asides.pop(0)
        return self._chance.choice(table.answers())


async def _think(worker: bots.BotWorker, job: bots.Job) -> bots.Thought:
    return worker._threaded.think(job)


async def _play(game: str, folder: Path) -> str:
    transcript = io.StringIO()
    levels = ["easy"] * (find_game(game).meta.usual_seats - 1)
    table = open_table(game, bots=levels, seed=f"plain {game}")
    session = ClientSession(
        NOWHERE, name="Ann", token=table.owner, connector=table.connect, person=PersonKey(b"Ann".ljust(32))
    )
    settings, statistics = Settings(), Statistics(folder)
    room = PlainRoom(session, Voice(transcript), settings, statistics, Mutes(), starts_itself=True)
    await session.open()
    await session.start()
    await room.stay(Typist(game, room, transcript))
    await room.part(for_good=True)
    await session.close()
    await table.close()
    return transcript.getvalue()


def play(game: str) -> str:
    """The transcript of a match."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {environment.HOME: folder}),
        patch.object(bots.BotWorker, "_think_in_thread", _think),
        patch.object(bots, "time", SimpleNamespace(monotonic=lambda: 0.0)),
        patch.object(table_session, "HINT_S", inf),  # a hint on a busy machine is the same
        given_chance(),
        asyncio.Runner(loop_factory=StillLoop) as runner,
    ):
        return runner.run(_play(game, Path(folder)))


def path_of(game: str) -> Path:
    """Where a transcript is kept."""
    return TRANSCRIPTS / f"{game}.txt"


def main() -> None:
    """Write every transcript."""
    TRANSCRIPTS.mkdir(exist_ok=True)
    for meta in games():
        path_of(meta.id).write_text(play(meta.id), "utf-8")
        print(f"{path_of(meta.id).name}: {path_of(meta.id).stat().st_size} bytes")


if __name__ == "__main__":
    main()
