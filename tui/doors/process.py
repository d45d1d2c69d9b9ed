"""Processes that open a door to a table: started beside its host, they end after the table has ended."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import msgspec

from net import environment
from net.host import registry
from net.host.config import table_folder
from net.problems import StoreProblem
from net.system import DETACHED, NO_LINKS, yield_session, yield_to_others

from ..problems import Problem

_ROOT: Final = Path(__file__).resolve().parents[2]
_ANSWER_WITHIN_S: Final = 20.0
_LONGEST_ANSWER: Final = 4096
_LOOK_EVERY_S: Final = 1.0
_NICE: Final = 10
"""How far a door stands back when the host wants the processor."""
_children: list[subprocess.Popen[bytes]] = []


class DoorAnswer(msgspec.Struct):
    """The one line that a door's process writes to its parent: where the door is, or why it is not open."""

    place: str = ""
    problem: str = ""


def start_door(module: str, order: msgspec.Struct, table_id: str) -> str:
    """Start the process of a door, which outlives this terminal. Returns where the door is. Raises Problem.

    module: what is run. It reads its order as JSON from the standard input, and calls `tell_parent`.
    """
    where = ""
    with contextlib.ExitStack() as stack:
        errors: int = subprocess.DEVNULL
        with contextlib.suppress(OSError, StoreProblem):
            log = table_folder(table_id) / f"{module.rpartition('.')[2]}.log"
            errors = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINKS, 0o600)
            stack.callback(os.close, errors)
            where = f" Read its log: {log}."
        child = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=_ROOT,
            env=environment.child_variables(),
            **DETACHED,
        )
        patience = threading.Timer(_ANSWER_WITHIN_S, child.kill)
        patience.start()
        stack.callback(patience.cancel)
        assert child.stdin is not None
        assert child.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(msgspec.json.encode(order))
            child.stdin.close()
        line = os.read(child.stdout.fileno(), _LONGEST_ANSWER)
        child.stdout.close()
    _children.append(child)
    try:
        told = msgspec.json.decode(line, type=DoorAnswer)
    except msgspec.MsgspecError:
        raise Problem(f"The process {module} ended before it could accept connections.{where}") from None
    if told.problem:
        raise Problem(told.problem)
    return told.place


def tell_parent(told: DoorAnswer) -> None:
    """Tell the parent, once."""
    os.write(sys.stdout.fileno(), msgspec.json.encode(told) + b"\n")
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123 - a descriptor is wanted, not a path
        os.dup2(nothing.fileno(), sys.stdout.fileno())


def stand_back() -> None:
    """Give this process a low priority, so that the hosts get the processor first.

    On Linux, threads that already run keep their priority, and so do the processes that they start.
    """
    yield_session(_NICE)
    yield_to_others(_NICE)


async def until_table_ends(table_id: str) -> None:
    """Wait as long as the host of a table of this user runs."""
    while await asyncio.to_thread(registry.find_running, table_id) is not None:  # noqa: ASYNC110 - another process
        await asyncio.sleep(_LOOK_EVERY_S)
