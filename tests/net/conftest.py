"""A place of its own for every test: nothing is read from or left in the user's folders."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from net import process

from .helpers import Player


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """KHANHOO_HOME in a short path, since Unix sockets lie in it; hosts that a test leaves behind are ended."""
    place = Path(tempfile.mkdtemp(prefix="kh-"))
    monkeypatch.setenv("KHANHOO_HOME", str(place))
    yield place
    for table in process.running_tables():
        if table.pid != os.getpid():
            with contextlib.suppress(process.HostProblem):  # it may end by itself between the two lines
                process.stop_table(table.table_id)
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
async def players() -> AsyncIterator[list[Player]]:
    """Everybody who is at a table, put away at the end."""
    made: list[Player] = []
    yield made
    for player in made:
        await player.session.close()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that does not answer is called gone at once."""
    monkeypatch.setattr("net.goingon.GONE_AFTER_S", 0.5)
