"""Every test has a home of its own and a terminal without wishes."""

from pathlib import Path

import pytest

from net import environment


@pytest.fixture(autouse=True)
def own_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, statistics and seats of this test alone."""
    own = home / "own"  # not made yet, as for somebody who opens the program for the first time
    monkeypatch.setenv(environment.HOME, str(own))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    return own
