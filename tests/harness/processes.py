"""Ends of processes, which are waited for: a number that was killed is somebody's for a moment longer."""

import os
import signal
import time
from contextlib import suppress

from net.storage.processes import start_mark

_WITHIN_S = 60.0
_LOOK_S = 0.005


def wait_until_gone(*pids: int) -> None:
    """Wait until none of these processes runs; one that its parent has not asked after yet runs no more."""
    deadline = time.monotonic() + _WITHIN_S
    while running := [pid for pid in pids if start_mark(pid)]:
        assert time.monotonic() < deadline, f"processes that do not end: {running}"
        time.sleep(_LOOK_S)


def kill_process(*pids: int) -> None:
    """End processes with no chance to say goodbye, and wait until they are gone."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until_gone(*pids)
