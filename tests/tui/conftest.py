"""Every test has a home of its own and a terminal without wishes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from net import environment


@pytest.fixture(autouse=True, scope="session")
def parsed_once() -> Iterator[None]:
    """Each style sheet is read once with the same colours, not again by every app of every test."""
    parse, known = Stylesheet._parse_rules, dict[tuple[object, ...], list[RuleSet]]()

    def look_up(sheet: Stylesheet, css: str, **given: Any) -> list[RuleSet]:
        key = (css, *given.values(), *sheet._variables.items())
        if key not in known:
            known[key] = parse(sheet, css, **given)
        return known[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Stylesheet, "_parse_rules", look_up)
        yield


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
