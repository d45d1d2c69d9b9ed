"""Every test has a home of its own and a terminal without wishes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from net import environment


@pytest.fixture(autouse=True)
def own_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Settings, statistics and seats of this test alone. A fault that the program has outlived fails the test; one that
    is meant, the test removes."""
    own = home / "own"  # not made yet, as for somebody who opens the program for the first time
    monkeypatch.setenv(environment.HOME, str(own))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    yield own
    faults = [place.read_text("utf-8") for place in own.rglob("fault.txt")]
    assert not faults, faults[0]
