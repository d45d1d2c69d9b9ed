"""A golden match of Khanhoo as one of its players sees it: the deal, a claim, going out. For the animated picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.api import Journal, replay

from ..golden.bots import Bots
from ..golden.make import Named
from ..harness.tabletop import Tabletop
from .animation import Frame, animate
from .scene import Scene, draw
from .scenes_table import app_of

MATCH: Final = Bots(Named("khanhoo", "denexa", 3), "hard")
NUMBER: Final = 3
"""Of the golden matches of these bots."""


@dataclass(frozen=True, slots=True)
class Moment:
    """After so many records of the match. keys: what the player presses then. seconds: how long it is shown."""

    records: int
    title: str
    keys: tuple[str, ...] = ()
    seconds: float = 1.2


TO_DISCARD: Final = "Draw and discard, until every card is in a meld"
MOMENTS: Final = (
    Moment(1, "Fifteen cards for each player", seconds=3),
    Moment(2, "A discard that you need: claim it out of turn", seconds=4),
    Moment(5, "The meld lies on the table; now discard", ("right", "right"), seconds=3),
    Moment(6, TO_DISCARD),
    Moment(10, TO_DISCARD),
    Moment(14, TO_DISCARD),
    Moment(17, TO_DISCARD, ("right",) * 6, seconds=2),
    Moment(18, TO_DISCARD),
    Moment(22, TO_DISCARD),
    Moment(26, TO_DISCARD),
    Moment(29, TO_DISCARD, ("left",), seconds=2),
    Moment(30, TO_DISCARD),
    Moment(38, "The last card that you need", seconds=4),
    Moment(41, "Go out", seconds=3),
    Moment(42, "The deal is yours", ("tab",), seconds=4),
)
POSTER: Final = 1
"""The claim."""


@cache
def _journal() -> Journal:
    journal = MATCH.self_play(NUMBER).play(1).journal
    assert journal is not None
    return journal


def _table(records: int) -> Callable[[], Tabletop]:
    """The table after so many records, for seat 0."""

    def build() -> Tabletop:
        journal = _journal()
        table = Tabletop(replay(journal, stop_after=records), 0, kinds={1: "bot", 2: "bot"}, others_play=False)
        table.tell(event for record in journal.records[:records] for event in record.events)
        return table

    return build


def scene(moment: Moment) -> Scene:
    """A moment as a scene."""
    return Scene(app_of(_table(moment.records)), keys=moment.keys, title=moment.title)


async def draw_match() -> str:
    """The animated picture."""
    frames = [Frame((await draw(scene(moment))).svg, moment.seconds) for moment in MOMENTS]
    return animate(frames, poster=POSTER)
