"""Where things lie on this machine: settings, records, state, sockets.

Every folder can be moved below one place by the environment variable KHANHOO_HOME (tests, portable installs).
Folders are made when asked for, private to the user (0700), and never through a symbolic link. Each function raises
PathProblem if its folder cannot be used.
"""

import contextlib
import errno
import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import platformdirs

from .. import environment
from ..problems import PathProblem
from ..system import LONGEST_SOCKET_PATH, file_rights_problem, is_socket, own_user

APP = "khanhoo"
_LONGEST_SOCKET_NAME = 24
_INSTEAD = f"Set {environment.HOME} to another folder."


def config_dir() -> Path:
    """Settings of the user."""
    return _private(_place("config", platformdirs.user_config_path))


def data_dir(*names: str) -> Path:
    """Statistics and records of matches, which the user would miss. names: of a folder in it."""
    return _private(_place("data", platformdirs.user_data_path), *names)


def state_dir(*names: str) -> Path:
    """Seat tokens, journals of tables, logs and recent hosts, which the program needs to continue. names: of a folder
    in it."""
    return _private(_place("state", platformdirs.user_state_path), *names)


def runtime_dir(*names: str) -> Path:
    """Registry and sockets of the tables that run now. names: of a folder in it.

    This is not $XDG_RUNTIME_DIR. The system removes that folder when the user's last login ends, but a table must live
    on. It also differs between `su`, cron and ssh, which would hide running tables from their own host.
    """
    override = environment.home()
    return _private(override / "run", *names) if override is not None else state_dir("run", *names)


def shared_root() -> Path:
    """The folder whose `khanhoo-<uid>` children show every user's tables to the other users of this machine."""
    if (named := environment.shared()) is not None:
        return named
    override = environment.home()
    if override is None:
        return Path("/tmp")  # noqa: S108 - one place all users agree on, whatever their TMPDIR says
    root = override / "shared"
    if _is_unfit(root / f"{APP}-{own_user()}"):
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
    root, place = shared_root(), shared_dir()
    try:
        if not root.exists():
            root.mkdir(parents=True, mode=0o755, exist_ok=True)
            root.chmod(0o755)  # everything else that a host makes is private to its user
        place.mkdir(mode=0o755, exist_ok=True)
        verify_owned(place, own_user())
        place.chmod(0o755)
    except OSError as fault:
        raise PathProblem(f"Other users of this machine cannot see your tables: {place}: {_why(fault)}") from fault
    return place


def private_socket_dir() -> Path:
    """Folder for sockets only this user may reach; short enough for the kernel."""
    with contextlib.suppress(PathProblem):
        place = runtime_dir()
        if not _is_unfit(place):
            return place
    return spare_dir()


def spare_dir() -> Path:
    """Folder for what running tables need if their usual folder cannot be used. It does not outlive this machine."""
    return _private(_spare_place())


def has_spare_dir() -> bool:
    """Whether a program of this user needed the spare folder."""
    return _spare_place().is_dir()


def is_private_socket(path: str) -> bool:
    """Whether a path is in a folder of sockets that only this user may reach."""
    with contextlib.suppress(PathProblem):
        return Path(path).parent == private_socket_dir()
    return False


def tidy_spare_dir() -> None:
    """Remove the spare folder if nothing is in it."""
    with contextlib.suppress(OSError):
        _spare_place().rmdir()


def verify_owned(place: Path, uid: int) -> None:
    """Raise PathProblem unless place is a real folder of that user which nobody else may write. Raises OSError."""
    facts = place.lstat()
    if stat.S_ISLNK(facts.st_mode):
        raise PathProblem(f"{place} is a symbolic link, not a folder.")
    if not stat.S_ISDIR(facts.st_mode):
        raise PathProblem(f"{place} is not a folder.")
    if problem := file_rights_problem(facts, uid):
        raise PathProblem(f"The folder {place} {problem}.")


def _spare_place() -> Path:
    return Path("/tmp") / f"kh-{own_user()}-{_short_name(environment.home() or Path(APP))}"  # noqa: S108


def _place(name: str, platform_own: Callable[..., Path]) -> Path:
    override = environment.home()
    if override is not None:
        return override / name
    with contextlib.suppress(RuntimeError):  # this user has no home folder
        place = platform_own(APP, appauthor=False)
        if place.is_absolute():
            return place
    raise PathProblem(f"You have no home folder. Set {environment.HOME} to a folder for Khanhoo's files.")


def _private(place: Path, *names: str) -> Path:
    """A folder, and those that lie in each other below it, made if need be."""
    for folder in [place, *(place.joinpath(*names[: at + 1]) for at in range(len(names)))]:
        try:
            if not folder.is_symlink():
                folder.mkdir(parents=True, mode=0o700, exist_ok=True)
            verify_owned(folder, own_user())
            if not os.access(folder, os.R_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except OSError as fault:
            if environment.guest() is not None:  # it is not for guests to know where this machine has its files
                sentence = "The folder of your files cannot be used. Tell the host of this card room."
            elif isinstance(fault, PathProblem):
                sentence = f"{fault} {_INSTEAD}"
            else:
                sentence = f"The folder {folder} cannot be used: {_why(fault)}. {_INSTEAD}"
            raise PathProblem(sentence) from fault
    return place.joinpath(*names)


def _why(fault: OSError) -> str:
    if isinstance(fault, FileExistsError):
        return "a file, or a link that leads nowhere, has its name"
    return fault.strerror or str(fault)


def _is_unfit(folder: Path) -> bool:
    """Whether the path of a socket in a folder would be too long for the system, or no text that can be sent."""
    name = os.fsencode(folder)
    try:
        name.decode()
    except UnicodeDecodeError:
        return True
    return len(name) + 1 + _LONGEST_SOCKET_NAME > LONGEST_SOCKET_PATH


def _short_name(place: Path) -> str:
    return hashlib.sha256(os.fsencode(place)).hexdigest()[:12]
