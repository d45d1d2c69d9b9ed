"""The way of a move through the host is short: few files, and few changes from one file to another.

A move is followed in memory, so the figures are the same in each run. Whoever makes the way longer does it knowingly.
"""

import asyncio
from pathlib import Path

import pytest

from benchmarks.move_path import legs

MOST = {
    "host: socket -> journal -> done": (16, 25),
    "host: done -> the seats have their news": (24, 126),
    "host: then the spectators": (11, 30),
    "host: hello -> welcome": (24, 101),
}
"""Of net/: files, and switches between them."""


def test_a_move_goes_through_few_files_of_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KHANHOO_HOME", str(tmp_path))
    found = {leg.name: (leg.net_files, leg.net_switches) for leg in asyncio.run(legs(tmp_path))}
    assert set(found) > set(MOST)
    assert not {name: found[name] for name, most in MOST.items() if not all(map(int.__le__, found[name], most))}
