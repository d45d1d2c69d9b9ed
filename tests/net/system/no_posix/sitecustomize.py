"""Takes the calls of POSIX away from a Python process, and puts a stand-in for msvcrt of Windows in their place.

As on Windows, a file that any process has open cannot be replaced or removed.

A folder on PYTHONPATH with this file is what such a process needs. The sockets of asyncio's own loop stay.
"""

import asyncio
import contextlib
import errno
import fcntl
import os
import signal
import sys
import types
from typing import Any


def _locking(descriptor: int, mode: int, count: int) -> None:
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _refuse(*_arguments: Any, **_more: Any) -> Any:
    raise NotImplementedError


_msvcrt: Any = types.ModuleType("msvcrt")
_msvcrt.locking, _msvcrt.LK_NBLCK = _locking, 2
sys.modules["msvcrt"] = _msvcrt
for _name in ("fcntl", "pwd", "grp", "resource", "termios", "tty"):
    sys.modules[_name] = None  # type: ignore[assignment]
for _owner, _names in (
    (
        os,
        (
            "getuid",
            "getgid",
            "fchmod",
            "killpg",
            "setsid",
            "fork",
            "nice",
            "pread",
            "pwrite",
            "fdatasync",
            "O_NOFOLLOW",
        ),
    ),
    (signal, ("SIGHUP", "SIGCONT", "SIGTSTP", "SIGWINCH", "pthread_kill")),
):
    for _name in _names:
        with contextlib.suppress(AttributeError):
            delattr(_owner, _name)
_kill = os.kill
os.kill = lambda pid, _number: _kill(pid, signal.SIGKILL)  # as Windows does: the process hears nothing of it


def _is_open(place: Any) -> bool:
    named = os.path.abspath(place)  # noqa: PTH100 - pathlib is not loaded yet
    for process in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        with contextlib.suppress(OSError):
            held = f"/proc/{process}/fd"
            for number in os.listdir(held):  # noqa: PTH208
                with contextlib.suppress(OSError):
                    if os.readlink(f"{held}/{number}") == named:  # noqa: PTH115
                        return True
    return False


def _unless_open(act: Any) -> Any:
    def refuse_open(*places: Any, **more: Any) -> Any:
        for place in places:
            if _is_open(place):
                raise PermissionError(errno.EACCES, "another program has it open", str(place))
        return act(*places, **more)

    return refuse_open


for _name in ("replace", "unlink"):
    setattr(os, _name, _unless_open(getattr(os, _name)))
for _name in ("create_unix_server", "create_unix_connection", "add_signal_handler"):
    setattr(asyncio.SelectorEventLoop, _name, _refuse)
