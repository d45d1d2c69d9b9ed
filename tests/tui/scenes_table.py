"""Named scenes of the tables, for text goldens and pictures: set up from seeds and given deals alone."""

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from engine.api import Happened
from net.news import Verdict

from ..harness.quiet import quiet
from ..harness.tabletop import CheckedDeals, TableApp, Tabletop, new_table
from .scene import Scene

KHANHOO_DEAL = """
dealer: 2
0: 2H 3H 4H 5H 5S 6S 7S AH 2S 3D 4D 5D 6D KC 8D 3S
1: QC KC 8S 9S JC 2D 9D AD AS 3H 4S 5S 6D 8D *
2: 9H 9H JC QC 7D 6S 2S 4S 8S AD AS 6H 7H 8H 9S
stock: 2H 7D 3S 4H
"""
"""Ann needs the seven of diamonds; cy can bump a king, bea a jack."""

BUMPS = ("0 discard KC", "1 leave", "2 bump 9H 9H", "close", "2 discard JC", "0 leave", "1 bump QC KC", "close")
TO_CLAIM = (*BUMPS, "1 discard 9D", "0 pass", "2 leave", "close", "2 discard 2S")
TO_OUT = (*TO_CLAIM, "0 leave", "1 pass", "close")


def hearts(viewer: int | None = 0, answers: int = 0) -> Tabletop:
    """A table of Hearts, the viewer having answered so often."""
    table = Tabletop(new_table("hearts"), viewer, kinds={1: "bot", 3: "bot"}, watchers=("eva", "fay")).begin()
    return table.advance(answers)


def khanhoo(*acts: str, viewer: int | None = 0) -> Tabletop:
    """A table of Khanhoo for three, after some acts."""
    table = Tabletop(new_table("khanhoo", seats=3, deal=KHANHOO_DEAL), viewer, others_play=False).begin()
    return table.script(*acts)


def spectated(answers: int) -> Tabletop:
    """A table of Hearts after so many answers, watched."""
    table = Tabletop(new_table("hearts"), None, watchers=("eva",), others_play=False).begin()
    for _ in range(answers):
        decision = table.table.decisions()[0]
        table.tell(table.table.play(decision.seat, decision.id, decision.default))
    return table


def checked() -> Tabletop:
    """A table of Hearts in its third deal, two of which were checked."""
    table = Tabletop(new_table("hearts"), 0, kinds={1: "bot", 3: "bot"})
    sentence = "The cards were drawn with random numbers from 2 players: Ann, Cy."
    table.fairness = CheckedDeals(
        {deal: Verdict(deal, "verified", 2, sentence, signed=2, head=f"{deal}f" * 32) for deal in (1, 2)}
    )
    return table.begin()


def _talked(table: Tabletop) -> Tabletop:
    table.happen(Happened("said", 2, "cy", "that was my queen"))
    table.happen(Happened("said", 1, "bea", "it is everybody's queen"))
    return table


def app_of(make: Callable[[], Tabletop], **drawn: Any) -> Callable[[], App[Any]]:
    """An app that shows a table. drawn: how."""
    return lambda: TableApp(make(), **drawn)


def _replay() -> App[Any]:
    table = spectated(30)
    assert table.table.journal is not None
    journal = table.table.journal

    class ReplayApp(TableApp):
        def first_screen(self) -> Screen[None]:
            from tui.table.replay_screen import ReplayScreen

            return ReplayScreen(journal)

    return ReplayApp(table)


async def _drawn(pilot: Pilot[Any]) -> None:
    await quiet(pilot)


def scene_of(build: Callable[[], App[Any]], size: tuple[int, int] = (80, 24), *keys: str, title: str) -> Scene:
    """A scene of a table."""
    return Scene(build, size, keys, _drawn, title)


WIDE = (120, 40)

SCENES: dict[str, Scene] = {
    "hearts-passing": scene_of(
        app_of(hearts), (80, 24), "right", "right", "space", "right", "space", title="Hearts: two of three cards chosen"
    ),
    "hearts-trick": scene_of(app_of(lambda: hearts(0, 5)), title="Hearts at 80x24"),
    "hearts-wide": scene_of(app_of(lambda: _talked(hearts(0, 6))), WIDE, title="Hearts at 120x40"),
    "hearts-refused": scene_of(app_of(lambda: hearts(0, 2)), (80, 24), "end", "enter", title="Hearts: why not"),
    "hearts-small": scene_of(app_of(lambda: hearts(0, 5)), (60, 20), title="Hearts at 60x20"),
    "hearts-ascii": scene_of(app_of(lambda: hearts(0, 5), ascii=True), title="Hearts in ASCII"),
    "hearts-mono": scene_of(app_of(lambda: hearts(0, 5), theme="mono"), title="Hearts without colours"),
    "hearts-light": scene_of(app_of(lambda: hearts(0, 5), theme="light"), title="Hearts by daylight"),
    "hearts-watched": scene_of(app_of(lambda: spectated(30)), title="Watching Hearts"),
    "deal-check": scene_of(app_of(checked), (80, 24), "i", "f", title="What was found of the deals"),
    "deal-check-ascii": scene_of(app_of(checked, ascii=True), (80, 24), "i", "f", title="The same in ASCII"),
    "hearts-looking-back": scene_of(
        app_of(lambda: spectated(30)), (80, 24), "comma", "comma", title="Looking back, trick by trick"
    ),
    "hearts-result": scene_of(app_of(lambda: hearts(0, 14)), (80, 24), "tab", title="Hearts: the result of a deal"),
    "khanhoo": scene_of(app_of(lambda: khanhoo(*TO_OUT)), title="Khanhoo: going out"),
    "khanhoo-wide": scene_of(app_of(lambda: _talked(khanhoo(*TO_OUT))), WIDE, title="Khanhoo at 120x40"),
    "khanhoo-claim": scene_of(
        app_of(lambda: khanhoo(*TO_CLAIM)), (80, 24), "end", "space", title="Khanhoo: a claim beside a choice"
    ),
    "khanhoo-bump": scene_of(app_of(lambda: khanhoo("0 discard KC", viewer=2)), (80, 24), "b", title="Khanhoo: a bump"),
    "khanhoo-ascii": scene_of(app_of(lambda: khanhoo(*TO_OUT), ascii=True), title="Khanhoo in ASCII"),
    "khanhoo-small": scene_of(app_of(lambda: khanhoo(*TO_OUT)), (60, 20), title="Khanhoo at 60x20"),
    "khanhoo-watched": scene_of(app_of(lambda: khanhoo(*TO_CLAIM, viewer=None)), title="Watching Khanhoo"),
    "khanhoo-result": scene_of(
        app_of(lambda: khanhoo(*TO_OUT, "0 out 3S")), (80, 24), "tab", title="Khanhoo: the result of a deal"
    ),
    "table-too-small": scene_of(app_of(lambda: hearts(0, 5)), (48, 14), title="A window that is too small"),
    "replay": scene_of(_replay, (80, 24), "down", "pagedown", "right", title="A replay with open cards"),
}
