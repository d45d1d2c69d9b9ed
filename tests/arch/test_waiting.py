"""Tests wait for facts, use no port that somebody else may have, and take no table for theirs by its place."""

import ast
from collections.abc import Iterator
from pathlib import Path

from .sources import ROOT, calls, nodes, place, python_files, tree

MEANT = {
    "test_a_host_that_stood_still_for_longer_than_a_turn_has_played_for_nobody": "the time it stands still is the case",
    "test_a_host_that_slept_while_its_match_went_on_elsewhere_closes_when_it_wakes": "the sleep is the case",
    "hang": "what never ends by itself",
    "_strike": "a line that is late",
    "one": "bytes that come slowly, as somebody sends them who would hold a connection",
    "look": "a moment between two looks of a loop elsewhere",
}
"""Functions that let time pass outside of a loop, and why."""
OPENS = {"quick_host", "quick_config", "HostConfig", "start_host", "create_server", "bind", "listen", "bound_socket"}
PAUSES = {"tests/harness/quiet.py", "tests/harness/screens.py"}
KILLS = {"tests/harness/processes.py", "tests/harness/terminal.py", "tests/net/faults/test_apart.py"}


def paths() -> list[Path]:
    return [path for path in python_files("tests") if path != Path(__file__)]


def within(node: ast.AST, function: str = "", *, loops: bool = False) -> Iterator[tuple[ast.Call, str, bool]]:
    """Every call below a piece of syntax, the function it stands in, and whether a `while` is around it there."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from within(child, child.name)
            continue
        if isinstance(child, ast.Call):
            yield child, function, loops
        yield from within(child, function, loops=loops or isinstance(child, ast.While))


def passes_time(call: ast.Call) -> bool:
    if ast.unparse(call.func) not in ("time.sleep", "asyncio.sleep"):
        return False
    (span,) = call.args
    return not (isinstance(span, ast.Constant) and span.value == 0)


def test_no_test_lets_time_pass_but_between_two_looks_of_a_loop() -> None:
    found = [
        place(path, call)
        for path in paths()
        for call, function, in_loop in within(tree(path))
        if passes_time(call) and not in_loop and function not in MEANT
    ]
    assert not found, "wait for what is to happen, in a loop that looks at it"


def test_no_test_pauses_a_number_of_times() -> None:
    """A thread or a worker may take longer than any number of pauses."""
    found = [
        place(path, call)
        for path in paths()
        for call, name in calls(path)
        if name == "pilot.pause" and str(path.relative_to(ROOT)) not in PAUSES
    ]
    assert not found, "tests/harness/screens.py waits until the screen is quiet, or until something holds"


def ports(call: ast.Call) -> Iterator[int]:
    """Ports that stand as numbers in a call that opens one."""
    values = [keyword.value for keyword in call.keywords if keyword.arg == "port"]
    pairs = [arg for arg in call.args if isinstance(arg, ast.Tuple) and len(arg.elts) == 2]
    for value in [*values, *(pair.elts[1] for pair in pairs)]:
        if isinstance(value, ast.Constant) and isinstance(value.value, int):
            yield value.value


def test_no_test_opens_a_port_with_a_number_of_its_own() -> None:
    found = [
        place(path, call)
        for path in paths()
        for call, name in calls(path)
        if name.rpartition(".")[2] in OPENS and any(ports(call))
    ]
    assert not found, "another test, or a table of whoever runs them, may have that port: see tests/harness/ports.py"


def test_no_test_takes_the_first_table_that_runs_for_its_own() -> None:
    found = [
        place(path, node)
        for path in paths()
        for node in nodes(path)
        if isinstance(node, ast.Subscript)
        and ast.unparse(node.value).endswith("running_tables()")
        and isinstance(node.slice, ast.Constant)
    ]
    assert not found, "choose it by its id or title, or say that it is the only one"


def test_whoever_kills_a_process_waits_for_its_end() -> None:
    found = [
        place(path, call)
        for path in paths()
        for call, name in calls(path)
        if name == "os.kill" and "SIGKILL" in ast.unparse(call) and str(path.relative_to(ROOT)) not in KILLS
    ]
    assert not found, "tests/harness/processes.py kills and waits"


def test_what_is_named_here_is_there() -> None:
    functions = {
        node.name
        for path in paths()
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert set(MEANT) <= functions
    assert all((ROOT / name).is_file() for name in (*KILLS, *PAUSES))
