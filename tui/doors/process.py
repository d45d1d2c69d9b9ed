"""Processes that open a door to a table: started beside its host, they end after the table has ended."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from net import environment
from net.host import registry
from net.host.config import table_folder
from net.problems import StoreProblem
from net.system import NO_LINKS, yield_session, yield_to_others
from net.system.detached import DetachedProcess

from ..fault_report import explain_fault
from ..problems import Problem, UsageProblem

_ROOT: Final = Path(__file__).resolve().parents[2]
_ANSWER_WITHIN_S: Final = 20.0
_LONGEST_ANSWER: Final = 4096
_LOOK_EVERY_S: Final = 1.0
_NICE: Final = 10
"""How far a door stands back when the host wants the processor."""
_children: list[DetachedProcess] = []


class DoorAnswer(msgspec.Struct):
    """The one line that a door's process writes to its parent: the port of the door, or why it is not open."""

    port: int = 0
    problem: str = ""


def read_place(option: str, text: str, usual: str = "") -> tuple[str, int]:
    """Read "4222", "192.168.1.5:4222" or "[fe80::1]:4222": where a door listens, and its port.

    Returns "" for all addresses. option: where it was written. usual: the address if none is written. Raises
    UsageProblem.
    """
    host, colon, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) <= 65535):
        raise UsageProblem(
            f"{option} takes a port, or an address with a port, such as 192.168.1.5:4222. {text} is neither."
        )
    if not colon:
        return usual, int(port)
    try:
        address = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        raise UsageProblem(
            f"{host} is not an address of this machine. Write one of its addresses, such as 192.168.1.5, "
            "or 0.0.0.0 for all of them."
        ) from None
    return "" if address.is_unspecified else str(address), int(port)


def start_door(module: str, order: msgspec.Struct, table_id: str) -> int:
    """Start the process of a door, which outlives this terminal. Returns the port of the door. Raises Problem.

    module: what is run. It reads its order as JSON from the standard input, and calls `tell_parent`.
    """
    with contextlib.ExitStack() as stack:
        errors: int = subprocess.DEVNULL
        with contextlib.suppress(OSError, StoreProblem):
            log = table_folder(table_id) / f"{module.rpartition('.')[2]}.log"
            errors = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_LINKS, 0o600)
            stack.callback(os.close, errors)
        child = DetachedProcess(
            [sys.executable, "-m", module], errors=errors, cwd=_ROOT, env=environment.child_variables()
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
        raise Problem(f"The process {module} ended before it could accept connections.") from None
    if told.problem:
        raise Problem(told.problem)
    return told.port


def tell_parent(told: DoorAnswer) -> None:
    """Tell the parent, once."""
    os.write(sys.stdout.fileno(), msgspec.json.encode(told) + b"\n")
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123 - a descriptor is wanted, not a path
        os.dup2(nothing.fileno(), sys.stdout.fileno())


@contextlib.contextmanager
def telling_parent(door: str) -> Iterator[None]:
    """Open a door: if that fails, tell the parent why. What fails later goes to the log of the door alone."""
    try:
        yield
    except Problem as problem:
        tell_parent(DoorAnswer(problem=str(problem)))
    except OSError as fault:
        tell_parent(DoorAnswer(problem=f"{door} cannot be opened: {fault.strerror or fault}."))
        raise
    except Exception as fault:
        tell_parent(DoorAnswer(problem=explain_fault(fault)))
        raise


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
