"""Calls that only POSIX has stand in one module, `net/system/posix.py`, whose other half works without them."""

import ast
from pathlib import Path

from .sources import ROOT, nodes

HALVES = ROOT / "net" / "system"
MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
CALLS = {
    *("AF_UNIX", "SO_PEERCRED", "S_ISSOCK", "create_unix_connection", "create_unix_server", "open_unix_connection"),
    *("start_unix_server", "add_signal_handler", "SIGHUP", "SIGCONT", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGTSTP"),
    *("getuid", "geteuid", "getgid", "getpgid", "killpg", "setpgid", "setsid", "fork", "forkpty", "fchmod", "fchown"),
    *("O_NOFOLLOW", "umask", "nice", "poll", "pread", "pwrite", "fdatasync", "SIGWINCH", "pthread_kill"),
}
OWNERS = {"os", "signal", "socket", "stat", "select", "loop", "get_running_loop"}
ARGUMENTS = {"start_new_session", "preexec_fn", "process_group", "creationflags", "dir_fd"}


def _owner(node: ast.expr) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _named(path: Path) -> set[str]:
    found = set[str]()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or ""} & MODULES
            if node.module in OWNERS:
                found |= {alias.name for alias in node.names} & CALLS
        elif isinstance(node, ast.Attribute) and _owner(node.value) in OWNERS:
            found |= {node.attr} & CALLS
        elif isinstance(node, ast.keyword):
            found |= {node.arg or ""} & ARGUMENTS
    return found


def test_only_the_halves_name_what_a_system_may_lack() -> None:
    found = {
        str(path.relative_to(ROOT)): sorted(names)
        for package in ("engine", "net", "tui")
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.parent != HALVES and (names := _named(path))
    }
    assert not found, "net/system has a call for both halves, or gets one"


def test_the_half_for_posix_names_what_the_other_one_does_without() -> None:
    assert {"fcntl", "AF_UNIX", "getuid", "SIGHUP", "umask"} <= _named(HALVES / "posix.py")
