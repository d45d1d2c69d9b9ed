"""No import runs in a circle, not even one that is only for the types, or stands inside a function."""

import ast
from pathlib import Path

from .sources import PACKAGES, ROOT, modules, nodes, python_files

# A game says what its phases do to a table, what its bots see of a view, and each table and view holds its game.
RULES_AND_TABLE = {
    "engine.play.bot",
    "engine.play.game",
    "engine.play.phases",
    "engine.play.table",
    "engine.model.view",
}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imported(path: Path, known: frozenset[str]) -> set[str]:
    """Modules of ours that a file imports from, wherever in it that stands."""
    home = path.relative_to(ROOT).parts[:-1]
    found = set[str]()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = (*home[: len(home) - node.level + 1], node.module) if node.level else (node.module,)
            base = ".".join(part for part in parts if part)
            inner = {f"{base}.{alias.name}" for alias in node.names}
            found |= inner & known or {base}
    return (found & known) - {_name(path)}


def _circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """The largest sets of modules each of which leads to all the others."""
    reach = {name: _reached(name, arrows) for name in arrows}
    circles: list[set[str]] = []
    for name in arrows:
        circle = {other for other in reach[name] if name in reach.get(other, ())}
        if circle and circle not in circles:
            circles.append(circle)
    return circles


def _reached(start: str, arrows: dict[str, set[str]]) -> set[str]:
    found, open_ends = set[str](), [start]
    while open_ends:
        new = arrows.get(open_ends.pop(), set()) - found
        found |= new
        open_ends += new
    return found


def test_no_import_runs_in_a_circle_but_that_of_the_rules_and_their_table() -> None:
    known = frozenset(name for package in PACKAGES for name in modules(package))
    arrows = {_name(path): _imported(path, known) for path in python_files(*PACKAGES)}
    assert _circles(arrows) == [RULES_AND_TABLE]


def test_a_circle_is_found_however_long() -> None:
    assert _circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}}) == [{"a", "b", "c"}]
    assert _circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
