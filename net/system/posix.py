"""The half for POSIX systems: file locks, Unix sockets, users, sessions of processes, signals, terminals."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import select
import signal
import socket
import stat
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio

NO_LINKS: Final = os.O_NOFOLLOW | os.O_CLOEXEC
"""Flags for opening a file of our own: no symbolic link is followed, and no child process gets it."""
DETACHED: Final[dict[str, Any]] = {"start_new_session": True}
"""Arguments of Popen for a process that outlives the terminal."""
LONGEST_SOCKET_PATH: Final = 103
"""Bytes. The kernel keeps 108 for the path of a Unix socket (104 on BSD and macOS), the closing zero included."""
_LOCAL_PEERCRED: Final = 1


# Files.


def lock_file(descriptor: int, *, waits: bool) -> None:
    """Lock an open file until it is closed. `waits`: for another process that has it; else raises BlockingIOError."""
    fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


read_at: Final[Callable[[int, int, int], bytes]] = os.pread
"""At most this many bytes of a file, from a position on. Raises OSError."""
write_at: Final[Callable[[int, bytes | memoryview, int], int]] = os.pwrite
"""Write to a file at a position; how many bytes were written. Raises OSError."""
sync_content: Final[Callable[[int], None]] = getattr(os, "fdatasync", os.fsync)
"""Bring the content of a file to the disk. Raises OSError. macOS has only fsync."""


def replace_open(new: Path, new_descriptor: int, place: Path, old_descriptor: int) -> int:
    """Let a new file take the place of an old one. Both are open and locked, and afterwards only the returned one is.

    Raises OSError if the old file stays; it is open then.
    """
    try:
        new.replace(place)
    except OSError:
        os.close(new_descriptor)
        raise
    os.close(old_descriptor)
    return new_descriptor


def make_private(descriptor: int) -> None:
    """Let only its owner read a file. Raises OSError."""
    if os.fstat(descriptor).st_mode & 0o077:
        os.fchmod(descriptor, 0o600)


def restrict_new_files() -> None:
    """From now on, only this user can read files that this process makes."""
    os.umask(0o077)


def file_rights_problem(facts: os.stat_result, user: int) -> str:
    """Why a folder does not belong to this user alone, "" if it does."""
    if facts.st_uid != user:
        return "belongs to another user"
    return "can be written by other users" if facts.st_mode & 0o022 else ""


def is_shared_by_users(facts: os.stat_result) -> bool:
    """Whether other users can read a file."""
    return bool(stat.S_IMODE(facts.st_mode) & 0o077)


# Users.


def own_user() -> int:
    """The number of the user who runs this process."""
    return os.getuid()


def user_name(user: int) -> str:
    """The login name of a user of this machine; its number if it has none."""
    return _login_name(user)


@functools.cache  # some systems ask a directory over the network
def _login_name(user: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


# Sockets of this machine.


def has_user_sockets() -> bool:
    """Whether users of this machine can share sockets, and the system says who is at the other end."""
    return True


def is_socket(place: Path) -> bool:
    """Whether a path is a socket of this machine. Raises OSError."""
    return stat.S_ISSOCK(place.lstat().st_mode)


async def listen_here(
    place: Path, mode: int, backlog: int, new_link: Callable[[], asyncio.Protocol]
) -> asyncio.AbstractServer:
    """Listen on a socket of this machine. An old socket at this path is removed. Raises OSError."""
    import asyncio

    plug = socket.socket(socket.AF_UNIX)
    try:
        _bind(plug, place, mode)
        return await asyncio.get_running_loop().create_unix_server(new_link, sock=plug, backlog=backlog)
    except OSError:
        plug.close()
        raise


def _bind(plug: socket.socket, place: Path, mode: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        if is_socket(place):
            place.unlink()
    plug.bind(str(place))
    place.chmod(mode)


async def connect_here(place: str, protocol: Callable[[], asyncio.Protocol]) -> asyncio.Transport:
    """Connect to a socket of this machine. Raises OSError."""
    import asyncio

    transport, _ = await asyncio.get_running_loop().create_unix_connection(protocol, place)
    return transport


def peer_user(transport: asyncio.BaseTransport) -> int | None:
    """The user at the other end of a socket of this machine, as the kernel says; None for all other connections."""
    plug = transport.get_extra_info("socket")
    if plug is None or plug.family != socket.AF_UNIX:
        return None
    try:
        if hasattr(socket, "SO_PEERCRED"):
            told = plug.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            return int(struct.unpack("3i", told)[1])
        told = plug.getsockopt(0, _LOCAL_PEERCRED, 128)  # struct xucred of the BSDs: version, then uid
        return int(struct.unpack_from("=2I", told)[1])
    except (OSError, struct.error):
        return None


def raise_file_limit(wanted: int = 8192) -> None:
    """Let this process hold this many connections: the soft limit is often 1,024."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


