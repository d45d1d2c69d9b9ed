"""Bytes that a terminal of 80x24 receives: for doing nothing, for a key, for a card; in true colour, uncompressed."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pty_lines import Line
from benchmarks.report import Figure, at_most, tell
from net.host.launcher import running_tables, stop_table

IDLE_S = 3.0
RIGHT, HOME, SPACE, TAB, ESCAPE = "\x1b[C", "\x1b[H", " ", "\t", "\x1b"


def _table(home: Path) -> Iterator[Figure]:
    line = Line(["-m", "tui", "play", "hearts", "--pace", "instant", "--seed", "bytes", "--name", "Ann"], home)
    try:
        line.seconds_until(b"to pass")
        line.settle()
        yield at_most("table: all until it stands still, from the shell", len(line.received), "bytes", 25 * 1024)
        yield at_most(f"table: nothing for {IDLE_S:g} s", line.bytes_in(IDLE_S), "bytes", 0)
        line.bytes_of(HOME)
        yield at_most("table: the mark moves one card", line.bytes_of(RIGHT), "bytes", 1024)
        yield at_most("table: one card chosen", line.bytes_of(SPACE), "bytes", 1024)
        yield at_most("table: one card put back", line.bytes_of(SPACE), "bytes", 1024)
        line.bytes_of(HOME, SPACE, RIGHT, SPACE, RIGHT, SPACE)
        yield Figure("table: three cards passed, and three played by others", line.bytes_of("\r"), "bytes")
        yield Figure("table: the scores shown", line.bytes_of(TAB), "bytes")
        yield Figure("table: back to the cards", line.bytes_of(TAB), "bytes")
        yield at_most(f"table: nothing for {IDLE_S:g} s, in the tricks", line.bytes_in(IDLE_S), "bytes", 0)
    finally:
        line.close()


def _menu(home: Path) -> Iterator[Figure]:
    line = Line(["-m", "tui", "--name", "Ann"], home)
    try:
        line.seconds_until(b"settings")
        line.settle()
        yield at_most(f"menu: nothing for {IDLE_S:g} s", line.bytes_in(IDLE_S), "bytes", 0)
        yield at_most("menu: one entry down", line.bytes_of("j"), "bytes", 1024)
    finally:
        line.close()


def _figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KHANHOO_HOME"] = folder
        settings = Path(folder) / "config" / "settings.toml"
        settings.parent.mkdir(mode=0o700)
        settings.write_text('coach = "off"\n', "utf-8")  # a player who knows the game
        yield from _menu(Path(folder))
        yield from _table(Path(folder))
        for table in running_tables():
            stop_table(table.table_id)


if __name__ == "__main__":
    tell(_figures())
