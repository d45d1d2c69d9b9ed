"""The menu's first frame against that of a minimal Textual app, turn by turn in the same run."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pty_lines import Line
from benchmarks.report import Figure, at_most, median, tell

ROUNDS = 11
MINIMAL = """
from textual.app import App
from textual.widgets import Static
class Minimal(App):
    def compose(self):
        yield Static("it stands")
Minimal().run()
"""


def _first_frame_s(arguments: list[str], mark: bytes, home: Path) -> float:
    line = Line(arguments, home, TEXTUAL_ANIMATIONS="none")
    try:
        return line.seconds_until(mark)
    finally:
        line.close()


def _name_the_player(home: Path) -> None:
    """So that the program begins with its menu: at the very first start it asks for a name."""
    settings = home / "config" / "settings.toml"
    settings.parent.mkdir(mode=0o700)
    settings.write_text('name = "Ann"\n', "utf-8")


def _figures() -> Iterator[Figure]:
    ours, minimal = [], []
    with tempfile.TemporaryDirectory() as folder:
        _name_the_player(Path(folder))
        for turn in range(ROUNDS + 1):
            a = _first_frame_s(["-m", "tui"], b"settings", Path(folder))
            b = _first_frame_s(["-c", MINIMAL], b"it stands", Path(folder))
            if turn:  # the first fills the caches of the disk and of bytecode
                ours.append(a)
                minimal.append(b)
    yield Figure("minimal Textual app, start to first frame: median", median(minimal) * 1000, "ms")
    yield Figure("khanhoo, start to menu: median", median(ours) * 1000, "ms")
    yield at_most("ratio", median(ours) / median(minimal), "times", 1.5)


if __name__ == "__main__":
    tell(_figures())
