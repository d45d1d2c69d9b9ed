"""The half for systems without POSIX, such as Windows.

A socket of this machine is a TCP port on 127.0.0.1 here. A private file has its number and a random token, and both
ends prove to each other that they have read it before anything else is sent. Users share no sockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import hmac
import os
import secrets
import signal
import time
import weakref
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, Final

NO_LINKS: Final = getattr(os, "O_CLOEXEC", 0)
_BINARY: Final = getattr(os, "O_BINARY", 0)
DETACHED: Final[dict[str, Any]] = {"creationflags": 0x00000008 | 0x00000200} if os.name == "nt" else {}
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP."""
LONGEST_SOCKET_PATH: Final = 4096

_RANDOM_BYTES: Final = 32
_PROOF_BYTES: Final = 32
_LARGEST_FILE: Final = 1024
_PROOF_WITHIN_S: Final = 5.0
_MOST_UNPROVEN: Final = 64
"""Connections that may wait for their proof at once."""
_LOCK_AT: Final = 1 << 30
"""Where a lock lies in a file: beyond its content, because a locked part cannot be read."""
_LOOK_AGAIN_S: Final = 0.02
_LOOK_FOR_REQUEST_S: Final = 0.2
_STILL_ACTIVE: Final = 259
_QUERY_LIMITED_INFORMATION: Final = 0x1000


# Files.


def lock_file(descriptor: int, *, waits: bool) -> None:
    """Lock an open file until it is closed. `waits`: for another process that has it; else raises BlockingIOError."""
    msvcrt: Any = import_module("msvcrt")
    while True:
        before = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCK_AT, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            return
        except OSError as fault:
            if not waits:
                raise BlockingIOError(fault.errno, "another process has locked this file") from None
        finally:
            os.lseek(descriptor, before, os.SEEK_SET)
        time.sleep(_LOOK_AGAIN_S)


def read_at(descriptor: int, size: int, at: int) -> bytes:
    """At most this many bytes of a file, from a position on. Raises OSError."""
    os.lseek(descriptor, at, os.SEEK_SET)
    return os.read(descriptor, size)


def write_at(descriptor: int, content: bytes | memoryview, at: int) -> int:
    """Write to a file at a position; how many bytes were written. Raises OSError."""
    os.lseek(descriptor, at, os.SEEK_SET)
    return os.write(descriptor, content)


def sync_content(descriptor: int) -> None:
    """Bring the content of a file to the disk. Raises OSError."""
    os.fsync(descriptor)


def replace_open(new: Path, new_descriptor: int, place: Path, old_descriptor: int) -> int:
    """Let a new file take the place of an old one. Both are open and locked, and afterwards only the returned one is.

    An open file cannot be replaced, so both are closed first. Then the old descriptor gets the file at the place.
    Raises OSError if the old file stays, and BlockingIOError if another process has locked the file meanwhile: then
    nothing can be read or written by the old descriptor.
    """
    os.close(new_descriptor)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, old_descriptor, inheritable=False)
    os.close(nothing)
    try:
        new.replace(place)
    finally:
        descriptor = os.open(place, os.O_RDWR | NO_LINKS | _BINARY)
        try:
            lock_file(descriptor, waits=False)
            os.dup2(descriptor, old_descriptor, inheritable=False)
        finally:
            os.close(descriptor)
    return old_descriptor


def make_private(descriptor: int) -> None:
    """Nothing to do: the folders of a user are private to them."""


def restrict_new_files() -> None:
    """Nothing to do: the folders of a user are private to them."""


def file_rights_problem(facts: os.stat_result, user: int) -> str:
    """Nothing is known here of the rights of other users."""
    return ""


def is_shared_by_users(facts: os.stat_result) -> bool:
    """Nothing is known here of the rights of other users."""
    return False


# Users.


def own_user() -> int:
    """The same number for every user: nobody else can connect to a socket of this user."""
    return 0


def user_name(user: int) -> str:
    """The login name of the user."""
    import getpass

    with contextlib.suppress(OSError, ImportError, KeyError):
        return getpass.getuser()
    return str(user)


# Sockets of this machine.


def has_user_sockets() -> bool:
    """Users of this machine share no sockets here; they find each other's tables on the network."""
    return False


