"""Tell a process of this machine apart from another process that later gets its number."""

import functools
import platform
from pathlib import Path

from ..problems import StoreProblem
from ..system import process_start
from .files import read_bounded

_LARGEST = 16 * 1024


@functools.cache
def boot_mark() -> str:
    """A mark of the present start of this machine. Process numbers mean nothing after the next start."""
    try:
        boot = read_bounded(Path("/proc/sys/kernel/random/boot_id"), _LARGEST).decode().strip()
    except (StoreProblem, UnicodeDecodeError):
        boot = ""
    return f"{platform.node()} {boot}".strip()


def start_mark(pid: int) -> str:
    """When a process began, as text to compare; "" when there is no such process (a zombie is none)."""
    if pid <= 0:
        return ""
    if Path("/proc/self/stat").exists():
        try:
            told = read_bounded(Path(f"/proc/{pid}/stat"), _LARGEST).decode("utf-8", "replace")
        except StoreProblem:
            return ""
        # The name in parentheses may hold anything, so count behind the last: state is first, start 20th.
        fields = told.rpartition(")")[2].split()
        return "" if fields[0] in "ZX" else fields[19]
    return process_start(pid)
