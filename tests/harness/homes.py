"""Home folders in every state in which one can be found, and a user without rights who finds them.

`python -m tests.harness.homes` reads such homes as JSON, tries in each all that the program keeps there, and writes
what came of it.
"""

import contextlib
import json
import os
import resource
import secrets
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from net.host import registry
from net.host.config import HostConfig, completed, save_config
from net.host.launcher import kept_tables, running_tables
from net.problems import PathProblem, StoreProblem
from net.storage import paths
from net.storage.known_hosts import KnownHosts
from net.storage.person_key import own_person_key
from net.storage.processes import boot_mark, start_mark
from net.storage.seat_tokens import KeptSeat, SeatTokens
from net.transport.tls import own_identity
from net.wire.table_info import SeatInfo, TableInfo
from tui.config.mutes import Mutes
from tui.config.settings import Settings, SettingsProblem, settings_path, write_settings
from tui.fault_report import explain_fault
from tui.launch import load_settings
from tui.session.first_deals import FirstDeals
from tui.session.statistics import Statistics, StatisticsProblem

_PARTS: Final = (".config", ".local/share", ".local/state")
_OWN: Final = [f"{part}/khanhoo" for part in _PARTS]
_XDG: Final = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_UNSET: Final = dict.fromkeys((*_XDG, "KHANHOO_HOME", "KHANHOO_SHARED"), "")


def _folder(path: Path, mode: int = 0o755) -> None:
    path.mkdir(parents=True)
    path.chmod(mode)