def is_socket(place: Path) -> bool:
    """Whether a path is the file of a socket of this machine. Raises OSError."""
    return place.suffix == ".sock" and place.lstat().st_size <= _LARGEST_FILE


async def listen_here(
    place: Path, mode: int, backlog: int, new_link: Callable[[], asyncio.Protocol]
) -> asyncio.AbstractServer:
    """Listen on a socket of this machine. An old one at this path is removed. Raises OSError."""
    token = secrets.token_bytes(_RANDOM_BYTES)
    unproven: dict[_HostSide, None] = {}
    server = await asyncio.get_running_loop().create_server(
        lambda: _HostSide(token, new_link, unproven), "127.0.0.1", 0, backlog=backlog
    )
    try:
        _write_place(place, server.sockets[0].getsockname()[1], token)
    except OSError:
        server.close()
        raise
    return server


async def connect_here(place: str, protocol: Callable[[], asyncio.Protocol]) -> asyncio.Transport:
    """Connect to a socket of this machine. Raises OSError."""
    port, token = _read_place(Path(place))
    loop = asyncio.get_running_loop()
    proven: asyncio.Future[asyncio.Transport] = loop.create_future()
    transport, _ = await loop.create_connection(lambda: _GuestSide(token, protocol, proven), "127.0.0.1", port)
    try:
        return await proven
    except BaseException:
        transport.abort()
        raise


def _write_place(place: Path, port: int, token: bytes) -> None:
    beside = place.with_name(f".{secrets.token_hex(8)}.new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINKS, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{port} {token.hex()}\n")
    beside.replace(place)


def _read_place(place: Path) -> tuple[int, bytes]:
    descriptor = os.open(place, os.O_RDONLY | NO_LINKS)
    try:
        number, _, text = os.read(descriptor, _LARGEST_FILE).decode("ascii").strip().partition(" ")
        return int(number), bytes.fromhex(text)
    except ValueError:
        raise ConnectionRefusedError(f"{place} is not a socket file") from None
    finally:
        os.close(descriptor)


def peer_user(transport: asyncio.BaseTransport) -> int | None:
    """This user for a connection that has proven its token; None for all others."""
    return own_user() if transport in _proven else None


_proven = weakref.WeakSet[asyncio.BaseTransport]()
"""The ends of connections that have proven their token."""


def _proof(token: bytes, side: bytes, guest: bytes, host: bytes) -> bytes:
    return hmac.digest(token, b"khanhoo socket " + side + guest + host, "sha256")


class _HostSide(asyncio.Protocol):
    """The host's end of a connection until the guest has proven its token; then another protocol takes its place."""

    def __init__(self, token: bytes, new_link: Callable[[], asyncio.Protocol], unproven: dict[_HostSide, None]) -> None:
        self._token = token
        self._new_link = new_link
        self._unproven = unproven
        self._own = secrets.token_bytes(_RANDOM_BYTES)
        self._is_asked = False
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if len(self._unproven) >= _MOST_UNPROVEN:  # a program that stays silent must not keep this user out
            next(iter(self._unproven))._refuse()
        self._unproven[self] = None
        self._timer = asyncio.get_running_loop().call_later(_PROOF_WITHIN_S, self._refuse)

    def data_received(self, data: bytes) -> None:
        self._read += data
        if not self._is_asked and len(self._read) >= _RANDOM_BYTES:
            self._is_asked = True
            self._transport.write(self._own + _proof(self._token, b"host", self._read[:_RANDOM_BYTES], self._own))
        if len(self._read) < _RANDOM_BYTES + _PROOF_BYTES:
            return
        guest, proof = self._read[:_RANDOM_BYTES], self._read[_RANDOM_BYTES : _RANDOM_BYTES + _PROOF_BYTES]
        self._forget()
        if not hmac.compare_digest(proof, _proof(self._token, b"guest", guest, self._own)):
            self._transport.abort()
            return
        _hand_over(self._transport, self._new_link(), self._read[_RANDOM_BYTES + _PROOF_BYTES :])

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()

    def _refuse(self) -> None:
        self._forget()
        self._transport.abort()

    def _forget(self) -> None:
        self._unproven.pop(self, None)
        self._timer.cancel()


