"""The shape of the code: files of one idea, each saying what it is for."""

import ast

import pytest

from .sources import PACKAGES, nodes, place, python_files, tree


def test_every_module_says_what_it_is_for() -> None:
    silent = [place(path, tree(path)) for path in python_files(*PACKAGES) if not ast.get_docstring(tree(path))]
    assert not silent


def test_every_public_class_and_function_says_what_it_means() -> None:
    silent = [
        f"{place(path, node)}: {node.name}"
        for path in python_files("engine", "net")
        for node in tree(path).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert not silent


OF_ONE_SHAPE = {"games", "commands", "system"}
"""Folders whose modules define the same names on purpose."""
TWICE = {"Seated", "main"}
"""A message of the host and the news that a session makes of it; what a process runs."""


@pytest.mark.parametrize("package", PACKAGES)
def test_no_public_name_is_defined_twice_in_a_package(package: str) -> None:
    places: dict[str, list[str]] = {}
    for path in python_files(package):
        if not OF_ONE_SHAPE & set(path.parts):
            for node in tree(path).body:
                for name in _defined(node):
                    places.setdefault(name, []).append(place(path, node))
    twice = {name: found for name, found in places.items() if len(found) > 1 and not name.startswith("_")}
    assert set(twice) <= TWICE, twice


def test_no_module_passes_on_what_another_one_defines() -> None:
    """A name is imported from where it is defined, so that a search finds it at once. The engine's one entrance, the
    bots of a game, which are found by their folder, and the choice between two systems are the exceptions."""
    passed_on = []
    for path in python_files(*PACKAGES):
        if path.parts[-2:] in {("engine", "api.py"), ("bot", "__init__.py"), ("system", "__init__.py")}:
            continue
        own = {name for node in tree(path).body for name in _defined(node)}
        for node in tree(path).body:
            if "__all__" in _defined(node):
                listed = {str(item.value) for item in ast.walk(node) if isinstance(item, ast.Constant)}
                passed_on += [f"{place(path, node)}: {name}" for name in listed - own]
    assert not passed_on


def _defined(node: ast.stmt) -> list[str]:
    """What a statement of a module defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def test_nothing_is_left_to_be_done_later() -> None:
    marks = ("TO" + "DO", "FIX" + "ME", "XX" + "X:")
    left = [
        f"{path}:{number}"
        for path in python_files(*PACKAGES, "tests", "benchmarks")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if any(mark in line for mark in marks)
    ]
    assert not left


def test_no_fault_is_swallowed_unseen() -> None:
    """`except: pass` hides our own faults with the peer's; `contextlib.suppress` at least names what it lets go."""
    swallowed = [
        place(path, node)
        for path in python_files(*PACKAGES)
        for node in nodes(path)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"})
        and all(isinstance(line, ast.Pass) for line in node.body)
    ]
    assert not swallowed


def test_a_public_name_of_the_engine_is_defined_once() -> None:
    """Games may share names with each other: each is a folder of its own."""
    defined: dict[str, list[str]] = {}
    for path in python_files("engine"):
        if "games" in path.parts:
            continue
        for node in tree(path).body:
            names = [node.name] if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) else []
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            names += [inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)]
            for name in names:
                defined.setdefault(name, []).append(place(path, node))
    public = {name: places for name, places in defined.items() if not name.startswith("_")}
    assert not {name: places for name, places in public.items() if len(places) > 1}
