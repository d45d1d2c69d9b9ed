"""The process of an SSH door: it listens, lets people in, and ends."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from threading import Barrier
from typing import Any, Final, TypeVar

import asyncssh

from net.host.listeners import bound_socket
from net.host.registry import find_running
from net.problems import PathProblem, StoreProblem
from net.storage.files import read_bounded, write_new
from net.storage.paths import data_dir, shared_root
from net.system import on_end_signals, raise_file_limit

from ...problems import Problem
from ..process import until_table_ends
from .guard import COMPRESSION
from .order import SshOrder
from .people import People
from .server import Login
from .sessions import Sessions

_FOLDER: Final = "ssh"
_KEY: Final = "host_key"
_LONGEST_KEY: Final = 64 * 1024
_ALIVE_S: Final = 15.0
"""How often a client that says nothing is asked whether it is there."""
_MISSED: Final = 4
_THREADS: Final = 8
_STARTS_WITHIN_S: Final = 60.0
_LOOK_S: Final = 1.0
_T = TypeVar("_T")


class _Threads(ThreadPoolExecutor):
    """Threads that work in the context of the person who asked. All of them start at the beginning."""

    def __init__(self) -> None:
        super().__init__(_THREADS)
        all_run = Barrier(_THREADS + 1)
        for _ in range(_THREADS):
            super().submit(all_run.wait)
        all_run.wait()

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:
        return super().submit(copy_context().run, fn, *args, **kwargs)


def prepare_process() -> None:
    """Set what Textual reads once, at import or for each app: the terminal here has nothing to do with the clients'."""
    for name in ("NO_COLOR", "TEXTUAL", "TEXTUAL_DRIVER", "TEXTUAL_PRESS", "TEXTUAL_LOG"):
        os.environ.pop(name, None)
    os.environ |= {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_DISABLE_KITTY_KEY": "1",
        "ESCDELAY": "300",  # an arrow key may arrive in two pieces
    }


def door_key(folder: Path) -> asyncssh.SSHKey:
    """The key by which clients know this door again, made at first use. Raises StoreProblem."""
    place = folder / _KEY
    if not place.exists():
        write_new(place, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    try:
        return asyncssh.import_private_key(read_bounded(place, _LONGEST_KEY))
    except asyncssh.KeyImportError as fault:
        raise StoreProblem(f"The file {place} is not a key: {fault}. Delete this file to get a new key.") from fault


def ssh_folder() -> Path:
    """Where a door keeps its key and the folders of its guests. Raises PathProblem."""
    return data_dir(_FOLDER)


class OpenDoor:
    """A door that listens. port: on which. fingerprint: of its key."""

    def __init__(self, sessions: Sessions, server: asyncssh.SSHAcceptor, fingerprint: str) -> None:
        self.sessions = sessions
        self.port = server.get_port()
        self.fingerprint = fingerprint
        self._server = server

    async def close(self) -> None:
        self._server.close()
        await self.sessions.close()


async def open_door(order: SshOrder) -> OpenDoor:
    """Listen. Raises Problem."""
    asyncio.get_running_loop().set_default_executor(_Threads())
    raise_file_limit()
    try:
        folder = ssh_folder()
        key = door_key(folder)
        keys = None if order.keys is None else asyncssh.import_authorized_keys(order.keys)
        sessions = Sessions(order, People(folder / "people", shared_root()))
        server = await asyncssh.create_server(
            lambda: Login(sessions, keys),
            sock=bound_socket(order.host, order.port),
            server_host_keys=[key],
            encoding=None,
            line_editor=False,
            # OpenSSH proposes no compression first: it compresses only where nothing else is offered.
            compression_algs=[COMPRESSION],
            # Diffie-Hellman with large numbers costs the server far more than somebody who only pretends to calculate.
            kex_algs="-diffie-hellman-*,rsa*",
            agent_forwarding=False,
            x11_forwarding=False,
            gss_host=None,
            login_timeout=0,  # our own time limit tells the client a sentence
            keepalive_interval=_ALIVE_S,
            keepalive_count_max=_MISSED,
        )
    except (StoreProblem, PathProblem) as problem:
        raise Problem(str(problem)) from None
    except OSError as fault:
        raise Problem(f"The SSH door cannot listen on port {order.port}: {os.strerror(fault.errno or 0)}.") from None
    return OpenDoor(sessions, server, key.get_fingerprint())


async def keep_open(order: SshOrder, opened: Callable[[OpenDoor], None]) -> None:
    """Serve until the table has ended, if the door has one, or a signal comes. opened: called when the door listens.

    Raises Problem.
    """
    door = await open_door(order)
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    opened(door)
    stopped = asyncio.Event()

    async def ended() -> None:
        await stopped.wait()

    on_end_signals(stopped.set)
    waits = [asyncio.create_task(ended())]
    if order.table_id:
        waits.append(asyncio.create_task(_until_unused(door.sessions, order.table_id)))
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    await door.close()


async def _until_unused(sessions: Sessions, table_id: str) -> None:
    """Wait until a table has ended and everybody has left. It may start a moment after the door."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_STARTS_WITHIN_S):
            while await asyncio.to_thread(find_running, table_id) is None:  # noqa: ASYNC110 - another process
                await asyncio.sleep(_LOOK_S)
    await until_table_ends(table_id)
    while sessions:  # noqa: ASYNC110 - people leave when they like
        await asyncio.sleep(_LOOK_S)
