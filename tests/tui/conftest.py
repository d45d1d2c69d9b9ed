"""Every test has a home of its own and a terminal without wishes."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, statistics and seats of this test alone."""
    home = tmp_path / "home"
    monkeypatch.setenv("KHANHOO_HOME", str(home))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    return home
