"""Small files of our own: read with a limit, written whole or not at all, never through a symbolic link."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from ..problems import DiskFull, DiskReadOnly, StoreProblem
from ..system import NO_LINKS, is_shared_by_users, lock_file

_BINARY = getattr(os, "O_BINARY", 0)


def storage_problem(fault: OSError, place: Path) -> StoreProblem:
    """The system's error as a typed problem whose text a player can act on."""
    match fault.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return DiskFull(f"The disk is full: {place} could not be written.")
        case errno.EFBIG:
            return DiskFull(f"{place} has reached the maximum size.")
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return DiskReadOnly(f"{place} cannot be written: {fault.strerror}.")
        case errno.ELOOP:
            return DiskReadOnly(f"{place} is a symbolic link. Khanhoo does not follow links.")
        case errno.ENOENT:
            return StoreProblem(f"{place} does not exist.")
        case _:
            return StoreProblem(f"{place}: {fault.strerror or fault}.")


def open_own(place: Path, *, create: bool) -> int:
    """A file descriptor for reading and writing a regular file of ours, 0600, links not followed.

    Raises OSError.
    """
    flags = os.O_RDWR | NO_LINKS | _BINARY | (os.O_CREAT if create else 0)
    descriptor = os.open(place, flags, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", str(place))
    return descriptor


@contextlib.contextmanager
def locked(place: Path) -> Iterator[None]:
    """Run the block in one process at a time. place: an empty file, made if need be. Raises OSError."""
    descriptor = open_own(place, create=True)
    try:
        lock_file(descriptor, waits=True)
        yield
    finally:
        os.close(descriptor)


def read_bounded(place: Path, limit: int, *, follows_links: bool = False) -> bytes:
    """The whole of a file. Raises StoreProblem: it has more than limit bytes, is no regular file, or is unreadable.

    follows_links: whether a symbolic link is followed, as a person who names a file expects.
    """
    flags = os.O_RDONLY | _BINARY | getattr(os, "O_NONBLOCK", 0) | (0 if follows_links else NO_LINKS)
    try:
        with os.fdopen(os.open(place, flags), "rb") as file:
            return read_open(file.fileno(), place, limit)
    except IsADirectoryError:
        raise StoreProblem(f"{place} is a folder, not a file.") from None
    except PermissionError as fault:
        raise StoreProblem(f"You have no permission to read {place}.") from fault
    except OSError as fault:
        raise storage_problem(fault, place) from fault


def read_open(descriptor: int, place: Path, limit: int) -> bytes:
    """Read the whole of an open file, from its present position. Raises StoreProblem, OSError."""
    told = os.fstat(descriptor)
    if stat.S_ISDIR(told.st_mode):
        raise StoreProblem(f"{place} is a folder, not a file.")
    if not stat.S_ISREG(told.st_mode):
        raise StoreProblem(f"{place} is not a regular file.")
    too_large = StoreProblem(f"{place} is too large (limit: {limit} bytes).")
    if told.st_size > limit:
        raise too_large
    with os.fdopen(os.dup(descriptor), "rb") as file:
        found = file.read(limit + 1)  # the file may have grown since, and a device has no size
    if len(found) > limit:
        raise too_large
    return found


def is_private(place: Path) -> bool:
    """Whether nobody but its owner may read a file. A missing file counts as private."""
    try:
        return not is_shared_by_users(place.lstat())
    except FileNotFoundError:
        return True


def set_aside(place: Path) -> Path:
    """Rename a file that cannot be used, so that nothing in it is lost. Returns its new path. Raises StoreProblem."""
    number, new = 1, place.with_name(f"{place.name}.kept")
    while os.path.lexists(new):
        number, new = number + 1, place.with_name(f"{place.name}.kept-{number + 1}")
    try:
        place.rename(new)
    except OSError as fault:
        raise storage_problem(fault, place) from fault
    return new


def write_whole(place: Path, content: bytes) -> None:
    """Replace a file by new content in one step: a crash leaves the old or the new one. Raises StoreProblem."""
    _write(place, content, _replace)


def write_new(place: Path, content: bytes) -> None:
    """Make a file in one step, unless it exists by then.

    If two programs do so at once, the first file stays. Raises StoreProblem.
    """
    _write(place, content, _link)


def _write(place: Path, content: bytes, put: Callable[[Path, Path], None]) -> None:
    beside = place.with_name(f".{secrets.token_hex(8)}.new")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINKS | _BINARY, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        put(beside, place)
    except OSError as fault:
        with contextlib.suppress(OSError):  # where the program may not write, it may not remove
            beside.unlink()
        raise storage_problem(fault, place) from fault


def _replace(beside: Path, place: Path) -> None:
    beside.replace(place)


def _link(beside: Path, place: Path) -> None:
    try:
        place.hardlink_to(beside)
    except FileExistsError:
        beside.unlink()
    except OSError:
        beside.replace(place)  # a disk without hard links
    else:
        beside.unlink()
