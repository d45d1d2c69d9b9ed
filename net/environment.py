"""The environment variables of this program: its folders, and how tables are found. Only this module reads them. Host
processes inherit them. Tests set all of them, so that they find only their own tables.

A process may serve several people. Each of them is a guest: what runs in that guest's context has the guest's folders
and limits.
"""

import os
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from .problems import PathProblem

HOME = "KHANHOO_HOME"
"""A folder for settings, records, state and sockets, in place of the platform's usual folders."""
PORT = "KHANHOO_PORT"
"""The usual port of tables in place of 4242."""
SERVICE = "KHANHOO_SERVICE"
"""A label of at most six letters and digits. Only programs with the same label see each other's announcements."""
SHARED = "KHANHOO_SHARED"
"""The folder in which the users of this machine show their tables to each other, in place of the usual one."""
INTERFACES = "KHANHOO_INTERFACES"
"""Addresses of this machine, with commas between them, on which tables are announced and looked for."""

# The variables of the shell that a host or a door inherits. A host serves people over the network, and any other
# variable may be a key or a password for another program. Names are listed whole, because HOMEBREW_GITHUB_API_TOKEN
# begins like HOME, and LANGCHAIN_API_KEY like LANG.
_HANDED_ON = frozenset(
    (
        *("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),  # folders
        *("TMPDIR", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "SYSTEMROOT"),
        *("LANG", "TZ", "TZDIR"),
        *("PATH", "PYTHONHOME", "PYTHONPATH", "PYTHONUSERBASE", "PYTHONNOUSERSITE"),  # to find this program again
        *("PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8"),
        *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"),  # what Python was built with
    )
)
_FAMILIES = ("KHANHOO_", "LC_")
_USUAL_PORT = 4242
_LONGEST_LABEL = 6  # a service name has at most 15 characters


@dataclass(frozen=True, slots=True)
class Guest:
    """A person whom this process serves, and who is no user of this machine.

    home: the folder below which all files of this person are. shared: the folder in which the tables of this machine
    are shown. most_tables: tables that this person may have open at once. most_of_all: that all guests of this process
    together may have.
    """

    home: Path
    shared: Path
    most_tables: int = 2
    most_of_all: int = 16


_guest: ContextVar[Guest | None] = ContextVar("guest", default=None)


def serve_guest(guest: Guest) -> None:
    """From now on, this task works for a guest, and so does everything that it starts."""
    _guest.set(guest)


def guest() -> Guest | None:
    """The guest for whom this task works; None for the user of this machine."""
    return _guest.get()


def child_variables() -> dict[str, str]:
    """All variables for a process that serves the same person and outlives the shell. The paths of our folders are
    full, since that process works in another folder. Raises PathProblem."""
    kept = {name: value for name, value in os.environ.items() if name in _HANDED_ON or name.startswith(_FAMILIES)}
    return kept | {name: str(place) for name, place in ((HOME, home()), (SHARED, shared())) if place is not None}


def home() -> Path | None:
    """The folder of a guest or the one named by KHANHOO_HOME, or None for the platform's own folders.

    Raises PathProblem.
    """
    served = guest()
    return served.home if served is not None else _folder(HOME)


def shared() -> Path | None:
    """The folder named for the tables of this machine, or None for the usual one. Raises PathProblem."""
    served = guest()
    return served.shared if served is not None else _folder(SHARED)


def _folder(variable: str) -> Path | None:
    named = os.environ.get(variable, "")
    try:
        return Path(named).expanduser().absolute() if named else None
    except (RuntimeError, OSError):  # no such user or home folder, or the working folder was deleted
        raise PathProblem(f"{variable} is {named!r}, which leads to no folder. Set it to a full path.") from None


def usual_port() -> int:
    """The default port of tables."""
    named = os.environ.get(PORT, "")
    is_port = named.isascii() and named.isdigit() and len(named) <= 5 and 1 <= int(named) <= 65535
    return int(named) if is_port else _USUAL_PORT


def service() -> str:
    """The service type of announced tables."""
    label = os.environ.get(SERVICE, "")
    is_label = label.isascii() and label.isalnum() and len(label) <= _LONGEST_LABEL
    return f"_khanhoo-{label}._tcp.local." if is_label else "_khanhoo._tcp.local."


def search_service() -> str:
    """The service type under which programs that have lost a host look for each other."""
    return service().replace("_khanhoo", "_kh-here", 1)


def interfaces() -> tuple[str, ...]:
    """Addresses on which to announce tables and to listen for announcements; none for the system's default."""
    return tuple(part.strip() for part in os.environ.get(INTERFACES, "").split(",") if part.strip())
