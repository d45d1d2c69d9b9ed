"""Where things lie on this machine: settings, records, state, sockets.

Every folder can be moved below one place by the environment variable KHANHOO_HOME (tests, portable installs).
Folders are made when asked for, private to the user (0700), and never through a symbolic link.
"""

import contextlib
import hashlib
import os
import stat
from pathlib import Path

import platformdirs

from .. import environment
from ..system import LONGEST_SOCKET_PATH, file_rights_problem, is_socket, own_user

APP = "khanhoo"
_LONGEST_SOCKET_NAME = 24


class PathProblem(OSError):
    """A folder we need cannot be made or is not ours; the text is a sentence for a person."""


def config_dir() -> Path:
    """Settings of the user."""
    return _private(_place("config", platformdirs.user_config_path(APP, appauthor=False)))


def data_dir() -> Path:
    """Statistics and records of matches, which the user would miss."""
    return _private(_place("data", platformdirs.user_data_path(APP, appauthor=False)))


def state_dir() -> Path:
    """Seat tokens, journals of tables, logs and recent hosts, which the program needs to continue."""
    return _private(_place("state", platformdirs.user_state_path(APP, appauthor=False)))


def runtime_dir() -> Path:
    """Registry and sockets of the tables that run now.

    This is not $XDG_RUNTIME_DIR. The system removes that folder when the user's last login ends, but a table must live
    on. It also differs between `su`, cron and ssh, which would hide running tables from their own host.
    """
    override = environment.home()
    return _private(override / "run" if override is not None else state_dir() / "run")


def shared_root() -> Path:
    """The folder whose `khanhoo-<uid>` children show every user's tables to the other users of this machine."""
    if (named := environment.shared()) is not None:
        return named
    override = environment.home()
    if override is None:
        return Path("/tmp")  # noqa: S108 - one place all users agree on, whatever their TMPDIR says
    root = override / "shared"
    if _too_long(root / f"{APP}-{own_user()}"):
        root = Path("/tmp") / f"kh-{_short_name(override)}"  # noqa: S108
    return root


def shared_dir() -> Path:
    """Our folder of public sockets. This call neither makes nor checks it."""
    return shared_root() / f"{APP}-{own_user()}"


def shared_socket(table_id: str) -> str:
    """Our socket for other users of this machine, who join a table over it. "" while there is none."""
    place = shared_dir() / f"{table_id}.sock"
    try:
        verify_owned(place.parent, own_user())
        return str(place) if is_socket(place) else ""
    except OSError:
        return ""


def make_shared_dir() -> Path:
    """Make our folder of public sockets (0755), and check that only we can write there.

    Raises PathProblem if another user has taken the name.
    """
    root = shared_root()
    if not root.exists():
        root.mkdir(parents=True, mode=0o755, exist_ok=True)
        root.chmod(0o755)  # everything else that a host makes is private to its user
    place = shared_dir()
    try:
        place.mkdir(mode=0o755, exist_ok=True)
        verify_owned(place, own_user())
        place.chmod(0o755)
    except OSError as fault:
        raise PathProblem(f"Other users of this machine cannot see your tables: {place}: {_why(fault)}") from fault
    return place


def private_socket_dir() -> Path:
    """Folder for sockets only this user may reach; short enough for the kernel."""
    named = environment.home() or Path(APP)
    with contextlib.suppress(PathProblem):  # the disk is full or read-only, but /tmp may still take a socket
        place = runtime_dir()
        if not _too_long(place):
            return place
        named = place
    return _private(Path("/tmp") / f"kh-{own_user()}-{_short_name(named)}")  # noqa: S108


def tidy_socket_dir(place: Path) -> None:
    """Remove an empty folder that was made only because the usual one was too long or not writable."""
    if place.parent == Path("/tmp") and place.name.startswith("kh-"):  # noqa: S108
        with contextlib.suppress(OSError):
            place.rmdir()


def verify_owned(place: Path, uid: int) -> None:
    """Raise PathProblem unless place is a real folder of that user which nobody else may write."""
    facts = place.lstat()
    if not stat.S_ISDIR(facts.st_mode):
        raise PathProblem(f"{place} is not a folder.")
    if problem := file_rights_problem(facts, uid):
        raise PathProblem(f"{place} {problem}.")


def _place(name: str, platform_own: Path) -> Path:
    override = environment.home()
    return override / name if override is not None else platform_own


def _private(place: Path) -> Path:
    try:
        place.mkdir(parents=True, mode=0o700, exist_ok=True)
        verify_owned(place, own_user())
    except PathProblem:
        raise
    except OSError as fault:
        raise PathProblem(f"The folder {place} cannot be used: {_why(fault)}") from fault
    return place


def _why(fault: OSError) -> str:
    return fault.strerror or str(fault)


def _too_long(folder: Path) -> bool:
    return len(os.fsencode(folder)) + 1 + _LONGEST_SOCKET_NAME > LONGEST_SOCKET_PATH


def _short_name(place: Path) -> str:
    return hashlib.sha256(os.fsencode(place)).hexdigest()[:12]
