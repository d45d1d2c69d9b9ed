"""Files are read in one way: with a limit, never a pipe or a device, and links only where a person named the file."""

import ast

from .sources import calls, place, python_files

READERS = {"read_text", "read_bytes", "read", "readline", "readlines"}
ALLOWED = {
    ("net/storage/files.py", "read"),  # the one reader itself
    ("net/host/bots.py", "read"),  # a pipe from this program's own process, so many bytes at a time
    ("net/host/host.py", "read"),  # the standard input, so many bytes
    ("net/shipped.py", "read_bytes"),  # a file of the program itself
    ("tui/forms/table_draft.py", "read"),  # an option reads a value
    ("tui/config/last_options.py", "read"),  # the same
    ("tui/screens/dialogs.py", "read"),  # the text of a line
}


def test_nobody_reads_a_file_but_the_one_reader() -> None:
    found = [
        f"{place(path, node)}: {ast.unparse(node)}"
        for path in python_files("net", "tui")
        for node, called in calls(path)
        if called.rpartition(".")[2] in READERS
        and called != "os.read"
        and (place(path, node).partition(":")[0], called.rpartition(".")[2]) not in ALLOWED
    ]
    assert not found


def test_nobody_opens_a_file_to_read_it_elsewhere() -> None:
    opened = [
        f"{place(path, node)}: {ast.unparse(node)}"
        for path in python_files("net", "tui")
        for node, called in calls(path)
        if called in ("open", "os.fdopen", "io.open")
        and place(path, node).partition(":")[0] != "net/storage/files.py"
        and not (len(node.args) > 1 and isinstance(node.args[1], ast.Constant) and str(node.args[1].value)[0] in "wax")
    ]
    assert not opened