def _link(path: Path, target: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def _file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")


def _foreign(path: Path) -> None:
    _folder(path)
    if os.geteuid() == 0:
        os.chown(path, 1, 1)
    else:
        path.rmdir()
        path.symlink_to("/")


def _linked(home: Path) -> None:
    _folder(home.with_name("real"))
    _link(home, home.with_name("real"))


def _parts_linked(home: Path) -> None:
    for part in _OWN:
        _folder(home / "real" / part)
        _link(home / part, home / "real" / part)


def _below_a_file(home: Path) -> None:
    _file(home / ".config")
    _file(home / ".local")


def _each(make: Callable[[Path], None]) -> Callable[[Path], None]:
    """A home whose own folders of the program are made so."""

    def made(home: Path) -> None:
        for part in _OWN:
            make(home / part)

    return made


def _latin(folder: Path) -> Path:
    return Path(os.fsdecode(os.fsencode(folder) + b"\xe9"))


_STATES: Final[dict[str, Callable[[Path], None]]] = {
    "new": _folder,
    "missing": lambda home: None,
    "read only": lambda home: _folder(home, 0o555),
    "closed": lambda home: _folder(home, 0o000),
    "a file": _file,
    "a link": _linked,
    "a dangling link": lambda home: _link(home, home.with_name("gone") / "below"),
    "a link to itself": lambda home: _link(home, home),
    "another user's": _foreign,
    "shared": lambda home: _folder(home, 0o1777),
    "parts are files": _each(_file),
    "parts are links": _parts_linked,
    "parts are dangling links": _each(lambda part: _link(part, part.with_name("gone"))),
    "parts are links to themselves": _each(lambda part: _link(part, part)),
    "parts are read only": _each(lambda part: _folder(part, 0o555)),
    "parts are closed": _each(lambda part: _folder(part, 0o000)),
    "parts are everybody's": _each(lambda part: _folder(part, 0o777)),
    "parts are a group's": _each(lambda part: _folder(part, 0o770)),
    "below a file": _below_a_file,
}
_NAMES: Final[dict[str, dict[str, str | None]]] = {
    "no home": {"HOME": None},
    "an empty home": {"HOME": ""},
    "a relative home": {"HOME": "some/where"},
    "a home that nobody can make": {"HOME": "/proc/nobody"},
    "a home with a tilde": {"HOME": "~"},
    "relative folders": dict.fromkeys(_XDG, "some/where"),
    "folders that are devices": dict.fromkeys(_XDG, "/dev/null"),
    "no folder for settings": {"XDG_CONFIG_HOME": "/proc/nobody"},
    "no folder for data": {"XDG_DATA_HOME": "/proc/nobody"},
    "no folder for state": {"XDG_STATE_HOME": "/proc/nobody"},
    "a folder that nobody can make": {"KHANHOO_HOME": "/proc/nobody"},
    "a folder that is a device": {"KHANHOO_HOME": "/dev/null"},
    "a relative folder": {"KHANHOO_HOME": "some/where"},
    "the folder of an unknown user": {"KHANHOO_HOME": "~nobody-of-this-name/khanhoo"},
}
FULL: Final = "a full disk"
HOMES: Final = (*_STATES, *_NAMES, "a name in Latin-1", "a folder with a name in Latin-1", FULL)
WORKING: Final = {
    *("new", "missing", "a link", "shared", "relative folders", "a relative folder"),
    *("a name in Latin-1", "a folder with a name in Latin-1"),
}
"""Homes in which everything is saved."""


def variables_of(name: str, folder: Path) -> dict[str, str | None]:
    """Make a home of this kind below an empty folder. Returns the variables that lead to it, None for those that are
    not set."""
    home = folder / "home"
    named: Mapping[str, str | None] = {}
    if name in _STATES:
        _STATES[name](home)
    elif name == "a name in Latin-1":
        home = _latin(home)
        _folder(home)
    elif name == "a folder with a name in Latin-1":
        named = {"KHANHOO_HOME": str(_latin(home))}
    else:
        _folder(home)
        named = _NAMES.get(name, {})
    return {**_UNSET, "HOME": str(home), "XDG_RUNTIME_DIR": None, **named}


def fill_disk() -> None:
    """From now on, this process and those that it starts can write nothing into files."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


@contextlib.contextmanager
def nobody() -> Iterator[list[str]]:
    """Words before a command: it runs without rights, as a user of whom the system knows nothing. Files of the tests
    are its own."""
    user = 100_000 + secrets.randbelow(1_000_000_000)
    try:
        yield ["unshare", "--user", f"--map-user={user}", f"--map-group={user}"]
    finally:
        for place in Path("/tmp").glob(f"kh-{user}-*"):
            shutil.rmtree(place)


def processes_of(mark: str) -> list[int]:
    """The processes that have this line in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.fsencode(mark) in (place / "environ").read_bytes().split(b"\0"):
                found.append(int(place.name))
    return found


_ID: Final = "aa11bb22cc33"
_INFO: Final = TableInfo(
    table_id=_ID, title="T", game="hearts", options={}, seats=(SeatInfo(seat=0, name="Ann", kind="person"),)
)


def _seat() -> None:
    SeatTokens().keep(KeptSeat(table_id=_ID, token="00" * 16))
    assert SeatTokens().tables() == {_ID}


def _entry() -> None:
    registry.enter(
        registry.RunningTable(
            table_id=_ID,
            pid=os.getpid(),
            started=start_mark(os.getpid()),
            boot=boot_mark(),
            socket="",
            port=1,
            title="T",
            game="hearts",
            listed=True,
            began=1,
        )
    )
    assert [table.table_id for table in running_tables()] == [_ID]
    registry.strike(_ID)
    assert running_tables() == []


def _mutes() -> str:
    mutes = Mutes()
    told = mutes.toggle(_INFO, "Ann")
    assert mutes.names(_INFO) == {"Ann"}
    return told.removeprefix("Ann is muted, for you only.").strip()


def _first_deals() -> None:
    deals = FirstDeals()
    deals.add("hearts/hearts", 1)
    deals.tell("hearts/play")
    assert (deals.count("hearts/hearts"), deals.is_told("hearts/play")) == (1, True)


def _hosts() -> None:
    known = KnownHosts()
    known.keep("ab" * 32, "h:1", _ID)
    assert known.knows("ab" * 32)


def _statistics() -> None:
    Statistics().matches()
    Statistics().keep_record("match", b"record")


STORES: Final[dict[str, Callable[[], object]]] = {
    "settings": lambda: load_settings()[1],
    "changed settings": lambda: write_settings(settings_path(), Settings(name="Ann")),
    "person": lambda: own_person_key().notice,
    "key": lambda: own_identity()[1],
    "seats": _seat,
    "table": lambda: save_config(completed(HostConfig(game="hearts"))),
    "tables": kept_tables,
    "entry": _entry,
    "sign": lambda: registry.sign_of_life(_ID),
    "socket": paths.private_socket_dir,
    "mutes": _mutes,
    "first deals": _first_deals,
    "hosts": _hosts,
    "statistics": _statistics,
    "fault": lambda: "" if "details are in" in explain_fault(ValueError("x")) else "It is told without its details.",
}
"""All that the program keeps. Each tries it, and returns or raises a sentence if it cannot be saved."""


def _tried(store: Callable[[], object]) -> str:
    """ "" if it worked, a sentence if it could not be saved, or a traceback."""
    try:
        told = store()
        return told if isinstance(told, str) else ""
    except (StoreProblem, PathProblem, SettingsProblem, StatisticsProblem) as problem:
        return str(problem)
    except Exception:  # noqa: BLE001 - it is reported
        return traceback.format_exc()


def main() -> None:
    """Try each home."""
    for name, variables in json.load(sys.stdin):
        for variable, value in variables.items():
            os.environ.pop(variable, None)
            if value is not None:
                os.environ[variable] = value
        if name == FULL:
            fill_disk()
        print(json.dumps([name, {store: _tried(trial) for store, trial in STORES.items()}]), flush=True)


if __name__ == "__main__":
    main()