class _GuestSide(asyncio.Protocol):
    """The guest's end of a connection until both sides have proven their token."""

    def __init__(
        self, token: bytes, protocol: Callable[[], asyncio.Protocol], proven: asyncio.Future[asyncio.Transport]
    ) -> None:
        self._token = token
        self._protocol = protocol
        self._proven = proven
        self._own = secrets.token_bytes(_RANDOM_BYTES)
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._own)

    def data_received(self, data: bytes) -> None:
        self._read += data
        if len(self._read) < _RANDOM_BYTES + _PROOF_BYTES:
            return
        host, proof = self._read[:_RANDOM_BYTES], self._read[_RANDOM_BYTES : _RANDOM_BYTES + _PROOF_BYTES]
        if not hmac.compare_digest(proof, _proof(self._token, b"host", self._own, host)):
            self._transport.abort()
            return
        self._transport.write(_proof(self._token, b"guest", self._own, host))
        if not self._proven.done():
            self._proven.set_result(self._transport)
        _hand_over(self._transport, self._protocol(), self._read[_RANDOM_BYTES + _PROOF_BYTES :])

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._proven.done():
            self._proven.set_exception(ConnectionRefusedError("another program has that port now"))


def _hand_over(transport: asyncio.Transport, protocol: asyncio.Protocol, rest: bytes) -> None:
    """Give a proven connection to the protocol that it is for, with what came after the proof."""
    _proven.add(transport)
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    if rest and not transport.is_closing():
        protocol.data_received(rest)


def raise_file_limit(wanted: int = 8192) -> None:
    """Nothing to do: there is no such limit."""


# Processes and signals.


def end_process(pid: int, request: Path) -> None:
    """Ask a process to end, by a file for which it looks: a signal would end it before it could tell its players."""
    request.touch(mode=0o600)


def kill_process(pid: int) -> None:
    """End a process at once. Raises ProcessLookupError."""
    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def process_start(pid: int) -> str:
    """When a process began, as text to compare; "" if there is no such process."""
    windll: Any = getattr(ctypes, "windll", None)
    if windll is None:
        return ""
    process = windll.kernel32.OpenProcess(_QUERY_LIMITED_INFORMATION, False, pid)
    if not process:
        return ""
    try:
        code, times = ctypes.c_ulong(), [ctypes.c_uint64() for _ in range(4)]
        windll.kernel32.GetExitCodeProcess(process, ctypes.byref(code))
        windll.kernel32.GetProcessTimes(process, *map(ctypes.byref, times))
        return str(times[0].value) if code.value == _STILL_ACTIVE else ""
    finally:
        windll.kernel32.CloseHandle(process)


def exit_on_end_signals() -> None:
    """Do nothing: no signal comes before the loop runs, but Ctrl-C, which Python handles."""


def on_end_signals(act: Callable[[], object], *, request: Path | None = None) -> None:
    """Call `act` on the running loop when this process must end.

    `request`: the file that asks this process to end.
    """
    loop = asyncio.get_running_loop()

    def hear(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(act)

    def look(place: Path) -> None:
        if place.exists():
            place.unlink(missing_ok=True)
            act()
        else:
            loop.call_later(_LOOK_FOR_REQUEST_S, look, place)

    if request is not None:
        request.unlink(missing_ok=True)
        look(request)
    for name in ("SIGTERM", "SIGBREAK", "SIGINT"):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            signal.signal(getattr(signal, name), hear)


def on_continue(act: Callable[[], object]) -> None:
    """Nothing to do: the system does not say that it continues a process."""


def ignore_terminal_signals() -> None:
    """Ctrl-C does not end this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def yield_to_others(niceness: int) -> None:
    """Nothing to do: processes have no niceness."""


def yield_session(niceness: int) -> None:
    """Nothing to do: there are no sessions."""


# Terminals.


def quiet_terminal(descriptor: int) -> Callable[[], None] | None:
    """None: the terminal cannot be asked."""
    return None


def drop_output(descriptor: int, writer: int | None = None) -> None:
    """Nothing to do: what waits for the terminal ends with the process."""


def is_hung_up(descriptor: int) -> bool:
    """A closed terminal ends its programs itself."""
    return False


def has_terminal(descriptor: int) -> bool:
    """Every process may use its terminal at any time."""
    return True


def stop_here() -> None:
    """Nothing to do: processes cannot be stopped."""
