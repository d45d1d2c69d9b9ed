"""Replays: those saved on this machine, and any other by its path."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from textual import on, work
from textual.binding import Binding
from textual.widget import Widget

from net.wire.sanitize import clean_line

from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.statistics import StatisticsProblem
from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList


class RecordListScreen(RoomScreen):
    """A list of replays, the latest first."""

    WORDS = "Replays"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("enter", "replay", keep=True),
        KeyHint("v", "verify"),
        KeyHint("f", "another file", keep=True),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "Every match that you finish is saved here as a replay. Enter steps through it, from any seat or with all "
        "cards open.\n\n"
        "v checks the replay: whether every move is legal and every score is right.\n\n"
        "f opens a replay by its path. On the command line, use khanhoo replay FILE."
    )
    BINDINGS = [
        Binding("v", "verify", "verify", show=False, id="replays.verify"),
        Binding("f", "file", "file", show=False, id="replays.file"),
    ]

    def body(self) -> Iterable[Widget]:
        yield RowList(
            (0, 17, 9),
            heads=("match", "saved (UTC)", "size"),
            empty="No replay yet. Every match that you finish is saved here. f opens another file.",
        )

    def on_mount(self) -> None:
        try:
            paths = self.room.statistics.records()
            rows = [self._row(path) for path in paths]
        except (StatisticsProblem, OSError) as problem:
            self.tell(str(problem), "error")
            rows = []
        self.query_one(RowList).show(rows)

    @staticmethod
    def _row(path: Path) -> Row:
        told = path.stat()
        when = datetime.fromtimestamp(told.st_mtime, UTC).strftime("%Y-%m-%d %H:%M")
        return Row(str(path), (clean_line(path.stem), when, f"{max(1, told.st_size // 1024)} KB"))

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._open(event.row_id)

    def action_verify(self) -> None:
        row = self.query_one(RowList).current
        if row is not None:
            self.tell("Checking the replay" + self.room.glyphs.plain("…"))
            self.run_worker(lambda: self._verify(Path(row.id)), thread=True, exclusive=True, group="verify")

    def _verify(self, path: Path) -> None:
        from ..problems import Problem
        from ..session.records import verdict

        try:
            told = verdict(path)
        except Problem as problem:
            self.app.call_from_thread(self.tell, str(problem), "error")
        else:
            self.app.call_from_thread(self.tell, told)

    @work(exclusive=True, group="typing")
    async def action_file(self) -> None:
        text = await self.ask("File:", most=400, placeholder="path of a replay (.khr)")
        if text:
            self._open(text)

    def _open(self, path: str) -> None:
        self.room.open_replay(Path(path).expanduser())