# Processes and signals.


def end_process(pid: int, request: Path) -> None:
    """Ask a process to end. `request`: the file for which it looks if no signal can ask. Raises ProcessLookupError."""
    os.kill(pid, signal.SIGTERM)


def kill_process(pid: int) -> None:
    """End a process at once. Raises ProcessLookupError."""
    os.kill(pid, signal.SIGKILL)


def process_start(pid: int) -> str:
    """When a process began, as text to compare; "" if there is no such process. Only for systems without /proc."""
    listed = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False, timeout=5
    )
    return listed.stdout.strip()


_ENDING: Final = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
"""Signals that always end a process of ours in good order."""
_FAULTS: Final = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSYS}
"""Signals after which a handler would run for ever."""
_NOT_ENDING: Final = _FAULTS | {
    signal.SIGKILL, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGCONT,
    signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH, signal.SIGPIPE, signal.SIGXFSZ,
    *(number for number in signal.valid_signals() if getattr(number, "name", "") == "SIGINFO"),
}  # fmt: skip
"""Signals that stop a process, mean nothing, or cannot be handled. All others would end it at once."""


def on_end_signals(act: Callable[[], object], *, request: Path | None = None) -> None:
    """Call `act` on the running loop when a signal wants this process to end, or when its terminal hangs up.

    `request`: the file that asks this process to end if no signal can.
    """
    import asyncio

    loop = asyncio.get_running_loop()
    for number in _end_signals():
        loop.add_signal_handler(number, act)


def exit_on_end_signals() -> None:
    """Let these signals raise SystemExit in the main thread, until `on_end_signals`."""

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    for number in _end_signals():
        signal.signal(number, leave)


def _end_signals() -> list[int]:
    others = signal.valid_signals() - _NOT_ENDING
    return [number for number in others if number in _ENDING or signal.getsignal(number) != signal.SIG_IGN]


def on_continue(act: Callable[[], object]) -> None:
    """Call `act` at once when the system continues this process after it was stopped."""

    def hear(_number: int, _frame: FrameType | None) -> None:
        act()

    signal.signal(signal.SIGCONT, hear)


def ignore_terminal_signals() -> None:
    """Ctrl-C and a hang-up of the terminal do not end this process."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)


def yield_to_others(niceness: int) -> None:
    """Let other processes go first."""
    os.nice(niceness)


def yield_session(niceness: int) -> None:
    """Let other sessions of processes go first, if this process leads one.

    Where Linux weighs sessions against each other (sched(7), autogroup), niceness counts only within a session.
    """
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness), "ascii")


# Terminals.


def quiet_terminal(descriptor: int) -> Callable[[], None] | None:
    """Read keys at once and without echo; returns how to undo that, None if this is no terminal."""
    import termios

    try:
        before = termios.tcgetattr(descriptor)
        quiet = [*before]
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(descriptor, termios.TCSANOW, quiet)
    except termios.error:
        return None

    def undo() -> None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, before)

    return undo


def drop_output(descriptor: int, writer: int | None = None) -> None:
    """Drop what a terminal has not yet taken. Only for the main thread.

    writer: the thread that waits for the terminal, if any.
    """
    import termios

    signal.signal(signal.SIGWINCH, lambda *_: None)
    with contextlib.suppress(termios.error, OSError):
        termios.tcflush(descriptor, termios.TCOFLUSH)
        if writer is not None:
            signal.pthread_kill(writer, signal.SIGWINCH)  # it does not see otherwise that there is room


def is_hung_up(descriptor: int) -> bool:
    """Whether the terminal at the other end is gone."""
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(what & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, what in poll.poll(0))


def has_terminal(descriptor: int) -> bool:
    """Whether this process may use the terminal now: a shell lends it to one program at a time."""
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except OSError:
        return not is_hung_up(descriptor)  # no shell controls it


def stop_here() -> None:
    """Stop this process until the system continues it."""
    os.kill(os.getpid(), signal.SIGSTOP)
