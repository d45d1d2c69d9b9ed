"""Your matches: how they ended, their replays, and how you play."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from textual import on, work
from textual.binding import Binding
from textual.events import Resize
from textual.widget import Widget

from engine.api import capital
from net.wire.sanitize import clean_line

from ..forms.host_config import preset_title
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.statistics import (
    GameSummary,
    PlayedMatch,
    StatisticsProblem,
    against,
    firsts,
    match_cells,
    minute_words,
    successes,
)
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList, needed_columns
from ..widgets.page import Block, Page, StillPage

_SUMMARY: Final = (
    ("game", 15),
    ("won", 9),
    ("matches", 7),
    ("deals", 5),
    ("place", 5),
    ("best deal", 9),
    ("streak", 0),
)
_MATCHES: Final = (("when", 16), ("game", 15), ("place", 10), ("points", 6), ("time", 8), ("against", 0))
_NARROW: Final = ("game", "won", "matches", "place", "when", "points", "against")
"""The columns in a narrow window."""
_DAY: Final = len("2026-05-01")
"""Of the time of a match, a narrow window shows the day, so that the names have room."""
_USUAL: Final = 76
_HIGH: Final = 24
_FEW: Final = 3
_MANY: Final = 6
"""Games in the summary: in a low window, and in others."""
_LAST_MATCHES: Final = 40
_HEIGHTS: Final = "▁▂▃▄▅▆▇█"
_BAR: Final = 10


_KEYS_OF_NONE: Final = (KeyHint("f", "a file", keep=True), BACK, HELP)
"""The key bar without any match."""
_OF_REPLAYS: Final = ("enter", "y")
"""Keys that do something only with a match whose replay was saved."""


class HistoryScreen(RoomScreen):
    """Two lists: one line a game, then one line a match."""

    WORDS = "History"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("enter", "replay", keep=True),
        KeyHint("y", "verify", rank=1),
        KeyHint("f", "another file", keep=True),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "The upper table has one line for each game. It shows how many matches you won, how many matches and deals you "
        'played, your average place, and your best deal. The column "streak" shows how many of your latest matches you '
        "won or lost in a row. It also shows your longest run of wins. The lower table shows your matches, the latest "
        "first. It also lists matches that you left, and matches in which you took a move back. Such matches do not "
        "count in the upper table.\n\nIf you select a match, the lines at the bottom show your latest results in the "
        "game of this match. They also show how often you won against people, and against each level of bots.\n\nEvery "
        "match that you finish is saved as a replay. Press Enter to see the replay step by step, from any seat or with "
        "all cards open.\n\nPress y to check whether every move of the replay is legal and every score is right.\n\n"
        "Press f to open a replay by its path. On the command line, khanhoo replay FILE does the same."
    )
    BINDINGS = [
        Binding("y", "verify", "verify", show=False, id="history.verify"),
        Binding("f", "file", "file", show=False, id="history.file"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._summaries: tuple[GameSummary, ...] = ()
        self._matches: tuple[PlayedMatch, ...] = ()
        self._others: tuple[Path, ...] = ()

    def body(self) -> Iterable[Widget]:
        summary = RowList(bright=9, id="summary")
        summary.can_focus = False
        yield summary
        yield RowList(
            empty="No match yet. Every match that you finish is saved here. Press f to open a replay file.",
            bright=5,
            id="matches",
        )
        yield StillPage(id="course")

    def on_mount(self) -> None:
        try:
            self._summaries, self._matches = self.room.statistics.summaries(), self.room.statistics.matches()
            known = {match.record for match in self._matches}
            self._others = tuple(path for path in self.room.statistics.records() if path.name not in known)
        except (StatisticsProblem, OSError) as problem:
            self.tell(str(problem), "error")
        self._show()
        self.query_one("#matches").focus()

    def on_resize(self, event: Resize) -> None:
        """As many columns as there is room for. (The base class's handler is called too.)"""
        self._show()

    def _show(self) -> None:
        above, below = self.query_one("#summary", RowList), self.query_one("#matches", RowList)
        lines = self._summaries[: _FEW if self.size.height < _HIGH else _MANY]
        above.display = bool(lines)
        above.styles.height = 1 + len(lines)
        self._fill(
            above, _SUMMARY, [(f"{line.game}/{line.preset}", summary_cells(line)) for line in lines], is_on=False
        )
        rows = [(match.finished, self._row_id(match), match_cells(match)) for match in self._matches]
        for path in self._others:
            when = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
            rows.append((when, str(path), (minute_words(when), "replay", "", "", "", clean_line(path.stem))))
        rows.sort(key=lambda row: row[0], reverse=True)
        end = None if self.size.width >= _USUAL else _DAY
        self._fill(below, _MATCHES, [(row_id, (cells[0][:end], *cells[1:])) for _, row_id, cells in rows])
        self._explain()

    def _fill(
        self,
        rows: RowList,
        columns: tuple[tuple[str, int], ...],
        lines: list[tuple[str, tuple[str, ...]]],
        *,
        is_on: bool = True,
    ) -> None:
        shown = [at for at, (head, _) in enumerate(columns) if self.size.width >= _USUAL or head in _NARROW]
        cut = [tuple(cells[at] for at in shown) for _, cells in lines]
        rows.lay_out(*needed_columns([columns[at] for at in shown], cut))
        rows.show([Row(row_id, cells, is_on=is_on) for (row_id, _), cells in zip(lines, cut, strict=True)])

    @on(RowList.Moved)
    def _explain(self) -> None:
        """Show below the list how you play the game of the selected match."""
        row = self.query_one("#matches", RowList).current
        selected = row.id if row is not None else ""
        wanted = next((each for each in self._matches if selected == self._row_id(each)), None)
        keys = self.KEYS if row is not None else _KEYS_OF_NONE
        has_replay = self._path() is not None
        self.query_one(KeyBar).show(tuple(hint for hint in keys if has_replay or hint.key not in _OF_REPLAYS))
        blocks: list[Block] = []
        if wanted is not None:
            same = [match for match in self._matches if (match.game, match.preset) == (wanted.game, wanted.preset)]
            blocks = course(preset_title(wanted.game, wanted.preset), same, is_ascii=self.room.ascii)
        page = self.query_one("#course", Page)
        page.display = bool(blocks)
        page.styles.height = len(blocks)
        page.show(blocks)

    def _row_id(self, match: PlayedMatch) -> str:
        """The path of its replay, if there is one."""
        folder = self.room.statistics.records_folder
        return str(folder / match.record) if match.record else f"{match.table_id} {match.seat}"

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        path = self._path_or_tell()
        if path is not None:
            own = (match.seat for match in self._matches if self._row_id(match) == event.row_id)
            self.room.open_replay(path, next(own, None))

    def _path(self) -> Path | None:
        """The replay of the selected match, if there is one."""
        row = self.query_one("#matches", RowList).current
        path = Path(row.id) if row is not None else None
        return path if path is not None and path.is_file() else None

    def _path_or_tell(self) -> Path | None:
        path = self._path()
        if path is None:
            self.tell("No replay of this match was saved." if self._matches or self._others else "")
        return path

    def action_verify(self) -> None:
        path = self._path_or_tell()
        if path is not None:
            self.run_worker(self._verify(path), exclusive=True, group="verify")

    async def _verify(self, path: Path) -> None:
        from ..problems import Problem
        from ..session.records import verdict

        with self.room.telling("Checking the replay…"):
            try:
                self.tell(await asyncio.to_thread(verdict, path))
            except Problem as problem:
                self.tell(str(problem), "error")

    @work(exclusive=True, group="typing")
    async def action_file(self) -> None:
        text = await self.ask("File:", most=400, placeholder="path of a replay (.khr)")
        if text:
            self._open(text)

    def _open(self, path: str) -> None:
        from ..problems import Problem
        from ..session.records import typed_path

        try:
            self.room.open_replay(typed_path(path))
        except Problem as problem:
            self.tell(str(problem), "error")


def summary_cells(line: GameSummary) -> tuple[str, ...]:
    return (
        preset_title(line.game, line.preset),
        f"{line.won} ({line.won_percent}%)",
        str(line.played),
        str(line.deals),
        f"{line.average_place:.1f}",
        str(line.best_deal),
        f"{abs(line.streak)} {'won' if line.streak > 0 else 'lost'}, best {line.longest_streak}",
    )


def course(title: str, matches: Sequence[PlayedMatch], *, is_ascii: bool) -> list[Block]:
    """How a game went over time, and against each kind of opponent: small charts of a line each. matches: of one game,
    the latest first."""
    went = successes(matches)[-_LAST_MATCHES:]
    if not went:
        return []
    places = [str(match.place) for match in reversed(matches) if match.place][-_LAST_MATCHES:]
    bars = places if is_ascii else [_HEIGHTS[round(each * (len(_HEIGHTS) - 1))] for each in went]
    told = "places" if is_ascii else "a full bar is a win"
    blocks = [Block(f"{title}, last matches, {told}: {''.join(bars)}")]
    full, empty = ("#", ".") if is_ascii else ("█", "░")
    parts = []
    for whom, (won, played) in sorted(against(matches).items()):
        filled = round(_BAR * won / played)
        name = whom if whom == "people" else f"{whom} bots"
        parts.append(f"{name} {full * filled}{empty * (_BAR - filled)} {won} of {played}")
    blocks += [Block(f"Won against {'   '.join(parts)}", "faint")] if parts else []
    done = [f"first {name} {day}" for name, day in firsts(matches).items()][-_FEW:]
    return [*blocks, Block(capital(", ".join(done)), "faint")] if done else blocks
