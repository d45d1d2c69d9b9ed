"""A table's setting is written in few files: where it is declared, and where it acts or has words of its own."""

import ast
from collections.abc import Iterator

import pytest

from .sources import PACKAGES, ROOT, python_files, tree

DECLARED = {
    "net/match/settings.py",  # the setting, how the host changes it, whether a table can be opened with it
    "net/wire/table_info.py",  # its field on the wire
    "tui/forms/table_settings.py",  # its line in forms, and its argument
}
"""What a new setting touches, besides the one place where it acts."""

ELSEWHERE = {
    "away_policy": {
        *("net/match/absence.py", "net/match/time_limits.py"),
        *("tui/forms/host_config.py", "tui/forms/lobby.py", "tui/forms/time_words.py", "tui/screens/dialogs.py"),
    },
    "away_s": {"net/match/absence.py", "tui/forms/lobby.py", "tui/forms/time_words.py", "tui/screens/dialogs.py"},
    "turn_s": {"tui/forms/host_config.py", "tui/forms/people.py"},
    "bank_s": {  # also what a seat has left of it
        *("net/match/snapshot.py", "net/room/state.py"),
        *("tui/forms/people.py", "tui/forms/time_words.py", "tui/table/clocks.py"),
    },
    "between_s": {"tui/forms/host_config.py", "tui/forms/people.py"},
    "pace_ms": {
        *("net/match/match.py", "net/match/time_limits.py"),
        *("tui/forms/host_config.py", "tui/forms/lobby.py", "tui/table/state.py"),
    },
}


def names(code: ast.AST) -> Iterator[str]:
    """Every identifier in a file, and every text that could be one; an option's without its "table."."""
    for node in ast.walk(code):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.MatchClass(kwd_attrs=more):
                yield from more
            case ast.Constant(value=str(text)):
                yield text.removeprefix("table.")


@pytest.mark.parametrize("setting", ELSEWHERE)
def test_a_setting_is_declared_in_three_files_and_acts_in_few(setting: str) -> None:
    told = [path for path in python_files(*PACKAGES) if setting in path.read_text("utf-8")]
    found = {str(path.relative_to(ROOT)) for path in told if setting in names(tree(path))}
    assert found >= DECLARED
    assert found - DECLARED <= ELSEWHERE[setting]
