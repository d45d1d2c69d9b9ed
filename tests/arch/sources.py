"""The code as text and as modules, for the tests of its shape."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "net", "tui")


def python_files(*folders: str) -> list[Path]:
    """Every Python file below these folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def leaves(plain: object) -> Iterator[str]:
    """The strings in what a TOML file says."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict | list):
        for value in plain.values() if isinstance(plain, dict) else plain:
            yield from leaves(value)


def modules(package: str) -> list[str]:
    """Every module of a package by its full name; `__main__` modules run when imported and are left out."""
    paths = [path.relative_to(ROOT).with_suffix("") for path in python_files(package)]
    names = (".".join(path.parts).removesuffix(".__init__") for path in paths)
    return [name for name in names if not name.endswith("__main__")]


@cache
def tree(path: Path) -> ast.Module:
    """A file's syntax."""
    return ast.parse(path.read_text("utf-8"), filename=str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every piece of a file's syntax, outer ones first, as from `ast.walk`, which takes much longer."""
    found: list[ast.AST] = [tree(path)]
    for node in found:  # and those that are found meanwhile
        for value in node.__dict__.values():
            if isinstance(value, list):
                found += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return tuple(found)


def _documentation(path: Path) -> Iterator[ast.AST]:
    """The strings of a module that document something, and are read by programmers."""
    for node in nodes(path):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield statement.value


def owners(path: Path) -> Callable[[int], str]:
    """The function or class of a file that a line is in, such as `Menu.prompt`; nothing for a line of the module."""
    spans = list[tuple[int, int, str]]()

    def add(body: Iterable[ast.AST], outer: str) -> None:
        for node in body:
            name = outer
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{outer}.{node.name}" if outer else node.name
                spans.append((node.lineno, node.end_lineno or node.lineno, name))
            add(ast.iter_child_nodes(node), name)

    add([tree(path)], "")
    return lambda line: next((name for start, end, name in reversed(spans) if start <= line <= end), "")


def texts(path: Path) -> list[str]:
    """Every string of a file but its documentation, in the order of its lines; `{…}` stands for what is filled in."""
    return [text for _, text in texts_by_line(path)]


@cache
def texts_by_line(path: Path) -> list[tuple[int, str]]:
    """The strings of `texts`, each with its line."""
    whole = [node for node in nodes(path) if isinstance(node, ast.JoinedStr)]
    left_out = {id(part) for node in whole for part in ast.walk(node)} - {id(node) for node in whole}
    left_out |= {id(node) for node in _documentation(path)}
    found = list[tuple[int, int, str]]()
    for node in nodes(path):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{…}" for part in node.values)
            found.append((node.lineno, node.col_offset, "".join(map(str, parts))))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append((node.lineno, node.col_offset, node.value))
    return [(line, text) for line, _, text in sorted(found)]


def place(path: Path, node: ast.AST) -> str:
    """Where a piece of syntax stands, as an editor understands it."""
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


@cache
def calls(path: Path) -> tuple[tuple[ast.Call, str], ...]:
    """Every call in a file with the dotted text of what it calls."""
    return tuple((node, ast.unparse(node.func)) for node in nodes(path) if isinstance(node, ast.Call))


def run_fresh(code: str, **environment: str) -> str:
    """What a fresh interpreter prints when it runs some code in the project's root."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=300,  # on a machine that does much else
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def loaded_after(statement: str) -> set[str]:
    """Names of all modules that a fresh interpreter holds after a statement; its own output goes nowhere."""
    code = (
        "import contextlib, io, sys\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        f"    {statement}\n"
        "print(*sorted(sys.modules))"
    )
    return set(run_fresh(code).split())


def loaded_by_each(names: list[str], *, already: str) -> dict[str, set[str]]:
    """For each module, the names of all modules that are held when it is the first that an interpreter imports.

    already: a statement run before, for what is not at stake and slow. One interpreter is forked for each module.
    """
    code = (
        "import gc, os, sys\n"
        "gc.disable()\n"  # else each child would look through all that it shares with its parent, and so copy it
        f"{already}\n"
        f"for name in {names!r}:\n"
        "    child = os.fork()\n"
        "    if not child:\n"
        "        __import__(name)\n"
        "        print(name, *sys.modules, flush=True)\n"
        "        os._exit(0)\n"
        "    if os.waitpid(child, 0)[1]:\n"
        "        sys.exit(name)\n"
    )
    lines = [line.split() for line in run_fresh(code).splitlines()]
    return {name: set(held) for name, *held in lines}


def tops(loaded: set[str]) -> set[str]:
    """The top-level packages among loaded modules."""
    return {name.partition(".")[0] for name in loaded}
