"""Which cases of a test are part of `make test`, and which are part of `make test-all` alone."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def slow(cases: Iterable[Any]) -> list[Any]:
    """All cases, as slow ones. A tuple is a case of several arguments."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow) for case in cases]


def one_of_each(cases: Iterable[Any], kind: Callable[[Any], object]) -> list[Any]:
    """All cases: the first one of each kind as it is, the others as slow ones."""
    seen: set[object] = set()
    marked: list[Any] = []
    for case in cases:
        marked += slow([case]) if kind(case) in seen else [case]
        seen.add(kind(case))
    return marked
