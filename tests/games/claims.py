"""Reads the sentences of hints back: each must be of a known form, and what it claims must hold."""

import re
from collections.abc import Callable, Mapping
from typing import Any

LONGEST = 2 * 70
"""Signs that a reason may have, so that "Hint:" and a move fit beside it in two lines of 76."""

Check = Callable[..., Any]
"""Gets what the test knows and the groups of a form's pattern; gives whether the claim holds."""


def verify_reason(reason: str, forms: Mapping[str, Check], known: Any) -> str:
    """See that a reason is of one of the forms, and true. Gives its pattern. Raises AssertionError."""
    assert len(reason) <= LONGEST, reason
    for pattern, check in forms.items():
        found = re.fullmatch(pattern, reason)
        if found is not None:
            assert check(known, *found.groups()), reason
            return pattern
    raise AssertionError(f"A reason of no known form: {reason}")


def true(*_: Any) -> bool:
    """A sentence that claims nothing about the cards."""
    return True
